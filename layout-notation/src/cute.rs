//! CuTe's layouts, `shape:stride`: `((8,3),(128,3)):((128,3072),(1,1024))`.
//!
//! A mode is a dimension; the digits of a mode go from the one that varies
//! fastest to the slowest. If the shape leaves room below the next stride, the
//! layout has padding there.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_xla::text::{Problem, Scanner, TextError};

use layout_core::spec::MAX_RANK;
use layout_core::spec::element_type::ElementType;

use crate::arrangement::Arrangement;
use crate::explain::{Cute, CuteMode};
use crate::sections::{SectionKind, check_sections, unwritable};
use layout_runtime::Layout;

const NOTATION: &str = "CuTe";

/// Reads CuTe's `shape:stride` of an array of `dims`.
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    skip_pointer(&mut scanner)?;
    let start = scanner.here();
    let shape = leaves(&mut scanner, true)?;
    scanner.expect(":", "`:` and the strides")?;
    let strides = leaves(&mut scanner, false)?;
    scanner.end()?;
    let layout = layout(shape, strides, element, dims);
    scanner.check(layout, start..text.trim_end().len())
}

/// Returns the layout of an array with these digits of each mode.
fn layout(
    mut shape: Vec<Vec<usize>>,
    mut strides: Vec<Vec<usize>>,
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, Problem> {
    if !shape.iter().map(Vec::len).eq(strides.iter().map(Vec::len)) {
        return Err("the strides are not nested as the shape is".into());
    }
    match dims.len() {
        0 if shape.iter().flatten().all(|&extent| extent == 1) => shape.clear(), // `1:0`
        // A layout of one mode prints without its parentheses.
        1 => (shape, strides) = ([shape.concat()].into(), [strides.concat()].into()),
        _ => {}
    }
    let mode = |(shape, stride)| CuteMode { shape, stride };
    let modes: Vec<CuteMode> = shape.into_iter().zip(strides).map(mode).collect();
    if modes.len() != dims.len() || dims.len() > MAX_RANK {
        return Err(Problem::Count("modes", modes.len(), dims.len()));
    }
    let product = |mode: &CuteMode| mode.shape.iter().fold(1usize, |a, &b| a.saturating_mul(b));
    if modes
        .iter()
        .zip(dims)
        .any(|(mode, &dim)| product(mode) < dim)
    {
        return Err("the extents cover less than the array".into());
    }
    Arrangement::of(&modes, None, None)?.layout(element, dims)
}

/// Skips what CuTe prints before a layout, `ptr[32b](0x7f00) o `.
fn skip_pointer(scanner: &mut Scanner<'_>) -> Result<(), TextError> {
    let start = scanner.here();
    let Some((pointer, _)) = scanner.rest().rsplit_once(" o ") else {
        return if scanner.rest().starts_with("Sw<") {
            Err(scanner.error(SWIZZLE, start..scanner.whole().end))
        } else {
            Ok(())
        };
    };
    if let Some(at) = pointer.find("Sw<") {
        let swizzle = &pointer[at..];
        let end = swizzle.find('>').map_or(swizzle.len(), |end| end + 1);
        let range = start + at..start + at + end;
        return Err(scanner.error(SWIZZLE, range));
    }
    scanner.skip(pointer.len() + " o ".len());
    Ok(())
}

const SWIZZLE: &str = "a swizzle combines digits by exclusive or, which no tiles do";

/// The deepest nesting of parentheses.
const MAX_DEPTH: usize = 16;

/// Returns the numbers of each mode of a nested tuple.
fn leaves(scanner: &mut Scanner<'_>, is_shape: bool) -> Result<Vec<Vec<usize>>, TextError> {
    if scanner.peek() != Some(b'(') {
        return Ok(Vec::from([Vec::from([leaf(scanner, is_shape)?])]));
    }
    let mut modes: Vec<Vec<usize>> = Vec::new();
    let mut depth = 0;
    loop {
        let at = scanner.here();
        if scanner.eat("(") {
            if depth == MAX_DEPTH {
                return Err(scanner.error("parentheses nested too deeply", at..at + 1));
            }
            depth += 1;
            if depth == 2 {
                modes.push(Vec::new());
            }
            continue; // the tuple's first entry
        }
        let number = leaf(scanner, is_shape)?;
        match modes.last_mut() {
            Some(mode) if depth > 1 => mode.push(number),
            _ => modes.push(Vec::from([number])),
        }
        while scanner.eat(")") {
            depth -= 1;
            if depth == 0 {
                return Ok(modes);
            }
        }
        scanner.expect(",", "`,` or `)`")?;
    }
}

/// One extent or stride.
fn leaf(scanner: &mut Scanner<'_>, is_shape: bool) -> Result<usize, TextError> {
    scanner.eat("_");
    let start = scanner.here();
    let what = if is_shape { "an extent" } else { "a stride" };
    let number = match usize::try_from(scanner.number(what)?) {
        Ok(0) if is_shape => Err("an extent of 0"),
        Ok(number) => Ok(number),
        Err(_) if is_shape => Err("an extent below 0"),
        Err(_) => Err("a stride below 0"),
    };
    scanner.check(number, scanner.since(start))
}

/// Writes a layout in CuTe's notation: as [`Cute`] has it if that is complete, otherwise with
/// the extents of whole tiles.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[SectionKind::Pad])?;
    let no_digits = "its position is not a sum of digits of each dimension";
    let cute = Cute::new(layout).ok_or(unwritable(NOTATION, no_digits))?;
    let says = |text: &str| {
        let again = parse(text, layout.element_type(), layout.dims());
        again.is_ok_and(|again| again.is_bitcast_of(layout))
    };
    let text = cute.to_string();
    if layout.num_elements() == 0 || says(&text) {
        return Ok(text);
    }
    let len = layout.padded_len();
    let whole = Arrangement::of(&cute.modes, None, Some(len)).ok();
    let text = whole.map(|whole| whole_tiles(&cute, &whole, len).to_string());
    let no_padding = "its shape cannot say the padding at the end of the buffer";
    text.filter(|text| says(text))
        .ok_or(unwritable(NOTATION, no_padding))
}

/// Returns the same modes with the extents that the digits count. Without digits, the last mode
/// counts the buffer, of `len` positions.
fn whole_tiles(cute: &Cute, whole: &Arrangement, len: usize) -> Cute {
    let mut modes = cute.modes.clone();
    for (mode, &width) in modes.iter_mut().zip(&whole.widths) {
        if let [below @ .., top] = &mut mode.shape[..] {
            *top = width / below.iter().product::<usize>();
        }
    }
    if let Some(last) = modes.last_mut()
        && whole.widths.iter().all(|&width| width == 1)
    {
        (last.shape, last.stride) = (Vec::from([len]), Vec::from([1]));
    }
    Cute { modes }
}
