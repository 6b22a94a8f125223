//! Random shardings against the naive definition, which writes every owner down.

use layout_oracle::naive::{self, for_each_index};
use layout_oracle::random::{MOST, Random};
use layout_oracle::sharding::Sharding as Naive;
use std::collections::BTreeMap;
use tiled_layout::Layout;
use tiled_layout::xla::shards::{Sharded, Sharding};

/// A random array of `dims`, its sharding taken apart, and the layout of its shards.
fn array(random: &mut Random, dims: &[usize], copies: bool) -> (Sharded, Naive, naive::Spec) {
    let parts = random.sharding(dims.len(), copies);
    let shard = random.aimed_spec_of(parts.extents(dims), MOST);
    let text = shard.text("u16");
    let layout = Layout::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let sharding = Sharding::parse(&parts.text).unwrap();
    let again = Sharding::parse(&sharding.to_string()).unwrap();
    assert_eq!(again.to_string(), sharding.to_string());
    // The text of an array that every device holds whole has no number of devices.
    assert!(
        again.num_devices().is_none() || again == sharding,
        "{sharding}"
    );
    (Sharded::new(dims, &sharding, layout).unwrap(), parts, shard)
}

fn dims(random: &mut Random) -> Vec<usize> {
    let rank = random.below(6);
    (0..rank)
        .map(|_| random.pick(&[0, 1, 2, 3, 4, 5, 7, 1, 2, 9]))
        .collect()
}

#[test]
fn elements_are_where_they_are_by_definition() {
    let mut random = Random::new(37);
    for _ in 0..400 {
        let dims = dims(&mut random);
        let (array, naive, shard) = array(&mut random, &dims, false);
        let buffer = shard.buffer();
        let mut held: BTreeMap<usize, u128> = BTreeMap::new();
        for_each_index(&dims, |index| {
            let (at, local) = naive.place(&dims, index);
            let found = array.locate(index).unwrap();
            let mut devices: Vec<usize> = found.devices.collect();
            devices.sort_unstable();
            assert_eq!(devices, naive.holders(&at), "{}", naive.text);
            assert_eq!(*found.local, *local);
            let number = local.iter().zip(&shard.dims).fold(0, |n, (i, d)| n * d + i) as i64;
            let position = buffer.iter().position(|&other| other == number).unwrap();
            assert_eq!(found.byte, 2 * position);
            for device in devices {
                assert_eq!(array.global(device, &local).as_deref(), Some(index));
                *held.entry(device).or_default() += 1;
            }
        });
        let (mut elements, mut uneven, mut tiles) = (0, 0, 0);
        for device in array.devices() {
            let own = held.get(&device).copied().unwrap_or(0);
            let bytes = array.device_bytes(device).unwrap();
            let count: u128 = array
                .shard_dims(device)
                .unwrap()
                .iter()
                .map(|&d| d as u128)
                .product();
            assert_eq!((own, bytes.elements), (count, 2 * count), "{}", naive.text);
            assert_eq!(bytes.total(), 2 * buffer.len() as u128);
            elements += bytes.elements;
            uneven += bytes.uneven;
            tiles += bytes.tiles;
        }
        let bytes = array.bytes();
        assert_eq!((bytes.uneven, bytes.tiles), (uneven, tiles));
        assert_eq!(bytes.elements + bytes.replicas, elements);
        assert_eq!(bytes.total(), array.total_bytes());
        assert!(array.locate(&dims).is_none() || dims.is_empty());
    }
}

#[test]
fn runs_are_the_bytes_of_a_region() {
    let mut random = Random::new(38);
    for _ in 0..300 {
        let dims = dims(&mut random);
        let (array, ..) = array(&mut random, &dims, true);
        let ranges = dims.iter().map(|&dim| {
            let start = random.below(dim + 1);
            start..start + random.below(dim - start + 1)
        });
        let region: Vec<_> = ranges.collect();
        for device in array.devices() {
            let mut expected = vec![false; array.shard().padded_bytes()];
            for_each_index(&array.shard_dims(device).unwrap(), |local| {
                let index = array.global(device, local).unwrap();
                if index
                    .iter()
                    .zip(&region)
                    .all(|(i, range)| range.contains(i))
                {
                    let byte = 2 * array.shard().offset(local);
                    expected[byte..byte + 2].fill(true);
                }
            });
            let mut found = vec![false; expected.len()];
            for run in array.runs(device, &region).unwrap() {
                found[run].fill(true);
            }
            assert_eq!(found, expected);
        }
    }
}
