//! `Stored`: an array in a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use layout_core::util::words;
use layout_runtime::Layout;

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
    input: Rc<Input>,
    start: u64,
}

/// The arrays that are read from a file.
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) arrays: Vec<Stored>,
    /// The texts of a file of safetensors that do not describe one tensor's bytes.
    pub(super) metadata: HashMap<String, String>,
}

/// A file that is read.
pub(super) struct Input {
    file: File,
    path: PathBuf,
    pub(super) len: u64,
}

impl Input {
    /// Opens a regular file: arrays are read from their offsets, and `--verify` reads them again.
    pub(super) fn open(path: &Path) -> Result<Rc<Input>, Failure> {
        let metadata = if path.as_os_str() == "-" {
            None
        } else {
            Some(path.metadata().map_err(|error| failed(path, &error))?)
        };
        let what = match &metadata {
            None => "`-` is standard input".to_owned(),
            Some(metadata) if metadata.is_dir() => format!("{} is a directory", shown(path)),
            Some(metadata) if metadata.is_file() => {
                let file = File::open(path).map_err(|error| failed(path, &error))?;
                let (path, len) = (path.to_owned(), metadata.len());
                return Ok(Rc::new(Input { file, path, len }));
            }
            Some(_) => format!("{} is a pipe or a device", shown(path)),
        };
        Err(Failure::new(format!(
            "{what}, but arrays are read from regular files"
        )))
    }

    fn read_exact(&self, start: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start));
        read.and_then(|_| file.read_exact(bytes))
            .map_err(|error| failed(&self.path, &error))
    }

    /// Reads bytes that the file must have.
    pub(super) fn read(&self, start: u64, len: u64) -> Result<Vec<u8>, Failure> {
        if start.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(self.refused("the file ends within its header"));
        }
        let mut bytes = vec![0; len as usize];
        self.read_exact(start, &mut bytes)?;
        Ok(bytes)
    }

    /// The error for a file that breaks its format.
    pub(super) fn refused(&self, words: impl std::fmt::Display) -> Failure {
        Failure::new(format!("{}: {words}", shown(&self.path)))
    }

    /// An array of `len` bytes from an offset of this file on.
    pub(super) fn stored(
        self: &Rc<Input>,
        name: Option<&str>,
        layout: &Layout,
        start: u64,
        len: u64,
    ) -> Result<Stored, Failure> {
        let stored = Stored {
            name: name.map(str::to_owned),
            layout: layout.to_string().into(),
            swapped: 1,
            input: Rc::clone(self),
            start,
        };
        let needed = stored_bytes(layout);
        if needed == len {
            Ok(stored)
        } else {
            Err(stored.refused(format!(
                "`{layout}` takes {}, but there are {} of data",
                byte_count(needed),
                byte_count(len)
            )))
        }
    }
}

/// `300,000 bytes`.
pub(crate) fn byte_count(bytes: u64) -> impl std::fmt::Display {
    words::count(bytes as usize, "byte")
}

/// The bytes of an array with its padding and the metadata before it.
pub(crate) fn stored_bytes(layout: &Layout) -> u64 {
    layout.padded_bytes() as u64 + layout.metadata_prefix_bytes() as u64
}

impl Stored {
    /// The layout of its bytes.
    pub(crate) fn layout(&self) -> Layout {
        Layout::parse(&self.layout).expect("a layout prints a text that is parsed as itself")
    }

    /// Reads its bytes, with the metadata before them.
    pub(crate) fn read(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        self.input.read_exact(self.start, bytes)
    }

    /// An error about this array.
    pub(crate) fn refused(&self, words: impl std::fmt::Display) -> Failure {
        match &self.name {
            None => self.input.refused(words),
            Some(name) => self
                .input
                .refused(format!("`{}`: {words}", printable(name))),
        }
    }
}
