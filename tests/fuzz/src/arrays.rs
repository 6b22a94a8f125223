//! Targets of arrays: the laws, on layouts and regions out of choices.

use layout_oracle::laws;
use layout_oracle::random::{MOST, Random};

macro_rules! targets {
    ($($(#[$doc:meta])* $name:ident: $($law:ident),*;)*) => {$(
        $(#[$doc])*
        pub fn $name(data: &[u8]) {
            laws::begin_case(data.len() as u64);
            let mut random = Random::of_bytes(data);
            let laws: &[fn(&mut Random, usize)] = &[$(laws::$law),*];
            random.pick(laws)(&mut random, MOST);
        }
    )*};
}

targets! {
    /// Texts and positions, their inverse, the byte ranges of regions, bitcasts.
    positions: random_positions, random_byte_ranges, random_bitcast, text;
    /// A copy writes each element, and no other byte of the buffer or beside it.
    copies: copies;
    /// Iteration, parts, tiles and `Zip` of all kinds of arrays; each consumer of a region.
    regions: random_region, iteration, in_place, parts, tiles, zips;
    /// Elements of 1 to 8 bits.
    packed: packed;
}
