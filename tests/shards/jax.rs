//! Shardings as JAX and XLA give them: texts, protocol buffers, index maps, values and bytes.

use layout_oracle::data::{read, rows};
use layout_oracle::naive::for_each_index;
use serde_json::Value;
use tiled_layout::xla::shards::{Mesh, Sharded, Sharding};
use tiled_layout::{ElementType, Layout};

/// The rows of a file of JSON.
fn json(file: &str) -> Vec<Value> {
    let text = read(&format!("sharded/{file}"));
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

fn numbers(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

fn hex(text: &str) -> Vec<u8> {
    let bytes = (0..text.len()).step_by(2);
    bytes
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

fn rows_of(dims: &[usize], sharding: &Sharding, devices: usize) -> Sharded {
    let shard = |extents: &[usize]| {
        Ok::<_, tiled_layout::xla::shards::ShardingError>(
            Layout::row_major(ElementType::S32, extents).unwrap(),
        )
    };
    Sharded::with(dims, sharding, shard)
        .unwrap()
        .with_devices(devices)
}

#[test]
fn texts_are_printed_as_xla_prints_them() {
    let rows = rows("sharded/texts.tsv");
    assert!(rows.len() > 350);
    for row in rows {
        let [text, printed, proto, devices] = &row[..] else {
            panic!("{row:?}")
        };
        let sharding = Sharding::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(sharding.to_string(), *printed, "{text}");
        if !text.contains("metadata") {
            assert_eq!(sharding.to_op_sharding(), hex(proto), "{text}");
        }
        let from_proto = Sharding::from_op_sharding(&hex(proto)).unwrap();
        assert_eq!(from_proto.to_string(), *printed, "{text}");
        if !devices.is_empty() {
            let dims = sharding.shard_counts();
            let array = rows_of(dims, &sharding, 1);
            let own: Vec<String> = array.devices().map(|device| device.to_string()).collect();
            assert_eq!(own.join(","), *devices, "{text}");
        }
    }
}

#[test]
fn regions_are_those_of_jax() {
    let mut checked = 0;
    for row in json("shardings.jsonl") {
        let text = row["hlo_sharding"].as_str().unwrap();
        let sharding = Sharding::parse(text).unwrap();
        assert_eq!(sharding.to_string(), text);
        if let Some(proto) = row["proto"].as_str() {
            let from_proto = Sharding::from_op_sharding(&hex(proto)).unwrap();
            assert_eq!(from_proto, sharding);
            assert_eq!(sharding.to_op_sharding(), hex(proto));
        }
        let Some(expected) = row["device_indices"].as_array() else {
            assert!(row["error"].as_str().unwrap().contains("evenly divide"));
            continue; // JAX wants even shards
        };
        let array = rows_of(&numbers(&row["shape"]), &sharding, expected.len());
        assert_eq!(array.shard().dims(), numbers(&row["shard_shape"]));
        assert_eq!(array.num_devices(), expected.len());
        for device in 0..expected.len() {
            let region = array.region(device).unwrap();
            let region = region
                .iter()
                .map(|range| serde_json::json!([range.start, range.end]));
            let region: Vec<Value> = region.collect();
            // XLA numbers the devices in the order of the mesh.
            let id = match row.get("device_order") {
                Some(order) => numbers(order)[device],
                None => device,
            };
            let indices = expected.iter().find(|indices| indices[0] == id).unwrap();
            assert_eq!(indices.as_array().unwrap()[1..], region, "{text} {device}");
            checked += 1;
        }
    }
    assert_eq!(checked, 72);
}

#[test]
fn devices_hold_the_values_of_jax() {
    for row in json("shard_values.jsonl") {
        let sharding = Sharding::parse(row["hlo_sharding"].as_str().unwrap()).unwrap();
        let dims = numbers(&row["shape"]);
        let array = rows_of(&dims, &sharding, 1);
        for shard in row["shards"].as_array().unwrap() {
            let device = shard[0].as_u64().unwrap() as usize;
            let mut values = Vec::new();
            for_each_index(&array.shard_dims(device).unwrap(), |local| {
                let index = array.global(device, local).unwrap();
                values.push(
                    index
                        .iter()
                        .zip(&dims)
                        .fold(0, |value, (i, d)| value * d + i),
                );
            });
            assert_eq!(values, numbers(&shard[1]));
        }
    }
}

#[test]
fn elements_are_at_the_bytes_of_compiled_programs() {
    let rows = json("offsets.jsonl");
    assert!(rows.len() > 12);
    for row in rows {
        let sharding = Sharding::parse(row["sharding"].as_str().unwrap()).unwrap();
        let shard = Layout::parse(row["shard_layout"].as_str().unwrap()).unwrap();
        let dims = numbers(&row["global_shape"]);
        let array = Sharded::new(&dims, &sharding, shard).unwrap();
        let found = array.locate(&numbers(&row["index"])).unwrap();
        assert_eq!(found.devices.collect::<Vec<_>>(), numbers(&row["devices"]));
        assert_eq!(*found.local, *numbers(&row["local_index"]));
        assert_eq!(found.byte, row["byte_offset"].as_u64().unwrap() as usize);
        assert_eq!(
            shard.padded_bytes(),
            row["shard_bytes"].as_u64().unwrap() as usize
        );
        // The layouts are those of a TPU by default.
        assert_eq!(
            Sharded::tpu(shard.element_type(), &dims, &sharding),
            Ok(array.clone())
        );
    }
}

#[test]
fn shardy_and_xla_say_the_same() {
    let mesh = Mesh::parse(
        r#"sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x"}]}}"#,
    );
    let mesh = mesh.unwrap();
    for (shardy, xla) in [
        // Of the three programs, before and after compilation.
        (
            r#"[{"x"}, {}]"#,
            "{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
        ),
        (
            r#"[{}, {"y"}]"#,
            "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
        ),
        (r#"[{"x", "y"}, {}]"#, "{devices=[4,1]<=[4]}"),
        (r#"[{}, {}]"#, "{replicated}"),
    ] {
        let sharding = mesh
            .sharding(&format!("#sdy.sharding<@mesh, {shardy}>"))
            .unwrap();
        assert_eq!(sharding.to_string(), xla);
        assert_eq!(sharding.num_devices(), Some(4));
    }
}
