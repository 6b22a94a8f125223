//! The anatomy of a text as SVG: the text with callouts, three panels, and one element followed
//! through them.

mod callouts;
mod panels;

use alloc::string::String;
use alloc::vec::Vec;

use super::block::step;
use super::page::{ADVANCE, Anchor, BOLD, Page, class, measured, number, sentence_lines};
use crate::model::anatomy::Anatomy;
use crate::model::summary::{Ink, Part, Sentence, plain};

/// The followed element's mark in a panel: a line begins at its lower end.
pub(super) type Mark = Option<(f64, f64)>;

/// The result of drawing a panel: its lower end, and the followed element's mark.
pub(super) struct PanelEnd {
    pub(super) bottom: f64,
    pub(super) mark: Mark,
    /// The space between the mark and the lower end is empty.
    pub(super) free: bool,
}

impl PanelEnd {
    fn new(bottom: f64, mark: Mark) -> PanelEnd {
        let free = true;
        PanelEnd { bottom, mark, free }
    }
}

/// A panel's heading, captions and width.
struct Panel {
    head: &'static str,
    part: Part,
    tokens: Vec<(Part, String)>,
    lines: Vec<Sentence>,
    width: f64,
}

/// The distance between panels.
const PANEL_GAP: f64 = 26.0;
const CAPTION_FONT_SIZE: f64 = 14.0;

/// Draws the figure. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, anatomy: &Anatomy<'_>) -> f64 {
    let callouts_end = callouts::draw(page, anatomy);
    if anatomy.followed.is_none() {
        return paragraph(page, &anatomy.sentence(), callouts_end + 44.0);
    }
    let mut panels = panels(anatomy);
    if page.is_narrow() {
        return stacked(page, anatomy, panels, callouts_end + 29.0);
    }
    let gutters = PANEL_GAP * (panels.len() - 1) as f64;
    if let [first @ .., last] = &mut panels[..] {
        let left: f64 = first.iter().map(|panel| panel.width).sum();
        last.width = page.room() - left - gutters;
    }
    let rule = callouts_end + 29.0;
    let wrapped_lines = |panel: &Panel| {
        let lines = panel.lines.iter();
        lines
            .flat_map(|line| sentence_lines(line, CAPTION_FONT_SIZE, panel.width + 10.0))
            .collect()
    };
    let captions: Vec<Vec<Sentence>> = panels.iter().map(wrapped_lines).collect();
    let most = captions.iter().map(Vec::len).max().unwrap_or(0);
    let top = rule + 72.0 + 19.0 * (most as f64 - 2.0) + 38.0;
    let mut x = page.margin();
    let mut marks = Vec::new();
    let mut bottom = top;
    for (n, (panel, captions)) in panels.iter().zip(&captions).enumerate() {
        head(page, panel, captions, x, rule);
        let drawn = panel.draw(page, anatomy, (x, top));
        bottom = f64::max(bottom, drawn.bottom);
        marks.push((n, drawn));
        x += panel.width + PANEL_GAP;
    }
    track(page, anatomy, &marks, &panels, bottom + 20.0)
}

impl Panel {
    /// Draws the panel below its captions.
    fn draw(&self, page: &mut Page, anatomy: &Anatomy<'_>, (x, y): (f64, f64)) -> PanelEnd {
        match self.part {
            Part::Dims | Part::Tile if anatomy.cells => {
                panels::small(page, anatomy, x, y, self.part == Part::Dims)
            }
            Part::Dims => panels::array(page, anatomy, x, y),
            Part::Tile => panels::tiles(page, anatomy, x, y),
            _ => panels::memory(page, anatomy, (x, y), self.width),
        }
    }
}

/// Draws the panels below each other, each with the followed element's label below it. Returns
/// the y coordinate of the lower end.
fn stacked(page: &mut Page, anatomy: &Anatomy<'_>, panels: Vec<Panel>, rule: f64) -> f64 {
    let x = page.margin();
    let mut rule = rule;
    let [element, tile, memory] = anatomy.track_lines();
    for mut panel in panels {
        panel.width = page.room();
        let lines = panel.lines.iter();
        let captions: Vec<Sentence> = lines
            .flat_map(|line| sentence_lines(line, CAPTION_FONT_SIZE, panel.width))
            .collect();
        head(page, &panel, &captions, x, rule);
        let top = rule + 49.0 + 19.0 * captions.len() as f64 + 23.0;
        let drawn = panel.draw(page, anatomy, (x, top));
        let label = match panel.part {
            Part::Dims => &element,
            Part::Tile => &tile,
            _ => &memory,
        };
        let below = drawn.bottom + 18.0;
        let middle = drawn.mark.map_or(page.width() / 2.0, |(x, _)| x);
        if let (Some((x, y)), true) = (drawn.mark, drawn.free) {
            page.path("ln", &(step('M', x, y) + &step('V', x, below)));
            page.dot(x, below);
        }
        let mut y = below;
        for line in sentence_lines(label, CAPTION_FONT_SIZE, panel.width) {
            let half = measured(&plain(&line), CAPTION_FONT_SIZE) / 2.0;
            let middle = middle.min(page.right() - half).max(x + half);
            y += 20.0;
            page.sentence("sm", middle, y, Anchor::Middle, &line);
        }
        rule = y + 26.0;
    }
    let sentence = anatomy.sentence();
    paragraph(page, &sentence, rule + 8.0)
}

/// Draws a sentence in lines from `y` on. Returns the y coordinate of the last line.
fn paragraph(page: &mut Page, sentence: &Sentence, y: f64) -> f64 {
    let mut at = y;
    for line in sentence_lines(sentence, 16.0, page.room()) {
        page.sentence("mt", page.margin(), at, Anchor::Start, &line);
        at += 22.0;
    }
    at - 22.0
}

fn panels(anatomy: &Anatomy<'_>) -> Vec<Panel> {
    let panel = |head, parts: &[Part], lines: Vec<Sentence>, drawing: f64| {
        let widest = lines
            .iter()
            .map(|line| measured(&plain(line), CAPTION_FONT_SIZE))
            .fold(0.0, f64::max);
        Panel {
            head,
            part: parts[0],
            tokens: parts
                .iter()
                .map(|&part| (part, anatomy.head(part)))
                .filter(|(_, text)| !text.is_empty())
                .collect(),
            lines,
            width: drawing.max(widest.min(270.0)),
        }
    };
    let (array, cut) = panels::widths(anatomy);
    let mut panels = alloc::vec![panel(
        anatomy.first_step(),
        &[Part::Dims],
        anatomy.pad_lines(),
        array
    )];
    if anatomy.is_tiled() {
        panels.push(panel("cut", &[Part::Tile], anatomy.cut_lines(), cut));
    }
    let order = [Part::Order, Part::Inner];
    panels.push(panel("string out", &order, anatomy.memory_lines(), 0.0));
    panels
}

fn head(page: &mut Page, panel: &Panel, captions: &[Sentence], x: f64, rule: f64) {
    let color = class(panel.part);
    page.rect(color, x, rule, panel.width, 3.0, 1.5);
    let (class_of_head, y) = (alloc::format!("hd {color}"), rule + 26.0);
    page.text(&class_of_head, x, y, Anchor::Start, panel.head);
    let mut left = x + measured(panel.head, 19.0) * 1.1 + 10.0;
    for (part, text) in &panel.tokens {
        let width = text.chars().count() as f64 * 16.0 * ADVANCE;
        if left + width <= x + panel.width + 4.0 {
            let class = alloc::format!("hm {}", class(*part));
            page.text(&class, left, y, Anchor::Start, text);
        }
        left += width + 10.0;
    }
    for (n, line) in captions.iter().enumerate() {
        page.sentence("sm", x, rule + 49.0 + 19.0 * n as f64, Anchor::Start, line);
    }
}

/// Draws the line through the followed element of each panel, its labels, and the sentence.
/// Returns the y coordinate of the lower end.
fn track(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    marks: &[(usize, PanelEnd)],
    panels: &[Panel],
    y: f64,
) -> f64 {
    let points: Vec<(f64, f64)> = marks.iter().filter_map(|(_, drawn)| drawn.mark).collect();
    if let (Some(first), Some(last)) = (points.first(), marks.last()) {
        let (_, end) = last;
        let (to, up) = match end.mark {
            Some(point) if end.free => (point.0, Some(point.1)),
            _ => (points[points.len() - 1].0, None),
        };
        let mut line = alloc::format!(
            "M{} {}V{}q0 6 6 6H{}",
            number(first.0),
            number(first.1),
            number(y - 6.0),
            number(to - 6.0)
        );
        if let Some(up) = up {
            line += &alloc::format!("q6 0 6-6V{}", number(up + 8.0));
            page.arrow("ln", "ah", &line, (to, up + 1.0), true);
        } else {
            page.path("ln", &line);
        }
        if let [_, (x, top), _] = points[..] {
            page.path("ln", &(step('M', x, top) + &step('V', x, y)));
            page.dot(x, y);
        }
    }
    let lines = anatomy.track_lines();
    let columns = match panels.len() {
        2 => alloc::vec![&lines[0], &lines[2]],
        _ => lines.iter().collect(),
    };
    let width = |line: &Sentence| {
        let pieces = line.iter().map(|(ink, text)| match ink {
            Ink::Plain => measured(text, CAPTION_FONT_SIZE),
            Ink::Bold | Ink::Of(_) => BOLD * measured(text, CAPTION_FONT_SIZE),
        });
        pieces.sum::<f64>() + 14.0
    };
    // Each label below its mark, in the next line if it would meet the previous label.
    let (mut free, mut y) = (0.0, y);
    for (line, (_, drawn)) in columns.iter().zip(marks) {
        let half = width(line) / 2.0;
        let middle = drawn.mark.map_or(free + half, |(x, _)| x);
        let middle = middle
            .min(page.right() + 7.0 - half)
            .max(page.margin() - 7.0 + half);
        if middle - half < free {
            y += 19.0;
        }
        page.sentence("sm", middle, y + 20.0, Anchor::Middle, line);
        free = middle + half;
    }
    let sentence = anatomy.sentence();
    paragraph(page, &sentence, y + 53.0)
}
