//! Random cases of a law.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use super::guarded::begin_case;
use crate::random::Random;

/// Checks a law on `count` random cases, of arrays of at most about 1,000 positions, now and then of
/// 4,000. `LAW_CASES` is another number of them; `LAW_SECONDS` goes on that long. Each case has a
/// seed, which names it.
///
/// # Panics
///
/// If the law does not hold.
pub fn random_cases(name: &str, count: u64, law: fn(&mut Random, usize)) {
    let number = |variable| -> Option<u64> {
        let text = std::env::var(variable).ok()?;
        Some(
            text.parse()
                .unwrap_or_else(|error| panic!("{variable}: {error}")),
        )
    };
    let (cases, seconds) = (number("LAW_CASES"), number("LAW_SECONDS"));
    let is_long = cases.is_some() || seconds.is_some();
    let count = match seconds {
        Some(_) => u64::MAX,
        None => cases.unwrap_or(if cfg!(miri) { count / 500 } else { count }),
    };
    let (start, limit) = (Instant::now(), seconds.map(Duration::from_secs));
    let mut checked = 0;
    while checked < count && limit.is_none_or(|limit| start.elapsed() < limit) {
        // Long runs have other cases than short ones.
        let seed = checked + if is_long { 1 << 32 } else { 0 };
        let most = match checked % 16 {
            _ if cfg!(miri) => 40,
            0 => 1 << 12, // enough for several threads
            _ => 1 << 10,
        };
        begin_case(seed);
        let result = catch_unwind(move || law(&mut Random::new(seed), most));
        assert!(
            result.is_ok(),
            "{name}: case {seed} of at most {most} positions"
        );
        checked += 1;
    }
    if is_long {
        println!("{name}: {checked} random cases");
    }
}
