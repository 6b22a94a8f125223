//! Strides, as `numpy` and DLPack have them: `(20, 4)`.

use crate::checks::{SectionKind, check_sections};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use layout_xla::text::{Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK, Pad, PaddingValue, Spec};

use super::System;
use super::digits::BROADCAST;
use super::explain::explain;
use super::tiled;
use layout_core::spec::reversed;
use layout_runtime::Layout;

/// Reads strides, one per dimension, separated by commas, optionally in parentheses or
/// brackets and after `strides=`. `bytes` or `elements` after them is their unit; without
/// it, the smallest stride, which is one element's, determines the unit.
///
/// # Errors
///
/// When the text is not a list of strides, or as [`from_elements`].
///
/// ```
/// use tiled_layout::notation::strides;
/// use tiled_layout::ElementType;
///
/// let columns = strides::parse("(4, 12)", ElementType::F32, &[3, 5])?; // numpy's, in bytes
/// assert_eq!(columns.to_string(), "f32[3,5]{0,1}");
/// assert_eq!(columns, strides::parse("[1, 3] elements", ElementType::F32, &[3, 5])?);
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    let mut bytes = None;
    if scanner.eat_word("byte_strides") {
        bytes = Some(true);
        scanner.expect("=", "`=` and the strides")?;
    } else if scanner.eat_word("strides") {
        scanner.expect("=", "`=` and the strides")?;
    }
    let list = scanner.numbers::<MAX_RANK>("the strides, `(20, 4)`")?;
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
    let refused = |problem| scanner.error(problem, list.range());
    let strides = list.strides().map_err(refused)?;
    let bytes = bytes.unwrap_or_else(|| {
        // The strides of dimensions of size 1 are ignored.
        let used = strides.iter().zip(dims).filter(|(_, dim)| **dim > 1);
        let smallest = used.map(|(stride, _)| stride.unsigned_abs()).min();
        smallest.is_none_or(|smallest| smallest != 1)
    });
    layout(element, dims, &strides, bytes).map_err(refused)
}

/// The layout of an array with these strides, in elements, one per dimension:
/// its dimensions in the order of their strides, with rows that are padded as
/// `PAD`.
///
/// # Errors
///
/// When a stride is negative or 0, elements share a position, or a stride is
/// not a multiple of the next smaller one.
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
/// As [`from_elements`], or when a stride is no multiple of the bytes of an
/// element.
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

/// The layout of an array with these strides.
pub(crate) fn layout(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
    bytes: bool,
) -> Result<Layout, Problem> {
    Layout::from_spec(spec(element, dims, strides, bytes)?).map_err(Problem::Invalid)
}

/// The parts of the layout with these strides.
pub(crate) fn spec(
    element: ElementType,
    dims: &[usize],
    strides: &[isize],
    bytes: bool,
) -> Result<Spec, Problem> {
    if strides.len() != dims.len() {
        return Err(Problem::count("strides", strides.len(), dims.len()));
    }
    let mut spec = tiled::array(element, dims).map_err(Problem::Invalid)?;
    if dims.contains(&0) {
        return Ok(spec);
    }
    let unit = if bytes { element.storage_bits() / 8 } else { 1 };
    let mut elements = Dims::EMPTY;
    for (&stride, &dim) in strides.iter().zip(dims) {
        let Ok(size) = usize::try_from(stride) else {
            return Err(Problem::Refused(
                "a stride below 0: the array runs backwards",
            ));
        };
        if dim > 1 && size == 0 {
            return Err(Problem::Refused(BROADCAST));
        }
        if dim > 1 && size % unit != 0 {
            return Err(Problem::Refused(
                "a stride is not a whole number of elements",
            ));
        }
        elements.push(size / unit);
    }
    // Major to minor; dimensions of 1 are where their strides put them.
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&dim| core::cmp::Reverse(elements.at(dim)));
    let mut widths = spec.dims;
    let minor_first = order.iter().rev().copied();
    let mut used = minor_first.filter(|&dim| dims[dim] > 1).peekable();
    if used.peek().is_some_and(|&dim| elements.at(dim) != 1) {
        return Err(Problem::Refused(
            "elements do not follow one another along any dimension",
        ));
    }
    while let (Some(dim), Some(&next)) = (used.next(), used.peek()) {
        let (stride, next) = (elements.at(dim), elements.at(next));
        if next / stride < dims[dim] {
            return Err(Problem::Refused(
                "strides overlap: elements share a position",
            ));
        }
        if next % stride != 0 {
            let what = "a stride is not a multiple of the next smaller one";
            return Err(Problem::Refused(what));
        }
        widths.set(dim, next / stride);
    }
    spec.minor_to_major = reversed(&Dims::from_slice(&order));
    if widths != spec.dims {
        let value = PaddingValue::Unknown;
        spec.pad = Some(Pad { widths, value });
    }
    Ok(spec)
}

/// Writes the strides of a layout without tiles, in bytes.
///
/// # Errors
///
/// When a dimension has several strides, or the layout has a section that strides cannot
/// express.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::strides;
///
/// let print = |text| strides::print(&Layout::parse(text).unwrap());
/// assert_eq!(print("f32[3,5]{0,1}").unwrap(), "(4, 12) bytes");
/// assert!(print("f32[3,5]{1,0:T(2,2)}").is_err());
/// ```
pub fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, System::Strides, &[SectionKind::Pad])?;
    let several = System::Strides.no_spelling("tiles give a dimension several strides");
    let cute = explain(&layout).cute().ok_or(several)?;
    let unit = layout.element_bits() / 8;
    let mut strides = Vec::new();
    for mode in cute.modes() {
        let [stride] = mode.stride[..] else {
            return Err(several);
        };
        strides.push(format!("{}", stride as u128 * unit as u128));
    }
    let text = match &strides[..] {
        [only] => format!("({only},) bytes"),
        strides => format!("({}) bytes", strides.join(", ")),
    };
    let again = parse(&text, layout.element_type(), layout.dims());
    let padding = System::Strides.no_spelling("the buffer ends in padding");
    match again {
        Ok(again) if again.is_bitcast_of(layout) => Ok(text),
        _ => Err(padding),
    }
}
