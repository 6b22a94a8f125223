//! Charts of the documentation, drawn from the recorded figures and from formulas; a test compares
//! them with the files.

use std::fmt::Write;

use layout_core::util::words::grouped;
use tiled_layout::Layout;

const WIDTH: f64 = 900.0;
const NARROW: f64 = 360.0;

const STYLE: &str = "\
text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;font-size:14px;fill:#1a1d21}
.ti{font-size:22px;font-weight:600}.su{font-size:16px}.jo{font-weight:600}.su,.fa{fill:#59616b}.fa{font-variant-numeric:tabular-nums}
.bg{fill:#fff;stroke:#d9dde2}.gr{stroke:#e3e6ea}.me{stroke:#1a1d21;stroke-dasharray:4 3}.ra{stroke:#b9c0c8;stroke-width:2}
.w0{fill:#055684}.w1{fill:#2a9d7f}.w2{fill:#c98a00}.w3{fill:#fff;stroke:#59616b;stroke-width:2}.w4{fill:#b9c0c8}
.l0{stroke:#055684}.l1{stroke:#a86b00}.l0,.l1{fill:none;stroke-width:2.5;stroke-linejoin:round}.t0{fill:#055684}.t1{fill:#8a5a00}
@media (prefers-color-scheme:dark){
text{fill:#f3f5f7}.su,.fa{fill:#a9b2bd}.bg{fill:#14181d;stroke:#2c333b}.gr{stroke:#2c333b}.me{stroke:#f3f5f7}.ra{stroke:#4a535d}
.w0{fill:#78c3ed}.w1{fill:#33b18f}.w2{fill:#ebb233}.w3{fill:#14181d;stroke:#a9b2bd}.w4{fill:#6b747e}
.l0{stroke:#78c3ed}.l1{stroke:#ebb233}.t0{fill:#78c3ed}.t1{fill:#ebb233}
}";

/// The ways to copy, in the order of the benchmark's columns after the ratio of the first.
const WAYS: [&str; 4] = [
    "tiled-layout",
    "hand-written loop",
    "ndarray",
    "strided-perm",
];
/// The marks of the ways, from the fastest: which way, and its class.
const MARKS: [(usize, &str); 4] = [(3, "w1"), (2, "w2"), (1, "w3"), (0, "w0")];
const SIZES: [(&str, &str); 3] = [
    ("256KiB", "256 KiB"),
    ("8MiB", "8 MiB"),
    ("256MiB", "256 MiB"),
];

/// Bandwidths relative to `memcpy` of one job at one size, by [`WAYS`].
struct Recorded {
    size: String,
    job: String,
    dims: String,
    ratios: [Option<f64>; 4],
}

impl Recorded {
    /// A line of the benchmark's output; `None` for other lines.
    fn read(line: &str) -> Option<Recorded> {
        let (job, columns) = line.split_once(": ")?;
        let (size, what) = job.split_once(' ')?;
        let columns: Vec<&str> = columns.split_whitespace().collect();
        let &[layout, _, _, ratio, ref times @ ..] = &columns[..] else {
            return None;
        };
        let (array, order) = layout.strip_suffix('}')?.split_once('{')?;
        let (element, dims) = array.strip_suffix(']')?.split_once('[')?;
        let tiles = order.split_once(':').map_or("", |(_, tiles)| tiles);
        let ratio: f64 = ratio.parse().ok()?;
        let other = |n: usize| Some(ratio / times.get(n)?.parse::<f64>().ok()?);
        Some(Recorded {
            size: size.into(),
            job: match what.trim() {
                "rows to tiled" => format!("{element}, rows to {tiles}"),
                "tiled to rows" => format!("{element}, {tiles} to rows"),
                "transpose" => format!("{element}, {{0,1}} to {{1,0}}"),
                _ => return None,
            },
            dims: dims.replace(',', " × "),
            ratios: [Some(ratio), other(0), other(1), other(2)],
        })
    }
}

/// A coordinate on a logarithmic scale from `range.0` at `ends.0` to `range.1` at `ends.1`.
fn log(value: f64, range: (f64, f64), ends: (f64, f64)) -> f64 {
    let share = (value / range.0).ln() / (range.1 / range.0).ln();
    ends.0 + share.clamp(0.0, 1.0) * (ends.1 - ends.0)
}

/// A file of the usual width with a title, on a card.
fn page(title: &str, about: &[&str], height: f64, body: &str) -> String {
    card(title, about, (WIDTH, height), body)
}

/// A file with a title, on a card.
fn card(title: &str, about: &[&str], (width, height): (f64, f64), body: &str) -> String {
    let size = if width < WIDTH { 17 } else { 22 };
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<rect class=\"bg\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" \
         rx=\"10\"/>\n<text class=\"ti\" x=\"24\" y=\"40\" style=\"font-size:{size}px\">{title}</text>\n",
        width - 1.0,
        height - 1.0
    );
    for (n, line) in about.iter().enumerate() {
        let y = 66 + 21 * n;
        writeln!(page, "<text class=\"su\" x=\"24\" y=\"{y}\">{line}</text>").unwrap();
    }
    page + body + "</svg>"
}

/// The mark of a series; each series has its own shape.
fn mark(way: usize, class: &str, x: f64, y: f64) -> String {
    match way {
        0 => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5.5\"/>"),
        1 => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        2 => format!(
            "<path class=\"{class}\" d=\"M{:.1} {:.1}h8v8h-8z\"/>",
            x - 4.0,
            y - 4.0
        ),
        _ => format!(
            "<path class=\"{class}\" d=\"M{x:.1} {:.1}l5.5 5.5-5.5 5.5-5.5-5.5z\"/>",
            y - 5.5
        ),
    }
}

/// Points on a logarithmic scale: jobs down, sizes beside one another.
pub(crate) fn copies(recorded: &str) -> String {
    const TOP: f64 = 176.0;
    const LEFT: f64 = 250.0;
    const PANEL: f64 = 180.0;
    // Labels of ticks reach beyond their panel.
    const GAP: f64 = 39.0;
    let copies: Vec<Recorded> = recorded.lines().filter_map(Recorded::read).collect();
    let all = copies
        .iter()
        .flat_map(|copy| copy.ratios.into_iter().flatten());
    let least = all.fold(1.0, f64::min);
    let range = (10_f64.powf((least.log10() * 2.0).floor() / 2.0), 2.0);
    let mut jobs: Vec<&str> = Vec::new();
    for copy in &copies {
        if !jobs.contains(&&*copy.job) {
            jobs.push(&copy.job);
        }
    }
    let mut body = String::new();
    let mut at = 24.0;
    for (way, class) in MARKS.iter().rev() {
        let name = WAYS[*way];
        writeln!(body, "{}", mark(*way, class, at + 6.0, 117.0)).unwrap();
        writeln!(body, "<text x=\"{}\" y=\"122\">{name}</text>", at + 18.0).unwrap();
        at += 44.0 + 7.6 * name.len() as f64;
    }
    let bottom = TOP + 44.0 * jobs.len() as f64 - 14.0;
    for (panel, (size, title)) in SIZES.iter().enumerate() {
        let left = LEFT + panel as f64 * (PANEL + GAP);
        let x = |ratio: f64| log(ratio, range, (left, left + PANEL));
        writeln!(
            body,
            "<text class=\"jo\" x=\"{left}\" y=\"148\">{title}</text>"
        )
        .unwrap();
        for tick in [0.001, 0.01, 0.1, 1.0] {
            if tick < range.0 {
                continue;
            }
            let (at, class) = (x(tick), if tick == 1.0 { "me" } else { "gr" });
            let label = if tick == 1.0 {
                "memcpy".into()
            } else {
                tick.to_string()
            };
            writeln!(
                body,
                "<path class=\"{class}\" d=\"M{at:.1} {}V{bottom}\"/>",
                TOP - 8.0
            )
            .unwrap();
            writeln!(
                body,
                "<text class=\"fa\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                TOP - 12.0
            )
            .unwrap();
        }
        for (n, job) in jobs.iter().enumerate() {
            let shapes = copies
                .iter()
                .filter(|copy| copy.job == *job && copy.size == *size);
            for (shape, copy) in shapes.enumerate() {
                let y = TOP + 44.0 * n as f64 + 17.0 * shape as f64 + 4.0;
                let ratios = || copy.ratios.into_iter().flatten();
                let (from, to) = (ratios().fold(9.0, f64::min), ratios().fold(0.0, f64::max));
                writeln!(
                    body,
                    "<path class=\"ra\" d=\"M{:.1} {y}H{:.1}\"/>",
                    x(from),
                    x(to)
                )
                .unwrap();
                for (way, class) in MARKS {
                    if let Some(ratio) = copy.ratios[way] {
                        writeln!(
                            body,
                            "<g>{}<title>{}, {}: {} {ratio:.2} of memcpy</title></g>",
                            mark(way, class, x(ratio), y),
                            copy.job,
                            copy.dims,
                            WAYS[way]
                        )
                        .unwrap();
                    }
                }
            }
        }
    }
    for (n, job) in jobs.iter().enumerate() {
        let y = TOP + 44.0 * n as f64 + 9.0;
        writeln!(body, "<text class=\"jo\" x=\"24\" y=\"{y}\">{job}</text>").unwrap();
        writeln!(
            body,
            "<text class=\"fa\" x=\"24\" y=\"{}\">odd sizes</text>",
            y + 17.0
        )
        .unwrap();
    }
    page(
        "Copies by one thread, relative to memcpy",
        &[
            "Farther right is faster; the scale is logarithmic. Most tiles do not divide the odd sizes: there",
            "ndarray and strided-perm have no view.",
        ],
        bottom + 24.0,
        &body,
    )
}

/// The rows of a table of copies in Markdown, for each size the ratios to `memcpy`: of each job
/// those of its shapes, or of each direction the smallest and the largest.
pub(crate) fn copies_table(recorded: &str, by_job: bool) -> String {
    let copies: Vec<Recorded> = recorded.lines().filter_map(Recorded::read).collect();
    let name = |copy: &Recorded| match copy.job.split_once(", ") {
        Some(_) if by_job => copy.job.clone(),
        Some((_, what)) if what.starts_with("rows to") => "rows to tiles".into(),
        Some((_, what)) if what.ends_with("to rows") => "tiles to rows".into(),
        _ => "transposes".into(),
    };
    let mut names: Vec<String> = Vec::new();
    for name in copies.iter().map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut table = String::from("| copy | 256 KiB | 8 MiB | 256 MiB |\n|---|---|---|---|\n");
    for row in &names {
        write!(table, "| {row} ").unwrap();
        for (size, _) in SIZES {
            let shapes = copies.iter().filter(|copy| copy.size == size);
            let shapes = shapes.filter(|&copy| name(copy) == *row);
            let ratios: Vec<f64> = shapes.filter_map(|copy| copy.ratios[0]).collect();
            if by_job {
                let ratios: Vec<String> = ratios.iter().map(|r| format!("{r:.2}")).collect();
                write!(table, "| {} ", ratios.join(", ")).unwrap();
            } else {
                let (from, to) = ratios.iter().fold((9.0_f64, 0.0_f64), |ends, &ratio| {
                    (ends.0.min(ratio), ends.1.max(ratio))
                });
                write!(table, "| {from:.1} to {to:.1} ").unwrap();
            }
        }
        table += "|\n";
    }
    table
}

/// The jobs of the chart of [`past_a_page`], all of 8 MiB, in the words of the benchmark.
const PAST_A_PAGE: [(&str, &str); 4] = [
    (
        "bf16[1024,4096]{1,0} to {1,0:T(8,128)(2,1)}",
        "bf16, rows to T(8,128)(2,1)",
    ),
    (
        "bf16[1024,4096]{1,0:T(8,128)(2,1)} to {1,0}",
        "bf16, T(8,128)(2,1) to rows",
    ),
    (
        "s8[2048,4096]{1,0} to {1,0:T(8,128)(4,1)}",
        "s8, rows to T(8,128)(4,1)",
    ),
    ("f32[1024,2048]{1,0} to {0,1}", "f32, {1,0} to {0,1}"),
];

/// Bars of the speeds 16 bytes past a page, from the recorded output of `copy -- alignment`: the
/// copy, `memcpy` and a hand-written loop.
pub(crate) fn past_a_page(recorded: &str, narrow: bool) -> String {
    const BAR: f64 = 15.0;
    // GB/s of payload: of memcpy, the copy, the loop.
    let speeds = |job: &str| -> Option<[f64; 3]> {
        let line = recorded.lines().find_map(|line| line.strip_prefix(job))?;
        let columns: Vec<f64> = line.split_whitespace().flat_map(str::parse).collect();
        let &[aligned, memcpy, both, .., by_hand] = &columns[..] else {
            return None;
        };
        Some([memcpy, aligned * both, aligned * both / by_hand])
    };
    let jobs = PAST_A_PAGE.map(|(job, name)| (name, speeds(job).expect(job)));
    let most = jobs.iter().flat_map(|(_, speeds)| *speeds);
    let most = most.fold(0.0, f64::max);
    let (width, left, label_height) = if narrow {
        (NARROW, 24.0, 20.0)
    } else {
        (WIDTH, 270.0, 0.0)
    };
    let room = width - 24.0 - 46.0 - left;
    let mut body = String::new();
    let mut at = 24.0;
    let mut y = if narrow { 116.0 } else { 92.0 };
    // With the width of the name in the legend.
    let series = [
        ("memcpy", "w4", 88.0),
        ("tiled-layout", "w0", 110.0),
        ("plain loop", "w2", 0.0),
    ];
    for (name, class, width) in series {
        writeln!(
            body,
            "<path class=\"{class}\" d=\"M{at} {}h12v12h-12z\"/>\
             <text x=\"{}\" y=\"{y}\">{name}</text>",
            y - 11.0,
            at + 18.0
        )
        .unwrap();
        at += width;
    }
    y += 20.0;
    for (name, speeds) in jobs {
        let middle = if narrow {
            y + 14.0
        } else {
            y + 1.5 * BAR + 5.0
        };
        writeln!(
            body,
            "<text class=\"jo\" x=\"24\" y=\"{middle}\">{name}</text>"
        )
        .unwrap();
        y += label_height;
        for ((way, class, _), speed) in series.iter().zip(speeds) {
            let end = left + room * speed / most;
            let digits = usize::from(speed < 10.0);
            writeln!(
                body,
                "<g><path class=\"{class}\" d=\"M{left} {y}H{end:.1}v{}H{left}z\"/>\
                 <title>{name}: {way} {speed:.1} GB/s</title></g>\
                 <text class=\"fa\" x=\"{:.1}\" y=\"{}\">{speed:.digits$}</text>",
                BAR - 2.0,
                end + 6.0,
                y + BAR - 3.0
            )
            .unwrap();
            y += BAR;
        }
        y += 14.0;
    }
    let about: &[&str] = if narrow {
        &[
            "GB/s of payload, one thread, 8 MiB,",
            "buffers 16 bytes past a page",
        ]
    } else {
        &[
            "GB/s of payload by one thread, 8 MiB, both buffers 16 bytes past a page; longer is faster",
        ]
    };
    card("Copies between layouts", about, (width, y + 6.0), &body)
}

/// How much `T(8,128)` pads, by the size of a dimension that is the most minor one or the next.
pub(crate) fn padding() -> String {
    const MAX_EXTENT: usize = 1024;
    let ends = ((96.0, 868.0), (410.0, 120.0));
    let x = |n: usize| log(n as f64, (1.0, MAX_EXTENT as f64), ends.0);
    let y = |times: f64| log(times, (1.0, 128.0), ends.1);
    // How many positions an element takes; the other dimension is whole tiles.
    let times = |order: &str, n: usize| {
        let layout = Layout::parse(&format!("f32[1024,{n}]{{{order}:T(8,128)}}")).unwrap();
        layout.padded_len() as f64 / layout.num_elements() as f64
    };
    let mut body = String::new();
    for tick in [1, 2, 4, 8, 16, 32, 64, 128] {
        let at = y(tick as f64);
        writeln!(
            body,
            "<path class=\"gr\" d=\"M{} {at:.1}H{}\"/>",
            ends.0.0, ends.0.1
        )
        .unwrap();
        writeln!(
            body,
            "<text class=\"fa\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick} ×</text>",
            ends.0.0 - 10.0,
            at + 5.0
        )
        .unwrap();
    }
    for tick in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] {
        writeln!(
            body,
            "<text class=\"fa\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x(tick),
            ends.1.0 + 22.0,
            grouped(tick)
        )
        .unwrap();
    }
    for (class, order) in [("l1", "1,0"), ("l0", "0,1")] {
        let points = (1..=MAX_EXTENT).map(|n| format!("{:.1} {:.1}", x(n), y(times(order, n))));
        let points: Vec<String> = points.collect();
        writeln!(
            body,
            "<path class=\"{class}\" d=\"M{}\"/>",
            points.join("L")
        )
        .unwrap();
    }
    for (class, order, n, words) in [
        ("t1", "1,0", 2, "the most minor dimension, {1,0}"),
        ("t0", "0,1", 2, "the next one, {0,1}"),
    ] {
        let (left, top) = (x(n) + 14.0, y(times(order, n)) - 6.0);
        writeln!(
            body,
            "<text class=\"jo {class}\" x=\"{left:.1}\" y=\"{top:.1}\">{words}</text>"
        )
        .unwrap();
    }
    let (at, top, worst) = (x(129), y(times("1,0", 129)), times("1,0", 129));
    writeln!(
        body,
        "<circle class=\"w2\" cx=\"{at:.1}\" cy=\"{top:.1}\" r=\"4.5\"/>\n\
         <text class=\"fa\" x=\"{:.1}\" y=\"{:.1}\">129: {worst:.2} ×</text>",
        at + 8.0,
        top - 10.0
    )
    .unwrap();
    page(
        "What T(8,128) takes for each element",
        &[
            "Positions in memory for each element of f32[1024,n], by n. Both scales are logarithmic.",
        ],
        458.0,
        &body,
    )
}
