//! Bitcasts of arrays: another layout for the same memory.

use super::Array;
use crate::layout::error::LayoutError;
use crate::map::{StaticMapping, WholeBuffer};
use crate::storage::Storage;

/// Fails to compile unless a buffer of layout `M` is also a buffer of layout `M2`.
#[track_caller] // so that the error stands there
const fn assert_bitcast<M: StaticMapping, M2: StaticMapping>() {
    if let Err(error) = M::LAYOUT.check_bitcast_of(&M2::LAYOUT) {
        panic!("{}", error.message().as_str());
    }
}

/// Buffers of a static layout.
impl<S: Storage, M: StaticMapping> Array<S, M> {
    /// Returns the same buffer as an array of another layout. Element number `n` in row-major order
    /// must have the same position in both layouts; otherwise this does not compile.
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Tiles = layout!(F32[3,2,2]<2,1,0:T(2,2)>);
    /// type Rows = layout!(F32[3,4]);
    ///
    /// let buffer: Vec<f32> = (0..12).map(|i| i as f32).collect();
    /// let rows = Tiles::view(&buffer)?.bitcast::<Rows>();
    /// assert_eq!(rows[[2, 1]], 9.0);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    ///
    /// # Examples
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// type Rows = layout!(F32[3,5]);
    /// let rows = Fig1::view(&[0.0f32; 24]).unwrap().bitcast::<Rows>();
    /// ```
    #[must_use]
    #[doc(alias = "reshape")]
    pub fn bitcast<M2: StaticMapping>(self) -> Array<S, M2> {
        const { assert_bitcast::<M, M2>() }
        self.with_mapping(M2::default())
    }
}

/// Whole buffers.
impl<S: Storage, M: WholeBuffer> Array<S, M> {
    /// Returns the same buffer as an array of another layout, static or known at run time.
    ///
    /// # Errors
    ///
    /// When an element, counted in row-major order, has different positions in the two layouts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, layout};
    ///
    /// type Tiles = layout!(F32[3,2,2]<2,1,0:T(2,2)>);
    /// let buffer: Vec<f32> = (0..12).map(|i| i as f32).collect();
    /// let rows = Layout::parse("f32[3,4]")?;
    /// let rows = Tiles::view(&buffer)?.try_bitcast(rows)?;
    /// assert_eq!(rows[[2, 1]], 9.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_bitcast<M2: WholeBuffer>(self, mapping: M2) -> Result<Array<S, M2>, LayoutError> {
        self.layout().check_bitcast_of(&mapping.layout())?;
        Ok(self.with_mapping(mapping))
    }
}
