//! `SourceTable`: lines of a model's source, from the numbers of stack frames.

use super::row::short;
use crate::proto::{Fields, ProtoError, varints};

/// The maximum number of entries of a table.
const MAX_ENTRIES: usize = 1 << 14;

/// A file of a model's source, and the line if it is known.
pub(crate) type Source<'a> = (&'a str, Option<u32>);

/// Returns `model.py:17`, or the file.
pub(super) fn source_text((file, line): Source<'_>) -> Box<str> {
    match line {
        Some(line) => short(&format!("{file}:{line}")),
        None => short(file),
    }
}

/// The tables before the computations of a module; entries count from 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceTable {
    files: Vec<Box<str>>,
    /// The number of a file, and a line.
    locations: Vec<[u32; 2]>,
    /// The number of a location.
    frames: Vec<u32>,
    /// The head of the table that is read.
    table: Box<str>,
}

impl SourceTable {
    /// Returns the file and the line of a stack frame.
    pub(crate) fn line_of(&self, frame: u32) -> Option<Source<'_>> {
        let entry = |number: u32| (number as usize).wrapping_sub(1);
        let &location = self.frames.get(entry(frame))?;
        let &[file, line] = self.locations.get(entry(location))?;
        let file = self.files.get(entry(file))?;
        Some((file, Some(line)))
    }

    /// Reads a line of a module before its computations.
    pub(crate) fn read_line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line.trim_ascii());
        if matches!(
            &*line,
            "" | "FileNames" | "FunctionNames" | "FileLocations" | "StackFrames"
        ) {
            self.table = line.into();
            return;
        }
        let Some((number, entry)) = line.split_once(' ') else {
            return;
        };
        if number.parse::<u32>().is_err() {
            return;
        }
        let value = |key: &str| {
            let rest = entry.split_once(key).map_or("", |(_, rest)| rest);
            let end = rest.find(|c: char| !c.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse().unwrap_or(0)
        };
        match &*self.table {
            "FileNames" => push(&mut self.files, short(entry.trim_matches('"'))),
            "FileLocations" => {
                let location = [value("file_name_id="), value(" line=")];
                push(&mut self.locations, location);
            }
            "StackFrames" => push(&mut self.frames, value("file_location_id=")),
            _ => {}
        }
    }

    /// Reads the message `StackFrameIndexProto`.
    pub(crate) fn read_proto(&mut self, bytes: &[u8]) -> Result<(), ProtoError> {
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => {
                    let name = String::from_utf8_lossy(field.bytes()?);
                    push(&mut self.files, short(&name));
                }
                3 => {
                    let location = varints(field.bytes()?, [1, 3])?;
                    push(&mut self.locations, location.map(|number| number as u32));
                }
                4 => {
                    let [frame] = varints(field.bytes()?, [1])?;
                    push(&mut self.frames, frame as u32);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn push<T>(table: &mut Vec<T>, entry: T) {
    if table.len() < MAX_ENTRIES {
        table.push(entry);
    }
}
