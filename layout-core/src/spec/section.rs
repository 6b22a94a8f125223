//! `Section`: a part of a layout after the `:`.

/// A section; the order here is the order in which a text has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    DimLevels,
    Tiles,
    Alignment,
    IndexType,
    PointerType,
    ElementBits,
    MemorySpace,
    Splits,
    PhysicalShape,
    MetadataBytes,
    Padding,
}

impl Section {
    pub(crate) const ALL: [Section; 11] = [
        Section::DimLevels,
        Section::Tiles,
        Section::Alignment,
        Section::IndexType,
        Section::PointerType,
        Section::ElementBits,
        Section::MemorySpace,
        Section::Splits,
        Section::PhysicalShape,
        Section::MetadataBytes,
        Section::Padding,
    ];

    /// The name, and the section as it is written, with numbers; `None` if only sparse arrays
    /// have the section.
    const fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            Section::DimLevels => ("D", None),
            Section::Tiles => ("T", Some("T(8,128)")),
            Section::Alignment => ("L", Some("L(1024)")),
            Section::IndexType => ("#", None),
            Section::PointerType => ("*", None),
            Section::ElementBits => ("E", Some("E(4)")),
            Section::MemorySpace => ("S", Some("S(1)")),
            Section::Splits => ("SC", Some("SC(0:10)")),
            Section::PhysicalShape => ("P", None),
            Section::MetadataBytes => ("M", Some("M(64)")),
            Section::Padding => ("PAD", Some("PAD(8,128)")),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.words().0
    }

    /// The section with numbers; its name alone if only sparse arrays have it.
    pub(crate) const fn example(self) -> &'static str {
        match self.words() {
            (_, Some(example)) => example,
            (name, None) => name,
        }
    }

    /// Returns true if only sparse arrays have the section.
    pub(crate) const fn is_sparse(self) -> bool {
        self.words().1.is_none()
    }

    /// The section of a name in any case.
    pub(crate) const fn named(name: &[u8]) -> Option<Section> {
        let mut i = 0;
        while i < Section::ALL.len() {
            if name.eq_ignore_ascii_case(Section::ALL[i].name().as_bytes()) {
                return Some(Section::ALL[i]);
            }
            i += 1;
        }
        None
    }
}
