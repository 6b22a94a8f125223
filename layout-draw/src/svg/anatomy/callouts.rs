//! The text, with a callout under each part.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::page::{
    ADVANCE, Anchor, Page, class, escaped, measured, number, sentence_lines, title_lines,
};
use crate::model::anatomy::Anatomy;
use crate::model::summary::{Ink, text};
use crate::model::tokens::{Callout, Token};

/// The distances from the text's baseline to the bars, and from the bars to the end of the
/// labels.
const BAR_DISTANCE: f64 = 18.0;
const LABEL_HEIGHT: f64 = 61.0;

/// Returns the width of a token in letters of size 1.
fn width(token: &Token) -> f64 {
    token.text.chars().count() as f64 * ADVANCE
}

/// Draws the text and its callouts, below their parts if there is room, otherwise as a list.
/// Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, anatomy: &Anatomy<'_>) -> f64 {
    let room = page.room();
    let (least, most) = if page.is_narrow() {
        (18.0, 28.0)
    } else {
        (24.0, 48.0)
    };
    let lines = lines(&anatomy.tokens, room / least);
    let sizes = lines
        .iter()
        .map(|line| room / line.iter().map(width).sum::<f64>());
    let size = sizes.fold(most, f64::min);
    let has_room = lines.len() == 1 && !page.is_narrow();
    let mut y = 24.0;
    let mut listed = Vec::new();
    let mut bottom = y;
    for line in lines {
        y += size;
        let placed = written(page, line, size, y);
        y += 8.0;
        let ends = placed.iter().skip(1).map(|(_, left, _)| *left);
        let ends: Vec<f64> = ends.chain([page.right() + 6.0]).collect();
        for ((token, left, right), end) in placed.into_iter().zip(ends) {
            let Some(callout) = &token.callout else {
                continue;
            };
            let end = end - 14.0 - left;
            match stacked(callout, end).filter(|_| has_room) {
                Some(label) => {
                    below(page, token, (left, right), y - 8.0 + BAR_DISTANCE, label);
                    bottom = y - 8.0 + BAR_DISTANCE + LABEL_HEIGHT;
                }
                None => {
                    page.rect(class(token.part), left, y, right - left, 2.0, 0.0);
                    listed.push((token, callout));
                }
            }
        }
        y += 8.0;
    }
    list(page, &listed, bottom.max(y))
}

/// Lines of whole tokens, each of width `most` at most in letters of size 1.
fn lines(tokens: &[Token], most: f64) -> Vec<&[Token]> {
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0.0);
    let is_long = tokens.iter().map(width).sum::<f64>() > most;
    for (n, token) in tokens.iter().enumerate() {
        let begins = is_long && token.text.starts_with('{');
        if n > start && (begins || used + width(token) > most) {
            lines.push(&tokens[start..n]);
            (start, used) = (n, 0.0);
        }
        used += width(token);
    }
    lines.push(&tokens[start..]);
    lines
}

/// Draws the bar above a part's callout, the leader from its left end down, and the label: its
/// name and its meaning.
fn below(
    page: &mut Page,
    token: &Token,
    (left, right): (f64, f64),
    top: f64,
    (name, meaning): (String, Vec<String>),
) {
    let color = class(token.part);
    let [left_end, right, bar, end] = [left, right, top, top + LABEL_HEIGHT].map(number);
    let path = format!("M{right} {bar}H{left_end}V{end}");
    page.path(&format!("thr s{}", &color[1..]), &path);
    page.text(
        &format!("sm {color}"),
        left + 8.0,
        top + 20.0,
        Anchor::Start,
        &name,
    );
    for (n, line) in meaning.iter().enumerate() {
        let y = top + 41.0 + 19.0 * n as f64;
        page.text("mt", left + 8.0, y, Anchor::Start, line);
    }
}

/// Draws callouts in lines that repeat the part. Returns the y coordinate of the lower end.
fn list(page: &mut Page, listed: &[(&Token, &Callout)], mut y: f64) -> f64 {
    let left = page.margin();
    let shown = |token: &Token| String::from(token.text.trim_start_matches('{'));
    let widths = listed.iter().map(|(token, _)| 16.0 * width(token) + 14.0);
    let indent = widths.fold(0.0, f64::max);
    let beside = indent < page.room() / 2.0;
    for (token, callout) in listed {
        y += 24.0;
        let color = class(token.part);
        let class = format!("hm {color}");
        let most = (page.room() / (16.0 * ADVANCE)) as usize;
        for (n, line) in title_lines(&shown(token), most).iter().enumerate() {
            y += if n > 0 { 19.0 } else { 0.0 };
            page.text(&class, left, y, Anchor::Start, line);
        }
        let meaning = callout.meaning.join(" ");
        let name = format!("{}: ", callout.name);
        let sentence = alloc::vec![(Ink::Of(token.part), name), text(meaning)];
        let at = left + if beside { indent } else { 0.0 };
        let lines = sentence_lines(&sentence, 14.0, page.right() - at - 6.0);
        for (n, line) in lines.iter().enumerate() {
            y += if n > 0 || !beside { 19.0 } else { 0.0 };
            page.sentence("sm", at, y, Anchor::Start, line);
        }
    }
    y
}

/// Writes tokens on one baseline. Returns them with their left and right ends.
fn written<'a>(
    page: &mut Page,
    tokens: &'a [Token],
    size: f64,
    baseline: f64,
) -> Vec<(&'a Token, f64, f64)> {
    let mut x = page.margin();
    let mut placed = Vec::new();
    for token in tokens {
        let width = width(token) * size;
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
        if token.callout.is_some() {
            placed.push((token, x + 2.0, x + width - 3.0));
        }
        x += width;
    }
    placed
}

/// Returns the name and the meaning of a callout in three lines of width `room` at most, with
/// new line breaks or the short name if needed.
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
