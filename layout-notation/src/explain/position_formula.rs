//! `PositionFormula`: the position of an element as arithmetic over its index;
//! `WorkedElement`: the same with the numbers of one element.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::{fmt, mem};

use layout_core::formula::Formula;
use layout_core::formula::term::{NO_MODULUS, Term};
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::{COMBINE, MAX_RANK};
use layout_core::util::words::{dim_letters, grouped, grouped_joined};

use super::tiling_step::{self, TilingStep};
use layout_runtime::{Index, Layout};

/// One term of a sum: `((variable / divisor) % modulus) * stride`.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let formula = explain(&layout).position();
/// let first = formula.sums()[0][0]; // (y/2)*12
/// assert_eq!((first.variable, first.divisor, first.modulus, first.stride), (0, 2, None, 12));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SumTerm {
    /// The logical dimension whose index it uses; `rank + i` is sum `i`.
    pub variable: usize,
    /// At least 1.
    pub divisor: usize,
    /// `None` if the quotient needs no modulus.
    pub modulus: Option<usize>,
    /// The factor, in elements.
    pub stride: usize,
}

impl SumTerm {
    fn new(variable: usize, stride: usize) -> SumTerm {
        SumTerm {
            variable,
            divisor: 1,
            modulus: None,
            stride,
        }
    }

    fn of(term: Term, rank: usize) -> SumTerm {
        SumTerm {
            variable: match term.dim.checked_sub(MAX_RANK) {
                Some(sum) => rank + sum,
                None => term.dim,
            },
            divisor: term.divisor,
            modulus: (term.modulus != NO_MODULUS).then_some(term.modulus),
            stride: term.stride,
        }
    }

    /// Returns the term with these signs for the quotient, the remainder and the product.
    pub(super) fn product(
        &self,
        variable: &str,
        [over, rem, times]: [&str; 3],
        stride: impl Fn(usize) -> String,
    ) -> String {
        let mut text = String::from(variable);
        if self.divisor > 1 {
            text += &format!("{over}{}", self.divisor);
        }
        if let Some(modulus) = self.modulus {
            text += &format!("{rem}{modulus}");
        }
        match self.stride {
            1 => text,
            _ if text == variable => text + times + &stride(self.stride),
            _ => format!("({text}){times}{}", stride(self.stride)),
        }
    }

    /// Returns the term's value for a value of its variable.
    pub(super) fn value(&self, variable: usize) -> usize {
        let quotient = variable / self.divisor;
        self.modulus.map_or(quotient, |modulus| quotient % modulus) * self.stride
    }
}

/// The position as arithmetic over the index: one sum, or, if no flat sum exists, several
/// sums; each may use earlier ones, and the last is the position. `Display` prints it with
/// one letter per dimension: x for the last, then y, z, p. Divisions round down.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let formula = |text| explain(&Layout::parse(text).unwrap()).position().to_string();
/// assert_eq!(
///     formula("f32[32,512]{1,0:T(8,128)}"),
///     "(y/8)*(4*1024) + (x/128)*1024 + (y%8)*128 + x%128",
/// );
/// // The second tile cuts a coordinate within the first, unevenly.
/// assert_eq!(
///     formula("f32[5,6]{1,0:T(4,6)(3,2)}"),
///     "a = y%4\n(y/4)*36 + (a/3)*18 + (x/2)*6 + (a%3)*2 + x%2",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionFormula {
    rank: usize,
    sums: Vec<Vec<SumTerm>>,
    /// The positions of a first-level tile: multiples print as products.
    run: usize,
}

impl PositionFormula {
    pub(super) fn new(layout: &Layout) -> PositionFormula {
        let rank = layout.rank();
        let mut sums = match Formula::new(&layout.spec(), &layout.physical_dims()) {
            Some(formula) => {
                let mut sums = alloc::vec![Vec::new(); formula.sums()];
                for (sum, term) in formula.sum_terms() {
                    sums[sum].push(SumTerm::of(term, rank));
                }
                sums
            }
            None => staged(layout),
        };
        for sum in &mut sums {
            sum.sort_by_key(|term| core::cmp::Reverse(term.stride));
        }
        PositionFormula {
            rank,
            sums,
            run: match layout.tiles().as_slice() {
                [] => 0,
                _ => CheckedSpec::from(layout).tile_run().unwrap_or(0),
            },
        }
    }

    /// Returns the sums; the last one is the position. A sum without terms is 0.
    #[must_use]
    pub fn sums(&self) -> &[Vec<SumTerm>] {
        &self.sums
    }

    /// Returns true if one sum over the index is the position.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::notation::explain;
    ///
    /// let flat = |text| explain(&Layout::parse(text).unwrap()).position().is_flat();
    /// assert!(flat("f32[3,5]{1,0:T(2,2)}"));
    /// assert!(!flat("f32[5,6]{1,0:T(4,6)(3,2)}")); // 3 does not divide 4
    /// ```
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.sums.len() == 1
    }

    /// Returns the names of the dimensions' indices.
    pub(super) fn parameters(&self) -> Vec<String> {
        dim_letters(self.rank).iter().map(char::to_string).collect()
    }

    /// Returns the name of a variable: its dimension's letter, or a sum's.
    pub(super) fn name(&self, variable: usize) -> String {
        match variable.checked_sub(self.rank) {
            None => dim_letters(self.rank)[variable].to_string(),
            Some(sum @ 0..=10) => char::from(b'a' + sum as u8).to_string(),
            Some(sum) => format!("a{sum}"),
        }
    }

    /// Returns a sum with other text for its variables. Strides of whole tiles are products.
    pub(super) fn sum(&self, terms: &[SumTerm], variable: impl Fn(usize) -> String) -> String {
        let stride = |stride: usize| match self.run {
            2.. if stride > self.run && stride.is_multiple_of(self.run) => {
                format!("({}*{})", stride / self.run, self.run)
            }
            _ => stride.to_string(),
        };
        sum(terms, |term| {
            term.product(&variable(term.variable), ["/", "%", "*"], stride)
        })
    }
}

/// Terms with `+` between.
pub(super) fn sum(terms: &[SumTerm], term: impl Fn(&SumTerm) -> String) -> String {
    match terms {
        [] => "0".into(),
        terms => terms.iter().map(term).collect::<Vec<_>>().join(" + "),
    }
}

impl fmt::Display for PositionFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, terms) in self.sums.iter().enumerate() {
            let sum = self.sum(terms, |variable| self.name(variable));
            if i + 1 < self.sums.len() {
                writeln!(f, "{} = {sum}", self.name(self.rank + i))?;
            } else {
                f.write_str(&sum)?;
            }
        }
        Ok(())
    }
}

/// An element and its position; `Display` prints the formula with its numbers
/// in it.
///
/// # Examples
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
    /// Its first byte, without metadata before the data.
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
            line = format!("{} = ", formula.name(index.len() + i));
        }
        line += &formula.sum(sum, |variable| values[variable].to_string());
        if terms.len() > 1 {
            line += &format!(" = {}", grouped_joined(&terms, " + "));
        }
        if !terms.is_empty() {
            line += &format!(" = {}", grouped(total));
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

/// Returns the formula tile by tile, for layouts of too many terms: each dimension that a tile
/// merges or cuts is a sum, and so is each that it makes.
fn staged(layout: &Layout) -> Vec<Vec<SumTerm>> {
    let rank = layout.rank();
    let mut sums: Vec<Vec<SumTerm>> = Vec::new();
    let order = layout.minor_to_major();
    let mut digits: Vec<SumTerm> = order
        .iter()
        .rev()
        .map(|&dim| SumTerm::new(dim, 1))
        .collect();
    for TilingStep { tile, before, .. } in tiling_step::steps(layout) {
        let ones = before.len() - digits.len();
        let untouched = before.len() - tile.len();
        let mut next = digits[..untouched.saturating_sub(ones)].to_vec();
        let (mut within, mut merged) = (Vec::new(), Vec::<SumTerm>::new());
        for (i, &entry) in (untouched..).zip(&tile) {
            for term in &mut merged {
                term.stride *= before.at(i);
            }
            merged.extend(i.checked_sub(ones).map(|i| digits[i]));
            if entry == COMBINE {
                continue;
            }
            sums.push(mem::take(&mut merged));
            let variable = SumTerm::new(rank + sums.len() - 1, 1);
            next.push(SumTerm {
                divisor: entry,
                ..variable
            });
            within.push(SumTerm {
                modulus: Some(entry),
                ..variable
            });
        }
        next.extend(within);
        digits = next;
    }
    for (term, stride) in digits.iter_mut().zip(&layout.strides()) {
        term.stride = *stride;
    }
    sums.push(digits);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position by the formula's values.
    fn position(sums: &[Vec<SumTerm>], index: &[usize]) -> usize {
        let mut values = index.to_vec();
        for sum in sums {
            values.push(
                sum.iter()
                    .map(|term| term.value(values[term.variable]))
                    .sum(),
            );
        }
        values[values.len() - 1]
    }

    #[test]
    fn tile_by_tile_it_is_the_same() {
        for text in [
            "f32[]",
            "u32[]{:T(4)}",
            "f32[3,5]{1,0:T(2,2)}",
            "f32[2,3,4]{2,1,0:T(*,2,2)}",
            "f32[3,7,4]{1,0,2:T(2,3,1)}",
            "f32[5,6]{1,0:T(4,6)(3,2)}",
            "f32[3,3]{0,1:T(4,1)(3)(4,1,4,1)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            let (flat, staged) = (PositionFormula::new(&layout), staged(&layout));
            for n in 0..layout.num_elements() {
                let mut rest = n;
                let mut index = alloc::vec![0; layout.rank()];
                for dim in (0..layout.rank()).rev() {
                    index[dim] = rest % layout.dims()[dim];
                    rest /= layout.dims()[dim];
                }
                let expected = layout.offset(&index);
                assert_eq!(position(&flat.sums, &index), expected, "{text} {index:?}");
                assert_eq!(position(&staged, &index), expected, "{text} {index:?}");
            }
        }
    }
}
