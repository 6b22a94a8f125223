//! The text, with a callout under each part.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::page::{Anchor, Page, class, escaped, measured, number, sentence_lines, wrapped};
use crate::model::anatomy::Anatomy;
use crate::model::summary::{self, Part};
use crate::model::tokens::{Callout, Token};

/// A callout and its place on the page.
struct PlacedCallout<'a> {
    part: Part,
    text: &'a str,
    callout: &'a Callout,
    left: f64,
    right: f64,
}

/// The distances from the text's baseline to the bars, and from the bars to the end of the
/// labels.
const BAR_DISTANCE: f64 = 18.0;
const LABEL_HEIGHT: f64 = 61.0;
/// Smaller letters are illegible: the text is then broken into two lines.
const MIN_FONT_SIZE: f64 = 24.0;

/// Draws the text and its callouts. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, anatomy: &Anatomy<'_>) -> f64 {
    let tokens = &anatomy.tokens[..];
    let length = |tokens: &[Token]| -> usize {
        let lengths = tokens.iter().map(|token| token.text.chars().count());
        lengths.sum()
    };
    let room = page.room();
    let size = |length: usize| room / (0.602 * length as f64);
    if page.is_narrow() {
        return listed(page, tokens);
    }
    let cut = tokens.iter().position(|token| token.text.starts_with('{'));
    match cut {
        Some(cut) if size(length(tokens)) < MIN_FONT_SIZE => {
            let (first, second) = tokens.split_at(cut);
            let size = size(length(first).max(length(second))).min(32.0);
            let end = line(page, first, size, 60.0);
            line(page, second, size, end + 40.0)
        }
        _ => line(page, tokens, size(length(tokens)).min(48.0), 72.0),
    }
}

/// Draws the text, with a list of its parts and their meanings below. Returns the y coordinate
/// of the lower end.
fn listed(page: &mut Page, tokens: &[Token]) -> f64 {
    /// The least size of the text's letters, if its parts are short.
    const LEAST: f64 = 18.0;
    let (left, room) = (page.margin(), page.room());
    let length = |token: &Token| token.text.chars().count() as f64 * 0.602;
    let whole = room / tokens.iter().map(length).sum::<f64>();
    // Lines of whole parts.
    let mut lines: Vec<&[Token]> = Vec::new();
    let (mut start, mut used) = (0, 0.0);
    for (n, token) in tokens.iter().enumerate() {
        if whole < LEAST && n > start && (used + length(token)) * LEAST > room {
            lines.push(&tokens[start..n]);
            (start, used) = (n, 0.0);
        }
        used += length(token);
    }
    lines.push(&tokens[start..]);
    let sizes = lines.iter().map(|line| {
        let length: f64 = line.iter().map(length).sum();
        room / length
    });
    let size = sizes.fold(28.0, f64::min);
    let mut y = 24.0;
    for line in lines {
        y += size + 8.0;
        for one in written(page, line, size, y) {
            page.rect(
                class(one.part),
                one.left,
                y + 8.0,
                one.right - one.left,
                2.0,
                0.0,
            );
        }
        y += 8.0;
    }
    y += 14.0;
    for token in tokens {
        let Some(callout) = &token.callout else {
            continue;
        };
        let color = class(token.part);
        let text = token.text.trim_start_matches('{');
        y += 24.0;
        page.text(&format!("hm {color}"), left, y, Anchor::Start, text);
        let at = left + text.chars().count() as f64 * 9.7 + 10.0;
        let (at, y_of_name) = match at + measured(&callout.name, 14.0) <= page.right() {
            true => (at, y),
            false => (left, y + 18.0),
        };
        page.text(
            &format!("sm {color}"),
            at,
            y_of_name,
            Anchor::Start,
            &callout.name,
        );
        y = y_of_name;
        let meaning = alloc::vec![summary::text(callout.meaning.join(" "))];
        for line in sentence_lines(&meaning, 14.0, room) {
            y += 18.0;
            page.sentence("sm", left, y, Anchor::Start, &line);
        }
    }
    y + 4.0
}

/// Draws tokens on one baseline, with their callouts below. Returns the y coordinate of the
/// lower end.
fn line(page: &mut Page, tokens: &[Token], size: f64, baseline: f64) -> f64 {
    let placed = written(page, tokens, size, baseline);
    let top = baseline + BAR_DISTANCE;
    let mut rest = Vec::new();
    for (n, one) in placed.iter().enumerate() {
        let next = placed.get(n + 1);
        let next = next.map_or(page.right() + 6.0, |next| next.left);
        let left = one.left + 8.0;
        let Some((name, lines)) = stacked(one.callout, next - 6.0 - left) else {
            bar(page, one, top, top);
            rest.push(one);
            continue;
        };
        bar(page, one, top, top + LABEL_HEIGHT);
        let color = format!("sm {}", class(one.part));
        page.text(&color, left, top + 20.0, Anchor::Start, &name);
        for (n, line) in lines.iter().enumerate() {
            let y = top + 41.0 + 19.0 * n as f64;
            page.text("mt", left, y, Anchor::Start, line);
        }
    }
    let stacked = if rest.len() < placed.len() {
        LABEL_HEIGHT
    } else {
        0.0
    };
    listed_rest(page, &rest, top + stacked)
}

/// Callouts without room below their part, in lines that repeat the part. Returns the y
/// coordinate of the lower end.
fn listed_rest(page: &mut Page, rest: &[&PlacedCallout<'_>], mut y: f64) -> f64 {
    let width = |one: &&PlacedCallout<'_>| one.text.chars().count() as f64 * 0.602 * 16.0;
    let widest = rest.iter().map(width).fold(0.0, f64::max) + 14.0;
    let margin = page.margin();
    for one in rest {
        y += 24.0;
        let color = class(one.part);
        page.text(&format!("hm {color}"), margin, y, Anchor::Start, one.text);
        let (left, name) = (margin + widest, format!("{}: ", one.callout.name));
        page.text(&format!("sm {color}"), left, y, Anchor::Start, &name);
        let left = left + measured(&name, 14.0);
        let meaning = one.callout.meaning.join(" ");
        for (n, line) in wrapped(&meaning, 14.0, page.right() - left).enumerate() {
            y += if n > 0 { 19.0 } else { 0.0 };
            page.text("sm", left, y, Anchor::Start, line);
        }
    }
    y
}

/// Writes tokens on one baseline. Returns the callouts of their parts.
fn written<'a>(
    page: &mut Page,
    tokens: &'a [Token],
    size: f64,
    baseline: f64,
) -> Vec<PlacedCallout<'a>> {
    let mut x = page.margin();
    let mut placed = Vec::new();
    for token in tokens {
        let width = token.text.chars().count() as f64 * 0.602 * size;
        let color = match token.callout {
            Some(_) => class(token.part),
            None => "la",
        };
        page.raw(&format!(
            "<text class=\"mo {color}\" x=\"{}\" y=\"{}\" style=\"font-size:{}px\" \
             textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
            number(x),
            number(baseline),
            number(size),
            number(width),
            escaped(&token.text),
        ));
        if let Some(callout) = &token.callout {
            placed.push(PlacedCallout {
                part: token.part,
                text: &token.text,
                callout,
                left: x + 2.0,
                right: x + width - 3.0,
            });
        }
        x += width;
    }
    placed
}

/// The name and the meaning of a callout in three lines of width `room` at most, with new line
/// breaks or the short name if needed.
fn stacked(callout: &Callout, room: f64) -> Option<(String, Vec<String>)> {
    let fits = |lines: &Vec<String>| lines.iter().all(|line| measured(line, 16.0) <= room);
    let name = [&callout.name, &callout.short]
        .into_iter()
        .find(|name| measured(name, 14.0) <= room)?;
    let meaning = callout.meaning.join(" ");
    let breaks = meaning.match_indices(' ').map(|(at, _)| {
        let (first, second) = meaning.split_at(at);
        alloc::vec![first.into(), second.trim_start().into()]
    });
    let mut candidates = [callout.meaning.clone()].into_iter().chain(breaks);
    Some((name.clone(), candidates.find(fits)?))
}

fn stroke(part: Part) -> String {
    format!("thr s{}", &class(part)[1..])
}

/// The bar over a part, and the leader from its left end down.
fn bar(page: &mut Page, one: &PlacedCallout<'_>, top: f64, end: f64) {
    let path = format!(
        "M{} {}H{}V{}",
        number(one.right),
        number(top),
        number(one.left),
        number(end)
    );
    page.path(&stroke(one.part), &path);
}
