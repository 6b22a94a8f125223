//! `Memory`: the bytes that a module needs, and what is alive at its peak.

use core::fmt;

use crate::liveness::{AliveArray, PeakAt, SpaceBytes};

/// The memory that a module needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Memory {
    /// The main memory.
    pub hbm: SpaceBytes,
    /// The vector memory of a TPU, `S(1)`.
    pub vmem: SpaceBytes,
    /// The memory of the host, `S(5)`.
    pub host: SpaceBytes,
    /// Where the peak of HBM is, if it has temporaries and a peak.
    pub peak_at: Option<PeakAt>,
    /// The largest arrays that are alive there, arguments and results included.
    pub at_peak: Vec<AliveArray>,
    /// Why there is no peak.
    pub no_peak: Option<NoPeak>,
    /// True if the compiler may let operands and results share buffers of which the file does
    /// not say so: the peak is an upper bound.
    pub is_at_most: bool,
}

/// Why a module has no peak. `Display` says it in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum NoPeak {
    /// The order of the instructions is not that of their execution.
    NotScheduled,
    /// A computation comes after one that runs it.
    CalleeAfterCaller,
    /// A tuple has more than four levels or more than 65,534 entries.
    LargeTuples,
}

impl fmt::Display for NoPeak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPeak::NotScheduled => "the module is not scheduled",
            NoPeak::CalleeAfterCaller => "a computation comes after one that runs it",
            NoPeak::LargeTuples => "a tuple has more than four levels or 65,534 entries",
        })
    }
}
