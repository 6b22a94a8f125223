//! `NameHash`: keys of names.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// A map by keys that are hashes already.
pub(crate) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Hashes the names of a module to keys. The standard library's hash took a fifth of the time of
/// an audit.
///
/// The function multiplies to 128 bits and folds the halves, as in wyhash. The seed is random, so
/// that no text is made of names with equal keys.
#[derive(Debug)]
pub(crate) struct NameHash {
    seed: u64,
}

/// An odd number without a pattern in its bits: the fraction of the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Default for NameHash {
    fn default() -> Self {
        NameHash {
            seed: RandomState::new().hash_one(0),
        }
    }
}

impl NameHash {
    /// Returns the key of a name.
    #[inline]
    pub(crate) fn key(&self, name: &[u8]) -> u64 {
        let mut hasher = KeyHasher(self.seed);
        hasher.write(name);
        hasher.finish()
    }
}

#[inline]
fn fold(hash: u64, word: [u8; 8]) -> u64 {
    let product = u128::from(hash ^ u64::from_le_bytes(word)) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// Passes a key on.
#[derive(Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, tail) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        let hash = words.iter().fold(self.0, |hash, &word| fold(hash, word));
        self.0 = fold(hash ^ bytes.len() as u64, last);
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        self.0 = fold(key, [0; 8]);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
