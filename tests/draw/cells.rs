//! What the cells of pictures say, against the naive definition; and that any layout is drawn,
//! in bounds.

use regex::Regex;

use crate::support::pictures::Picture;
use layout_oracle::naive::Spec;
use layout_oracle::random::Random;
use tiled_layout::{Layout, draw};

/// The row-major number of an index such as `2,3`.
fn number(index: &str, dims: &[usize]) -> i64 {
    let numbers = index.split(',').filter(|number| !number.is_empty());
    let numbers = numbers.map(|number| number.parse::<usize>().unwrap());
    numbers
        .zip(dims)
        .fold(0, |n, (number, dim)| n * dim + number) as i64
}

/// Checks the titles of all cells; how many cells of elements and of padding there are.
fn check_titles(text: &str, svg: &str) -> (usize, usize) {
    let spec = Spec::parse(text);
    let buffer = spec.buffer();
    let element = Regex::new(
        r"<title>(?:[a-z] = )?\(([\d,]*)\)(?:, tile [\d,]+)?, position ([\d,]+)</title>",
    )
    .unwrap();
    let padding =
        Regex::new(r"<title>padding(?:, tile [\d,]+)?, position ([\d,]+)</title>").unwrap();
    let position = |text: &str| text.replace(',', "").parse::<usize>().unwrap();
    let mut counts = (0, 0);
    for found in element.captures_iter(svg) {
        assert_eq!(
            buffer[position(&found[2])],
            number(&found[1], &spec.dims),
            "{text}: {}",
            &found[0]
        );
        counts.0 += 1;
    }
    for found in padding.captures_iter(svg) {
        assert_eq!(buffer[position(&found[1])], -1, "{text}: {}", &found[0]);
        counts.1 += 1;
    }
    assert_eq!(svg.matches("<g class=\"el\">").count(), counts.0, "{text}");
    assert_eq!(svg.matches("<g class=\"pa\">").count(), counts.1, "{text}");
    counts
}

#[test]
fn cells_say_their_index_and_position() {
    for picture in Picture::all().filter(|picture| !["huge", "elided"].contains(&picture.name)) {
        // The naive definition has no `E`.
        let text = picture.layout.replace("E(4)", "");
        let layout = Layout::parse(picture.layout).unwrap();
        let counts = check_titles(&text, &draw::Svg::new(&layout).to_string());
        assert_eq!(
            counts,
            (picture.elements, picture.padding),
            "{}",
            picture.name
        );
    }
}

#[test]
fn random_layouts_are_drawn() {
    let mut random = Random::new(5);
    for n in 0..300 {
        let spec = if n % 2 == 0 {
            random.spec()
        } else {
            random.uneven_spec()
        };
        let text = spec.text("f32");
        let layout = Layout::parse(&text).unwrap();
        let svg = draw::Svg::new(&layout).to_string();
        check_titles(&text, &svg);
        assert_eq!(
            svg.matches("<g ").count(),
            svg.matches("</g>").count(),
            "{text}"
        );
        for width in [40, 80, 200] {
            let drawn = draw::Text::new(&layout).width(width).to_string();
            let longest = drawn.lines().skip(1).map(|line| line.chars().count()).max();
            assert!(
                longest <= Some(width.max(60)),
                "{text}: {longest:?} at {width}\n{drawn}"
            );
        }
        assert!(
            draw::Text::new(&layout).ascii(true).to_string().is_ascii(),
            "{text}"
        );
    }
}

#[test]
fn pictures_of_any_layout_are_small() {
    for text in [
        "f32[1000000,1000000]{1,0:T(8,128)}",
        "f32[1000000,1000000]{0,1}",
        "f32[1000000000000]{0}",
        "bf16[1000000000]{0:T(1024)(128)(2,1)}",
        "u8[65536,65536,1024]{2,1,0:T(8,128)(4,1)}",
        "f32[2,3,2,3,2,3,2,3,2,3,2,3]{11,10,9,8,7,6,5,4,3,2,1,0:T(2,2)}",
        "f32[100000,100000]{1,0:T(4096,4096)(8,8)}",
        "f32[9,1000000,7]{2,1,0:T(*,4)}",
        "f32[3,5]{1,0:T(1000000,1000000)}",
        "f32[1000000,3]{1,0:T(2,2)(3,3,2)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let svg = draw::Svg::new(&layout).to_string();
        assert!(svg.len() < 150_000, "{text}: {} bytes", svg.len());
        let drawn = draw::Text::new(&layout).to_string();
        assert!(
            drawn.lines().count() < 110,
            "{text}: {} lines",
            drawn.lines().count()
        );
        assert!(!layout.explain().to_string().is_empty());
    }
}

#[test]
fn colours_are_ansi_and_can_be_stripped() {
    let escapes = Regex::new("\u{1b}\\[[0-9;]*m").unwrap();
    for picture in Picture::all() {
        let layout = Layout::parse(picture.layout).unwrap();
        let plain = draw::Text::new(&layout).to_string();
        let colored = draw::Text::new(&layout).color(true).to_string();
        assert!(!plain.contains('\u{1b}'), "{}", picture.name);
        assert!(colored.contains('\u{1b}'), "{}", picture.name);
        assert_eq!(escapes.replace_all(&colored, ""), plain, "{}", picture.name);
    }
}
