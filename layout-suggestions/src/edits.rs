//! The edits of one token that may correct the first error of a text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::element;
use super::list;
use super::order::{dims, named, permutation};
use layout_core::parse::Parsed;
use layout_core::parse::section_name::{SECTION_NAMES, named_section};
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, What};
use layout_core::spec::message::Explanation;

/// The sections in their order.
pub(super) const SECTIONS: [&str; 7] = ["T", "L", "E", "S", "SC", "M", "PAD"];
/// Names of numbers that are not sizes of dimensions.
const NOT_DIMENSIONS: [&str; 6] = ["bound", "max", "min", "ndim", "rank", "size"];
/// Words before a type that do not change it.
const QUALIFIERS: [&str; 4] = ["const", "constexpr", "static", "volatile"];

/// The length of the group in brackets at the start of a text.
pub(super) fn group(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '<' if !text[at..].starts_with("<=") => depth += 1,
            '>' if text[..at].ends_with('-') => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// The text of a group without its brackets.
fn inside(group: &str) -> &str {
    group[1..group.len() - 1].trim().trim_end_matches(',')
}

/// The word at the start of a text, with `-`, `_` and `.` in it.
pub(super) fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'));
    &text[..end.unwrap_or(text.len())]
}

/// A text with an error.
struct Edit<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    rank: usize,
}

/// The texts that differ from `text` in one edit at its first error.
pub(super) fn edits(text: &str, parsed: &Parsed) -> Vec<String> {
    let error = parsed.mistake(text, 0);
    let (kind, range) = (*error.kind(), error.range());
    let edit = Edit {
        text,
        start: range.start,
        end: range.end,
        rank: parsed.spec.dims.len(),
    };
    let (found, rest) = (edit.found(), &text[edit.start..]);
    let one = |edit: Option<String>| edit.into_iter().collect();
    match kind {
        ErrorKind::NoElement | ErrorKind::UnknownElement => edit.element(),
        ErrorKind::NoDimensions => one(edit.dims()),
        ErrorKind::WrongBracket {
            expected: open @ ('[' | '{' | '('),
        } => [
            Some(edit.bracketed(open)),
            edit.joined().filter(|_| open == '{'),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ErrorKind::WrongBracket { expected } | ErrorKind::Unclosed { expected } => {
            let mut edits = alloc::vec![edit.insert(&expected.to_string())];
            if !found.is_empty() && is_noise(found) {
                edits.push(edit.replace(&expected.to_string()));
            }
            edits
        }
        ErrorKind::Expected(Expected::Layout) => one(edit.moved_in()),
        ErrorKind::TrailingText if is_noise(rest) || text[..edit.start].ends_with(rest.trim()) => {
            alloc::vec![text[..edit.start].trim_end().into()]
        }
        ErrorKind::TrailingText if is_noise(found) && edit.after().starts_with(['{', '<']) => {
            alloc::vec![edit.replace("")]
        }
        ErrorKind::TrailingText => one(edit.moved_in()),
        ErrorKind::Expected(Expected::SectionsColon) => alloc::vec![match is_noise(found) {
            true => edit.replace(":"),
            false => edit.insert(":"),
        }],
        ErrorKind::TrailingComma
        | ErrorKind::SectionSeparator
        | ErrorKind::Expected(Expected::Parenthesis) => alloc::vec![edit.replace("")],
        ErrorKind::OrderName
        | ErrorKind::OrderRange { .. }
        | ErrorKind::OrderCount { .. }
        | ErrorKind::Expected(Expected::Order | Expected::OrderEnd)
        | ErrorKind::Negative(What::Order)
        | ErrorKind::Fraction(What::Order)
        | ErrorKind::Suffix(What::Order)
        | ErrorKind::Quoted(What::Order)
        | ErrorKind::Name(What::Order)
        | ErrorKind::NotLiteral(What::Order)
        | ErrorKind::NotANumber(What::Order) => edit.order(kind),
        ErrorKind::MissingComma if edit.in_order() => alloc::vec![edit.insert(",")],
        // A blank within a number, or a comma left out.
        ErrorKind::MissingComma => {
            let joined = format!("{}{}", text[..edit.start].trim_end(), &text[edit.start..]);
            alloc::vec![edit.insert(","), joined]
        }
        ErrorKind::WrongSeparator
            if edit.in_order() || matches!(found, ";" | "|" | "x" | "X" | "by") =>
        {
            alloc::vec![edit.replace(",")]
        }
        ErrorKind::Quoted(_) => alloc::vec![edit.replace(found.trim_matches(['"', '\'']))],
        ErrorKind::TimesSign => alloc::vec![edit.replace(&found.replace(['x', 'X'], ","))],
        ErrorKind::Negative(_) => Vec::new(),
        ErrorKind::NotANumber(_) | ErrorKind::Name(_) if edit.label().is_some() => {
            one(edit.label())
        }
        ErrorKind::NotANumber(_) if edit.unnested().is_some() => one(edit.unnested()),
        ErrorKind::NotANumber(What::Dimension) if rest.starts_with(['=', '#', '+']) => one(rest
            [1..]
            .starts_with(|c: char| c.is_ascii_digit())
            .then(|| edit.with(edit.start, edit.start + 1, ""))),
        ErrorKind::Expected(Expected::Bound) => alloc::vec![edit.replace("<=")],
        ErrorKind::Expected(Expected::SplitColon) if found.len() == 1 => {
            alloc::vec![edit.replace(":")]
        }
        ErrorKind::UnknownSection
        | ErrorKind::BareSection { .. }
        | ErrorKind::SectionCase { .. } => edit.section(),
        ErrorKind::RepeatedSection { section: "T" } | ErrorKind::SectionOrder { .. } => {
            one(edit.sorted())
        }
        // The spelling of one number, which the grammar knows.
        _ => {
            let help = Explanation::new(kind, found.as_bytes()).help();
            let written = help
                .as_deref()
                .and_then(|help| help.strip_prefix("write `")?.strip_suffix('`'));
            one(written
                .filter(|it| it.bytes().all(|c| c.is_ascii_digit()))
                .map(|it| edit.replace(it)))
        }
    }
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

    /// The text with `new` in a range.
    fn with(&self, start: usize, end: usize, new: &str) -> String {
        [&self.text[..start], new, &self.text[end..]].concat()
    }

    fn replace(&self, new: &str) -> String {
        self.with(self.start, self.end, new)
    }

    fn insert(&self, new: &str) -> String {
        self.with(self.start, self.start, new)
    }

    fn default_order(&self) -> String {
        list(default_order(self.rank).as_slice())
    }

    /// The end of the group at a position.
    fn group_end(&self, start: usize) -> Option<usize> {
        Some(start + group(&self.text[start..])?)
    }

    /// The group at the error in other brackets.
    fn bracketed(&self, open: char) -> String {
        let close = match open {
            '[' => "]",
            '{' => "}",
            _ => ")",
        };
        let open = open.to_string();
        match self.group_end(self.start) {
            Some(end) => {
                let group = inside(&self.text[self.start..end]);
                self.with(self.start, end, &[&open, group, close].concat())
            }
            None => self.with(self.start, self.start + 1, &open),
        }
    }

    fn in_order(&self) -> bool {
        let list = self
            .before()
            .trim_end_matches(|c| !matches!(c, '[' | '(' | '{' | '<'));
        list.ends_with(['{', '<'])
    }

    /// Edits of the element type.
    fn element(&self) -> Vec<String> {
        let (found, rest) = (self.found(), &self.text[self.start..]);
        // `np.float32((3, 5))` is an array of two numbers.
        let call = found.contains('.') && self.after().starts_with('(');
        if let Some((name, len)) = element::replacement(rest, found).filter(|_| !call) {
            return alloc::vec![self.with(self.start, self.start + len, name)];
        }
        let after = self.after().trim_start();
        if matches!(found, "-" | "->" | "|" | ">") || QUALIFIERS.contains(&found) {
            return alloc::vec![after.into()];
        }
        // `col-major f32[3,5]`
        let layout = word(rest).len();
        if let Some((name, array)) = rest.split_at_checked(layout)
            && array.ends_with(']')
            && dims(array).is_some_and(|dims| named(name, &dims).is_some())
        {
            return alloc::vec![format!("{}{{{name}}}", array.trim())];
        }
        let qualifier = QUALIFIERS
            .iter()
            .find_map(|word| found.strip_prefix(word)?.strip_prefix(' '));
        if let Some(name) = qualifier {
            return alloc::vec![self.replace(name)];
        }
        // `[3,5] f32`
        let moved = || {
            let end = self
                .group_end(self.start)
                .filter(|_| found.starts_with('['))?;
            let rest = self.text[end..].trim_start();
            let name = word(rest);
            let element = element::known(name)?;
            let group = &self.text[self.start..end];
            Some(
                [
                    element::in_case_of(name, element),
                    group,
                    &rest[name.len()..],
                ]
                .concat(),
            )
        };
        moved().into_iter().collect()
    }

    /// Numbers in brackets each, as in C: `[3][5]`.
    fn joined(&self) -> Option<String> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let first = self.before().rsplit('[').next()?.strip_suffix(']')?;
        let mut numbers = alloc::vec![first];
        let mut end = self.start;
        while let Some(rest) = self.text[end..].strip_prefix('[') {
            let number = rest.split(']').next()?;
            numbers.push(number);
            end += number.len() + 2;
        }
        let open = self.start - first.len() - 1;
        let all = numbers.len() > 1 && numbers.iter().all(|number| is_number(number));
        all.then(|| self.with(open, end - 1, &numbers.join(",")))
    }

    /// Dimensions without brackets, or a mark before them.
    fn dims(&self) -> Option<String> {
        let found = self.found();
        if is_noise(found) || found == "-" || self.before().trim() == found {
            return Some(self.replace(" "));
        }
        if matches!(found, "<" | "(" | "{") {
            return Some(self.bracketed('['));
        }
        let rest = &self.text[self.start..];
        let part = |c: char| c.is_ascii_digit() || " ,x?<=\u{1}".contains(c);
        let dims = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        let dims = dims.trim_end_matches([' ', ',', '<']);
        rest.starts_with(|c: char| c.is_ascii_digit())
            .then_some(())?;
        Some(self.with(self.start, self.start + dims.len(), &format!("[{dims}]")))
    }

    /// The order or the sections after the dimensions or after the layout, in its brackets.
    fn moved_in(&self) -> Option<String> {
        let (before, rest) = (self.before().trim_end(), &self.text[self.start..]);
        let rest = rest.trim_start_matches([' ', ',', ';', ':', '.']);
        let name = word(rest);
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let section = named_section(name.as_bytes()).is_some() && name.len() < rest.len()
            || SECTIONS.contains(&bare);
        if let Some(close @ ('}' | '>')) = before.chars().last() {
            let (layout, body) = (
                &before[..before.len() - 1],
                before.rsplit(['{', '<']).next()?,
            );
            let colon = if body.contains(':') { "" } else { ":" };
            let tile = rest.starts_with('(') && !body.contains(':');
            return (section || tile).then(|| [layout, colon, rest].concat() + &close.to_string());
        }
        if section {
            return Some(format!("{before}{{{}:{rest}}}", self.default_order()));
        }
        let order = matches!(
            name,
            "order" | "minor_to_major" | "major_to_minor" | "layout"
        ) || name.starts_with(|c: char| c.is_ascii_digit())
            || dims(before).is_some_and(|dims| named(name, &dims).is_some());
        order.then(|| format!("{before}{{{rest}}}"))
    }

    /// A dimension with a name: `rows=3`.
    fn label(&self) -> Option<String> {
        let rest = &self.text[self.start..];
        let at = rest.find(['=', ':'])?;
        let name = rest[..at].trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
        let number = rest[at + 1..]
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit());
        let dimension = is_name && number && !NOT_DIMENSIONS.contains(&name);
        dimension.then(|| self.with(self.start, self.start + at + 1, ""))
    }

    /// A list in brackets within the brackets of a list.
    fn unnested(&self) -> Option<String> {
        let outer = self.before().trim_end();
        let open = outer.chars().last().filter(|c| "([".contains(*c))?;
        let start = outer.len() - 1;
        self.text[self.start..]
            .starts_with(['(', '[', '{'])
            .then_some(())?;
        let Some(end) = self.group_end(start) else {
            return Some(self.with(start, start + 1, ""));
        };
        let lists = inside(&self.text[start..end]);
        if open == '(' {
            let lists = lists
                .replace(['[', '{'], "(")
                .replace([']', '}'], ")")
                .replace(' ', "");
            return Some(self.with(start, end, &lists.replace("),(", ")(")));
        }
        // One list in two pairs of brackets.
        let only = group(lists) == Some(lists.len());
        only.then(|| self.with(start + 1, end - 1, inside(lists)))
    }

    /// Edits of minor_to_major.
    fn order(&self, kind: ErrorKind) -> Vec<String> {
        let before = self.before();
        let Some(open) = before.rfind(['{', '<', '(', '[']) else {
            return Vec::new();
        };
        let start = open + 1;
        let ends = |c| c == ':' || c == '}' || c == '>' && before[open..].starts_with('<');
        let end = self.text[start..]
            .find(ends)
            .map_or(self.text.len(), |len| start + len);
        let text = self.text[start..end].trim();
        let dims = dims(before).unwrap_or_default();
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
        let entries: Vec<&str> = text.split(',').map(str::trim).collect();
        let unprefixed: Option<Vec<&str>> = entries.iter().map(|it| it.strip_prefix('d')).collect();
        let punctuation = |c: char| c.is_ascii_digit() || c.is_ascii_punctuation() || c == ' ';
        let order = permutation(&entries, self.rank)
            .or_else(|| permutation(&unprefixed?, self.rank))
            .or_else(|| {
                let list = text.chars().all(punctuation)
                    && !text.contains(['(', '['])
                    && numbers.len() > 1;
                permutation(&numbers, self.rank)
                    .filter(|_| list && !entries.iter().any(|it| it.starts_with('-')))
            })
            .or_else(|| named(text.trim_matches(['"', '\'', ' ']), &dims));
        if let Some(order) = order {
            return alloc::vec![self.with(start, end, &list(&order))];
        }
        // `0T(2,2)`
        if let (ErrorKind::Suffix(_), Some(at)) =
            (kind, self.found().find(|c: char| !c.is_ascii_digit()))
        {
            return alloc::vec![self.with(self.start + at, self.start + at, ":")];
        }
        self.labelled_order(start, &dims).into_iter().collect()
    }

    /// An order with its name: `major_to_minor=(0,1)`, `order='F'`.
    fn labelled_order(&self, start: usize, dims: &[&str]) -> Option<String> {
        let rest = &self.text[start..];
        let name = word(rest.trim_start());
        let reversed = match name.to_ascii_lowercase().as_str() {
            "major_to_minor" => true,
            "minor_to_major" | "order" | "layout" => false,
            _ => return None,
        };
        let value_at = rest.find(name)? + name.len();
        let value = rest[value_at..].trim_start_matches([' ', '=', ':']);
        let value_at = rest.len() - value.len();
        let (order, len) = match group(value).filter(|_| value.starts_with(['(', '[', '{'])) {
            Some(len) => {
                let entries: Vec<&str> = inside(&value[..len]).split(',').map(str::trim).collect();
                let mut order = permutation(&entries, self.rank)?;
                if reversed {
                    order.reverse();
                }
                (order, len)
            }
            None => {
                let len = value.find([',', '}', '>']).unwrap_or(value.len());
                (
                    named(value[..len].trim_matches(['"', '\'', ' ']), dims)?,
                    len,
                )
            }
        };
        Some(self.with(start, start + value_at + len, &list(&order)))
    }

    /// Edits of a section's name and of the brackets after it.
    fn section(&self) -> Vec<String> {
        let (rest, before) = (&self.text[self.start..], self.before());
        let has_tile = before
            .rsplit(['{', '<'])
            .next()
            .is_some_and(|body| body.contains('T'));
        if is_noise(self.found()) {
            return alloc::vec![self.replace("")];
        }
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic() && !matches!(c, '_' | '.'));
        let (name, after) = rest.split_at(letters.unwrap_or(rest.len()));
        let value = after.trim_start_matches([' ', '=', ':']);
        let section = match named_section(name.as_bytes()) {
            Some(section) => SECTION_NAMES[section].0,
            // Keys beside that of `T`.
            None if matches!(name, "G" | "R" | "Y") && !has_tile => "T",
            None if name.is_empty() && !has_tile => "T",
            None if name == "layout" && value.len() < after.len() => {
                return alloc::vec![self.with(self.start, self.text.len() - value.len(), "")];
            }
            None => return Vec::new(),
        };
        if name != section && !name.is_empty() {
            return alloc::vec![self.with(self.start, self.text.len() - value.len(), section)];
        }
        // `T8,128`
        let mut separators = value.match_indices(|c: char| !c.is_ascii_digit() && c != '*');
        let several = matches!(section, "T" | "PAD");
        let end = separators.find(|&(at, c)| {
            let number = value[at + c.len()..].starts_with(|c: char| c.is_ascii_digit());
            !(several && number && at > 0 && (c == "," || c == "x"))
        });
        let end = end.map_or(value.len(), |(at, _)| at);
        let numbers = value[..end].replace('x', ",");
        if end == 0 || name.is_empty() && !numbers.contains(',') {
            return Vec::new();
        }
        let close = if value[end..].starts_with(')') {
            ""
        } else {
            ")"
        };
        let start = self.text.len() - value.len();
        alloc::vec![self.with(
            self.start,
            start + end,
            &format!("{section}({numbers}{close}")
        )]
    }

    /// The sections in their order, with the letter of the tiles once.
    fn sorted(&self) -> Option<String> {
        let before = self.before();
        let open = before.rfind(['{', '<'])?;
        let start = open + before[open..].find(':')? + 1;
        let mut sections: Vec<(usize, &str, &str)> = Vec::new();
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
            let number = match name {
                "" => 0,
                name => SECTIONS.iter().position(|section| *section == name)?,
            };
            sections.push((number, name, &rest[name.len()..end]));
            at += end;
        }
        sections.sort_by_key(|&(number, ..)| number);
        let mut tiles = 0;
        let mut sorted = String::new();
        for (number, name, groups) in sections {
            tiles += usize::from(number == 0);
            let name = match (number, tiles) {
                (0, 1) => "T",
                (0, _) => "",
                _ => name,
            };
            sorted += name;
            sorted += groups;
        }
        Some(self.with(start, at, &sorted))
    }
}
