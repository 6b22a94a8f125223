//! `Context`: the computation around a line.

/// The state of the reader at the beginning of a line: the number of lines before it, and
/// the computation around it. It allows reading a text in parts that are cut between lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Context<'a> {
    /// The number of lines before.
    pub(crate) line: usize,
    /// The name of the computation; empty outside of one.
    pub(crate) computation: &'a str,
    /// True if it is the entry computation.
    pub(crate) in_entry: bool,
}
