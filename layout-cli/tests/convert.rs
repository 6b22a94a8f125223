//! `layout convert`, `layout reshard` and `layout shards`, called as a user calls them.
#![cfg(feature = "convert")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use layout_oracle::naive::{Spec, for_each_index};
use layout_runtime::Layout;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("layout-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null());
        command
    }

    /// Runs the command, which ends with an exit code; what it wrote to standard error.
    #[track_caller]
    fn run(&self, arguments: &[&str], code: i32) -> String {
        let Output { status, stderr, .. } = self.command(arguments).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}: {stderr}");
        stderr
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of NumPy.
fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
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
fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

/// The data of a file of NumPy that this command wrote.
fn npy_data(file: &[u8]) -> &[u8] {
    let len = u16::from_le_bytes([file[8], file[9]]);
    &file[10 + usize::from(len)..]
}

/// The data of a file of safetensors, and its header.
fn tensor_data(file: &[u8]) -> (&str, &[u8]) {
    let len = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    (
        std::str::from_utf8(&file[8..8 + len]).unwrap(),
        &file[8 + len..],
    )
}

/// The buffer of a layout by the naive definition: elements are their numbers, padding is 0.
fn buffer(layout: &str) -> Vec<u8> {
    let cells = Spec::parse(layout).buffer();
    let value = |&number: &i64| if number < 0 { 0 } else { number as u16 + 1 };
    cells
        .iter()
        .flat_map(|number| value(number).to_le_bytes())
        .collect()
}

fn rows(len: usize) -> Vec<u8> {
    (1..=len as u16).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn layouts_are_converted_by_definition() {
    let folder = Folder::new("convert");
    let dims = [37, 50];
    folder.write("rows.npy", &npy("<u2", false, "37, 50", &rows(37 * 50)));
    for layout in [
        "{1,0}",
        "{0,1}",
        "{1,0:T(8,128)(2,1)}",
        "{0,1:T(8,128)}",
        "{1,0:T(3,7)(2,2)}",
        "{1,0:T(*,100)}",
        "{1,0:T(256)}",
        "{0,1:T(4)L(64)}",
        "{1,0:PAD(40,60)}",
    ] {
        let text = format!("u16[37,50]{layout}");
        folder.run(
            &[
                "convert",
                "rows.npy",
                "tiled.bin",
                "--to",
                layout,
                "--force",
            ],
            0,
        );
        assert_eq!(folder.read("tiled.bin"), buffer(&text), "{layout}");
        folder.run(
            &[
                "convert",
                "tiled.bin",
                "back.npy",
                "--from",
                &text,
                "--force",
            ],
            0,
        );
        assert_eq!(
            npy_data(&folder.read("back.npy")),
            rows(dims.iter().product()),
            "{layout}"
        );
        // Safetensors remember the layout.
        let verified = ["--force", "--verify"];
        let there = ["convert", "rows.npy", "tiled.safetensors", "--to", layout];
        folder.run(&[&there[..], &verified].concat(), 0);
        assert_eq!(
            tensor_data(&folder.read("tiled.safetensors")).1,
            buffer(&text)
        );
        let back = ["convert", "tiled.safetensors", "back.npy"];
        folder.run(&[&back[..], &verified].concat(), 0);
        assert_eq!(
            npy_data(&folder.read("back.npy")),
            rows(37 * 50),
            "{layout}"
        );
    }
}

#[test]
fn larger_arrays_take_several_blocks() {
    // 36 MiB, 8 bytes an element, whose dimensions are no multiples of tiles.
    let folder = Folder::new("blocks");
    let (height, width) = (1501, 3003);
    let values: Vec<u8> = (0..height * width)
        .flat_map(|n: u64| n.to_le_bytes())
        .collect();
    folder.write("rows.bin", &values);
    for to in ["{0,1:T(8,128)}", "{1,0:T(16,100)(2,1)}", "{0,1}"] {
        let text = format!("u64[{height},{width}]");
        folder.run(
            &[
                "convert", "rows.bin", "a.bin", "--from", &text, "--to", to, "--force",
            ],
            0,
        );
        let tiled = format!("{text}{to}");
        let layout = Layout::parse(&tiled).unwrap();
        let bytes = folder.read("a.bin");
        assert_eq!(bytes.len(), layout.padded_bytes());
        for index in [
            [0, 0],
            [1500, 3002],
            [7, 127],
            [8, 128],
            [1023, 2047],
            [731, 17],
        ] {
            let at = 8 * layout.offset(&index);
            let value = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            assert_eq!(value as usize, index[0] * width as usize + index[1]);
        }
        folder.run(
            &[
                "convert", "a.bin", "b.bin", "--from", &tiled, "--force", "--verify",
            ],
            0,
        );
        assert!(folder.read("b.bin") == values, "{to}");
    }
}

#[test]
fn types_orders_and_bytes_of_numpy() {
    let folder = Folder::new("numpy");
    let data: Vec<u8> = (0..24).collect();
    // Fortran's order, and big-endian words.
    folder.write(
        "a.npy",
        &npy(">u2", true, "2, 3", &[0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6]),
    );
    folder.run(&["convert", "a.npy", "b.npy"], 0);
    assert_eq!(npy_data(&folder.read("b.npy")), rows(6));
    folder.write("c.npy", &npy(">c8", false, "1", &[1, 2, 3, 4, 5, 6, 7, 8]));
    folder.run(&["convert", "c.npy", "c.bin"], 0);
    assert_eq!(folder.read("c.bin"), [4, 3, 2, 1, 8, 7, 6, 5]);
    // Types that NumPy has lost.
    folder.write("lost.npy", &npy("<V2", false, "3, 4", &data));
    let words = folder.run(&["convert", "lost.npy", "lost.safetensors"], 2);
    assert!(words.contains("`--type bf16`"), "{words}");
    folder.run(
        &["convert", "lost.npy", "lost.safetensors", "--type", "bf16"],
        0,
    );
    let file = folder.read("lost.safetensors");
    assert!(tensor_data(&file).0.contains("\"BF16\""));
    assert_eq!(tensor_data(&file).1, data);
    let words = folder.run(&["convert", "lost.npy", "x.bin", "--type", "f32"], 2);
    assert!(words.contains("no type of 2 bytes"), "{words}");
    // Four bits, one byte each, become packed and signed again.
    folder.write(
        "four.npy",
        &npy("|V1", false, "2, 3", &[0xf8, 1, 7, 0xff, 0, 0xfe]),
    );
    folder.run(
        &[
            "convert",
            "four.npy",
            "four.bin",
            "--type",
            "s4",
            "--to",
            "{1,0:E(4)}",
        ],
        0,
    );
    assert_eq!(folder.read("four.bin"), [0x18, 0xf7, 0xe0]);
    folder.run(
        &[
            "convert",
            "four.bin",
            "five.bin",
            "--from",
            "s4[2,3]{1,0:E(4)}",
        ],
        0,
    );
    assert_eq!(folder.read("five.bin"), [0xf8, 1, 7, 0xff, 0, 0xfe]);
    // No elements, no dimensions.
    for (shape, bytes) in [("", 2), ("0, 3", 0), ("3,", 6)] {
        folder.write("small.npy", &npy("<i2", false, shape, &data[..bytes]));
        folder.run(
            &[
                "convert",
                "small.npy",
                "small.safetensors",
                "--to",
                "tpu",
                "--force",
            ],
            0,
        );
        folder.run(
            &[
                "convert",
                "small.safetensors",
                "back.npy",
                "--force",
                "--verify",
            ],
            0,
        );
        assert_eq!(npy_data(&folder.read("back.npy")), &data[..bytes]);
    }
}

#[test]
fn headers_that_lie_are_refused() {
    let folder = Folder::new("lies");
    let tensor = |info: &str| format!("{{\"a\":{info}}}");
    let plain = "{\"dtype\":\"U8\",\"shape\":[2,3],\"data_offsets\":[0,6]}";
    let huge = "18446744073709551615";
    let files = [
        ("short.npy", npy("<f4", false, "3, 5", &[0; 59])),
        ("long.npy", npy("<f4", false, "3, 5", &[0; 61])),
        (
            "huge.npy",
            npy("<f4", false, &format!("{huge}, {huge}"), &[0; 4]),
        ),
        ("negative.npy", npy("<f4", false, "-3, 5", &[0; 60])),
        ("object.npy", npy("|O", false, "1", &[0; 8])),
        ("text.npy", b"no array".to_vec()),
        ("cut.npy", b"\x93NUMPY\x01\x00\xff\xff{'descr'".to_vec()),
        ("version.npy", b"\x93NUMPY\x09\x00\x00\x00".to_vec()),
        ("empty.npy", Vec::new()),
        ("empty.safetensors", Vec::new()),
        ("header.safetensors", u64::MAX.to_le_bytes().to_vec()),
        ("json.safetensors", safetensors("{\"a\":", &[])),
        ("short.safetensors", safetensors(&tensor(plain), &[0; 5])),
        ("long.safetensors", safetensors(&tensor(plain), &[0; 7])),
        (
            "shape.safetensors",
            safetensors(&tensor(&plain.replace("[2,3]", "[2,4]")), &[0; 6]),
        ),
        (
            "product.safetensors",
            safetensors(
                &tensor(&plain.replace("[2,3]", &format!("[{huge},{huge}]"))),
                &[0; 6],
            ),
        ),
        (
            "negative.safetensors",
            safetensors(&tensor(&plain.replace("[2,3]", "[-2,-3]")), &[0; 6]),
        ),
        (
            "overlap.safetensors",
            safetensors(&format!("{{\"a\":{plain},\"b\":{plain}}}"), &[0; 6]),
        ),
        (
            "layout.safetensors",
            safetensors(
                &format!("{{\"__metadata__\":{{\"layout.a\":\"u8[9,9]{{1,0}}\"}},\"a\":{plain}}}"),
                &[0; 6],
            ),
        ),
    ];
    for (name, bytes) in files {
        folder.write(name, &bytes);
        folder.run(&["convert", name, "out.bin"], 2);
    }
    folder.write("raw.bin", &[0; 60]);
    for from in ["f32[3,6]", "f32[3,4]", "f32[99999999,99999999]", "f32[3"] {
        folder.run(&["convert", "raw.bin", "out.bin", "--from", from], 2);
    }
    folder.run(&["convert", "raw.bin", "out.bin"], 2);
    folder.run(
        &[
            "convert", "raw.bin", "out.bin", "--from", "f32[3,5]", "--offset", "1",
        ],
        2,
    );
    folder.run(&["convert", "nothing.npy", "out.bin"], 1);
    assert!(
        folder.names().iter().all(|name| !name.contains("out.bin")),
        "{:?}",
        folder.names()
    );
    folder.run(
        &[
            "convert", "raw.bin", "out.bin", "--from", "f32[3,4]", "--offset", "8",
        ],
        0,
    );
    folder.run(&["convert", "raw.bin", "out.bin", "--from", "f32[3,5]"], 2); // it exists
    folder.run(
        &["convert", "raw.bin", "no/folder.bin", "--from", "f32[3,5]"],
        1,
    );
}

#[test]
fn a_shard_is_cut_out() {
    let folder = Folder::new("shard");
    folder.write("a.npy", &npy("<u2", false, "5, 4", &rows(20)));
    let arguments = |device| {
        [
            "convert",
            "a.npy",
            "s.npy",
            "--shard",
            "{devices=[2,2]<=[2,2]T(1,0)}",
            "--device",
            device,
            "--force",
        ]
    };
    folder.run(&arguments("1"), 0); // the second rows, the first columns
    let expected: Vec<u8> = [13, 14, 17, 18, 0, 0u16]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    assert_eq!(npy_data(&folder.read("s.npy")), expected); // a shard has 3 rows
    folder.run(&arguments("4"), 2);
}

/// Files of the shards of an array of 16 bits: element numbers from 1.
fn write_shards(folder: &Folder, dims: &[usize], sharding: &str, devices: usize, to: &str) {
    let shape: String = dims.iter().map(|dim| format!("{dim}, ")).collect();
    folder.write(
        "all.npy",
        &npy(
            "<u2",
            false,
            shape.trim_end_matches(' '),
            &rows(dims.iter().product()),
        ),
    );
    for device in 0..devices {
        let (name, number) = (format!("old-{device}.safetensors"), device.to_string());
        let shard = [
            "--shard", sharding, "--device", &number, "--to", to, "--force",
        ];
        folder.run(&[&["convert", "all.npy", &name][..], &shard].concat(), 0);
    }
}

#[test]
fn shards_of_one_sharding_become_those_of_another() {
    let folder = Folder::new("reshard");
    let dims = [10, 7];
    let (from, to) = (
        "{devices=[4,1]<=[4]}",
        "{devices=[1,3,2]<=[6] last_tile_dim_replicate}",
    );
    write_shards(&folder, &dims, from, 4, "{1,0:T(2,4)}");
    let base = [
        "reshard",
        "old-{}.safetensors",
        "new-{}.safetensors",
        "--from",
        from,
        "--to",
        to,
    ];
    let all = [&base[..], &["--layout", "{0,1:T(4,2)}", "--verify"]].concat();
    // Some parts, counted from 0 or from 1; then the rest.
    folder.run(&[&all[..], &["--part", "1/4"]].concat(), 0);
    assert_eq!(
        folder
            .names()
            .iter()
            .filter(|name| name.starts_with("new"))
            .count(),
        2
    );
    folder.run(&[&all[..], &["--part", "4/4"]].concat(), 0);
    folder.run(&all, 0);
    folder.run(&all, 0);
    for device in 0..6 {
        let file = folder.read(&format!("new-{device}.safetensors"));
        let layout = Layout::parse("u16[10,3]{0,1:T(4,2)}").unwrap();
        let mut expected = vec![0u16; layout.padded_len()];
        for_each_index(&[10, 3], |index| {
            let column = device / 2 * 3 + index[1];
            if column < 7 {
                expected[layout.offset(index)] = (index[0] * 7 + column + 1) as u16;
            }
        });
        let expected: Vec<u8> = expected
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        assert_eq!(tensor_data(&file).1, expected, "device {device}");
    }
    // Other work is not taken for this one.
    let other = [&base[..], &["--layout", "rows"]].concat();
    let words = folder.run(&other, 2);
    assert!(words.contains("--force"), "{words}");
    // Back to one file, one name per device.
    let names = ["0", "1", "2", "3"].map(|device| format!("old-{device}.safetensors"));
    let mut arguments = vec!["reshard"];
    arguments.extend(names.iter().map(String::as_str));
    arguments.extend(["one.safetensors", "--from", from, "--to", "{replicated}"]);
    folder.run(&arguments, 0);
    assert_eq!(tensor_data(&folder.read("one.safetensors")).1, rows(70));
    folder.run(&["reshard", "a", "b", "--from", from, "--to", to], 2);
    folder.run(&[&base[..], &["--part", "5/4"]].concat(), 2);
}

/// Runs a command, and kills it after some time.
fn kill_after(mut command: Command, microseconds: u64) {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_micros(microseconds));
    let _ = child.kill();
    child.wait().unwrap();
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
        assert!(
            folder
                .names()
                .iter()
                .all(|name| !name.ends_with(".partial"))
        );
    }
}

/// The example with Ray, on a local cluster of two workers.
#[test]
fn ray_runs_the_parts() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let ray = Command::new(&python).args(["-c", "import ray"]).output();
    if !ray.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} cannot import `ray`");
        return;
    }
    let folder = Folder::new("ray");
    let (from, to) = ("{devices=[4,1]<=[4]}", "{devices=[1,2]<=[2]}");
    write_shards(&folder, &[8, 6], from, 4, "rows");
    let script = "import ray, runpy, sys; ray.init(num_cpus=2, include_dashboard=False); \
                  sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')";
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/reshard_with_ray.py"
    );
    let output = Command::new(&python)
        .args([
            "-c",
            script,
            example,
            "2",
            env!("CARGO_BIN_EXE_layout"),
            "reshard",
        ])
        .args([
            folder.0.join("old-{}.safetensors"),
            folder.0.join("new-{}.safetensors"),
        ])
        .args(["--from", from, "--to", to])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for device in 0..2 {
        let file = folder.read(&format!("new-{device}.safetensors"));
        let columns = |row: u16| (1..=3).map(move |column| row * 6 + device * 3 + column);
        let expected: Vec<u8> = (0..8)
            .flat_map(columns)
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(tensor_data(&file).1, expected);
    }
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
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(folder.names(), ["rows.bin"]);
    folder.run(
        &[
            "convert",
            "rows.bin",
            "/dev/full/out.bin",
            "--from",
            "u8[1024,1024]",
        ],
        1,
    );
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = Folder::new("locked");
    folder.write("rows.bin", &[7; 60]);
    let partial = fs::File::create(Path::new(&folder.0).join(".out.bin.partial")).unwrap();
    partial.lock().unwrap();
    let arguments = ["convert", "rows.bin", "out.bin", "--from", "f32[3,5]"];
    let words = folder.run(&arguments, 1);
    assert!(words.contains("another run"), "{words}");
    drop(partial);
    folder.run(&arguments, 0);
}
