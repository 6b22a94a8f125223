//! Buffers with the contents of bytes.

use crate::buffer::Buffer;
use crate::view::ViewError;
use crate::view::bytes::{AnyBits, bytes_of_mut, data};
use crate::view::mapping::StaticMapping;
use crate::view::stores::Stores;

impl<T: AnyBits, M: Stores<T>> Buffer<T, M>
where
    ViewError: From<M::Error>,
{
    /// A buffer of a static layout, copied from bytes of any alignment. The
    /// metadata of `M(n)`, if the layout has it, comes first and is skipped.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `padded_bytes`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(U16[3,5]<1,0:T(2,2)>);
    ///
    /// let mut bytes = [0; 48]; // 24 elements, of which 15 are the array
    /// bytes[34..36].copy_from_slice(&7u16.to_ne_bytes());
    /// let buffer: Buffer<u16, Fig1> = Buffer::from_bytes(&bytes)?;
    /// assert_eq!(buffer[[2, 3]], 7); // at 17
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ViewError>
    where
        M: StaticMapping,
    {
        Self::from_bytes_with_layout(bytes, M::default())
    }

    /// A buffer of any layout, copied from bytes of any alignment. The metadata
    /// of `M(n)`, if the layout has it, comes first and is skipped.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the bytes are not
    /// exactly those of `M(n)` and `padded_bytes`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("u8[3,5]{1,0:T(2,2)M(4)}")?;
    /// let bytes: Vec<u8> = (0..28).collect(); // 4 of metadata, 24 elements
    /// let buffer: Buffer<u8, Layout> = Buffer::from_bytes_with_layout(&bytes, layout)?;
    /// assert_eq!(buffer[[2, 3]], 4 + 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes_with_layout(bytes: &[u8], mapping: M) -> Result<Self, ViewError> {
        let mut buffer = Self::zeroed_with_layout(mapping)?;
        let data = data(bytes, &buffer.layout())?;
        bytes_of_mut(buffer.as_mut_slice()).copy_from_slice(data);
        Ok(buffer)
    }
}
