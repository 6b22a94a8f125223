//! Transposes of many rows and columns, where one side is contiguous along two
//! fused axes: for example, the colours of a pixel and then the pixels.

use core::marker::PhantomData;

use super::line_buffer::LineBuffer;
use super::register_tile::block;
use crate::kernels::{At, LANE, LINE, line, vector};
use crate::plan::Axis;
use crate::plan::{Inner, Nest};
use crate::simd::{Task, Vector};

/// The 16-byte vector that a processor with `V` has.
type Lane<V> = <<V as Vector>::Half as Vector>::Half;

/// Transposes blocks of at most a cache line of rows by a cache line of columns, and at
/// least a lane of each. A side of two loops goes through a [`LineBuffer`], where its rows
/// or columns have one pitch. Rows are read back from the buffer by the vectors that stored
/// them: a load that spans several recent stores waits until these are done (no store
/// forwarding). `K` is `LANE / U`.
pub(super) struct FusedAxes<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for FusedAxes<V, U, K> {
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        const { assert!(<Lane<V> as Vector>::BYTES == LANE) };
        let Inner::Fused { rows, columns, .. } = *nest.inner else {
            unreachable!("only fused axes come here")
        };
        let extent = |axes: [Axis; 2]| axes[0].extent * axes[1].extent;
        let (along_src, along_dst) = (extent(rows), extent(columns));
        let (height, width) = (along_src.min(LINE / U), along_dst.min(LINE / U));
        let (mut read, mut written) = (LineBuffer::new(), LineBuffer::new());
        let (read, written) = (read.start(), written.start());
        let (joins_columns, joins_rows) = (columns[1].extent > 1, rows[1].extent > 1);
        let block_rows = Axis {
            extent: height,
            src: U,
            dst: if joins_rows {
                LineBuffer::PITCH
            } else {
                rows[0].dst
            },
        };
        let block_columns = Axis {
            extent: width,
            src: if joins_columns {
                LineBuffer::PITCH
            } else {
                columns[0].src
            },
            dst: U,
        };
        repeated!(nest, at, |at| {
            each_group!(height, along_src, |row| {
                each_group!(width, along_dst, |column| {
                    let at = at.plus(row * U, column * U);
                    let mut to_columns = FusedOffsets::new(columns, |axis| axis.src, column);
                    let mut to_rows = FusedOffsets::new(rows, |axis| axis.dst, row);
                    let mut inside = at.plus(to_columns.place(), to_rows.place());
                    if joins_columns {
                        inside.src = read;
                        for i in 0..width {
                            let src = at.src.wrapping_add(to_columns.place());
                            let dst = read.wrapping_add(i * LineBuffer::PITCH);
                            // SAFETY: the rows of one of the columns, a lane to a
                            // line; the buffer has a line for each.
                            unsafe { copy::<V>(height * U, At { src, dst }) }
                            to_columns.advance();
                        }
                    }
                    if joins_rows {
                        inside.dst = written;
                    }
                    if width * U >= V::Tile::BYTES {
                        // SAFETY: these rows and columns, here or in the buffers:
                        // a lane of rows, and a vector of columns.
                        unsafe {
                            block::<V::Tile, U, K>(inside, &block_rows, &block_columns, 0, false)
                        }
                    } else {
                        // SAFETY: the same, with a lane of columns.
                        unsafe {
                            block::<Lane<V>, U, K>(inside, &block_rows, &block_columns, 0, false)
                        }
                    }
                    if joins_rows {
                        for i in 0..height {
                            let src = written.wrapping_add(i * LineBuffer::PITCH);
                            let dst = at.dst.wrapping_add(to_rows.place());
                            // SAFETY: the columns of one of the rows, a lane to a
                            // line, which the block has written to the buffer.
                            unsafe { copy::<V::Tile>(width * U, At { src, dst }) }
                            to_rows.advance();
                        }
                    }
                });
            });
        });
    }
}

/// The offsets, on one side, of the steps of two loops that continue each other on the
/// opposite side.
struct FusedOffsets {
    /// The extent of the first loop.
    extent: usize,
    near: usize,
    far: usize,
    /// The step of the first loop, and the offset of its step 0.
    step: usize,
    start: usize,
}

impl FusedOffsets {
    #[inline(always)]
    fn new([first, second]: [Axis; 2], stride: impl Fn(Axis) -> usize, at: usize) -> FusedOffsets {
        FusedOffsets {
            extent: first.extent,
            near: stride(first),
            far: stride(second),
            step: at % first.extent,
            start: at / first.extent * stride(second),
        }
    }

    /// The offset of this step.
    #[inline(always)]
    fn place(&self) -> usize {
        self.start + self.step * self.near
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.step += 1;
        if self.step == self.extent {
            (self.step, self.start) = (0, self.start + self.far);
        }
    }
}

/// Copies 16 to 64 bytes, by lanes that may overlap.
#[inline(always)]
unsafe fn copy<V: Vector>(len: usize, at: At) {
    if len == LINE {
        // SAFETY: the caller promises a line.
        return unsafe { line::<V, false>(at) };
    }
    each_group!(LANE, len, |start| {
        // SAFETY: a lane within the bytes that the caller promises.
        unsafe { vector::<Lane<V>, false>(at.plus(start, start)) }
    });
}
