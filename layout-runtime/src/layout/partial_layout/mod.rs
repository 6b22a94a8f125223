//! `PartialLayout`: a layout with some extents known only at run time.

mod conversions;

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use layout_core::formula::inverse::Inverse;
use layout_core::formula::run_pattern::RunPattern;
use layout_core::formula::term::{Columns, NO_MODULUS, Term};
use layout_core::formula::{Formula, UnknownStrides};
use layout_core::parse::not_a_size;
use layout_core::spec::display::LONGEST;
use layout_core::spec::validate::{self, Findings};
use layout_core::spec::{
    Dims, MAX_RANK, PaddingValue, PhysicalDims, Spec, UNKNOWN, display, tiling,
};
use layout_core::util::arithmetic::product;
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::compact_spec::CompactSpec;
use crate::layout::error::LayoutError;
use crate::layout::position::out_of_bounds;
use crate::layout::queries::{forward, forward_to_layout};
use crate::layout::static_layout::Parameters;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::invalid;
use crate::layout::static_layout::params::{
    self, DimsList, DimsOf, Params, SectionList, SectionValue,
};
use crate::layout::static_layout::template::TemplateOf;
use crate::layout::straight_line::{HasNo, each_term, within, within_from_4};

/// Adds those of some terms that exist to a position.
macro_rules! add_terms {
    ($this:ident, $position:ident, $index:ident, $($k:literal)*) => {
        each_term!($index, $($k)*, |digit, dim, stride| {
            let stride = if stride == UNKNOWN { $this.strides[dim] } else { stride };
            $position = digit.wrapping_mul(stride).wrapping_add($position);
        })
    };
}

/// A layout with some extents known only at run time: the type of `layout!` for
/// `F32[?,128]<1,0:T(8,128)>`.
///
/// Element type, rank, order, tiles and the other extents belong to the type. The value
/// holds the extents, one stride per dimension and the padded length (40 bytes at rank 2,
/// 72 at rank 4). A position takes the same straight-line code as in a
/// [`StaticLayout`](crate::StaticLayout), but some strides come from the value.
///
/// | parameter | what it is | in `layout!(F32[?,128]<1,0:T(8,128)>)` |
/// |---|---|---|
/// | `E` | element type | `F32` |
/// | `RANK` | number of logical dimensions | `2` |
/// | `D` | logical dimensions | `Dims2<UNKNOWN, 128>` |
/// | `O` | minor_to_major | `Order2<1, 0>` |
/// | `T` | tiles | `(Tile2<8, 128>,)` |
/// | `A` | other sections | `(UnknownDims<1>,)`: bit `d` for dimension `d` |
///
/// # Examples
///
/// ```
/// use tiled_layout::layout;
///
/// type Rows = layout!(F32[?,128]<1,0:T(8,128)>);
/// let rows = Rows::with_dims([5, 128])?;
/// assert_eq!(rows.offset([4, 3]), 4 * 128 + 3);
/// assert_eq!(rows.padded_len(), 8 * 128); // 5 rows, padded to 8
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
///
/// A layout whose formula is not flat for any extents does not compile: use [`Layout`] for
/// it.
pub struct PartialLayout<E, const RANK: usize, D, O, T, A> {
    /// The extents, in elements.
    dims: [usize; RANK],
    /// For each dimension the stride that depends on unknown extents, less the span of the
    /// next digit; see `offset`.
    strides: [usize; RANK],
    /// In elements.
    padded_len: usize,
    parameters: Parameters<(E, D, O, T, A)>,
}

/// The parts of a layout that are known at compile time.
struct KnownParts {
    /// Its unknown extents are [`UNKNOWN`].
    spec: Spec,
    /// A stride that is [`UNKNOWN`] comes from the value.
    terms: Columns,
    /// The terms as `offset` takes them: with fewer moduli.
    straight_terms: Columns,
    unknown: UnknownStrides,
    /// For each dimension the span of its second most significant digit, in elements, if
    /// the stride of the first is unknown.
    next_spans: [usize; MAX_RANK],
}

impl KnownParts {
    /// Removes the modulus of the digit after a digit of unknown stride: `i / (d * m) *
    /// stride + i / d % m * s` equals `i / (d * m) * (stride - m * s) + i / d * s`.
    const fn new(spec: Spec, terms: Columns, unknown: UnknownStrides) -> KnownParts {
        let mut straight_terms = terms;
        let mut next_spans = [0; MAX_RANK];
        let mut i = 1;
        while i < terms.len {
            let dim = terms.dims[i] as usize;
            if terms.dims[i - 1] as usize == dim && terms.strides[i - 1] == UNKNOWN {
                next_spans[dim] = terms.moduli[i] * terms.strides[i];
                straight_terms.moduli[i] = NO_MODULUS;
            }
            i += 1;
        }
        KnownParts {
            spec,
            terms,
            straight_terms,
            unknown,
            next_spans,
        }
    }

    /// Returns true if elements are in row-major order, if that is the same for all sizes.
    const fn is_row_major(&self) -> Option<bool> {
        let (mut known, mut i) = (Some(true), 0);
        while i < self.terms.len {
            let Term {
                dim,
                divisor,
                stride,
                ..
            } = self.terms.at(i);
            let (mut span, mut d, mut is_known) = (divisor, dim + 1, stride != UNKNOWN);
            while d < self.spec.dims.len() {
                is_known &= self.spec.dims.at(d) != UNKNOWN;
                span = span.wrapping_mul(self.spec.dims.at(d));
                d += 1;
            }
            if !is_known {
                known = None;
            } else if stride != span {
                return Some(false);
            }
            i += 1;
        }
        known
    }

    /// How positions change along the last dimension, if its runs and strides are known. A
    /// dimension that is smaller than a tile has one run.
    const fn last_run_pattern(&self) -> Option<RunPattern> {
        let Some(last) = self.spec.dims.len().checked_sub(1) else {
            return None;
        };
        let (mut has_runs, mut i) = (self.spec.dims.at(last) != UNKNOWN, 0);
        while i < self.terms.len {
            if self.terms.dims[i] as usize == last {
                if self.terms.strides[i] == UNKNOWN {
                    return None;
                }
                has_runs |= self.terms.divisors[i] == 1 && self.terms.moduli[i] != NO_MODULUS;
            }
            i += 1;
        }
        if has_runs {
            Some(RunPattern::along(
                Some(&self.terms),
                self.spec.dims.items(),
                last,
            ))
        } else {
            None
        }
    }
}

impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// The number of logical dimensions.
    pub const RANK: usize = RANK;
    /// The logical dimensions, in elements; `None` where one is known only at
    /// run time.
    pub const DIMS: [Option<usize>; RANK] = {
        let mut dims = [None; RANK];
        let mut dim = 0;
        while dim < RANK {
            if Self::KNOWN.spec.dims.items()[dim] != UNKNOWN {
                dims[dim] = Some(Self::KNOWN.spec.dims.items()[dim]);
            }
            dim += 1;
        }
        dims
    };
    /// The logical dimensions from the most minor to the most major one.
    pub const MINOR_TO_MAJOR: [usize; RANK] = Self::KNOWN.spec.minor_to_major.to_array();
    /// The elements of one tile of the first level; 1 without a tile.
    pub const TILE_LEN: usize = tiling::tile_len(&Self::KNOWN.spec);

    /// The parts that are known; the other extents are [`UNKNOWN`].
    pub(crate) const SPEC: &'static Spec = &Self::KNOWN.spec;
    pub(crate) const PARTS: &'static CompactSpec = &CompactSpec::new(Self::SPEC);
    /// The value of padding, where `PAD` gives one.
    pub(crate) const PAD_VALUE: PaddingValue = match &Self::KNOWN.spec.pad {
        Some(pad) => pad.value,
        None => PaddingValue::Unknown,
    };

    /// The known parts. A layout that is not valid, or not flat, does not compile.
    const KNOWN: &'static KnownParts = &{
        let mut spec = TemplateOf::<(E, D, O, T, A), RANK>::SPEC;
        spec.dims = params::numbers::<RANK, DimsOf<(E, D, O, T, A), RANK>>();
        let mask = unknown_mask(<(E, D, O, T, A) as Params<RANK>>::SectionList::SECTIONS);
        let mut dim = 0;
        while dim < RANK {
            if (spec.dims.items()[dim] == UNKNOWN) != (mask & 1 << dim != 0) {
                not_a_size(dim);
            }
            dim += 1;
        }
        if let Err(kind) = Layout::from_spec(spec.with_smallest_unknowns()) {
            invalid(&spec.with_smallest_unknowns(), kind);
        }
        match Formula::with_unknowns(&spec) {
            Some((terms, unknown)) => KnownParts::new(spec, terms, unknown),
            None => refuse(
                &spec,
                "no straight-line formula for all sizes of `?`: the tiles do not divide one \
                 another, or `*` merges a dimension into it; use `Layout` here",
            ),
        }
    };

    /// Returns the layout of an array of dimensions `dims`, in elements.
    ///
    /// # Errors
    ///
    /// When a number differs from the extent that the type has, or the buffer
    /// would be too large, or narrower widths of `PAD` do not fit.
    pub const fn with_dims(dims: [usize; RANK]) -> Result<Self, LayoutError> {
        let known = Self::KNOWN;
        let mut spec = known.spec;
        let mut dim = 0;
        while dim < RANK {
            let expected = known.spec.dims.items()[dim];
            if expected != UNKNOWN && expected != dims[dim] {
                return Err(LayoutError::Dim {
                    dim,
                    expected,
                    found: dims[dim],
                    layout: Self::TEXT,
                });
            }
            spec.dims.set(dim, dims[dim]);
            dim += 1;
        }
        let mut findings = Findings::EMPTY;
        let Some(sizes) = validate::check_sizes(&spec, &mut findings) else {
            return Err(LayoutError::Invalid(findings.list.at(0).0));
        };
        let mut strides: [usize; RANK] = known.unknown.resolve(&sizes.physical);
        dim = 0;
        while dim < RANK {
            strides[dim] = strides[dim].wrapping_sub(known.next_spans[dim]);
            dim += 1;
        }
        Ok(PartialLayout {
            dims,
            strides,
            padded_len: sizes.padded_len,
            parameters: PhantomData,
        })
    }

    /// Converts a run-time layout to this type.
    ///
    /// # Errors
    ///
    /// When it differs in more than the unknown extents; the error names both layouts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, layout};
    ///
    /// type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
    /// let rows = Rows::from_layout(&Layout::parse("f32[3,5]{1,0:T(2,2)}")?)?;
    /// assert_eq!(rows.padded_len(), 24); // 15 elements, and padding
    /// assert_eq!(
    ///     Rows::from_layout(&Layout::parse("f32[3,5]{1,0}")?).unwrap_err().to_string(),
    ///     "the layout is `f32[3,5]{1,0}`, but `f32[?,5]{1,0:T(2,2)}` was expected",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_layout(layout: &Layout) -> Result<Self, LayoutError> {
        if let Ok(dims) = layout.dims().try_into()
            && let Ok(partial) = Self::with_dims(dims)
            && partial == *layout
        {
            return Ok(partial);
        }
        Err(LayoutError::mismatch(Self::TEXT, layout))
    }

    /// The text of the type: `?` for each extent known only at run time.
    pub const TEXT: &'static str = const { &display::print(&Self::KNOWN.spec) }.as_str();

    /// Computes the layout as a run-time value.
    #[must_use]
    pub const fn to_layout(&self) -> Layout {
        match Layout::from_spec(self.spec()) {
            Ok(layout) => layout,
            Err(_) => unreachable!(), // `with_dims` has checked it
        }
    }

    /// Returns the parts of the layout.
    pub(crate) const fn spec(&self) -> Spec {
        let mut spec = Self::KNOWN.spec;
        spec.dims = Dims::from_slice(&self.dims);
        spec
    }

    /// Returns the terms of the layout's formula, with the strides of this value.
    const fn columns(&self) -> Columns {
        let mut terms = Self::KNOWN.terms;
        let mut i = 0;
        while i < terms.len {
            if terms.strides[i] == UNKNOWN {
                let dim = terms.dims[i] as usize;
                terms.strides[i] = self.strides[dim].wrapping_add(Self::KNOWN.next_spans[dim]);
            }
            i += 1;
        }
        terms
    }

    /// Returns true if the elements in row-major order have positions 0, 1, 2 and so on.
    #[inline]
    pub(crate) const fn is_row_major(&self) -> bool {
        match Self::IS_ROW_MAJOR {
            Some(known) => known,
            None => self.has_row_major_strides(),
        }
    }

    #[inline(never)] // once for all loops
    const fn has_row_major_strides(&self) -> bool {
        self.columns().is_row_major(&self.dims)
    }

    /// [`is_row_major`](Self::is_row_major), where it is the same for all sizes.
    const IS_ROW_MAJOR: Option<bool> = Self::KNOWN.is_row_major();

    /// How positions change along a dimension.
    pub(crate) const fn run_pattern_along(&self, dim: usize) -> RunPattern {
        RunPattern::along(Some(&self.columns()), &self.dims, dim)
    }

    /// How positions change along the last dimension, if it is the same for all sizes.
    pub(crate) const RUN_PATTERN: Option<RunPattern> = Self::KNOWN.last_run_pattern();

    /// Returns the position of an element in the buffer, in elements.
    ///
    /// # Panics
    ///
    /// When an index is not within its dimension.
    #[inline(always)] // as in a static layout
    #[track_caller]
    #[must_use]
    pub const fn offset(&self, index: [usize; RANK]) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => self.fail(&index),
        }
    }

    /// Returns the position of an element, in elements; `None` out of bounds.
    #[inline(always)] // as in a static layout
    #[must_use]
    pub const fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        if self.is_within(&index) {
            Some(self.offset_unspecified(index))
        } else {
            None
        }
    }

    /// Returns the index of the element at a position; `None` on padding and past the buffer.
    #[must_use]
    pub const fn index(&self, position: usize) -> Option<[usize; RANK]> {
        match self.columns().inverse(&self.dims, position) {
            Inverse::Element(found) => Some(found.to_array()),
            Inverse::NoElement => None,
            Inverse::Unknown => match tiling::index(&self.spec(), position) {
                Some(found) => Some(found.to_array()),
                None => None,
            },
        }
    }

    /// Returns the logical dimensions, in elements.
    #[inline]
    #[must_use]
    pub const fn dims(&self) -> &[usize; RANK] {
        &self.dims
    }

    /// Returns the elements of the buffer, padding included.
    #[inline]
    #[must_use]
    pub const fn padded_len(&self) -> usize {
        self.padded_len
    }

    /// Returns the number of elements of the array; padding does not count.
    #[must_use]
    pub const fn num_elements(&self) -> usize {
        product(&self.dims) // no overflow: `with_dims` has checked it
    }

    const TERMS: &'static Columns = &Self::KNOWN.straight_terms;

    /// Returns the position of an element whose index is in bounds, in elements. For an index out
    /// of bounds, the result is unspecified.
    #[inline(always)] // as in a static layout
    pub(crate) const fn offset_unspecified(&self, index: [usize; RANK]) -> usize {
        let mut position = 0;
        add_terms!(self, position, index, 0 1 2 3 4 5);
        if const { Self::TERMS.len > 6 } {
            self.terms_from_6(&index).wrapping_add(position)
        } else {
            position
        }
    }

    #[inline(always)]
    const fn is_within(&self, index: &[usize; RANK]) -> bool {
        macro_rules! extent {
            ($dim:literal) => {
                match const { DimsOf::<(E, D, O, T, A), RANK>::DIMS.items()[$dim] } {
                    UNKNOWN => self.dims[$dim],
                    extent => extent,
                }
            };
        }
        within!(index, extent, &self.dims)
    }

    /// Returns the sum of the terms from number 6 on, which few layouts have.
    #[inline]
    const fn terms_from_6(&self, index: &[usize; RANK]) -> usize {
        let mut sum: usize = 0;
        add_terms!(self, sum, index, 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
        if const { Self::TERMS.len > 20 } {
            add_terms!(self, sum, index, 20 21 22 23 24 25 26 27 28 29 30 31);
        }
        sum
    }

    /// Panics with the index that is out of bounds.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) const fn fail(&self, index: &[usize]) -> ! {
        out_of_bounds(index, &self.to_layout())
    }

    /// Fails to compile unless the static layout differs from this one in
    /// unknown extents alone.
    #[track_caller] // so that the error stands there
    const fn assert_fits<D2, A2>()
    where
        (E, D2, O, T, A2): Params<RANK>,
    {
        let fixed = StaticLayout::<E, RANK, D2, O, T, A2>::LAYOUT_REF.spec();
        let mut known = Self::KNOWN.spec;
        let mut dim = 0;
        while dim < RANK {
            if known.dims.items()[dim] == UNKNOWN {
                known.dims.set(dim, fixed.dims.items()[dim]);
            }
            dim += 1;
        }
        // Two layouts are equal if their texts are.
        let same = display::print(&known);
        if !str_eq(same.as_str(), StaticLayout::<E, RANK, D2, O, T, A2>::TEXT) {
            let fixed = StaticLayout::<E, RANK, D2, O, T, A2>::LAYOUT_REF;
            panic!(
                "{}",
                LayoutError::mismatch(Self::TEXT, fixed).message().as_str()
            );
        }
    }
}

forward_to_layout!(PartialLayout, self => self.to_layout(), Self::PARTS);

// Of a static layout, `WholeBuffer` has these: the names are those of functions of the type.
forward!(PartialLayout, self => self.to_layout(), {
    /// Returns the extents of the buffer after all tiles, major to minor, in elements.
    #[must_use] physical_dims() -> PhysicalDims;
    /// Returns the row-major strides of the physical dimensions, in elements.
    #[must_use] strides() -> PhysicalDims;
    /// Returns the extents after the first tile, without those within the tile.
    #[must_use] tile_counts() -> PhysicalDims;
});

/// Returns true if two strings are equal, in const evaluation.
const fn str_eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Fails const evaluation for a layout that unknown extents do not allow.
#[track_caller]
const fn refuse(spec: &Spec, why: &str) -> ! {
    let mut words = ArrayString::<{ 2 * LONGEST }>::new();
    words.str("`").str(display::print(spec).as_str());
    words.str("`: ").str(why);
    panic!("{}", words.as_str())
}

/// Returns the bits of the dimensions that are `?`.
const fn unknown_mask(sections: &[SectionValue]) -> u16 {
    let mut i = 0;
    while i < sections.len() {
        if let SectionValue::UnknownDims(mask) = sections[i] {
            return mask;
        }
        i += 1;
    }
    0
}

/// The [`Layout`] of a [`PartialLayout`](crate::PartialLayout), which does not store one.
/// It derefs to the `Layout`, and `clone()` returns it.
///
/// # Examples
///
/// ```
/// use tiled_layout::{WholeBuffer, layout};
///
/// let rows = <layout!(F32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5])?;
/// let layout = rows.layout(); // made here
/// assert_eq!(layout.physical_dims(), [2, 3, 2, 2]);
/// assert_eq!(layout.padded_len(), 24);
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
//
// Without this type, `WholeBuffer::layout` returns a `Layout` by value. It compiles, but copies
// 1,424 bytes from mappings that store one: `view.layout().offset(..)` then needs 18 to 32 ns, not
// 4.6 ns. As `LayoutRef`, `Layout` itself lacks a `Deref` to `Layout`, which generic callers rely on.
#[derive(PartialEq, Eq, Hash, Debug)] // not `Clone`: `clone()` gives the `Layout`
pub struct LayoutOnDemand(pub(crate) Layout);

impl Deref for LayoutOnDemand {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.0
    }
}

impl fmt::Display for LayoutOnDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
