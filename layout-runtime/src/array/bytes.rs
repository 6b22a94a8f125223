//! Bytes as buffers: the length, the metadata before the data, the alignment.

use core::any;

use super::aliases::{View, ViewMut};
use super::{Array, ViewError};
use crate::layout::Layout;
use crate::map::{Element, WholeBuffer};
use crate::storage::bytes::{Pod, elements, elements_mut};
use crate::storage::{Mut, Ref};

/// Views of bytes.
impl<'a, T: Element + Pod, M: WholeBuffer> View<'a, T, M> {
    /// Views bytes as a buffer of any layout; as
    /// [`Layout::view_bytes`](crate::Layout::view_bytes).
    /// [`StaticLayout::view_bytes`](crate::StaticLayout::view_bytes) checks the element type at
    /// compile time.
    ///
    /// # Errors
    ///
    /// As for [`Layout::view_bytes`](crate::Layout::view_bytes).
    pub fn from_bytes(mapping: M, bytes: &'a [u8]) -> Result<Self, ViewError> {
        let buffer = {
            let layout = mapping.layout();
            layout.check_holds::<T>()?;
            cast(bytes, &layout)?
        };
        Ok(Array::try_new(Ref::new(buffer), mapping)?)
    }
}

/// Mutable views of bytes.
impl<'a, T: Element + Pod, M: WholeBuffer> ViewMut<'a, T, M> {
    /// Views bytes mutably as a buffer of any layout; as [`View::from_bytes`].
    ///
    /// # Errors
    ///
    /// As for [`Layout::view_bytes`](crate::Layout::view_bytes).
    pub fn from_bytes(mapping: M, bytes: &'a mut [u8]) -> Result<Self, ViewError> {
        let buffer = {
            let layout = mapping.layout();
            layout.check_holds::<T>()?;
            cast_mut(bytes, &layout)?
        };
        Ok(Array::try_new(Mut::new(buffer), mapping)?)
    }
}

/// Returns true if `len` bytes are a whole buffer: the metadata, then the data.
#[inline]
pub(crate) const fn is_whole(len: usize, prefix: usize, padded_bytes: usize) -> bool {
    match len.checked_sub(prefix) {
        Some(data) => data == padded_bytes,
        None => false,
    }
}

/// Checks the length of a buffer with its metadata.
#[inline]
fn check_len(len: usize, layout: &Layout) -> Result<usize, ViewError> {
    let (prefix, padded_bytes) = (layout.metadata_prefix_bytes(), layout.padded_bytes());
    if is_whole(len, prefix, padded_bytes) {
        return Ok(prefix);
    }
    Err(ViewError::Bytes {
        len,
        prefix,
        padded_bytes,
    })
}

/// Returns the data of a buffer, without the metadata before it: exactly `padded_bytes`.
#[inline]
pub(crate) fn data<'a>(bytes: &'a [u8], layout: &Layout) -> Result<&'a [u8], ViewError> {
    let prefix = check_len(bytes.len(), layout)?;
    Ok(&bytes[prefix..])
}

/// Returns the data of a buffer, without the metadata before it: exactly `padded_bytes`.
#[inline]
pub(crate) fn data_mut<'a>(
    bytes: &'a mut [u8],
    layout: &Layout,
) -> Result<&'a mut [u8], ViewError> {
    let prefix = check_len(bytes.len(), layout)?;
    Ok(&mut bytes[prefix..])
}

/// Returns the data of a buffer as values of `T`, which have the size of an element.
#[inline]
pub(crate) fn cast<'a, T: Pod>(bytes: &'a [u8], layout: &Layout) -> Result<&'a [T], ViewError> {
    let data = data(bytes, layout)?;
    check_alignment::<T>(data, layout.metadata_prefix_bytes())?;
    Ok(elements(data).unwrap_or(&[]))
}

/// Returns the data of a buffer as values of `T`, which have the size of an element.
#[inline]
pub(crate) fn cast_mut<'a, T: Pod>(
    bytes: &'a mut [u8],
    layout: &Layout,
) -> Result<&'a mut [T], ViewError> {
    let data = data_mut(bytes, layout)?;
    check_alignment::<T>(data, layout.metadata_prefix_bytes())?;
    Ok(elements_mut(data).unwrap_or(&mut []))
}

/// Checks that data after `prefix` bytes is aligned for `T`.
#[inline]
pub(super) fn check_alignment<T>(data: &[u8], prefix: usize) -> Result<(), ViewError> {
    let align = align_of::<T>();
    let excess = data.as_ptr().addr() % align;
    if excess == 0 || data.is_empty() {
        return Ok(());
    }
    Err(ViewError::Alignment {
        excess,
        align,
        rust: any::type_name::<T>(),
        prefix,
    })
}
