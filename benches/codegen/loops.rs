//! Loops over the elements of an array by their index, through buffers and views, and
//! written by hand.
//!
//! A bounds check that remains in a loop shows here as instructions; in the functions of one
//! element it may not.

use tiled_layout::{Buffer, View, ViewMut, layout};

/// A loop that is here through the crate and by hand.
#[derive(Debug)]
pub struct Loop {
    /// The exported function.
    pub name: &'static str,
    /// The exported function written by hand.
    pub by_hand: &'static str,
    /// The loop, in words.
    pub title: &'static str,
}

const fn entry(name: &'static str, by_hand: &'static str, title: &'static str) -> Loop {
    Loop {
        name,
        by_hand,
        title,
    }
}

/// All loops.
pub const LOOPS: [Loop; 6] = [
    entry("fill_buffer", "fill_by_hand", "Buffer, writing"),
    entry("fill_view_mut", "fill_by_hand", "ViewMut, writing"),
    entry("add_buffer", "add_by_hand", "Buffer, reading"),
    entry("add_view", "add_by_hand", "View, reading"),
    entry("add_view_mut", "add_by_hand", "ViewMut, reading"),
    entry(
        "scale_buffer",
        "scale_by_hand",
        "Buffer, reading and writing",
    ),
];

type Tiled = layout!(F32[64,256]<1,0:T(8,128)>);

const ROWS: usize = Tiled::DIMS[0];
const COLUMNS: usize = Tiled::DIMS[1];
const LEN: usize = Tiled::PADDED_LEN;

#[inline(always)]
const fn by_hand(i: usize, j: usize) -> usize {
    i / 8 * 2048 + j / 128 * 1024 + i % 8 * 128 + j % 128
}

#[unsafe(export_name = "fill_buffer")]
fn fill_buffer(buffer: &mut Buffer<u32, Tiled>, seed: u32) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            buffer[[i, j]] = seed ^ (i * COLUMNS + j) as u32;
        }
    }
}

#[unsafe(export_name = "fill_view_mut")]
fn fill_view_mut(mut view: ViewMut<'_, u32, Tiled>, seed: u32) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            view[[i, j]] = seed ^ (i * COLUMNS + j) as u32;
        }
    }
}

#[unsafe(export_name = "fill_by_hand")]
fn fill_by_hand(buffer: &mut [u32; LEN], seed: u32) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            buffer[by_hand(i, j)] = seed ^ (i * COLUMNS + j) as u32;
        }
    }
}

#[unsafe(export_name = "add_buffer")]
fn add_buffer(buffer: &Buffer<u32, Tiled>) -> u32 {
    let mut sum = 0u32;
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            sum = sum.rotate_left(1) ^ buffer[[i, j]];
        }
    }
    sum
}

#[unsafe(export_name = "add_view")]
fn add_view(view: View<'_, u32, Tiled>) -> u32 {
    let mut sum = 0u32;
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            sum = sum.rotate_left(1) ^ view[[i, j]];
        }
    }
    sum
}

#[unsafe(export_name = "add_view_mut")]
fn add_view_mut(view: ViewMut<'_, u32, Tiled>) -> u32 {
    let mut sum = 0u32;
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            sum = sum.rotate_left(1) ^ view[[i, j]];
        }
    }
    sum
}

/// # Safety
///
/// The buffer has `LEN` elements.
#[unsafe(export_name = "add_by_hand")]
unsafe fn add_by_hand(buffer: &[u32]) -> u32 {
    let mut sum = 0u32;
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            // SAFETY: the index is in bounds, and the caller promises that the buffer is the
            // layout's.
            sum = sum.rotate_left(1) ^ *unsafe { buffer.get_unchecked(by_hand(i, j)) };
        }
    }
    sum
}

#[unsafe(export_name = "scale_buffer")]
fn scale_buffer(buffer: &mut Buffer<u32, Tiled>, factor: u32) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            let element = &mut buffer[[i, j]];
            *element = element.wrapping_mul(factor);
        }
    }
}

#[unsafe(export_name = "scale_by_hand")]
fn scale_by_hand(buffer: &mut [u32; LEN], factor: u32) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            let element = &mut buffer[by_hand(i, j)];
            *element = element.wrapping_mul(factor);
        }
    }
}
