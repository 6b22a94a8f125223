//! `Layout`: a layout as a value.

// First, because rustdoc lists methods in this order.
#[expect(clippy::module_inception, reason = "one type, one file")]
mod layout;

mod bitcast;
mod blocked;
pub(crate) mod byte_ranges;
pub(crate) mod compact_spec;
pub(crate) mod dimension_padding;
pub(crate) mod element_count;
pub(crate) mod error;
pub(crate) mod index_ranges;
pub(crate) mod memory_scan;
mod normal_form;
pub(crate) mod own_index;
pub(crate) mod padding_ranges;
pub(crate) mod padding_waste;
pub(crate) mod part;
pub(crate) mod partial_layout;
pub(crate) mod position;
mod queries;
pub(crate) mod ranges;
pub(crate) mod region;
pub mod sections;
pub(crate) mod static_layout;
mod straight_line;
pub(crate) mod strides;
pub(crate) mod tile_grid;
pub(crate) mod tile_layout;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;
use core::str::FromStr;

use layout_core::formula::Evaluator;
use layout_core::formula::Formula;
use layout_core::formula::run_pattern::RunPattern;
use layout_core::formula::term::Columns;
use layout_core::parse::error::ParseError;
#[cfg(feature = "alloc")]
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::validate::Sizes;
use layout_core::spec::{Dims, Spec, bytes_of, display, tiling};
use layout_core::util::array_string::ArrayString;

use crate::layout::compact_spec::CompactSpec;

/// The layout of an array in memory, as XLA describes it.
///
/// A layout maps the index of each element to a *position*: the number of an
/// element in a linear buffer. It is made from XLA's text, at run time or in
/// const evaluation, and prints as XLA prints it.
///
/// ![A 3x5 array in tiles of 2x2, and its 24 positions in memory][figure1]
///
/// ```
/// use tiled_layout::Layout;
///
/// // A 3x5 array, covered by 2x2 tiles: 15 elements in a buffer of 24.
/// const FIG1: Layout = match Layout::parse("F32[3,5]<1,0:T(2,2)>") {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// assert_eq!(FIG1.to_string(), "f32[3,5]{1,0:T(2,2)}");
/// assert_eq!(FIG1.physical_dims(), [2, 3, 2, 2]);
/// assert_eq!(FIG1.offset(&[2, 3]), 17);
/// assert_eq!(FIG1.index(17).as_deref(), Some(&[2, 3][..]));
/// assert_eq!(FIG1.index(18), None); // padding below the last row
/// ```
///
/// # Words
///
/// *Logical* dimensions are those of the array, in the order of the text.
/// *Physical* dimensions are those of the buffer, major to minor, after all
/// tiles. `num_elements` and `num_bytes` exclude padding; `padded_len` and
/// `padded_bytes` include it. The [glossary] defines the other terms.
///
/// [glossary]: ../tiled_layout/docs/chapter_02_tiles/index.html#glossary
#[cfg_attr(doc, doc = "", doc = include_str!("../figure1_link.md"))]
#[derive(Clone, Copy)]
pub struct Layout {
    parts: CompactSpec,
    num_elements: usize,
    padded_len: usize,
    /// `None` if the formula has too many terms: positions are then those of the definition.
    evaluator: Option<Evaluator>,
    /// Along the last dimension.
    run_pattern: RunPattern,
    /// True if the elements in row-major order have positions 0, 1, 2 and so on.
    is_row_major: bool,
}

layout_core::numbers! {
    /// The index of an element of a [`Layout`] known only at run time: one
    /// number a dimension. Derefs to a slice.
    ///
    /// Code that is generic over layouts of one rank asks for `M: Mapping<Index = [usize; 2]>`.
    /// [`Array::ranked`](crate::Array::ranked) and [`Layout::ranked`] make such a layout of a
    /// run-time layout: `rows(&layout.view(&buffer)?.ranked::<2>()?)`.
    ///
    /// ```
    /// use tiled_layout::{Index, Layout};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let index: Index = layout.index(17).unwrap();
    /// assert_eq!(index, Index::from_slice(&[2, 3]));
    /// assert_eq!(index[1], 3);
    /// ```
    Index: [usize; 12];
}

impl Index {
    /// Returns the index that has these numbers.
    #[inline]
    pub(crate) const fn of(dims: Dims) -> Index {
        Index {
            len: dims.len(),
            items: *dims.items(),
        }
    }
}

impl Layout {
    /// Returns the layout of a checked spec.
    pub(crate) const fn from_checked(spec: Spec, sizes: Sizes) -> Layout {
        Layout::with_formula(&spec, &sizes, &Formula::new(&spec, &sizes.physical))
    }

    /// Returns the layout of a checked spec whose formula is known.
    pub(crate) const fn with_formula(
        spec: &Spec,
        sizes: &Sizes,
        formula: &Option<Formula>,
    ) -> Layout {
        let terms = match formula {
            Some(formula) => formula.flat(),
            None => None,
        };
        Layout {
            parts: CompactSpec::new(spec),
            num_elements: sizes.num_elements,
            padded_len: sizes.padded_len,
            evaluator: Evaluator::new(spec, formula),
            run_pattern: RunPattern::along_last(terms, spec.dims.as_slice()),
            is_row_major: match terms {
                Some(terms) => terms.is_row_major(spec.dims.as_slice()),
                None => false,
            },
        }
    }

    /// Returns the sizes that follow from the spec.
    pub(crate) const fn sizes(&self) -> Sizes {
        Sizes {
            physical: self.physical_dims(),
            num_elements: self.num_elements,
            padded_len: self.padded_len,
        }
    }

    /// Returns the bytes that a range of positions touches.
    pub(crate) const fn bytes(&self, positions: Range<usize>) -> Range<usize> {
        let start = positions.start as u128 * self.element_bits() as u128 / 8;
        start as usize..self.bytes_of(positions.end)
    }

    #[inline]
    const fn bytes_of(&self, elements: usize) -> usize {
        bytes_of(elements, self.element_bits())
    }

    /// [`dims`](Self::dims) as a list.
    pub(crate) const fn dims_list(&self) -> &Dims {
        &self.parts.dims
    }

    /// Returns the position of an element whose index is in bounds; otherwise unspecified.
    #[inline]
    pub(crate) const fn offset_unspecified(&self, index: &[usize]) -> usize {
        match &self.evaluator {
            Some(Evaluator::Reduced(formula)) => formula.position(index),
            _ => self.offset_by_divisions(index),
        }
    }

    #[inline(never)] // so that callers have only the usual formula
    const fn offset_by_divisions(&self, index: &[usize]) -> usize {
        match &self.evaluator {
            Some(Evaluator::Reduced(formula)) => formula.position(index),
            Some(Evaluator::Formula(formula)) => formula.position(index),
            None => tiling::offset(&self.spec(), index),
        }
    }

    /// How positions change along the last dimension.
    #[inline]
    pub(crate) const fn run_pattern(&self) -> RunPattern {
        self.run_pattern
    }

    /// Returns true if the elements in row-major order have positions 0, 1, 2 and so on. It can be
    /// false for layouts whose formula is not flat.
    #[inline]
    pub(crate) const fn is_row_major(&self) -> bool {
        self.is_row_major
    }

    /// How positions change along dimension `dim`.
    pub(crate) const fn run_pattern_along(&self, dim: usize) -> RunPattern {
        if dim + 1 == self.rank() {
            return self.run_pattern;
        }
        RunPattern::along(self.columns().as_ref(), self.dims(), dim)
    }

    /// [`terms`](Self::terms) as one array per field.
    pub(crate) const fn columns(&self) -> Option<Columns> {
        match &self.evaluator {
            Some(Evaluator::Reduced(formula)) => Some(formula.columns(&self.minor_to_major())),
            Some(Evaluator::Formula(formula)) => formula.flat().copied(),
            None => None,
        }
    }

    /// Returns the formula that the layout stores; `None` if it has too many terms.
    pub(crate) const fn evaluator(&self) -> Option<&Evaluator> {
        self.evaluator.as_ref()
    }

    /// Returns the formula by divisions, which need not be flat; `None` if it has too many terms.
    pub(crate) const fn formula(&self) -> Option<Formula> {
        let spec = self.spec();
        Formula::new(&spec, &tiling::physical_dims(&spec))
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts // the rest follows from them
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

impl FromStr for Layout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Layout::parse(text)
    }
}

#[cfg(feature = "alloc")]
impl From<&Layout> for CheckedSpec {
    fn from(layout: &Layout) -> CheckedSpec {
        layout.checked_spec()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(display::print(&self.spec()).as_str())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

/// Panics when an array of `rank` dimensions has no dimension `dim`.
#[inline]
#[track_caller]
pub(crate) const fn assert_dimension(dim: usize, rank: usize) {
    if dim >= rank {
        no_dimension(dim, rank);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
const fn no_dimension(dim: usize, rank: usize) -> ! {
    let mut words = ArrayString::<80>::new();
    words.str("there is no dimension ").num(dim as u128);
    words.str(": the array has ").num(rank as u128);
    words.str(if rank == 1 {
        " dimension"
    } else {
        " dimensions"
    });
    panic!("{}", words.as_str())
}
