//! `StaticLayout`: a layout as a type.

pub(crate) mod params;
pub(crate) mod template;

use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use layout_core::formula::Formula;
use layout_core::formula::term::Columns;
use layout_core::parse::error::{ParseError, const_message};
use layout_core::parse::{not_a_size, parse};
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::validate::{self, Findings};
use layout_core::spec::{MAX_RANK, Spec, UNKNOWN, display, tiling};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::position::out_of_bounds;
use crate::layout::queries::{forward, forward_to_layout};
use crate::layout::straight_line::{HasNo, each_term, within, within_from_4};
use params::{DimsList, DimsOf, Params};
use template::TemplateOf;

/// The sum of some terms that few layouts have. They have no constants, because const
/// evaluation takes time for each layout of a program.
macro_rules! later_terms {
    ($index:ident, $($k:literal)*) => {
        0 $(+ if Self::TERMS.len > $k { Self::TERMS.at($k).value(&$index) } else { 0 })*
    };
}

/// The position of an element.
macro_rules! position {
    ($index:ident) => {
        if const { Self::TERMS.len == 0 } {
            Self::by_sums($index)
        } else {
            let mut position = 0;
            each_term!($index, 0 1 2 3 4 5, |digit, dim, stride| position += digit * stride);
            if const { Self::TERMS.len > 6 } {
                position += Self::from_term_6($index);
            }
            position
        }
    };
}

/// The extent of a dimension.
macro_rules! extent {
    ($dim:literal) => {
        Self::EXTENTS[$dim]
    };
}

/// Uses type parameters without owning a value of them. It is invariant: a layout does not
/// coerce to a layout whose parameters are supertypes, which could have different
/// constants.
pub(crate) type Parameters<P> = PhantomData<fn(P) -> P>;

/// A layout known at compile time: what `layout!` gives.
///
/// The type has one value, which takes no space. `layout!(...)` is legal as
/// the type and as the value.
///
/// | parameter | what it is | in `layout!(F32[3,5]<1,0:T(2,2)>)` |
/// |---|---|---|
/// | `E` | element type | `F32` |
/// | `RANK` | number of logical dimensions | `2` |
/// | `D` | logical dimensions | `Dims2<3, 5>` |
/// | `O` | minor_to_major | `Order2<1, 0>` |
/// | `T` | tiles | `(Tile2<2, 2>,)` |
/// | `A` | other sections | `()` |
///
/// # Examples
///
/// ```
/// use tiled_layout::layout;
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// assert_eq!(Fig1::PHYSICAL_DIMS, [2, 3, 2, 2]);
/// assert_eq!(Fig1::PADDED_LEN, 24);
/// assert_eq!(Fig1::offset([2, 3]), 17);
/// assert_eq!(size_of::<Fig1>(), 0);
/// ```
pub enum StaticLayout<E, const RANK: usize, D, O, T, A> {
    /// The only value. `layout!` names it `StaticLayout`, like the type.
    #[doc(hidden)]
    Value,
    /// Cannot be constructed; it uses the type parameters.
    #[doc(hidden)]
    __Never(Infallible, Parameters<(E, D, O, T, A)>),
}

/// The only value, with the name of the type. (If the enum's variant had this name, it
/// would be ambiguous, and rustc would print the type with its path.)
pub(crate) mod value {
    pub use super::StaticLayout::Value as StaticLayout;
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// The layout as a value. A layout that is not valid does not compile.
    pub const LAYOUT: Layout = *Self::LAYOUT_REF;
    pub(crate) const LAYOUT_REF: &'static Layout = {
        let CheckedSpec { spec, sizes } = Self::CHECKED;
        &Layout::with_formula(spec, sizes, Self::FORMULA)
    };
    /// The checked parts, and the constants that compute positions.
    const CHECKED: &'static CheckedSpec = &{
        let mut spec = TemplateOf::<(E, D, O, T, A), RANK>::SPEC;
        spec.dims = params::numbers::<RANK, DimsOf<(E, D, O, T, A), RANK>>();
        let mut findings = Findings::EMPTY;
        if TemplateOf::<(E, D, O, T, A), RANK>::IS_VALID
            && let Some(sizes) = validate::check_sizes(&spec, &mut findings)
        {
            CheckedSpec { spec, sizes }
        } else {
            match Layout::from_spec(spec) {
                Err(kind) => invalid(&spec, kind),
                Ok(_) => unreachable!(),
            }
        }
    };

    /// The number of logical dimensions.
    pub const RANK: usize = RANK;
    /// The logical dimensions, in elements.
    pub const DIMS: [usize; RANK] = Self::CHECKED.spec.dims.to_array();
    pub(crate) const DIMS_REF: &'static [usize] = Self::LAYOUT_REF.dims();
    /// The logical dimensions from the most minor to the most major one.
    pub const MINOR_TO_MAJOR: [usize; RANK] = Self::CHECKED.spec.minor_to_major.to_array();
    /// The extents of the buffer after all tiles, major to minor, in elements.
    /// [`physical_dims`](Self::physical_dims) returns them as an array.
    pub const PHYSICAL_DIMS: &'static [usize] = Self::CHECKED.sizes.physical.as_slice();
    /// The row-major strides of `PHYSICAL_DIMS`, in elements. [`strides`](Self::strides)
    /// returns them as an array.
    pub const STRIDES: &'static [usize] = const { &Self::LAYOUT.strides() }.as_slice();
    /// The extents after the first tile, without those within the tile;
    /// without a tile, all physical dimensions. [`tile_counts`](Self::tile_counts) returns
    /// them as an array.
    pub const TILE_COUNTS: &'static [usize] = const { &Self::LAYOUT.tile_counts() }.as_slice();
    /// The elements of one tile of the first level; 1 without a tile.
    pub const TILE_LEN: usize = Self::LAYOUT_REF.tile_len();
    /// The elements of the array; padding does not count.
    pub const NUM_ELEMENTS: usize = Self::LAYOUT_REF.num_elements();
    /// The bytes of the array's elements; padding does not count.
    pub const NUM_BYTES: usize = Self::LAYOUT_REF.num_bytes();
    /// The elements of the buffer, padding included.
    pub const PADDED_LEN: usize = Self::LAYOUT_REF.padded_len();
    /// The bytes of the buffer, padding included.
    pub const PADDED_BYTES: usize = Self::LAYOUT_REF.padded_bytes();
    /// The layout's canonical text, as XLA prints it.
    pub const TEXT: &'static str = const { &display::print(&Self::CHECKED.spec) }.as_str();

    /// Returns the position of an element in the buffer, in elements.
    ///
    /// # Panics
    ///
    /// When an index is not within its dimension.
    #[inline(always)] // as `checked`
    #[track_caller]
    #[must_use]
    pub const fn offset(index: [usize; RANK]) -> usize {
        if within!(index, extent, Self::EXTENTS) {
            position!(index)
        } else {
            out_of_bounds(&index, Self::LAYOUT_REF)
        }
    }

    /// Returns [`PHYSICAL_DIMS`](Self::PHYSICAL_DIMS) as an array. Another number of dimensions
    /// than `N` does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// const TILE: [usize; 2] = {
    ///     let [_, _, rows, columns] = Fig1::physical_dims();
    ///     [rows, columns]
    /// };
    /// assert_eq!(TILE, [2, 2]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn physical_dims<const N: usize>() -> [usize; N] {
        const { array(Self::PHYSICAL_DIMS, "physical dimensions") }
    }

    /// Returns [`STRIDES`](Self::STRIDES) as an array. Another number of strides than `N` does
    /// not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let [tile_row, tile, row, element] = Fig1::strides();
    /// assert_eq!(Fig1::offset([2, 3]), tile_row + tile + 0 * row + 1 * element);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let [a, b, c] = Fig1::strides(); // the layout has 4
    /// ```
    #[inline]
    #[must_use]
    pub const fn strides<const N: usize>() -> [usize; N] {
        const { array(Self::STRIDES, "strides") }
    }

    /// Returns [`TILE_COUNTS`](Self::TILE_COUNTS) as an array. Another number of counts than `N`
    /// does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let [rows, columns] = Fig1::tile_counts();
    /// assert_eq!(rows * columns * Fig1::TILE_LEN, Fig1::PADDED_LEN);
    /// ```
    #[inline]
    #[must_use]
    pub const fn tile_counts<const N: usize>() -> [usize; N] {
        const { array(Self::TILE_COUNTS, "tile counts") }
    }

    /// Returns the index of the element at a position; `None` on padding and past the buffer.
    #[must_use]
    pub const fn index(position: usize) -> Option<[usize; RANK]> {
        match Self::LAYOUT_REF.index(position) {
            Some(found) => Some(found.to_array()),
            None => None,
        }
    }

    /// Returns the position of an element, checked at compile time: indexing a view by it needs no
    /// check.
    ///
    /// # Panics
    ///
    /// When an index is not within its dimension; in a const context that is a
    /// compile error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Offset, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// const CORNER: Offset<Fig1> = Fig1::at([2, 4]);
    ///
    /// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    /// assert_eq!(Fig1::view(&buffer)?[CORNER], 20.0);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Offset, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// const PAST: Offset<Fig1> = Fig1::at([2, 5]); // the columns are 0 to 4
    /// ```
    #[inline]
    #[track_caller]
    #[must_use]
    pub const fn at(index: [usize; RANK]) -> Offset<Self> {
        Offset::proven(Self::offset(index))
    }

    /// Returns the layout as a value, as of the other kinds.
    #[must_use]
    pub const fn to_layout(self) -> Layout {
        Self::LAYOUT
    }

    /// Returns the static layout, if a run-time layout is this one.
    pub(crate) fn from_layout(layout: &Layout) -> Result<Self, LayoutError> {
        if layout == Self::LAYOUT_REF {
            return Ok(Self::new());
        }
        Err(LayoutError::mismatch(Self::TEXT, layout))
    }

    const FORMULA: &'static Option<Formula> = {
        let CheckedSpec { spec, sizes } = Self::CHECKED;
        &Formula::new(spec, &sizes.physical)
    };

    /// The dimensions, and 0 past the last one.
    const EXTENTS: &'static [usize; MAX_RANK] = DimsOf::<(E, D, O, T, A), RANK>::DIMS.items();

    /// The terms, or none where the formula is not flat.
    const TERMS: &'static Columns = match Self::FORMULA {
        Some(formula) => match formula.flat() {
            Some(terms) => terms,
            None => &Columns::EMPTY,
        },
        None => &Columns::EMPTY,
    };

    /// Returns the position of an element; `None` out of bounds. There are few calls, because each
    /// takes time without optimisation.
    #[inline(always)] // so that it is optimised once, where it is used
    pub(crate) const fn checked(index: [usize; RANK]) -> Option<usize> {
        if within!(index, extent, Self::EXTENTS) {
            Some(position!(index))
        } else {
            None
        }
    }

    /// Returns the position of an element whose index is in bounds; otherwise unspecified.
    #[inline(always)] // as `checked`
    pub(crate) const fn unspecified(index: [usize; RANK]) -> usize {
        position!(index)
    }

    /// Returns the formula of several sums.
    #[inline]
    const fn by_sums(index: [usize; RANK]) -> usize {
        match Self::FORMULA {
            Some(formula) => formula.position(&index),
            None => tiling::offset(&Self::CHECKED.spec, &index),
        }
    }

    /// Returns the sum of the terms from number 6 on.
    #[inline]
    const fn from_term_6(index: [usize; RANK]) -> usize {
        let sum = later_terms!(index, 6 7 8 9 10 11 12 13);
        if Self::TERMS.len <= 14 {
            return sum;
        }
        sum + later_terms!(index, 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A> {
    /// Returns the only value of the type.
    #[must_use]
    pub const fn new() -> Self {
        StaticLayout::Value
    }
}

forward_to_layout!(StaticLayout, self => Self::LAYOUT_REF, Self::LAYOUT_REF);

// A layout with `?` has these in its value.
forward!(StaticLayout, self => Self::LAYOUT_REF, {
    /// Returns the logical dimensions, in elements.
    #[must_use] dims() -> &'static [usize];
    /// Returns the number of elements of the array; padding does not count.
    #[must_use] num_elements() -> usize;
    /// Returns the number of positions of the buffer, including padding.
    #[must_use] padded_len() -> usize;
});

impl<E, const RANK: usize, D, O, T, A> Clone for StaticLayout<E, RANK, D, O, T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const RANK: usize, D, O, T, A> Copy for StaticLayout<E, RANK, D, O, T, A> {}

#[expect(
    clippy::derivable_impls,
    reason = "derive would ask the parameters for `Default` too"
)]
impl<E, const RANK: usize, D, O, T, A> Default for StaticLayout<E, RANK, D, O, T, A> {
    fn default() -> Self {
        StaticLayout::Value
    }
}

impl<E, const RANK: usize, D, O, T, A> PartialEq for StaticLayout<E, RANK, D, O, T, A> {
    fn eq(&self, _: &Self) -> bool {
        true // a type has one value
    }
}

impl<E, const RANK: usize, D, O, T, A> Eq for StaticLayout<E, RANK, D, O, T, A> {}

impl<E, const RANK: usize, D, O, T, A> core::hash::Hash for StaticLayout<E, RANK, D, O, T, A> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

/// Checks that the text is one of this layout, in whatever spelling.
///
/// ```
/// use tiled_layout::layout;
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// assert_eq!("F32[3,5]<:T(2,2)>".parse(), Ok(Fig1::new()));
/// let error = "f32[3,5]{1,0}".parse::<Fig1>().unwrap_err();
/// assert_eq!(error.message(), "another layout than `f32[3,5]{1,0:T(2,2)}`");
/// ```
impl<E, const RANK: usize, D, O, T, A> FromStr for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if Layout::parse(text)? == *Self::LAYOUT_REF {
            return Ok(Self::new());
        }
        let kind = ErrorKind::AnotherLayout {
            expected: Self::TEXT,
        };
        Err(ParseError::new(kind, text, 0, text.len()))
    }
}

/// The position of an element of layout `M`, checked at compile time. Only
/// [`StaticLayout::at`] and [`Mapping::at`](crate::Mapping::at) make one, so it is
/// in bounds of every buffer of that layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Offset, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// const CORNER: Offset<Fig1> = Fig1::at([2, 4]);
/// let view = Fig1::view(&[1.0f32; 24])?; // 15 elements, and padding
/// assert_eq!(view[CORNER], 1.0); // nothing to check
/// # Ok::<(), tiled_layout::LengthError>(())
/// ```
pub struct Offset<M> {
    position: usize,
    layout: Parameters<M>,
}

impl<M> Offset<M> {
    /// Returns a checked position: the caller has checked that an element of `M` is there.
    #[inline]
    pub(crate) const fn proven(position: usize) -> Self {
        Offset {
            position,
            layout: PhantomData,
        }
    }

    /// Returns the position, in elements.
    #[inline]
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }
}

impl<M> Clone for Offset<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Offset<M> {}

impl<M> PartialEq for Offset<M> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<M> Eq for Offset<M> {}

impl<M> core::hash::Hash for Offset<M> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<M> PartialOrd for Offset<M> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for Offset<M> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.position.cmp(&other.position)
    }
}

impl<M> fmt::Debug for Offset<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Offset({})", self.position)
    }
}

/// Returns the numbers as an array of `N`; fails const evaluation if they are more or fewer.
#[track_caller]
const fn array<const N: usize>(numbers: &[usize], what: &str) -> [usize; N] {
    if let Some(array) = numbers.first_chunk()
        && numbers.len() == N
    {
        return *array;
    }
    let mut words = ArrayString::<80>::new();
    words.str("the layout has ").num(numbers.len() as u128);
    words.str(" ").str(what).str(", not ").num(N as u128);
    panic!("{}", words.as_str())
}

/// Fails const evaluation for a layout with an error, with the message of run
/// time. The text is that of the layout's parts.
#[track_caller]
pub(crate) const fn invalid(spec: &Spec, kind: ErrorKind) -> ! {
    let mut dim = 0;
    while dim < spec.dims.len() {
        if spec.dims.at(dim) == UNKNOWN {
            not_a_size(dim); // the text would show `?`
        }
        dim += 1;
    }
    match parse(display::print(spec).as_str()) {
        Err(error) => panic!("{}", error.shown().as_str()),
        Ok(_) => panic!("{}", const_message(kind).as_str()),
    }
}

/// Errors of const evaluation, at run time.
#[cfg(test)]
mod tests {
    use layout_core::spec::element_type::ElementType;
    use layout_core::spec::error_kind::ErrorKind;
    use layout_core::spec::{Dims, Spec, UNKNOWN};

    fn fail(dims: &[usize]) -> ! {
        super::invalid(
            &Spec::new(ElementType::F32, Dims::from_slice(dims)),
            ErrorKind::Empty,
        )
    }

    #[test]
    #[should_panic(expected = "dimension 1 is `usize::MAX`, which is not a size")]
    fn the_number_of_an_unknown_extent() {
        fail(&[3, UNKNOWN]);
    }

    #[test]
    #[should_panic(expected = "help: write smaller dimensions or tiles")]
    fn a_size_past_all_memory() {
        fail(&[usize::MAX / 2, 8]);
    }
}
