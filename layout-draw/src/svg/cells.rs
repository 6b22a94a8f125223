//! Small arrays and arrays without tiles: every cell, with memory beside or below.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{Block, Sizes, step};
use super::labelled::Labelled;
use super::memory_lines;
use super::page::{Anchor, BOLD, Page, measured, number, sentence_lines};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, elide_to, including};
use crate::model::summary::Sentence;
use layout_core::util::words;

/// Draws the array and memory. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, y: f64) -> f64 {
    let merged = scene.plane.merges() && scene.layout.num_elements() > 0;
    let room = page.room();
    let plane_slices = |scene| plane_slices(scene, room);
    let mut blocks = if merged {
        logical_slices(scene, room)
    } else {
        plane_slices(scene)
    };
    let margin = page.margin();
    page.text("he", margin, y, Anchor::Start, &scene.array_title());
    let len = scene.layout.padded_len();
    let title = alloc::format!("Memory, {}", words::count(len, "position"));
    let array_title = BOLD * measured(&scene.array_title(), 14.0);
    let merged_width = BOLD * measured(&merged_title(scene), 14.0);
    let widths = blocks.iter().flatten().map(Labelled::width);
    let widest = widths.fold(0.0, f64::max);
    let high = |block: &Option<Labelled>| block.as_ref().map_or(30.0, |b| b.height() + 26.0);
    let high: f64 = blocks.iter().map(high).sum();
    let beside = if page.is_narrow() {
        false
    } else if merged {
        let plane = plane_slices(scene).into_iter().flatten().next();
        let plane_width = plane.as_ref().map_or(0.0, Labelled::width);
        widest.max(array_title) + plane_width.max(merged_width) < 540.0
            && plane_slices(scene).len() == 1
    } else {
        widest < 450.0 && (blocks.len() == 1 || blocks.len() <= 3 && high < 620.0)
    };
    if let (Some((cell, _)), [Some(only)]) = (scene.example(), &mut blocks[..]) {
        only.framed = (beside || page.is_narrow()).then_some(cell.position);
    }
    if !beside {
        let mut bottom = flow(page, scene, blocks, y + 12.0);
        if merged {
            let title = merged_title(scene);
            page.text("he", margin, bottom + 40.0, Anchor::Start, &title);
            bottom = flow(page, scene, plane_slices(scene), bottom + 52.0);
        }
        page.text("he", margin, bottom + 40.0, Anchor::Start, &title);
        let drawn = memory_lines::draw(page, scene, (margin, bottom + 54.0), (room, 0.0), 8);
        if let (Some((cell, _)), true) = (scene.example(), page.is_narrow()) {
            frame(page, &drawn, cell.position);
        }
        return caption(page, scene, drawn.bottom);
    }
    let mut top = y + 12.0;
    let mut placed = Vec::new();
    for block in blocks.iter().flatten() {
        block.draw(page, scene, margin, top);
        placed.push((top, block));
        top += block.height() + 18.0;
    }
    let mut bottom = top - 18.0;
    let array = widest.max(array_title);
    let mut x = page.margin() + array + if has_long_tiles(scene) { 44.0 } else { 50.0 };
    if merged {
        x = page.margin() + (widest + 84.0).max(array_title + 20.0);
        for plane in plane_slices(scene).iter().flatten() {
            page.text("he", x, y, Anchor::Start, &merged_title(scene));
            funnels(page, &placed, plane, x, y + 12.0);
            slice_ends(page, scene, plane, x, y + 12.0);
            plane.draw(page, scene, x, y + 12.0);
            bottom = bottom.max(y + 12.0 + plane.height());
            x += plane.width().max(merged_width) + 30.0;
        }
    }
    let title = match x + BOLD * measured(&title, 14.0) <= page.right() {
        true => &title,
        false => "Memory",
    };
    page.text("he", x, y, Anchor::Start, title);
    let room = (page.right() - x, bottom - y - 30.0);
    let drawn = memory_lines::draw(page, scene, (x, y + 30.0), room, 9);
    let bottom = bottom.max(drawn.bottom);
    match (scene.example(), &placed[..]) {
        (Some((cell, text)), &[(top, block)]) if !merged => {
            example(page, &cell, &text, block, top, &drawn, bottom)
        }
        _ => caption(page, scene, bottom),
    }
}

/// True if a tile is cut again and longer than the usual line of memory beside the array.
fn has_long_tiles(scene: &Scene<'_>) -> bool {
    scene.group > 1 && scene.run.is_some_and(|run| run > 8)
}

fn merged_title(scene: &Scene<'_>) -> String {
    let (rows, columns) = scene.plane.size();
    let (down, across) = (scene.plane.down, scene.plane.across);
    let extent = |axis: Option<usize>, size| axis.map_or(size, |i| scene.plane.axes[i].extent);
    let sizes = [extent(down, rows), extent(across, columns)];
    alloc::format!("Merged, {}", words::sizes(&sizes))
}

/// Lines in the merged array at the boundaries of slices.
fn slice_ends(page: &mut Page, scene: &Scene<'_>, merged: &Labelled, x: f64, y: f64) {
    let Some(axis) = scene.plane.down.map(|down| scene.plane.axes[down]) else {
        return;
    };
    let [_, .., inner] = axis.dims[..] else {
        return;
    };
    let (left, top) = (x + merged.indent(), y + merged.top());
    let rows = merged.block.row_middles();
    for pair in rows.windows(2) {
        let ((above, _), (below, number)) = (pair[0], pair[1]);
        if number < axis.extent && number.is_multiple_of(scene.layout.dims()[inner]) {
            let line = step('M', left - 5.0, top + (above + below) / 2.0)
                + &step('H', left + merged.block.width() + 5.0, 0.0);
            page.path("ln", &line);
        }
    }
}

/// Bands from each slice to its rows in the merged array.
fn funnels(page: &mut Page, slices: &[(f64, &Labelled)], merged: &Labelled, x: f64, y: f64) {
    let count = slices.len() as f64;
    for (i, (top, slice)) in slices.iter().enumerate() {
        let left = page.margin() + slice.width() + 6.0;
        let (from, to) = (top + slice.top(), top + slice.height());
        let start = y + merged.top() + merged.block.height() * i as f64 / count;
        let end = y + merged.top() + merged.block.height() * (i as f64 + 1.0) / count;
        let right = x + merged.indent() - 40.0;
        let middle = (left + right) / 2.0;
        let curve = alloc::format!(
            "M{l} {from}C{m} {from} {m} {start} {r} {start}V{end}C{m} {end} {m} {to} {l} {to}z",
            l = number(left),
            m = number(middle),
            r = number(right),
            from = number(from),
            to = number(to),
            start = number(start + 1.0),
            end = number(end - 1.0),
        );
        page.path("rb", &curve);
    }
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
    if let (Some(placed), Some((x, y))) =
        (block.block.find(cell.position), drawn.find(cell.position))
    {
        let sizes = block.block.sizes;
        let left = page.margin() + block.indent() + placed.x;
        let up = top + block.top() + placed.y;
        frame(page, drawn, cell.position);
        if drawn.in_last_line(cell.position) {
            // Lines run between columns, so that they miss the numbers below the cells.
            let middle = left + sizes.width / 2.0;
            let mut line = step('M', middle, up + sizes.height + 2.0);
            line += &alloc::format!(
                "V{}q0 6 6 6H{}q6 0 6-6V{}",
                number(below - 6.0),
                number(x - 6.0),
                number(y + 8.0)
            );
            page.arrow("ln", "ah", &line, (x, y + 2.0), true);
        }
    }
    for (n, line) in sentences.iter().enumerate() {
        let y = below + 30.0 + 27.0 * n as f64;
        page.sentence("ca", page.width() / 2.0, y, Anchor::Middle, line);
    }
    below + 8.0 + 27.0 * sentences.len() as f64
}

/// The frame of the worked example's cell in memory.
fn frame(page: &mut Page, drawn: &memory_lines::Drawn, position: usize) {
    if let Some((x, y)) = drawn.find(position) {
        let left = x - drawn.width / 2.0 - 1.0;
        page.rect("ln", left, y - 59.0, drawn.width + 2.0, 38.0, 4.0);
    }
}

/// The worked example as text, without a line.
fn caption(page: &mut Page, scene: &Scene<'_>, bottom: f64) -> f64 {
    let Some((_, sentences)) = scene.example() else {
        return bottom;
    };
    let (class, size, height) = match page.is_narrow() {
        true => ("mt", 16.0, 22.0),
        false => ("ca", 19.0, 27.0),
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

/// Draws blocks in rows. Returns the y coordinate of the lower end.
fn flow(page: &mut Page, scene: &Scene<'_>, blocks: Vec<Option<Labelled>>, y: f64) -> f64 {
    let margin = page.margin();
    let (mut x, mut top, mut bottom) = (margin, y, y);
    for block in blocks {
        let Some(block) = block else {
            page.dots(x + 20.0, top + 70.0, false);
            x += 60.0;
            continue;
        };
        if x > margin && x + block.width() > page.right() {
            (x, top) = (margin, bottom + 20.0);
        }
        block.draw(page, scene, x, top);
        bottom = bottom.max(top + block.height());
        x += block.width() + 34.0;
    }
    bottom
}

/// The slices of the array as the first tile sees it; `None` for omitted slices.
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
            8.. if has_long_tiles(scene) => 40.0,
            _ => 46.0,
        };
        sizes.width = sizes.width.max(least);
        sizes.height = 48.0;
    }
    // Tiles stand apart.
    let most = match room < 600.0 {
        true => room / sizes.width,
        false => (room - 90.0) / (sizes.width + 3.0),
    };
    let (marked_slice, marked_row, marked_column) = scene.marked_at().unwrap_or_default();
    let shown_rows = elide_to(rows, if many { 6 } else { 16 });
    let shown_rows = including(shown_rows, rows, marked_row);
    let shown_slices = elide(plane.slices(), if many { 2 } else { 9 }, 1);
    let shown_slices = including(shown_slices, plane.slices(), marked_slice);
    let label = |axis: Option<usize>, shown: &Shown| Some(plane.label(axis, shown.number()?));
    let padded = plane.elements().0 < rows || plane.elements().1 < columns;
    let slice = |slice: usize, most: usize| {
        let shown_columns = including(elide_to(columns, most), columns, marked_column);
        Labelled {
            block: Block::new(
                scene,
                shown_rows.clone(),
                shown_columns.clone(),
                sizes,
                |row, column| plane.cell(slice, row, column),
                |cell| scene.array_text(cell),
            ),
            title: plane.slice_label(slice),
            corner: plane.corner(),
            row_labels: (shown_rows.iter())
                .filter_map(|row| label(plane.down, row))
                .collect(),
            column_labels: (shown_columns.iter())
                .filter_map(|column| label(plane.across, column))
                .collect(),
            frame: (padded && !plane.merges()).then(|| plane.elements()),
            numbered: !scene.layout.tiles().is_empty()
                && plane.axes.iter().any(|axis| axis.tiles() > 1),
            framed: None,
        }
    };
    let most = fitting((most as usize).min(20), room, |most| slice(0, most));
    let slices = shown_slices.into_iter();
    slices
        .map(|shown| Some(slice(shown.number()?, most)))
        .collect()
}

/// The slices of the array before dimensions are merged.
fn logical_slices(scene: &Scene<'_>, room: f64) -> Vec<Option<Labelled>> {
    let layout = scene.layout;
    let dims = layout.dims();
    let rank = dims.len();
    let letters = words::dim_letters(rank);
    let (rows, columns) = (dims[rank - 2], dims[rank - 1]);
    let outer = &dims[..rank - 2];
    let shown_rows = elide_to(rows, 8);
    let mut sizes = Sizes::of_cells(scene, 36.0);
    sizes.apart = 2.0;
    let slice = |slice: usize, most: usize| {
        let shown_columns = elide_to(columns, most);
        let at = |row, column| layout.offset(&scene.slice_index(slice, row, column));
        Labelled {
            block: Block::new(
                scene,
                shown_rows.clone(),
                shown_columns.clone(),
                sizes,
                |row, column| Cell::at(layout, at(row, column)),
                |cell| scene.array_text(cell),
            ),
            title: scene.slice_name(slice),
            corner: alloc::format!("{}\\{}", letters[rank - 2], letters[rank - 1]),
            row_labels: numbers(&shown_rows),
            column_labels: numbers(&shown_columns),
            frame: Some((rows, columns)),
            numbered: false,
            framed: None,
        }
    };
    let most = fitting(10, room, |most| slice(0, most));
    let slices = elide(outer.iter().product(), 4, 1).into_iter();
    slices
        .map(|shown| Some(slice(shown.number()?, most)))
        .collect()
}

/// The number of columns, at most `most`, of a block that is at most `room` wide.
fn fitting(most: usize, room: f64, block: impl Fn(usize) -> Labelled) -> usize {
    let counts = (1..=most).rev();
    let mut fitting = counts.filter(|&most| block(most).width() <= room);
    fitting.next().unwrap_or(1)
}

/// The numbers of the slices shown.
fn numbers(shown: &[Shown]) -> Vec<String> {
    let numbers = shown.iter().filter_map(|entry| entry.number());
    numbers.map(|number| number.to_string()).collect()
}
