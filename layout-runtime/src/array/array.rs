//! `Array`: a storage and a mapping.

use crate::layout::error::LayoutError;
use crate::layout::strides::LogicalStrides;
use crate::map::{IndexedAtRunTime, Mapping, OwnIndex, StaticMapping, WholeBuffer, affine_strides};
use crate::storage::{IntoStorage, Owned, Slice, Storage, StorageMut};

use super::LengthError;
use super::aliases::ViewMut;
use super::layout::{assert_len, assert_size};
use super::stores::{Stores, check_held};

/// The elements that a storage `S` holds, where the mapping `M` says.
///
/// Programs write its aliases:
///
/// | alias | elements |
/// |---|---|
/// | [`View<'a, T, M>`](crate::View) | borrowed, read |
/// | [`ViewMut<'a, T, M>`](crate::ViewMut) | borrowed, read and written |
/// | [`Buffer<T, M>`](crate::Buffer) | owned, at a multiple of 64 bytes |
/// | [`PackedView<'a, T, M>`](crate::PackedView) | of at most 8 bits in borrowed bytes, read |
/// | [`PackedViewMut<'a, T, M>`](crate::PackedViewMut) | of at most 8 bits in borrowed bytes, read and written |
/// | [`PackedBuffer<T, M>`](crate::PackedBuffer) | of at most 8 bits in owned bytes |
///
/// Other owned containers are storages too: `Array<Vec<T>, M>`, `Array<Box<[T]>, M>` and
/// `Array<[T; N], M>`, which [`Array::new`] makes.
///
/// Making the array checks the length of the storage once; indexing checks each number against its
/// dimension. Methods are in blocks by what they need of the storage and of the mapping.
///
/// To take a part, call [`region`](Self::region), [`index_axis`](Self::index_axis), [`row`](Self::row),
/// [`column`](Self::column) or [`split_at`](Self::split_at). To visit parts, call
/// [`axis_iter`](Self::axis_iter), [`rows`](Self::rows), [`axis_chunks`](Self::axis_chunks) or
/// [`blocks`](Self::blocks). A part has its memory as `as_slice`, and as an array with a layout of its own
/// as [`into_whole`](Self::into_whole).
///
/// ![A 3x5 array in tiles of 2x2, and its 24 positions in memory][figure1]
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(view[[2, 3]], 17.0);
/// assert_eq!(view.get([2, 4]), Some(&20.0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
///
/// let mut view = layout.view_mut(&mut buffer)?;
/// view[[2, 3]] = 1.0;
/// assert_eq!(buffer[17], 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(doc, doc = "", doc = include_str!("../figure1_link.md"))]
pub struct Array<S, M> {
    /// Of exactly `S::units_of(&mapping)` units.
    pub(super) storage: S,
    /// If elements can be written, no two of them have the same position.
    pub(super) mapping: M,
}

/// Arrays in containers.
impl<S: Slice, M: Stores<S::Elem>> Array<S, M> {
    /// Returns an array of a container that has this layout: a [`View`](crate::View) of `&[T]` or
    /// `&Vec<T>`, a [`ViewMut`](crate::ViewMut) of `&mut [T]`, and an array that owns a `Vec`, a boxed
    /// slice or an array, without a copy.
    ///
    /// # Errors
    ///
    /// When the container does not have exactly `padded_len` elements, or, at run time, when `T` does
    /// not hold the layout's elements.
    ///
    /// # Panics
    ///
    /// When a [`Stores`] of another crate says that `T` holds them, and the sizes differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, Layout};
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let elements: Vec<i32> = (0..24).collect(); // 15 elements, and padding
    /// let array = Array::new(layout, elements)?;
    /// assert_eq!(array[[2, 3]], 17);
    /// assert!(Array::new(layout, vec![0i32; 15]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn new<C: IntoStorage<Storage = S>>(mapping: M, container: C) -> Result<Self, M::Error> {
        check_held::<S::Elem, _>(&mapping)?;
        Ok(Array::try_new(container.into_storage(), mapping)?)
    }
}

/// Arrays of a static layout in an array of the standard library.
impl<T, const N: usize, M: StaticMapping + Stores<T>> Array<[T; N], M> {
    /// Returns an array in a constant or a `static`. An array of another length does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// static TABLE: Array<[f32; 24], Fig1> = Array::from_array([1.0; 24]);
    /// assert_eq!(TABLE.iter().sum::<f32>(), 15.0); // 9 positions are padding
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Array, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// static TABLE: Array<[f32; 15], Fig1> = Array::from_array([1.0; 15]); // without padding
    /// ```
    ///
    /// Nor does one whose values have another size than an element:
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Array, layout};
    ///
    /// type Wide = layout!(S8[15]<0:E(16)>);
    /// static TABLE: Array<[i8; 15], Wide> = Array::from_array([1; 15]); // 8 bits a value
    /// ```
    #[must_use]
    pub const fn from_array(elements: [T; N]) -> Self {
        const {
            assert_size::<T>(&M::LAYOUT.spec());
            assert_len(N, &M::LAYOUT);
        }
        Array {
            storage: elements,
            mapping: M::MAPPING,
        }
    }
}

/// Arrays of any storage.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns the map from indices to positions.
    #[inline]
    #[must_use]
    pub fn mapping(&self) -> &M {
        &self.mapping
    }

    /// Returns the logical dimensions, in elements.
    #[doc(alias("shape", "sizes"))]
    #[inline]
    #[must_use]
    pub fn dims(&self) -> &[usize] {
        self.mapping.dims()
    }

    /// Returns the number of dimensions.
    #[doc(alias = "ndim")]
    #[inline]
    #[must_use]
    pub fn rank(&self) -> usize {
        self.mapping.rank()
    }

    /// Returns the number of elements, without padding: as many as [`iter`](Self::iter) yields.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.mapping.num_elements()
    }

    /// Returns true if a dimension is 0, so that there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mapping.dims().contains(&0)
    }

    /// Returns the strides of the logical dimensions, in elements, if the position of each element is
    /// the position of the first one plus the sum of index times stride; `None` otherwise. A
    /// dimension of size 0 or 1 has stride 0, and so have all dimensions of an array without
    /// elements.
    ///
    /// It compares the terms of the layout's formula. If the formula is not a flat sum, it compares
    /// the positions of all elements.
    #[must_use]
    pub fn logical_strides(&self) -> Option<LogicalStrides> {
        affine_strides(&self.mapping)
    }

    /// Returns a view of the array: of a view, one that lives as long.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// let view = buffer.view();
    /// assert_eq!(view.dims(), [3, 5]);
    /// assert_eq!(view[[2, 4]], 1.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn view(&self) -> Array<S::Shared<'_>, M::Borrowed<'_>> {
        Array {
            storage: self.storage.shared(),
            mapping: self.mapping.borrowed(),
        }
    }

    /// Returns the same array with its dimensions in another order: dimension `i` is dimension
    /// `permutation[i]` of this one. It is a transpose that copies nothing. Every layout allows it,
    /// because tiles follow the order in memory. A whole buffer stays one, and a part a part.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    /// let transposed = buffer.permuted(&[1, 0]);
    /// assert_eq!(transposed.layout().to_string(), "s32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed[[3, 2]], 23);
    /// assert_eq!(transposed.as_slice(), buffer.as_slice()); // 15 elements, and padding
    ///
    /// let corner = buffer.region((1.., 3..)).unwrap();
    /// assert_eq!(corner.permuted(&[1, 0])[[0, 1]], 23);
    /// ```
    #[track_caller]
    #[must_use]
    #[doc(alias("t", "transpose", "swap_axes"))]
    pub fn permuted(&self, permutation: &[usize]) -> Array<S::Shared<'_>, M::Permuted> {
        Array {
            storage: self.storage.shared(),
            mapping: permuted(&self.mapping, permutation),
        }
    }

    /// Returns the same array, indexed by arrays of `RANK` numbers; for run-time layouts of `RANK`
    /// dimensions, and for parts of their arrays. See [`Ranked`](crate::Ranked).
    ///
    /// # Errors
    ///
    /// When the array does not have `RANK` dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
    /// let view = layout.view(&buffer)?.ranked::<2>()?;
    /// assert_eq!(view[[2, 3]], 17);
    /// for ([i, j], &element) in view.indexed_iter() {
    ///     assert_eq!(element as usize, layout.offset(&[i, j]));
    /// }
    /// assert!(layout.view(&buffer)?.ranked::<3>().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ranked<const RANK: usize>(self) -> Result<Array<S, M::Ranked<RANK>>, LayoutError>
    where
        M: IndexedAtRunTime,
        [usize; RANK]: OwnIndex,
    {
        let mapping = self.mapping.ranked()?;
        let storage = self.storage;
        Ok(Array { storage, mapping })
    }

    /// Returns the array of a storage.
    #[inline]
    pub(crate) fn try_new(storage: S, mapping: M) -> Result<Self, LengthError>
    where
        S: Slice,
    {
        LengthError::check(storage.units().len(), &mapping)?;
        Ok(Array { storage, mapping })
    }

    /// Returns the array of a storage of this length.
    ///
    /// # Safety
    ///
    /// - The storage has exactly `S::units_of(&mapping)` units;
    /// - if elements can be written, no other part of the buffer has a position of an element of
    ///   `mapping`.
    #[inline]
    pub(crate) unsafe fn new_unchecked(storage: S, mapping: M) -> Self {
        // Nothing is compared here: the length of a tile without a layout would be a second error.
        Array { storage, mapping }
    }

    #[inline]
    pub(crate) fn storage_ref(&self) -> &S {
        &self.storage
    }

    /// Returns where the elements are, which are not packed: a unit is an element.
    #[inline]
    pub(crate) fn elements(&self) -> *const S::Elem {
        debug_assert!(!S::PACKED);
        self.storage.units().as_ptr().cast()
    }

    /// Returns the storage, mutably, and the mapping.
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> (&mut S, &M) {
        (&mut self.storage, &self.mapping)
    }

    /// Returns the storage and the mapping.
    #[inline]
    pub(crate) fn into_parts(self) -> (S, M) {
        (self.storage, self.mapping)
    }
}

/// Whole buffers.
impl<S: Storage, M: WholeBuffer> Array<S, M> {
    /// Returns the layout as a value.
    #[inline]
    #[must_use]
    pub fn layout(&self) -> M::LayoutRef<'_> {
        self.mapping.layout()
    }

    /// Returns the same array with an owned layout, for structs that outlive the
    /// [`Layout`](crate::Layout) that a view borrows.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::error::Error;
    ///
    /// use tiled_layout::{Layout, View};
    ///
    /// struct Tensor<'a> {
    ///     values: View<'a, f32, Layout>, // borrows the buffer alone
    /// }
    /// fn tensor<'a>(text: &str, buffer: &'a [f32]) -> Result<Tensor<'a>, Box<dyn Error>> {
    ///     let layout = Layout::parse(text)?;
    ///     let values = layout.view(buffer)?.into_owned_layout();
    ///     Ok(Tensor { values })
    /// }
    /// let tensor = tensor("f32[3,5]{1,0:T(2,2)}", &[1.0; 24])?;
    /// assert_eq!(tensor.values[[2, 4]], 1.0);
    /// assert_eq!(tensor.values.iter().sum::<f32>(), 15.0); // 9 positions are padding
    /// # Ok::<(), Box<dyn Error>>(())
    /// ```
    #[must_use]
    pub fn into_owned_layout(self) -> Array<S, M::Owned> {
        let mapping = self.mapping.to_owned_mapping();
        self.with_mapping(mapping)
    }

    /// Returns a buffer with a copy of this array, of the same layout and with the same padding, in
    /// memory at a multiple of 64 bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let elements = vec![1.0; 24]; // 15 elements, and padding
    /// let buffer: Buffer<f32, Fig1> = Fig1::view(&elements)?.to_owned();
    /// assert_eq!(buffer.as_slice(), elements);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    #[must_use]
    pub fn to_owned(&self) -> Array<S::Aligned, M::Owned>
    where
        S: Storage<Unit: Copy>,
    {
        Array {
            // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
            storage: unsafe { self.storage.to_aligned() },
            mapping: self.mapping.to_owned_mapping(),
        }
    }

    /// Returns the same storage through the mapping of a buffer of the same length.
    pub(crate) fn with_mapping<M2: WholeBuffer>(self, mapping: M2) -> Array<S, M2> {
        let storage = self.storage;
        assert_eq!(storage.units().len(), S::units_of(&mapping));
        Array { storage, mapping }
    }
}

/// Arrays whose elements can be written.
impl<S: StorageMut, M: Mapping> Array<S, M> {
    /// Returns a mutable view of the array: of a mutable view, one with a shorter lifetime, to pass
    /// on.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping, ViewMut};
    ///
    /// fn clear<M: Mapping>(mut view: ViewMut<'_, i32, M>) {
    ///     view.iter_mut().for_each(|element| *element = 0);
    /// }
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [1; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// clear(view.view_mut());
    /// view[[2, 3]] = 7; // `view` has not been moved
    /// assert_eq!(buffer.iter().sum::<i32>(), 7 + 9); // 9 positions are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> Array<S::Exclusive<'_>, M::Borrowed<'_>> {
        Array {
            storage: self.storage.exclusive(),
            mapping: self.mapping.borrowed(),
        }
    }

    /// Returns the same array with its dimensions in another order, mutably; as
    /// [`permuted`](Self::permuted).
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    #[track_caller]
    #[must_use]
    #[doc(alias("t", "transpose", "swap_axes"))]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> Array<S::Exclusive<'_>, M::Permuted> {
        Array {
            mapping: permuted(&self.mapping, permutation),
            storage: self.storage.exclusive(),
        }
    }
}

/// Returns a mapping with its dimensions in another order.
#[track_caller]
fn permuted<M: Mapping>(mapping: &M, permutation: &[usize]) -> M::Permuted {
    match mapping.permuted(permutation) {
        Ok(permuted) => permuted,
        Err(error) => panic!("{error}"),
    }
}

impl<S: Slice, M: Mapping> Array<S, M> {
    /// Returns a view of elements with addresses.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn units_view(&self) -> super::aliases::View<'_, S::Elem, M::Borrowed<'_>> {
        Array {
            storage: self.storage.units(),
            mapping: self.mapping.borrowed(),
        }
    }
}

impl<S: Slice + StorageMut, M: Mapping> Array<S, M> {
    /// Returns a mutable view of elements with addresses.
    #[inline]
    pub(crate) fn exclusive(&mut self) -> ViewMut<'_, S::Elem, M::Borrowed<'_>> {
        Array {
            storage: self.storage.units_mut(),
            mapping: self.mapping.borrowed(),
        }
    }
}

/// Arrays that own their elements.
impl<S: Owned, M> Array<S, M> {
    /// Returns the container, without a copy.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, layout};
    ///
    /// let array = Array::new(<layout!(U8[3,5]<1,0:T(2,2)>)>::new(), vec![1u8; 24])?;
    /// let bytes: Vec<u8> = array.into_storage(); // 15 elements, and padding
    /// assert_eq!(bytes.len(), 24);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    ///
    /// A view may be one of several parts of a buffer, and its storage is all of the buffer:
    ///
    /// ```compile_fail,E0599
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[4,4])>::zeroed();
    /// let storage = buffer.view_mut().into_storage();
    /// ```
    #[must_use]
    pub fn into_storage(self) -> S {
        self.storage
    }

    /// Returns the container.
    #[must_use]
    pub const fn storage(&self) -> &S {
        &self.storage
    }
}

impl<S: Copy, M: Copy> Copy for Array<S, M> {}

impl<S: Clone, M: Clone> Clone for Array<S, M> {
    fn clone(&self) -> Self {
        Array {
            storage: self.storage.clone(),
            mapping: self.mapping.clone(),
        }
    }
}
