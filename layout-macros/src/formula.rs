//! `Formula`: a size as a function of the names in a layout.
//!
//! No tiling is computed here: a formula is derived from a few layouts, with numbers in place
//! of the names, and checked against more of them.

use std::fmt;

use layout_core::parse::{HOLE, parse};
use layout_core::spec::checked_spec::CheckedSpec;

use crate::rendered::Rendered;

/// A constant times `⌈name/divisor⌉` for some names, or unknown.
#[derive(Clone)]
pub(crate) enum Formula {
    Product {
        constant: u128,
        factors: Vec<(String, u128)>,
    },
    Other,
}

/// Layouts with numbers for the names and the `?`.
pub(crate) struct Unknowns {
    names: Vec<String>,
    /// The layout with 1 for each name.
    pub(crate) sample: CheckedSpec,
    /// Layouts with [`LARGE`] for one name at a time, and with numbers for all names, if all of
    /// these are valid.
    others: Option<(Vec<CheckedSpec>, Vec<Probe>)>,
}

/// A layout, and the numbers in it.
type Probe = (Vec<usize>, CheckedSpec);

/// A number divisible by the entries of usual tiles.
const LARGE: usize = 1024 * 3 * 5 * 7;

/// Numbers at which a formula is compared with layouts.
const PROBES: [usize; 10] = [1, 2, 3, 7, 8, 9, 127, 128, 1000, 1025];

impl Unknowns {
    /// Returns the layouts, each parsed once; `None` if the list is empty.
    pub(crate) fn new(rendered: &Rendered) -> Option<Self> {
        let (mut before, mut names) = (Vec::new(), Vec::new());
        let mut rest = rendered.text.as_str();
        while let Some(at) = rest.find([HOLE as char, '?']) {
            before.push(&rest[..at]);
            let digits = rest[at + 1..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            let name = &rest[at..at + 1 + digits];
            names.push(rendered.with_names(name));
            rest = &rest[at + name.len()..];
        }
        let layout = |numbers: &[usize]| {
            let parts = before.iter().zip(numbers);
            let text: String = parts
                .map(|(text, number)| format!("{text}{number}"))
                .collect();
            parse(&(text + rest)).ok()
        };
        let one = |name: usize, number: usize, others: usize| {
            let mut numbers = vec![others; names.len()];
            numbers[name] = number;
            numbers
        };
        let sample = layout(&vec![1; names.len()])?;
        let large = (0..names.len()).map(|name| layout(&one(name, LARGE, 1)));
        let large: Option<Vec<CheckedSpec>> = large.collect();
        let probes = (0..names.len())
            .flat_map(|name| PROBES.map(|probe| one(name, probe, 3)))
            .map(|numbers| layout(&numbers).map(|layout| (numbers, layout)));
        let probes: Option<Vec<Probe>> = probes.collect();
        Some(Unknowns {
            sample,
            others: large.zip(probes),
            names,
        })
    }

    /// Returns a number of the layout as a function of the names.
    pub(crate) fn formula(&self, number: &dyn Fn(&CheckedSpec) -> u128) -> Formula {
        self.product(number).unwrap_or(Formula::Other)
    }

    fn product(&self, number: &dyn Fn(&CheckedSpec) -> u128) -> Option<Formula> {
        let (large, probes) = self.others.as_ref()?;
        let constant = number(&self.sample);
        let divisors = large.iter().map(|large| {
            let ratio = number(large).checked_div(constant)?;
            Some(match ratio {
                1 => None, // does not depend on it
                _ => Some((LARGE as u128).checked_div(ratio)?),
            })
        });
        let divisors = divisors.collect::<Option<Vec<Option<u128>>>>()?;
        let fits = probes.iter().all(|(numbers, layout)| {
            let factors = divisors.iter().zip(numbers).filter_map(|(divisor, &size)| {
                divisor.map(|divisor| (size as u128).div_ceil(divisor.max(1)))
            });
            number(layout) == constant * factors.product::<u128>()
        });
        let factors = self.names.iter().cloned().zip(divisors);
        fits.then(|| Formula::Product {
            constant,
            factors: factors
                .filter_map(|(name, divisor)| Some((name, divisor?)))
                .collect(),
        })
    }
}

impl Formula {
    pub(crate) fn product(formulas: &[Formula]) -> Formula {
        let (mut constant, mut factors) = (1, Vec::new());
        for formula in formulas {
            let Formula::Product {
                constant: c,
                factors: f,
            } = formula
            else {
                return Formula::Other;
            };
            constant *= c;
            factors.extend(f.iter().cloned());
        }
        Formula::Product { constant, factors }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Formula::Product { constant, factors } = self else {
            return f.write_str("…");
        };
        let mut shown: Vec<String> = Vec::new();
        if *constant != 1 || factors.is_empty() {
            shown.push(constant.to_string());
        }
        shown.extend(factors.iter().map(|(name, divisor)| match divisor {
            1 => name.clone(),
            _ => format!("⌈{name}/{divisor}⌉"),
        }));
        f.write_str(&shown.join("·"))
    }
}
