//! `copy_from` of packed views.

use super::copy_from::{ArrayRegion, Pair, SERIAL, copy_dynamic, run_known};
use super::error::RelayoutError;
use crate::view::mapping::PositionMap;
use crate::view::packed::{PackedCopySource, PackedViewMut};

impl<T, D: PositionMap> PackedViewMut<'_, T, D> {
    /// Copies each element of `src` to its position in this array.
    ///
    /// The source is a packed view, buffer or region, by value or by reference. The layouts
    /// may be any two with the same dimensions, element type and bits of an element, static
    /// or known at run time. Padding is not touched. Two static layouts that differ in one
    /// of these do not compile.
    ///
    /// # Errors
    ///
    /// When the arrays differ in their dimensions, their element type or the
    /// bits of an element; never between static layouts.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let rows = Layout::parse("u4[3,4]{1,0:E(4)}")?;
    /// let columns = Layout::parse("u4[3,4]{0,1:T(4)E(4)}")?;
    /// let from = [0x10, 0x32, 0x54, 0x76, 0x98, 0xBA];
    /// let mut to = [0xFF; 8]; // 12 elements and 4 places of padding
    /// let mut view = columns.packed_view_mut::<u8>(&mut to)?;
    /// view.copy_from(rows.packed_view(&from)?)?;
    /// assert_eq!(view.get([2, 3]), Some(11));
    /// assert_eq!(to, [0x40, 0xF8, 0x51, 0xF9, 0x62, 0xFA, 0x73, 0xFB]); // padding stays
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Rows = layout!(U4[3,5]<1,0:E(4)>);
    /// type Tiled = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let mut to = [0; Tiled::PADDED_BYTES];
    /// let mut to = Tiled::packed_view_mut::<u8>(&mut to).unwrap();
    /// to.copy_from(Rows::packed_view::<u8>(&[0; 8]).unwrap()).unwrap(); // U4 is not S4
    /// ```
    pub fn copy_from<V>(&mut self, src: V) -> Result<(), RelayoutError>
    where
        V: PackedCopySource<Elem = T>,
    {
        let () = Pair::<V::Mapping<'_>, D>::FITS;
        let known = const { &Pair::<V::Mapping<'_>, D>::KNOWN };
        let src = src.packed_source();
        let (to, mapping) = self.parts();
        if const { Pair::<V::Mapping<'_>, D>::IS_KNOWN } {
            run_known(&SERIAL, known, src.buffer(), to);
            return Ok(());
        }
        let (src_layout, dst_layout) = (src.mapping().buffer_layout(), mapping.buffer_layout());
        let from = ArrayRegion::new(src.mapping(), &src_layout);
        let array = ArrayRegion::new(mapping, &dst_layout);
        copy_dynamic(&SERIAL, [from, array], src.buffer(), to)
    }
}
