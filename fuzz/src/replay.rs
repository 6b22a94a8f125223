//! Runs each target on its committed inputs, and on random ones where a number is given:
//!
//! ```text
//! replay [--random N [SEED]] [TARGET ..]
//! ```

use std::path::Path;
use std::{env, fs, panic};

use layout_fuzz::TARGETS;
use layout_oracle::random::Random;

fn main() {
    let mut args = env::args().skip(1).peekable();
    let (mut rounds, mut seed) = (0, 1);
    if args.next_if_eq("--random").is_some() {
        let number = args.next().and_then(|number| number.parse().ok());
        rounds = number.expect("a number follows `--random`");
        if let Some(number) = args.peek().and_then(|number| number.parse().ok()) {
            seed = number;
            args.next();
        }
    }
    let names: Vec<String> = args.collect();
    for name in &names {
        assert!(
            TARGETS.iter().any(|target| target.0 == name),
            "no target is called {name}"
        );
    }
    let (mut passed, mut failed) = (0, 0);
    let mut run = |check: fn(&[u8]), input: &[u8]| match panic::catch_unwind(|| check(input)) {
        Ok(()) => passed += 1,
        Err(_) => {
            eprintln!("failed on b\"{}\"", input.escape_ascii());
            failed += 1;
        }
    };
    for &(name, check) in TARGETS {
        if !names.is_empty() && !names.iter().any(|other| other == name) {
            continue;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(name);
        let mut inputs: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.unwrap().path())
            .collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{name} has no inputs");
        let inputs: Vec<Vec<u8>> = inputs.iter().map(|path| fs::read(path).unwrap()).collect();
        for input in &inputs {
            run(check, input);
        }
        let mut random = Random::new(seed);
        for _ in 0..rounds {
            run(check, &mutated(&inputs, &mut random));
        }
        println!("{name}: {} inputs, {rounds} random ones", inputs.len());
    }
    println!("{passed} passed, {failed} failed");
    assert_eq!(failed, 0);
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
