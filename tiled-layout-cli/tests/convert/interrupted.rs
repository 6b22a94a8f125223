//! Runs that are killed, disks that are full, and two runs at once.

use std::fs;
use std::process::{Command, Stdio};

use crate::files::{Folder, write_shards};

/// Runs a command, and kills it after some time.
fn kill_after(mut command: Command, microseconds: u64) {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_micros(microseconds));
    let _ = child.kill();
    child.wait().unwrap();
}

/// Removes what killed runs leave: files `.NAME.XXXXXX.partial`.
fn remove_partial_files(folder: &Folder, prefix: &str) {
    for name in folder.names() {
        if name.starts_with(prefix) && name.ends_with(".partial") {
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
        remove_partial_files(&folder, ".out.bin.");
        assert_eq!(folder.names(), ["out.bin", "rows.bin"]);
    }
}

#[test]
fn a_killed_reshard_can_be_repeated() {
    let folder = Folder::new("killed-reshard");
    let (from, to) = ("{devices=[4,1]<=[4]}", "{devices=[1,6]<=[6]}");
    write_shards(&folder, &[96, 600], from, 4, "rows");
    let arguments = [
        "reshard",
        "old-{}.safetensors",
        "new-{}.safetensors",
        "--from",
        from,
        "--to",
        to,
        "--layout",
        "tpu",
    ];
    let outputs = || (0..6).map(|device| folder.0.join(format!("new-{device}.safetensors")));
    folder.run(&arguments, 0);
    let expected: Vec<Vec<u8>> = outputs().map(|path| fs::read(path).unwrap()).collect();
    let mut random = layout_oracle::random::Random::new(51);
    for _ in 0..50 {
        outputs().for_each(|path| fs::remove_file(path).unwrap());
        kill_after(folder.command(&arguments), random.below(60_000) as u64);
        folder.run(&arguments, 0);
        let written: Vec<Vec<u8>> = outputs().map(|path| fs::read(path).unwrap()).collect();
        assert!(written == expected);
    }
    remove_partial_files(&folder, ".new-");
    assert_eq!(folder.names().len(), 1 + 4 + 6);
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("full");
    folder.write("rows.bin", &vec![1; 1 << 20]);
    let command = format!(
        "trap '' XFSZ; ulimit -f 100; exec '{}' convert rows.bin out.bin --from 'u8[1024,1024]' --to '{{0,1}}'",
        env!("CARGO_BIN_EXE_layout")
    );
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.names(), ["rows.bin"]);
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
