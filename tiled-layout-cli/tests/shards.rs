//! `layout shards`, called as a user calls it.

use std::process::Command;

use serde_json::Value;

const EXAMPLE: [&str; 6] = [
    "shards",
    "bf16[100,300]",
    "--sharding",
    "{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
    "--shard",
    "{1,0:T(8,128)(2,1)}",
];

#[track_caller]
fn run(arguments: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    let output = command.args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = if code == 0 {
        output.stdout
    } else {
        output.stderr
    };
    String::from_utf8(text).unwrap()
}

#[test]
fn an_element() {
    let json = run(&[&EXAMPLE[..], &["--at", "99,299", "--json"]].concat(), 0);
    assert_eq!(
        json,
        "{\"devices\":[2,3],\"local_index\":[49,299],\"byte\":41134,\"shard_bytes\":43008}\n"
    );
    let words = run(&[&EXAMPLE[..], &["--at", "99,299"]].concat(), 0);
    assert_eq!(
        words,
        "(99,299) is (49,299) of the shard on devices 2,3: tile 20, byte 41,134 of 43,008\n"
    );
    assert!(run(&[&EXAMPLE[..], &["--at", "100,0"]].concat(), 2).contains("no element"));
}

#[test]
fn all_devices() {
    let json: Value = serde_json::from_str(&run(&[&EXAMPLE[..], &["--json"]].concat(), 0)).unwrap();
    let devices = json["devices"].as_array().unwrap();
    assert_eq!(devices.len(), 4);
    assert_eq!(devices[3]["device"], 3);
    assert_eq!(
        devices[3]["region"],
        serde_json::json!([[50, 100], [0, 300]])
    );
    assert_eq!(devices[3]["bytes"], 43008);
    assert_eq!(json["total_bytes"], 4 * 43008);
    // The same layout, by the array's text, and as a TPU's choice.
    for array in ["bf16[100,300]{1,0:T(8,128)(2,1)}", "bf16[100,300]"] {
        let same = run(&["shards", array, "--sharding", EXAMPLE[3], "--json"], 0);
        assert_eq!(serde_json::from_str::<Value>(&same).unwrap(), json);
    }
    let everywhere = [
        "shards",
        "f32[8]",
        "--sharding",
        "{replicated}",
        "--devices",
        "3",
        "--json",
    ];
    let json: Value = serde_json::from_str(&run(&everywhere, 0)).unwrap();
    assert_eq!(json["devices"].as_array().unwrap().len(), 3);
}

#[test]
fn what_is_refused() {
    for (array, sharding, words) in [
        ("bf16[100", "{replicated}", "bf16[100"),
        ("bf16[100,300]", "{devices=[2,2]<=[5]}", "5 devices"),
        ("bf16[100,300]", "{devices=[2]<=[2]}", "splits 1 dimensions"),
        ("bf16[100,300]", "{unknown}", "unknown"),
        ("f64[100,300]", "{replicated}", "no default layout"),
    ] {
        let text = run(&["shards", array, "--sharding", sharding], 2);
        assert!(text.contains(words), "{text}");
    }
}

/// 64 devices are one picture, in which each has its number.
#[test]
fn many_devices() {
    let call = [
        "shards",
        "f32[4096,4000]",
        "--sharding",
        "{devices=[8,8]<=[64]}",
    ];
    let text = run(&call, 0);
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(!text.contains("device 0 "), "{text}");
    for device in 0..63 {
        assert!(text.contains(&format!(" {device} ┃")), "{device}: {text}");
    }
    assert!(text.contains("[63]┃"), "{text}");
    let ascii = run(&[&call[..], &["--ascii", "--width", "60"]].concat(), 0);
    assert!(ascii.is_ascii(), "{ascii}");
    let svg = run(
        &[&call[..], &["--svg", "-", "--at", "1500,700"]].concat(),
        0,
    );
    assert!(svg.contains("(1500,700) is (476,200) of the shard on device 17: tile 103"));
    assert!(
        run(&[&call[..], &["--svg", "-", "--at", "5000,0"]].concat(), 2).contains("no element")
    );
}
