//! A headless browser, and the server from which it loads the page and the driver: what the
//! driver reports.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use serde_json::Value;

/// Reports by topic, in the order in which they came.
pub(crate) type Reports = BTreeMap<String, Vec<Value>>;

/// How long the browser may say nothing.
const PATIENCE: Duration = Duration::from_secs(240);

/// The program of the browser, of the variable `CHROMIUM` or of the path.
pub(crate) fn program() -> Option<PathBuf> {
    if let Some(program) = env::var_os("CHROMIUM") {
        return Some(program.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut programs = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.find(|program| program.is_file())
}

/// What is served, by path: its type and its bytes.
pub(crate) type Files = BTreeMap<&'static str, (&'static str, Vec<u8>)>;

/// Opens `/driver` in the browser, and collects the reports until the one of topic `done`.
pub(crate) fn drive(program: &Path, profile: &Path, files: Files) -> Reports {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    let (sender, reports) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in server.incoming().flatten() {
            let (files, sender) = (files.clone(), sender.clone());
            std::thread::spawn(move || drop(answer(&stream, &files, &sender)));
        }
    });
    let _ = fs::remove_dir_all(profile);
    let mut browser = Browser(start(program, profile, &format!("http://{address}/driver")));
    let mut by_topic = Reports::new();
    loop {
        let Ok(report) = reports.recv_timeout(PATIENCE) else {
            panic!("the browser is silent: {:?}", browser.0.try_wait());
        };
        let topic = report["topic"].as_str().unwrap().to_owned();
        if topic == "done" {
            return by_topic;
        }
        by_topic.entry(topic).or_default().push(report);
    }
}

/// Ends with the test.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(program: &Path, profile: &Path, address: &str) -> Child {
    let mut browser = Command::new(program);
    browser.args(["--headless", "--no-sandbox", "--disable-gpu"]);
    browser.args(["--disable-background-networking", "--disable-sync"]);
    browser.args(["--disable-component-update", "--no-first-run"]);
    browser.args(["--window-size=1400,1000"]);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    browser.spawn().unwrap()
}

/// One request: a file, or a report in JSON.
fn answer(mut stream: &TcpStream, files: &Files, reports: &Sender<Value>) -> io::Result<()> {
    let mut request = BufReader::new(stream);
    let (mut first, mut len) = (String::new(), 0);
    request.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        request.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            len = value.trim().parse().unwrap_or(0);
        }
    }
    let mut words = first.split(' ');
    let is_report = words.next() == Some("POST");
    let path = words.next().unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let (status, (kind, body)) = match files.get(path) {
        _ if is_report => {
            let mut body = vec![0; len];
            request.read_exact(&mut body)?;
            let _ = reports.send(serde_json::from_slice(&body)?);
            ("204 No Content", ("text/plain", &Vec::new()))
        }
        Some((kind, body)) => ("200 OK", (*kind, body)),
        None => ("404 Not Found", ("text/plain", &Vec::new())),
    };
    let len = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(body)
}
