//! The parts of a layout's text: each with its name and meaning.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use layout_core::util::words::wrapped;

use super::canvas::{Canvas, Style};
use crate::model::tokens::{Callout, Token};

/// Draws the text and its callouts with lines of at most `width` columns; a long text takes two
/// lines.
pub(super) fn draw(tokens: &[Token], width: usize) -> Canvas {
    let mut picture = Canvas::new();
    let len: usize = tokens.iter().map(|token| token.text.chars().count()).sum();
    let cut = tokens.iter().position(|token| token.text.starts_with('{'));
    let (first, second) = match cut {
        Some(cut) if len > width => tokens.split_at(cut),
        _ => (tokens, &tokens[..0]),
    };
    line(first, width, &mut picture);
    if !second.is_empty() {
        line(second, width, &mut picture);
    }
    picture
}

/// Parts of the text, each with a bar below and its meaning on a staircase.
fn line(tokens: &[Token], width: usize, picture: &mut Canvas) {
    let text: String = tokens.iter().map(|token| token.text.as_str()).collect();
    picture.line(&text, Style::BOLD);
    let bars = picture.height();
    let mut at = 0;
    let mut placed = Vec::new();
    for token in tokens {
        let len = token.text.chars().count();
        placed.extend(token.callout.as_ref().map(|callout| (at, callout, len)));
        at += len;
    }
    let names = placed
        .iter()
        .map(|(_, callout, _)| callout.name.chars().count());
    let name_at = placed.last().map_or(0, |(at, ..)| at + 4);
    let meaning_at = name_at + names.max().unwrap_or(0) + 2;
    // If a label has no room beside its leader, all labels become a list.
    let end = |(_, callout, _): &(usize, &Callout, usize)| {
        meaning_at + callout.meaning.join(" ").chars().count()
    };
    if placed.iter().map(end).any(|end| end > width) {
        return list(tokens, width, picture);
    }
    for &(at, _, len) in &placed {
        let bar = match len {
            1 => "│".into(),
            _ => format!("├{}┘", "─".repeat(len - 2)),
        };
        picture.put(at, bars, &bar, Style::DIM);
    }
    for (n, (at, callout, _)) in placed.iter().enumerate().rev() {
        let y = picture.height();
        for (left, ..) in &placed[..n] {
            picture.put(*left, y, "│", Style::DIM);
        }
        let meaning = callout.meaning.join(" ");
        let leader = format!("└{}", "─".repeat(name_at - at - 2));
        picture.put(*at, y, &leader, Style::DIM);
        picture.put(name_at, y, &callout.name, Style::BOLD);
        picture.put(meaning_at, y, &meaning, Style::PLAIN);
    }
}

/// Each part of the text in a line of its own, with its meaning.
fn list(tokens: &[Token], width: usize, picture: &mut Canvas) {
    let shown = |token: &Token| String::from(token.text.trim_start_matches('{'));
    let lens = tokens.iter().map(|token| shown(token).chars().count());
    let indent = lens.max().unwrap_or(0).min(width / 3) + 2;
    for token in tokens {
        let Some(callout) = &token.callout else {
            continue;
        };
        let text = format!("{}: {}", callout.name, callout.meaning.join(" "));
        let lines = wrapped(&text, width - indent);
        picture.line(&shown(token), Style::BOLD);
        if shown(token).chars().count() + 2 > indent {
            picture.blank();
        }
        for (n, line) in lines.enumerate() {
            let y = picture.height() - usize::from(n == 0);
            picture.put(indent, y, line, Style::PLAIN);
        }
    }
}
