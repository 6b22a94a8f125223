//! Reads files piece by piece, so that memory does not grow with the file.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use layout_xla::audit::{Audit, AuditError};
use layout_xla::tally::{Options, Tally};

use crate::failure::Failure;
use crate::printable::printable;
use crate::progress::Progress;
use crate::streams;

/// The bytes of a piece. Not a multiple of 4096: the kernel's copy (`rep movsb`) takes five times
/// as long on some AMD processors if the destination begins a few bytes after the source,
/// modulo the page size.
const PIECE: usize = 500_000;
/// The maximum number of computations that an error lists.
const MAX_LISTED: usize = 20;

/// The counts of a file.
pub(super) struct Audited {
    /// The name of the file.
    pub(super) file: String,
    pub(super) tally: Tally,
}

/// Tallies a file, or standard input for `-`.
pub(super) fn read(path: &Path, options: Options) -> Result<Audited, Failure> {
    let is_stdin = path == Path::new("-");
    let file = if is_stdin {
        "standard input".into()
    } else {
        path.display().to_string()
    };
    let failed = |error: String| Failure::new(format!("{}: {error}", printable(&file)));
    if is_stdin && io::stdin().is_terminal() {
        return Err(Failure::new(
            "no file\n  = help: write `layout audit FILE`, or pipe a dump into it",
        ));
    }
    let tally = if is_stdin {
        read_input(io::stdin().lock(), &file, None, options)
    } else {
        open(path).and_then(|(input, len)| read_input(input, &file, Some(len), options))
    };
    let mut tally = tally.map_err(failed)?;
    if !is_stdin && tally.memory().is_some_and(|memory| !memory.is_exact) {
        take_assignment(path, &mut tally);
    }
    Ok(Audited { file, tally })
}

/// Takes the exact figures of the buffer assignment that the compiler writes beside the text of
/// a module: `m-buffer-assignment.txt` beside `m.txt`.
fn take_assignment(path: &Path, tally: &mut Tally) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(stem) = name
        .strip_suffix(".gz")
        .unwrap_or(&name)
        .strip_suffix(".txt")
    else {
        return;
    };
    let beside = ["txt", "txt.gz"].map(|end| format!("{stem}-buffer-assignment.{end}"));
    let mut beside = beside.iter().map(|name| path.with_file_name(name));
    let Some(path) = beside.find(|path| path.is_file()) else {
        return;
    };
    let file = path.display().to_string();
    let options = Options::default();
    let assignment =
        open(&path).and_then(|(input, len)| read_input(input, &file, Some(len), options));
    let reason = match assignment {
        Ok(assignment) if tally.take_assignment(&assignment) => return,
        Ok(_) => "it is not the buffer assignment of this module".to_owned(),
        Err(error) => error,
    };
    let file = printable(&file);
    streams::print_message(format_args!("{file} is left out: {reason}"));
}

/// A file and its length in bytes.
fn open(path: &Path) -> Result<(File, u64), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        Err(
            "a directory\n  = help: write the files in it: `layout audit \
             DIR/*after_optimizations.txt`"
                .into(),
        )
    } else {
        Ok((file, metadata.len()))
    }
}

/// Tallies an input of `len` bytes, if the length is known, and shows the progress of a long
/// one.
fn read_input(
    input: impl Read,
    file: &str,
    len: Option<u64>,
    options: Options,
) -> Result<Tally, String> {
    let progress = Progress::new(&printable(file), len);
    let mut audit = Audit::new(options);
    let wrong = |error: AuditError| match &error {
        AuditError::NoComputation { known, .. } => {
            printable(&error.to_string()).into_owned() + &listed(known)
        }
        AuditError::Cut(_) => format!(
            "{}\n  = help: pass the whole file, or add `--partial` for its entry parameters",
            printable(&error.to_string())
        ),
        _ => error.to_string(),
    };
    let broken = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => AuditError::CutOff.to_string(),
        _ => error.to_string(),
    };
    let mut input = decompressed(progress.wrap(input)).map_err(broken)?;
    let mut piece = vec![0; PIECE];
    loop {
        match input.read(&mut piece) {
            Ok(0) => return audit.finish().map_err(wrong),
            Ok(len) => audit.read(&piece[..len]).map_err(wrong)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(broken(error)),
        }
        progress.add(0); // the input counts its bytes
    }
}

/// The input, decompressed if it is gzip.
fn decompressed<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(2).read_to_end(&mut head)?;
    let is_gzip = head == [0x1f, 0x8b];
    let input = Cursor::new(head).chain(input);
    Ok(if is_gzip {
        Box::new(MultiGzDecoder::new(input))
    } else {
        Box::new(input)
    })
}

/// The computations of a file, for an error.
fn listed(names: &[Box<str>]) -> String {
    let mut help = "\n  = help: write `ENTRY`, or one of these:".to_owned();
    for name in names.iter().rev().take(MAX_LISTED) {
        help.push_str(&format!("\n      {}", printable(name)));
    }
    if names.len() > MAX_LISTED {
        help.push_str(&format!("\n      and {} more", names.len() - MAX_LISTED));
    }
    help
}
