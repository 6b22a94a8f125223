//! Transposes of elements of 1, 2 or 4 bits, by blocks: unpack to bytes, transpose, pack.
//!
//! ```text
//! source: bits along columns    bytes    transposed    destination: bits along rows
//!
//!   a1a0  a3a2        unpack   a0 a1 a2 a3     a0 b0    pack    b0a0
//!   b1b0  b3b2         --->    b0 b1 b2 b3 --> a1 b1    --->    b1a1
//!                                              a2 b2            b2a2
//!                                              a3 b3            b3a3
//! ```
//!
//! Rows (or columns) that are contiguous with one another are unpacked (or packed) in one
//! go.
//!
//! Without it, rows of s4 to T(8,128)(8,1) take 24 to 30 times as long.

use core::slice;

use super::{PLAIN, VECTORS, has_vectors};
use crate::plan::{Axis, KernelNest, StridedCopy};
use crate::sides::{Destination, Source};
use crate::simd::{At, Task};
use crate::table::Table;

/// The elements of a block: the first-level cache holds both buffers.
const BLOCK: usize = if cfg!(small_limits) { 64 } else { 8192 };
/// The fewest elements for which blocks pay off, and the most columns of a block of many
/// rows.
const MIN_ELEMENTS: usize = if cfg!(small_limits) { 4 } else { 256 };
const COLUMNS: usize = if cfg!(small_limits) { 8 } else { 128 };

/// The loops of a transpose, with strides in bits. Elements are contiguous along `columns`
/// in the source, along `rows` in the destination.
#[derive(Clone, Copy)]
pub(super) struct BitTranspose {
    pub(super) columns: Axis,
    pub(super) rows: Axis,
}

/// The two buffers, and the copy from the first to the second for each shape of a block.
pub(super) struct BitBlocks {
    unpacked: Table<u8, BLOCK>,
    transposed: Table<u8, BLOCK>,
    /// The nests of whole blocks, of blocks at the end of the columns, of the rows, and of
    /// both.
    nests: [Option<KernelNest>; 4],
}

impl BitBlocks {
    pub(super) fn new() -> BitBlocks {
        BitBlocks {
            unpacked: Table::full(0),
            transposed: Table::full(0),
            nests: [const { None }; 4],
        }
    }
}

impl BitTranspose {
    /// Returns true if blocks are faster than single elements.
    pub(super) const fn suits_blocks(&self) -> bool {
        let elements = self.columns.extent.saturating_mul(self.rows.extent);
        self.columns.extent > 1 && self.rows.extent > 1 && elements >= MIN_ELEMENTS
    }

    /// How many columns and rows a block has.
    fn shape(&self) -> (usize, usize) {
        let (columns, rows) = (self.columns.extent, self.rows.extent);
        let rows = rows.min(BLOCK / columns.min(COLUMNS));
        (columns.min(BLOCK / rows), rows)
    }

    /// Copies elements of `BITS` bits from bit `from` of the source to bit `to` of the
    /// destination.
    ///
    /// # Panics
    ///
    /// When an element is out of bounds of a buffer.
    #[track_caller]
    pub(super) fn execute<const BITS: usize>(
        &self,
        blocks: &mut BitBlocks,
        (src, from): (Source<'_>, usize),
        (dst, to): (&mut Destination<'_>, usize),
    ) {
        let (of_columns, of_rows) = self.shape();
        let BitTranspose { columns, rows } = *self;
        let BitBlocks {
            unpacked,
            transposed,
            nests,
        } = blocks;
        for row in (0..rows.extent).step_by(of_rows) {
            let row_count = of_rows.min(rows.extent - row);
            for column in (0..columns.extent).step_by(of_columns) {
                let count = of_columns.min(columns.extent - column);
                let from = from + row * rows.src + column * BITS;
                let to = to + row * BITS + column * columns.dst;
                // Contiguous rows are one stretch.
                let joined = count * BITS == rows.src;
                let (times, len) = stretches(joined, row_count, count);
                for (i, out) in unpacked[..times * len].chunks_exact_mut(len).enumerate() {
                    unpack::<BITS>(src, from + i * rows.src, out);
                }
                let shape = usize::from(count < of_columns) + 2 * usize::from(row_count < of_rows);
                let nest = nests[shape].get_or_insert_with(|| byte_nest(count, row_count));
                let kernel = if has_vectors() { VECTORS } else { PLAIN };
                nest.execute_by(
                    kernel,
                    0,
                    Source::new(unpacked),
                    Destination::new(transposed),
                );
                let joined = row_count * BITS == columns.dst;
                let (times, len) = stretches(joined, count, row_count);
                for (i, bytes) in transposed[..times * len].chunks_exact(len).enumerate() {
                    pack::<BITS>(bytes, dst, to + i * columns.dst);
                }
            }
        }
    }
}

/// Returns the number of stretches and the elements of each: `times` of `len`, or one of all if
/// `joined`.
fn stretches(joined: bool, times: usize, len: usize) -> (usize, usize) {
    if joined {
        (1, times * len)
    } else {
        (times, len)
    }
}

/// Returns the nest that transposes `columns` by `rows` bytes.
fn byte_nest(columns: usize, rows: usize) -> KernelNest {
    let mut copy = StridedCopy::new(8);
    let loops = [
        Axis {
            extent: columns,
            src: 1,
            dst: rows,
        },
        Axis {
            extent: rows,
            src: columns,
            dst: 1,
        },
    ];
    for axis in loops {
        assert!(copy.push(axis), "two loops are not too many");
    }
    if has_vectors() {
        copy.nest(true)
    } else {
        copy.nest_of_runs(true)
    }
}

/// Unpacks the elements from bit `at` on, one to a byte.
fn unpack<const BITS: usize>(src: Source<'_>, at: usize, out: &mut [u8]) {
    let ones = const { u8::MAX >> (8 - BITS) };
    let element = |k: usize| src.byte((at + k * BITS) / 8) >> ((at + k * BITS) % 8) & ones;
    let ends = WholeBytes::of::<BITS>(at, out.len());
    for k in ends.outside(out.len()) {
        out[k] = element(k);
    }
    let bytes = src.bytes((at + ends.start * BITS).div_ceil(8), ends.bytes);
    let out = &mut out[ends.start..][..ends.bytes * (8 / BITS)];
    execute::<Unpack<BITS>>(bytes, out);
}

/// Packs elements, one per byte of `from`, from bit `at` of `dst` on. Each is less than `1
/// << BITS`. Other bits stay.
fn pack<const BITS: usize>(from: &[u8], dst: &mut Destination<'_>, at: usize) {
    let ones = const { u8::MAX >> (8 - BITS) };
    let ends = WholeBytes::of::<BITS>(at, from.len());
    for k in ends.outside(from.len()) {
        let bit = at + k * BITS;
        dst.set_bits(bit / 8, ones << (bit % 8), from[k] << (bit % 8));
    }
    let bytes = dst.bytes((at + ends.start * BITS).div_ceil(8), ends.bytes);
    let from = &from[ends.start..][..ends.bytes * (8 / BITS)];
    execute::<Pack<BITS>>(from, bytes);
}

/// The elements that fill whole bytes.
struct WholeBytes {
    /// The number of elements before the first whole byte, and the number of whole bytes.
    start: usize,
    bytes: usize,
    /// The first element after the whole bytes.
    end: usize,
}

impl WholeBytes {
    /// Returns the whole bytes of `len` elements from bit `at` on.
    fn of<const BITS: usize>(at: usize, len: usize) -> WholeBytes {
        let start = ((at.next_multiple_of(8) - at) / BITS).min(len);
        let bytes = (len - start) * BITS / 8;
        let end = start + bytes * (8 / BITS);
        WholeBytes { start, bytes, end }
    }

    /// Returns the elements that share a byte with others.
    fn outside(&self, len: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.start).chain(self.end..len)
    }
}

/// A task from packed elements to one byte per element, or back.
///
/// *Bytes of a count*: [`execute`] calls it where the source has `SRC` bytes per packed byte, the
/// destination `DST`, and they do not overlap.
trait Widths: Task<usize> {
    /// The bytes of the source, and of the destination, per packed byte.
    const SRC: usize;
    const DST: usize;
}

/// Executes a task compiled for the processor's vectors, if it has any.
fn execute<T: Widths>(src: &[u8], dst: &mut [u8]) {
    let count = src.len() / T::SRC;
    assert!(count * T::SRC == src.len() && count * T::DST == dst.len());
    let at = At {
        src: src.as_ptr(),
        dst: dst.as_mut_ptr(),
    };
    // SAFETY:
    // - the slices have the bytes of `count`, which was just asserted, and do not overlap,
    //   because one is `&mut`;
    // - the vectors are run only on processors that have them.
    #[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them runs")]
    unsafe {
        if has_vectors() {
            super::dispatch::execute_vectorised::<usize, T>(&count, at);
        } else {
            T::execute(&count, at);
        }
    }
}

/// Packed bytes to one byte per element.
struct Unpack<const BITS: usize>;

impl<const BITS: usize> Widths for Unpack<BITS> {
    const SRC: usize = 1;
    const DST: usize = 8 / BITS;
}

impl<const BITS: usize> Task<usize> for Unpack<BITS> {
    /// # Safety
    ///
    /// *Bytes of a count*, see [`Widths`].
    #[inline(always)]
    unsafe fn execute(&count: &usize, at: At) {
        // SAFETY: the caller promises these bytes.
        let src = unsafe { slice::from_raw_parts(at.src, count * Self::SRC) };
        // SAFETY: the same, and that nothing else uses them.
        let dst = unsafe { slice::from_raw_parts_mut(at.dst, count * Self::DST) };
        if BITS == 4 {
            let (pairs, _) = dst.as_chunks_mut::<2>();
            for (pair, byte) in pairs.iter_mut().zip(src) {
                *pair = [byte & 0xf, byte >> 4];
            }
            return;
        }
        let words = src.chunks_exact(BITS);
        let (eights, _) = dst.as_chunks_mut::<8>();
        let rest = words.remainder();
        let done = src.len() - rest.len();
        for (eight, word) in eights.iter_mut().zip(words) {
            let word = word
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            *eight = spread::<BITS>(word).to_le_bytes();
        }
        let rest_of_dst = &mut dst[done * Self::DST..];
        for (k, out) in rest_of_dst.iter_mut().enumerate() {
            let bit = k * BITS;
            *out = rest[bit / 8] >> (bit % 8) & (u8::MAX >> (8 - BITS));
        }
    }
}

/// One byte per element to packed bytes.
struct Pack<const BITS: usize>;

impl<const BITS: usize> Widths for Pack<BITS> {
    const SRC: usize = 8 / BITS;
    const DST: usize = 1;
}

impl<const BITS: usize> Task<usize> for Pack<BITS> {
    /// # Safety
    ///
    /// *Bytes of a count*, see [`Widths`].
    #[inline(always)]
    unsafe fn execute(&count: &usize, at: At) {
        // SAFETY: the caller promises these bytes.
        let src = unsafe { slice::from_raw_parts(at.src, count * Self::SRC) };
        // SAFETY: the same, and that nothing else uses them.
        let dst = unsafe { slice::from_raw_parts_mut(at.dst, count * Self::DST) };
        if BITS == 4 {
            let (pairs, _) = src.as_chunks::<2>();
            for (byte, &pair) in dst.iter_mut().zip(pairs) {
                let pair = u16::from_le_bytes(pair);
                *byte = (pair | pair >> 4) as u8;
            }
            return;
        }
        let (eights, _) = src.as_chunks::<8>();
        let mut words = dst.chunks_exact_mut(BITS);
        for (word, eight) in words.by_ref().zip(eights) {
            let bits = gather::<BITS>(u64::from_le_bytes(*eight)).to_le_bytes();
            word.copy_from_slice(&bits[..BITS]);
        }
        let rest = words.into_remainder();
        let first = (count - rest.len()) * Self::SRC;
        for (byte, elements) in rest.iter_mut().zip(src[first..].chunks_exact(Self::SRC)) {
            *byte = elements
                .iter()
                .rev()
                .fold(0, |byte, element| byte << BITS | element);
        }
    }
}

/// Returns the masks of three steps that spread `8 * BITS` bits to the low `BITS` bits of eight
/// bytes. The first step moves the upper half of the bits to the upper four bytes; the next
/// steps do the same within each half.
const fn masks<const BITS: usize>() -> [u64; 3] {
    let ones = (1 << BITS) - 1;
    let of_two = ones << BITS | ones;
    let of_four = of_two << (2 * BITS) | of_two;
    [
        of_four << 32 | of_four,
        of_two << 48 | of_two << 32 | of_two << 16 | of_two,
        ones * 0x0101_0101_0101_0101,
    ]
}

/// Spreads eight contiguous elements of `BITS` bits to one byte each.
#[inline(always)]
const fn spread<const BITS: usize>(mut word: u64) -> u64 {
    let [four, two, one] = const { masks::<BITS>() };
    word = (word | word << (32 - 4 * BITS)) & four;
    word = (word | word << (16 - 2 * BITS)) & two;
    (word | word << (8 - BITS)) & one
}

/// Returns the inverse of `spread`.
#[inline(always)]
const fn gather<const BITS: usize>(mut word: u64) -> u64 {
    let [four, two, _] = const { masks::<BITS>() };
    word = (word | word >> (8 - BITS)) & two;
    word = (word | word >> (16 - 2 * BITS)) & four;
    (word | word >> (32 - 4 * BITS)) & (u64::MAX >> (64 - 8 * BITS))
}

#[cfg(test)]
mod tests {
    use super::{gather, spread};

    #[test]
    fn eight_elements_and_back() {
        assert_eq!(spread::<1>(0b1001_0110), 0x0100_0001_0001_0100);
        assert_eq!(
            spread::<2>(0b11_10_01_00_00_01_10_11),
            0x0302_0100_0001_0203
        );
        assert_eq!(spread::<4>(0xfedc_3210), 0x0f0e_0d0c_0302_0100);
        for word in (0..=u64::from(u16::MAX)).step_by(97) {
            assert_eq!(gather::<1>(spread::<1>(word & 0xff)), word & 0xff);
            assert_eq!(gather::<2>(spread::<2>(word)), word);
            assert_eq!(
                gather::<4>(spread::<4>(word << 16 | word)),
                word << 16 | word
            );
        }
    }
}
