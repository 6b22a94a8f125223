//! Time to read the text of an HLO module:
//!
//! ```text
//! cargo bench -p layout-benches --bench hlo [FILE]
//! ```
//!
//! The text is the file, or a training step of a small language model repeated up to 2 MiB.
//! Scans by the crate `memchr` stand beside the readers; they only find the bytes at which the
//! readers stop. The ways take turns; each figure is that of the fastest turn, in MB/s, and as
//! a share of the scan that finds the same bytes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tiled_layout::xla::hlo;

const TURNS: usize = 100;
const LEN: usize = 2 << 20;

/// Lines.
fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// The bytes at which a shape, quoted text or a comment may begin.
fn stops(text: &[u8]) -> usize {
    memchr::memchr3_iter(b'[', b'"', b'/', text).count()
}

fn instructions(text: &[u8]) -> usize {
    hlo::instructions(text)
        .flatten()
        .map(|instruction| instruction.opcode().len())
        .sum()
}

/// The arrays of all results.
fn results(text: &[u8]) -> usize {
    let arrays = hlo::instructions(text)
        .flatten()
        .flat_map(|instruction| instruction.arrays());
    arrays.flatten().map(|array| array.text().len()).sum()
}

/// The shapes, without parsing their layouts.
fn shapes(text: &[u8]) -> usize {
    hlo::layouts(text)
        .flatten()
        .map(|array| array.text().len())
        .sum()
}

/// The bytes of all layouts, by a cache.
fn layouts(text: &[u8]) -> usize {
    let mut cache = hlo::LayoutCache::new();
    let arrays = hlo::layouts(text).flatten();
    arrays
        .map(|array| cache.layout(&array).unwrap().padded_bytes())
        .sum()
}

/// The bytes of all layouts, parsing each text anew.
fn layouts_parsed(text: &[u8]) -> usize {
    hlo::layouts(text)
        .flatten()
        .map(|array| array.layout().unwrap().padded_bytes())
        .sum()
}

/// A name, the way, and the way with which it is compared.
type Way = (&'static str, fn(&[u8]) -> usize, usize);

const WAYS: [Way; 7] = [
    ("memchr: lines", newlines, 0),
    ("memchr: brackets, quotes, slashes", stops, 1),
    ("instructions", instructions, 0),
    ("instructions and their arrays", results, 0),
    ("layouts", shapes, 1),
    ("layouts, with a LayoutCache", layouts, 1),
    ("layouts, each parsed", layouts_parsed, 1),
];

fn main() {
    let file = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let text = match file {
        Some(file) => std::fs::read(file).expect("the file is readable"),
        None => include_bytes!("../tests/data/hlo/gpt_train.txt").repeat(LEN / 580_000),
    };
    let mut least = [Duration::MAX; WAYS.len()];
    for _ in 0..TURNS {
        for ((_, way, _), least) in WAYS.iter().zip(&mut least) {
            let start = Instant::now();
            black_box(way(black_box(&text)));
            *least = start.elapsed().min(*least);
        }
    }
    println!(
        "{:36}{:>8}  of the scan",
        format!("{} bytes", text.len()),
        "MB/s"
    );
    for ((name, _, scan), time) in WAYS.iter().zip(&least) {
        let rate = text.len() as f64 / time.as_secs_f64() / 1e6;
        let share = least[*scan].as_secs_f64() / time.as_secs_f64();
        println!("{name:36}{rate:>8.0}  {share:.2}");
    }
}
