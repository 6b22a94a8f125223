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

#[test]
fn the_output_may_be_the_input() {
    let folder = folder("own-input");
    folder.run(
        &[&convert("in.bin", "in.bin")[..], &["--force"]].concat(),
        0,
    );
    assert_eq!(folder.read("in.bin"), columns());
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

/// An output has the permissions of a new file, or those of the file that it replaces.
#[test]
fn permissions_are_kept() {
    let folder = folder("permissions");
    let mode = |name: &str| {
        let metadata = fs::metadata(folder.0.join(name)).unwrap();
        metadata.permissions().mode() & 0o777
    };
    folder.run(&convert("in.bin", "out.bin"), 0);
    assert_eq!(mode("out.bin"), mode("victim"));
    for kept in [0o600, 0o640, 0o444] {
        fs::set_permissions(folder.0.join("out.bin"), fs::Permissions::from_mode(kept)).unwrap();
        let forced = [&convert("in.bin", "out.bin")[..], &["--force"]].concat();
        folder.run(&forced, 0);
        assert_eq!(mode("out.bin"), kept);
        let svg = ["draw", "f32[3,5]", "--svg", "out.bin", "--force"];
        folder.run(&svg, 0);
        assert_eq!(mode("out.bin"), kept);
    }
}

/// A file system's longest name is the name of an output.
#[test]
fn names_may_be_long() {
    let folder = folder("long-name");
    let name = "n".repeat(251) + ".bin";
    for more in [&[][..], &["--force"]] {
        folder.run(&[&convert("in.bin", &name)[..], more].concat(), 0);
        assert_eq!(folder.read(&name), columns());
    }
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
    let forced = |output| [&convert("in.bin", output)[..], &["--force"]].concat();
    // By links, so that a fault does not replace the devices themselves.
    symlink("/dev/null", folder.0.join("null")).unwrap();
    folder.run(&convert("in.bin", "null"), 0);
    folder.run(&forced("null"), 0);
    let words = folder.run(&[&convert("in.bin", "null")[..], &["--verify"]].concat(), 2);
    assert!(
        words.contains("`--verify` reads the output again"),
        "{words}"
    );
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

/// The names of standard output, which is a pipe.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_written_to() {
    let folder = folder("stdout");
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = folder.command(&convert("in.bin", name)).output().unwrap();
        assert_eq!(output.stdout, columns(), "{output:?}");
    }
    let words = folder.run(&[&convert("in.bin", "-")[..], &["--verify"]].concat(), 2);
    assert!(words.contains("standard output does not allow"), "{words}");
    assert_eq!(folder.names(), ["in.bin", "victim"]);
    // Standard output is a file.
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        let file = fs::File::create(folder.0.join("redirected")).unwrap();
        let mut command = folder.command(&convert("in.bin", name));
        assert!(
            command
                .stdout(file)
                .stderr(Stdio::null())
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(folder.read("redirected"), columns());
        assert_eq!(folder.names(), ["in.bin", "redirected", "victim"]);
    }
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let status = folder
            .command(&convert("in.bin", "-"))
            .stdout(full)
            .status();
        assert_eq!(status.unwrap().code(), Some(2));
    }
}

/// What is not a regular file is not an input, and a folder is not an output.
#[test]
fn inputs_that_are_no_files() {
    let folder = folder("no-files");
    fs::create_dir(folder.0.join("folder")).unwrap();
    let pipe = folder.0.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (input, output, expected) in [
        ("folder", "out.bin", "folder is a directory"),
        ("pipe", "out.bin", "pipe is a pipe or a device"),
        ("/dev/null", "out.bin", "/dev/null is a pipe or a device"),
        ("-", "out.bin", "`-` is standard input"),
        ("in.bin", "folder", "folder is a directory"),
        ("nothing.bin", "out.bin", "nothing.bin: No such file"),
    ] {
        let words = folder.run(&[&convert(input, output)[..], &["--force"]].concat(), 2);
        assert!(words.contains(expected), "{words}");
    }
    assert_eq!(folder.names(), ["folder", "in.bin", "pipe", "victim"]);
}

/// The outputs of all other commands follow the same rules.
#[test]
fn pictures_and_pages_replace_files_only_by_force() {
    let folder = folder("pictures");
    let link = || {
        let _ = fs::remove_file(folder.0.join("link.svg"));
        symlink(folder.0.join("victim"), folder.0.join("link.svg")).unwrap();
    };
    let shards = ["shards", "f32[4]", "--sharding", "{devices=[2]<=[2]}"];
    for call in [&["draw", "f32[3,5]"][..], &shards] {
        for name in ["link.svg", "victim"] {
            link();
            let svg = [call, &["--svg", name]].concat();
            let words = folder.run(&svg, 2);
            assert!(words.contains("--force"), "{words}");
            assert_eq!(folder.read("victim"), VICTIM);
            folder.run(&[&svg[..], &["--force"]].concat(), 0);
            assert!(is_regular(&folder.0.join(name)));
            assert!(folder.read(name).starts_with(b"<svg"));
            if name == "link.svg" {
                assert_eq!(folder.read("victim"), VICTIM);
            }
            folder.write("victim", VICTIM);
        }
        let null = [call, &["--svg", "/dev/null"]].concat();
        folder.run(&null, 0);
        folder.run(&[call, &["--force"]].concat(), 2); // without a file, it does nothing
    }
    folder.write("layout-draw.1", VICTIM);
    let words = folder.run(&["man", "--out", "."], 2);
    assert!(words.contains("layout-draw.1 exists"), "{words}");
    assert_eq!(folder.read("layout-draw.1"), VICTIM);
    folder.run(&["man", "--out", ".", "--force"], 0);
    assert_ne!(folder.read("layout-draw.1"), VICTIM);
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
