//! Small arrays and arrays without tiles: every cell, with memory beside or below.

use alloc::vec::Vec;

use super::block::{Sizes, step};
use super::labelled::{Labelled, MAX_LABEL_WIDTH};
use super::memory_lines::{self, MIN_CELL_WIDTH};
use super::page::{Anchor, BOLD, Page, measured, number, sentence_lines, wrapped};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{elide, elide_to, including, only};
use crate::model::summary::Sentence;
use layout_core::util::words;

/// The most width of an array with memory beside it.
const MAX_WIDTH_BESIDE: f64 = 450.0;

/// Draws the array and memory. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, y: f64) -> f64 {
    let (margin, room) = (page.margin(), page.room());
    let mut blocks = plane_slices(scene, room);
    let widths = blocks.iter().flatten().map(Labelled::width);
    let widest = widths.fold(0.0, f64::max);
    let high = |block: &Option<Labelled>| block.as_ref().map_or(30.0, |b| b.height() + 26.0);
    let high: f64 = blocks.iter().map(high).sum();
    let beside = !page.is_narrow()
        && widest < MAX_WIDTH_BESIDE
        && (blocks.len() == 1 || blocks.len() <= 3 && high < 620.0);
    let framed = scene.example().filter(|_| beside || page.is_narrow());
    // The block frames the marked element.
    let framed = framed.filter(|_| scene.marked.is_none());
    let framed = framed.map(|(cell, _)| cell.position);
    if let [Some(only)] = &mut blocks[..] {
        only.framed = framed;
    }
    let title = scene.array_title();
    let title_room = if beside { MAX_WIDTH_BESIDE } else { room };
    let title_width = (BOLD * measured(&title, 14.0)).min(title_room);
    let below = title_lines(page, &title, (margin, y), title_room);
    let edge = if beside { margin } else { page.right() };
    let bottom = flow(page, scene, &blocks, below + 12.0, edge);
    let (x, top) = if beside {
        (margin + widest.max(title_width) + 50.0, y)
    } else {
        (margin, bottom + 40.0)
    };
    let len = scene.layout.padded_len();
    let title = alloc::format!("Memory, {}", words::count(len, "position"));
    let top = title_lines(page, &title, (x, top), page.right() - x);
    let (top, height) = if beside {
        (top + 30.0, bottom - top - 30.0)
    } else {
        (top + 14.0, 0.0)
    };
    let area = (page.right() - x, height);
    let drawn = memory_lines::draw(page, scene, (x, top), area, MIN_CELL_WIDTH, 9);
    if let Some(position) = framed {
        drawn.frame(page, position);
    }
    let bottom = bottom.max(drawn.bottom);
    match (scene.example(), &blocks[..]) {
        (Some((cell, text)), [Some(only)]) if beside => {
            example(page, &cell, &text, only, below + 12.0, &drawn, bottom)
        }
        _ => caption(page, scene, bottom),
    }
}

/// Draws a heading in lines of width `room`. Returns the y coordinate of the last line.
fn title_lines(page: &mut Page, title: &str, (x, y): (f64, f64), room: f64) -> f64 {
    let mut y = y - 18.0;
    for line in wrapped(title, 14.0 * BOLD, room) {
        y += 18.0;
        page.text("he", x, y, Anchor::Start, line);
    }
    y
}

/// The worked example, with a line from the array to memory.
fn example(
    page: &mut Page,
    cell: &Cell,
    sentences: &[Sentence; 2],
    block: &Labelled,
    top: f64,
    drawn: &memory_lines::Drawn,
    bottom: f64,
) -> f64 {
    let below = bottom + 24.0;
    if let (Some(mark), Some((x, y))) = (
        block.mark(cell.position, page.margin(), top),
        drawn.find(cell.position),
    ) && drawn.in_last_line(cell.position)
    {
        let mut line = step('M', mark.0, mark.1);
        line += &alloc::format!(
            "V{}q0 6 6 6H{}q6 0 6-6V{}",
            number(below - 6.0),
            number(x - 6.0),
            number(y + 8.0)
        );
        page.arrow("ln", "ah", &line, (x, y + 2.0), true);
    }
    for (n, line) in sentences.iter().enumerate() {
        let y = below + 30.0 + 27.0 * n as f64;
        page.sentence("ca", page.width() / 2.0, y, Anchor::Middle, line);
    }
    below + 8.0 + 27.0 * sentences.len() as f64
}

/// Returns the worked example as text, without a line.
fn caption(page: &mut Page, scene: &Scene<'_>, bottom: f64) -> f64 {
    let Some((_, sentences)) = scene.example() else {
        return bottom;
    };
    let (class, size, height) = if page.is_narrow() {
        ("mt", 16.0, 22.0)
    } else {
        ("ca", 19.0, 27.0)
    };
    let mut y = bottom + 36.0 - height;
    for sentence in &sentences {
        for line in sentence_lines(sentence, size, page.room()) {
            y += height;
            page.sentence(class, page.margin(), y, Anchor::Start, &line);
        }
    }
    y + height - 22.0
}

/// Draws blocks in rows up to `edge`. Returns the y coordinate of the lower end.
fn flow(page: &mut Page, scene: &Scene<'_>, blocks: &[Option<Labelled>], y: f64, edge: f64) -> f64 {
    let margin = page.margin();
    let (mut x, mut top, mut bottom) = (margin, y, y);
    for block in blocks {
        let width = block.as_ref().map_or(40.0, Labelled::width);
        if x > margin && x + width > edge {
            (x, top) = (margin, bottom + 20.0);
        }
        let Some(block) = block else {
            page.dots(x + 20.0, top + 70.0, false);
            bottom = bottom.max(top + 80.0);
            x += 60.0;
            continue;
        };
        block.draw(page, scene, x, top);
        bottom = bottom.max(top + block.height());
        x += block.width() + 34.0;
    }
    bottom
}

/// Returns the slices of the array as the first tile sees it; `None` for omitted slices.
fn plane_slices(scene: &Scene<'_>, room: f64) -> Vec<Option<Labelled>> {
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let many = plane.slices().saturating_mul(rows) > 64;
    let least = match columns {
        _ if scene.has_names() => 42.0,
        0..=12 => 40.0,
        _ => 37.0,
    };
    let mut sizes = Sizes::of_cells(scene, least);
    if scene.group > 1 {
        sizes.apart = 14.0;
        let least = match columns {
            13.. => 39.0,
            _ => 46.0,
        };
        sizes.width = sizes.width.max(least);
        sizes.height = 48.0;
    }
    // Two columns and the gap between them always have room.
    sizes.width = sizes.width.min((room - MAX_LABEL_WIDTH - 46.0) / 2.0);
    // Tiles stand apart.
    let most = if room < 600.0 {
        room / sizes.width
    } else {
        (room - 90.0) / (sizes.width + 3.0)
    };
    let (marked_slice, marked_row, marked_column) = scene.marked_at().unwrap_or_default();
    let shown_rows = elide_to(rows, if many { 6 } else { 16 });
    let shown_rows = including(shown_rows, rows, marked_row);
    let slice = |slice: usize, most: usize| {
        let columns = match (most, scene.marked) {
            (1, Some(_)) => only(columns, &[marked_column]),
            _ => including(elide_to(columns, most), columns, marked_column),
        };
        Labelled::of_plane(scene, slice, (shown_rows.clone(), columns), sizes)
    };
    let most = fitting((most as usize).min(20), room, |most| slice(0, most));
    let slices = elide(plane.slices(), if many { 2 } else { 9 }, 1);
    let slices = including(slices, plane.slices(), marked_slice).into_iter();
    slices
        .map(|shown| Some(slice(shown.number()?, most)))
        .collect()
}

/// Returns the number of columns, at most `most`, of a block that is at most `room` wide.
fn fitting(most: usize, room: f64, block: impl Fn(usize) -> Labelled) -> usize {
    let counts = (1..=most).rev();
    let mut fitting = counts.filter(|&most| block(most).width() <= room);
    fitting.next().unwrap_or(1)
}
