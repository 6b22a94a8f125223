//! `Stored`: an array in a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use layout_core::util::words;
use layout_runtime::{ElementType, Layout};

use crate::failure::Failure;
use crate::output::{failed, shown};
use crate::printable::printable;

/// An array in a file.
pub(crate) struct Stored {
    /// Its name, if the file has names.
    pub(crate) name: Option<String>,
    /// The text of its layout: files have many arrays, and a `Layout` has a kilobyte.
    layout: Box<str>,
    /// The word size in bytes if words are big-endian; otherwise 1.
    pub(crate) swapped: usize,
    file: Arc<OpenFile>,
    start: u64,
}

/// The arrays that are read from a file.
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) arrays: Vec<Stored>,
    /// The texts of a file of safetensors that do not describe one tensor's bytes.
    pub(super) metadata: HashMap<String, String>,
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

/// An open file, and its path for messages.
struct OpenFile {
    file: File,
    path: PathBuf,
}

impl OpenFile {
    fn read(&self, start: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start));
        read.and_then(|_| file.read_exact(bytes))
            .map_err(|error| failed(&self.path, &error))
    }
}

/// A file that is read.
pub(super) struct Input {
    file: Arc<OpenFile>,
    pub(super) len: u64,
}

impl Input {
    /// Opens a regular file: arrays are read from their offsets, and `--verify` reads them again.
    pub(super) fn open(path: &Path) -> Result<Input, Failure> {
        let refused = |what: &str| {
            Err(Failure::new(format!(
                "{what}, but arrays are read from a regular file\n  = help: write the bytes to a \
                 file first"
            )))
        };
        if path.as_os_str() == "-" {
            return refused("`-` is standard input");
        }
        let metadata = path.metadata().map_err(|error| failed(path, &error))?;
        if metadata.is_dir() {
            return Err(Failure::new(format!("{} is a directory", shown(path))));
        }
        if !metadata.is_file() {
            return refused(&format!("{} is a pipe or a device", shown(path)));
        }
        let file = File::open(path).map_err(|error| failed(path, &error))?;
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
        self.file.read(start, &mut bytes)?;
        Ok(bytes)
    }

    /// The error for a file that breaks its format.
    pub(super) fn refused(&self, words: impl std::fmt::Display) -> Failure {
        Failure::new(format!("{}: {words}", shown(&self.file.path)))
    }

    /// An array that begins at an offset of this file.
    pub(super) fn stored(&self, name: Option<&str>, layout: &Layout, start: u64) -> Stored {
        Stored {
            name: name.map(str::to_owned),
            layout: layout.to_string().into(),
            swapped: 1,
            file: Arc::clone(&self.file),
            start,
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
pub(super) fn stored_bytes(layout: &Layout) -> u64 {
    layout.padded_bytes() as u64 + layout.metadata_prefix_bytes() as u64
}

impl Stored {
    /// The layout of its bytes.
    pub(crate) fn layout(&self) -> Layout {
        Layout::parse(&self.layout).expect("a layout prints a text that is parsed as itself")
    }

    /// Reads its bytes, with the metadata before them.
    pub(super) fn read(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        self.file.read(self.start, bytes)
    }

    /// The file and the array's name, for messages.
    pub(crate) fn shown(&self) -> String {
        let file = shown(&self.file.path);
        match &self.name {
            None => file,
            Some(name) => format!("{file}: `{}`", printable(name)),
        }
    }
}
