//! `Cut`: where the text of a module was cut.

use core::fmt;

/// What the text of a module lacks: a part of it was cut off. `Display` says it in a few words.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::audit::{Audit, AuditError};
/// use tiled_layout::xla::tally::{Cut, Options};
///
/// let text = b"HloModule m, entry_computation_layout={(f32[3,5]{1,0:T(2,2)})->f32[3]{0}}\n";
/// let mut audit = Audit::new(Options::default());
/// audit.read(text)?;
/// let error = audit.finish().unwrap_err();
/// assert_eq!(error, AuditError::Cut(Cut::Entry));
/// assert_eq!(error.to_string(), "the text ends before `ENTRY`");
///
/// let mut audit = Audit::new(Options { accepts_cut: true, ..Options::default() });
/// audit.read(text)?;
/// let tally = audit.finish()?;
/// assert_eq!((tally.cut(), tally.parameters().padded_bytes), (Some(&Cut::Entry), 96));
/// # Ok::<(), tiled_layout::xla::audit::AuditError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// There is no entry computation.
    Entry,
    /// The last computation has no `}`.
    End {
        /// Its name.
        computation: Box<str>,
    },
    /// Another computation begins before the `}` of this one.
    Middle {
        /// Its name.
        computation: Box<str>,
    },
    /// An operand is not defined in its computation.
    Operand {
        /// Its name.
        name: Box<str>,
        /// The first line that has the operand, counted from 1.
        line: usize,
    },
    /// A called computation is not defined.
    Computation {
        /// Its name.
        name: Box<str>,
    },
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Entry => f.write_str("the text ends before `ENTRY`"),
            Cut::End { computation } => {
                write!(f, "the text ends before the `}}` of `{computation}`")
            }
            Cut::Middle { computation } => {
                write!(f, "the text was cut: `{computation}` has no `}}`")
            }
            Cut::Operand { name, line } => write!(
                f,
                "the text was cut: the operand `{name}` in line {line} is not defined"
            ),
            Cut::Computation { name } => write!(
                f,
                "the text was cut: the computation `{name}` is called, but not defined"
            ),
        }
    }
}
