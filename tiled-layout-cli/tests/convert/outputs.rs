//! Files that a run was not told to write stay as they are: links, other runs, devices.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::files::Folder;

const VICTIM: &[u8] = b"precious";

/// A folder with a file of 60 bytes, and another one.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("in.bin", &rows());
    folder.write("victim", VICTIM);
    folder
}

fn rows() -> Vec<u8> {
    (0..60).collect()
}

/// The columns of `u32[3,5]` as rows.
fn columns() -> Vec<u8> {
    let numbers = (0..15).map(|number| number % 3 * 5 + number / 3);
    numbers
        .flat_map(|number: u8| [0, 1, 2, 3].map(|byte| 4 * number + byte))
        .collect()
}

fn convert<'a>(input: &'a str, output: &'a str) -> [&'a str; 7] {
    let from = "u32[3,5]";
    ["convert", input, output, "--from", from, "--to", "{0,1}"]
}

fn is_regular(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_file()
}

/// A name that the temporary file once had, in all ways in which another file can have it.
#[test]
fn other_files_with_names_of_partial_ones_stay() {
    for link in ["symbolic", "hard", "dangling"] {
        let folder = folder(&format!("partial-{link}"));
        let (victim, partial) = (folder.0.join("victim"), folder.0.join(".out.bin.partial"));
        match link {
            "symbolic" => symlink(&victim, &partial).unwrap(),
            "hard" => fs::hard_link(&victim, &partial).unwrap(),
            _ => symlink(folder.0.join("nothing"), &partial).unwrap(),
        }
        folder.run(&convert("in.bin", "out.bin"), 0);
        assert_eq!(folder.read("victim"), VICTIM);
        assert_eq!(folder.read("out.bin"), columns());
        assert!(is_regular(&folder.0.join("out.bin")));
        let names = [".out.bin.partial", "in.bin", "out.bin", "victim"];
        assert_eq!(folder.names(), names);
    }
}

#[test]
fn a_partial_file_may_be_the_input() {
    let folder = folder("partial-input");
    fs::rename(folder.0.join("in.bin"), folder.0.join(".out.bin.partial")).unwrap();
    folder.run(&convert(".out.bin.partial", "out.bin"), 0);
    assert_eq!(folder.read("out.bin"), columns());
    assert_eq!(folder.read(".out.bin.partial"), rows());
    // The output may be its own input.
    let forced = |input, output| [&convert(input, output)[..], &["--force"]].concat();
    folder.run(&forced(".out.bin.partial", ".out.bin.partial"), 0);
    assert_eq!(folder.read(".out.bin.partial"), columns());
}

#[test]
fn a_link_as_the_output_is_replaced_only_by_force() {
    for link in ["symbolic", "hard", "dangling"] {
        let folder = folder(&format!("output-{link}"));
        let (victim, output) = (folder.0.join("victim"), folder.0.join("out.bin"));
        match link {
            "symbolic" => symlink(&victim, &output).unwrap(),
            "hard" => fs::hard_link(&victim, &output).unwrap(),
            _ => symlink(folder.0.join("nothing"), &output).unwrap(),
        }
        let words = folder.run(&convert("in.bin", "out.bin"), 2);
        assert!(words.contains("--force"), "{words}");
        folder.run(
            &[&convert("in.bin", "out.bin")[..], &["--force"]].concat(),
            0,
        );
        assert_eq!(folder.read("victim"), VICTIM);
        assert_eq!(folder.read("out.bin"), columns());
        assert!(is_regular(&output));
        assert_eq!(folder.names(), ["in.bin", "out.bin", "victim"]);
    }
}

/// An output has the permissions of a new file.
#[test]
fn permissions_are_those_of_new_files() {
    let folder = folder("permissions");
    let expected = fs::metadata(folder.0.join("victim")).unwrap();
    let mode = || {
        fs::metadata(folder.0.join("out.bin"))
            .unwrap()
            .permissions()
    };
    folder.run(&convert("in.bin", "out.bin"), 0);
    assert_eq!(mode(), expected.permissions());
    fs::set_permissions(folder.0.join("out.bin"), fs::Permissions::from_mode(0o600)).unwrap();
    folder.run(
        &[&convert("in.bin", "out.bin")[..], &["--force"]].concat(),
        0,
    );
    assert_eq!(mode(), expected.permissions());
}

/// No file can be made in `/proc`, not even by root.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_permission_is_an_error() {
    let folder = folder("no-permission");
    let words = folder.run(&convert("in.bin", "/proc/self/out.bin"), 2);
    assert!(words.contains("/proc/self/out.bin"), "{words}");
    let own = folder.0.join("own");
    fs::create_dir(&own).unwrap();
    fs::set_permissions(&own, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(own.join("probe"), []).is_err() {
        folder.run(&convert("in.bin", "own/out.bin"), 2);
        assert_eq!(fs::read_dir(&own).unwrap().count(), 0);
    }
}

#[test]
fn devices_are_written_to() {
    let folder = folder("devices");
    let forced = |output| [&convert("in.bin", output)[..], &["--force", "--verify"]].concat();
    // By links, so that a fault does not replace the devices themselves.
    symlink("/dev/null", folder.0.join("null")).unwrap();
    folder.run(&convert("in.bin", "null"), 2);
    folder.run(&forced("null"), 0);
    assert!(!is_regular(&folder.0.join("null")));
    if Path::new("/dev/full").exists() {
        symlink("/dev/full", folder.0.join("full")).unwrap();
        let words = folder.run(&forced("full"), 2);
        assert!(words.contains("full: "), "{words}");
        assert!(!is_regular(&folder.0.join("full")));
    }
    // A pipe with a name.
    let pipe = folder.0.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    folder.run(&forced("pipe"), 0);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), columns());
    let in_folder = folder.names();
    assert!(
        in_folder.iter().all(|name| !name.ends_with(".partial")),
        "{in_folder:?}"
    );
}

/// The name of standard output leads to a pipe.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_written_to() {
    let folder = folder("stdout");
    let arguments = convert("in.bin", "/proc/self/fd/1");
    let output = folder
        .command(&[&arguments[..], &["--force"]].concat())
        .output();
    assert_eq!(output.unwrap().stdout, columns());
}

/// Each output is the output of one run. Without `--force`, the first one stays.
#[test]
fn two_runs_do_not_mix() {
    let folder = folder("two-runs");
    let len = 1 << 22;
    folder.write("a.bin", &vec![b'a'; len]);
    folder.write("b.bin", &vec![b'b'; len]);
    for force in [&["--force"][..], &[]] {
        for _ in 0..10 {
            let _ = fs::remove_file(folder.0.join("out.bin"));
            let runs = ["a.bin", "b.bin"].map(|input| {
                let files = ["convert", input, "out.bin", "--to", "{0,1}"];
                let from = ["--from", "u8[2048,2048]"];
                let mut command = folder.command(&[&files[..], &from, force].concat());
                command.stderr(Stdio::null()).spawn().unwrap()
            });
            let ended = runs.map(|mut run| run.wait().unwrap().success());
            let output = folder.read("out.bin");
            assert_eq!(output.len(), len);
            assert!(output.iter().all(|&byte| byte == output[0]));
            match force {
                [] => {
                    let first = [output[0] == b'a', output[0] == b'b'];
                    assert_eq!(ended, first);
                }
                _ => assert_eq!(ended, [true, true]),
            }
            assert_eq!(folder.names().len(), 5);
        }
    }
}
