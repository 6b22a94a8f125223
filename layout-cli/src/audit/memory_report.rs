//! Reports of memory that ran out: the allocations that XLA lists.
//!
//! ```text
//!   1. Size: 6.00G
//!      Shape: u32[12582912,1]{1,0:T(8,128)}
//!      Unpadded size: 48.00M
//!      Extra memory due to padding: 5.95G (128.0x expansion)
//!      XLA label: %fusion.4 = u32[12582912,1]{1,0:T(8,128)} fusion(...
//! ```
//!
//! A log may write a date and the like before each line.

use layout_runtime::hlo;

use super::tally::{Origin, Tally};

/// Tallies the arrays of all allocations in whole lines, of which `line` is
/// the number before the first one.
pub(super) fn read(text: &[u8], line: usize, tally: &mut Tally) {
    let mut shape: Option<(&[u8], usize)> = None;
    for (text, line) in text.split(|&byte| byte == b'\n').zip(line + 1..) {
        if let Some(next) = after(text, b" Shape: ") {
            if let Some((shape, line)) = shape.replace((next, line)) {
                allocation(shape, line, "", tally);
            }
        } else if let Some(label) = after(text, b" XLA label: ")
            && let Some((shape, line)) = shape.take()
        {
            let label = String::from_utf8_lossy(label);
            let name = label.split(" = ").next().unwrap_or_default();
            allocation(shape, line, name.trim().trim_start_matches('%'), tally);
        }
    }
    if let Some((shape, line)) = shape {
        allocation(shape, line, "", tally);
    }
}

fn allocation(shape: &[u8], line: usize, name: &str, tally: &mut Tally) {
    tally.allocations += 1;
    for array in hlo::layouts(shape) {
        match array {
            Ok(array) => tally.count_array(&Origin::allocation(name, line), &array),
            Err(skipped) => tally.skip(line, &skipped.reason().to_string()),
        }
    }
}

/// What follows `key` in a line.
fn after<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = line.windows(key.len()).position(|window| window == key)?;
    Some(&line[at + key.len()..])
}
