//! `layout reshard`, alone and by Ray.

use std::process::Command;

use layout_oracle::naive::for_each_index;
use layout_runtime::Layout;

use crate::files::{Folder, rows, tensor_data, write_shards};

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

/// One file of two devices, by one path or two: nothing is written, not even with `--force`.
#[test]
fn a_file_of_two_devices_is_an_error() {
    let folder = Folder::new("reshard-twice");
    let (from, to) = ("{devices=[2,1]<=[2]}", "{devices=[1,3]<=[3]}");
    write_shards(&folder, &[4, 6], from, 2, "rows");
    let own = folder.0.join("new-0.safetensors");
    let refused = |files: &[&str], words: &str| {
        let options = ["--from", from, "--to", to, "--force"];
        let said = folder.run(&[&["reshard"], files, &options].concat(), 2);
        assert!(said.contains(words), "{said}");
        assert_eq!(folder.names().len(), 3, "{:?}", folder.names());
    };
    let old = ["old-0.safetensors", "old-1.safetensors"];
    let one = "new-0.safetensors";
    let other = "new-1.safetensors";
    for same in [one, "./new-0.safetensors", own.to_str().unwrap()] {
        let words = format!("{same}: the output of devices 0 and 2");
        refused(&[&old[..], &[one, other, same]].concat(), &words);
    }
    for same in [old[0], "./old-0.safetensors"] {
        let words = format!("{same}: the input of devices 0 and 1");
        refused(&[old[0], same, one, other, "new-2.safetensors"], &words);
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
