//! A cache of keys and values: tokens are appended, heads are read.
//!
//! `cargo run --example kv_cache`

use std::error::Error;

use tiled_layout::{Buffer, RegionError, layout};

const FEATURES: usize = 1024;
const HEAD: usize = 128;

layout! {
    /// Layer, keys or values, token, feature.
    type Cache = F32[4,2,300,FEATURES]<3,2,1,0:T(8,128)>;
}

/// Writes the keys or the values of a token: an error if there is no such token.
fn append(
    cache: &mut Buffer<f32, Cache>,
    (layer, kv, token): (usize, usize, usize),
    row: &[f32],
) -> Result<(), Box<dyn Error>> {
    cache
        .region_mut((layer, kv, token, ..))?
        .copy_from_row_major(row)?;
    Ok(())
}

/// The scores of the first `tokens` tokens against a query, for one head.
fn scores(
    cache: &Buffer<f32, Cache>,
    (layer, head, tokens): (usize, usize, usize),
    query: &[f32; HEAD],
) -> Result<Vec<f32>, RegionError> {
    let features = head * HEAD..(head + 1) * HEAD;
    let keys = cache.region((layer, 0, ..tokens, features))?;
    Ok(keys
        .rows()
        .map(|key| key.iter().zip(query).map(|(k, q)| k * q).sum())
        .collect())
}

fn value(token: usize, feature: usize) -> f32 {
    (token % 8) as f32 - (feature % 5) as f32
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut cache = Buffer::<f32, Cache>::zeroed();
    for token in 0..20 {
        let row: Vec<f32> = (0..FEATURES).map(|j| value(token, j)).collect();
        append(&mut cache, (3, 0, token), &row)?;
        append(&mut cache, (3, 1, token), &row)?;
    }

    // By hand: the position of a token's feature, in the tile of 8 tokens and 128 features.
    for token in 0..300 {
        for j in 0..FEATURES {
            let tile = ((3 * 2 + 1) * 38 + token / 8) * 8 + j / 128;
            let position = tile * 1024 + token % 8 * 128 + j % 128;
            let expected = if token < 20 { value(token, j) } else { 0.0 };
            assert_eq!(cache.as_slice()[position], expected);
        }
    }

    let query = [0.5; HEAD];
    let found = scores(&cache, (3, 2, 20), &query)?;
    for (token, found) in found.into_iter().enumerate() {
        let expected: f32 = (256..384).map(|j| value(token, j) * 0.5).sum();
        assert_eq!(found, expected);
    }

    // Errors, not panics: there is no token 300, and a row has 1,024 features.
    for (token, len) in [(300, FEATURES), (20, HEAD)] {
        let error = append(&mut cache, (3, 0, token), &vec![0.0; len]).unwrap_err();
        println!("{error}");
    }
    Ok(())
}
