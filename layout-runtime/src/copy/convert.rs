//! `copy_from_packed`, `try_copy_from`, `copy_from_saturating`: copies between packed
//! elements and elements of a byte or more, whose values are converted.

use layout_core::spec::element_type::ElementType;

use crate::copy::error::{self, CopyError};
#[cfg(feature = "alloc")]
use crate::copy::packed_blocks;
use crate::copy::strategies::few_runs::each_pair;
use crate::map::{Mapping, corner};
use crate::view::convert::AsView;
use crate::view::no_uninit::NoUninit;
use crate::view::packed::{PackedElement, PackedView, PackedViewMut};
use crate::view::{View, ViewMut};

impl<T: PackedElement, D: Mapping> PackedViewMut<'_, T, D> {
    /// Copies each element of `src` to its position in this array, if its type has the
    /// value: S8 or S32 to S4, U8 to U4, and S4 of a byte each to S4 with `E(4)`. Both
    /// layouts may be any of the same dimensions. Padding is not touched.
    ///
    /// The source is a view, a buffer or a region of elements of a byte or more, by value or
    /// by reference. How it is copied is as of
    /// [`copy_from_packed`](ViewMut::copy_from_packed), which copies back.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, when the element types are not both integers
    /// nor the same, or when a value does not fit: the first such one in row-major order,
    /// and its index. Nothing is written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Rows = layout!(S32[3,5]);
    /// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let mut rows = Buffer::<i32, Rows>::from_fn(|[i, j]| i as i32 - j as i32);
    /// let mut weights = PackedBuffer::<i8, Weights>::zeroed();
    /// weights.try_copy_from(&rows)?;
    /// assert_eq!(weights.get([2, 4]), Some(-2));
    ///
    /// rows[[1, 3]] = 8;
    /// rows[[2, 0]] = -9;
    /// assert_eq!(
    ///     weights.try_copy_from(&rows).unwrap_err().to_string(),
    ///     "8 at index [1,3] does not fit an element of type s4"
    /// );
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    #[doc(alias = "pack")]
    #[doc(alias = "narrow")]
    pub fn try_copy_from<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: AsView<Elem: Copy + core::fmt::Debug + TryInto<T>>,
    {
        let src = src.as_view();
        let (_, element) = self.check_narrows(&src)?;
        let codec = self.codec();
        let convert = |value: V::Elem| value.try_into().ok();
        let fits = |value| convert(value).is_some_and(|value| codec.has::<T>(value));
        let whole = corner(src.mapping()).is_none();
        // Padding may hold any value, so that only a few of those that fit are seen at once.
        if (!whole || !codec.has_all(src.buffer(), convert))
            && let Some((index, value)) = src.indexed_iter().find(|&(_, &value)| !fits(value))
        {
            return Err(CopyError::value(&value, element, index.as_ref()));
        }
        let zero = codec.range::<T>(false).0;
        self.pack(&src, |value| value.try_into().unwrap_or(zero)); // that of padding
        Ok(())
    }

    /// Copies each element of `src`, an integer, to its position in this array; a value past
    /// those of the element type becomes the nearest one that it has: 9 becomes 7 in S4, -9
    /// becomes -8. Padding is not touched. All else is as of
    /// [`try_copy_from`](PackedViewMut::try_copy_from).
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, or the element types are not both integers.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let rows = Layout::parse("s16[2,3]")?;
    /// let packed = Layout::parse("s4[2,3]{0,1:T(4)E(4)}")?;
    /// let mut weights = PackedBuffer::<i8, Layout>::zeroed_with(packed)?;
    /// weights.copy_from_saturating(&rows.view(&[1i16, 300, -300, 7, 8, -8])?)?;
    /// assert_eq!(weights.to_row_major(), [1, 7, -8, 7, 7, -8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_saturating<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: AsView<Elem: Copy + PartialOrd + From<T> + TryInto<T>>,
    {
        let src = src.as_view();
        let (from_type, element) = self.check_narrows(&src)?;
        let is_signed = sign(element) == Some(true);
        // Bits of signed values, as `u8`, have no order.
        if sign(from_type).is_none() || !holds_values::<T>(is_signed) {
            return Err(other_elements(from_type, element));
        }
        let (low, high) = self.codec().range::<T>(is_signed);
        let (lowest, highest) = (V::Elem::from(low), V::Elem::from(high));
        self.pack(&src, |value| {
            let value = if value < lowest { lowest } else { value };
            let value = if value > highest { highest } else { value };
            value.try_into().unwrap_or(low) // it is within the range
        });
        Ok(())
    }

    /// Returns true if the array of a view can be packed in this one; the element types of both.
    fn check_narrows<U, S: Mapping>(
        &self,
        src: &View<'_, U, S>,
    ) -> Result<(ElementType, ElementType), CopyError> {
        error::check_dims(src.mapping().dims(), self.mapping().dims())?;
        let (from, to) = types(src.mapping(), self.mapping());
        if from == to || narrows::<T>(from, to) {
            return Ok((from, to));
        }
        Err(other_elements(from, to))
    }

    /// Writes what `convert` makes of the elements of an array, which fits.
    fn pack<U: Copy, S: Mapping>(&mut self, src: &View<'_, U, S>, convert: impl Fn(U) -> T + Copy) {
        let codec = self.codec();
        let (to, mapping) = self.parts();
        #[cfg(feature = "alloc")]
        if packed_blocks::pack(src, (to, mapping), codec, convert) {
            return;
        }
        each_pair(src.mapping(), mapping, |from, at| {
            codec.set(to, at, convert(src.buffer()[from]));
        });
    }
}

/// Copies each packed element of an array to its position in another one, as a value of its type.
pub(super) fn unpack<T: PackedElement, S: Mapping, U: NoUninit + From<T>, D: Mapping>(
    dst: &mut ViewMut<'_, U, D>,
    src: PackedView<'_, T, S>,
) -> Result<(), CopyError> {
    let (to, mapping) = dst.parts();
    error::check_dims(src.mapping().dims(), mapping.dims())?;
    let (from_type, to_type) = types(src.mapping(), mapping);
    if !widens::<T>(from_type, to_type) {
        return Err(other_elements(from_type, to_type));
    }
    let codec = src.codec();
    #[cfg(feature = "alloc")]
    if packed_blocks::unpack(&src, (to, mapping)) {
        return Ok(());
    }
    each_pair(src.mapping(), mapping, |from, at| {
        to[at] = U::from(codec.get::<T>(src.buffer(), from));
    });
    Ok(())
}

/// Writes `f` of each element to its position in an array of the same dimensions.
#[cfg(not(feature = "alloc"))]
pub(super) fn convert_each<F: Copy, S: Mapping, T, D: Mapping>(
    dst: &mut ViewMut<'_, T, D>,
    src: View<'_, F, S>,
    mut f: impl FnMut(F) -> T,
) -> Result<(), CopyError> {
    let (to, mapping) = dst.parts();
    each_pair(src.mapping(), mapping, |from, at| {
        to[at] = f(src.buffer()[from]);
    });
    Ok(())
}

/// Returns the element types of two arrays.
fn types(src: &impl Mapping, dst: &impl Mapping) -> (ElementType, ElementType) {
    match (src.element(), dst.element()) {
        (Some((src, _)), Some((dst, _))) => (src, dst),
        _ => {
            unreachable!("arrays of packed elements, and what they are converted to, have layouts")
        }
    }
}

fn other_elements(src: ElementType, dst: ElementType) -> CopyError {
    CopyError::Element { src, dst }
}

/// Returns true if an integer type has a sign; `None` for other types.
fn sign(element: ElementType) -> Option<bool> {
    element.is_integer().then(|| element.is_signed())
}

/// Returns true if `T` holds the values of an integer type, not its bits, which `u8` holds of signed
/// types.
fn holds_values<T: PackedElement>(is_signed: bool) -> bool {
    !is_signed || T::from_bits(0b11, 2).to_bits() > 0b11
}

/// Returns true if all values of a packed type are values of another one.
fn widens<T: PackedElement>(from: ElementType, to: ElementType) -> bool {
    let Some(is_signed) = sign(from) else {
        return from == to;
    };
    let fits = match sign(to) {
        Some(to_signed) if to_signed == is_signed => to.bits() >= from.bits(),
        Some(to_signed) => to_signed && to.bits() > from.bits(),
        None => to.is_float() && to.bits() >= 32,
    };
    from == to || fits && holds_values::<T>(is_signed)
}

/// Returns true if both are integers whose values are compared. Those of a signed type of less than
/// a byte may be its bits, as `u8`.
fn narrows<T: PackedElement>(from: ElementType, to: ElementType) -> bool {
    match (sign(from), sign(to)) {
        (Some(true), Some(false)) => from.bits() >= 8,
        (Some(_), Some(to_signed)) => holds_values::<T>(to_signed),
        _ => false,
    }
}
