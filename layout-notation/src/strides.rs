//! Strides, as `numpy` and DLPack have them: `(20, 4)`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_xla::text::{Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK, Pad, PaddingValue, Spec};

use crate::arrangement::{BROADCAST, by_stride};
use crate::explain::{Cute, CuteMode};
use crate::jax::tuple;
use crate::sections::{SectionKind, check_sections, unwritable};
use crate::xla_numbers;
use layout_core::spec::reversed;
use layout_runtime::Layout;

const NOTATION: &str = "strides";

/// Reads strides, one per dimension, separated by commas, optionally in parentheses or brackets
/// and after `strides=`.
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    let mut bytes = scanner.eat_word("byte_strides").then_some(true);
    if bytes.is_some() || scanner.eat_word("strides") {
        scanner.expect("=", "`=` and the strides")?;
    }
    let list = scanner.numbers("the strides, `(20, 4)`", MAX_RANK)?;
    let start = scanner.here();
    match scanner.word() {
        "" => {}
        "bytes" => bytes = Some(true),
        "elements" => bytes = Some(false),
        _ => {
            let problem = Problem::Expected("`bytes` or `elements`");
            return Err(scanner.error(problem, start..scanner.position()));
        }
    }
    scanner.end()?;
    let strides = list.all().ok_or(Problem::TooLarge);
    let strides: Vec<isize> = scanner.check(strides, list.range.clone())?;
    let bytes = bytes.unwrap_or_else(|| {
        // The strides of dimensions of size 1 are ignored.
        let used = strides.iter().zip(dims).filter(|(_, dim)| **dim > 1);
        let smallest = used.map(|(stride, _)| stride.unsigned_abs()).min();
        smallest.is_none_or(|smallest| smallest != 1)
    });
    scanner.check(layout(element, dims, &strides, bytes), list.range)
}

/// Returns the layout of an array with these strides, in elements, one per dimension: its
/// dimensions in the order of their strides, with rows that are padded as `PAD`.
///
/// # Errors
///
/// When a stride is negative or 0, elements share a position, or a stride is
/// not a multiple of the next smaller one.
///
/// # Examples
///
/// ```
/// use tiled_layout::notation::strides;
/// use tiled_layout::ElementType;
///
/// let rows = strides::from_elements(ElementType::F32, &[3, 5], &[8, 1])?;
/// assert_eq!(rows.to_string(), "f32[3,5]{1,0:PAD(3,8)}"); // 3 elements of padding a row
/// assert_eq!(rows.offset(&[2, 4]), 20);
///
/// let broadcast = strides::from_elements(ElementType::F32, &[3, 5], &[0, 1]).unwrap_err();
/// assert_eq!(broadcast.message(), "stride 0: elements share a position");
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn from_elements(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
) -> Result<Layout, TextError> {
    from(element, dims, strides, false)
}

/// [`from_elements`] with strides in bytes, as in `numpy`.
///
/// # Errors
///
/// As for [`from_elements`], or if a stride is not a multiple of the bytes of an
/// element.
///
/// # Examples
///
/// ```
/// use tiled_layout::notation::strides;
/// use tiled_layout::ElementType;
///
/// let columns = strides::from_bytes(ElementType::F32, &[3, 5], &[4, 12])?;
/// assert_eq!(columns.to_string(), "f32[3,5]{0,1}");
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn from_bytes(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
) -> Result<Layout, TextError> {
    from(element, dims, strides, true)
}

/// Errors show the strides as [`parse`] reads them.
fn from(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
    bytes: bool,
) -> Result<Layout, TextError> {
    layout(element, dims, strides, bytes).map_err(|problem| {
        let text = format!("{strides:?}");
        TextError::new(problem, &text, 0..text.len())
    })
}

/// Returns the layout of an array with these strides.
pub(crate) fn layout(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
    bytes: bool,
) -> Result<Layout, Problem> {
    Ok(Layout::from_spec(spec(element, dims, strides, bytes)?)?)
}

/// Returns the parts of the layout with these strides.
pub(crate) fn spec(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
    bytes: bool,
) -> Result<Spec, Problem> {
    if strides.len() != dims.len() {
        return Err(Problem::Count("strides", strides.len(), dims.len()));
    }
    let mut spec = xla_numbers::array(element, dims)?;
    if dims.contains(&0) {
        return Ok(spec);
    }
    let unit = if bytes { element.storage_bits() / 8 } else { 1 };
    let mut modes: Vec<CuteMode> = Vec::new();
    for (&stride, &dim) in strides.iter().zip(dims) {
        let Ok(size) = usize::try_from(stride) else {
            return Err("a stride below 0: the array runs backwards".into());
        };
        if dim > 1 && size == 0 {
            return Err(BROADCAST.into());
        }
        if dim > 1 && size % unit != 0 {
            return Err("a stride is not a whole number of elements".into());
        }
        modes.push(CuteMode {
            shape: [dim].into(),
            stride: [size / unit].into(),
        });
    }
    // Major to minor; dimensions of 1 are where their strides put them.
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&dim| core::cmp::Reverse(modes[dim].stride[0]));
    let least = order.iter().rev().find(|&&dim| dims[dim] > 1);
    if least.is_some_and(|&dim| modes[dim].stride[0] != 1) {
        return Err("elements do not follow one another along any dimension".into());
    }
    let mut widths = spec.dims;
    for digit in by_stride(&modes, None)? {
        widths.set(digit.dim, digit.room);
    }
    spec.minor_to_major = reversed(&Dims::from_slice(&order));
    if widths != spec.dims {
        let value = PaddingValue::Unknown;
        spec.pad = Some(Pad { widths, value });
    }
    Ok(spec)
}

/// Writes the strides of a layout without tiles, in bytes.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[SectionKind::Pad])?;
    let several = unwritable(NOTATION, "tiles give a dimension several strides");
    let cute = Cute::new(layout).ok_or(several)?;
    let unit = layout.element_bits() as u128 / 8;
    let stride = |mode: &CuteMode| match mode.stride[..] {
        [stride] => Ok((stride as u128 * unit).to_string()),
        _ => Err(several),
    };
    let strides = cute
        .modes
        .iter()
        .map(stride)
        .collect::<Result<Vec<_>, _>>()?;
    let text = tuple(strides.into_iter()) + " bytes";
    match parse(&text, layout.element_type(), layout.dims()) {
        Ok(again) if again.is_bitcast_of(layout) => Ok(text),
        _ => Err(unwritable(NOTATION, "the buffer ends in padding")),
    }
}
