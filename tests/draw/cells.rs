//! What the cells of pictures say, against the naive definition; and that any layout is drawn,
//! in bounds.

use regex::Regex;

use crate::support::pictures::{ANATOMIES, Picture};
use layout_oracle::naive::Spec;
use layout_oracle::random::{MOST, Random};
use tiled_layout::notation::explain;
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
    assert_eq!(svg.matches("<g class=\"el\"").count(), counts.0, "{text}");
    assert_eq!(svg.matches("<g class=\"pa\"").count(), counts.1, "{text}");
    // The attributes for scripts say the same.
    let data = Regex::new(r#"<g class="el" data-index="([\d,]*)" data-position="(\d+)">"#).unwrap();
    for found in data.captures_iter(svg) {
        let position: usize = found[2].parse().unwrap();
        assert_eq!(buffer[position], number(&found[1], &spec.dims), "{text}");
    }
    assert_eq!(data.find_iter(svg).count(), counts.0, "{text}");
    counts
}

/// Numbers with commas between them.
fn joined(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(",")
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
    for _ in 0..120 {
        let text = random.aimed_spec(MOST).text("f32");
        let layout = Layout::parse(&text).unwrap();
        let svg = draw::Svg::new(&layout).to_string();
        check_titles(&text, &svg);
        check_titles(&text, &draw::Svg::new(&layout).anatomy(true).to_string());
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

/// The text of a layout of any size and of a rank up to `most`, also without elements, which may
/// have errors.
pub(super) fn any_text(random: &mut Random, most: usize) -> String {
    const SIZES: [usize; 15] = [
        0,
        0,
        1,
        1,
        2,
        3,
        5,
        8,
        17,
        127,
        130,
        1000,
        1 << 20,
        usize::MAX >> 31,
        usize::MAX >> 5,
    ];
    let rank = random.below(most + 1);
    let sizes = &SIZES[..random.pick(&[9, SIZES.len()])];
    let dims: Vec<usize> = (0..rank).map(|_| random.pick(sizes)).collect();
    let mut sections = String::new();
    for tile in 0..random.below(4) {
        let len = 1 + random.below(rank + 1);
        let entry = |at: usize| {
            if at + 1 < len && random.below(6) == 0 {
                "*".into()
            } else {
                random
                    .pick(&[1, 2, 2, 3, 4, 5, 8, 128, 1000, 1 << 20])
                    .to_string()
            }
        };
        let entries: Vec<String> = (0..len).map(entry).collect();
        let letter = if tile == 0 { "T" } else { "" };
        sections += &format!("{letter}({})", entries.join(","));
    }
    if random.below(6) == 0 {
        sections += &format!("L({})", 1 + random.below(40));
    }
    let element = random.pick(&["f32", "bf16", "u8", "s4", "pred", "c128"]);
    if element == "s4" && random.below(2) == 0 {
        sections += "E(4)";
    }
    if rank > 0 && random.below(3) == 0 {
        let more = dims.iter().map(|dim| dim + random.pick(&[0, 1, 2, 900]));
        let widths: Vec<usize> = more.collect();
        sections += &format!("PAD({})", joined(&widths));
    }
    let colon = if sections.is_empty() { "" } else { ":" };
    let order = joined(&random.order(rank));
    format!("{element}[{}]{{{order}{colon}{sections}}}", joined(&dims))
}

#[test]
fn all_layouts_are_drawn_at_all_widths() {
    let mut random = Random::new(9);
    let (mut drawn, mut without_elements) = (0, 0);
    for _ in 0..700 {
        let text = any_text(&mut random, 5);
        let Ok(layout) = Layout::parse(&text) else {
            continue;
        };
        drawn += 1;
        without_elements += usize::from(layout.num_elements() == 0 && layout.padded_len() > 0);
        let width = random.pick(&[0, 1, 39, 40, 41, 80, 120, 1000, usize::MAX]);
        let picture = draw::Text::new(&layout).width(width).to_string();
        let longest = picture
            .lines()
            .skip(1)
            .map(|line| line.chars().count())
            .max();
        assert!(
            longest <= Some(width.max(120)),
            "{text} at {width}\n{picture}"
        );
        let svg = draw::Svg::new(&layout);
        let svg = svg.to_string() + &svg.anatomy(true).to_string();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{text}");
        // In one line, or in two, broken before the brace.
        let parts = draw::Text::new(&layout).width(width).parts(true);
        let (parts, whole) = (parts.to_string(), layout.to_string());
        let array = whole.find('{').map_or(&whole[..], |brace| &whole[..brace]);
        let broken = parts.contains(&format!("\n{}\n", &whole[array.len()..]));
        let starts = |start: &str| parts.starts_with(&format!("{start}\n"));
        assert!(starts(&whole) || starts(array) && broken, "{parts}");
    }
    assert!(
        drawn > 450 && without_elements > 8,
        "{drawn} {without_elements}"
    );
}

/// Numbers of any length: those that are too long for a line end with their last digits.
#[test]
fn long_numbers_keep_to_the_width() {
    for text in [
        "f32[92233720367745807,2]{1,0:T(3372036854775807,3)}",
        "f32[2,92233720367745807]{1,0:T(3,3372036854775807)}",
        "u8[9223372036854775807]{0:T(128)}",
        "u8[2147483647,2147483647]{1,0:T(8,128)}",
    ] {
        let Ok(layout) = Layout::parse(text) else {
            continue; // of 32 bits
        };
        for width in 40..=120 {
            let drawn = draw::Text::new(&layout).width(width).to_string();
            for line in drawn.lines() {
                let len = line.chars().count();
                assert!(
                    len <= width.max(text.len()),
                    "{text} at {width}, {len}:\n{drawn}"
                );
            }
        }
    }
    let Ok(layout) = Layout::parse("f32[92233720367745807,2]{1,0:T(3372036854775807,3)}") else {
        return;
    };
    let drawn = |width| draw::Text::new(&layout).width(width).to_string();
    assert!(drawn(40).contains("\n…946,789–…745,806 ┃"));
    assert!(drawn(60).contains("\n91,044,995,078,946,789–92,233,720,367,745,806 ┃"));
}

#[test]
fn parts_of_texts_keep_to_the_width() {
    for (name, text) in ANATOMIES {
        let layout = Layout::parse(text).unwrap();
        for width in [40, 80, 120] {
            let drawn = draw::Text::new(&layout).width(width).parts(true);
            let drawn = drawn.to_string();
            // The layout's text is longer, or stands in two lines.
            let own = |line: &&str| text.contains(line);
            for line in drawn.lines().filter(|line| !own(line)) {
                let len = line.chars().count();
                assert!(len <= width, "{name} at {width}, {len}: {line}\n{drawn}");
            }
        }
    }
}

/// A tile with padding shows some of it, also where its number does not fit beside it.
#[test]
fn numbers_leave_some_padding_visible() {
    let layout = Layout::parse("f32[71,3,5]{2,1,0:T(*,2,2)}").unwrap();
    for width in 40..=120 {
        let drawn = draw::Text::new(&layout).width(width).to_string();
        let row = drawn.lines().find(|line| line.contains("0–1 ┃")).unwrap();
        assert!(row.contains("░┃"), "{width}: {row}");
    }
}

#[test]
fn memory_without_elements_is_drawn_as_padding() {
    for text in [
        "u8[0,2]{1,0:PAD(1,2)}",
        "s4[0]{0:T(1000)(2)PAD(3)}",
        "f32[0,1]{1,0:T(*,5)(1,3,2)PAD(1,2)}",
        "u8[127,8589934592,0,8589934592,0]{2,4,1,3,0:T(8)(5,8,*,5,1,128)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let svg = draw::Svg::new(&layout).to_string();
        assert!(!svg.contains("<g class=\"el\""), "{text}");
        assert!(!draw::Text::new(&layout).to_string().is_empty());
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
        assert!(!explain(&layout).to_string().is_empty());
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
