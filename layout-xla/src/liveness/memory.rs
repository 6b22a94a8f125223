//! What the analysis finds: bytes by memory, and the arrays at the peak.

use core::fmt;

/// A memory of an accelerator or of its host, by the memory space of a layout. `Display` writes
/// its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Space {
    /// The main memory: no memory space.
    Hbm,
    /// The vector memory of a TPU: `S(1)`.
    Vmem,
    /// The memory of the host: `S(5)`.
    Host,
    /// Any other memory, by its number in `S(n)`.
    Other(u8),
}

impl Space {
    /// The memories with figures.
    pub const ALL: [Space; 3] = [Space::Hbm, Space::Vmem, Space::Host];

    /// Returns the memory of a layout without `S(n)`, which is 0, or with it.
    #[must_use]
    pub fn new(number: u8) -> Space {
        let mut named = Space::ALL.into_iter();
        let named = named.find(|space| space.number() == number);
        named.unwrap_or(Space::Other(number))
    }

    /// Returns the number in `S(n)`; 0 without it.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Space::Hbm => 0,
            Space::Vmem => 1,
            Space::Host => 5,
            Space::Other(number) => number,
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Hbm => "HBM",
            Space::Vmem => "VMEM",
            Space::Host => "host memory",
            Space::Other(2) => "semaphore memory",
            Space::Other(3) => "CMEM",
            Space::Other(6) => "scalar memory",
            Space::Other(number) => return write!(f, "memory space {number}"),
        })
    }
}

/// The bytes that a module needs in one memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpaceBytes {
    /// The arguments. A TPU's are rounded up to 512 bytes each.
    pub arguments: u64,
    /// The results, those in donated arguments too; `None` if the file does not have them.
    pub results: Option<u64>,
    /// The results that lie in donated arguments; `None` if the file does not say.
    pub donated: Option<u64>,
    /// The temporaries that are alive at their peak; `None` if the order of the instructions is
    /// not known.
    pub temporaries: Option<u64>,
    /// The padding of these temporaries.
    pub padding_at_peak: Option<u64>,
}

impl SpaceBytes {
    /// Returns the arguments, the results that are not in donated arguments, and the temporaries
    /// at their peak.
    #[must_use]
    pub fn peak(&self) -> Option<u64> {
        let results = self.results?.saturating_sub(self.donated?);
        let boundary = self.arguments.saturating_add(results);
        Some(boundary.saturating_add(self.temporaries?))
    }

    /// Returns true if the module has no array in this memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_zero = |bytes: Option<u64>| bytes.is_none_or(|bytes| bytes == 0);
        self.arguments == 0 && is_zero(self.results) && is_zero(self.temporaries)
    }
}

/// What an array is to the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Role {
    /// An argument.
    Argument,
    /// A result that is not in a donated argument.
    Result,
    /// Any other array.
    Temporary,
}

/// An array that is alive at the peak of HBM.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AliveArray {
    /// The instruction that defines it.
    pub instruction: Box<str>,
    /// Its layout as the file writes it; `None` if the file has too many layouts to keep all.
    pub layout: Option<Box<str>>,
    /// Its bytes, with padding.
    pub bytes: u64,
    /// Its bytes of padding.
    pub padding: u64,
    /// What it is to the module.
    pub role: Role,
    /// The line that defines it, counted from 1; 0 in a serialized module.
    pub from_line: usize,
    /// The line that uses it last.
    pub to_line: usize,
    /// The operation of the model that it comes from.
    pub op_name: Option<Box<str>>,
    /// A file and a line of the model: `model.py:17`.
    pub source: Option<Box<str>>,
}

/// The instruction at which the most bytes of temporaries are alive in HBM.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PeakAt {
    /// Its name.
    pub instruction: Box<str>,
    /// The name of its computation.
    pub computation: Box<str>,
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub line: usize,
    /// What runs the computation; `None` of the entry computation.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub caller: Option<Caller>,
}

/// The instruction that runs a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Caller {
    /// Its operation: `while`, `conditional` or `call`.
    pub opcode: &'static str,
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub line: usize,
}
