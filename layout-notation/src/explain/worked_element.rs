//! `WorkedElement`: the computation of the position of one element.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::position_formula::{PositionFormula, SumTerm};
use layout_core::util::words::joined;
use layout_runtime::{Index, Layout};

/// An element and its position; `Display` prints the formula with its numbers
/// in it.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
/// let element = explain(&layout).element(&[8, 0]).unwrap();
/// assert_eq!(element.position, 4096);
/// assert_eq!(element.byte, 8192);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WorkedElement {
    /// Its index.
    pub index: Index,
    /// Its position, in elements.
    pub position: usize,
    /// The first byte that it takes, without metadata before the data.
    pub byte: usize,
    /// Its first bit in that byte, 0 the lowest.
    pub bit: usize,
    work: String,
}

impl WorkedElement {
    pub(super) fn new(layout: &Layout, index: &[usize]) -> Option<WorkedElement> {
        let position = layout.checked_offset(index)?;
        let bits = position as u128 * layout.element_bits() as u128;
        Some(WorkedElement {
            index: Index::from_slice(index),
            position,
            byte: (bits / 8) as usize,
            bit: (bits % 8) as usize,
            work: work(&PositionFormula::new(layout), index),
        })
    }
}

/// Writes each sum with the values of its variables, of its terms, and its result.
fn work(formula: &PositionFormula, index: &[usize]) -> String {
    let mut values = index.to_vec();
    let mut lines = Vec::new();
    for (i, sum) in formula.sums().iter().enumerate() {
        let value = |term: &SumTerm| term.value(values[term.variable]);
        let terms: Vec<usize> = sum.iter().map(value).collect();
        let total: usize = terms.iter().sum();
        let mut line = String::new();
        if i + 1 < formula.sums().len() {
            line = alloc::format!("{} = ", formula.name(index.len() + i));
        }
        line += &formula.sum(sum, |variable| values[variable].to_string());
        if terms.len() > 1 {
            line += &alloc::format!(" = {}", joined(&terms, " + "));
        }
        if !terms.is_empty() {
            line += &alloc::format!(" = {total}");
        }
        lines.push(line);
        values.push(total);
    }
    lines.join("\n")
}

impl fmt::Display for WorkedElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.work)
    }
}
