//! Runs that are killed, disks that are full, and two runs at once.

use std::fs;
use std::process::{Command, Stdio};

use crate::files::Folder;

/// Runs a command, and kills it after some time.
fn kill_after(mut command: Command, microseconds: u64) {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_micros(microseconds));
    let _ = child.kill();
    child.wait().unwrap();
}

/// Removes what killed runs leave: files `.layout-XXXXXX.partial`.
fn remove_partial_files(folder: &Folder) {
    for name in folder.names() {
        if name.starts_with(".layout-") && name.ends_with(".partial") {
            fs::remove_file(folder.0.join(name)).unwrap();
        }
    }
}

#[test]
fn a_killed_run_leaves_a_whole_file_or_none() {
    let folder = Folder::new("killed");
    let len = 512 * 1000;
    let values: Vec<u8> = (0..len).flat_map(|n: u32| n.to_le_bytes()).collect();
    folder.write("rows.bin", &values);
    let arguments = [
        "convert",
        "rows.bin",
        "out.bin",
        "--from",
        "u32[512,1000]",
        "--to",
        "{0,1:T(8,128)}",
    ];
    folder.run(&arguments, 0);
    let expected = folder.read("out.bin");
    let mut random = layout_oracle::random::Random::new(50);
    for _ in 0..50 {
        let _ = fs::remove_file(folder.0.join("out.bin"));
        kill_after(folder.command(&arguments), random.below(60_000) as u64);
        let is_there = folder.0.join("out.bin").exists();
        if is_there {
            assert!(folder.read("out.bin") == expected);
        }
        folder.run(&arguments, if is_there { 2 } else { 0 });
        assert!(folder.read("out.bin") == expected);
        remove_partial_files(&folder);
        assert_eq!(folder.names(), ["out.bin", "rows.bin"]);
    }
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("full");
    folder.write("rows.bin", &vec![1; 1 << 20]);
    let convert =
        "ulimit -f 100; exec \"$0\" convert rows.bin out.bin --from 'u8[1024,1024]' --to '{0,1}'";
    let draw = "ulimit -f 0; exec \"$0\" draw 'f32[8,128]' --svg out.svg";
    for command in [convert, draw] {
        let output = Command::new("sh")
            .args(["-c", &format!("trap '' XFSZ; {command}")])
            .arg(env!("CARGO_BIN_EXE_layout"))
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(folder.names(), ["rows.bin"]);
    }
    folder.run(
        &[
            "convert",
            "rows.bin",
            "/dev/full/out.bin",
            "--from",
            "u8[1024,1024]",
        ],
        2,
    );
}
