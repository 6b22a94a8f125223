//! Reads and writes at an offset of a file. Unlike memory maps, they take no address space, and
//! a file that shrinks meanwhile is an error.

use std::fs::File;
use std::io;

#[cfg(unix)]
pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(unix)]
pub(super) fn write_all_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, start)
}

#[cfg(not(unix))]
pub(super) fn read_exact_at(mut file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    use io::{Read, Seek};
    file.seek(io::SeekFrom::Start(start))?;
    file.read_exact(bytes)
}

#[cfg(not(unix))]
pub(super) fn write_all_at(mut file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    use io::{Seek, Write};
    file.seek(io::SeekFrom::Start(start))?;
    file.write_all(bytes)
}
