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

/// Both buffers are reserved before anything is written.
#[test]
fn an_array_that_does_not_fit_in_memory_is_an_error() {
    let folder = Folder::new("large-array");
    let file = std::fs::File::create(folder.0.join("in.bin")).unwrap();
    file.set_len(1 << 30).unwrap(); // without bytes on the disk
    for (layouts, bytes) in [
        (
            "--from 'u8[32768,32768]' --to '{0,1}'",
            "2,147,483,648 bytes",
        ),
        (
            "--from 'u8[32768,32768]' --to '{1,0:PAD(32768,32769)}'",
            "2,147,516,416 bytes",
        ),
        (
            "--from 'u8[1073741824]' --to '{0:T(1024)(128)(4,1)}'",
            "2,147,483,648 bytes",
        ),
        // A byte for each value.
        ("--from 'u4[32768,65536]{1,0:E(4)}'", "4,294,967,296 bytes"),
        (
            "--from 'u4[32768,65536]{1,0:E(4)}' --to '{0,1:E(4)}'",
            "2,147,483,648 bytes",
        ),
    ] {
        let output = run(
            &folder,
            256 << 10,
            &format!("convert in.bin out.bin {layouts}"),
        );
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{layouts}: {words}");
        assert!(words.contains(bytes), "{words}");
        assert!(words.contains("cannot be reserved"), "{words}");
        assert_eq!(folder.names(), ["in.bin"]);
    }
    // Of two tensors, the second one.
    let len = (1 << 30) - 4096;
    let header = format!(
        "{{\"a\":{{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}},\
         \"b\":{{\"dtype\":\"U8\",\"shape\":[{len}],\"data_offsets\":[4,{}]}}}}",
        4 + len
    );
    folder.write("in.safetensors", &safetensors(&header, &[]));
    let set_len = |name: &str, len: u64| {
        let mut options = std::fs::OpenOptions::new();
        let file = options.write(true).open(folder.0.join(name)).unwrap();
        file.set_len(len).unwrap();
    };
    set_len("in.safetensors", 8 + header.len() as u64 + 4 + len);
    let output = run(&folder, 256 << 10, "convert in.safetensors - --tensor b");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let output = run(&folder, 256 << 10, "convert in.safetensors out.safetensors");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        words.contains("`b`: the conversion takes 2,147,475,456 bytes"),
        "{words}"
    );
    assert_eq!(folder.names(), ["in.bin", "in.safetensors"]);
    // Half of that fits: twice 64 MiB.
    set_len("in.bin", 64 << 20);
    let fits = "convert in.bin out.bin --from 'u8[8192,8192]' --to '{0,1}' --verify";
    let output = run(&folder, 256 << 10, fits);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
