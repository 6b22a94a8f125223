//! The golden pictures in a browser: their sizes, how many cells they have, and that no text runs
//! out of its picture.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skip;
use crate::support::pictures::Picture;

/// The programs that render a page without a window.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Reports for each picture its size, its cells, and the farthest that its shapes reach.
const SCRIPT: &str = "
const lines = [...document.querySelectorAll('svg')].map(svg => {
  const box = svg.getBoundingClientRect();
  const shapes = [...svg.querySelectorAll('text, rect, path, circle')].filter(e => !e.closest('defs'));
  const ends = shapes.map(e => e.getBoundingClientRect());
  return [
    box.width, box.height,
    svg.querySelectorAll('g.el').length, svg.querySelectorAll('g.pa').length,
    Math.ceil(Math.max(...ends.map(e => e.right)) - box.left),
    Math.ceil(Math.max(...ends.map(e => e.bottom)) - box.top),
    Math.floor(Math.min(...ends.map(e => e.left)) - box.left),
  ].join(' ');
});
document.body.innerHTML = '<pre id=\"found\">' + lines.join('\\n') + '</pre>';
";

/// The page as it is after its scripts, by the first browser that is there.
fn dom(page: &Path, profile: &Path) -> Option<String> {
    BROWSERS.iter().find_map(|browser| {
        let output = Command::new(browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args(["--disable-sync", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("file://{}", page.display()))
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    })
}

#[test]
#[ignore = "starts a browser"]
fn pictures_in_a_browser() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let profile = folder.join("profile");
    let _ = fs::remove_dir_all(&profile);
    fs::create_dir_all(&profile).unwrap();
    let mut page = String::from("<!doctype html><meta charset=utf-8><body>");
    for picture in Picture::all() {
        page += &fs::read_to_string(picture.file("svg")).unwrap();
    }
    page += &format!("<script>{SCRIPT}</script>");
    let file = folder.join("pictures.html");
    fs::write(&file, page).unwrap();
    let Some(dom) = dom(&file, &profile) else {
        return skip(format!("no browser: none of {}", BROWSERS.join(", ")));
    };
    let found = dom
        .split_once("<pre id=\"found\">")
        .expect("the script has run")
        .1;
    let found = found.split_once("</pre>").unwrap().0;
    assert_eq!(found.lines().count(), Picture::all().count());
    for (picture, line) in Picture::all().zip(found.lines()) {
        let numbers: Vec<f64> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        let [width, height, elements, padding, right, bottom, left] = numbers[..] else {
            panic!("{line}");
        };
        let name = picture.name;
        let svg = fs::read_to_string(picture.file("svg")).unwrap();
        let said = svg
            .split(" height=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        assert_eq!((width, height), (900.0, said.parse().unwrap()), "{name}");
        assert_eq!(
            (elements, padding),
            (picture.elements as f64, picture.padding as f64),
            "{name}"
        );
        assert!(
            right <= width && bottom <= height && left >= 0.0,
            "{name} reaches {line}"
        );
    }
}
