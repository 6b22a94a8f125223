//! `copy_from` of regions.

use super::error::RelayoutError;
use super::no_uninit::NoUninit;
use crate::view::mapping::Mapping;
use crate::view::packed::{PackedCopySource, PackedRegionViewMut};
use crate::view::part::copy_source::CopySource;
use crate::view::part::region::RegionViewMut;

impl<T: NoUninit, D: Mapping> RegionViewMut<'_, T, D> {
    /// Copies each element of `src` to its position in this region.
    ///
    /// The source is a view, a buffer or a region with the dimensions of this
    /// region, by value or by reference, in any layout. Nothing outside of the
    /// region is touched.
    ///
    /// # Errors
    ///
    /// When the region and the source differ in dimensions or element type.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut tiled = Buffer::<f32, Fig1>::zeroed();
    /// let columns = Buffer::<f32, layout!(F32[3,2])>::from_fn(|[i, j]| (1 + 10 * i + j) as f32);
    /// tiled.region_mut((.., 3..))?.copy_from(&columns)?;
    /// assert_eq!(tiled[[2, 4]], 22.0);
    /// assert_eq!(tiled.as_slice()[20..], [22.0, 0.0, 0.0, 0.0]); // padding stays
    ///
    /// // From a region to another one of the same shape.
    /// let corner = tiled.clone();
    /// tiled.region_mut((..2, ..2))?.copy_from(corner.region((1.., 3..))?)?;
    /// assert_eq!(tiled.region((..2, ..2))?.to_row_major(), [11.0, 12.0, 21.0, 22.0]);
    ///
    /// let error = tiled.region_mut((.., 2..))?.copy_from(&columns).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "an array of dimensions [3,2] cannot be copied to one of dimensions [3,3]"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from<V: CopySource<Elem = T>>(&mut self, src: V) -> Result<(), RelayoutError> {
        self.window_mut().copy_from(src)
    }

    /// [`copy_from`](RegionViewMut::copy_from) by the threads of rayon's pool,
    /// with the same result.
    ///
    /// # Errors
    ///
    /// As [`copy_from`](RegionViewMut::copy_from).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let rows = Buffer::<f32, layout!(F32[300,200])>::from_elem(1.0);
    /// let mut tiled = Buffer::<f32, layout!(F32[300,500]<1,0:T(8,128)>)>::zeroed();
    /// tiled.region_mut((.., 300..))?.par_copy_from(&rows)?;
    /// assert_eq!(tiled.as_slice().iter().sum::<f32>(), 60_000.0); // padding stays zero
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_copy_from<V: CopySource<Elem = T>>(&mut self, src: V) -> Result<(), RelayoutError> {
        self.window_mut().par_copy_from(src)
    }
}

impl<T, D: Mapping> PackedRegionViewMut<'_, T, D> {
    /// Copies each element of `src`, a packed view, buffer or region with the
    /// dimensions of this region, to its position in this region.
    ///
    /// # Errors
    ///
    /// When the region and the source differ in dimensions, element type or the
    /// bits of an element.
    ///
    /// ```
    /// use tiled_layout::{PackedBuffer, layout};
    ///
    /// type Fig1 = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let mut tiled = PackedBuffer::<i8, Fig1>::zeroed();
    /// let rows = PackedBuffer::<i8, layout!(S4[2,5]<1,0:E(4)>)>::from_fn(|[i, j]| (i + j) as i8);
    /// tiled.region_mut((1.., ..))?.copy_from(&rows)?;
    /// assert_eq!(tiled.get([2, 4]), Some(5));
    /// tiled.region_mut((..1, 1..3))?.copy_from(rows.region((1.., 3..))?)?;
    /// assert_eq!(tiled.to_row_major()[..5], [0, 4, 5, 0, 0]);
    ///
    /// let error = tiled.region_mut((1.., 1..))?.copy_from(&rows).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "an array of dimensions [2,5] cannot be copied to one of dimensions [2,4]"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from<V>(&mut self, src: V) -> Result<(), RelayoutError>
    where
        V: PackedCopySource<Elem = T>,
    {
        self.window_mut().copy_from(src)
    }
}
