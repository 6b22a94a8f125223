//! Reads what a compiler dumps, and tallies its arrays.
//!
//! An [`Audit`] reads one file in pieces of any length: HLO text and protos
//! (`--xla_dump_to=DIR`), StableHLO text, buffer assignments and out-of-memory messages. It
//! recognises the kind from the first bytes. The command `layout audit` and the explorer's page
//! print the [`Tally`].

mod arrays;
mod buffer_text;
mod completeness;
mod file_format;
mod heap_trace;
mod hlo_text;
mod line_buffer;
mod memory_report;
mod module_proto;
mod stablehlo_text;
mod value_list;

use core::fmt;

use crate::proto::ProtoError;
use crate::tally::{self, Cut, Options, Tally};
use buffer_text::{BufferReader, BufferText};
use file_format::{FileFormat, HEAD, MODULE, looks_like};
use hlo_text::HloText;
use line_buffer::LineBuffer;
use module_proto::ModuleProto;
use stablehlo_text::StablehloText;

/// The bytes that some editors write at the start of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a file is not audited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AuditError {
    /// The file is not a dump with arrays.
    NotADump {
        /// The kind of the file, such as `a zip archive`.
        kind: &'static str,
        /// The file to pass instead.
        help: &'static str,
    },
    /// The file ends within a field.
    CutOff,
    /// The bytes are not a serialized module.
    Proto(ProtoError),
    /// The text of a module was cut. [`Options::accepts_cut`] counts its entry parameters.
    Cut(Cut),
    /// The same, but the first line does not have the layouts of the entry parameters.
    NoParameters(Cut),
    /// No computation has the name in [`Options::computation`].
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
            AuditError::Cut(cut) => cut.fmt(f),
            AuditError::NoParameters(cut) => write!(
                f,
                "{cut}, and its first line has no `entry_computation_layout`"
            ),
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
/// # Examples
///
/// ```
/// use tiled_layout::xla::audit::Audit;
/// use tiled_layout::xla::tally::Options;
///
/// let mut audit = Audit::new(Options::default());
/// audit.read(b"ENTRY %e {\n  %p = f32[3,5]{1,0:T(2,")?;
/// audit.read(b"2)} parameter(0)\n}\n")?;
/// let tally = audit.finish()?;
/// assert_eq!((tally.all().logical_bytes, tally.all().padded_bytes), (60, 96));
/// let (cause, total) = tally.causes()[0];
/// assert_eq!(cause.to_string(), "dimension of 3 rounds up to 4");
/// assert_eq!(total.percent_text(), "+60%");
/// # Ok::<(), tiled_layout::xla::audit::AuditError>(())
/// ```
#[derive(Debug)]
pub struct Audit {
    options: Options,
    tally: Tally,
    /// The first bytes, from which the kind is recognised.
    head: Vec<u8>,
    /// The lines before them, all blank.
    blank_lines: usize,
    /// The probable kind of the file if nothing in it is recognised.
    looks_like: &'static str,
    lines: LineBuffer,
    reader: Option<FormatReader>,
}

/// The reader of the rest of a file.
#[derive(Debug)]
enum FormatReader {
    Hlo(Box<HloText>),
    Stablehlo(StablehloText),
    Buffers(BufferText, Box<BufferReader>),
    Proto(ModuleProto),
}

impl Audit {
    /// Begins a file.
    #[must_use]
    pub fn new(options: Options) -> Audit {
        Audit {
            tally: Tally::new(options.clone()),
            options,
            head: Vec::new(),
            blank_lines: 0,
            looks_like: "",
            lines: LineBuffer::default(),
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
        if self.head.is_empty() && text_len(piece) >= HEAD {
            return self.recognise(piece);
        }
        self.head.extend_from_slice(piece);
        match text_len(&self.head) {
            HEAD.. => self.recognise_head(),
            0 if self.head.len() >= HEAD => {
                // Blanks are not kept, so that memory stays bounded.
                let newlines = self.head.iter().filter(|&&byte| byte == b'\n');
                self.blank_lines += newlines.count();
                self.head.clear();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn recognise_head(&mut self) -> Result<(), AuditError> {
        let head = core::mem::take(&mut self.head);
        self.recognise(&head)
    }

    /// Recognises the kind of the file, and reads its first bytes.
    fn recognise(&mut self, head: &[u8]) -> Result<(), AuditError> {
        let blanks = head.len() - text_len(head);
        let start = &head[..head.len().min(blanks + HEAD)];
        self.looks_like = "a dump without arrays";
        self.reader = Some(match FileFormat::of(start) {
            FileFormat::Hlo => {
                self.looks_like = looks_like(start);
                FormatReader::Hlo(Box::default())
            }
            FileFormat::Stablehlo => {
                self.tally.event(tally::Event::Kind(tally::Kind::Stablehlo));
                FormatReader::Stablehlo(StablehloText::default())
            }
            FileFormat::Buffers(kind) => {
                self.tally
                    .event(tally::Event::Kind(tally::Kind::BufferList));
                FormatReader::Buffers(kind, Box::default())
            }
            FileFormat::Proto => FormatReader::Proto(ModuleProto::default()),
            FileFormat::Other(kind, help) => return Err(AuditError::NotADump { kind, help }),
        });
        // They are only counted, for the numbers of the lines below.
        while self.blank_lines > 0 {
            let lines = [b'\n'; 1 << 12];
            let some = self.blank_lines.min(lines.len());
            self.read_known(&lines[..some])?;
            self.blank_lines -= some;
        }
        self.read_known(head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head))
    }

    fn read_known(&mut self, piece: &[u8]) -> Result<(), AuditError> {
        let tally = &mut self.tally;
        match &mut self.reader {
            Some(FormatReader::Proto(module)) => module.read(piece),
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
    /// computation that the options name. If the options accept it, the text of a module may lack
    /// its end.
    pub fn finish(mut self) -> Result<Tally, AuditError> {
        if self.reader.is_none() {
            self.recognise_head()?;
        }
        let line = self.lines.take();
        match &mut self.reader {
            Some(FormatReader::Proto(module)) => module.finish(&mut self.tally)?,
            Some(reader) => {
                if !line.is_empty() {
                    reader.lines(&line, &mut self.tally);
                }
                if let FormatReader::Buffers(_, buffers) = reader {
                    buffers.finish(&mut self.tally);
                }
                if let FormatReader::Hlo(text) = reader
                    && let Some(cut) = text.finish(&mut self.tally)
                {
                    if !self.options.accepts_cut {
                        return Err(AuditError::Cut(cut));
                    }
                    let Some(mut tally) = text.entry_parameters(self.options) else {
                        return Err(AuditError::NoParameters(cut));
                    };
                    tally.mark_cut(cut);
                    return Ok(tally);
                }
            }
            None => {}
        }
        if !self.tally.is_read() {
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

/// Returns the number of bytes without the blanks at the start.
fn text_len(head: &[u8]) -> usize {
    head.trim_ascii_start().len()
}

impl FormatReader {
    /// Tallies whole lines.
    fn lines(&mut self, lines: &[u8], tally: &mut Tally) {
        match self {
            FormatReader::Hlo(text) => text.read(lines, tally),
            FormatReader::Stablehlo(text) => text.read(lines, tally),
            FormatReader::Buffers(kind, text) => text.read(*kind, lines, tally),
            FormatReader::Proto(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Audit, AuditError, HEAD};
    use crate::tally::Options;

    const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");

    fn figures(bytes: &[u8], piece: usize) -> String {
        let mut audit = Audit::new(Options {
            predicts: true,
            keeps_names: true,
            ..Options::default()
        });
        let read = bytes.chunks(piece).try_for_each(|piece| audit.read(piece));
        match read.and_then(|()| audit.finish()) {
            Ok(tally) => {
                let rows = tally.worst(0.0);
                let names = tally
                    .names()
                    .map(|(name, row)| format!("{name} {}", row.text));
                format!(
                    "{} {} {:?} {:?} {:?} {:?} {:?} {rows:?} {:?} {names:?}",
                    tally.instructions(),
                    tally.allocations(),
                    [
                        tally.all(),
                        tally.entry(),
                        tally.parameters(),
                        tally.left_out()
                    ],
                    tally.predicted(),
                    tally.reserved(),
                    tally.skipped(),
                    tally.out_of_memory(),
                    tally.causes(),
                    names = names.collect::<Vec<_>>(),
                )
            }
            Err(error) => format!("{error}"),
        }
    }

    /// Every dump, in pieces that end within lines, fields and lengths of fields.
    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn figures_do_not_depend_on_the_pieces() {
        let mut arrays = 0;
        for folder in ["hlo", "dump_kinds", "stablehlo", "oom"] {
            for file in fs::read_dir(format!("{DATA}/{folder}")).unwrap() {
                let path = file.unwrap().path();
                // The first bytes are read at once, so that the kind is known.
                let bytes = fs::read(&path).unwrap();
                let bytes = bytes.repeat(HEAD * 5 / 4 / bytes.len() + 1);
                let whole = figures(&bytes, bytes.len());
                for piece in [1, 7, 4096] {
                    assert_eq!(figures(&bytes, piece), whole, "{} {piece}", path.display());
                }
                arrays += whole.matches("arrays").count();
            }
        }
        assert!(arrays > 100, "{arrays}");
    }

    #[test]
    fn the_shape_of_a_report_and_its_name_may_be_in_two_pieces() {
        let allocation = "     Shape: f32[3]{0:T(128)}\n     XLA label: %x = f32[3]\n";
        let report = ["line of a log\n".repeat(HEAD / 8).as_str(), allocation].concat();
        let report = report.as_bytes();
        for piece in [report.len(), 20] {
            let mut audit = Audit::new(Options::default());
            for piece in report.chunks(piece) {
                audit.read(piece).unwrap();
            }
            let tally = audit.finish().unwrap();
            assert_eq!((tally.allocations(), tally.all().arrays), (1, 1));
            assert_eq!(&*tally.worst(0.0)[0].instruction, "x");
        }
    }

    #[test]
    fn errors() {
        let error = |bytes: &[u8], computation: Option<&str>| {
            let mut audit = Audit::new(Options {
                computation: computation.map(Into::into),
                ..Options::default()
            });
            audit.read(bytes).and_then(|()| audit.finish()).unwrap_err()
        };
        let kind = |error| match error {
            AuditError::NotADump { kind, .. } => kind,
            error => panic!("{error}"),
        };
        assert_eq!(kind(error(b"", None)), "an empty file");
        assert_eq!(kind(error(b"<html>", None)), "HTML or XML");
        assert_eq!(error(b"\x1a\x05\x0a", None), AuditError::CutOff);
        let wrong = error(b"\x18\x05\x01", None);
        assert!(matches!(wrong, AuditError::NotADump { .. }), "{wrong}");
        let wrong = error(b"\x0a\x04\x18\x05\x18\x05", None);
        assert_eq!(
            wrong.to_string(),
            "not an HLO module: field 3 has an unexpected wire type"
        );
        let missing = error(b"ENTRY e {\n p = f32[8] parameter(0)\n}", Some("f"));
        assert_eq!(missing.to_string(), "no computation `f`");
    }
}
