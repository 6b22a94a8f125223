//! The edits of one token that may correct the first error of a text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::element;
use super::order::{dims, named, permutation};
use super::section_name::{SECTIONS, section_named};
use super::text::{group, has_type, has_word, in_order, inside, is_number, list, within, word};
use layout_core::parse::Parsed;
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, What};
use layout_core::spec::message::Explanation;

/// Names before an order.
const ORDERS: &str = "order minor_to_major major_to_minor layout memory_format";
/// Names of numbers that are not sizes of dimensions.
const NOT_DIMENSIONS: &str = "bound max min ndim rank size";
/// Marks and words between two parts, which say nothing.
const LINKS: &str = "- -> ! ? @ # | * :: x of with then and";
/// Words before a type that do not change it.
const QUALIFIERS: [&str; 4] = ["const", "constexpr", "static", "volatile"];

/// A text with an error.
struct Edit<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    rank: usize,
}

/// Returns the texts that differ from `text` in one edit at its first error.
pub(super) fn edits(text: &str, parsed: &Parsed) -> [Option<String>; 2] {
    let error = parsed.mistake(text, 0);
    let (kind, range) = (*error.kind(), error.range());
    let rank = parsed.spec.dims.len();
    let (start, end) = (range.start, range.end);
    let edit = Edit {
        text,
        start,
        end,
        rank,
    };
    let [before, found, after] = [&text[..start], &text[start..end], &text[end..]];
    let rest = &text[start..];
    let first = match kind {
        ErrorKind::NoElement | ErrorKind::UnknownElement => edit.element(),
        ErrorKind::NoDimensions => edit.dims(),
        // `u32{:T(128)}`
        ErrorKind::WrongBracket { expected: '[' } if after.starts_with(':') => edit.insert("[]"),
        ErrorKind::WrongBracket { expected: '[' } => edit.bracketed("[", "]"),
        ErrorKind::WrongBracket { expected: '{' } => edit.bracketed("{", "}"),
        ErrorKind::WrongBracket { expected: '(' } => edit.bracketed("(", ")"),
        ErrorKind::WrongBracket { expected } | ErrorKind::Unclosed { expected } => {
            edit.insert(&expected.to_string())
        }
        // Closing brackets, or the order again.
        ErrorKind::TrailingText
            if is_noise(rest) || has_word(LINKS, rest.trim()) || is_order_again(before, rest) =>
        {
            Some(before.trim_end().into())
        }
        ErrorKind::TrailingText
            if (is_noise(found) || has_word(LINKS, found))
                && (found == "@" || after.trim_start().starts_with(['{', '<'])) =>
        {
            edit.replace("")
        }
        ErrorKind::TrailingText | ErrorKind::Expected(Expected::Layout) => edit.moved_in(),
        ErrorKind::Expected(Expected::SectionsColon) if has_word(ORDERS, found) => edit.order(),
        ErrorKind::Expected(Expected::SectionsColon) if !is_noise(found) => edit.insert(":"),
        ErrorKind::Expected(Expected::SectionsColon | Expected::SplitColon) if is_noise(found) => {
            edit.replace(":")
        }
        // `{1,0:;}`
        ErrorKind::SectionSeparator if before.ends_with(':') && after.starts_with('}') => {
            Some(edit.with(start - 1, end, ""))
        }
        ErrorKind::TrailingComma
        | ErrorKind::SectionSeparator
        | ErrorKind::Expected(Expected::Parenthesis) => edit.replace(""),
        ErrorKind::MissingComma => edit.insert(","),
        ErrorKind::WrongSeparator if in_order(before) => edit.replace(","),
        // `[8,128;1,0]` is two lists.
        ErrorKind::WrongSeparator
            if found == ";"
                && before
                    .rsplit(['[', '('])
                    .next()
                    .is_some_and(|list| list.contains(',')) =>
        {
            None
        }
        ErrorKind::WrongSeparator if matches!(found, ";" | "|" | "x" | "X" | "by") => {
            edit.replace(",")
        }
        ErrorKind::OrderName
        | ErrorKind::OrderRange { .. }
        | ErrorKind::Expected(Expected::Order | Expected::OrderEnd)
        | ErrorKind::Negative(What::Order)
        | ErrorKind::Fraction(What::Order)
        | ErrorKind::Suffix(What::Order)
        | ErrorKind::Quoted(What::Order)
        | ErrorKind::Name(What::Order)
        | ErrorKind::NotLiteral(What::Order)
        | ErrorKind::NotANumber(What::Order) => edit.order(),
        ErrorKind::Quoted(_) => edit.replace(found.trim_matches(['"', '\''])),
        ErrorKind::TimesSign => edit.replace(&found.replace(['x', 'X'], ",")),
        ErrorKind::NotANumber(What::Dimension)
        | ErrorKind::Name(What::Dimension)
        | ErrorKind::NotLiteral(What::Dimension)
            if parsed.holes && edit.is_unknown_size() =>
        {
            edit.replace("?")
        }
        ErrorKind::NotANumber(_) | ErrorKind::Name(_) => {
            edit.label().or_else(|| edit.unnested()).or_else(|| {
                edit.marked()
                    .filter(|_| matches!(kind, ErrorKind::NotANumber(_)))
            })
        }
        ErrorKind::Expected(Expected::Bound) => edit.replace("<="),
        ErrorKind::UnknownSection
        | ErrorKind::BareSection { .. }
        | ErrorKind::SectionCase { .. } => edit.section(),
        ErrorKind::RepeatedSection { .. } if !matches!(found, "T" | "(") => None,
        ErrorKind::RepeatedSection { .. } | ErrorKind::SectionOrder { .. } => edit.sorted(),
        // `1S28` is not 1.
        ErrorKind::Suffix(_) if !has_type(found) => None,
        // The spelling of one number, which the grammar knows.
        ErrorKind::Suffix(_)
        | ErrorKind::Fraction(_)
        | ErrorKind::NotDecimal(_)
        | ErrorKind::LeadingZero(_) => {
            let help = Explanation::new(kind, found.as_bytes()).help();
            let number = help.as_deref().and_then(|help| {
                let number = help.strip_prefix("write `")?.strip_suffix('`')?;
                is_number(number).then(|| edit.replace(number))
            });
            number.flatten()
        }
        _ => None,
    };
    let second = match kind {
        ErrorKind::WrongBracket { expected: '{' } => edit.joined(),
        ErrorKind::WrongBracket {
            expected: '[' | '(',
        } => None,
        ErrorKind::WrongBracket { expected } | ErrorKind::Unclosed { expected } => {
            let noise = !found.is_empty() && is_noise(found);
            noise.then(|| edit.replace(&expected.to_string())).flatten()
        }
        // A blank within a number.
        ErrorKind::MissingComma if !in_order(before) => Some([before.trim_end(), rest].concat()),
        _ => None,
    };
    [first, second]
}

/// Returns true if the text after a layout is its order once more.
fn is_order_again(before: &str, rest: &str) -> bool {
    let order = rest
        .trim()
        .strip_prefix('{')
        .and_then(|it| it.strip_suffix('}'));
    let first = before.rsplit(['{', '<']).next().unwrap_or_default();
    let same = order.and_then(|order| first.strip_prefix(order));
    same.is_some_and(|end| end.starts_with([':', '}', '>']))
}

/// Returns true if a text has no information: commas, closing brackets, quotes.
fn is_noise(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || ",;:.=|/&+)]}>\"'`".contains(c))
}

impl<'a> Edit<'a> {
    fn found(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    fn before(&self) -> &'a str {
        &self.text[..self.start]
    }

    fn after(&self) -> &'a str {
        &self.text[self.end..]
    }

    /// Returns the text with `new` in a range.
    fn with(&self, start: usize, end: usize, new: &str) -> String {
        [&self.text[..start], new, &self.text[end..]].concat()
    }

    fn replace(&self, new: &str) -> Option<String> {
        Some(self.with(self.start, self.end, new))
    }

    fn insert(&self, new: &str) -> Option<String> {
        Some(self.with(self.start, self.start, new))
    }

    /// Returns the end of the group at a position.
    fn group_end(&self, start: usize) -> Option<usize> {
        Some(start + group(&self.text[start..])?)
    }

    /// Returns the group at the error in other brackets.
    fn bracketed(&self, open: &str, close: &str) -> Option<String> {
        let Some(end) = self.group_end(self.start) else {
            return self.replace(open);
        };
        let group = inside(&self.text[self.start..end]);
        Some(self.with(self.start, end, &[open, group, close].concat()))
    }

    /// Another element type.
    fn element(&self) -> Option<String> {
        let (found, rest) = (self.found(), &self.text[self.start..]);
        // `f328,128]` lacks a bracket, and `8` may be a dimension.
        if self.after().starts_with(',') {
            return None;
        }
        // `np.float32((3, 5))` is an array of two numbers.
        let call = found.contains(['.', ':']) && self.after().starts_with('(');
        // `F32::new(3, 5)`
        let of_type = ["new", "zeros", "ones", "empty"]
            .iter()
            .find_map(|method| found.strip_suffix(method))
            .map(|path| path.trim_end_matches(['.', ':']))
            .filter(|name| call && element::exact(name).is_some());
        if let Some(name) = of_type {
            return self.replace(name);
        }
        if let Some((name, len)) = element::replacement(rest, found).filter(|_| !call) {
            return Some(self.with(self.start, self.start + len, name));
        }
        let qualifier = QUALIFIERS
            .iter()
            .find(|&&word| found.split(' ').next() == Some(word));
        if let Some(word) = qualifier {
            return Some(rest[word.len()..].trim_start().into());
        }
        // `col-major f32[3,5]`
        let (name, array) = rest.split_at(word(rest).len());
        let dims = dims(array).filter(|_| array.ends_with(']'));
        if dims.is_some_and(|dims| named(name, &dims).is_some()) {
            return Some(format!("{}{{{name}}}", array.trim()));
        }
        // `[3,5] f32`
        let end = self
            .group_end(self.start)
            .filter(|_| found.starts_with('['))?;
        let after = self.text[end..].trim_start();
        let (name, after) = after.split_at(word(after).len());
        let element = element::in_case_of(name, element::known(name)?);
        Some([element, &self.text[self.start..end], after].concat())
    }

    /// Numbers in brackets each, as in C: `[3][5]`.
    fn joined(&self) -> Option<String> {
        let first = self.before().rsplit('[').next()?.strip_suffix(']')?;
        let mut numbers = alloc::vec![first];
        let mut end = self.start;
        while let Some(rest) = self.text[end..].strip_prefix('[') {
            let (number, _) = rest.split_once(']')?;
            numbers.push(number);
            end += number.len() + 2;
        }
        let all = numbers.len() > 1 && numbers.iter().all(|number| is_number(number));
        let open = self.start - first.len() - 1;
        all.then(|| self.with(open, end - 1, &numbers.join(",")))
    }

    /// Dimensions without brackets or in others, or a mark before them.
    fn dims(&self) -> Option<String> {
        let (found, rest) = (self.found(), &self.text[self.start..]);
        if matches!(found, "<" | "{") && self.after().starts_with(':') {
            return self.insert("[]");
        }
        let next = self.after().trim_start();
        let mark = found == ":" || next.starts_with(['[', '(', '<']) && !found.starts_with(']');
        let noise = is_noise(found)
            || found != "*" && has_word(LINKS, found)
            || self.before().trim() == found;
        let list = matches!(found, "," | "|") && next.starts_with(|c: char| c.is_ascii_digit());
        if mark && noise || list {
            return self.replace(" ");
        }
        if matches!(found, "<" | "(" | "{") {
            return self.bracketed("[", "]");
        }
        let part = |c: char| c.is_ascii_digit() || " ,x<=\u{1}".contains(c);
        let dims = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        let dims = dims.trim_end_matches([' ', ',', '<']);
        let digit = rest.starts_with(|c: char| c.is_ascii_digit());
        digit.then(|| self.with(self.start, self.start + dims.len(), &format!("[{dims}]")))
    }

    /// Returns the order or the sections after the dimensions or after the layout, in its brackets.
    fn moved_in(&self) -> Option<String> {
        let (before, rest) = (self.before().trim_end(), &self.text[self.start..]);
        let rest = rest.trim_start_matches([' ', ',', ';', ':', '.']);
        let name = word(rest);
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let section = section_named(name).is_some() && name.len() < rest.len()
            || SECTIONS.iter().any(|(section, _)| *section == letters);
        if let Some(layout) = before.strip_suffix(['}', '>']) {
            let close = &before[layout.len()..];
            if let Some(layout) = before.strip_suffix("{}") {
                return rest.starts_with('{').then(|| [layout, rest].concat());
            }
            let has_sections = layout.rsplit(['{', '<']).next()?.contains(':');
            // `{1,0}{:T(8,128)}`
            if rest.starts_with(['{', '<']) && !has_sections {
                let sections = inside(&rest[..group(rest).filter(|&len| len == rest.len())?]);
                let sections = sections.trim_start_matches(':');
                let named = sections.starts_with(|c: char| c.is_ascii_uppercase());
                return named.then(|| [layout, ":", sections, close].concat());
            }
            let tile = rest.starts_with('(')
                && (!has_sections || layout.ends_with(')') && self.before() == before);
            let colon = match (has_sections, tile) {
                (true, _) => "",
                (false, true) => ":T",
                (false, false) => ":",
            };
            return (section || tile).then(|| [layout, colon, rest, close].concat());
        }
        if rest.starts_with(['{', '<']) {
            return Some([before, rest].concat());
        }
        if section {
            let order = list(default_order(self.rank).as_slice());
            return Some(format!("{before}{{{order}:{rest}}}"));
        }
        let order = has_word(ORDERS, name)
            || name.starts_with(|c: char| c.is_ascii_digit())
            || dims(before).is_some_and(|dims| named(name, &dims).is_some());
        order.then(|| format!("{before}{{{rest}}}"))
    }

    /// Returns a dimension with a name: `rows=3`.
    fn label(&self) -> Option<String> {
        let rest = &self.text[self.start..];
        let at = rest.find(['=', ':'])?;
        let name = rest[..at].trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
        let number = rest[at + 1..]
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '(');
        let dimension = is_name && number && !has_word(NOT_DIMENSIONS, name);
        dimension.then(|| self.with(self.start, self.start + at + 1, ""))
    }

    /// Returns true if the error is an entry that stands for any size in another system.
    fn is_unknown_size(&self) -> bool {
        self.before().trim_end().ends_with(['[', ','])
            && self.after().trim_start().starts_with([',', ']'])
            && has_word("_ * : .. ... - None", self.found())
    }

    /// Returns a mark before a number: `#3`.
    fn marked(&self) -> Option<String> {
        let rest = &self.text[self.start..];
        let number = rest
            .strip_prefix("==")
            .or_else(|| rest.strip_prefix(['=', '#', '+', '.']))?;
        let digit = number.starts_with(|c: char| c.is_ascii_digit());
        digit.then(|| self.with(self.start, self.text.len() - number.len(), ""))
    }

    /// Lists in brackets within the brackets of a list.
    fn unnested(&self) -> Option<String> {
        let outer = self.before().trim_end();
        let start = outer.len().checked_sub(1)?;
        let nested = self.text[self.start..].starts_with(['(', '[', '{']);
        // `[(3),5]`, `[3,5,{1,0}]`
        if nested && outer.ends_with(['[', ',']) && within(outer, '[') {
            let end = self.group_end(self.start)?;
            let group = &self.text[self.start..end];
            if is_number(inside(group)) && !group.starts_with('{') {
                return Some(self.with(self.start, end, inside(group)));
            }
            if group.starts_with('{') && outer.ends_with(',') {
                let after = self.text[end..].strip_prefix(']')?;
                return Some([&outer[..start], "]", group, after].concat());
            }
        }
        (nested && outer.ends_with(['(', '['])).then_some(())?;
        let Some(end) = self.group_end(start) else {
            return Some(self.with(start, start + 1, ""));
        };
        let lists = inside(&self.text[start..end]);
        if outer.ends_with('(') {
            let lists = lists.replace(['[', '{'], "(").replace([']', '}'], ")");
            let lists: String = lists.split_whitespace().collect();
            return Some(self.with(start, end, &lists.replace("),(", ")(")));
        }
        // One list in two pairs of brackets.
        let only = group(lists) == Some(lists.len());
        only.then(|| self.with(start + 1, end - 1, inside(lists)))
    }

    /// minor_to_major in other words.
    fn order(&self) -> Option<String> {
        let open = self.before().rfind(['{', '<', '(', '['])?;
        let (start, rest) = (open + 1, &self.text[open + 1..]);
        let angle = self.text[open..].starts_with('<');
        let ends = |c| c == ':' || c == '}' || c == '>' && angle;
        let len = rest.find(ends).unwrap_or(rest.len());
        let text = rest[..len].trim();
        // `{:1,0}`
        if let Some(order) = rest.strip_prefix(':') {
            let digit = order.starts_with(|c: char| c.is_ascii_digit());
            return digit.then(|| self.with(start, start + 1, ""));
        }
        if rest.starts_with(['(', '[', '{', '<']) {
            let end = self.group_end(start)?;
            return Some(self.with(start, end, inside(&self.text[start..end])));
        }
        let dims = dims(self.before()).unwrap_or_default();
        let entries: Vec<&str> = text
            .split(',')
            .map(|it| it.trim_matches([' ', '"', '\'']))
            .map(|it| it.trim_start_matches("dim").trim_start_matches('d'))
            .collect();
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
        // `1->0`, but neither `(1,0)` nor `1,-1`
        let separated = text
            .chars()
            .all(|c| c.is_ascii_digit() || " ,;.-=>&|/^_".contains(c));
        let separated = separated && numbers.len() > 1 && !text.contains(",-");
        let order = permutation(&entries, self.rank)
            .or_else(|| permutation(&numbers, self.rank).filter(|_| separated))
            .or_else(|| named(text.trim_matches(['"', '\'']), &dims));
        if let Some(order) = order {
            return Some(self.with(start, start + len, &list(&order)));
        }
        // `{tile=(8,128)}`, `{1,0, memory_space=1}`
        if let Some(at) = text.find(|c: char| c.is_ascii_alphabetic())
            && let name = word(&text[at..])
            && name.len() > 2
            && section_named(name).is_some()
        {
            let order = match text[..at].trim_end_matches([' ', ',']) {
                "" => list(default_order(self.rank).as_slice()),
                order => order.into(),
            };
            let sections = [&order, ":", &text[at..]].concat();
            return Some(self.with(start, start + len, &sections));
        }
        // `0T(2,2)`
        let digits = self
            .found()
            .find(|c: char| !c.is_ascii_digit())
            .filter(|&len| len > 0);
        if let Some(at) = digits {
            return Some(self.with(self.start + at, self.start + at, ":"));
        }
        self.labelled_order(start, &dims)
    }

    /// Returns an order with its name: `major_to_minor=(0,1)`, `order='F'`.
    fn labelled_order(&self, start: usize, dims: &[&str]) -> Option<String> {
        let rest = self.text[start..].trim_start();
        let name = word(rest);
        let value = rest[name.len()..].trim_start_matches([' ', '=', ':']);
        let is_list = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
        let end = match value.chars().next()? {
            '(' | '[' | '{' => group(value),
            c if is_list(c) => value.find(|c| !is_list(c)),
            _ => value.find([',', ':', '}', '>']),
        };
        let start_of_value = self.text.len() - value.len();
        let value = value[..end?].trim_end_matches([' ', ',']);
        let plain = value.trim_matches(['(', '[', '{', '}', ']', ')', '"', '\'', ' ']);
        let entries: Vec<&str> = plain.split(',').map(str::trim).collect();
        let mut order = permutation(&entries, self.rank).or_else(|| named(plain, dims))?;
        let name = name.to_ascii_lowercase();
        has_word(ORDERS, &name).then_some(())?;
        if name == "major_to_minor" {
            order.reverse();
        }
        let end = start_of_value + value.len();
        Some(self.with(start, end, &list(&order)))
    }

    /// Returns a section's name, and brackets after it.
    fn section(&self) -> Option<String> {
        let (rest, before) = (&self.text[self.start..], self.before());
        let sections = before.rsplit(['{', '<']).next()?;
        let has_tile = sections.contains('T');
        // `{:T(8,128):1,0}`
        let last = rest.trim_end_matches(['}', '>']);
        let order = last.trim_start_matches([':', ',']);
        let entries: Vec<&str> = order.split(',').collect();
        if sections.starts_with(':') && has_tile && permutation(&entries, self.rank).is_some() {
            let open = before.len() - sections.len();
            let close = &rest[last.len()..];
            return Some([&before[..open], order, sections, close].concat());
        }
        if is_noise(self.found()) || has_word(LINKS, self.found()) {
            return self.replace("");
        }
        // `{1,0:{T(8,128)}}`, `{1,0:[8,128]}`
        if rest.starts_with(['{', '[']) {
            let end = self.group_end(self.start)?;
            let group = inside(&self.text[self.start..end]);
            let tile = match (rest.starts_with('['), has_tile) {
                (false, _) => group.into(),
                (true, false) => format!("T({group})"),
                (true, true) => format!("({group})"),
            };
            return Some(self.with(self.start, end, &tile));
        }
        let len = rest.find(|c: char| !c.is_ascii_alphabetic() && !matches!(c, '_' | '.'));
        let (name, after) = rest.split_at(len.unwrap_or(rest.len()));
        let value = after.trim_start_matches([' ', '=', ':']);
        let value_at = self.text.len() - value.len();
        let section = match section_named(name.trim_end_matches('_')) {
            Some(section) => section,
            // Keys beside that of `T`, or a tile alone.
            None if matches!(name, "G" | "R" | "Y" | "") && !has_tile => "T",
            // `T(8,128)2,1`
            None if name.is_empty() && before.ends_with(')') => "",
            None if name == "layout" && value.len() < after.len() => {
                return Some(self.with(self.start, value_at, ""));
            }
            None => return None,
        };
        if name != section && !name.is_empty() {
            return Some(self.with(self.start, value_at, section));
        }
        // `T8,128`
        let mut end = value
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(value.len());
        while let Some(next) = value[end..].strip_prefix([',', 'x'])
            && matches!(section, "T" | "PAD" | "")
            && next.starts_with(|c: char| c.is_ascii_digit())
        {
            let len = next.find(|c: char| !c.is_ascii_digit());
            end += 1 + len.unwrap_or(next.len());
        }
        let numbers = value[..end].replace('x', ",");
        // `T8(128)` has two readings.
        let clear = end > 0 && !value[end..].starts_with('(');
        (clear && (!name.is_empty() || numbers.contains(','))).then_some(())?;
        let close = if value[end..].starts_with(')') {
            ""
        } else {
            ")"
        };
        let numbers = format!("{section}({numbers}{close}");
        Some(self.with(self.start, value_at + end, &numbers))
    }

    /// Returns the sections in their order, with the letter of the tiles once.
    fn sorted(&self) -> Option<String> {
        let before = self.before();
        let open = before.rfind(['{', '<'])?;
        let start = open + before[open..].find(':')? + 1;
        let mut sections: Vec<(usize, &str)> = Vec::new();
        let mut at = start;
        loop {
            let rest = &self.text[at..];
            let name = word(rest);
            let mut end = name.len();
            let several = matches!(name, "" | "T" | "SC");
            while rest[end..].starts_with('(') && (several || end == name.len()) {
                end += group(&rest[end..])?;
            }
            if end == 0 {
                break;
            }
            let number = SECTIONS.iter().position(|(section, _)| *section == name);
            sections.push((
                number.or(name.is_empty().then_some(0))?,
                &rest[name.len()..end],
            ));
            at += end;
        }
        sections.sort_by_key(|&(number, _)| number);
        let mut sorted = String::new();
        for (at, &(number, groups)) in sections.iter().enumerate() {
            let again = at > 0 && number == 0;
            sorted += if again { "" } else { SECTIONS[number].0 };
            sorted += groups;
        }
        Some(self.with(start, at, &sorted))
    }
}
