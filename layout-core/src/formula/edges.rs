//! `Edges`: the edges of tiles along a dimension of an array or a region.

use core::num::NonZeroUsize;

/// The edges of tiles along a dimension: every `run` elements, and the first one `phase`
/// elements early, because a region may begin within a tile.
///
/// ```text
/// index    0   1 | 2   3   4 | 5   6   7 | 8     run 3, phase 1
/// run      0     | 1         | 2         | 3
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edges {
    run: NonZeroUsize,
    /// Less than `run`.
    phase: usize,
}

impl Edges {
    /// Each element is a run.
    pub const EACH: Edges = Edges {
        run: NonZeroUsize::MIN,
        phase: 0,
    };

    /// Returns an edge at index 0 and at each multiple of `run`, which is not 0.
    pub(super) const fn every(run: usize) -> Edges {
        match NonZeroUsize::new(run) {
            Some(run) => Edges { run, phase: 0 },
            None => Edges::EACH,
        }
    }

    /// Returns the same edges with `index` as the first index of the dimension.
    #[inline]
    #[must_use]
    pub const fn from_index(mut self, index: usize) -> Edges {
        let run = self.run.get();
        self.phase += index;
        if self.phase >= run {
            self.phase %= run; // a division takes longer than the rest of some calls
        }
        self
    }

    /// Edges at the same distances as these, and at the phase of others: a constant run stays
    /// constant.
    #[inline]
    #[must_use]
    pub(super) const fn with_phase_of(self, other: Edges) -> Edges {
        let run = self.run;
        Edges { run, phase: 0 }.from_index(other.phase)
    }

    /// Returns the number of elements from `index` up to the next edge; at least 1.
    #[inline]
    #[must_use]
    pub const fn until_edge(self, index: usize) -> usize {
        self.run.get() - self.from_index(index).phase
    }

    /// Returns the number of elements before the first edge after index 0, without a division.
    #[inline]
    #[must_use]
    pub const fn first_run(self) -> usize {
        self.run.get() - self.phase
    }

    /// Returns the number of elements from an edge to the next one. For an index between edges,
    /// call [`until_edge`](Self::until_edge).
    #[inline]
    #[must_use]
    pub const fn edge_to_edge(self) -> usize {
        self.run.get()
    }

    /// Returns true if index 0 is at an edge: the first run then has full length.
    #[inline]
    #[must_use]
    pub const fn begin_at_edge(self) -> bool {
        self.phase == 0
    }

    /// Returns the number of runs of the first `extent` elements.
    #[inline]
    #[must_use]
    pub const fn runs_in(self, extent: usize) -> usize {
        match extent {
            0 => 0,
            extent => (extent + self.phase).div_ceil(self.run.get()),
        }
    }

    /// Returns the index at which run `number` begins.
    #[inline]
    #[must_use]
    pub const fn start_of(self, number: usize) -> usize {
        (number * self.run.get()).saturating_sub(self.phase)
    }
}

#[cfg(test)]
mod tests {
    use super::Edges;
    use crate::util::array_vec::ArrayVec;

    /// Against edges that are counted element by element.
    #[test]
    fn runs_are_those_between_multiples() {
        for (run, low) in (1..=7).flat_map(|run| (0..=15).map(move |low| (run, low))) {
            let edges = Edges::every(run).from_index(low);
            let is_edge = |index: usize| (index + low).is_multiple_of(run);
            let mut starts: ArrayVec<usize, 20> = ArrayVec::new(0);
            for index in 0..20 {
                let to_edge = (1..).find(|by| is_edge(index + by)).unwrap();
                assert_eq!(edges.until_edge(index), to_edge, "{edges:?} at {index}");
                assert_eq!(edges.runs_in(index), starts.len());
                if index == 0 || is_edge(index) {
                    assert_eq!(edges.start_of(starts.len()), index);
                    starts.push(index);
                }
            }
            assert_eq!(edges.first_run(), edges.until_edge(0));
            assert_eq!(edges.begin_at_edge(), is_edge(0));
            assert_eq!(edges.edge_to_edge(), run);
        }
    }
}
