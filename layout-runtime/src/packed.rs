//! `PackedView` and `PackedViewMut`: bytes seen as elements of at most 8 bits.

use core::fmt;
use core::marker::PhantomData;

use crate::bytes::{BytesError, data, data_mut};
use crate::element::ElementMarker;
use crate::holds::{Element, Holds};
use crate::layout::Layout;
use crate::mapping::{IndexOf, Mapping};
use crate::static_layout::StaticLayout;
use crate::static_layout::parts::{Attributes, DimsList, Tiles};
use crate::view::ViewError;

/// A Rust type that holds the values of elements of at most 8 bits in packed
/// views.
///
/// | Rust type | values |
/// |---|---|
/// | `i8` | of S1 S2 S4 S8, sign extended: S4 holds -8 to 7 |
/// | `u8` | of U1 U2 U4 U8, and the raw bits of every other type |
/// | `bool` | of PRED |
/// | `microfloat::f4e2m1fn` and the others | of the floats of 8, 6 and 4 bits, with feature `microfloat` |
///
/// Which type holds which elements is what [`Element`] and [`Holds`] say;
/// implement all three to read values of a type of your own.
pub trait PackedElement: Copy + fmt::Debug {
    /// The value of the low `width` bits, 1 to 8; the other bits are 0.
    fn from_bits(bits: u8, width: u32) -> Self;

    /// The bits of the value; those past its element's width are what
    /// extends it.
    fn to_bits(self) -> u8;
}

impl PackedElement for u8 {
    #[inline]
    fn from_bits(bits: u8, _: u32) -> u8 {
        bits
    }

    #[inline]
    fn to_bits(self) -> u8 {
        self
    }
}

impl PackedElement for i8 {
    #[inline]
    fn from_bits(bits: u8, width: u32) -> i8 {
        (bits << (8 - width)) as i8 >> (8 - width)
    }

    #[inline]
    fn to_bits(self) -> u8 {
        self as u8
    }
}

impl PackedElement for bool {
    #[inline]
    fn from_bits(bits: u8, _: u32) -> bool {
        bits != 0
    }

    #[inline]
    fn to_bits(self) -> u8 {
        u8::from(self)
    }
}

/// Bytes seen as the array that a layout describes, of elements of at most 8
/// bits that lie packed, the low bits of a byte first, as `E(n)` says.
///
/// Elements are values, not places in memory: [`get`](PackedView::get) makes a
/// `T` from an element's bits. Elements of 3, 5, 6 or 7 bits may begin in one
/// byte and end in the next. Without `E(n)` an element takes one byte, of
/// which the low bits count.
///
/// ```
/// use layout_runtime::Layout;
///
/// // 15 elements in 24 places of 4 bits: 12 bytes.
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12];
/// bytes[8] = 0xD0; // place 17, that of (2,3), is the high half of byte 8
///
/// let view = layout.packed_view::<i8>(&bytes)?;
/// assert_eq!(view.get([2, 3]), Some(-3));
/// assert_eq!(view.get([2, 2]), Some(0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedView<'a, T, M> {
    bytes: &'a [u8], // exactly `padded_bytes`
    mapping: M,
    element: PhantomData<T>,
}

/// Bytes seen as an array of packed elements, to be written.
///
/// ```
/// use layout_runtime::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12]; // 24 places of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// view.set([2, 3], -3);
/// view.set([2, 2], 7);
/// assert_eq!((view.get([2, 3]), view.get([2, 2])), (Some(-3), Some(7)));
/// assert_eq!(bytes[8], 0xD7); // places 16 and 17
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedViewMut<'a, T, M> {
    bytes: &'a mut [u8], // exactly `padded_bytes`
    mapping: M,
    element: PhantomData<T>,
}

/// Where the bits of one element lie.
#[derive(Clone, Copy)]
struct Place {
    byte: usize,
    /// The first bit within the byte, 0 the lowest.
    shift: u32,
    /// The bits that the element takes, 1 to 8.
    bits: u32,
}

/// A byte whose low `bits` bits are set; `bits` is 1 to 8.
#[inline]
const fn ones(bits: u32) -> u8 {
    u8::MAX >> (8 - bits)
}

impl Place {
    #[inline]
    fn new(position: usize, layout: &Layout) -> Place {
        let bits = layout.element_bits();
        // Eight elements take `bits` bytes; so no count of bits can overflow.
        let rest = position % 8 * bits;
        Place {
            byte: position / 8 * bits + rest / 8,
            shift: (rest % 8) as u32,
            bits: bits as u32,
        }
    }

    /// Whether the last bits lie in the next byte.
    #[inline]
    fn straddles(self) -> bool {
        self.shift + self.bits > 8
    }

    #[inline]
    fn read(self, bytes: &[u8]) -> u8 {
        let mut bits = bytes[self.byte] >> self.shift;
        if self.straddles() {
            bits |= bytes[self.byte + 1] << (8 - self.shift);
        }
        bits & ones(self.bits)
    }

    #[inline]
    fn write(self, bytes: &mut [u8], value: u8) {
        let mask = ones(self.bits);
        let mut put = |byte: usize, mask: u8, value: u8| {
            bytes[byte] = bytes[byte] & !mask | value & mask;
        };
        put(self.byte, mask << self.shift, value << self.shift);
        if self.straddles() {
            let kept = 8 - self.shift;
            put(self.byte + 1, mask >> kept, value >> kept);
        }
    }
}

impl Layout {
    /// A view of bytes that hold packed elements. The bytes begin with the
    /// metadata of `M(n)`, where the layout has it.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, an element takes more
    /// than 8 bits, or the bytes are not exactly those of `M(n)` and
    /// `padded_bytes`.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("pred[3,5]{1,0:T(2,2)E(1)}")?;
    /// let view = layout.packed_view::<bool>(&[0, 0, 0b10])?; // 24 places of 1 bit
    /// assert_eq!(view.get([2, 3]), Some(true)); // place 17
    /// assert_eq!(view.get([2, 2]), Some(false));
    /// assert!(layout.packed_view::<bool>(&[0; 2]).is_err());
    /// assert!(layout.packed_view::<i8>(&[0; 3]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packed_view<'a, T: Holds + PackedElement>(
        &self,
        bytes: &'a [u8],
    ) -> Result<PackedView<'a, T, Layout>, ViewError> {
        self.check_packs::<T>()?;
        Ok(PackedView::new(bytes, *self)?)
    }

    /// A view through which packed elements can be written.
    ///
    /// # Errors
    ///
    /// As [`packed_view`](Layout::packed_view).
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("u2[3,5]{1,0:T(2,2)E(2)}")?;
    /// let mut bytes = [0; 6]; // 24 places of 2 bits
    /// layout.packed_view_mut::<u8>(&mut bytes)?.set([2, 3], 3);
    /// assert_eq!(bytes, [0, 0, 0, 0, 0b1100, 0]); // place 17
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packed_view_mut<'a, T: Holds + PackedElement>(
        &self,
        bytes: &'a mut [u8],
    ) -> Result<PackedViewMut<'a, T, Layout>, ViewError> {
        self.check_packs::<T>()?;
        Ok(PackedViewMut::new(bytes, *self)?)
    }

    /// An element takes at most 8 bits and makes one value of `T`.
    fn check_packs<T: Holds>(&self) -> Result<(), ViewError> {
        let (element, bits) = (self.element_type(), self.element_bits());
        if T::holds(element) && bits <= 8 {
            return Ok(());
        }
        let rust = core::any::type_name::<T>();
        Err(ViewError::Element {
            element,
            bits,
            rust,
        })
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    /// A view of bytes that hold packed elements. The bytes begin with the
    /// metadata of `M(n)`, where the layout has it. A layout whose elements
    /// take more than 8 bits does not compile.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// // type Fig1 = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// type Fig1 = StaticLayout<S4, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), (Bits<4>,)>;
    ///
    /// let bytes = [0xD7; Fig1::PADDED_BYTES]; // 12, for 24 places
    /// let view = Fig1::packed_view::<i8>(&bytes)?;
    /// assert_eq!((view.get([2, 2]), view.get([2, 3])), (Some(7), Some(-3)));
    /// # Ok::<(), layout_runtime::BytesError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use layout_runtime::__private::*;
    /// // type Wide = layout!(PRED[3,5]<1,0:T(2,2)E(32)>);
    /// type Wide = StaticLayout<PRED, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), (Bits<32>,)>;
    /// Wide::packed_view::<bool>(&[0; Wide::PADDED_BYTES]); // 32 bits an element
    /// ```
    #[inline]
    pub fn packed_view<R>(bytes: &[u8]) -> Result<PackedView<'_, R, Self>, BytesError>
    where
        R: Element<E> + PackedElement,
    {
        const { Self::assert_packs() };
        PackedView::new(bytes, StaticLayout::StaticLayout)
    }

    /// A view through which packed elements can be written. A layout whose
    /// elements take more than 8 bits does not compile.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// // type Fig1 = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// type Fig1 = StaticLayout<S4, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), (Bits<4>,)>;
    ///
    /// let mut bytes = [0; Fig1::PADDED_BYTES]; // 12, for 24 places
    /// Fig1::packed_view_mut::<i8>(&mut bytes)?.set([2, 3], -3);
    /// assert_eq!(bytes[8], 0xD0); // place 17
    /// # Ok::<(), layout_runtime::BytesError>(())
    /// ```
    #[inline]
    pub fn packed_view_mut<R>(bytes: &mut [u8]) -> Result<PackedViewMut<'_, R, Self>, BytesError>
    where
        R: Element<E> + PackedElement,
    {
        const { Self::assert_packs() };
        PackedViewMut::new(bytes, StaticLayout::StaticLayout)
    }

    const fn assert_packs() {
        assert!(
            Self::LAYOUT_REF.element_bits() <= 8,
            "a packed view is of elements that take at most 8 bits: use `view`, `view_mut`"
        );
    }
}

impl<'a, T, M: Mapping> PackedView<'a, T, M> {
    #[inline]
    fn new(bytes: &'a [u8], mapping: M) -> Result<Self, BytesError> {
        Ok(PackedView {
            bytes: data(bytes, mapping.layout())?,
            mapping,
            element: PhantomData,
        })
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a, T, M: Mapping> PackedViewMut<'a, T, M> {
    #[inline]
    fn new(bytes: &'a mut [u8], mapping: M) -> Result<Self, BytesError> {
        Ok(PackedViewMut {
            bytes: data_mut(bytes, mapping.layout())?,
            mapping,
            element: PhantomData,
        })
    }

    /// The same array, to be read.
    #[inline]
    pub fn as_view(&self) -> PackedView<'_, T, &M> {
        PackedView {
            bytes: self.bytes,
            mapping: &self.mapping,
            element: PhantomData,
        }
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    #[inline]
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        self.bytes
    }
}

impl<T: PackedElement, M: Mapping> PackedViewMut<'_, T, M> {
    /// Writes an element. The elements and the padding beside it stay as they
    /// are.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the value is not one of the element
    /// type: 8 in S4, 4 in U2.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// // Elements of 6 bits: place 17 is bits 102 to 107, in bytes 12 and 13.
    /// let layout = Layout::parse("f6e3m2fn[3,5]{1,0:T(2,2)E(6)}")?;
    /// let mut bytes = [0; 18]; // 24 places
    /// layout.packed_view_mut::<u8>(&mut bytes)?.set([2, 3], 0b111111);
    /// assert_eq!((bytes[12], bytes[13]), (0b11000000, 0b1111));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```should_panic
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    /// let mut bytes = [0; 12];
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes).unwrap();
    /// view.set([2, 3], 8); // an S4 is -8 to 7
    /// ```
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: impl IndexOf<M>, value: T) {
        let layout = self.mapping.layout();
        let Some(position) = index.position_in(&self.mapping) else {
            index.fail_in(&self.mapping)
        };
        let bits = value.to_bits();
        let width = layout.element_type().bits() as u32;
        if T::from_bits(bits & ones(width), width).to_bits() != bits {
            does_not_fit(&value, layout);
        }
        Place::new(position, layout).write(self.bytes, bits);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn does_not_fit(value: &dyn fmt::Debug, layout: &Layout) -> ! {
    let element = layout.element_type();
    let width = element.bits();
    panic!("{value:?} does not fit an element of type {element}, which has {width} bits")
}

/// What both views know of their layout and elements.
macro_rules! of_both {
    ($($view:ident)*) => {$(
        impl<T, M: Mapping> $view<'_, T, M> {
            /// The mapping from indices to positions.
            #[inline]
            pub fn mapping(&self) -> &M {
                &self.mapping
            }

            /// The layout as a value.
            #[inline]
            pub fn layout(&self) -> &Layout {
                self.mapping.layout()
            }

            /// The logical dimensions, in elements.
            #[inline]
            pub fn dims(&self) -> &[usize] {
                self.mapping.layout().dims()
            }
        }

        impl<T: PackedElement, M: Mapping> $view<'_, T, M> {
            /// The element at an index; `None` out of bounds.
            #[inline]
            pub fn get(&self, index: impl IndexOf<M>) -> Option<T> {
                let layout = self.mapping.layout();
                let position = index.position_in(&self.mapping)?;
                let width = layout.element_type().bits() as u32;
                let bits = Place::new(position, layout).read(self.bytes);
                Some(T::from_bits(bits & ones(width), width))
            }
        }

        impl<T, M: Mapping> fmt::Debug for $view<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($view))
                    .field("layout", self.mapping.layout())
                    .field("bytes", &self.bytes)
                    .finish()
            }
        }
    )*};
}

of_both! { PackedView PackedViewMut }

impl<T, M: Copy> Copy for PackedView<'_, T, M> {}

impl<T, M: Clone> Clone for PackedView<'_, T, M> {
    fn clone(&self) -> Self {
        PackedView {
            bytes: self.bytes,
            mapping: self.mapping.clone(),
            element: PhantomData,
        }
    }
}
