//! How the positions of an array change along its last dimensions.

use layout_core::formula::run_pattern::RunPattern;

use super::{Mapping, first_position};

/// What is known of a mapping at compile time.
struct Known<M>(M);

impl<M: Mapping> Known<M> {
    const IS_STATIC: bool = M::STATIC.is_some();
    const IS_ROW_MAJOR: bool = match M::STATIC {
        Some(layout) => layout.is_row_major(),
        None => false,
    };
    const OF_ROWS: RunPattern = match M::STATIC {
        Some(layout) => layout.run_pattern_along(layout.rank().saturating_sub(2)),
        None => RunPattern::SINGLE,
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

/// The run pattern along the last dimension: constants if the type knows them, otherwise
/// `held`, the result of [`run_pattern`].
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
    if const { Known::<M>::IS_STATIC } {
        return const { Known::<M>::OF_ROWS };
    }
    pattern_of_rows_at_run_time(map)
}

#[inline(never)] // once for all loops
fn pattern_of_rows_at_run_time<M: Mapping>(map: &M) -> RunPattern {
    map.pattern(map.rank().saturating_sub(2))
}

/// Returns true if the elements in row-major order have positions 0, 1, 2 and so on; false
/// where that is not known.
#[inline]
pub(crate) fn is_row_major<M: Mapping>(map: &M) -> bool {
    if const { Known::<M>::IS_STATIC } {
        return const { Known::<M>::IS_ROW_MAJOR };
    }
    let last = run_pattern(map);
    let row = map.dims().last().map_or(1, |row| *row);
    let is_run = row == 1 || last.step() == 1 && last.edges().first_run() >= row;
    is_run && has_row_major_patterns(map)
}

#[inline(never)] // once for all loops
fn has_row_major_patterns<M: Mapping>(map: &M) -> bool {
    let mut stride = 1usize;
    for (dim, &extent) in map.dims().iter().enumerate().rev() {
        if extent > 1 {
            let pattern = map.pattern(dim);
            if pattern.step() != stride || pattern.edges().first_run() < extent {
                return false;
            }
        }
        stride = stride.wrapping_mul(extent); // it wraps only in arrays without elements
    }
    first_position(map) == 0
}
