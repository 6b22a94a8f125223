//! Texts of pictures, measured: all inside the card, legible, and clear of one another; and shapes:
//! all inside the card.

use std::collections::HashMap;

use regex::Regex;

use layout_oracle::random::Random;
use tiled_layout::{Layout, draw};

use super::cells::any_text;

#[path = "../../layout-draw/src/svg/metrics.rs"]
mod metrics;

/// A text's size and bounds.
#[derive(Debug)]
struct Placed {
    #[expect(dead_code, reason = "failures print it")]
    text: String,
    size: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// The attribute of an element, as a number.
fn number(element: &str, name: &str) -> Option<f64> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()?.parse().ok()
}

/// The fonts of a picture's style sheet.
struct Fonts {
    /// The size without a class.
    general: f64,
    /// The size of each class, with the number of its rule: later rules win.
    sizes: HashMap<String, (usize, f64)>,
    monospace: Vec<String>,
    bold: Vec<String>,
}

fn fonts(svg: &str) -> Fonts {
    let rules = Regex::new(r"([^{}]+)\{([^{}]*)\}").unwrap();
    let size = Regex::new(r"font-size:([\d.]+)px").unwrap();
    let class = Regex::new(r"\.(\w+)\s*(?:,|$)").unwrap();
    let mut fonts = Fonts {
        general: 13.0,
        sizes: HashMap::new(),
        monospace: Vec::new(),
        bold: Vec::new(),
    };
    let style = svg.split("</style>").next().unwrap();
    let style = style.split("@media").next().unwrap();
    for (n, rule) in rules.captures_iter(style).enumerate() {
        let found = size.captures(&rule[2]);
        let found = found.map(|size| size[1].parse::<f64>().unwrap());
        if let (Some(size), true) = (found, rule[1].ends_with("text")) {
            fonts.general = size;
        }
        for class in class.captures_iter(&rule[1]) {
            if let Some(size) = found {
                fonts.sizes.insert(class[1].to_string(), (n, size));
            }
            for (property, list) in [
                ("monospace", &mut fonts.monospace),
                ("font-weight", &mut fonts.bold),
            ] {
                if rule[2].contains(property) {
                    list.push(class[1].to_string());
                }
            }
        }
    }
    fonts
}

impl Fonts {
    fn size(&self, classes: &str) -> f64 {
        let sizes = classes.split(' ').filter_map(|class| self.sizes.get(class));
        let last = sizes.max_by_key(|(rule, _)| *rule);
        last.map_or(self.general, |(_, size)| *size)
    }

    /// The width of a text of some classes, without tags.
    fn width(&self, classes: &str, size: f64, text: &str) -> f64 {
        let any = |list: &[String]| {
            classes
                .split(' ')
                .any(|class| list.iter().any(|c| c == class))
        };
        let text = text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        match (any(&self.monospace), any(&self.bold)) {
            (true, _) => 0.602 * size * text.chars().count() as f64,
            (_, true) => metrics::BOLD * metrics::measured(&text, size),
            _ => metrics::measured(&text, size),
        }
    }
}

/// All texts of a picture.
fn texts(svg: &str) -> Vec<Placed> {
    let fonts = fonts(svg);
    let text = Regex::new(r"(<text[^>]*>)(.*?)</text>").unwrap();
    let pieces = Regex::new(r#"<tspan class="([^"]*)">([^<]*)</tspan>|([^<]+)"#).unwrap();
    let class = Regex::new(r#"class="([^"]*)""#).unwrap();
    let own_size = Regex::new(r"font-size:([\d.]+)px").unwrap();
    let placed = |found: regex::Captures<'_>| {
        let tag = &found[1];
        let classes = class
            .captures(tag)
            .map_or("", |class| class.get(1).unwrap().as_str());
        let size = own_size.captures(tag);
        let size = size.map_or(fonts.size(classes), |size| size[1].parse().unwrap());
        let width = |piece: regex::Captures<'_>| match piece.get(3) {
            Some(plain) => fonts.width(classes, size, plain.as_str()),
            None => fonts.width(&piece[1], size, &piece[2]),
        };
        let measured = pieces.captures_iter(&found[2]).map(width).sum();
        let width = number(tag, "textLength").unwrap_or(measured);
        let (x, y) = (number(tag, "x").unwrap(), number(tag, "y").unwrap());
        let left = match tag {
            _ if tag.contains("\"middle\"") => x - width / 2.0,
            _ if tag.contains("\"end\"") => x - width,
            _ => x,
        };
        Placed {
            text: found[2].to_string(),
            size,
            left,
            right: left + width,
            top: y - 0.73 * size,
            bottom: y + 0.2 * size,
        }
    };
    text.captures_iter(svg).map(placed).collect()
}

/// The corners of a path: the points of its lines and curves.
fn corners(data: &str) -> Vec<(f64, f64)> {
    let command = Regex::new(r"([A-Za-z])([^A-Za-z]*)").unwrap();
    let value = Regex::new(r"-?(?:\d+\.?\d*|\.\d+)").unwrap();
    let mut corners = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    for found in command.captures_iter(data) {
        let letter = found[1].chars().next().unwrap();
        let values = value.find_iter(&found[2]);
        let values: Vec<f64> = values
            .map(|value| value.as_str().parse().unwrap())
            .collect();
        let (from_x, from_y) = if letter.is_lowercase() {
            (x, y)
        } else {
            (0.0, 0.0)
        };
        match letter.to_ascii_uppercase() {
            'Z' => assert!(values.is_empty(), "{data}"),
            'H' => (x, y) = (from_x + values[0], y),
            'V' => (x, y) = (x, from_y + values[0]),
            'M' | 'L' => (x, y) = (from_x + values[0], from_y + values[1]),
            'Q' => (x, y) = (from_x + values[2], from_y + values[3]),
            'C' => (x, y) = (from_x + values[4], from_y + values[5]),
            _ => panic!("{letter} of {data}"),
        }
        corners.push((x, y));
    }
    corners
}

/// The shapes of a picture, each with its corners.
fn shapes(svg: &str) -> Vec<(String, Vec<(f64, f64)>)> {
    let (_, body) = svg.split_once("</defs>").unwrap_or(("", svg));
    let shape = Regex::new(r"<(rect|circle|line|path|polyline|polygon) [^>]*>").unwrap();
    let data = Regex::new(r#" d="([^"]*)""#).unwrap();
    let placed = |found: regex::Captures<'_>| {
        let tag = &found[0];
        let at = |name: &str| number(tag, name).unwrap();
        let corners = match &found[1] {
            "rect" => {
                let (x, y) = (at("x"), at("y"));
                vec![(x, y), (x + at("width"), y + at("height"))]
            }
            "circle" => {
                let (x, y, r) = (at("cx"), at("cy"), at("r"));
                vec![(x - r, y - r), (x + r, y + r)]
            }
            "line" => vec![(at("x1"), at("y1")), (at("x2"), at("y2"))],
            "path" => corners(&data.captures(tag).unwrap()[1]),
            other => panic!("{other}"),
        };
        (tag.to_string(), corners)
    };
    shape.captures_iter(body).map(placed).collect()
}

/// The faults of a picture's texts and shapes.
fn faults(svg: &str) -> Vec<String> {
    const SLACK: f64 = 0.5;
    let (width, height) = (
        number(svg, "width").unwrap(),
        number(svg, "height").unwrap(),
    );
    // In pixels: of a wide picture at 900 pixels, and of a narrow one on a phone.
    let min_size = if width == 360.0 { 11.0 } else { 0.01 * width };
    let texts = texts(svg);
    let mut faults = Vec::new();
    for (tag, corners) in shapes(svg) {
        let inside =
            |&(x, y): &(f64, f64)| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
        if !corners.iter().all(inside) {
            faults.push(format!("{tag} leaves the card"));
        }
    }
    for (n, one) in texts.iter().enumerate() {
        if one.left < 0.0 || one.right > width || one.top < 0.0 || one.bottom > height {
            faults.push(format!("{one:?} leaves the card"));
        }
        if one.size < min_size {
            faults.push(format!("{one:?} is small"));
        }
        for other in &texts[..n] {
            let apart = other.right - SLACK < one.left
                || one.right - SLACK < other.left
                || other.bottom - SLACK < one.top
                || one.bottom - SLACK < other.top;
            if !apart {
                faults.push(format!("{other:?} and {one:?} overlap"));
            }
        }
    }
    faults
}

/// Checks the drawings of a layout, without a mark and with an element in the middle marked: wide
/// and narrow, without and with the parts of its text.
fn check_drawings(layout: &Layout) {
    let plain = draw::Svg::new(layout);
    let middle: Vec<usize> = layout.dims().iter().map(|dim| dim / 2).collect();
    let marked = (layout.num_elements() > 0).then(|| plain.mark(&middle));
    for svg in [plain].into_iter().chain(marked) {
        for svg in [svg, svg.narrow(true)] {
            for svg in [svg, svg.anatomy(true)] {
                check(&layout.to_string(), &svg.to_string());
            }
        }
    }
}

fn check(name: &str, svg: &str) {
    let faults = faults(svg);
    assert!(faults.is_empty(), "{name}: {}", faults.join("\n"));
}

#[test]
fn known_layouts_fit() {
    const LONG: &str = "\
bf16[1000000,128000]{1,0:T(8,128)(2,1)}
s4[4096,4096]{1,0:T(64,128)(8,1)E(4)}
f8e4m3b11fnuz[123456,234567,345678,7,3]{0,1,2,3,4:T(8,128)(4,1)L(1024)E(8)S(5)}
f32[2,3,4,2,3,4,2,3,4,2]{9,8,7,6,5,4,3,2,1,0:T(8,128)}
f32[64,64]{1,0:T(8,8)(4,4)(2,2)}
f32[16,<=16,9]{2,1,0:T(8,128)L(4096)S(1)SC(1:8)M(64)}
u32[70,70]{1,0:T(64,64)(4,4)}
u8[327680,327680]{1,0:T(32,128)(4,1)}
u8[327680,327680]{1,0}
";
    let lists = [
        include_str!("../data/catalogue.tsv"),
        include_str!("../data/real_layouts.tsv"),
        LONG,
    ];
    let lines = lists.into_iter().flat_map(str::lines);
    let layouts =
        lines.filter_map(|line| line.split('\t').find_map(|text| Layout::parse(text).ok()));
    let mut count = 0;
    for layout in layouts {
        count += 1;
        check_drawings(&layout);
    }
    assert!(count > 150, "{count}");
}

#[test]
fn any_layout_fits() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        if let Ok(layout) = Layout::parse(&any_text(&mut random, 12)) {
            check_drawings(&layout);
        }
    }
}

#[test]
fn charts_fit() {
    check("speed", include_str!("../../docs/pictures/chart_speed.svg"));
    check(
        "padding",
        include_str!("../../docs/pictures/chart_padding.svg"),
    );
}

#[test]
fn faults_are_found() {
    let svg = |texts: &str| {
        format!(
            "<svg width=\"90\" height=\"40\"><style>.a text{{font-size:13px}}\
             .a .s{{font-size:.8px}}</style>{texts}</svg>"
        )
    };
    for (texts, found) in [
        ("<text class=\"a\" x=\"2\" y=\"20\">12</text>", ""),
        ("<text class=\"a\" x=\"-2\" y=\"20\">12</text>", "leaves"),
        ("<text class=\"s\" x=\"2\" y=\"20\">12</text>", "small"),
        (
            "<text class=\"a\" x=\"2\" y=\"20\">12</text><text class=\"a\" x=\"9\" y=\"20\">3</text>",
            "overlap",
        ),
        ("<rect x=\"2\" y=\"2\" width=\"88\" height=\"9\"/>", ""),
        (
            "<rect x=\"2\" y=\"2\" width=\"89\" height=\"9\"/>",
            "leaves",
        ),
        ("<circle cx=\"2\" cy=\"2\" r=\"3\"/>", "leaves"),
        ("<path class=\"a\" d=\"M2 3h9q4 0 4 4V40z\"/>", ""),
        ("<path class=\"a\" d=\"M2 3h9q4 0 4 4V41z\"/>", "leaves"),
        ("<path class=\"a\" d=\"M2 3l-3-.5z\"/>", "leaves"),
    ] {
        let faults = faults(&svg(texts)).concat();
        assert!(
            faults.contains(found) && found.is_empty() == faults.is_empty(),
            "{texts}"
        );
    }
}
