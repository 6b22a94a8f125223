//! What an editor shows of layouts, by the protocol of rust-analyzer: hover, definition, completion.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The longest time between two messages of the server, which builds the macro first.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server of the protocol, with one open file.
struct Server {
    process: Child,
    input: ChildStdin,
    messages: Receiver<String>,
    requests: usize,
    file: String,
    source: String,
}

impl Server {
    /// Opens the library of a package, and waits until all of it is known.
    fn open(package: &Path, target: &Path) -> Server {
        let mut process = Command::new("rust-analyzer")
            .current_dir(package)
            .env("CARGO_TARGET_DIR", target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut server = Server {
            process,
            input,
            messages,
            requests: 0,
            file: format!("file://{}/src/lib.rs", package.display()),
            source: fs::read_to_string(package.join("src/lib.rs")).unwrap(),
        };
        let root = format!("file://{}", package.display());
        server.request(
            "initialize",
            &format!(
                r#"{{"processId":null,"rootUri":"{root}","capabilities":{{"experimental":{{
                "serverStatusNotification":true}},"textDocument":{{"hover":{{"contentFormat":
                ["markdown"]}}}}}},"initializationOptions":{{"checkOnSave":false,
                "cachePriming":{{"enable":false}}}}}}"#
            ),
        );
        server.notify("initialized", "{}");
        let text = server.source.replace('\\', "\\\\").replace('"', "\\\"");
        let text = text.replace('\n', "\\n");
        let file = &server.file;
        let document = format!(
            r#"{{"textDocument":{{"uri":"{file}","languageId":"rust","version":1,"text":"{text}"}}}}"#
        );
        server.notify("textDocument/didOpen", &document);
        while !server.receive().contains("\"quiescent\":true") {}
        server
    }

    fn send(&mut self, message: &str) {
        let length = message.len();
        write!(self.input, "Content-Length: {length}\r\n\r\n{message}").unwrap();
        self.input.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: &str) {
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#
        ));
    }

    /// The next message, after an answer to it if it is a request.
    fn receive(&mut self) -> String {
        let message = self.messages.recv_timeout(PATIENCE).unwrap();
        if message.contains("\"method\":")
            && let Some((_, rest)) = message.split_once("\"id\":")
        {
            let id = rest.split([',', '}']).next().unwrap();
            self.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":null}}"#));
        }
        message
    }

    fn request(&mut self, method: &str, params: &str) -> String {
        self.requests += 1;
        let id = self.requests;
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#
        ));
        let answer = format!("\"id\":{id},");
        loop {
            let message = self.receive();
            if message.contains(&answer) && !message.contains("\"method\":") {
                return message;
            }
        }
    }

    /// Asks about the byte `within` bytes after the start of `text` in the file.
    fn ask(&mut self, what: &str, text: &str, within: usize) -> String {
        let at = self.source.find(text).expect(text) + within;
        let before = &self.source[..at];
        let line = before.matches('\n').count();
        let character = at - before.rfind('\n').map_or(0, |newline| newline + 1);
        let file = &self.file;
        let params = format!(
            r#"{{"textDocument":{{"uri":"{file}"}},"position":{{"line":{line},"character":{character}}}}}"#
        );
        self.request(&format!("textDocument/{what}"), &params)
    }

    /// Asserts that the text shown at an offset contains all of some texts.
    fn shows(&mut self, what: &str, text: &str, within: usize, expected: &[&str]) {
        let shown = self.ask(what, text, within);
        for part in expected {
            assert!(
                shown.contains(part),
                "{what} of `{text}` has no `{part}`: {shown}"
            );
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_message(output: &mut impl BufRead) -> Option<String> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|&read| read > 0)?;
        match line.trim().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut message = vec![0; length];
    output.read_exact(&mut message).ok()?;
    String::from_utf8(message).ok()
}

#[test]
#[ignore = "starts rust-analyzer"]
fn what_an_editor_shows() {
    let Some(workspace) = crate::analyzer::workspace() else {
        return;
    };
    let mut server = Server::open(&workspace.join("hovered"), &workspace.join("target"));

    // An alias, where it is used: what the user wrote, and the numbers of the layout. `ROWS` is not
    // known to the macro.
    server.shows(
        "hover",
        "Fig1::STRIDES",
        1,
        &[
            "The example of the guide.",
            "`f32[ROWS,5]<1,0:T(2,2)>`",
            "physical dimensions: `[⌈ROWS/2⌉, 3, 2, 2]`",
            "strides: `[12, 4, 2, 1]`",
        ],
    );
    // 311296 bytes: the size that XLA gives this layout on a TPU.
    let tpu = [
        "`bf16[300,500]{1,0:T(8,128)(2,1)}`",
        "elements: 150000, with padding 155648",
        "bytes: 300000, with padding 311296",
        "padding: 5648 elements, 3.6% of the buffer",
    ];
    server.shows("hover", "Tpu::", 1, &tpu);
    server.shows(
        "hover",
        "Cache::<8>",
        1,
        &["elements: 128·N, with padding 1024·⌈N/8⌉"],
    );

    // A constant, an element type, and a name within a layout.
    let strides = ["row-major strides of `PHYSICAL_DIMS`"];
    server.shows("hover", "STRIDES", 1, &strides);
    server.shows("hover", "f32[ROWS", 1, &["struct F32", "single precision"]);
    server.shows("hover", "s8[ROWS", 1, &["struct S8"]);
    server.shows("hover", "ROWS,5]", 1, &["const ROWS: usize = 3"]);
    for (text, line) in [("ROWS,5]", 3), ("ROWS,7]", 3), ("ROWS,9]", 3)] {
        server.shows("definition", text, 1, &[&format!("\"line\":{line},")]);
        let definition = server.ask("definition", text, 1);
        assert!(!definition.contains("layout-core"), "{definition}");
    }

    // After `Fig1::`, and within a layout.
    let constants = [
        "PADDED_LEN",
        "PADDED_BYTES",
        "PHYSICAL_DIMS",
        "STRIDES",
        "offset",
        "view",
    ];
    server.shows("completion", "Fig1::PA", "Fig1::".len(), &constants);
    for text in ["ROWS,5]", "ROWS,7]", "ROWS,9]"] {
        server.shows("completion", text, 2, &["ROWS"]);
    }
    for text in ["ROW,4]", "ROW },6]", "ROW,2)"] {
        server.shows("completion", text, 3, &["ROWS"]);
    }
    server.shows("completion", "BF[8", 2, &["BF16", "F8E4M3FN"]);
    server.shows("completion", "S;", 1, &["S32", "S8"]);
    server.shows("completion", "T>;", 1, &["\"label\":\"T\"", "PAD"]);
    server.shows("completion", "E};", 1, &["\"label\":\"E\"", "PAD"]);
}

/// The number of methods in `CompletionItemKind`.
const METHOD: u64 = 2;

/// The methods offered after `view.` that are those of `View` itself: the others belong to traits.
fn methods_of_a_view(completion: &str) -> Vec<String> {
    let completion: serde_json::Value = serde_json::from_str(completion).unwrap();
    let items = completion["result"]["items"].as_array().unwrap();
    let methods = items.iter().filter(|item| item["kind"] == METHOD);
    let names = methods.filter_map(|item| {
        let label = item["label"].as_str().unwrap();
        (!label.contains("(as ")).then(|| label.split('(').next().unwrap().to_owned())
    });
    names.collect()
}

/// rustc can name each method that is offered: its bounds hold for a static or a run-time layout. The
/// errors E0282 to E0284 only say that the type of an argument is not known.
#[test]
#[ignore = "starts rust-analyzer"]
fn offered_methods_can_be_called() {
    let Some(workspace) = crate::analyzer::workspace() else {
        return;
    };
    let target = workspace.join("target");
    let mut server = Server::open(&workspace.join("hovered"), &target);
    let names = methods_of_a_view(&server.ask("completion", "view.di", "view.".len()));
    println!("{} methods: {names:?}", names.len());
    for name in ["dims", "iter", "region", "copy_to_row_major"] {
        assert!(names.iter().any(|offered| offered == name), "no `{name}`");
    }

    // Two lines for each method: `ranked` is for a view of a run-time layout.
    let mut program = String::from("type Fig1 = tiled_layout::layout!(F32[3,5]); fn main() {}\n");
    for name in &names {
        for layout in ["Fig1", "tiled_layout::Layout"] {
            let view = format!("tiled_layout::View::<'static, f32, {layout}>");
            writeln!(
                program,
                "const _: () = {{ fn call() {{ {view}::{name}; }} }};"
            )
            .unwrap();
        }
    }
    let package = workspace.join("good"); // whose library compiles
    fs::create_dir_all(package.join("examples")).unwrap();
    fs::write(package.join("examples/called.rs"), program).unwrap();
    let output = Command::new("cargo")
        .args(["check", "--example", "called", "--message-format", "short"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("examples/called.rs:") || output.status.success(),
        "{errors}"
    );
    let fails = |line: usize| {
        let place = format!("called.rs:{line}:");
        let mut errors = errors.lines().filter(|error| error.contains(&place));
        errors.any(|error| error.contains("error[E") && !error.contains("error[E028"))
    };
    let names = names.iter().enumerate();
    let uncallable = names.filter(|(number, _)| fails(2 * number + 2) && fails(2 * number + 3));
    assert_eq!(uncallable.collect::<Vec<_>>(), []);
}
