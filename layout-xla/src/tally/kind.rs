//! `Kind`: the kind of a file.

use core::fmt;

/// The kind of a file that was audited. `Display` says it in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Kind {
    /// A module, as text or as a proto.
    #[default]
    Module,
    /// Instructions that are not in a module, of which parameters are not known.
    Fragment,
    /// A module whose text was cut.
    CutModule,
    /// StableHLO text, whose layouts are not chosen yet.
    Stablehlo,
    /// Buffers as a compiler lists them.
    BufferList,
    /// An out-of-memory message.
    MemoryReport,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Module => "a module",
            Kind::Fragment => "a fragment: no parameters",
            Kind::CutModule => "a part of a module",
            Kind::Stablehlo => "StableHLO",
            Kind::BufferList => "a list of buffers",
            Kind::MemoryReport => "a memory report",
        })
    }
}
