//! `Node`: a text in any notation as words, entries, marks and groups.

use alloc::vec::Vec;

use super::element;
use layout_core::parse::HOLE;
use layout_core::parse::cursor::{closing, is_open};

/// A token, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node<'a> {
    /// A name, with the segments of a path before it.
    Word(&'a str),
    /// A number, a hole, `*`, `?` or `<=8`.
    Entry(&'a str),
    /// Punctuation.
    Mark(&'a str),
    /// A number with a suffix, or a character that is not ASCII.
    Unknown(&'a str),
    Group {
        open: u8,
        inside: Vec<Node<'a>>,
        /// The text between the brackets.
        text: &'a str,
    },
}

impl<'a> Node<'a> {
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        *self == Node::Mark(mark)
    }

    /// The nodes within the brackets, if these are of one of the `kinds`.
    pub(super) fn inside(&self, kinds: &[u8]) -> Option<&[Node<'a>]> {
        match self {
            Node::Group { open, inside, .. } if kinds.contains(open) => Some(inside),
            _ => None,
        }
    }
}

/// The deepest nest of brackets that is read.
pub(super) const MAX_DEPTH: usize = 16;

/// Splits a text; `None` if a bracket is closed by one of another kind.
pub(super) fn nodes(text: &str) -> Option<Vec<Node<'_>>> {
    let mut lexer = Lexer { text, at: 0 };
    lexer.nodes(&mut Vec::new())
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn take(&mut self, len: usize) -> &'a str {
        let start = self.at;
        self.at += len;
        &self.text[start..self.at]
    }

    /// The number of successive bytes that `alike` accepts.
    fn count(&self, alike: impl Fn(u8) -> bool) -> usize {
        self.rest().iter().take_while(|&&byte| alike(byte)).count()
    }

    /// The nodes up to the bracket that closes the innermost of `open`.
    fn nodes(&mut self, open: &mut Vec<u8>) -> Option<Vec<Node<'a>>> {
        let mut nodes = Vec::new();
        loop {
            self.at += self.count(|byte| byte.is_ascii_whitespace());
            let in_angles = open.last() == Some(&b'<');
            match *self.rest() {
                [] => return Some(nodes),
                [b'-' | b'=', b'>', ..] | [b':', b':', ..] => nodes.push(Node::Mark(self.take(2))),
                [close @ (b')' | b']' | b'}' | b'>'), ..] => {
                    match open.last() {
                        Some(&last) if closing(last) == close => return Some(nodes),
                        None => nodes.push(Node::Mark(self.take(1))),
                        // A closing bracket is missing before this one.
                        Some(_) if open.iter().any(|&open| closing(open) == close) => {
                            return Some(nodes);
                        }
                        Some(_) => return None,
                    }
                }
                [b'<', b'=', ..] => nodes.push(self.bound()?),
                [bracket, ..] if is_open(bracket) && !(bracket == b'<' && self.is_less()) => {
                    nodes.push(self.group(open)?);
                    self.times(&mut nodes);
                }
                [b'"' | b'\'', ..] if self.quoted_code().is_some() => {
                    let code = self.quoted_code().unwrap_or_default();
                    self.at += code.len();
                    nodes.push(match element::of_numpy(code) {
                        Some(_) => Node::Word(code),
                        None => Node::Unknown(code), // 8 bits or 8 bytes
                    });
                }
                [b'"' | b'\'' | b'#', ..] if self.is_quote() => self.at += 1,
                [b'r' | b'b' | b'c', b'"', ..] | [b'r', b'#', b'"', ..] => self.at += 1,
                [b'0'..=b'9' | b'?' | b'*' | HOLE, ..] => self.entry(&mut nodes),
                [b'-', b'0'..=b'9', ..] if !matches!(nodes.last(), Some(Node::Entry(_))) => {
                    let len = 1 + self.text.as_bytes()[self.at + 1..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_digit())
                        .count();
                    nodes.push(Node::Entry(self.take(len)));
                }
                [0xc3, 0x97, ..] => nodes.push(Node::Mark(self.take(2))),
                [byte, ..] if byte.is_ascii_alphabetic() || byte == b'_' => {
                    nodes.push(Node::Word(self.word()));
                }
                [b'.', b'.', ..] => {
                    let len = self.count(|byte| byte == b'.');
                    nodes.push(Node::Mark(self.take(len)));
                }
                [byte, ..] if byte.is_ascii() => nodes.push(Node::Mark(self.take(1))),
                _ => {
                    let len = self.count(|byte| !byte.is_ascii());
                    nodes.push(Node::Unknown(self.take(len)));
                }
            }
            if in_angles && self.rest().is_empty() {
                return Some(nodes);
            }
        }
    }

    /// Whether a `"`, or the `#` of a raw text, is at the cursor.
    fn is_quote(&self) -> bool {
        let rest = self.rest();
        let hash = rest[0] == b'#';
        !hash || rest.get(1) == Some(&b'"') || self.text[..self.at].ends_with('"')
    }

    /// NumPy's code of an element type, such as `f4`, with the quote before it.
    fn quoted_code(&self) -> Option<&'a str> {
        let quoted = &self.text[self.at..];
        let len = 1 + quoted[1..].find(['"', '\''])?;
        let code = &quoted[..len];
        let codes = [
            "f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "c8", "c16",
        ];
        codes.contains(&&code[1..]).then_some(code)
    }

    /// Whether `<` is the byte order of NumPy's `<f4`.
    fn is_less(&self) -> bool {
        matches!(
            self.rest(),
            [_, b'f' | b'i' | b'u' | b'c' | b'b', b'0'..=b'9', ..]
        ) && !self.rest().contains(&b'>')
    }

    fn group(&mut self, open: &mut Vec<u8>) -> Option<Node<'a>> {
        if open.len() == MAX_DEPTH {
            return None;
        }
        let bracket = self.rest()[0];
        open.push(bracket);
        self.at += 1;
        let start = self.at;
        let inside = self.nodes(open)?;
        let text = &self.text[start..self.at];
        open.pop();
        if self.rest().first() == Some(&closing(bracket)) {
            self.at += 1;
        }
        Some(Node::Group {
            open: bracket,
            inside,
            text,
        })
    }

    /// `<=` and a number, without blanks.
    fn bound(&mut self) -> Option<Node<'a>> {
        let start = self.at;
        self.at += 2;
        let len = self.count(|byte| byte.is_ascii_digit() || byte == HOLE);
        if len == 0 {
            return None;
        }
        self.at += len;
        Some(Node::Entry(&self.text[start..self.at]))
    }

    /// A number, `*`, `?` or a hole, and the `x` of `8x128xf32` after it.
    fn entry(&mut self, nodes: &mut Vec<Node<'a>>) {
        let first = self.rest()[0];
        let digits = self.text.as_bytes()[self.at + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let number = first.is_ascii_digit() || first == HOLE;
        nodes.push(Node::Entry(self.take(1 + if number { digits } else { 0 })));
        self.times(nodes);
        let section = matches!(self.rest(), [b'T' | b'L' | b'E' | b'S' | b'M', b'(', ..]);
        let after_x = matches!(nodes.last(), Some(Node::Mark("x")));
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let suffix = self.count(is_word);
        if number && suffix > 0 && !after_x && !section {
            nodes.push(Node::Unknown(self.take(suffix)));
        }
    }

    /// The `x` of `8x128xf32` at the cursor.
    fn times(&mut self, nodes: &mut Vec<Node<'a>>) {
        if let [b'x' | b'X', next, ..] = self.rest()
            && (next.is_ascii_alphanumeric() || matches!(next, b'[' | b'?' | b'!' | b'*'))
        {
            self.at += 1;
            nodes.push(Node::Mark("x"));
        }
    }

    /// A name: letters, digits and `_`, as a path with `.`, `::` or `-`.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        loop {
            self.at += self.count(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            self.at += match self.rest() {
                [b'.' | b'-', byte, ..] if byte.is_ascii_alphabetic() || *byte == b'_' => 1,
                [b'.', b'0'..=b'9', ..] => 1,
                [b':', b':', byte, ..] if byte.is_ascii_alphabetic() || *byte == b'_' => 2,
                _ => return &self.text[start..self.at],
            }
        }
    }
}
