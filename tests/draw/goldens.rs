//! The fixed set of pictures and charts, against golden files that were looked at.
//!
//! `PICTURES=overwrite cargo test -p layout-tests --test integration draw::goldens` writes the
//! files anew; look at them in a browser, light and dark.

use std::fs;
use std::path::Path;

use crate::support::charts;
use crate::support::pictures::{
    ANATOMIES, DOCUMENTED, Picture, SHARDS, anatomy_file, narrow_file, shards_file,
};
use tiled_layout::{Layout, draw};

fn check(picture: &Picture, extension: &str, drawn: String) {
    check_file(&picture.file(extension), drawn);
}

fn check_file(file: &Path, drawn: String) {
    if std::env::var("PICTURES").is_ok_and(|value| value == "overwrite") {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, drawn + "\n").unwrap();
        return;
    }
    let golden = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert!(
        golden == drawn + "\n",
        "{} is not what is drawn",
        file.display()
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

#[test]
fn anatomies() {
    for (name, layout) in ANATOMIES {
        let layout = Layout::parse(layout).unwrap();
        let svg = draw::Svg::new(&layout).anatomy(true).to_string();
        check_file(&anatomy_file(name, "svg"), svg);
        let text = draw::Text::new(&layout).width(100).parts(true);
        check_file(&anatomy_file(name, "txt"), text.to_string());
    }
}

#[test]
fn shards() {
    for (name, dims, counts, copies, shard) in SHARDS {
        let layout = Layout::parse(shard).unwrap();
        let devices = counts.iter().product::<usize>() * copies;
        let shards = draw::Shards::new(dims, counts, 0..devices);
        let file = |extension| shards_file(name, extension);
        check_file(&file("svg"), draw::Svg::new(&layout).shards(&shards));
        check_file(&file("txt"), draw::Text::new(&layout).shards(&shards));
        for width in [40, 60, 80, 120] {
            let text = draw::Text::new(&layout).width(width).shards(&shards);
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest.unwrap() <= width, "{name} at {width}: {text}");
        }
    }
}

#[test]
fn stacked_pictures() {
    let svg = |layout: &str| draw::Svg::new(&Layout::parse(layout).unwrap()).narrow(true);
    for picture in DOCUMENTED {
        check_file(&narrow_file(picture.name), svg(picture.layout).to_string());
    }
    for (name, layout) in &ANATOMIES[..2] {
        let svg = svg(layout).anatomy(true);
        check_file(&narrow_file(&format!("anatomy_{name}")), svg.to_string());
    }
}

/// Each picture of the README has a narrow variant, whose letters have at least 11 pixels at a width
/// of 360.
#[test]
fn the_readme_is_legible_on_a_phone() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let sources: Vec<&str> = readme.split("srcset=\"").skip(1).collect();
    let pictures = readme.lines().filter(|line| line.starts_with("!["));
    assert_eq!(sources.len(), pictures.count());
    for source in sources {
        let (file, _) = source.split_once('"').unwrap();
        let svg = fs::read_to_string(root.join(file)).unwrap();
        assert!(svg.contains(" width=\"360\" "), "{file}");
        for size in svg.split("font-size:").skip(1) {
            let (size, _) = size.split_once("px").unwrap();
            assert!(size.parse::<f64>().unwrap() >= 11.0, "{file}: {size}");
        }
    }
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            let used = digit <= three.len();
            text.push(if used {
                char::from(DIGITS[index as usize])
            } else {
                '='
            });
        }
    }
    text
}

/// A link definition that holds a picture.
fn link(name: &str, svg: String) -> String {
    let data = base64(svg.as_bytes());
    format!("[{name}]: data:image/svg+xml;base64,{data}")
}

#[test]
fn charts_show_what_was_measured_and_the_formula() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let recorded = folder.join("benches/copy/recorded.txt");
    let recorded = fs::read_to_string(recorded).unwrap();
    for (name, svg) in [
        ("chart_speed", charts::copies(&recorded)),
        ("chart_padding", charts::padding()),
    ] {
        let pictures = folder.join("docs/pictures");
        check_file(&pictures.join(format!("{name}.svg")), svg.clone());
        check_file(&pictures.join(format!("{name}_links.md")), link(name, svg));
    }
    let pictures = folder.join("docs/pictures");
    for (name, narrow) in [("chart_copies", false), ("chart_copies_narrow", true)] {
        let svg = charts::past_a_page(&recorded, narrow);
        check_file(&pictures.join(format!("{name}.svg")), svg);
    }
}

/// The tables of copies in Markdown, between two comments.
#[test]
fn tables_show_what_was_measured() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let recorded = fs::read_to_string(folder.join("benches/copy/recorded.txt")).unwrap();
    for (file, by_job) in [("benches/RESULTS.md", true), ("docs/performance.md", false)] {
        let file = folder.join(file);
        let text = fs::read_to_string(&file).unwrap();
        let (before, rest) = text.split_once("<!-- copies -->\n").unwrap();
        let (_, after) = rest.split_once("<!-- end -->").unwrap();
        let table = charts::copies_table(&recorded, by_job);
        let text = format!("{before}<!-- copies -->\n\n{table}\n<!-- end -->{after}");
        check_file(&file, text.trim_end().into());
    }
}

/// rustdoc copies no pictures: its pages hold them as data, by link definitions that come before
/// those of the chapters.
#[test]
fn links_of_rustdoc_hold_the_pictures() {
    assert_eq!(base64(b"padding"), "cGFkZGluZw==");
    let picture = |picture: &Picture| {
        let layout = Layout::parse(picture.layout).unwrap();
        link(picture.name, draw::Svg::new(&layout).to_string())
    };
    let anatomy = |(name, layout): &(&str, &str)| {
        let layout = Layout::parse(layout).unwrap();
        let svg = draw::Svg::new(&layout).anatomy(true);
        link(&format!("anatomy_{name}"), svg.to_string())
    };
    let pictures = DOCUMENTED.iter().map(picture);
    let links: Vec<String> = pictures.chain(ANATOMIES[..1].iter().map(anatomy)).collect();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures"));
    check_file(&folder.join("links.md"), links.join("\n"));
    check_file(&folder.join("readme_links.md"), readme_links());
    // The pages of types have the first; each package has the files of its documentation.
    let runtime = folder.join("../../layout-runtime/src");
    check_file(&folder.join("figure1_link.md"), links[0].clone());
    check_file(&runtime.join("figure1_link.md"), links[0].clone());
}

/// What the README's page in rustdoc needs in addition to the pictures of the chapters: the chart and
/// the explorer, and rules of style that show the stacked pictures in narrow windows, since the
/// README's `<source>` names a file that rustdoc does not copy.
fn readme_links() -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let recorded = fs::read_to_string(root.join("benches/copy/recorded.txt")).unwrap();
    let stacked = |layout| draw::Svg::new(&Layout::parse(layout).unwrap()).narrow(true);
    let (name, layout) = ANATOMIES[0];
    let rules = [
        ("figure1".into(), stacked(DOCUMENTED[0].layout).to_string()),
        (
            format!("anatomy_{name}"),
            stacked(layout).anatomy(true).to_string(),
        ),
        ("chart_copies".into(), charts::past_a_page(&recorded, true)),
    ]
    .map(|(name, svg): (String, _)| {
        let (before, _) = readme.split_once(&format!("][{name}]")).unwrap();
        let alt = &before[before.rfind("![").unwrap() + 2..];
        let data = base64(svg.as_bytes());
        format!("img[alt=\"{alt}\"] {{ content: url(\"data:image/svg+xml;base64,{data}\") }}")
    });
    let chart = link("chart_copies", charts::past_a_page(&recorded, false));
    let explorer = base64(&fs::read(root.join("docs/pictures/explorer.png")).unwrap());
    let explorer = format!("[explorer_picture]: data:image/png;base64,{explorer}");
    let rules = rules.join("\n");
    format!("{chart}\n{explorer}\n\n<style>@media (max-width: 600px) {{\n{rules}\n}}</style>")
}
