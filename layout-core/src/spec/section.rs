//! `Section`: a part of a layout after the `:`.

/// A section; the order here is the order in which a text has them.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::{ErrorKind, Section}};
///
/// let error = Layout::parse("f32[3,5]{1,0:t(2,2)}").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::SectionCase { section: Section::Tiles });
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// `D`, of sparse arrays.
    DimLevels,
    /// `T(8,128)`.
    Tiles,
    /// `L(1024)`.
    Alignment,
    /// `#`, of sparse arrays.
    IndexType,
    /// `*`, of sparse arrays.
    PointerType,
    /// `E(4)`.
    ElementBits,
    /// `S(1)`.
    MemorySpace,
    /// `SC(0:10)`.
    Splits,
    /// `P`, of sparse arrays.
    PhysicalShape,
    /// `M(64)`.
    MetadataBytes,
    /// `PAD(8,128)`.
    Padding,
}

impl Section {
    /// Each section with its name, and as it is written, with numbers; `None` if only sparse
    /// arrays have the section.
    const ALL: [(Section, &'static str, Option<&'static str>); 11] = [
        (Section::DimLevels, "D", None),
        (Section::Tiles, "T", Some("T(8,128)")),
        (Section::Alignment, "L", Some("L(1024)")),
        (Section::IndexType, "#", None),
        (Section::PointerType, "*", None),
        (Section::ElementBits, "E", Some("E(4)")),
        (Section::MemorySpace, "S", Some("S(1)")),
        (Section::Splits, "SC", Some("SC(0:10)")),
        (Section::PhysicalShape, "P", None),
        (Section::MetadataBytes, "M", Some("M(64)")),
        (Section::Padding, "PAD", Some("PAD(8,128)")),
    ];

    /// Section number `number` in the order of a text.
    pub(crate) const fn at(number: usize) -> Section {
        Section::ALL[number].0
    }

    /// Returns the name in the notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Section::ALL[self as usize].1
    }

    /// Returns the section with numbers; `None` if only sparse arrays have it.
    pub(crate) const fn example(self) -> Option<&'static str> {
        Section::ALL[self as usize].2
    }

    /// Returns the section of a name in any case.
    pub(crate) const fn named(name: &[u8]) -> Option<Section> {
        let mut i = 0;
        while i < Section::ALL.len() {
            if name.eq_ignore_ascii_case(Section::ALL[i].1.as_bytes()) {
                return Some(Section::at(i));
            }
            i += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Section;

    /// A variant is the index of its row.
    #[test]
    fn rows_are_in_the_order_of_the_variants() {
        for (row, (section, ..)) in Section::ALL.into_iter().enumerate() {
            assert_eq!(section as usize, row, "{section:?}");
        }
    }
}
