//! The inside of one tile, or positions of memory, with their contents.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::block;
use super::super::page::{Anchor, BOLD, Page, measured, number, shortened};
use super::PanelEnd;
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::followed::Followed;
use crate::model::shown::{Shown, elide, gaps, only};
use layout_core::util::words::{count, grouped, joined};

/// The least width of a cell that is wide enough for its number, and its height.
const CELL_SIZE: (f64, f64) = (56.0, 26.0);

/// Cells of the followed tile with their positions: four columns and the last.
pub(super) fn grid(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    followed: &Followed,
    (x, y): (f64, f64),
    right: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (high, wide) = plane.tile();
    let (corner_row, corner_column) = followed.corner();
    let group = anatomy.interleaved();
    let first = followed.within.0 / group.unwrap_or(2) * group.unwrap_or(2);
    let rows = first..(first + group.unwrap_or(2).min(4)).min(high);
    let end = followed.start.unwrap_or(0) + scene.run.unwrap_or(0);
    let widest = BOLD * measured(&grouped(end), 12.0) + 6.0;
    let fit = (((right - x - 34.0) / (widest + 4.0)) as usize).clamp(2, 5);
    let columns = if wide <= fit {
        elide(wide, wide, 0)
    } else {
        // Includes the followed cell; the last cell comes after them.
        let from = (followed.within.1 + 2).saturating_sub(fit);
        let mut numbers: Vec<usize> = (from..(from + fit - 1).min(wide)).collect();
        numbers.push(wide - 1);
        let shown = only(wide, &numbers);
        Vec::from(&shown[usize::from(from > 0)..])
    };
    // Rows of a group leave room between their numbers for the line through the group.
    let pitch = match group {
        Some(2 | 3) => 33.0,
        _ => CELL_SIZE.1,
    };
    let mut path = Vec::new();
    let gaps = gaps(&columns);
    let cells = columns.len() - gaps;
    let w = ((right - x - gaps as f64 * 34.0) / cells as f64 - 4.0).min(CELL_SIZE.0.max(widest));
    let size = match widest * 14.0 / 12.0 > w {
        true => "lc",
        false => "sm",
    };
    let bold = |is: bool| if is { "sm b" } else { "lb" };
    let mut mark = None;
    let mut left = x;
    for entry in &columns {
        let &Shown::At(column) = entry else {
            page.dots(left + 15.0, y + rows.len() as f64 * pitch / 2.0, false);
            left += 34.0;
            continue;
        };
        let here = column == followed.within.1;
        let (middle, text) = (left + w / 2.0, grouped(corner_column + column));
        page.text(bold(here), middle, y - 6.0, Anchor::Middle, &text);
        for (n, row) in rows.clone().enumerate() {
            let cell = plane.cell(0, corner_row + row, corner_column + column);
            let top = y + n as f64 * pitch;
            page.open_cell(&cell, &scene.full_text(&cell));
            let color = block::color(scene, &cell);
            page.fill(&color, &cell, (left, top), (w, pitch - 1.0), 2.0);
            if !cell.is_padding() {
                let y = top + pitch / 2.0;
                path.push((cell.position, middle, y));
                let class = match anatomy.follows(&cell) {
                    true => format!("{size} b"),
                    false => size.into(),
                };
                let text = shortened(&grouped(cell.position).to_string(), 12.0 * BOLD, w);
                page.text(&class, middle, y + 4.5, Anchor::Middle, &text);
            }
            page.raw("</g>\n");
        }
        let bottom = y + rows.len() as f64 * pitch - 1.0;
        if group.is_some() {
            let height = bottom - y + 1.0;
            page.rect("own s4", left - 0.5, y - 0.5, w + 1.0, height, 4.0);
        }
        if here {
            let top = y + (followed.within.0 - first) as f64 * pitch;
            page.rect("ln", left - 0.5, top - 0.5, w + 1.0, pitch, 4.0);
            mark = Some((left + w / 2.0, bottom + 3.0));
        }
        left += w + 4.0;
    }
    for (n, row) in rows.clone().enumerate() {
        let class = bold(row == followed.within.0);
        let middle = y + n as f64 * pitch + pitch / 2.0 + 5.0;
        let text = grouped(corner_row + row);
        page.text(class, x - 7.0, middle, Anchor::End, &text);
    }
    if group.is_some() && pitch > CELL_SIZE.1 {
        zigzag(page, &path, widest / 2.0);
    }
    let mut bottom = y + rows.len() as f64 * pitch;
    if rows.end < high {
        let next = corner_row + rows.end;
        let then = format!("then row {}, …", grouped(next));
        let (at, anchor) = match mark {
            Some((middle, _)) if middle > (x + right) / 2.0 => (x, Anchor::Start),
            _ => (right, Anchor::End),
        };
        page.text("lb", at, bottom + 16.0, anchor, &then);
        bottom += 6.0;
    }
    PanelEnd::new(bottom, mark)
}

/// The line through cells in memory order; it spares their numbers.
fn zigzag(page: &mut Page, cells: &[(usize, f64, f64)], half: f64) {
    let mut path = String::new();
    for &(position, x, y) in cells {
        let next = cells.iter().find(|(next, ..)| *next == position + 1);
        let Some(&(_, to_x, to_y)) = next else {
            continue;
        };
        let (dx, dy) = (to_x - x, to_y - y);
        let trim = f64::min(half / dx.abs().max(0.1), 8.5 / dy.abs().max(0.1));
        if trim < 0.45 {
            let (dx, dy) = (dx * trim, dy * trim);
            path += &format!("M{} {}", number(x + dx), number(y + dy));
            path += &format!("L{} {}", number(to_x - dx), number(to_y - dy));
        }
    }
    page.path("thr s4", &path);
}

/// Positions of memory around `from`, in order, with the indices of their elements.
pub(super) fn positions(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    from: usize,
    (x, y): (f64, f64),
    width: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let len = scene.layout.padded_len();
    let own = anatomy.position();
    let width_of = |text: &str| measured(text, 14.0) + 10.0;
    let last = joined(&scene.last_index(), ",").to_string();
    let w = width_of(&last).max(width_of(&grouped(len - 1))).max(34.0);
    let most = ((width / (w + 2.0)) as usize).clamp(1, len);
    let from = match own {
        Some(own) if own >= from + most => own - 1,
        _ => from,
    };
    let from = from.min(len - most);
    let mut mark = None;
    for n in 0..most {
        let cell = Cell::at(scene.layout, from + n);
        let left = x + n as f64 * (w + 2.0);
        let middle = left + w / 2.0;
        page.open_cell(&cell, &scene.full_text(&cell));
        let color = block::color(scene, &cell);
        page.fill(&color, &cell, (left, y), (w, CELL_SIZE.1), 3.0);
        let here = anatomy.follows(&cell);
        let (class, class_below) = if here { ("sm b", "sm b") } else { ("sm", "lb") };
        let index = cell.index.map(|index| joined(&index, ",").to_string());
        page.text(
            class,
            middle,
            y + 18.0,
            Anchor::Middle,
            &index.unwrap_or_default(),
        );
        page.raw("</g>\n");
        let (below, position) = (y + CELL_SIZE.1 + 15.0, grouped(cell.position));
        page.text(class_below, middle, below, Anchor::Middle, &position);
        if here {
            page.rect("ln", left - 0.5, y - 0.5, w + 1.0, CELL_SIZE.1 + 1.0, 4.0);
            mark = Some((middle, y + CELL_SIZE.1 + 21.0));
        }
    }
    let note = format!("… of {}", count(len, "position"));
    let note = shortened(&note, 14.0, width);
    let (at, anchor) = match mark {
        Some((at, _)) if at < x + width / 2.0 => (x + width, Anchor::End),
        _ => (x, Anchor::Start),
    };
    page.text("lb", at, y + CELL_SIZE.1 + 33.0, anchor, &note);
    PanelEnd::new(y + CELL_SIZE.1 + 34.0, mark)
}
