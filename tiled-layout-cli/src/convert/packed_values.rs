//! Copies of values between elements of different widths, of at most 8 bits.

use std::error::Error;

use layout_runtime::{Element, ElementType, Layout, NoUninit, PackedElement};

/// The number of elements that are copied at a time: eight elements of any width are whole
/// bytes.
const CHUNK: usize = 1 << 16;

/// Copies the values of a buffer, padding too, to a buffer of the same layout with another
/// number of bits per element. Bits beyond the element type's width are ignored.
pub(super) fn copy_values(
    from: (&Layout, &[u8]),
    to: (&Layout, &mut [u8]),
) -> Result<(), Box<dyn Error>> {
    use ElementType::{S1, S2, S4, S8};
    match from.0.element_type() {
        S1 | S2 | S4 | S8 => copy_as::<i8>(from, to), // bits past the value are its sign
        _ => copy_as::<u8>(from, to),
    }
}

fn copy_as<T: PackedElement + Element + NoUninit + Default>(
    (from, from_bytes): (&Layout, &[u8]),
    (to, to_bytes): (&Layout, &mut [u8]),
) -> Result<(), Box<dyn Error>> {
    let (len, bits) = (from.padded_len(), [from, to].map(Layout::element_bits));
    let mut values = vec![T::default(); CHUNK.min(len)];
    for start in (0..len).step_by(CHUNK) {
        let values = &mut values[..CHUNK.min(len - start)];
        let rows = Layout::row_major(from.element_type(), &[values.len()])?;
        let (from, to) = (
            rows.with_element_bits(bits[0])?,
            rows.with_element_bits(bits[1])?,
        );
        let [read, written] = [&from, &to].map(|layout| {
            let start = start / 8 * layout.element_bits();
            start..start + layout.padded_bytes()
        });
        let packed = from.packed_view::<T>(&from_bytes[read])?;
        rows.view_mut(values)?.copy_from_packed(&packed)?;
        let mut packed = to.packed_view_mut::<T>(&mut to_bytes[written])?;
        packed.try_copy_from(&rows.view(values)?)?;
    }
    Ok(())
}
