//! Arithmetic of literals, where one number is expected: its value, and what to write instead.

use alloc::format;
use alloc::string::String;

use super::text::is_name;

/// The most nested groups of an expression.
const MAX_DEPTH: usize = 16;

/// Returns the value of an expression of literals, in which `^` and `**` are powers and `//` is
/// a division; `None` if it is no size, or no expression with an operator.
pub(super) fn value(text: &str) -> Option<u64> {
    let mut arithmetic = Arithmetic {
        rest: text.trim(),
        depth: 0,
    };
    let operator = text.contains(|c: char| "+-*/%^<>".contains(c));
    let value = arithmetic.binary(SHIFTS)?;
    (operator && arithmetic.rest.is_empty() && value > 0).then_some(value)
}

/// `2^10`: in Rust, `^` is not a power.
pub(super) fn power(found: &str) -> Option<String> {
    let (says, operator) = match found {
        found if found.contains("**") => ("Rust has no operator `**`", "**"),
        found if found.contains('^') => ("`^` is XOR in Rust", "^"),
        _ => return None,
    };
    if let Some(value) = value(found) {
        return Some(format!("{says}: write `{value}`"));
    }
    let (base, exponent) = found.split_once(operator)?;
    let [base, exponent] = [base.trim(), exponent.trim()];
    let names = found.contains(char::is_alphabetic) && is_name(base) && is_name(exponent);
    Some(if names {
        format!("{says}: write `{{ usize::pow({base}, {exponent}) }}`")
    } else {
        format!("{says}: write `{{ usize::pow(2, 10) }}` for a power")
    })
}

/// Returns the number to write for an entry of literals, with the token `found` within.
pub(super) fn computed(before: &str, found: &str, after: &str) -> Option<String> {
    let start = before.rfind(['[', '(', ','])? + 1;
    let mut depth = 0usize;
    let ends = |c: char| {
        let inner = depth > 0;
        depth += usize::from(c == '(');
        depth -= usize::from(c == ')' && inner);
        !inner && matches!(c, ',' | ']' | ')')
    };
    let end = after.find(ends).unwrap_or(after.len());
    let entry = [&before[start..], found, &after[..end]].concat();
    let value = value(&entry);
    let two = entry.split_once(['*', '/', '-']).and_then(|(x, y)| {
        let [x, y]: [u64; 2] = [x.trim().parse().ok()?, y.trim().parse().ok()?];
        Some([x, y])
    });
    match (value, two) {
        _ if power(&entry).is_some() => power(&entry),
        (Some(value), Some([x, y])) => {
            let name = match found {
                "*" => "product",
                "-" => "difference",
                _ => "quotient",
            };
            Some(format!(
                "write `{value}` for the {name}, or `{x},{y}` for two numbers"
            ))
        }
        (Some(value), None) if entry.trim() == found => Some(format!("write `{value}`")),
        (Some(value), None) => Some(format!("write `{value}` for `{}`", entry.trim())),
        (None, Some([x, y])) => Some(format!("write one number, or `{x},{y}` for two")),
        (None, None) => None,
    }
}

/// Operators that bind less tightly than those of the next list.
type Operators = &'static [&'static str];

const SHIFTS: Operators = &["<<", ">>"];
const SUMS: Operators = &["+", "-"];
const PRODUCTS: Operators = &["*", "//", "/", "%"];

struct Arithmetic<'a> {
    rest: &'a str,
    depth: usize,
}

impl Arithmetic<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Operands with operators of one precedence between them.
    fn binary(&mut self, operators: Operators) -> Option<u64> {
        let operand = |this: &mut Self| match operators {
            SHIFTS => this.binary(SUMS),
            SUMS => this.binary(PRODUCTS),
            _ => this.power(),
        };
        let mut value = operand(self)?;
        loop {
            let Some(operator) = operators.iter().find(|operator| self.eat(operator)) else {
                return Some(value);
            };
            let right = operand(self)?;
            value = match *operator {
                "<<" => value.checked_mul(1u64.checked_shl(right.try_into().ok()?)?)?,
                ">>" => value.checked_shr(right.try_into().ok()?)?,
                "+" => value.checked_add(right)?,
                "-" => value.checked_sub(right)?,
                "*" => value.checked_mul(right)?,
                "%" => value.checked_rem(right)?,
                _ => (value.checked_rem(right)? == 0).then(|| value / right)?,
            };
        }
    }

    /// Returns a number or a group, perhaps to a power.
    fn power(&mut self) -> Option<u64> {
        let base = self.operand()?;
        if !self.eat("**") && !self.eat("^") {
            return Some(base);
        }
        base.checked_pow(self.operand()?.try_into().ok()?)
    }

    fn operand(&mut self) -> Option<u64> {
        if self.eat("(") {
            self.depth += 1;
            (self.depth < MAX_DEPTH).then_some(())?;
            let value = self.binary(SHIFTS)?;
            self.depth -= 1;
            return self.eat(")").then_some(value);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_are_those_of_arithmetic() {
        for (text, meant) in [
            ("2^7-1", 127),
            ("2**7", 128),
            ("1<<7", 128),
            ("1 << 2 + 3", 32),
            ("128/4", 32),
            ("128 // 4", 32),
            ("2+3*4", 14),
            ("(8+1)*2", 18),
            ("10%3", 1),
            ("16-1-2", 13),
            ("256>>1", 128),
            ("2*3^2", 18),
        ] {
            assert_eq!(value(text), Some(meant), "{text}");
        }
        for text in [
            "", "8", "8+", "3/5", "8/128", "3-5", "2^64", "1<<64", "N*2", "2^2^3", "(8", "8)",
            "-8", "0*5", "5%0",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        let nested = ["(".repeat(99), "1+1".into(), ")".repeat(99)].concat();
        assert_eq!(value(&nested), None);
    }
}
