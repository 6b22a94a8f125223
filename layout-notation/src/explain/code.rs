//! A formula as a function of a programming language.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::position_formula::{PositionFormula, SumTerm, sum};

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
    /// An equation for LaTeX's math mode, `aligned` if it has several.
    Latex,
}

/// What [`PositionFormula::function`] returns.
struct Code<'a> {
    formula: &'a PositionFormula,
    language: Language,
}

impl PositionFormula {
    /// Returns the formula as a function `position` of a language, or as an equation.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::notation::explain::{Language, explain};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(
    ///     explain(&layout).position().function(Language::C).to_string(),
    ///     "size_t position(size_t y, size_t x) {\n    \
    ///          return (y / 2) * 12 + (x / 2) * 4 + (y % 2) * 2 + x % 2;\n}",
    /// );
    /// ```
    #[must_use]
    pub fn function(&self, language: Language) -> impl fmt::Display {
        Code {
            formula: self,
            language,
        }
    }
}

impl Code<'_> {
    fn sum(&self, terms: &[SumTerm]) -> String {
        sum(terms, |term| {
            let name = self.formula.name(term.variable);
            match self.language {
                Language::Latex => latex(name, term),
                Language::Python => term.product(&name, [" // ", " % ", " * "], number),
                _ => term.product(&name, [" / ", " % ", " * "], number),
            }
        })
    }
}

fn number(number: usize) -> String {
    number.to_string()
}

fn latex(name: String, term: &SumTerm) -> String {
    let mut text = match term.divisor {
        1 => name,
        divisor => format!("\\left\\lfloor \\frac{{{name}}}{{{divisor}}} \\right\\rfloor"),
    };
    if let Some(modulus) = term.modulus {
        text = format!("({text} \\bmod {modulus})");
    }
    match term.stride {
        1 => text,
        stride => format!("{text} \\cdot {stride}"),
    }
}

impl fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.formula.parameters();
        let rank = names.len();
        let list = names.join(", ");
        let sums = self.formula.sums();
        // What is before the sums, around each but the last, and around the last.
        let (head, [before, between, after], [result, end]) = match self.language {
            Language::Rust => (
                format!("const fn position([{list}]: [usize; {rank}]) -> usize {{\n"),
                ["    let ", " = ", ";\n"],
                ["    ", "\n}"],
            ),
            Language::C => (
                match rank {
                    0 => "size_t position(void) {\n".into(),
                    _ => format!("size_t position(size_t {}) {{\n", names.join(", size_t ")),
                },
                ["    size_t ", " = ", ";\n"],
                ["    return ", ";\n}"],
            ),
            Language::Python => (
                format!("def position({list}):\n"),
                ["    ", " = ", "\n"],
                ["    return ", ""],
            ),
            Language::Latex if sums.len() < 2 => {
                let head = format!("\\mathrm{{position}}({list}) = ");
                (head, [""; 3], [""; 2])
            }
            Language::Latex => (
                "\\begin{aligned}\n".into(),
                ["", " &= ", " \\\\\n"],
                [
                    &*format!("\\mathrm{{position}}({list}) &= "),
                    "\n\\end{aligned}",
                ],
            ),
        };
        f.write_str(&head)?;
        for (i, terms) in sums.iter().enumerate() {
            let sum = self.sum(terms);
            if i + 1 < sums.len() {
                let name = self.formula.name(rank + i);
                write!(f, "{before}{name}{between}{sum}{after}")?;
            } else {
                write!(f, "{result}{sum}{end}")?;
            }
        }
        Ok(())
    }
}
