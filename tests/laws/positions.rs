//! Texts and positions, and the small family, which a program of the fuzz targets checks as a whole.

use layout_oracle::exhaustive::Share;
use layout_oracle::laws;
use layout_oracle::random::Random;

/// Each case has a seed, which names it.
fn random_cases(count: u64, law: fn(&mut Random, usize)) {
    for seed in 0..if cfg!(miri) { count.min(20) } else { count } {
        let most = if cfg!(miri) { 64 } else { 256 };
        let checked = std::panic::catch_unwind(|| law(&mut Random::new(seed), most));
        assert!(checked.is_ok(), "case {seed}");
    }
}

#[test]
fn texts() {
    random_cases(3000, laws::text);
}

#[test]
fn positions() {
    random_cases(2000, laws::random_positions);
}

#[test]
fn bitcasts() {
    random_cases(3000, laws::random_bitcast);
}

#[test]
fn byte_ranges() {
    random_cases(2000, laws::random_byte_ranges);
}

/// A part of the family, of a size that is no multiple of the numbers of orders and tilings.
#[test]
#[cfg(not(miri))]
fn small_layouts() {
    let of = |step| Share { first: 7, step };
    println!("{:?} layouts", laws::small_layouts(of(499)));
    println!("{:?} regions", laws::small_regions(of(997)));
    println!("{:?} pairs", laws::small_pairs(of(97)));
}
