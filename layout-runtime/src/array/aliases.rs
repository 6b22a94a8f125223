//! The names by which programs write arrays.

use super::Array;
#[cfg(feature = "alloc")]
use crate::storage::Aligned;
use crate::storage::{Mut, Packed, Ref};

/// A slice seen as the array that a layout describes: an [`Array`], where its methods are.
///
/// `layout.view(&slice)?` and `Fig1::view(&slice)?` make one, and `view` of any array.
pub type View<'a, T, M> = Array<Ref<'a, T>, M>;

/// A mutable slice seen as the array that a layout describes: an [`Array`], where its methods are.
///
/// `layout.view_mut(&mut slice)?` and `Fig1::view_mut(&mut slice)?` make one, and `view_mut` of any
/// array that can be written.
pub type ViewMut<'a, T, M> = Array<Mut<'a, T>, M>;

/// Bytes seen as an array of packed elements of at most 8 bits: an [`Array`], where its methods are.
///
/// The width of an element is the one of `E(n)`; the first element of a byte is in its low bits.
/// Packed elements have no addresses: [`get`](Array::get) returns a `T` made from an element's bits.
/// Elements of 3, 5, 6 or 7 bits may begin in one byte and end in the next. Without `E(n)` an element
/// takes one byte, and its value is in the low bits.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// // 15 elements in 24 positions of 4 bits: 12 bytes.
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12];
/// bytes[8] = 0xD0; // position 17, that of (2,3), is the high half of byte 8
///
/// let view = layout.packed_view::<i8>(&bytes)?;
/// assert_eq!(view.get([2, 3]), Some(-3));
/// assert_eq!(view.get([2, 2]), Some(0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PackedView<'a, T, M> = Array<Packed<Ref<'a, u8>, T>, M>;

/// Bytes seen mutably as an array of packed elements: an [`Array`], where its methods are.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12]; // 24 positions of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// view.set([2, 3], -3);
/// view.set([2, 2], 7);
/// assert_eq!((view.get([2, 3]), view.get([2, 2])), (Some(-3), Some(7)));
/// assert_eq!(bytes[8], 0xD7); // positions 16 and 17
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PackedViewMut<'a, T, M> = Array<Packed<Mut<'a, u8>, T>, M>;

/// An owned buffer with its layout: an [`Array`], where its methods are, of `padded_len` elements of
/// type `T`, at a multiple of 64 bytes.
///
/// `T` is the Rust type of an element, and `M` the mapping: a static layout, a
/// [`PartialLayout`](crate::PartialLayout) or a [`Layout`](crate::Layout).
///
/// ```
/// use tiled_layout::{Buffer, Layout, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// let mut buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
/// assert_eq!(buffer[[2, 3]], 23.0);
/// buffer[[2, 3]] = -1.0;
/// assert_eq!(buffer.as_slice()[17], -1.0);
/// assert_eq!(buffer.as_slice().len(), 24); // 15 elements, and padding that holds 0.0
///
/// // The same for a layout known only at run time:
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let mut other = Buffer::from_fn_with(layout, |index| (10 * index[0] + index[1]) as f32)?;
/// other[[2, 3]] = -1.0;
/// assert_eq!(buffer, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Making one
///
/// | what | static layout | run-time layout |
/// |---|---|---|
/// | zeros | `Buffer::zeroed()` | `Buffer::zeroed_with(layout)?` |
/// | `T::default()` | `Buffer::default()` | |
/// | one value | `Buffer::from_elem(value)` | `Buffer::from_elem_with(layout, value)?` |
/// | a function of the index | `Buffer::<f32, Fig1>::from_fn(f)` | `Buffer::from_fn_with(layout, f)?` |
/// | row-major data, without padding | `Buffer::from_row_major(&data)?` | `Buffer::from_row_major_with(layout, &data)?` |
/// | a whole buffer, padding included | `Fig1::view(&vec)?.to_owned()` | `layout.view(&vec)?.to_owned()` |
///
/// Code that is generic over [`Stores`] uses the last column.
///
/// # Padding
///
/// Padding is always initialised. All constructors fill it with the value of the layout's
/// `PAD(...=value)`, or with `T::default()` if there is none (`zeroed` with zero), and `to_owned`
/// copies it; [`fill_padding`](Array::fill_padding) writes another value. Two buffers are
/// equal if their dimensions and elements are; layouts may differ, and padding is not
/// compared.
///
/// ```
/// use tiled_layout::{Buffer, Layout};
///
/// let layout = |text| Layout::parse(text).unwrap();
/// let tiled = Buffer::from_elem_with(layout("f32[3,5]{1,0:T(2,2)}"), 1.0f32)?;
/// let mut other = Buffer::from_elem_with(layout("f32[3,5]{0,1:T(4,4)}"), 1.0f32)?;
/// assert_eq!(tiled, other);
/// other.as_mut_slice()[3] = 7.0; // padding below the first column
/// assert_eq!(tiled, other);
/// other[[2, 4]] = 7.0;
/// assert_ne!(tiled, other);
/// assert_eq!(tiled, tiled.view()); // views are compared as buffers are
/// # Ok::<(), tiled_layout::ViewError>(())
/// ```
///
/// # No growth
///
/// # Examples
///
/// The layout determines the number of elements. A buffer does not grow: it has no
/// `Extend`, no `push` and no `FromIterator`. Write values to an existing buffer:
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
/// for (element, n) in buffer.iter_mut().zip(0u8..) {
///     *element = n.into();
/// }
/// assert_eq!(buffer[[2, 3]], 13.0);
/// assert_eq!(buffer.as_slice()[17..19], [13.0, 0.0]); // then padding
/// ```
///
/// [`Stores`]: crate::Stores
#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub type Buffer<T, M> = Array<Aligned<T>, M>;

/// An owned buffer of packed elements with its layout: an [`Array`], where its methods are, of
/// `padded_bytes` bytes, at a multiple of 64.
///
/// `T` is the Rust type of an element's value, and `M` the mapping: a
/// static layout, a [`PartialLayout`](crate::PartialLayout) or a [`Layout`](crate::Layout). Elements are values, as in
/// [`PackedView`].
///
/// ```
/// use tiled_layout::{Layout, PackedBuffer, layout};
///
/// type Small = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
///
/// let mut weights = PackedBuffer::<i8, Small>::from_fn(|[i, j]| i as i8 - j as i8);
/// assert_eq!(weights.get([2, 4]), Some(-2));
/// weights.set([2, 4], 7);
/// assert!(weights.try_set([2, 4], 8).is_err()); // an S4 is -8 to 7
/// assert_eq!(weights.as_bytes().len(), 12); // 24 positions of 4 bits, of which 9 are padding
///
/// // The same for a layout that is known at run time:
/// let rows = Layout::parse("s4[3,5]{1,0:E(4)}")?;
/// let mut other = PackedBuffer::<i8, Layout>::zeroed_with(rows)?;
/// other.copy_from(&weights)?;
/// assert_eq!(other, weights);
/// assert_eq!(other.to_row_major()[10..], [2, 1, 0, -1, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Making one
///
/// | what | static layout | run-time layout |
/// |---|---|---|
/// | zeros | `PackedBuffer::zeroed()` | `PackedBuffer::zeroed_with(layout)?` |
/// | one value | `PackedBuffer::from_elem(value)` | `PackedBuffer::from_elem_with(layout, value)?` |
/// | a function of the index | `PackedBuffer::<i8, Small>::from_fn(f)` | `PackedBuffer::from_fn_with(layout, f)?` |
/// | row-major data, without padding | `PackedBuffer::from_row_major(&data)?` | `PackedBuffer::from_row_major_with(layout, &data)?` |
/// | packed bytes, padding included | `PackedBuffer::from_bytes(&bytes)?` | `PackedBuffer::from_bytes_with(layout, &bytes)?` |
///
/// All constructors except `from_bytes` fill padding with the value of the layout's
/// `PAD(...=value)`, or with zero bits if there is none.
#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub type PackedBuffer<T, M> = Array<Packed<Aligned<u8>, T>, M>;
