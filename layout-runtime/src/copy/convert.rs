//! Copies whose elements are converted: between packed elements and elements of a byte or more, and by
//! a function.

use layout_core::spec::element_type::ElementType;

#[cfg(feature = "alloc")]
use super::bands::copy_bands;
use super::copy_from::{CopyAll, Pair};
use super::error::{self, CopyError};
#[cfg(feature = "alloc")]
use super::packed_blocks;
use super::strategies::pieces::each_pair;
use crate::array::Array;
use crate::array::into_array::IntoArray;
use crate::iter::order::{LogicalOrder, LogicalPositions};
use crate::map::Mapping;
use crate::storage::no_uninit::NoUninit;
use crate::storage::packed::{Codec, PackedElement};
use crate::storage::{Packed, Ref, Slice, Storage, StorageMut};

/// Arrays of packed elements that can be written: copies from elements of more bits.
impl<B, T, M: Mapping> Array<Packed<B, T>, M>
where
    B: StorageMut<Elem = u8, Unit = u8>,
    T: PackedElement,
{
    /// Copies each element of `src` to its position in this array, if its type has the
    /// value: S8 or S32 to S4, U8 to U4, and S4 of a byte each to S4 with `E(4)`. Both
    /// layouts may be any of the same dimensions. Padding is not touched.
    ///
    /// The source is an array of elements of a byte or more, by value or by reference. Arrays whose
    /// tiles follow one another are packed in blocks of some ten thousand elements, in memory of their
    /// own; other ones are first copied to rows. Arrays of less than 256 elements, and all without the
    /// feature `alloc`, are copied one by one. [`copy_from`](Self::copy_from) and
    /// [`copy_from_map`](Self::copy_from_map) copy back.
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
    #[doc(alias("pack", "narrow"))]
    pub fn try_copy_from<A, U>(&mut self, src: A) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Slice<Elem = U>>,
        U: Copy + core::fmt::Debug + TryInto<T>,
    {
        let src = src.into_array();
        let (_, element) = self.check_narrows(&src)?;
        let codec = Codec::of(self.mapping());
        let convert = |value: U| value.try_into().ok();
        let fits = |value| convert(value).is_some_and(|value| codec.has::<T>(value));
        // Padding may hold any value, so that only a few of the values that fit are seen at once.
        let all_fit = src.mapping().owns_gaps() && {
            // SAFETY: nothing writes the memory of the array, which is shared.
            codec.has_all(&unsafe { src.storage_ref().slice() }, convert)
        };
        if !all_fit && let Some((index, value)) = first_value_that(&src, |value| !fits(*value)) {
            return Err(CopyError::value(&value, element, index.as_ref()));
        }
        let zero = codec.range::<T>(false).0;
        copy_pure(self, &src, |value| value.try_into().unwrap_or(zero)); // that of padding
        Ok(())
    }

    /// Copies each element of `src`, an integer, to its position in this array; a value past
    /// those of the element type becomes the nearest one that it has: 9 becomes 7 in S4, -9
    /// becomes -8. Padding is not touched. All else is as of
    /// [`try_copy_from`](Self::try_copy_from).
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
    pub fn copy_from_saturating<A, U>(&mut self, src: A) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Slice<Elem = U>>,
        U: Copy + PartialOrd + From<T> + TryInto<T>,
    {
        let src = src.into_array();
        let (from_type, element) = self.check_narrows(&src)?;
        let is_signed = sign(element) == Some(true);
        // Bits of signed values, as `u8`, have no order.
        if sign(from_type).is_none() || !holds_values::<T>(is_signed) {
            return Err(other_elements(from_type, element));
        }
        let (low, high) = Codec::of(self.mapping()).range::<T>(is_signed);
        let (lowest, highest) = (U::from(low), U::from(high));
        copy_pure(self, &src, |value: U| {
            let value = if value < lowest { lowest } else { value };
            let value = if value > highest { highest } else { value };
            value.try_into().unwrap_or(low) // it is within the range
        });
        Ok(())
    }

    /// Returns the element types of both arrays, if an array can be packed in this one.
    fn check_narrows<R: Storage, N: Mapping>(
        &self,
        src: &Array<R, N>,
    ) -> Result<(ElementType, ElementType), CopyError> {
        error::check_dims(src.dims(), self.dims())?;
        let (from, to) = types(src.mapping(), self.mapping());
        if from == to || narrows::<T>(from, to) {
            return Ok((from, to));
        }
        Err(other_elements(from, to))
    }
}

impl<A, S, M> Pair<A, Array<S, M>>
where
    A: IntoArray<Storage: Storage<Elem = S::Elem>>,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    /// The conversion, if elements are converted. It is a pointer, so that rustc looks at the code
    /// for no other pair of arrays, which takes longer than all else of a planned copy.
    pub(super) const CONVERSION: Option<CopyAll<A::Storage, A::Mapping, S, M>> = if Self::CONVERTS {
        Some(copy_values)
    } else {
        None
    };
}

/// Copies between packed elements and elements of a byte or more of the same Rust type.
fn copy_values<R, N, S, M>(src: &Array<R, N>, dst: &mut Array<S, M>) -> Result<(), CopyError>
where
    R: Storage<Elem = S::Elem>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    error::check_dims(src.dims(), dst.dims())?;
    let (from, to) = types(src.mapping(), dst.mapping());
    let fits = from == to || R::PACKED && widens(from, to, R::holds_values);
    if !fits {
        return Err(other_elements(from, to));
    }
    if S::PACKED {
        let mapping = dst.mapping();
        let misfits = |value: &S::Elem| S::misfit(mapping, value).is_some();
        if let Some((index, value)) = first_value_that(src, misfits)
            && let Some((value, element)) = S::misfit(mapping, &value)
        {
            let index = index.as_ref();
            return Err(CopyError::of_value(value, element, index));
        }
    }
    copy_pure(dst, src, |value| value);
    Ok(())
}

/// Writes `f` of each element to its position in an array of the same dimensions. `f` does nothing
/// else: it may be called with padding, too. The element type has its values.
fn copy_pure<R, N, S, M>(
    dst: &mut Array<S, M>,
    src: &Array<R, N>,
    #[cfg_attr(not(feature = "alloc"), expect(unused_mut, reason = "for blocks"))]
    mut f: impl FnMut(R::Elem) -> S::Elem,
) where
    R: Storage<Elem: Copy>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    #[cfg(feature = "alloc")]
    if packed_blocks::copy(src, dst, &mut f) {
        return;
    }
    copy_each(dst, src, f);
}

/// Writes `f` of each element to its position in an array of the same dimensions.
pub(super) fn copy_map<R, N, S, M>(
    dst: &mut Array<S, M>,
    src: &Array<R, N>,
    mut f: impl FnMut(R::Elem) -> S::Elem,
) -> Result<(), CopyError>
where
    R: Storage<Elem: Copy, Unit: NoUninit>,
    N: Mapping,
    S: StorageMut<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    if !R::PACKED && !S::PACKED {
        #[cfg(feature = "alloc")]
        return copy_bands(dst, src, f);
    }
    if S::PACKED {
        return copy_indexed_map(dst, src, |_, value| f(value));
    }
    #[cfg(feature = "alloc")]
    if R::PACKED && src.len() == src.mapping().buffer_len() {
        copy_pure(dst, src, f); // there is no padding
        return Ok(());
    }
    copy_each(dst, src, f);
    Ok(())
}

/// Writes `f` of each index and element to its position in an array of the same dimensions, in
/// row-major order.
pub(super) fn copy_indexed_map<R, N, S, M>(
    dst: &mut Array<S, M>,
    src: &Array<R, N>,
    mut f: impl FnMut(M::Index, R::Elem) -> S::Elem,
) -> Result<(), CopyError>
where
    R: Storage<Elem: Copy>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    let (storage, mapping) = dst.parts_mut();
    let mut order = LogicalOrder::new(mapping.borrowed());
    let mut from = LogicalPositions::new(src.mapping().borrowed());
    while let (Some((index, to)), Some(at)) = (order.next(), from.next()) {
        // SAFETY: it is the position of an element.
        let value = unsafe { src.storage_ref().with(src.mapping(), at, |value| *value) };
        let value = f(index, value);
        if let Some((value, element)) = S::misfit(mapping, &value) {
            return Err(CopyError::of_value(value, element, index.as_ref()));
        }
        // SAFETY: it is the position of an element, whose type has the value.
        unsafe { storage.write(mapping, to, value) };
    }
    Ok(())
}

/// Writes `f` of each element to its position, one by one. The element type has the values.
fn copy_each<R, N, S, M>(
    dst: &mut Array<S, M>,
    src: &Array<R, N>,
    mut f: impl FnMut(R::Elem) -> S::Elem,
) where
    R: Storage<Elem: Copy>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    let (storage, mapping) = dst.parts_mut();
    each_pair(src.mapping(), mapping, |from, at| {
        // SAFETY: it is the position of an element.
        let value = unsafe { src.storage_ref().with(src.mapping(), from, |value| *value) };
        // SAFETY: it is the position of an element, whose type has the value.
        unsafe { storage.write(mapping, at, f(value)) };
    });
}

/// Returns the first element, with its index, for which a condition holds.
fn first_value_that<R: Storage<Elem: Copy>, N: Mapping>(
    array: &Array<R, N>,
    mut condition: impl FnMut(&R::Elem) -> bool,
) -> Option<(N::Index, R::Elem)> {
    let value = |at| {
        // SAFETY: it is the position of an element.
        unsafe {
            array
                .storage_ref()
                .with(array.mapping(), at, |value| *value)
        }
    };
    // Without indices until there is one: these loops are faster.
    let mapping = array.mapping();
    let found = LogicalPositions::new(mapping.borrowed()).any(|at| condition(&value(at)));
    let mut elements = LogicalOrder::new(mapping.borrowed()).filter(|_| found);
    elements
        .find(|&(_, at)| condition(&value(at)))
        .map(|(index, at)| (index, value(at)))
}

/// Returns the element types of two arrays, of which one has packed elements. Strides have those of
/// the other one.
fn types(src: &impl Mapping, dst: &impl Mapping) -> (ElementType, ElementType) {
    match (src.element(), dst.element()) {
        (Some((src, _)), Some((dst, _))) => (src, dst),
        (Some((one, _)), None) | (None, Some((one, _))) => (one, one),
        (None, None) => unreachable!("an array of packed elements has a layout"),
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
    <Packed<Ref<'_, u8>, T> as Storage>::holds_values(is_signed)
}

/// Returns true if all values of a packed type are values of another one.
fn widens(from: ElementType, to: ElementType, holds_values: fn(bool) -> bool) -> bool {
    let Some(is_signed) = sign(from) else {
        return from == to;
    };
    let fits = match sign(to) {
        Some(to_signed) if to_signed == is_signed => to.bits() >= from.bits(),
        Some(to_signed) => to_signed && to.bits() > from.bits(),
        None => to.is_float() && to.bits() >= 32,
    };
    from == to || fits && holds_values(is_signed)
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
