//! What the text of an instruction or a module says of buffers that operands and results share.

use super::shape_index::ShapeIndex;

/// An array of a result that lies in the buffer of an array of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alias {
    /// The array of the result.
    pub(crate) result: ShapeIndex,
    /// The number of the operand, or of a parameter.
    pub(crate) operand: usize,
    /// The array in the operand.
    pub(crate) source: ShapeIndex,
}

/// A computation that an instruction calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee<'a> {
    pub(crate) key: u64,
    /// Its name; empty in a serialized module.
    pub(crate) name: &'a str,
}

/// Reads `output_to_operand_aliasing` of an instruction or `input_output_alias` of a module:
/// `{ {0}: (1, {2}), {1}: (0, {}, may-alias) }`. Entries that are written otherwise are skipped.
pub(crate) fn aliases(text: &str) -> impl Iterator<Item = Alias> {
    // Each entry has one colon, between the index in the result and the operand.
    let mut rest = text;
    core::iter::from_fn(move || {
        let (result, after) = rest.split_once("}: (")?;
        rest = after;
        Some((result, after))
    })
    .filter_map(|(result, after)| {
        let (_, result) = result.rsplit_once('{')?;
        let (operand, after) = after.split_once(", {")?;
        let (source, _) = after.split_once('}')?;
        Some(Alias {
            result: shape_index(result)?,
            operand: operand.parse().ok()?,
            source: shape_index(source)?,
        })
    })
}

/// Reads `aliasing_operands` in the `backend_config` of a TPU: lists of operands and results,
/// numbered after the operands, that may share one buffer. Returns pairs of an operand and an
/// entry of the result; `None` if the text has no such lists.
pub(crate) fn may_share(config: &str, operands: usize) -> Option<Vec<(usize, usize)>> {
    let (_, lists) = config.split_once("\"aliasing_operands\":{\"lists\":[")?;
    let mut pairs = Vec::new();
    let mut rest = lists;
    while let Some(list) = rest.strip_prefix("{\"indices\":[") {
        let (numbers, after) = list.split_once("]}")?;
        let numbers = numbers
            .split(',')
            .map(|number| number.trim_matches('"').parse().ok());
        let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
        for &result in numbers.iter().filter(|&&number| number >= operands) {
            let own = numbers.iter().filter(|&&number| number < operands);
            pairs.extend(own.map(|&operand| (operand, result - operands)));
        }
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    Some(pairs)
}

/// Reads the entries of an index: `0, 1`; the whole result is empty.
fn shape_index(text: &str) -> Option<ShapeIndex> {
    let entries = text
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty());
    let entries: Option<Vec<usize>> = entries.map(|entry| entry.parse().ok()).collect();
    ShapeIndex::new(&entries?)
}

#[cfg(test)]
mod tests {
    use super::super::shape_index::ShapeIndex;
    use super::{Alias, aliases, may_share};

    #[test]
    fn aliases_of_a_module_and_of_an_instruction() {
        let alias = |result: &[usize], operand, source: &[usize]| Alias {
            result: ShapeIndex::new(result).unwrap(),
            operand,
            source: ShapeIndex::new(source).unwrap(),
        };
        let read = |text| aliases(text).collect::<Vec<_>>();
        assert_eq!(
            read("{ {0}: (1, {2}), {1}: (0, {}, may-alias), {2, 1}: (4, {0, 3}, must-alias) }"),
            [
                alias(&[0], 1, &[2]),
                alias(&[1], 0, &[]),
                alias(&[2, 1], 4, &[0, 3])
            ]
        );
        assert_eq!(read("{{}: (2, {})}"), [alias(&[], 2, &[])]);
        assert_eq!(read("{{0}: (x, {}), {1}: (3, {})}"), [alias(&[1], 3, &[])]);
        assert_eq!(read("{{0}: (1"), []);
    }

    #[test]
    fn operands_that_may_be_shared() {
        let config = |lists| {
            format!("{{\"flag_configs\":[],\"aliasing_operands\":{{\"lists\":[{lists}]}}}}")
        };
        assert_eq!(may_share(&config(""), 3), Some(vec![]));
        let one = config("{\"indices\":[\"0\",\"3\"]}");
        assert_eq!(may_share(&one, 3), Some(vec![(0, 0)]));
        let two = config("{\"indices\":[\"0\",\"5\"]},{\"indices\":[\"3\",\"4\"]}");
        assert_eq!(may_share(&two, 4), Some(vec![(0, 1), (3, 0)]));
        assert_eq!(may_share("{\"used_scoped_memory_configs\":[]}", 3), None);
    }
}
