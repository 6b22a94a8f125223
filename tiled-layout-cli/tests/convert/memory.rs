//! Conversions in little memory, of which the shell limits the size.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

use crate::files::{Folder, safetensors, tensor_data};

/// Runs the command with an address space of some KiB.
fn run(folder: &Folder, kib: usize, arguments: &str) -> Output {
    let layout = env!("CARGO_BIN_EXE_layout");
    Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {kib}; exec '{layout}' {arguments}"),
        ])
        .current_dir(&folder.0)
        .output()
        .unwrap()
}

/// At most 1 KiB for each tensor and its part of the header; a `Layout` alone has more.
#[test]
fn many_tensors_take_little_memory() {
    let folder = Folder::new("many-tensors");
    let len = 20_000;
    let entries: Vec<String> = (0..len)
        .map(|number| {
            format!("\"t{number:06}\":{{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}")
        })
        .collect();
    folder.write(
        "one.safetensors",
        &safetensors(&format!("{{{}}}", entries[0]), &[]),
    );
    folder.write(
        "all.safetensors",
        &safetensors(&format!("{{{}}}", entries.join(",")), &[]),
    );
    // What the command takes for one tensor.
    let fits = |kib, name| {
        let arguments = format!("convert {name}.safetensors out.safetensors --force");
        run(&folder, kib, &arguments).status.success()
    };
    let own = (1..64)
        .map(|steps| steps * 2048)
        .find(|&kib| fits(kib, "one"))
        .unwrap();
    assert!(fits(own + len, "all"), "{own} KiB for one tensor");
    let file = folder.read("out.safetensors");
    assert_eq!(tensor_data(&file).0.matches("F32").count(), len);
}

/// Layouts with `PAD` are copied as one block.
#[test]
fn a_block_that_does_not_fit_in_memory_is_an_error() {
    let folder = Folder::new("large-block");
    let file = std::fs::File::create(folder.0.join("in.bin")).unwrap();
    file.set_len(1 << 30).unwrap(); // without bytes on the disk
    let layouts = [
        "--from 'u8[32768,32767]{1,0:PAD(32768,32768)}' --to rows",
        "--from 'u8[32768,32768]' --to '{1,0:PAD(32768,32769)}'",
        // Transposes of packed elements, too.
        "--from 'u4[32768,65536]{1,0:E(4)}' --to '{0,1:E(4)}'",
    ];
    for layouts in layouts {
        let output = run(
            &folder,
            256 << 10,
            &format!("convert in.bin out.bin {layouts}"),
        );
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{layouts}: {words}");
        assert!(words.contains("does not fit in memory"), "{words}");
        assert_eq!(folder.names(), ["in.bin"]);
    }
}
