//! `Code`: a formula as a function of a programming language.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::position_formula::{PositionFormula, SumTerm};

/// A language that a [`PositionFormula`] can be printed in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Language {
    /// A `const fn` over an array of `usize`.
    Rust,
    /// A C function over `size_t`, which needs `stddef.h`.
    C,
    /// A Python function.
    Python,
    /// An equation for LaTeX's math mode, `aligned` where it has several.
    Latex,
}

/// A formula as a function `position`, or as an equation: what
/// [`PositionFormula::function`] gives. `Display` prints it.
///
/// ```
/// use tiled_layout::{Layout, explain::Language};
///
/// let layout = Layout::parse("f32[3,5]{0,1:T(8)}").unwrap();
/// let formula = explain(&layout).position();
/// assert_eq!(
///     formula.function(Language::Python).to_string(),
///     "def position(y, x):\n    return x * 8 + y",
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    formula: &'a PositionFormula,
    language: Language,
}

impl PositionFormula {
    /// The formula as a function `position` of a language.
    ///
    /// ```
    /// use tiled_layout::{Layout, explain::Language};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(
    ///     explain(&layout).position().function(Language::C).to_string(),
    ///     "size_t position(size_t y, size_t x) {\n    \
    ///          return (y / 2) * 12 + (x / 2) * 4 + (y % 2) * 2 + x % 2;\n}",
    /// );
    /// ```
    #[must_use]
    pub fn function(&self, language: Language) -> Code<'_> {
        Code {
            formula: self,
            language,
        }
    }
}

impl Code<'_> {
    fn sum(&self, terms: &[SumTerm]) -> String {
        let texts: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        match &texts[..] {
            [] => "0".into(),
            texts => texts.join(" + "),
        }
    }

    fn term(&self, term: &SumTerm) -> String {
        let name = self.formula.name(term.variable);
        if self.language == Language::Latex {
            return latex(&name, term);
        }
        let over = if self.language == Language::Python {
            "//"
        } else {
            "/"
        };
        let mut text = name;
        let mut quotient = false;
        if term.divisor > 1 {
            text += &alloc::format!(" {over} {}", term.divisor);
            quotient = true;
        }
        if let Some(modulus) = term.modulus {
            text += &alloc::format!(" % {modulus}");
            quotient = true;
        }
        match term.stride {
            1 => text,
            stride if quotient => alloc::format!("({text}) * {stride}"),
            stride => alloc::format!("{text} * {stride}"),
        }
    }
}

fn latex(name: &str, term: &SumTerm) -> String {
    let mut text = String::from(name);
    if term.divisor > 1 {
        text = alloc::format!(
            "\\left\\lfloor \\frac{{{name}}}{{{}}} \\right\\rfloor",
            term.divisor
        );
    }
    if let Some(modulus) = term.modulus {
        text = alloc::format!("({text} \\bmod {modulus})");
    }
    match term.stride {
        1 => text,
        stride => alloc::format!("{text} \\cdot {stride}"),
    }
}

impl fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.formula.parameters();
        let rank = names.len();
        let (before, last) = match self.formula.sums() {
            [before @ .., last] => (before, self.sum(last)),
            [] => (&[][..], "0".into()),
        };
        let sum = |i: usize| (self.formula.name(rank + i), self.sum(&before[i]));
        match self.language {
            Language::Rust => {
                writeln!(
                    f,
                    "const fn position([{}]: [usize; {rank}]) -> usize {{",
                    names.join(", ")
                )?;
                for (name, sum) in (0..before.len()).map(sum) {
                    writeln!(f, "    let {name} = {sum};")?;
                }
                write!(f, "    {last}\n}}")
            }
            Language::C => {
                let parameters: Vec<String> = names
                    .iter()
                    .map(|name| alloc::format!("size_t {name}"))
                    .collect();
                let list = if rank == 0 {
                    "void".into()
                } else {
                    parameters.join(", ")
                };
                writeln!(f, "size_t position({list}) {{")?;
                for (name, sum) in (0..before.len()).map(sum) {
                    writeln!(f, "    size_t {name} = {sum};")?;
                }
                write!(f, "    return {last};\n}}")
            }
            Language::Python => {
                writeln!(f, "def position({}):", names.join(", "))?;
                for (name, sum) in (0..before.len()).map(sum) {
                    writeln!(f, "    {name} = {sum}")?;
                }
                write!(f, "    return {last}")
            }
            Language::Latex => {
                let position = alloc::format!("\\mathrm{{position}}({})", names.join(", "));
                if before.is_empty() {
                    return write!(f, "{position} = {last}");
                }
                writeln!(f, "\\begin{{aligned}}")?;
                for (name, sum) in (0..before.len()).map(sum) {
                    writeln!(f, "{name} &= {sum} \\\\")?;
                }
                write!(f, "{position} &= {last}\n\\end{{aligned}}")
            }
        }
    }
}
