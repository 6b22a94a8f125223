//! The copies that are measured: those of `jobs.txt`, of the catalogue, and of random layouts.

use layout_oracle::random::Random;
use tiled_layout::notation::System;
use tiled_layout::{ElementType, Layout};

const TABLE: &str = include_str!("jobs.txt");
const CATALOGUE: &str = include_str!("../../tests/data/catalogue.tsv");

/// A copy between two layouts.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) src: Layout,
    pub(crate) dst: Layout,
    /// The ratio from which the copy is fast enough.
    pub(crate) asked: Option<f64>,
    /// The names of both layouts in oneDNN.
    pub(crate) tags: Option<[&'static str; 2]>,
}

impl Job {
    fn new(src: Layout, dst: Layout) -> Job {
        let text = dst.to_string();
        let (_, order) = text.split_once('{').unwrap();
        Job {
            name: format!("{src} to {{{order}"),
            src,
            dst,
            asked: None,
            tags: None,
        }
    }
}

/// The jobs of a group in `jobs.txt`.
pub(crate) fn of_group(group: &str) -> Vec<Job> {
    let mut jobs = Vec::new();
    for line in TABLE.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [of, asked, array, src, arrow, dst] = columns[..] else {
            continue;
        };
        if of != group {
            continue;
        }
        let (elements, dims) = array.trim_end_matches(']').split_once('[').unwrap();
        for element in elements.split('/') {
            let pairs = [[src, dst], [dst, src]];
            for pair in &pairs[..if arrow == "<>" { 2 } else { 1 }] {
                let mut job = match group {
                    "formats" => of_formats(element, dims, *pair),
                    _ => of_layouts(element, dims, *pair),
                };
                if group == "sizes" {
                    job.name = name_of_size(&job, pair[0] == "1,0");
                }
                job.asked = asked.parse().ok();
                jobs.push(job);
            }
        }
    }
    jobs
}

fn of_layouts(element: &str, dims: &str, orders: [&str; 2]) -> Job {
    let [src, dst] = orders.map(|order| parse(&format!("{element}[{dims}]{{{order}}}")));
    Job::new(src, dst)
}

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn of_formats(element: &str, dims: &str, tags: [&'static str; 2]) -> Job {
    let name = format!("{element}[{dims}] {} to {}", tags[0], tags[1]);
    let element: ElementType = element.parse().unwrap();
    let dims: Vec<usize> = dims.split(',').map(|dim| dim.parse().unwrap()).collect();
    let layout = |tag: &str| System::OneDnn.parse(tag, Some((element, &dims))).unwrap();
    let [src, dst] = tags.map(layout);
    Job {
        name,
        tags: Some(tags),
        ..Job::new(src, dst)
    }
}

/// The name by which the charts of the documentation find a copy.
fn name_of_size(job: &Job, from_rows: bool) -> String {
    let size = match job.src.num_bytes() >> 18 {
        0 | 1 => "256KiB",
        2..64 => "8MiB",
        _ => "256MiB",
    };
    let (what, other) = match (from_rows, job.src.tiles().is_empty()) {
        (true, _) => ("rows to tiled", job.dst),
        (false, true) => ("transpose", job.src),
        (false, false) => ("tiled to rows", job.src),
    };
    format!("{size:6} {what}: {other}")
}

/// Copies between every two layouts of the catalogue that share a rank and an element size, and
/// rows and columns, all with the same dimensions, which every tile divides.
pub(crate) fn of_catalogue() -> Vec<Job> {
    let mut jobs = Vec::new();
    for (size, doubled) in [("8MiB", 0), ("256MiB", 5)] {
        for (bytes, dims) in [
            (1, &[3072, 3072][..]),
            (2, &[1536, 3072]),
            (4, &[1536, 1536]),
            (1, &[192, 192, 192]),
            (2, &[96, 96, 384]),
            (1, &[48, 64, 24, 96]),
            (2, &[48, 32, 24, 96]),
            (4, &[48, 32, 24, 48]),
        ] {
            let mut dims = dims.to_vec();
            (0..doubled).for_each(|i| dims[i % 2] *= 2);
            let layouts = named(bytes, &dims);
            for (i, (from, src)) in layouts.iter().enumerate() {
                for (j, (to, dst)) in layouts.iter().enumerate() {
                    if i != j {
                        let name = format!("{size} u{}{dims:?} {from} to {to}", 8 * bytes);
                        let asked = Some(0.3);
                        jobs.push(Job {
                            name,
                            asked,
                            ..Job::new(*src, *dst)
                        });
                    }
                }
            }
        }
    }
    jobs
}

/// The catalogue's layouts of an element size and a rank with other dimensions, and rows and columns.
fn named(bytes: usize, dims: &[usize]) -> Vec<(&'static str, Layout)> {
    let rank = dims.len();
    // All of one element type, because copies need equal types.
    let layout = |body: &str| parse(&format!("u{}[{}]{body}", 8 * bytes, list(dims)));
    let mut found = Vec::new();
    for line in CATALOGUE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let (name, text) = (cells.next().unwrap(), cells.next().unwrap());
        let small = parse(text);
        if (small.element_bits(), small.rank()) == (8 * bytes, rank) {
            found.push((name, layout(text.split_once(']').unwrap().1)));
        }
    }
    let columns: Vec<usize> = (0..rank).collect();
    found.push(("rows", layout("")));
    found.push(("columns", layout(&format!("{{{}}}", list(&columns)))));
    found
}

fn list(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(",")
}

/// Copies of 8 MiB between random layouts.
pub(crate) fn random(seed: u64) -> Vec<Job> {
    let mut random = Random::new(seed);
    (0..350).map(|_| random_pair(&mut random)).collect()
}

fn random_pair(random: &mut Random) -> Job {
    let (element, size) = random.pick(&[("u8", 1), ("bf16", 2), ("f32", 4), ("f64", 8)]);
    let rank = 1 + random.below(4);
    let mut dims = vec![1; rank];
    let mut left = (8 << 20) / size;
    for (dim, extent) in dims.iter_mut().enumerate() {
        // About an equal share of the remaining size, times or divided by up to 8.
        let share = (left as f64).powf(1.0 / (rank - dim) as f64);
        let times = 2f64.powi(random.below(7) as i32 - 3);
        let some = (share * times) as usize + random.below(4);
        let last = dim + 1 == rank;
        *extent = if last {
            left.max(1)
        } else {
            some.clamp(1, left)
        };
        left /= *extent;
    }
    let [src, dst] = [(); 2].map(|()| random_layout(random, element, &dims));
    let asked = Some(0.25);
    Job {
        asked,
        ..Job::new(src, dst)
    }
}

/// A layout with at most three tiles, of which at most half is padding.
fn random_layout(random: &mut Random, element: &str, dims: &[usize]) -> Layout {
    const SIZES: [usize; 16] = [1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 11, 16, 32, 64, 128];
    loop {
        let order = random.order(dims.len());
        let mut tiles = String::new();
        for _ in 0..random.below(4) {
            let len = 1 + random.below(dims.len().min(3));
            let tile: Vec<usize> = (0..len).map(|_| random.pick(&SIZES)).collect();
            tiles += &format!("({})", list(&tile));
        }
        let colon = if tiles.is_empty() { "" } else { ":T" };
        let text = format!(
            "{element}[{}]{{{}{colon}{tiles}}}",
            list(dims),
            list(&order)
        );
        if let Ok(layout) = Layout::parse(&text)
            && layout.padded_bytes() <= 2 * layout.num_bytes()
        {
            return layout;
        }
    }
}
