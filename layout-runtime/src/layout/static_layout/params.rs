//! The parts of a layout's type. There is one type per rank, so that rustc's type
//! mismatches show which number differs.
//!
//! Their traits are sealed, because positions are computed from them, and unchecked
//! accesses rely on positions.

use core::marker::PhantomData;

use layout_core::spec::element_type::ElementMarker;
use layout_core::spec::{Dims, Pad, PaddingValue, Spec, Split};
use layout_core::util::array_vec::ArrayVec;

use super::StaticLayout;

mod sealed {
    /// Sealed: no other crate can implement it.
    pub trait Sealed {}
}
use sealed::Sealed;

/// Numbers, one per dimension.
pub trait DimsList<const RANK: usize>: Sealed {
    /// The numbers.
    const DIMS: &'static Dims;
}

/// Returns the numbers of a list. Callers rely on there being `RANK` numbers.
pub(crate) const fn numbers<const RANK: usize, D: DimsList<RANK>>() -> Dims {
    assert!(D::DIMS.len() == RANK);
    *D::DIMS
}

/// One tile.
pub trait TileEntries: Sealed {
    /// The entries, major to minor.
    const ENTRIES: &'static [usize];
    /// The layout of an array of these dimensions, the last one most minor.
    type Array<Element, Later, Sections>;
}

/// The tiles of a layout: a tuple, or [`NoTiles`].
pub trait TileParams: Sealed {
    /// The entries of each tile.
    const TILES: &'static [&'static [usize]];
    /// The layout of one tile of the first level: an array of its entries, with the other
    /// tiles.
    type OneTile<Element, Sections>;
}

/// A section other than `T`.
pub trait SectionParam: Sealed {
    /// What it says.
    const SECTION: SectionValue;
    /// The sections of a tile's layout: `Rest`, with this one before it if it describes
    /// each element.
    type OfTile<Rest: SectionList>: SectionList;
    /// The width of an element, if the section says it; otherwise `W`.
    type WidthOr<W>;
}

/// The sections of a layout except `T`: a tuple, or [`NoSections`].
pub trait SectionList: Sealed {
    /// What they say.
    const SECTIONS: &'static [SectionValue];
    /// One section before these.
    type After<First: SectionParam>: SectionList;
    /// The sections that describe each element, and so apply to a tile too.
    type OfTile: SectionList;
    /// The width of an element: `Bits<N>`, or [`NaturalWidth`].
    type Width;
}

/// The width of an element without `E(n)`: whole bytes.
#[derive(Clone, Copy, Debug)]
pub struct NaturalWidth;

/// A width of whole values: elements of other widths have no addresses.
///
/// Without it, `cargo check` accepts slices and a `Buffer` of packed elements (`S4` with `E(4)`): the
/// size is compared in const evaluation, which only `cargo build` does.
#[diagnostic::on_unimplemented(
    message = "elements of `{Self}` have no addresses: slices and `Buffer` do not hold them",
    label = "packed elements are not values of a slice",
    note = "packed elements are read and written through `packed_view`, and owned by `PackedBuffer`",
    note = "elements wider than 8 bits: leave `E(n)` out"
)]
pub trait Addressable {}

impl Addressable for NaturalWidth {}

/// The widths of Rust types. A type of another size is an error of const evaluation.
macro_rules! addressable {
    ($($bits:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Addressable for Bits<$bits> {}
    )*};
}

addressable! { 8 16 32 64 128 }

/// The parameters of a layout's type, `(E, D, O, T, A)`, in one bound.
pub trait Params<const RANK: usize>: Sealed {
    /// `E`.
    type Element: ElementMarker;
    /// `D`.
    type Dims: DimsList<RANK>;
    /// `O`.
    type Order: DimsList<RANK>;
    /// `T`.
    type TileParams: TileParams;
    /// `A`.
    type SectionList: SectionList<Width = Self::Width>;
    /// The width of an element.
    type Width;
}

impl<const RANK: usize, E, D, O, T, A> Params<RANK> for (E, D, O, T, A)
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: TileParams,
    A: SectionList,
{
    type Element = E;
    type Dims = D;
    type Order = O;
    type TileParams = T;
    type SectionList = A;
    type Width = A::Width;
}

/// The dimensions among the parameters `P`.
pub(crate) type DimsOf<P, const RANK: usize> = <P as Params<RANK>>::Dims;

/// Some numbers as a list, without a loop in const evaluation.
macro_rules! dims {
    ($($n:ident)*) => {{
        #[allow(unused_mut)] // without numbers
        let mut dims = Dims::EMPTY;
        $(
            dims.push($n);
        )*
        dims
    }};
}

macro_rules! ranks {
    ($($dims:ident $order:ident $tile:ident $rank:literal: $($n:ident $d:literal),*;)*) => {$(
        /// Logical dimensions, or the widths of `PAD`.
        #[derive(Clone, Copy, Debug)]
        pub struct $dims<$(const $n: usize),*>;
        /// minor_to_major.
        #[derive(Clone, Copy, Debug)]
        pub struct $order<$(const $n: usize),*>;
        /// A tile.
        #[derive(Clone, Copy, Debug)]
        pub struct $tile<$(const $n: usize),*>;

        impl<$(const $n: usize),*> Sealed for $dims<$($n),*> {}
        impl<$(const $n: usize),*> Sealed for $order<$($n),*> {}
        impl<$(const $n: usize),*> Sealed for $tile<$($n),*> {}
        impl<$(const $n: usize),*> DimsList<$rank> for $dims<$($n),*> {
            const DIMS: &'static Dims = &dims!($($n)*);
        }
        impl<$(const $n: usize),*> DimsList<$rank> for $order<$($n),*> {
            const DIMS: &'static Dims = &dims!($($n)*);
        }
        impl<$(const $n: usize),*> TileEntries for $tile<$($n),*> {
            const ENTRIES: &'static [usize] = &[$($n),*];
            type Array<Element, Later, Sections> = StaticLayout<
                Element, $rank, $dims<$($n),*>, $order<$({ $rank - 1 - $d }),*>, Later, Sections,
            >;
        }
    )*};
}

ranks! {
    Dims0 Order0 Tile0 0:;
    Dims1 Order1 Tile1 1: A 0;
    Dims2 Order2 Tile2 2: A 0, B 1;
    Dims3 Order3 Tile3 3: A 0, B 1, C 2;
    Dims4 Order4 Tile4 4: A 0, B 1, C 2, D 3;
    Dims5 Order5 Tile5 5: A 0, B 1, C 2, D 3, E 4;
    Dims6 Order6 Tile6 6: A 0, B 1, C 2, D 3, E 4, F 5;
    Dims7 Order7 Tile7 7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    Dims8 Order8 Tile8 8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    Dims9 Order9 Tile9 9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    Dims10 Order10 Tile10 10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    Dims11 Order11 Tile11 11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    Dims12 Order12 Tile12 12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}

/// The tiles of a layout without tiles.
#[derive(Clone, Copy, Debug)]
pub struct NoTiles;

impl Sealed for NoTiles {}
impl TileParams for NoTiles {
    const TILES: &'static [&'static [usize]] = &[];
    /// Without a tile, each element is one.
    type OneTile<Element, Sections> = StaticLayout<Element, 0, Dims0, Order0, NoTiles, Sections>;
}

/// The sections of a layout that has none except `T`.
#[derive(Clone, Copy, Debug)]
pub struct NoSections;

impl Sealed for NoSections {}
impl SectionList for NoSections {
    const SECTIONS: &'static [SectionValue] = &[];
    type Width = NaturalWidth;
    type After<First: SectionParam> = (First,);
    type OfTile = NoSections;
}

// The types after the first one are `NoTiles` and `NoSections`, or a tuple for both.
macro_rules! tuples {
    ($($first:ident $($rest:ident)*: $tiles:ty, $sections:ty, $after:ty;)*) => {$(
        impl<$first, $($rest),*> Sealed for ($first, $($rest,)*) {}
        impl<$first: TileEntries, $($rest: TileEntries),*> TileParams for ($first, $($rest,)*) {
            const TILES: &'static [&'static [usize]] = &[$first::ENTRIES, $($rest::ENTRIES),*];
            type OneTile<Element, Sections> = $first::Array<Element, $tiles, Sections>;
        }
        impl<$first: SectionParam, $($rest: SectionParam),*> SectionList for ($first, $($rest,)*) {
            const SECTIONS: &'static [SectionValue] = &[$first::SECTION, $($rest::SECTION),*];
            type Width = $first::WidthOr<<$sections as SectionList>::Width>;
            type After<First: SectionParam> = $after;
            type OfTile = $first::OfTile<<$sections as SectionList>::OfTile>;
        }
    )*};
}

// Up to 8 tiles, and up to 11 sections: `?`, `<=`, L, E, S, four of SC, M, PAD.
tuples! {
    A: NoTiles, NoSections, (First, A);
    A B: (B,), (B,), (First, A, B);
    A B C: (B, C), (B, C), (First, A, B, C);
    A B C D: (B, C, D), (B, C, D), (First, A, B, C, D);
    A B C D E: (B, C, D, E), (B, C, D, E), (First, A, B, C, D, E);
    A B C D E F: (B, C, D, E, F), (B, C, D, E, F), (First, A, B, C, D, E, F);
    A B C D E F G: (B, C, D, E, F, G), (B, C, D, E, F, G), (First, A, B, C, D, E, F, G);
    A B C D E F G H: (B, C, D, E, F, G, H), (B, C, D, E, F, G, H), (First, A, B, C, D, E, F, G, H);
    A B C D E F G H I: (B, C, D, E, F, G, H, I), (B, C, D, E, F, G, H, I), (First, A, B, C, D, E, F, G, H, I);
    A B C D E F G H I J: (B, C, D, E, F, G, H, I, J), (B, C, D, E, F, G, H, I, J), (First, A, B, C, D, E, F, G, H, I, J);
    A B C D E F G H I J K: (B, C, D, E, F, G, H, I, J, K), (B, C, D, E, F, G, H, I, J, K), Self;
}

/// The value of a section.
#[derive(Clone, Copy, Debug)]
pub enum SectionValue {
    /// `<=n`: bit `d` is set for dimension `d`.
    Dynamic(u16),
    /// `?`: bit `d` is set for dimension `d`.
    UnknownDims(u16),
    /// `L(n)`.
    Align(usize),
    /// `E(n)`.
    Bits(usize),
    /// `S(n)`.
    Space(u8),
    /// One entry of `SC`.
    Split(usize, &'static [usize]),
    /// `M(n)`.
    Prefix(usize),
    /// `PAD(...)`.
    Pad(&'static [usize], PaddingValue),
}

impl SectionValue {
    pub(crate) const fn add_to(&self, spec: &mut Spec) {
        match *self {
            SectionValue::Dynamic(mask) => spec.dynamic = mask,
            SectionValue::UnknownDims(_) => {} // the dimensions say it
            SectionValue::Align(align) => spec.align = align,
            SectionValue::Bits(bits) => spec.bits = Some(bits),
            SectionValue::Space(space) => spec.space = space as usize,
            SectionValue::Split(dimension, indices) => {
                let indices = ArrayVec::from_slice(indices);
                spec.splits.push(Split { dimension, indices });
            }
            SectionValue::Prefix(bytes) => spec.prefix = bytes,
            SectionValue::Pad(widths, value) => {
                let widths = Dims::from_slice(widths);
                spec.pad = Some(Pad { widths, value });
            }
        }
    }
}

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident<$n:ident: $type:ty> = $section:expr, $width:ty, $rest:ident => $tile:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<const $n: $type>;
        impl<const $n: $type> Sealed for $name<$n> {}
        impl<const $n: $type> SectionParam for $name<$n> {
            const SECTION: SectionValue = $section;
            type WidthOr<W> = $width;
            type OfTile<$rest: SectionList> = $tile;
        }
    )*};
}

attributes! {
    /// `<=n`: bit `d` of the mask is set for dimension `d`.
    Dynamic<MASK: u16> = SectionValue::Dynamic(MASK), W, R => R;
    /// `?`: bit `d` of the mask is set for dimension `d`.
    UnknownDims<MASK: u16> = SectionValue::UnknownDims(MASK), W, R => R;
    /// `L(n)`: the buffer is rounded up to a multiple of `N` elements.
    Align<N: usize> = SectionValue::Align(N), W, R => R;
    /// `E(n)`: an element takes `N` bits.
    Bits<N: usize> = SectionValue::Bits(N), Self, R => R::After<Self>;
    /// `S(n)`: the memory space.
    Space<N: u8> = SectionValue::Space(N), W, R => R::After<Self>;
    /// `M(n)`: bytes of metadata before the data.
    Prefix<N: usize> = SectionValue::Prefix(N), W, R => R;
}

/// One entry of `SC`: physical dimension `DIM` split at the indices `I`.
#[derive(Clone, Copy, Debug)]
pub struct SplitAt<const DIM: usize, I>(PhantomData<I>);

impl<const DIM: usize, I> Sealed for SplitAt<DIM, I> {}
impl<const DIM: usize, I: TileEntries> SectionParam for SplitAt<DIM, I> {
    const SECTION: SectionValue = SectionValue::Split(DIM, I::ENTRIES);
    type OfTile<R: SectionList> = R;
    type WidthOr<W> = W;
}

/// `PAD`: widths `P`, and the value of the padding.
#[derive(Clone, Copy, Debug)]
pub struct Padded<P, V>(PhantomData<(P, V)>);

/// The value of the padding.
pub trait PadWord: Sealed {
    /// The value.
    const VALUE: PaddingValue;
}

macro_rules! pad_words {
    ($($word:ident)*) => {$(
        /// A value of the padding.
        #[derive(Clone, Copy, Debug)]
        pub struct $word;
        impl Sealed for $word {}
        impl PadWord for $word {
            const VALUE: PaddingValue = PaddingValue::$word;
        }
    )*};
}

pad_words! { Unknown Zero One Lowest Highest }

impl<P, V> Sealed for Padded<P, V> {}
impl<P: TileEntries, V: PadWord> SectionParam for Padded<P, V> {
    const SECTION: SectionValue = SectionValue::Pad(P::ENTRIES, V::VALUE);
    type WidthOr<W> = W;
    type OfTile<R: SectionList> = R;
}

#[cfg(test)]
mod tests {
    use layout_core::spec::Dims;

    use layout_core::spec::display::print;
    use layout_core::spec::padding_value::PaddingValue;

    use super::{Dims3, DimsList, Sealed, SectionValue, numbers};
    use crate::layout::Layout;

    /// Says that two dimensions are three.
    struct Mine;
    impl Sealed for Mine {}
    impl DimsList<2> for Mine {
        const DIMS: &'static Dims = Dims3::<3, 5, 7>::DIMS;
    }

    #[test]
    fn as_many_numbers_as_dimensions() {
        assert_eq!(numbers::<3, Dims3<3, 5, 7>>(), [3, 5, 7]);
    }

    #[test]
    #[should_panic(expected = "D::DIMS.len() == RANK")]
    fn more_numbers_than_dimensions() {
        let _ = numbers::<2, Mine>();
    }

    #[test]
    fn sections_as_in_texts() {
        let plain = Layout::parse("f32[3,5]{1,0}").unwrap();
        for (section, text) in [
            (SectionValue::Dynamic(2), "f32[3,<=5]{1,0}"),
            (SectionValue::UnknownDims(2), "f32[3,5]{1,0}"),
            (SectionValue::Align(8), "f32[3,5]{1,0:L(8)}"),
            (SectionValue::Bits(64), "f32[3,5]{1,0:E(64)}"),
            (SectionValue::Space(5), "f32[3,5]{1,0:S(5)}"),
            (SectionValue::Split(0, &[1, 2]), "f32[3,5]{1,0:SC(0:1,2)}"),
            (SectionValue::Prefix(64), "f32[3,5]{1,0:M(64)}"),
            (
                SectionValue::Pad(&[4, 6], PaddingValue::Zero),
                "f32[3,5]{1,0:PAD(4,6=zero)}",
            ),
        ] {
            let mut spec = plain.spec();
            section.add_to(&mut spec);
            assert_eq!(print(&spec).as_str(), text);
        }
    }
}
