//! `remedies`: layouts of the same array, or nearly the same, that take fewer bytes.

use alloc::vec::Vec;
use core::fmt;

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, validate};

use layout_runtime::Layout;

/// What a [`Remedy`] changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// Another order of the dimensions, the most minor first. The array is the same.
    Order,
    /// `E(bits)`: elements of less than a byte are packed. The array is the same.
    ElementBits(usize),
    /// A dimension is cut to the largest size that rounds up to less.
    Cut {
        /// Which dimension.
        dimension: usize,
        /// Its current size, in elements.
        from: usize,
        /// Its size after the change, in elements.
        to: usize,
    },
    /// An element type of the same kind with half of the bits. Values are rounded, or may not fit.
    ElementType(ElementType),
}

/// In words, such as "dimension 0 cut from 129 to 128".
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Order => f.write_str("another order of the dimensions"),
            Change::ElementBits(bits) => write!(f, "packed, {bits} bits an element"),
            Change::Cut {
                dimension,
                from,
                to,
            } => write!(f, "dimension {dimension} cut from {from} to {to}"),
            Change::ElementType(element) => write!(f, "elements as {element}"),
        }
    }
}

/// A layout that takes fewer bytes than another one, and what it changes: see
/// [`remedies`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Remedy {
    /// What is changed.
    pub change: Change,
    /// The layout after the change.
    pub layout: Layout,
    /// The bytes that the change saves: the difference of `padded_bytes`.
    pub saved_bytes: usize,
}

/// Layouts that make the buffer smaller, each by one change:
///
/// - the order of the dimensions with the fewest bytes, among those that choose the two most
///   minor dimensions anew: those that tiles usually name;
/// - `E(bits)` for elements of less than a byte that take a whole one;
/// - for each dimension that rounds up, the largest size that rounds up to less;
/// - an element type of half of the bits.
///
/// The first two keep the array as it is. The first three keep the values, and come before
/// another element type, which rounds them, even if that saves more; among them, the fewest
/// bytes come first, and among changes with the same bytes the one that changes least. The list
/// is empty when nothing is saved.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::{Change, remedies};
///
/// // Rows of 1 are padded to 128, 6 GiB in all.
/// let tall = Layout::parse("u32[12582912,1]{1,0:T(8,128)}")?;
/// let best = remedies(&tall)[0];
/// assert_eq!(best.layout.to_string(), "u32[12582912,1]{0,1:T(8,128)}");
/// assert_eq!(best.layout.padded_bytes(), 384 << 20);
/// assert!(matches!(best.change, Change::Order));
///
/// let odd = Layout::parse("f32[129,128]{1,0:T(8,128)}")?;
/// assert!(remedies(&odd).iter().any(|remedy| {
///     remedy.change == Change::Cut { dimension: 0, from: 129, to: 128 }
/// }));
/// # Ok::<(), tiled_layout::ParseError>(())
/// ```
#[must_use]
pub fn remedies(layout: &Layout) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    let mut add = |change, other: Layout| {
        let saved = layout.padded_bytes().checked_sub(other.padded_bytes());
        if let Some(saved_bytes @ 1..) = saved {
            remedies.push(Remedy {
                change,
                layout: other,
                saved_bytes,
            });
        }
    };
    if let Some(other) = best_order(layout) {
        add(Change::Order, other);
    }
    let bits = layout.element_type().bits();
    if bits < 8
        && layout.element_bits() == 8
        && layout.element_type() != ElementType::PRED
        && let Ok(other) = layout.with_element_bits(bits)
    {
        add(Change::ElementBits(bits), other);
    }
    for dimension in 0..layout.rank() {
        if let Some(padding) = layout.dimension_padding(dimension)
            && let Some(to) = padding.cut
        {
            let (mut dims, from) = (layout.spec().dims, padding.size);
            dims.set(dimension, to);
            if let Ok(other) = layout.with_dims(&dims) {
                let change = Change::Cut {
                    dimension,
                    from,
                    to,
                };
                add(change, other);
            }
        }
    }
    if let Some(half) = layout.element_type().half()
        && let Ok(other) = layout.with_element_type(half)
    {
        add(Change::ElementType(half), other);
    }
    // The sort is stable: what changes least comes first.
    remedies.sort_by_key(|remedy| {
        let changes_values = matches!(remedy.change, Change::ElementType(_));
        (changes_values, remedy.layout.padded_bytes())
    });
    remedies
}

/// Returns the order with the fewest bytes among those that choose the two most minor
/// dimensions anew, if it has fewer than this one.
fn best_order(layout: &Layout) -> Option<Layout> {
    let (mut spec, old) = (layout.spec(), layout.minor_to_major());
    if spec.tiles.is_empty() {
        return None;
    }
    let (mut best, mut least) = (None, layout.padded_bytes());
    for &first in old.iter() {
        for &second in old.iter().filter(|&&second| second != first) {
            let rest = old.iter().filter(|&&dim| dim != first && dim != second);
            spec.minor_to_major = Dims::EMPTY;
            for &dim in [first, second].iter().chain(rest) {
                spec.minor_to_major.push(dim);
            }
            // Few orders have fewer bytes, and most of the time is the check of the others.
            if validate::padded_bytes(&spec).is_some_and(|bytes| bytes < least)
                && let Ok(other) = Layout::checked(spec)
            {
                (best, least) = (Some(other), other.padded_bytes());
            }
        }
    }
    best
}
