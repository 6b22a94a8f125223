//! Reads what a compiler dumps, and tallies its arrays.
//!
//! An [`Audit`] reads one file in pieces of any length: HLO text and protos
//! (`--xla_dump_to=DIR`), StableHLO text, buffer assignments and out-of-memory messages. It
//! recognises the kind from the first bytes. The command `layout audit` and the explorer's page
//! print the [`Tally`].

mod buffer_text;
mod heap_trace;
mod hlo_text;
mod kind;
mod lines;
mod memory_report;
mod module_proto;
mod stablehlo_text;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::proto::ProtoError;
use crate::tally::{Options, STABLEHLO, Tally};
use buffer_text::{BufferReader, BufferText};
use hlo_text::HloText;
use kind::{HEAD, Kind, MODULE, looks_like};
use lines::Lines;
use module_proto::ModuleProto;
use stablehlo_text::StablehloText;

/// Why a file is not audited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AuditError {
    /// The file is not a dump with arrays.
    NotADump {
        /// What it is instead, such as `a zip archive`.
        kind: &'static str,
        /// Which file to pass instead.
        help: &'static str,
    },
    /// The file ends within a field.
    CutOff,
    /// The bytes are not a serialized module.
    Proto(ProtoError),
    /// No computation has the name that [`Options::computation`] gives.
    NoComputation {
        /// This name.
        missing: String,
        /// The names of the computations.
        known: Vec<Box<str>>,
    },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditError::NotADump { kind, help } => write!(f, "this is {kind}\n  = help: {help}"),
            AuditError::CutOff => f.write_str("the file is not complete: its data breaks off"),
            AuditError::Proto(error) => write!(f, "not an HLO module: {error}"),
            AuditError::NoComputation { missing, .. } => write!(f, "no computation `{missing}`"),
        }
    }
}

impl core::error::Error for AuditError {}

impl From<ProtoError> for AuditError {
    fn from(error: ProtoError) -> AuditError {
        match error {
            ProtoError::CutOff => AuditError::CutOff,
            error => AuditError::Proto(error),
        }
    }
}

/// A file that is read in pieces.
///
/// ```
/// use tiled_layout::xla::audit::Audit;
/// use tiled_layout::xla::tally::Options;
///
/// let mut audit = Audit::new(Options::default());
/// audit.read(b"ENTRY %e {\n  %p = f32[3,5]{1,0:T(2,")?;
/// audit.read(b"2)} parameter(0)\n}\n")?;
/// let tally = audit.finish()?;
/// assert_eq!((tally.all.logical_bytes, tally.all.padded_bytes), (60, 96));
/// let (cause, total) = tally.causes()[0];
/// assert_eq!(cause.to_string(), "dimension of 3 rounds up to 4");
/// assert_eq!(total.percent_text(), "+60.0%");
/// # Ok::<(), tiled_layout::xla::audit::AuditError>(())
/// ```
#[derive(Debug)]
pub struct Audit {
    tally: Tally,
    /// The first bytes, from which the kind is recognised.
    head: Vec<u8>,
    /// What they look like if nothing in the file is recognised.
    looks_like: &'static str,
    lines: Lines,
    reader: Option<Reader>,
}

/// What reads the rest of a file.
#[derive(Debug)]
enum Reader {
    Hlo(HloText),
    Stablehlo(StablehloText),
    Buffers(BufferText, BufferReader),
    Proto(Box<ModuleProto>),
}

impl Audit {
    /// Begins a file.
    #[must_use]
    pub fn new(options: Options) -> Audit {
        Audit {
            tally: Tally::new(options),
            head: Vec::new(),
            looks_like: "",
            lines: Lines::default(),
            reader: None,
        }
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    ///
    /// If the file is not a dump, or not one that can be read. No more pieces need to be read.
    pub fn read(&mut self, piece: &[u8]) -> Result<(), AuditError> {
        if self.reader.is_some() {
            return self.read_known(piece);
        }
        self.head.extend_from_slice(piece);
        match self.head.len() {
            HEAD.. => self.recognise(),
            _ => Ok(()),
        }
    }

    /// Recognises the kind of the file, and reads its first bytes.
    fn recognise(&mut self) -> Result<(), AuditError> {
        let head = core::mem::take(&mut self.head);
        let start = &head[..head.len().min(HEAD)];
        self.looks_like = "a dump without arrays";
        self.reader = Some(match Kind::of(start) {
            Kind::Hlo => {
                self.looks_like = looks_like(start);
                Reader::Hlo(HloText::default())
            }
            Kind::Stablehlo => {
                self.tally.kind = STABLEHLO;
                Reader::Stablehlo(StablehloText::default())
            }
            Kind::Buffers(kind) => {
                self.tally.kind = "a list of buffers";
                Reader::Buffers(kind, BufferReader::default())
            }
            Kind::Proto => Reader::Proto(Box::new(ModuleProto::new())),
            Kind::Other(kind, help) => return Err(AuditError::NotADump { kind, help }),
        });
        self.read_known(&head)
    }

    fn read_known(&mut self, piece: &[u8]) -> Result<(), AuditError> {
        let tally = &mut self.tally;
        match &mut self.reader {
            Some(Reader::Proto(module)) => module.read(piece, tally)?,
            Some(reader) => self.lines.read(piece, |lines| reader.lines(lines, tally)),
            None => {}
        }
        Ok(())
    }

    /// Ends the file, and returns its counts.
    ///
    /// # Errors
    ///
    /// If the file is not complete, nothing in it was recognised, or it does not have the
    /// computation that the options name.
    pub fn finish(mut self) -> Result<Tally, AuditError> {
        if self.reader.is_none() {
            self.recognise()?;
        }
        let line = self.lines.take();
        match &mut self.reader {
            Some(Reader::Proto(module)) => module.finish()?,
            Some(reader) => {
                if !line.is_empty() {
                    reader.lines(&line, &mut self.tally);
                }
                if let Reader::Hlo(text) = reader {
                    text.finish(&mut self.tally);
                }
            }
            None => {}
        }
        if !self.tally.is_read {
            let (kind, help) = (self.looks_like, MODULE);
            return Err(AuditError::NotADump { kind, help });
        }
        if let Some((missing, known)) = self.tally.missing() {
            return Err(AuditError::NoComputation {
                missing: missing.into(),
                known: known.into(),
            });
        }
        self.tally.finish();
        Ok(self.tally)
    }
}

impl Reader {
    /// Tallies whole lines.
    fn lines(&mut self, lines: &[u8], tally: &mut Tally) {
        match self {
            Reader::Hlo(text) => text.read(lines, tally),
            Reader::Stablehlo(text) => text.read(lines, tally),
            Reader::Buffers(kind, text) => text.read(*kind, lines, tally),
            Reader::Proto(_) => {}
        }
    }
}
