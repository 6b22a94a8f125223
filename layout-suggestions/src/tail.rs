//! Text after a layout: what is known to be no part of it.

use super::element;
use super::label::{Label, label};

/// Attributes of an instruction of HLO, and arguments that do not affect a layout.
const ATTRIBUTES: &[&str] = &[
    "backend_config",
    "calls",
    "channel_id",
    "control-predecessors",
    "device",
    "dimensions",
    "frontend_attributes",
    "index",
    "kind",
    "metadata",
    "origin",
    "replica_groups",
    "requires_grad",
    "sharding",
    "to_apply",
    "weak_type",
];

/// Whether another array follows.
pub(super) fn is_array(text: &str) -> bool {
    let text = text.trim_start_matches([' ', ',', ';']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    element::exact(word).is_some() && after.starts_with('[')
}

/// Instructions whose operand is a number, and MLIR's source location.
const OF_NUMBERS: &[&str] = &["constant", "loc", "parameter"];

/// Methods that leave the order of the elements as it is.
const METHODS: &[&str] = &["at", "clone", "len", "offset", "parse", "unwrap"];

/// Whether the text after a layout is known to be something else: another array, an instruction of HLO or
/// the rest of one, a comment, or closing brackets.
pub(super) fn is_separate(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || ",;)]}>\"'`".contains(c));
    let punctuation = |c: char| c.is_ascii_punctuation();
    if text.chars().all(punctuation) || text.starts_with('%') {
        return true;
    }
    if let Some(path) = text.strip_prefix("::") {
        return path.starts_with(|c: char| c.is_ascii_uppercase()); // `::PADDED_LEN`
    }
    if text.starts_with("//") || text.starts_with("/*") {
        return !text.contains('{') && !names_a_part(text);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'));
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    if let Some(method) = word.strip_prefix('.') {
        return METHODS.contains(&method) && after.starts_with('(');
    }
    let after = after.trim_start();
    match word {
        "as" => return after.starts_with(|c: char| c.is_ascii_uppercase()), // a type of Rust
        "where" => return after.contains(':'),
        _ => {}
    }
    if element::exact(word).is_some() {
        return after.starts_with('[');
    }
    if ATTRIBUTES.contains(&word) {
        return after.starts_with('=');
    }
    after.strip_prefix('(').is_some_and(|operands| {
        // Opcodes are in lower case: `copy(%x)`, `get-tuple-element(f32[3] %x)`, `parameter(0)`.
        let opcode = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let opcode = word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(opcode);
        opcode && (OF_NUMBERS.contains(&word) || are_operands(operands))
    })
}

/// Whether the text after `(` is that of operands: names with `%`, with a number, or after a shape.
fn are_operands(text: &str) -> bool {
    let text = text.trim_start();
    if text.starts_with(['%', ')', '(']) {
        return true;
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'));
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    let shape = element::exact(word).is_some() && after.starts_with('[');
    shape || word.contains('.') && word.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether a comment speaks of the order, the tiles or another part of a layout.
fn names_a_part(comment: &str) -> bool {
    let words = comment.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'));
    let part = |word: &str| match label(word) {
        None | Some(Label::Nothing | Label::Separator) => false,
        Some(_) => word.len() > 1,
    };
    words.into_iter().any(part)
}
