//! `Formula`: how a size depends on the names in a layout.
//!
//! No tiling is computed here: a formula is found from a few layouts, with
//! numbers for the names, and compared with more of them.

use std::fmt;

use layout_core::parse::{HOLE, parse};
use layout_core::spec::checked_spec::CheckedSpec;

use crate::rendered::Rendered;

/// A number times `⌈name/divisor⌉` for some names, or not of that form.
#[derive(Clone)]
pub(crate) enum Formula {
    Product {
        constant: u128,
        factors: Vec<(String, u128)>,
    },
    Other,
}

/// A layout's text, split at the names and `?` in it.
pub(crate) struct Unknowns {
    /// The text before each name.
    before: Vec<String>,
    names: Vec<String>,
    after: String,
}

/// A number that the entries of usual tiles divide.
const LARGE: usize = 1024 * 3 * 5 * 7;

/// Numbers at which a formula is compared with layouts.
const PROBES: [usize; 10] = [1, 2, 3, 7, 8, 9, 127, 128, 1000, 1025];

impl Unknowns {
    pub(crate) fn new(rendered: &Rendered) -> Self {
        let (mut before, mut names) = (Vec::new(), Vec::new());
        let mut rest = rendered.text.as_str();
        while let Some(at) = rest.find([HOLE as char, '?']) {
            before.push(rest[..at].to_owned());
            let digits = rest[at + 1..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            let name = &rest[at..at + 1 + digits];
            names.push(rendered.with_names(name));
            rest = &rest[at + name.len()..];
        }
        Unknowns {
            before,
            names,
            after: rest.to_owned(),
        }
    }

    /// The layout with numbers for the names.
    fn layout(&self, numbers: impl Fn(usize) -> usize) -> Option<CheckedSpec> {
        let mut text = String::new();
        for (i, before) in self.before.iter().enumerate() {
            text += &format!("{before}{}", numbers(i));
        }
        text += &self.after;
        parse(&text).ok()
    }

    /// The layout with 1 for each name.
    pub(crate) fn sample(&self) -> Option<CheckedSpec> {
        self.layout(|_| 1)
    }

    /// How a number of the layout depends on the names.
    pub(crate) fn formula(&self, number: &dyn Fn(&CheckedSpec) -> u128) -> Formula {
        self.product(number).unwrap_or(Formula::Other)
    }

    fn product(&self, number: &dyn Fn(&CheckedSpec) -> u128) -> Option<Formula> {
        let constant = number(&self.sample()?);
        let mut divisors = Vec::new();
        for name in 0..self.names.len() {
            let alone = |n: usize| self.layout(|i| if i == name { n } else { 1 });
            let ratio = number(&alone(LARGE)?).checked_div(constant)?;
            divisors.push(match ratio {
                1 => None, // does not depend on it
                _ => Some((LARGE as u128).checked_div(ratio)?),
            });
        }
        for name in 0..self.names.len() {
            for probe in PROBES {
                let numbers = |i: usize| if i == name { probe } else { 3 };
                let factors = divisors.iter().enumerate().flat_map(|(i, divisor)| {
                    divisor.map(|divisor| (numbers(i) as u128).div_ceil(divisor.max(1)))
                });
                if number(&self.layout(numbers)?) != constant * factors.product::<u128>() {
                    return None;
                }
            }
        }
        let factors = self.names.iter().cloned().zip(divisors);
        Some(Formula::Product {
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
