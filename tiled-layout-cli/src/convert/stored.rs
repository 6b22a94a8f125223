//! `Stored`: an array in a file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use layout_core::util::words;
use layout_runtime::{ElementType, Layout};

use super::output::{failed, positional, shown};
use crate::failure::Failure;
use crate::printable::printable;

/// An array in a file.
#[derive(Clone)]
pub(crate) struct Stored {
    /// Its name in the file; empty if the file has no names.
    pub(crate) name: String,
    layout: LayoutText,
    /// The word size in bytes if words are big-endian; otherwise 1.
    pub(crate) swapped: usize,
    whole: Option<LayoutText>,
    file: Arc<OpenFile>,
    start: u64,
}

/// A layout that is kept as its text: files have many arrays, and a `Layout` has a kilobyte.
#[derive(Clone)]
pub(crate) struct LayoutText(Box<str>);

impl LayoutText {
    pub(crate) fn new(layout: &Layout) -> LayoutText {
        LayoutText(layout.to_string().into())
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout::parse(&self.0).expect("a layout prints a text that is parsed as itself")
    }
}

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
    pub(crate) fn of(path: &Path) -> FileKind {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
            "npy" => FileKind::Npy,
            "safetensors" => FileKind::Safetensors,
            _ => FileKind::Raw,
        }
    }
}

/// An open file, and its path for messages.
struct OpenFile {
    file: File,
    path: PathBuf,
}

impl OpenFile {
    fn read_at(&self, bytes: &mut [u8], start: u64) -> Result<(), Failure> {
        let read = positional::read_exact_at(&self.file, bytes, start);
        read.map_err(|error| failed(&self.path, &error))
    }
}

/// A file that is read.
pub(super) struct Input {
    file: Arc<OpenFile>,
    pub(super) len: u64,
}

impl Input {
    pub(super) fn open(path: &Path) -> Result<Input, Failure> {
        let file = File::open(path).map_err(|error| failed(path, &error))?;
        let metadata = file.metadata().map_err(|error| failed(path, &error))?;
        Ok(Input {
            len: metadata.len(),
            file: Arc::new(OpenFile {
                file,
                path: path.to_owned(),
            }),
        })
    }

    /// Reads bytes that the file must have.
    pub(super) fn read(&self, start: u64, len: u64) -> Result<Vec<u8>, Failure> {
        if start.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(self.refused("the file ends within its header"));
        }
        let mut bytes = vec![0; len as usize];
        self.file.read_at(&mut bytes, start)?;
        Ok(bytes)
    }

    /// The error for a file that breaks its format.
    pub(super) fn refused(&self, words: impl std::fmt::Display) -> Failure {
        Failure::new(format!("{}: {words}", shown(&self.file.path)))
    }

    /// An array that begins at an offset of this file.
    pub(super) fn stored(&self, name: &str, layout: &Layout, start: u64) -> Stored {
        Stored {
            name: name.to_owned(),
            layout: LayoutText::new(layout),
            swapped: 1,
            whole: None,
            file: Arc::clone(&self.file),
            start: start + layout.metadata_prefix_bytes() as u64,
        }
    }

    /// Refuses data that does not fill the file up to its end.
    pub(super) fn check_data(&self, start: u64, layout: &Layout) -> Result<(), Failure> {
        let (takes, has) = (stored_bytes(layout), self.len.saturating_sub(start));
        match takes == has {
            true => Ok(()),
            false => Err(self.refused(format!(
                "`{layout}` takes {}, but the file has {} of data",
                byte_count(takes),
                byte_count(has)
            ))),
        }
    }
}

/// `300,000 bytes`.
pub(super) fn byte_count(bytes: u64) -> impl std::fmt::Display {
    words::count(bytes as usize, "byte")
}

/// The bytes of an array with its padding and the metadata before it.
pub(crate) fn stored_bytes(layout: &Layout) -> u64 {
    layout.padded_bytes() as u64 + layout.metadata_prefix_bytes() as u64
}

impl Stored {
    /// The layout of its bytes.
    pub(crate) fn layout(&self) -> Layout {
        self.layout.layout()
    }

    /// The dimensions of the whole array if this is a shard and the file says so.
    pub(crate) fn whole(&self) -> Option<Layout> {
        self.whole.as_ref().map(LayoutText::layout)
    }

    pub(super) fn set_whole(&mut self, whole: &Layout) {
        self.whole = Some(LayoutText::new(whole));
    }

    /// Reads bytes of the buffer from offset `at`.
    pub(crate) fn read_at(&self, bytes: &mut [u8], at: usize) -> Result<(), Failure> {
        self.file.read_at(bytes, self.start + at as u64)
    }

    /// The file and the array's name, for messages.
    pub(crate) fn shown(&self) -> String {
        match self.name.as_str() {
            "" => shown(&self.file.path),
            name => format!("{}: `{}`", shown(&self.file.path), printable(name)),
        }
    }
}
