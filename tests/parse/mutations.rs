//! Real layouts with random mistakes put in: nothing panics, neither at run time nor in the macro,
//! and what is still a layout prints to a text that is the same layout.

use layout_core::parse::Parsed;
use layout_oracle::data;
use layout_oracle::random::Random;
use tiled_layout::Layout;

/// Deletes, inserts, replaces, duplicates, swaps or moves in a piece of another text.
pub(crate) fn mutate(chars: &mut Vec<char>, other: &[char], random: &mut Random) {
    const PIECES: [&str; 40] = [
        "0",
        "1",
        "2",
        "7",
        "9",
        "12",
        "128",
        "18446744073709551615",
        "9223372036854775808",
        "-1",
        "-",
        "+",
        "*",
        ",",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "<=",
        "=",
        "T(2,2)",
        "(2)",
        "L(3)",
        "E(4)",
        "S(1)",
        "SC(1:2)",
        "M(8)",
        "PAD(8,8=zero)",
        "D",
        " ",
        "é",
        "N",
        "$0",
        "\u{1}0",
        "a::b",
    ];
    let at = random.below(chars.len() + 1);
    let piece: Vec<char> = random.pick(&PIECES).chars().collect();
    match random.below(7) {
        0 if at < chars.len() => drop(chars.remove(at)),
        1 if at < chars.len() => drop(chars.splice(at..=at, piece)),
        2 if at < chars.len() => chars.insert(at, chars[at]),
        3 if at < chars.len() => {
            let with = random.below(chars.len());
            chars.swap(at, with);
        }
        4 => chars.truncate(at),
        5 => {
            let start = random.below(other.len());
            let end = (start + random.below(8)).min(other.len());
            drop(chars.splice(at..at, other[start..end].iter().copied()));
        }
        _ => drop(chars.splice(at..at, piece)),
    }
}

/// What holds for every text that the macro renders, in which U+0001 and a number stand for a name or an expression.
/// Gives back how many mistakes it has.
fn check_macro(text: &str) -> usize {
    let parsed = Parsed::from_macro(text);
    let mut start = 0;
    for number in 0..parsed.mistakes() {
        let error = parsed.mistake(text, number);
        let range = error.range();
        assert!(text.get(range.clone()).is_some(), "`{text}`: {range:?}");
        assert!(
            start <= range.start,
            "`{text}`: not in the order of the text"
        );
        start = range.start;
        assert!(!error.message().is_empty(), "`{text}`");
    }
    parsed.mistakes()
}

/// What holds for every text. Gives back whether it is a layout.
fn check(text: &str) -> bool {
    let mistakes = check_macro(text);
    let result = Layout::parse(text);
    if !text.contains('\u{1}') {
        assert_eq!(result.is_ok(), mistakes == 0, "`{text}`: {result:?}");
    }
    let layout = match result {
        Ok(layout) => layout,
        Err(error) => {
            let range = error.range();
            assert!(text.get(range.clone()).is_some(), "`{text}`: {range:?}");
            assert!(!error.to_string().is_empty(), "`{text}`");
            super::meanings::check_suggestion(text);
            return false;
        }
    };
    let printed = layout.to_string();
    let again = Layout::parse(&printed).unwrap_or_else(|e| panic!("`{text}`: `{printed}`: {e}"));
    assert_eq!(again, layout, "`{text}`: `{printed}`");
    assert_eq!(again.to_string(), printed, "`{text}`");

    let dims = layout.dims();
    assert!(layout.num_elements() <= layout.padded_len(), "`{text}`");
    assert_eq!(
        layout.checked_offset(dims).is_some(),
        dims.is_empty(),
        "`{text}`"
    );
    assert!(layout.index(layout.padded_len()).is_none(), "`{text}`");
    if layout.num_elements() > 0 {
        let last: Vec<usize> = dims.iter().map(|d| d - 1).collect();
        let position = layout.offset(&last);
        assert!(position < layout.padded_len(), "`{text}`");
        assert_eq!(
            layout.index(position).map(|i| i.to_vec()),
            Some(last),
            "`{text}`"
        );
    }
    true
}

fn seeds() -> Vec<Vec<char>> {
    let mut texts: Vec<String> = Vec::new();
    for (file, column) in [
        ("real_layouts.tsv", 0),
        ("catalogue.tsv", 1),
        ("tpu_sizes.tsv", 0),
    ] {
        texts.extend(data::rows(file).into_iter().map(|row| row[column].clone()));
    }
    texts.push("f32[<=3,5]<1,0:T(2,2)L(5)E(64)S(3)SC(0:1)M(64)PAD(4,7=highest)>".into());
    texts.iter().map(|text| text.chars().collect()).collect()
}

#[test]
fn mutants_never_panic() {
    const ROUNDS: usize = if cfg!(debug_assertions) { 400 } else { 4000 };
    let seeds = seeds();
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut layouts, mut errors) = (0, 0);
    for _ in 0..ROUNDS {
        for seed in &seeds {
            let mut chars = seed.clone();
            for _ in 0..=random.below(3) {
                let other = &seeds[random.below(seeds.len())];
                mutate(&mut chars, other, &mut random);
            }
            let text: String = chars.into_iter().collect();
            if check(&text) {
                layouts += 1
            } else {
                errors += 1
            }
        }
    }
    println!("{layouts} layouts, {errors} errors");
    assert!(layouts > errors / 100, "mutants are hardly ever layouts");
}

/// Expressions with comparisons, shifts and arguments in angle brackets, closed or not.
#[test]
fn expressions_between_commas() {
    for entry in [
        "N > M",
        "N>M",
        "N >= M",
        ">",
        "> >",
        "N > M > K",
        "(N > M)",
        "N < M > K",
        "N < M",
        "N << 2",
        "N >> 2",
        "a::<N>::B",
        "a::<N",
        "a::N>",
        "{ N > M }",
        "[N > M]",
        "(N",
        "N)",
        "N -> M",
    ] {
        check_macro(&format!("F32[{entry}]"));
        check_macro(&format!("F32[{entry},4]<1,0:T({entry},2)>"));
        check_macro(&format!("F32[2,{entry}]{{1,0:T(2,{entry})}}"));
    }
}

/// Every prefix and every text with one character left out.
#[test]
fn every_prefix_and_gap() {
    for seed in seeds() {
        let text: String = seed.iter().collect();
        assert!(check(&text), "`{text}`");
        for at in 0..seed.len() {
            let prefix: String = seed[..at].iter().collect();
            assert_eq!(check(&prefix), prefix.ends_with(']'), "`{prefix}`");
            let mut gap = seed.clone();
            gap.remove(at);
            check(&gap.into_iter().collect::<String>());
        }
    }
}

/// Texts made of the language's own pieces at random.
#[test]
fn word_salad() {
    const ROUNDS: usize = if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    const WORDS: [&str; 24] = [
        "f32", "bf16", "s4", "[", "]", "{", "}", "<", ">", "3", "5", "1", "0", ",", ":", "T", "(",
        ")", "*", "L", "E", "S", "SC", "PAD",
    ];
    let mut random = Random::new(0xD1B5_4A32_D192_ED03);
    for _ in 0..ROUNDS {
        let words = 1 + random.below(24);
        let text: String = (0..words).map(|_| random.pick(&WORDS)).collect();
        check(&text);
        check(&format!("f32[3,5]{{1,0:{text}}}"));
    }
}
