//! `Output`: a file that appears complete, or not at all; or a device, or standard output.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
#[cfg(feature = "convert")]
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::printable::printable;

/// An output of the command. A regular file is written under a new name in the same folder and
/// renamed when complete; if the run ends with an error, it is removed. Devices, pipes and `-`,
/// which is standard output, get the bytes directly.
pub(crate) struct Output {
    path: PathBuf,
    force: bool,
    place: Place,
}

/// Where the bytes are written.
enum Place {
    /// A new file, and the permissions of the file that it replaces.
    Renamed(NamedTempFile, Option<Permissions>),
    Device(File),
    Stdout,
}

impl Output {
    /// Opens an output. Without `force`, a file or a link of this name is an error; with it, it
    /// is replaced, and never the target of a link.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Output, Failure> {
        let place = if path.as_os_str() == "-" {
            Place::Stdout
        } else if path.is_dir() {
            return Err(Failure::new(format!("{} is a directory", shown(path))));
        } else if is_device(path) {
            let device = OpenOptions::new().append(true).open(path);
            Place::Device(device.map_err(|error| failed(path, &error))?)
        } else if !force && path.symlink_metadata().is_ok() {
            return Err(Failure::new(format!(
                "{} exists\n  = help: write over it with `--force`",
                shown(path)
            )));
        } else {
            beside(path).map_err(|error| not_created(path, &error))?
        };
        Ok(Output {
            path: path.to_owned(),
            force,
            place,
        })
    }

    /// Writes bytes after those that are written.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.place {
            Place::Renamed(new, _) => new.write_all(bytes),
            Place::Device(device) => device.write_all(bytes),
            Place::Stdout => return Ok(io::stdout().write_all(bytes)?),
        };
        written.map_err(|error| failed(&self.path, &error))
    }

    /// Reads bytes from byte `start` on again. Only a regular file can be read.
    #[cfg(feature = "convert")]
    pub(crate) fn read(&mut self, start: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let Place::Renamed(new, _) = &mut self.place else {
            return Err(Failure::new(format!(
                "`--verify` reads the output again, which {} does not allow",
                shown(&self.path)
            )));
        };
        let read = new.seek(io::SeekFrom::Start(start));
        read.and_then(|_| new.read_exact(bytes))
            .map_err(|error| failed(&self.path, &error))
    }

    /// Renames the file once its bytes are on the disk. Without `force`, a file that has appeared
    /// under that name stays.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let (new, old) = match self.place {
            Place::Renamed(new, old) => (new, old),
            Place::Device(_) => return Ok(()),
            Place::Stdout => return Ok(io::stdout().flush()?),
        };
        let renamed = rename(new, old, &self.path, self.force);
        renamed.map_err(|error| failed(&self.path, &error))
    }
}

/// Writes an output of these bytes.
pub(crate) fn write(path: &Path, force: bool, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path, force)?;
    output.write(bytes)?;
    output.finish()
}

/// A new file in the folder of another one. Its name is short, so that the other's may be as long
/// as the file system allows.
fn beside(path: &Path) -> io::Result<Place> {
    let old = fs::metadata(path).ok().map(|old| old.permissions());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".layout-").suffix(".partial");
    #[cfg(unix)] // for a new file, the process' mask removes some bits
    let old = {
        use std::os::unix::fs::PermissionsExt;
        let mode = if old.is_some() { 0o600 } else { 0o666 };
        builder.permissions(Permissions::from_mode(mode));
        old.map(|old| Permissions::from_mode(old.mode() & 0o777))
    };
    Ok(Place::Renamed(builder.tempfile_in(folder(path))?, old))
}

fn rename(
    new: NamedTempFile,
    old: Option<Permissions>,
    path: &Path,
    force: bool,
) -> io::Result<()> {
    if let Some(old) = old {
        new.as_file().set_permissions(old)?;
    }
    new.as_file().sync_all()?;
    if force {
        new.persist(path)?
    } else {
        match new.persist_noclobber(path) {
            // Some file systems can only overwrite.
            Err(error) if error.error.kind() != ErrorKind::AlreadyExists => {
                error.file.persist(path)?
            }
            result => result?,
        }
    };
    // The new name is on the disk once the folder is synced; some systems cannot open a folder.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// True for devices and pipes, and for all names in the folders of devices and open files, where
/// `stdout` may be a link to a file.
fn is_device(path: &Path) -> bool {
    let is_other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let is_open_file = folder(path).canonicalize().is_ok_and(|folder| {
        folder == Path::new("/dev") || folder == Path::new("/dev/fd") || folder.starts_with("/proc")
    });
    is_other || is_open_file
}

/// A path for messages.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard output".to_owned()
    } else {
        printable(&path.display().to_string()).into_owned()
    }
}

/// A file that cannot be created, because of its folder or for another reason.
fn not_created(path: &Path, error: &io::Error) -> Failure {
    let folder = folder(path);
    if error.kind() == ErrorKind::NotFound && !folder.exists() {
        Failure::new(format!(
            "{}: the folder `{}` does not exist",
            shown(path),
            shown(folder)
        ))
    } else {
        failed(path, error)
    }
}

/// A file that cannot be read or written.
pub(crate) fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: {error}", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_dev_are_devices() {
        // Even if standard output is a file.
        assert!(is_device(Path::new("/dev/stdout")));
        assert!(!is_device(Path::new("/dev/shm/out.bin")));
        assert!(!is_device(Path::new(file!())));
    }
}
