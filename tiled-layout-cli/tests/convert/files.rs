//! The files that tests read and write.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let name = format!("layout-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null());
        command
    }

    /// Runs the command, which ends with an exit code; what it wrote to standard error.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str], code: i32) -> String {
        let Output { status, stderr, .. } = self.command(arguments).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}: {stderr}");
        stderr
    }

    /// Runs the command; what it printed.
    #[track_caller]
    pub(crate) fn print(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of NumPy.
pub(crate) fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let fortran = if fortran { "True" } else { "False" };
    let text =
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({shape}), }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(data);
    bytes
}

/// A file of safetensors.
pub(crate) fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

/// The data of a file of NumPy that this command wrote.
pub(crate) fn npy_data(file: &[u8]) -> &[u8] {
    let len = u16::from_le_bytes([file[8], file[9]]);
    &file[10 + usize::from(len)..]
}

/// The data of a file of safetensors, and its header.
pub(crate) fn tensor_data(file: &[u8]) -> (&str, &[u8]) {
    let len = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    (
        std::str::from_utf8(&file[8..8 + len]).unwrap(),
        &file[8 + len..],
    )
}

pub(crate) fn rows(len: usize) -> Vec<u8> {
    (1..=len as u16).flat_map(u16::to_le_bytes).collect()
}
