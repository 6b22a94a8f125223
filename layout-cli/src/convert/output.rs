//! `Output`: a file that appears complete, or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::printable::printable;

/// A file written under a temporary name beside its own. It is renamed when complete; if the
/// run ends with an error, it is removed. The next run overwrites what a killed run leaves.
pub(crate) struct Output {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    finished: bool,
}

impl Output {
    /// A file of `bytes` zeros.
    pub(crate) fn create(path: &Path, bytes: u64) -> Result<Output, Failure> {
        let mut name = OsString::from(".");
        name.push(
            path.file_name()
                .ok_or_else(|| Failure::new(format!("{} is no name of a file", shown(path))))?,
        );
        name.push(".partial");
        let temporary = path.with_file_name(name);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options
            .open(&temporary)
            .map_err(|error| failed(&temporary, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let words = format!("{}: another run is writing it", shown(path));
                return Err(Failure::Io(words));
            }
            Err(TryLockError::Error(_)) => {} // no locks on this file system
        }
        let output = Output {
            file,
            temporary,
            path: path.to_owned(),
            finished: false,
        };
        output.resize(0)?;
        output.resize(bytes)?;
        Ok(output)
    }

    fn resize(&self, bytes: u64) -> Result<(), Failure> {
        self.file
            .set_len(bytes)
            .map_err(|error| failed(&self.path, &error))
    }

    pub(crate) fn write_at(&self, bytes: &[u8], start: u64) -> Result<(), Failure> {
        let written = positional::write_all_at(&self.file, bytes, start);
        written.map_err(|error| failed(&self.path, &error))
    }

    pub(crate) fn read_at(&self, bytes: &mut [u8], start: u64) -> Result<(), Failure> {
        let read = positional::read_exact_at(&self.file, bytes, start);
        read.map_err(|error| failed(&self.path, &error))
    }

    /// The error for a file whose contents differ when read back.
    pub(crate) fn differs(&self, byte: u64) -> Failure {
        let path = shown(&self.path);
        Failure::Io(format!(
            "{path}: what was read back differs after byte {byte}"
        ))
    }

    /// Renames the file once its bytes are on the disk.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let failed = |error| failed(&self.path, &error);
        self.file.sync_all().map_err(failed)?;
        fs::rename(&self.temporary, &self.path).map_err(failed)?;
        self.finished = true;
        // The new name is on the disk once the folder is synced; some systems cannot open a
        // folder.
        let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Refuses to overwrite a file.
pub(crate) fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    if force || !path.exists() {
        return Ok(());
    }
    let path = shown(path);
    Err(Failure::new(format!(
        "{path} exists\n  = help: write over it with `--force`"
    )))
}

pub(crate) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// A file that cannot be read or written.
pub(crate) fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Io(format!("{}: {error}", shown(path)))
}

/// Reads and writes at an offset of a file. Unlike memory maps, they take no address space, and
/// a file that shrinks meanwhile is an error.
pub(super) mod positional {
    use std::fs::File;
    use std::io;

    #[cfg(unix)]
    pub(in crate::convert) fn read_exact_at(
        file: &File,
        bytes: &mut [u8],
        start: u64,
    ) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
    }

    #[cfg(unix)]
    pub(in crate::convert) fn write_all_at(
        file: &File,
        bytes: &[u8],
        start: u64,
    ) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(file, bytes, start)
    }

    #[cfg(not(unix))]
    pub(in crate::convert) fn read_exact_at(
        mut file: &File,
        bytes: &mut [u8],
        start: u64,
    ) -> io::Result<()> {
        use io::{Read, Seek};
        file.seek(io::SeekFrom::Start(start))?;
        file.read_exact(bytes)
    }

    #[cfg(not(unix))]
    pub(in crate::convert) fn write_all_at(
        mut file: &File,
        bytes: &[u8],
        start: u64,
    ) -> io::Result<()> {
        use io::{Seek, Write};
        file.seek(io::SeekFrom::Start(start))?;
        file.write_all(bytes)
    }
}
