//! Texts of pictures, measured: all inside the card, legible, and clear of one another.

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

/// The faults of a picture's texts.
fn faults(svg: &str) -> Vec<String> {
    const SLACK: f64 = 0.5;
    const MIN_SIZE: f64 = 9.0;
    let (width, height) = (
        number(svg, "width").unwrap(),
        number(svg, "height").unwrap(),
    );
    let texts = texts(svg);
    let mut faults = Vec::new();
    for (n, one) in texts.iter().enumerate() {
        if one.left < 0.0 || one.right > width || one.top < 0.0 || one.bottom > height {
            faults.push(format!("{one:?} leaves the card"));
        }
        if one.size * 900.0 / width < MIN_SIZE {
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

/// Both drawings of a layout.
fn drawings(layout: &Layout) -> [String; 2] {
    let svg = draw::Svg::new(layout);
    [svg.to_string(), svg.anatomy(true).to_string()]
}

fn check(name: &str, svg: &str) {
    let faults = faults(svg);
    assert!(faults.is_empty(), "{name}: {}", faults.join("\n"));
}

#[test]
fn texts_of_known_layouts_fit() {
    const LONG: &str = "\
bf16[1000000,128000]{1,0:T(8,128)(2,1)}
s4[4096,4096]{1,0:T(64,128)(8,1)E(4)}
f8e4m3b11fnuz[123456,234567,345678,7,3]{0,1,2,3,4:T(8,128)(4,1)L(1024)E(8)S(5)}
f32[2,3,4,2,3,4,2,3,4,2]{9,8,7,6,5,4,3,2,1,0:T(8,128)}
f32[64,64]{1,0:T(8,8)(4,4)(2,2)}
f32[16,<=16,9]{2,1,0:T(8,128)L(4096)S(1)SC(1:8)M(64)}
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
        for svg in drawings(&layout) {
            check(&layout.to_string(), &svg);
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn texts_of_any_layout_fit() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        if let Ok(layout) = Layout::parse(&any_text(&mut random, 12)) {
            for svg in drawings(&layout) {
                check(&layout.to_string(), &svg);
            }
        }
    }
}

#[test]
fn texts_of_charts_fit() {
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
    ] {
        let faults = faults(&svg(texts)).concat();
        assert!(
            faults.contains(found) && found.is_empty() == faults.is_empty(),
            "{texts}"
        );
    }
}
