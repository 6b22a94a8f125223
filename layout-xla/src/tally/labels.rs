//! `Labels`: the operations and source lines that instructions name.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};

/// The maximum number of texts that are kept.
const MAX_LABELS: usize = 1 << 16;

/// The number of a text that is not there, or not kept.
pub(super) const NO_LABEL: u32 = u32::MAX;

/// Texts, each kept once.
#[derive(Debug, Default)]
pub(super) struct Labels {
    numbers: HashMap<u64, u32>,
    texts: Vec<Box<str>>,
    hashes: RandomState,
}

impl Labels {
    /// Returns the number of the text of a value. The text is made when the value is first seen.
    pub(super) fn number<T: Hash>(&mut self, value: Option<T>, text: fn(T) -> Box<str>) -> u32 {
        let Some(value) = value else {
            return NO_LABEL;
        };
        let hash = self.hashes.hash_one(&value);
        if let Some(&number) = self.numbers.get(&hash) {
            return number;
        }
        if self.texts.len() >= MAX_LABELS {
            return NO_LABEL;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(hash, number);
        self.texts.push(text(value));
        number
    }

    /// Returns the text of a number.
    pub(super) fn text(&self, number: u32) -> Option<&str> {
        self.texts.get(number as usize).map(|text| &**text)
    }
}
