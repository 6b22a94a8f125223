//! Texts and positions: a layout is read from its text in each spelling and prints it, each index
//! has the position of the definition, and each position its index or padding.

use std::fmt::Display;
use std::ops::Range;

use tiled_layout::{ElementType, Layout, Mapping, ViewMut, WholeBuffer, layout};

use super::guarded::Value;
use super::kinds::{Case, Law, all_kinds};
use super::packed::U4;
use super::parsed;
use crate::naive::{PADDING, Spec, for_each_index};
use crate::part::Part;
use crate::random::Random;

/// Checks that a layout is read from its text, in another spelling too, and prints it; `S` does not
/// change positions.
pub fn text(random: &mut Random, most: usize) {
    let spec = random.aimed_spec(most);
    let mut text = spec.text("bf16").replace("{}", "");
    let space = random.below(4);
    if space > 0 && !spec.dims.is_empty() {
        let at = text.find("PAD").unwrap_or(text.len() - 1);
        let colon = if text.contains(':') { "" } else { ":" };
        text.insert_str(at, &format!("{colon}S({space})"));
    }
    let layout = Layout::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(layout.to_string(), text);
    let mut spelled = text.replace('{', "<").replace('}', ">");
    if random.below(2) == 0 {
        spelled = spelled.replace(',', " , ").to_uppercase();
    }
    if random.below(2) == 0 {
        spelled = spelled.replace('*', "-1");
    }
    assert_eq!(Layout::parse(&spelled), Ok(layout), "{spelled}");
    let parts = (layout.padded_len(), layout.element_type());
    assert_eq!(parts, (spec.buffer_len(), ElementType::BF16), "{text}");
}

/// Checks offsets and indices, sizes and padding, by the definition.
fn positions_of<M: WholeBuffer>(mapping: &M, what: &dyn Display, spec: &Spec) {
    let buffer = spec.buffer();
    let count: usize = spec.dims.iter().product();
    assert_eq!(
        (mapping.dims(), mapping.rank()),
        (&spec.dims[..], spec.dims.len()),
        "{what}"
    );
    let sizes = (
        mapping.num_elements(),
        mapping.padded_len(),
        mapping.padding_len(),
    );
    assert_eq!(sizes, (count, buffer.len(), buffer.len() - count), "{what}");
    let layout = mapping.layout();
    let bytes = (layout.num_bytes(), layout.padded_bytes());
    let bits = mapping.element_bits();
    let of = |len: usize| (len * bits).div_ceil(8);
    assert_eq!(bytes, (of(count), of(buffer.len())), "{what}");
    assert_eq!(
        Layout::parse(&layout.to_string()).as_ref(),
        Ok(&*layout),
        "{what}"
    );

    let terms = layout.terms();
    let mut indices = Vec::with_capacity(count);
    for_each_index(&spec.dims, |index| indices.push(index.to_vec()));
    for (position, &cell) in buffer.iter().enumerate() {
        let found = mapping.index(position);
        assert_eq!(
            mapping.is_padding(position),
            cell == PADDING,
            "{what} at {position}"
        );
        let Ok(number) = usize::try_from(cell) else {
            assert!(found.is_none(), "{what}: {position} is padding");
            continue;
        };
        let index = &indices[number][..];
        let own = || mapping.index_from_slice(index).unwrap();
        assert_eq!(
            found.as_ref().map(AsRef::as_ref),
            Some(index),
            "{what} at {position}"
        );
        let offsets = (mapping.offset(own()), mapping.offset_unspecified(own()));
        assert_eq!(offsets, (position, position), "{what} {index:?}");
        assert_eq!(
            mapping.checked_offset(own()),
            Some(position),
            "{what} {index:?}"
        );
        if let Some(terms) = &terms {
            let sum: usize = (terms.iter())
                .map(|term| index[term.dim] / term.divisor % term.modulus * term.stride)
                .sum();
            assert_eq!(sum, position, "{what} {index:?} by {terms:?}");
        }
    }
    // Past the buffer, and past the array in each dimension.
    for position in [buffer.len(), buffer.len() + 1, usize::MAX] {
        assert!(mapping.index(position).is_none(), "{what} at {position}");
        assert!(!mapping.is_padding(position), "{what} at {position}");
    }
    for dim in 0..spec.dims.len() {
        for past in [spec.dims[dim], spec.dims[dim] + 1, usize::MAX] {
            let mut index = indices.last().unwrap_or(&spec.dims).clone();
            index[dim] = past;
            let own = mapping.index_from_slice(&index).unwrap();
            assert_eq!(mapping.checked_offset(own), None, "{what} {index:?}");
        }
    }
    let longer = vec![0; spec.dims.len() + 1];
    assert!(mapping.index_from_slice(&longer).is_none(), "{what}");
}

/// Checks offsets and indices, sizes and padding of a layout that is known at run time, and its text.
pub fn positions(spec: &Spec) {
    let text = spec.text("s64").replace("{}", "");
    let layout = parsed(spec, "s64");
    assert_eq!(layout.to_string(), text);
    positions_of(&layout, &text, spec);
}

/// The law of [`positions_of`], of arrays that have their own layout.
struct Positions;

impl<T: Value> Law<T> for Positions {
    /// A region has no positions of its own.
    fn holds<M: Mapping>(&mut self, _: &mut ViewMut<'_, T, M>, _: &Case, _: &mut Random) {}

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        _: &mut Random,
    ) {
        positions_of(array.mapping(), case, &case.spec);
    }
}

/// Checks texts, offsets and indices, sizes and padding of all kinds of layouts.
pub fn random_positions(random: &mut Random, most: usize) {
    macro_rules! sizes {
        ($($layout:ty, $($end:literal),*;)*) => {
            [$(|random: &mut Random| {
                let mapping = <$layout>::with_dims([$(random.below($end)),*]).unwrap();
                positions_of(&mapping, &mapping, &Spec::parse(&mapping.to_string()));
            }),*]
        };
    }
    let sizes: [fn(&mut Random); 6] = sizes! {
        layout!(BF16[?,?]<0,1:T(8,128)(2,1)>), 30, 300;
        layout!(S8[?]<0:T(256)(32)(4,1)L(1024)>), 300;
        layout!(F32[?,?]<0,1:PAD(40,41)>), 41, 42;
        layout!(F32[?,?]<1,0:T(12,20)(6,10)(3,5)>), 40, 40;
        layout!(BF16[?,?,?]<2,0,1:T(4,2)(2,1)>), 12, 9, 12;
        layout!(F32[?,?,?,?]), 7, 7, 7, 7;
    };
    match random.below(8) {
        0 => random.pick(&sizes)(random),
        1..4 => all_kinds(random, most, &mut Positions),
        _ => positions(&random.aimed_spec(most)),
    }
}

/// Checks that a layout is a bitcast of another exactly if each position holds the same element,
/// and that views and buffers are then views and buffers of the other layout.
pub fn bitcast(a: &Spec, b: &Spec) {
    let (from, to) = (parsed(a, "s64"), parsed(b, "s64"));
    let mut buffer = a.buffer();
    let expected = buffer == b.buffer();
    let what = format!("{from} and {to}");
    assert_eq!(
        (from.is_bitcast_of(&to), to.is_bitcast_of(&from)),
        (expected, expected),
        "{what}"
    );
    assert_eq!(from.check_bitcast_of(&to).is_ok(), expected, "{what}");
    let view = from.view(&buffer).unwrap().try_bitcast(to);
    assert_eq!(view.is_ok(), expected, "{what}");
    if let Ok(view) = view {
        assert!(
            view.iter().copied().eq(0..to.num_elements() as i64),
            "{what}"
        );
        let mut view = from.view_mut(&mut buffer).unwrap().try_bitcast(to).unwrap();
        view.iter_mut().for_each(|x| *x += 1);
        let added = |x: i64| if x == PADDING { x } else { x + 1 };
        assert!(
            buffer.iter().copied().eq(b.buffer().into_iter().map(added)),
            "{what}"
        );
    }
    #[cfg(feature = "alloc")]
    if let Ok(owned) = tiled_layout::Array::new(from, buffer.clone()) {
        let owned = owned.try_bitcast(to);
        assert_eq!(owned.is_ok(), expected, "{what}");
        assert!(
            owned.is_err() || owned.unwrap().as_slice() == buffer,
            "{what}"
        );
    }
}

/// [`bitcast`] of a random layout and one that differs a little.
pub fn random_bitcast(random: &mut Random, most: usize) {
    let a = random.aimed_spec(most);
    let b = random.variant(&a);
    if b.buffer_len() <= 8 * most {
        bitcast(&a, &b);
    }
}

/// Checks that the byte ranges of a region are those of its elements, in increasing order, each as
/// long as it can be; of packed elements, too.
pub fn byte_ranges(part: &Part) {
    let mut positions = part.positions();
    positions.sort_unstable();
    for (layout, bits) in [(parsed(&part.spec, "s32"), 32), (U4.layout(&part.spec), 4)] {
        let of = |position: &usize| position * bits / 8..(position * bits + bits).div_ceil(8);
        let mut expected: Vec<Range<usize>> = Vec::new();
        for bytes in positions.iter().map(of) {
            match expected.last_mut() {
                Some(last) if bytes.start <= last.end => last.end = bytes.end,
                _ => expected.push(bytes),
            }
        }
        let found: Vec<_> = layout.byte_ranges(&part.region[..]).unwrap().collect();
        assert_eq!(found, expected, "{part}: {layout}");
    }
}

/// [`byte_ranges`] of a random region.
pub fn random_byte_ranges(random: &mut Random, most: usize) {
    byte_ranges(&random.aimed_part(most));
}
