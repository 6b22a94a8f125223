//! Reads files in parts of whole lines, so that memory does not grow with the file.

use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::AuditArgs;
use super::buffer_text::BufferReader;
use super::hlo_text::HloText;
use super::kind::{self, Kind};
use super::module_proto;
use super::stablehlo::StablehloText;
use super::tally::Tally;
use crate::failure::Failure;
use crate::printable::printable;
use crate::progress::Progress;

/// The bytes of a part; a part with a longer line is larger.
const PART_BYTES: usize = 1 << 20;
/// The bytes of a line that are kept; the rest of the line is dropped. An instruction's name,
/// result and opcode come earlier.
const MAX_LINE_BYTES: usize = 4 << 20;

/// Tallies a file, or standard input for `-`.
pub(super) fn read(path: &Path, args: &AuditArgs) -> Result<Tally, Failure> {
    if path == Path::new("-") {
        let input = io::stdin();
        if input.is_terminal() {
            return Err(Failure::new(
                "no file\n  = help: write `layout audit FILE`, or pipe a dump into it",
            ));
        }
        let tally = Tally::new("standard input".into(), args);
        return read_input(input.lock(), None, tally);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| named(&name, error))?;
    let metadata = file.metadata().map_err(|error| named(&name, error))?;
    if metadata.is_dir() {
        let help = "write the files in it: `layout audit DIR/*after_optimizations.txt`";
        return Err(named(&name, format!("a directory\n  = help: {help}")));
    }
    read_input(file, Some(metadata.len()), Tally::new(name, args))
}

fn named(file: &str, error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {error}", printable(file)))
}

/// Tallies an input of `len` bytes, if the length is known, and shows the progress of a long
/// one.
fn read_input(input: impl Read, len: Option<u64>, mut tally: Tally) -> Result<Tally, Failure> {
    let progress = Progress::new(&printable(&tally.file), len);
    let read = decompressed(progress.wrap(input)).and_then(|mut input| {
        let mut head = Vec::new();
        let mut start = input.by_ref().take(kind::HEAD as u64);
        start.read_to_end(&mut head)?;
        let kind = Kind::of(&head);
        let looks_like = kind::looks_like(&head);
        let input = Cursor::new(head).chain(input);
        read_kind(kind, input, &mut tally, &progress)?;
        Ok((kind, looks_like))
    });
    drop(progress); // before any error
    let (kind, looks_like) = read.map_err(|error| {
        let is_cut = error.kind() == io::ErrorKind::UnexpectedEof;
        match is_cut {
            true => named(&tally.file, "the file is not complete: its data breaks off"),
            false => named(&tally.file, error),
        }
    })?;
    if let Kind::Other(name, help) = kind {
        let error = format!("this is {name}\n  = help: {help}");
        return Err(named(&tally.file, error));
    }
    if !tally.is_read {
        let what = match kind {
            Kind::Hlo => looks_like,
            _ => "a dump without arrays",
        };
        let error = format!("this is {what}\n  = help: {}", kind::MODULE);
        return Err(named(&tally.file, error));
    }
    if let Some((missing, names)) = tally.scopes.missing() {
        return Err(named(&tally.file, no_computation(missing, names)));
    }
    tally.finish();
    Ok(tally)
}

/// The input, decompressed if it is gzip.
fn decompressed<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(2).read_to_end(&mut head)?;
    let is_gzip = head == [0x1f, 0x8b];
    let input = Cursor::new(head).chain(input);
    Ok(match is_gzip {
        true => Box::new(MultiGzDecoder::new(input)),
        false => Box::new(input),
    })
}

fn read_kind(
    kind: Kind,
    input: impl Read,
    tally: &mut Tally,
    progress: &Progress,
) -> io::Result<()> {
    match kind {
        Kind::Hlo => {
            let mut text = HloText::default();
            read_parts(input, progress, |lines| text.read(lines, tally))
        }
        Kind::Stablehlo => {
            tally.kind = "StableHLO";
            let mut text = StablehloText::default();
            read_parts(input, progress, |lines| text.read(lines, tally))
        }
        Kind::Buffers(kind) => {
            tally.kind = "a list of buffers";
            let mut text = BufferReader::default();
            read_parts(input, progress, |lines| text.read(kind, lines, tally))
        }
        Kind::Proto => module_proto::read(BufReader::with_capacity(PART_BYTES, input), tally),
        Kind::Other(..) => Ok(()),
    }
}

/// An error that lists the computations of a file.
fn no_computation(missing: &str, names: &[Box<str>]) -> String {
    const MAX_LISTED: usize = 20;
    let mut error = format!("no computation `{}`", printable(missing));
    error.push_str("\n  = help: write `ENTRY`, or one of these:");
    for name in names.iter().rev().take(MAX_LISTED) {
        error.push_str(&format!("\n      {}", printable(name)));
    }
    if names.len() > MAX_LISTED {
        error.push_str(&format!("\n      and {} more", names.len() - MAX_LISTED));
    }
    error
}

/// Reads several whole lines. Of a line that is too long, it returns the beginning, without the
/// line end.
fn read_parts(
    mut reader: impl Read,
    progress: &Progress,
    mut read_lines: impl FnMut(&[u8]),
) -> io::Result<()> {
    let mut buffer = vec![0; PART_BYTES];
    let mut filled = 0;
    let mut in_long_line = false;
    let mut at_end = false;
    while !at_end {
        let searched = filled; // what is left of a part has no line end
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => at_end = true,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        progress.add(0); // the input counts its bytes
        let read = &buffer[searched..filled];
        let end = match read.iter().rposition(|&byte| byte == b'\n') {
            _ if at_end => filled,
            Some(newline) => searched + newline + 1,
            None if filled < buffer.len() => 0,
            None if buffer.len() < MAX_LINE_BYTES => {
                buffer.resize(2 * buffer.len(), 0);
                0
            }
            None => filled,
        };
        let mut lines = &buffer[..end];
        if in_long_line {
            let newline = lines.iter().position(|&byte| byte == b'\n');
            lines = newline.map_or(&[], |newline| &lines[newline + 1..]);
        }
        if end > 0 {
            if !lines.is_empty() {
                read_lines(lines);
            }
            in_long_line = buffer[end - 1] != b'\n';
            buffer.copy_within(end..filled, 0);
            filled -= end;
        }
    }
    Ok(())
}
