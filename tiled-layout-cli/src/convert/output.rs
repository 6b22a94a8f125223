//! `Output`: a file that appears complete, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::failure::Failure;
use crate::printable::printable;

/// A file written under a new name, which is renamed when complete; if the run ends with an
/// error, it is removed. A device gets the bytes when they are complete.
pub(crate) struct Output {
    file: File,
    place: Place,
    path: PathBuf,
    force: bool,
}

/// What becomes of the file.
enum Place {
    /// It is in the folder of the output, and gets the output's name.
    Renamed(TempPath),
    /// It has no name, and is copied to the device.
    Copied(File),
}

impl Output {
    /// A file of `bytes` zeros.
    pub(crate) fn create(path: &Path, bytes: u64, force: bool) -> Result<Output, Failure> {
        let (file, place) = match is_device(path) {
            true => Output::for_device(path),
            false => Output::beside(path),
        }
        .map_err(|error| not_created(path, &error))?;
        let output = Output {
            file,
            place,
            path: path.to_owned(),
            force,
        };
        let resized = output.file.set_len(bytes);
        resized.map_err(|error| failed(path, &error))?;
        Ok(output)
    }

    /// A new file beside another one. Its name is one that no file has.
    fn beside(path: &Path) -> io::Result<(File, Place)> {
        let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".partial");
        #[cfg(unix)] // the mode of any new file; the process' mask removes some bits
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let new = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        let (file, path) = new.into_parts();
        Ok((file, Place::Renamed(path)))
    }

    fn for_device(path: &Path) -> io::Result<(File, Place)> {
        let device = OpenOptions::new().write(true).truncate(true).open(path)?;
        Ok((tempfile::tempfile()?, Place::Copied(device)))
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
        Failure::Message(format!(
            "{path}: what was read back differs after byte {byte}"
        ))
    }

    /// Renames the file once its bytes are on the disk, or copies them to the device. Without
    /// `force`, a file that has appeared under that name stays.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let path = self.path.clone();
        self.try_finish().map_err(|error| failed(&path, &error))
    }

    fn try_finish(mut self) -> io::Result<()> {
        let new = match self.place {
            Place::Renamed(new) => new,
            Place::Copied(mut device) => {
                self.file.rewind()?;
                return io::copy(&mut self.file, &mut device).map(drop);
            }
        };
        self.file.sync_all()?;
        match self.force {
            true => new.persist(&self.path)?,
            false => match new.persist_noclobber(&self.path) {
                // Some file systems can only overwrite.
                Err(error) if error.error.kind() != ErrorKind::AlreadyExists => {
                    error.path.persist(&self.path)?;
                }
                result => result?,
            },
        }
        // The new name is on the disk once the folder is synced; some systems cannot open a
        // folder.
        let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// True for devices, pipes and folders, which a file does not replace; and for all names in
/// `/dev`, where `stdout` may be a link to a file.
fn is_device(path: &Path) -> bool {
    let is_other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    is_other || path.parent() == Some(Path::new("/dev"))
}

/// Refuses to overwrite a file or a link.
pub(crate) fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    if force || fs::symlink_metadata(path).is_err() {
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

/// A file that cannot be created, because of its folder or for another reason.
fn not_created(path: &Path, error: &io::Error) -> Failure {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    match folder {
        Some(folder) if error.kind() == ErrorKind::NotFound && !folder.exists() => {
            Failure::new(format!(
                "{}: the folder `{}` does not exist",
                shown(path),
                shown(folder)
            ))
        }
        _ => failed(path, error),
    }
}

/// A file that cannot be read or written.
pub(crate) fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: {error}", shown(path)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_dev_are_devices() {
        // Even if standard output is a file.
        assert!(is_device(Path::new("/dev/stdout")));
        assert!(is_device(Path::new(".")));
        assert!(!is_device(Path::new("/dev/shm/out.bin")));
        assert!(!is_device(Path::new(file!())));
    }
}
