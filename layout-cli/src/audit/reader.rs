//! Reads files in parts of whole lines, so that memory does not grow with the
//! file.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use layout_runtime::hlo::Context;

use super::Args;
use super::tally::Tally;
use crate::failure::Failure;
use crate::printable::printable;

/// The bytes of a part, unless a line is longer.
const PART: usize = 1 << 20;
/// The bytes of a line that are read; what follows up to its end is dropped.
/// An instruction's name, result and opcode stand before.
const LONGEST_LINE: usize = 4 << 20;
/// When a progress bar appears.
const PATIENCE: Duration = Duration::from_millis(500);

/// Tallies a file; standard input for `-`.
pub(super) fn read(path: &Path, args: &Args) -> Result<Tally, Failure> {
    let computation = args.computation.as_deref();
    if path == Path::new("-") {
        let input = io::stdin();
        if input.is_terminal() {
            return Err(Failure::new(
                "no file\n  = help: write `layout audit FILE`, or pipe a dump into it",
            ));
        }
        let mut tally = Tally::new("standard input".into(), computation);
        read_input(input.lock(), None, &mut tally)
            .map_err(|error| named("standard input", &error))?;
        return Ok(tally);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| named(&name, &error))?;
    let len = file.metadata().map(|metadata| metadata.len()).ok();
    let mut tally = Tally::new(name, computation);
    read_input(file, len, &mut tally).map_err(|error| named(&tally.file, &error))?;
    Ok(tally)
}

fn named(file: &str, error: &io::Error) -> Failure {
    Failure::new(format!("{}: {error}", printable(file)))
}

/// Tallies an input of `len` bytes, if that is known, and shows how far it is
/// when it takes long.
fn read_input(input: impl Read, len: Option<u64>, tally: &mut Tally) -> io::Result<()> {
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
    let template = match len {
        Some(_) => "{msg} {wide_bar} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta}",
        None => "{msg} {spinner} {bytes} {binary_bytes_per_sec}",
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.set_message(printable(&tally.file).into_owned());
    let mut input = bar.wrap_read(input);
    let mut head = Vec::new();
    input.by_ref().take(2).read_to_end(&mut head)?;
    let is_gzip = head == [0x1f, 0x8b];
    let input = Cursor::new(head).chain(input);
    let read = if is_gzip {
        read_parts(MultiGzDecoder::new(input), tally, &bar)
    } else {
        read_parts(input, tally, &bar)
    };
    bar.finish_and_clear();
    read
}

/// Tallies what a reader gives.
fn read_parts(mut reader: impl Read, tally: &mut Tally, bar: &ProgressBar) -> io::Result<()> {
    let start = Instant::now();
    let mut buffer = vec![0; PART];
    let mut filled = 0;
    let mut place = Place::default();
    let mut at_end = false;
    while !at_end {
        let searched = filled; // what is left of a part has no line end
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => at_end = true,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) if is_corrupt(&error) => {
                tally.skip(place.line + 1, &format!("the rest of the file: {error}"));
                at_end = true;
            }
            Err(error) => return Err(error),
        }
        if bar.is_hidden() && start.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let read = &buffer[searched..filled];
        let lines = match read.iter().rposition(|&byte| byte == b'\n') {
            _ if at_end => filled,
            Some(newline) => searched + newline + 1,
            None if filled < buffer.len() => 0,
            None if buffer.len() < LONGEST_LINE => {
                buffer.resize(2 * buffer.len(), 0);
                0
            }
            None => filled,
        };
        if lines > 0 {
            place.read(&buffer[..lines], tally);
            buffer.copy_within(lines..filled, 0);
            filled -= lines;
        }
    }
    Ok(())
}

/// Whether compressed data is broken off or no such data.
fn is_corrupt(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// The context between two parts.
#[derive(Default)]
struct Place {
    line: usize,
    computation: String,
    in_entry: bool,
    /// Whether the next part begins in a line that was too long.
    in_long_line: bool,
}

impl Place {
    /// Tallies a part: whole lines, but for a line that is too long.
    fn read(&mut self, part: &[u8], tally: &mut Tally) {
        let mut lines = part;
        if self.in_long_line {
            let Some(newline) = part.iter().position(|&byte| byte == b'\n') else {
                return;
            };
            lines = &part[newline + 1..];
        }
        self.in_long_line = !part.ends_with(b"\n");
        let context = tally.read(
            lines,
            Context {
                line: self.line,
                computation: &self.computation,
                in_entry: self.in_entry,
            },
        );
        self.line = context.line;
        self.in_entry = context.in_entry;
        let computation = context.computation.to_owned();
        self.computation = computation;
    }
}
