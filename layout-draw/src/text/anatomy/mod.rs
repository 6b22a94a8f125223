//! The anatomy of a text as characters: the text with callouts, the array, its tiles and
//! memory, and one element followed through them.

mod memory;
mod panels;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use layout_core::util::words::{grouped, wrapped};

use super::canvas::{Canvas, Style};
use super::cells::square;
use super::grid::Square;
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::summary::{Part, Sentence, plain};
use crate::model::tokens::{Callout, Token};

/// The largest number of columns of a line.
const MAX_WIDTH: usize = 100;

/// Draws the figure with lines of at most `width` columns.
pub(super) fn draw(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let width = width.min(MAX_WIDTH);
    let mut picture = Canvas::new();
    callouts(anatomy, width, &mut picture);
    picture.blank();
    if anatomy.followed.is_some() {
        let mut panels = alloc::vec![panels::array(anatomy, width)];
        if anatomy.is_tiled() {
            panels.push(panels::tiles(anatomy, width));
        }
        picture.flow(&panels, width);
        picture.blank();
        memory::draw(anatomy, width, &mut picture);
        let [element, tile, position] = anatomy.track_lines();
        let track = [element, tile, position].map(|line| plain(&line));
        let track: Vec<String> = track.into_iter().filter(|line| !line.is_empty()).collect();
        paragraph(&track.join(" → "), width, &mut picture);
    }
    let sentence = anatomy.sentence(|text| text.chars().count() <= width);
    paragraph(&plain(&sentence), width, &mut picture);
    picture
}

fn paragraph(text: &str, width: usize, picture: &mut Canvas) {
    for line in wrapped(text, width) {
        picture.line(line, Style::PLAIN);
    }
}

/// The text and its callouts; a long text takes two lines.
fn callouts(anatomy: &Anatomy<'_>, width: usize, picture: &mut Canvas) {
    let tokens = &anatomy.tokens[..];
    let len: usize = tokens.iter().map(|token| token.text.chars().count()).sum();
    let cut = tokens.iter().position(|token| token.text.starts_with('{'));
    let (first, second) = match cut {
        Some(cut) if len > width => tokens.split_at(cut),
        _ => (tokens, &tokens[..0]),
    };
    line(first, width, picture);
    if !second.is_empty() {
        line(second, width, picture);
    }
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
    // If a label has no room beside its leader, all labels become a list.
    let labelled = |&(at, callout, _): &(usize, &Callout, usize)| {
        let meaning = callout.meaning.join(" ");
        at + 4 + callout.name.chars().count() + 2 + meaning.chars().count()
    };
    if placed.iter().map(labelled).any(|end| end > width) {
        return list(tokens, width, picture);
    }
    for &(at, _, len) in &placed {
        let bar = match len {
            1 => "│".into(),
            _ => format!("├{}┘", "─".repeat(len - 2)),
        };
        picture.put(at, bars, &bar, Style::DIM);
    }
    let names = placed
        .iter()
        .map(|(_, callout, _)| callout.name.chars().count());
    let widest = names.max().unwrap_or(0);
    let column = placed.last().map_or(0, |(at, ..)| at + 4);
    for (n, (at, callout, _)) in placed.iter().enumerate().rev() {
        let y = picture.height();
        for (left, ..) in &placed[..n] {
            picture.put(*left, y, "│", Style::DIM);
        }
        let meaning = callout.meaning.join(" ");
        // Names are aligned in a column if there is room.
        let whole = column + widest + 2 + meaning.chars().count();
        let (name_at, meaning_at) = match whole <= width {
            true => (column, column + widest + 2),
            false => (at + 4, at + 4 + callout.name.chars().count() + 2),
        };
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

/// A drawing below its heading and captions.
fn panel(
    anatomy: &Anatomy<'_>,
    head: &str,
    parts: &[Part],
    lines: &[Sentence],
    drawing: &Canvas,
    width: usize,
) -> Canvas {
    let mut panel = Canvas::new();
    panel.heading(&heading(anatomy, head, parts), width);
    for line in lines {
        paragraph(&plain(line), width, &mut panel);
    }
    let y = panel.height();
    panel.paste(0, y, drawing);
    panel
}

fn heading(anatomy: &Anatomy<'_>, head: &str, parts: &[Part]) -> String {
    let tokens = parts.iter().map(|&part| anatomy.head(part));
    let tokens: Vec<String> = tokens.filter(|token| !token.is_empty()).collect();
    format!("{head} {}", tokens.join(" "))
}

/// The number of a cell's tile, if it has one.
fn tile_text(cell: &Cell) -> String {
    let text = |tile| grouped(tile).to_string();
    cell.tile.map(text).unwrap_or_default()
}

/// A cell as a square of its tile; the followed cell is marked.
fn cell_square(anatomy: &Anatomy<'_>, cell: &Cell, text: String) -> Square {
    Square {
        marked: anatomy.follows(cell),
        ..square(&anatomy.scene, cell, text)
    }
}
