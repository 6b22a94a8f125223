//! Each fuzz target on its committed inputs, and on random changes of them:
//!
//! ```text
//! REPLAYS=100000 SEED=7 cargo test --release -p fuzz-checks text
//! ```

use std::fmt::Debug;
use std::path::Path;
use std::str::FromStr;
use std::{env, fs, panic};

use fuzz_checks as checks;
use layout_oracle::random::Random;

/// The number of random inputs of each target.
const REPLAYS: usize = 300;

macro_rules! targets {
    ($($name:ident)*) => {
        const TARGETS: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                replay(stringify!($name), checks::$name);
            }
        )*
    };
}

targets! {
    text grammar positions copies regions packed hlo stablehlo protos shardings headers notations
    pictures
}

/// The folder of the committed inputs.
fn corpus() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus"))
}

fn replay(name: &str, check: fn(&[u8])) {
    let folder = fs::read_dir(corpus().join(name)).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    let mut random = Random::new(number("SEED").unwrap_or(1));
    let changes = number("REPLAYS").unwrap_or(REPLAYS);
    let changed = (0..changes).map(|_| mutated(&inputs, &mut random));
    for input in inputs.iter().cloned().chain(changed) {
        let outcome = panic::catch_unwind(|| check(&input));
        assert!(outcome.is_ok(), "failed on b\"{}\"", input.escape_ascii());
    }
}

/// The number in an environment variable.
fn number<T: FromStr<Err: Debug>>(variable: &str) -> Option<T> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap())
}

/// Each target has a folder of inputs, and is run.
#[test]
fn targets_are_those_of_the_folders() {
    let folders = fs::read_dir(corpus()).unwrap();
    let mut names: Vec<_> = folders.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let mut targets = TARGETS.to_vec();
    targets.sort();
    assert_eq!(names, targets);
}

/// Bytes at random, or an input with a few changes.
fn mutated(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = match random.below(4) {
        0 => (0..random.below(80))
            .map(|_| random.below(256) as u8)
            .collect(),
        _ => inputs[random.below(inputs.len())].clone(),
    };
    for _ in 0..random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(8)).min(bytes.len());
        match random.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            2 => bytes.insert(at, random.pick(b"0123456789,:(){}[]<>*TLESCPADM=-? ")),
            3 => {
                let other = &inputs[random.below(inputs.len())];
                let start = random.below(other.len() + 1);
                let end = (start + random.below(12)).min(other.len());
                drop(bytes.splice(at..at, other[start..end].iter().copied()));
            }
            _ => {
                let piece = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, piece));
            }
        }
    }
    bytes
}
