//! How the positions of an array change along its last dimensions.

use layout_core::formula::run_pattern::RunPattern;

use layout_core::spec::MAX_RANK;

use super::Mapping;
use crate::layout::Layout;

/// The pattern along the dimension before the last one, if it is known at compile time.
struct OfRows<M>(M);

impl<M: Mapping> OfRows<M> {
    const STATIC: Option<RunPattern> = match M::STATIC {
        Some(layout) => Some(layout.run_pattern_along(layout.rank().saturating_sub(2))),
        None => None,
    };
}

/// How positions change along the last dimension.
#[inline]
pub(crate) fn run_pattern<M: Mapping>(map: &M) -> RunPattern {
    match M::RUN_PATTERN {
        Some(known) if known.edges().begin_at_edge() => known,
        _ => map.pattern(map.rank().saturating_sub(1)),
    }
}

/// Returns the run pattern along the last dimension: constants if the type knows them,
/// otherwise `held`, the result of [`run_pattern`].
#[inline]
pub(crate) fn known_run_pattern<M: Mapping>(held: RunPattern) -> RunPattern {
    match M::RUN_PATTERN {
        Some(known) if known.edges().begin_at_edge() => known,
        Some(known) => known.with_first_index_of(held),
        None => held,
    }
}

/// How positions change along the dimension before the last one, of which there are two or
/// more.
#[inline]
pub(crate) fn pattern_of_rows<M: Mapping>(map: &M) -> RunPattern {
    match const { OfRows::<M>::STATIC } {
        Some(known) => known,
        None => pattern_of_rows_at_run_time(map),
    }
}

#[inline(never)] // once for all loops
fn pattern_of_rows_at_run_time<M: Mapping>(map: &M) -> RunPattern {
    map.pattern(map.rank().saturating_sub(2))
}

/// Returns the pattern along each dimension; past the rank, [`SINGLE`](RunPattern::SINGLE).
pub(super) const fn along_each(layout: &Layout) -> [RunPattern; MAX_RANK] {
    let mut patterns = [RunPattern::SINGLE; MAX_RANK];
    let mut dim = 0;
    while dim < layout.rank() {
        patterns[dim] = layout.run_pattern_along(dim);
        dim += 1;
    }
    patterns
}
