//! Dumps cut off, dumps with random mistakes put in, and texts made to take
//! long: nothing panics, all that is found lies in the text, and what is whole
//! is still found.

use crate::support::dumps::check;
use layout_oracle::data;
use layout_oracle::random::Random;
use tiled_layout::xla::hlo;

/// A cut loses nothing before it.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn dumps_cut_off_at_every_byte() {
    for name in ["scalar", "f16", "5d", "int4"] {
        let text = data::dump(name);
        let whole: Vec<_> = hlo::layouts(&text)
            .flatten()
            .map(|array| array.range())
            .collect();
        for cut in 0..text.len() {
            let part = &text.as_bytes()[..cut];
            check(part);
            let found: Vec<_> = hlo::layouts(part)
                .flatten()
                .map(|array| array.range())
                .collect();
            let before = whole.iter().take_while(|range| range.end <= cut).count();
            assert_eq!(found[..before], whole[..before], "{name} cut at {cut}");
            assert!(found.len() <= before + 1, "{name} cut at {cut}");
        }
    }
}

/// A few mistakes put into a line, and now and then whole lines moved.
fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    const PIECES: [&[u8]; 32] = [
        b"(",
        b")",
        b"[",
        b"]",
        b"{",
        b"}",
        b"\"",
        b"\\",
        b"\\\"",
        b"/*",
        b"*/",
        b"//",
        b"\n",
        b" ",
        b" = ",
        b"%",
        b",",
        b":",
        b"<=",
        b"?",
        b"f32[2]",
        b"token[]",
        b"b(",
        b"{1,0:T(8,128)}",
        b"{0:D(C)}",
        b"ROOT ",
        b"ENTRY ",
        b"HloModule ",
        b"\0",
        b"\xff\xfe",
        "é".as_bytes(),
        b"99999999999999999999",
    ];
    for _ in 0..=random.below(12) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(20)).min(text.len());
        match random.below(5) {
            0 => drop(text.drain(at..end)),
            1 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                drop(text.splice(to..to, piece));
            }
            2 => text.truncate(at.max(1)),
            _ => drop(text.splice(at..at, random.pick(&PIECES).iter().copied())),
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn mutants_never_panic() {
    const ROUNDS: usize = if cfg!(debug_assertions) { 150 } else { 3000 };
    let mut random = Random::new(0x5851_F42D_4C95_7F2D);
    let (mut shapes, mut mistakes) = (0, 0);
    for name in ["scalar", "sort", "cumsum", "c64", "scan", "emb", "fp85"] {
        let seed = data::dump(name).into_bytes();
        for _ in 0..ROUNDS {
            let mut text = seed.clone();
            mutate(&mut text, &mut random);
            let found = check(&text);
            shapes += found.0;
            mistakes += found.1;
        }
    }
    assert!(
        shapes > 10_000 && mistakes > 100,
        "{shapes} shapes, {mistakes} mistakes"
    );
}

/// Bytes at random, and the pieces of shapes at random.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn noise() {
    let mut random = Random::new(0x1405_7B7E_F767_814F);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..2000).map(|_| random.below(256) as u8).collect();
        check(&bytes);
        let bytes: Vec<u8> = (0..2000)
            .map(|_| random.pick(b"f32[]{}()<=?:,0 %=\"\\/*\ntokenb"))
            .collect();
        check(&bytes);
    }
}

/// Long lines of one thing, opened and never closed: each byte is looked at a
/// bounded number of times, so that these end at once.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn long_lines() {
    const PIECES: [&str; 22] = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "\\",
        "/",
        "/*",
        "*/",
        " ",
        ",",
        "f32[",
        "f32[1]{0:",
        "f32[1]{0",
        "f32[1]{0}",
        "%x = (",
        "a = b(",
        "(f32[1],",
        "f32[(",
        "f32[1,",
    ];
    const LEN: usize = if cfg!(debug_assertions) {
        1 << 17
    } else {
        1 << 24
    };
    for piece in PIECES {
        for head in ["", "%x = (", "%x = f32[2]{0", "ENTRY e (", "\""] {
            let line = format!("{head}{}", piece.repeat(LEN / piece.len()));
            let text = format!("{line}\n  y = f32[2]{{0}} negate(x)\n");
            check(text.as_bytes());
            let last = hlo::instructions(&text).last().unwrap().unwrap();
            assert_eq!((last.name(), last.line()), ("y", 2), "{head}{piece}...");
            let last = hlo::layouts(&text).last().unwrap().unwrap();
            assert_eq!(
                (last.text(), last.line()),
                ("f32[2]{0}", 2),
                "{head}{piece}..."
            );
        }
    }
}
