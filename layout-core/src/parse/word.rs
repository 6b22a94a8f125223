//! `Word`: classifies a word where a number is expected.

use super::{HOLE, NO_HOLE};
use crate::util::integer_literal::{integer_literal, is_decimal};

pub(super) enum Word {
    Number(u64),
    TooLarge,
    MinusOne,
    Negative,
    Fraction,
    Suffix,
    NotDecimal,
    Times,
    Quoted,
    Name,
    Hole(u8),
    Nothing,
    Other,
}

pub(super) const fn classify(word: &[u8]) -> Word {
    let Some((&first, rest)) = word.split_first() else {
        return Word::Nothing;
    };
    match first {
        b'"' | b'\'' => Word::Quoted,
        HOLE => match classify(rest) {
            Word::Number(hole) if hole < NO_HOLE as u64 => Word::Hole(hole as u8),
            _ => Word::Other,
        },
        b'-' => match classify(rest) {
            Word::Number(1) => Word::MinusOne,
            Word::Number(_) | Word::TooLarge | Word::Suffix | Word::NotDecimal => Word::Negative,
            Word::Fraction => Word::Fraction,
            _ => Word::Other,
        },
        b'0'..=b'9' => digits(word),
        b'_' if is_decimal(rest) => Word::NotDecimal,
        b'_' => Word::Name,
        first if first.is_ascii_alphabetic() => Word::Name,
        _ => Word::Other,
    }
}

/// Classifies a word that begins with a digit.
const fn digits(word: &[u8]) -> Word {
    let literal = integer_literal(word);
    let (digits, rest) = word.split_at(literal.end);
    match (rest, literal.value) {
        ([], Some(value)) if value <= u64::MAX as u128 => {
            if is_decimal(digits) {
                Word::Number(value as u64)
            } else {
                Word::NotDecimal
            }
        }
        ([], _) => Word::TooLarge,
        ([b'.'] | [b'.', b'0'..=b'9', ..], _) => Word::Fraction,
        ([b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..], _)
            if is_decimal(exponent) =>
        {
            Word::Fraction
        }
        ([b'x' | b'X', b'0'..=b'9', ..] | [0xc3, 0x97, b'0'..=b'9', ..], _) => {
            if is_product(rest) {
                Word::Times
            } else {
                Word::Other // `8x128xf32`
            }
        }
        ([c, ..], _) if c.is_ascii_alphabetic() => Word::Suffix,
        _ => Word::Other,
    }
}

/// Returns true if digits and times signs follow.
const fn is_product(rest: &[u8]) -> bool {
    let mut i = 0;
    while i < rest.len() && matches!(rest[i], b'0'..=b'9' | b'x' | b'X' | 0xc3 | 0x97) {
        i += 1;
    }
    i == rest.len()
}
