//! Files of arrays: NumPy, safetensors, and raw bytes.

pub(crate) mod npy;
mod npy_header;
mod stored;
pub(crate) mod tensors;

use std::path::Path;
use std::rc::Rc;

use layout_runtime::{ElementType, Layout};

use crate::failure::Failure;
use crate::output::shown;
use stored::Input;
pub(crate) use stored::{Arrays, Stored, byte_count, stored_bytes};

/// The options that describe a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReadOptions<'a> {
    pub(crate) layout: Option<&'a Layout>,
    pub(crate) element: Option<ElementType>,
    pub(crate) offset: Option<u64>,
    pub(crate) tensor: Option<&'a str>,
}

/// The kind of a file, from the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Npy,
    Safetensors,
    Raw,
}

impl FileKind {
    /// The kind of a file; `None` if its ending says nothing.
    pub(crate) fn of(path: &Path) -> Option<FileKind> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str()? {
            "npy" => Some(FileKind::Npy),
            "safetensors" => Some(FileKind::Safetensors),
            "" | "bin" | "raw" | "dat" => Some(FileKind::Raw),
            _ => None,
        }
    }
}

/// The kind of a file. With `raw`, a file whose ending says nothing is one of raw bytes.
pub(crate) fn kind(path: &Path, raw: bool) -> Result<FileKind, Failure> {
    let kind = FileKind::of(path).or(raw.then_some(FileKind::Raw));
    kind.ok_or_else(|| {
        Failure::new(format!(
            "{}: the ending does not say what the file is\n  = help: the known endings are `.npy`, \
             `.safetensors`, and `.bin`, `.raw`, `.dat` or none for raw bytes; with `--raw`, others \
             are raw bytes too",
            shown(path)
        ))
    })
}

/// The arrays of a file of this kind, or the one with the given name.
pub(crate) fn open(
    path: &Path,
    kind: FileKind,
    options: ReadOptions<'_>,
) -> Result<Arrays, Failure> {
    let unused = match kind {
        FileKind::Npy | FileKind::Safetensors if options.offset.is_some() => {
            "`--offset` is for raw bytes"
        }
        FileKind::Npy | FileKind::Raw if options.tensor.is_some() => {
            "`--tensor` is for safetensors"
        }
        _ => "",
    };
    if !unused.is_empty() {
        let words = format!("{unused}, which {} is not", shown(path));
        return Err(Failure::new(words));
    }
    let input = Input::open(path)?;
    let array = match kind {
        FileKind::Npy => npy::read(&input, options)?,
        FileKind::Safetensors => return tensors::read(&input, options),
        FileKind::Raw => raw(&input, options)?,
    };
    Ok(Arrays {
        arrays: vec![array],
        ..Arrays::default()
    })
}

/// A file of bytes without a header.
fn raw(input: &Rc<Input>, options: ReadOptions<'_>) -> Result<Stored, Failure> {
    let Some(layout) = options.layout else {
        return Err(input.refused(
            "a file of raw bytes\n  = help: say what it holds: `--from 'f32[3,5]{1,0}'`",
        ));
    };
    let start = options.offset.unwrap_or(0);
    let left = input.len.saturating_sub(start);
    let len = match options.offset {
        Some(_) => left.min(stored_bytes(layout)),
        None => left,
    };
    input.stored(None, layout, start, len).map_err(|failure| {
        let words = failure.message();
        Failure::new(format!(
            "{words}\n  = help: `--offset` says where an array begins in a longer file"
        ))
    })
}
