//! The text, and a callout under each part of it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::page::{Anchor, MARGIN, Page, RIGHT, number};
use super::super::page::{class, measured};
use crate::model::anatomy::{Anatomy, Callout, Part};

/// A callout with its place.
struct PlacedCallout<'a> {
    part: Part,
    callout: &'a Callout,
    left: f64,
    right: f64,
}

const BAR: f64 = 90.0;

/// Draws the text and its callouts; where they end.
pub(super) fn draw(page: &mut Page, anatomy: &Anatomy<'_>) -> f64 {
    let length: usize = anatomy
        .tokens
        .iter()
        .map(|token| token.text.chars().count())
        .sum();
    let size = ((RIGHT - MARGIN) / (0.602 * length as f64)).min(48.0);
    let mut x = MARGIN;
    let mut placed = Vec::new();
    for token in &anatomy.tokens {
        let width = token.text.chars().count() as f64 * 0.602 * size;
        let color = match token.callout {
            Some(_) => class(token.part),
            None => "la",
        };
        page.raw(&format!(
            "<text class=\"mo {color}\" x=\"{}\" y=\"72\" style=\"font-size:{}px\" textLength=\"{}\" \
             lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
            number(x),
            number(size),
            number(width),
            super::super::page::escaped(&token.text),
        ));
        if let Some(callout) = &token.callout {
            placed.push(PlacedCallout {
                part: token.part,
                callout,
                left: x + 2.0,
                right: x + width - 3.0,
            });
        }
        x += width;
    }
    let fit = |n: usize| {
        let next = placed.get(n + 1).map_or(RIGHT + 6.0, |next| next.left);
        placed[n].left + 8.0 + stacked_width(placed[n].callout) + 6.0 <= next
    };
    if (0..placed.len()).all(fit) {
        for one in &placed {
            bar(page, one, BAR + 61.0);
            let color = class(one.part);
            page.text(
                &format!("sm {color}"),
                one.left + 8.0,
                110.0,
                Anchor::Start,
                &one.callout.name,
            );
            for (n, line) in one.callout.meaning.iter().enumerate() {
                page.text(
                    "mt",
                    one.left + 8.0,
                    131.0 + 19.0 * n as f64,
                    Anchor::Start,
                    line,
                );
            }
        }
        return BAR + 61.0;
    }
    // A staircase: each below those to its right.
    let mut y = BAR + 8.0;
    for one in placed.iter().rev() {
        y += 22.0;
        bar(page, one, y - 5.0);
        page.path(
            &line(one.part),
            &format!("M{} {}h6", number(one.left), number(y - 5.0)),
        );
        let color = class(one.part);
        let meaning = one.callout.meaning.join(" ");
        let name = format!("{}  ", one.callout.name);
        let width = measured(&name, 14.0) + 4.0;
        // At the right edge a label ends there, and its leader comes from the right.
        let whole = width + measured(&meaning, 14.0);
        let left = (one.left + 10.0).min(RIGHT - whole).max(MARGIN);
        page.rect("cb", left - 2.0, y - 15.0, whole + 4.0, 20.0, 0.0);
        page.text(
            &format!("sm {color}"),
            left,
            y,
            Anchor::Start,
            &one.callout.name,
        );
        page.text("sm", left + width, y, Anchor::Start, &meaning);
    }
    y + 4.0
}

/// The width of a label in three lines.
fn stacked_width(callout: &Callout) -> f64 {
    let lines = callout.meaning.iter().map(|line| measured(line, 16.0));
    lines.fold(measured(&callout.name, 14.0), f64::max)
}

fn line(part: Part) -> String {
    format!("thr s{}", &class(part)[1..])
}

/// The bar over a part, and the leader down from its left end.
fn bar(page: &mut Page, one: &PlacedCallout<'_>, end: f64) {
    let path = format!(
        "M{} {}H{}V{}",
        number(one.right),
        number(BAR),
        number(one.left),
        number(end)
    );
    page.path(&line(one.part), &path);
}
