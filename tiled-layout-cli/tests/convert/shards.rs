//! `layout shards` of a file.

use serde_json::{Value, json};

use crate::files::{Folder, safetensors};

/// A file of a matrix, a vector, and a matrix of another type.
fn weights(name: &str) -> Folder {
    let folder = Folder::new(name);
    let header = "{\"embed\":{\"dtype\":\"F32\",\"shape\":[9,100],\"data_offsets\":[0,3600]},\
                  \"scale\":{\"dtype\":\"F32\",\"shape\":[100],\"data_offsets\":[3600,4000]},\
                  \"out\":{\"dtype\":\"BF16\",\"shape\":[100,300],\"data_offsets\":[4000,64000]}}";
    folder.write("weights.safetensors", &safetensors(header, &[0; 64_000]));
    folder
}

const FILE: [&str; 3] = ["shards", "weights.safetensors", "--sharding"];

#[test]
fn the_devices_of_each_tensor() {
    let folder = weights("shards-json");
    let run = |more: &[&str]| folder.print(&[&FILE[..], more, &["--json"]].concat());
    let json: Value = serde_json::from_str(&run(&["{devices=[4,1]<=[4]}"])).unwrap();
    let tensors = json["tensors"].as_array().unwrap();
    assert_eq!(tensors.len(), 2);
    // Each as the command prints the array that is written out.
    for (tensor, (name, element, array)) in tensors.iter().zip([
        ("embed", "f32", "f32[9,100]"),
        ("out", "bf16", "bf16[100,300]"),
    ]) {
        let alone = [
            "shards",
            array,
            "--sharding",
            "{devices=[4,1]<=[4]}",
            "--json",
        ];
        let mut expected: Value = serde_json::from_str(&folder.print(&alone)).unwrap();
        expected["name"] = json!(name);
        expected["element_type"] = json!(element);
        assert_eq!(*tensor, expected);
    }
    // `f32[3,100]{1,0:T(4,128)}` and `bf16[25,300]{1,0:T(8,128)(2,1)}`, on 4 devices.
    let bytes = 4 * 128 * 4 + 32 * 384 * 2;
    let devices: Vec<Value> = (0..4)
        .map(|device| json!({ "device": device, "bytes": bytes }))
        .collect();
    assert_eq!(json["devices"], json!(devices));
    assert_eq!(json["total_bytes"], 4 * bytes);
    assert_eq!(json["skipped"].as_array().unwrap().len(), 1);
    assert_eq!(json["skipped"][0]["name"], "scale");
    let reason = json["skipped"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("splits 2 dimensions"), "{reason}");

    let chosen = run(&["{devices=[4]<=[4]}", "--tensor", "scale", "--shard", "rows"]);
    let json: Value = serde_json::from_str(&chosen).unwrap();
    assert_eq!(json["tensors"].as_array().unwrap().len(), 1);
    assert_eq!(
        json["tensors"][0]["devices"][3]["region"],
        json!([[75, 100]])
    );
    assert_eq!(json["total_bytes"], 400);

    let sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}";
    let element = run(&[sharding, "--tensor", "out", "--at", "99,299"]);
    assert_eq!(
        element,
        "{\"devices\":[2,3],\"local_index\":[49,299],\"byte\":41134,\"shard_bytes\":43008}\n"
    );
}

#[test]
fn files_that_are_refused() {
    let folder = weights("shards-refused");
    let refused = |more: &[&str], words: &str| {
        let text = folder.run(&[&FILE[..], more].concat(), 2);
        assert!(text.contains(words), "{text}");
    };
    refused(&["{devices=[4,1]<=[5]}"], "5 devices");
    refused(&["{devices=[2,1,2]<=[4]}"], "`scale`: ");
    refused(
        &["{devices=[4,1]<=[4]}", "--tensor", "scale"],
        "splits 2 dimensions",
    );
    refused(&["{devices=[4,1]<=[4]}", "--tensor", "other"], "`embed`");
    refused(&["{devices=[4,1]<=[4]}", "--at", "0,0"], "--tensor");
    refused(
        &["{devices=[4,1]<=[4]}", "--shard", "{1,0:T(8"],
        "`embed`: ",
    );
    folder.write("cut.safetensors", &[9, 0, 0, 0, 0, 0, 0, 0, b'{']);
    let of = |name| ["shards", name, "--sharding", "{devices=[4,1]<=[4]}"];
    folder.run(&of("cut.safetensors"), 2);
    folder.run(&of("nothing.safetensors"), 2);
    folder.run(&[&of("f32[9,100]")[..], &["--tensor", "a"]].concat(), 2);
}

/// The text of all tensors, the tensor that was skipped, and the totals.
#[test]
fn text_of_a_file() {
    let folder = weights("shards-text");
    let printed = folder.print(&[&FILE[..], &["{devices=[4,1]<=[4]}", "--shard", "rows"]].concat());
    assert_eq!(printed, TENSORS);
}

const TENSORS: &str = "\
tensor      embed
array       f32[9,100]
sharding    {devices=[4,1]<=[4]}
shards      4, on 4 devices, 1,200 bytes each
shard       f32[3,100]{1,0}
size        4,800 bytes on all devices
            elements 3,600
            uneven shards 1,200
device 0    [0..3, 0..100]
device 1    [3..6, 0..100]
device 2    [6..9, 0..100]
device 3    [9..9, 0..100] (nothing)

tensor      out
array       bf16[100,300]
sharding    {devices=[4,1]<=[4]}
shards      4, on 4 devices, 15,000 bytes each
shard       bf16[25,300]{1,0}
size        60,000 bytes on all devices
            elements 60,000
device 0    [0..25, 0..300]
device 1    [25..50, 0..300]
device 2    [50..75, 0..300]
device 3    [75..100, 0..300]

skipped     scale: the sharding splits 2 dimensions, but the array has 1
total       64,800 bytes of 2 tensors
device 0    16,200 bytes
device 1    16,200 bytes
device 2    16,200 bytes
device 3    16,200 bytes
";
