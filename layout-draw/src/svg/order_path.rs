//! The line through a block's cells in memory order.

use alloc::string::String;

use super::block::{Block, Placed, step};
use super::page::{Page, measured};
use crate::model::scene::Scene;
use layout_core::util::words;

/// Draws a line from each cell to the cell at the next position if both are near: solid within
/// a tile, dashed between tiles, an arrowhead between two numbers of a row.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, block: &Block, x: f64, y: f64) {
    let (mut solid, mut dashed, mut heads) = (String::new(), String::new(), String::new());
    for from in &block.placed {
        let Some(to) = block.find(from.cell.position + 1) else {
            continue;
        };
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        let path = if from.cell.tile == to.cell.tile {
            &mut solid
        } else {
            &mut dashed
        };
        if near(from.row, to.row) && near(from.column, to.column) {
            straight((path, &mut heads), block, from, to, (x, y));
        } else if from.cell.tile != to.cell.tile
            && scene.plane.down.is_some()
            && to.row == from.row + 1
        {
            around(path, block, from, to, (x, y));
        }
    }
    if !solid.is_empty() {
        page.path("th", &solid);
    }
    if !dashed.is_empty() {
        page.path("da", &dashed);
    }
    if !heads.is_empty() {
        page.path("am", &heads);
    }
}

fn middle(block: &Block, placed: &Placed, origin: (f64, f64)) -> (f64, f64) {
    (
        origin.0 + placed.x + block.sizes.width / 2.0,
        origin.1 + placed.y + block.sizes.height / 2.0,
    )
}

/// A straight line between two texts, clear of both.
fn straight(
    (path, heads): (&mut String, &mut String),
    block: &Block,
    from: &Placed,
    to: &Placed,
    origin: (f64, f64),
) {
    let (ax, ay) = middle(block, from, origin);
    let (bx, by) = middle(block, to, origin);
    let last = block.placed.iter().map(|placed| placed.cell.position).max();
    let digits = words::grouped(last.unwrap_or(0));
    let (half_w, half_h) = (measured(&digits, 13.0) / 2.0 + 4.0, 11.0);
    let (dx, dy) = (bx - ax, by - ay);
    let share = |half: f64, along: f64| {
        if along == 0.0 {
            f64::INFINITY
        } else {
            half / along.abs()
        }
    };
    let trim = share(half_w, dx).min(share(half_h, dy));
    if trim >= 0.45 {
        return;
    }
    // Between two numbers beside one another, a line would read as a minus sign.
    if dy == 0.0 {
        let half = if dx > 0.0 { 2.5 } else { -2.5 };
        heads.push_str(&step('M', (ax + bx) / 2.0 - half, ay - 3.5));
        heads.push_str(&alloc::format!("l{} 3.5l{} 3.5z", 2.0 * half, -2.0 * half));
    } else {
        path.push_str(&step('M', ax + dx * trim, ay + dy * trim));
        path.push_str(&step('L', bx - dx * trim, by - dy * trim));
    }
}

/// A line through the gap between two rows.
fn around(path: &mut String, block: &Block, from: &Placed, to: &Placed, origin: (f64, f64)) {
    let (ax, ay) = middle(block, from, origin);
    let (bx, by) = middle(block, to, origin);
    let below = origin.1 + (from.y + block.sizes.height + to.y) / 2.0;
    path.push_str(&step('M', ax, ay + 11.0));
    path.push_str(&step('V', ax, below));
    path.push_str(&step('H', bx, below));
    path.push_str(&step('V', bx, by - 11.0));
}
