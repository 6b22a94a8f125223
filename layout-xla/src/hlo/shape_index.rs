//! `ShapeIndex`: the location of an array in the tuples of a result.

/// The location of an array in the tuples around it, the outermost tuple first: XLA's shape
/// index.
///
/// Four levels of 16 bits, the outermost in the highest bits. A level is the number of the entry
/// plus one; 0 ends the index. The arrays of a result are in the order of their indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct ShapeIndex(u64);

/// The bits of a level.
const LEVEL: u32 = 16;

impl ShapeIndex {
    /// The index of a result that is not a tuple.
    pub(crate) const WHOLE: ShapeIndex = ShapeIndex(0);

    /// Returns the index of these entries; `None` if it has more than four levels, or an entry
    /// above 65,534.
    pub(crate) fn new(entries: &[usize]) -> Option<ShapeIndex> {
        let mut outer = entries.iter().rev();
        outer.try_fold(ShapeIndex::WHOLE, |index, &entry| index.within(entry))
    }

    /// Returns this index in a tuple whose entry `entry` is the tuple that it belongs to.
    pub(crate) fn within(self, entry: usize) -> Option<ShapeIndex> {
        let level = u16::try_from(entry).ok()?.checked_add(1)?;
        let is_full = self.0 & u64::from(u16::MAX) != 0;
        let index = u64::from(level) << (u64::BITS - LEVEL) | self.0 >> LEVEL;
        (!is_full).then_some(ShapeIndex(index))
    }

    /// Returns the entry of the outermost tuple, and the index within that entry.
    pub(crate) fn split_first(self) -> Option<(usize, ShapeIndex)> {
        let level = self.0 >> (u64::BITS - LEVEL);
        let entry = (level as usize).checked_sub(1)?;
        Some((entry, ShapeIndex(self.0 << LEVEL)))
    }
}

#[cfg(test)]
mod tests {
    use super::ShapeIndex;

    #[test]
    fn entries_are_split_as_they_were_joined() {
        let index = ShapeIndex::new(&[1, 0, 65_534, 7]).unwrap();
        let mut entries = Vec::new();
        let mut rest = index;
        while let Some((entry, within)) = rest.split_first() {
            entries.push(entry);
            rest = within;
        }
        assert_eq!(entries, [1, 0, 65_534, 7]);
        assert_eq!(index.within(0), None);
        assert_eq!(ShapeIndex::new(&[65_535]), None);
        assert_eq!(ShapeIndex::new(&[]), Some(ShapeIndex::WHOLE));
        assert_eq!(ShapeIndex::WHOLE.split_first(), None);
    }
}
