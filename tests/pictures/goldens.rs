//! The fixed set of pictures, against golden files that were looked at.
//!
//! `PICTURES=overwrite cargo test --test integration pictures` writes the files anew; look at them
//! in a browser, light and dark.

use std::fs;

use crate::support::pictures::Picture;
use tiled_layout::{Layout, draw};

fn check(picture: &Picture, extension: &str, drawn: String) {
    let file = picture.file(extension);
    if std::env::var("PICTURES").is_ok_and(|value| value == "overwrite") {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, drawn + "\n").unwrap();
        return;
    }
    let golden = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert!(
        golden == drawn + "\n",
        "{} is not what is drawn for {}",
        file.display(),
        picture.layout
    );
}

#[test]
fn svg() {
    for picture in Picture::all() {
        let layout = Layout::parse(picture.layout).unwrap();
        check(picture, "svg", draw::Svg::new(&layout).to_string());
    }
}

#[test]
fn text() {
    for picture in Picture::all() {
        let layout = Layout::parse(picture.layout).unwrap();
        check(picture, "txt", draw::Text::new(&layout).to_string());
    }
}
