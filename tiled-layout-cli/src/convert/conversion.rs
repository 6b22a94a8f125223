//! `Conversion`: an array as the input stores it, and as the output will.

use layout_core::util::words::grouped;
use layout_runtime::{CopyPlan, Layout};

use crate::failure::Failure;
use crate::files::{Stored, stored_bytes};

/// The buffers of one array at a time. Both are reserved for all arrays before the first is read.
#[derive(Default)]
pub(super) struct Conversion {
    source: Vec<u8>,
    target: Vec<u8>,
}

/// The layouts between which elements are copied: the array's own, or the same with a byte for
/// each value, if values of less than a byte change their number of bits.
fn copied_layouts(from: &Layout, to: &Layout) -> Result<[Layout; 2], Failure> {
    let bits = [from, to].map(Layout::element_bits);
    if bits[0] == bits[1] || bits.iter().any(|&bits| bits > 8) {
        CopyPlan::new(from, to).map_err(Failure::new)?; // fails if bits differ
        return Ok([*from, *to]);
    }
    let wide = |layout: &Layout| layout.with_element_bits(8).map_err(Failure::new);
    Ok([wide(from)?, wide(to)?])
}

impl Conversion {
    /// Makes room for an array.
    ///
    /// # Errors
    ///
    /// If memory does not suffice, or the elements cannot be converted.
    pub(super) fn reserve(&mut self, array: &Stored, to: &Layout) -> Result<(), Failure> {
        let layouts = copied_layouts(&array.layout(), to)?;
        let [source, target] = layouts.map(|layout| stored_bytes(&layout) as usize);
        let reserved = self.source.try_reserve_exact(source);
        let reserved = reserved.and_then(|()| self.target.try_reserve_exact(target));
        reserved.map_err(|_| {
            let all = grouped(source.saturating_add(target));
            let [from, to] = layouts;
            array.refused(format!(
                "the conversion takes {all} bytes of memory, which cannot be reserved: {} for \
                 `{from}`, {} for `{to}`",
                grouped(source),
                grouped(target)
            ))
        })
    }

    /// Reads an array, and returns its bytes in the layout `to`. Padding is zero.
    pub(super) fn run(&mut self, array: &Stored, to: &Layout) -> Result<&[u8], Failure> {
        let from = array.layout();
        let [wide_from, wide_to] = copied_layouts(&from, to)?;
        let data = from.metadata_prefix_bytes();
        resize(&mut self.source, &wide_from);
        array.read(&mut self.source[..stored_bytes(&from) as usize])?;
        if array.swapped > 1 {
            let words = self.source.chunks_exact_mut(array.swapped);
            words.for_each(<[u8]>::reverse);
        }
        let changes_bits = from.element_bits() != to.element_bits();
        if changes_bits {
            widen(&mut self.source[data..], &from);
        }
        resize(&mut self.target, &wide_to);
        let plan = CopyPlan::new(&wide_from, &wide_to).map_err(Failure::new)?;
        let run = plan.run_bytes(&self.source, &mut self.target);
        run.map_err(Failure::new)?;
        if changes_bits {
            narrow(&mut self.target[to.metadata_prefix_bytes()..], to);
            self.target.truncate(stored_bytes(to) as usize);
        }
        Ok(&self.target)
    }

    /// Reads an array and what was written of it again, and compares each element.
    pub(super) fn verify(
        &mut self,
        array: &Stored,
        to: &Layout,
        read_output: impl FnOnce(&mut [u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let from = array.layout();
        resize(&mut self.source, &from);
        array.read(&mut self.source)?;
        resize(&mut self.target, to);
        read_output(&mut self.target)?;
        match first_difference((&self.source, &from, array.swapped), (&self.target, to)) {
            None => Ok(()),
            Some(index) => {
                let words = format!("the element at {index:?} differs from what was read back");
                Err(array.refused(words))
            }
        }
    }
}

/// Gives a buffer the length of an array, all zeros. Its memory is reserved.
fn resize(bytes: &mut Vec<u8>, layout: &Layout) {
    bytes.clear();
    bytes.resize(stored_bytes(layout) as usize, 0);
}

/// Negative values of these types continue their sign in a byte.
fn is_signed(layout: &Layout) -> bool {
    let element = layout.element_type();
    element.is_integer() && element.is_signed() && element.bits() < 8
}

/// Unpacks the values of `layout`, padding too, to one byte each in the same buffer. Bits beyond
/// the element type's width are ignored.
fn widen(bytes: &mut [u8], layout: &Layout) {
    let (bits, unused) = (
        layout.element_bits(),
        8 - layout.element_type().bits() as u32,
    );
    // From the end: the bits of a value are never after its byte.
    for position in (0..layout.padded_len()).rev() {
        let (byte, shift) = (
            position / 8 * bits + position % 8 * bits / 8,
            position % 8 * bits % 8,
        );
        let next = if shift + bits > 8 { bytes[byte + 1] } else { 0 };
        let value = (u16::from_le_bytes([bytes[byte], next]) >> shift) as u8;
        bytes[position] = if is_signed(layout) {
            ((value << unused) as i8 >> unused) as u8
        } else {
            value << unused >> unused
        };
    }
}

/// Packs values of one byte each, padding too, in the same buffer.
fn narrow(bytes: &mut [u8], layout: &Layout) {
    let bits = layout.element_bits();
    let (mut packed, mut filled, mut end) = (0u16, 0, 0);
    for position in 0..layout.padded_len() {
        packed |= (u16::from(bytes[position]) & ((1 << bits) - 1)) << filled;
        filled += bits;
        if filled >= 8 {
            [bytes[end], _] = packed.to_le_bytes();
            (packed, filled, end) = (packed >> 8, filled - 8, end + 1);
        }
    }
    if filled > 0 {
        [bytes[end], _] = packed.to_le_bytes();
    }
}

/// The first index in row-major order whose elements differ. Each is at its own
/// [`Layout::offset`]; `swapped` is the size of big-endian words in bytes, or 1.
pub(super) fn first_difference(
    (source, from, swapped): (&[u8], &Layout, usize),
    (target, to): (&[u8], &Layout),
) -> Option<Vec<usize>> {
    let dims = from.dims();
    let width = from.element_type().bits();
    let mut index = vec![0; dims.len()];
    for _ in 0..from.num_elements() {
        let mut expected = value(source, from, &index, swapped);
        if from.element_bits() != to.element_bits() {
            expected &= (1 << width) - 1;
            if is_signed(from) && expected >> (width - 1) == 1 {
                expected |= u128::MAX << width;
            }
            expected &= (1 << to.element_bits()) - 1;
        }
        if value(target, to, &index, 1) != expected {
            return Some(index);
        }
        for dim in (0..dims.len()).rev() {
            index[dim] += 1;
            if index[dim] < dims[dim] {
                break;
            }
            index[dim] = 0;
        }
    }
    None
}

/// The bits of the element at an index.
fn value(bytes: &[u8], layout: &Layout, index: &[usize], swapped: usize) -> u128 {
    let (bits, data) = (layout.element_bits(), layout.metadata_prefix_bytes());
    let first = layout.offset(index) as u128 * bits as u128;
    // Words of a power of two: the last byte of each is the first one.
    let byte = |at: usize| u128::from(bytes[(data + at) ^ (swapped - 1)]);
    if bits.is_multiple_of(8) {
        (0..bits / 8).fold(0, |value, n| {
            value | byte((first / 8) as usize + n) << (8 * n)
        })
    } else {
        (0..bits).fold(0, |value, n| {
            let at = first + n as u128;
            value | (byte((at / 8) as usize) >> (at % 8) & 1) << n
        })
    }
}
