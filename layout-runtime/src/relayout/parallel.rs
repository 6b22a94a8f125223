//! Feature `rayon`: the same move by several threads.

use super::caches::{self, Way};
use super::cuts::Axis;
use super::kernels::LINE;
use super::loops::Loops;
use super::{How, RelayoutPlan};

/// What one thread moves at least, in bytes of the destination.
const LEAST: usize = 1 << 18;

impl RelayoutPlan {
    /// The buffers' sizes have been checked.
    #[inline]
    pub(super) fn par_run_bytes_unchecked(&self, src: &[u8], dst: &mut [u8]) {
        match &self.how {
            How::Nests | How::Pieces if self.dst.element_bits().is_multiple_of(8) => {
                let way = caches::way_by_threads(self.moved);
                self.each_combination(|loops| match loops {
                    Some(loops) => self.par_run_loops(loops.merged(), way, src, dst),
                    None => self.run_bytes_unchecked(src, dst),
                });
            }
            _ => self.run_bytes_unchecked(src, dst),
        }
    }

    /// Cuts the loop that is outermost in the destination in two, as long as
    /// the halves are large.
    #[inline]
    fn par_run_loops(&self, loops: Loops, way: Way, src: &[u8], dst: &mut [u8]) {
        let Some((low, high)) = halves(&loops, dst) else {
            return self.run_loops(&loops, way, src, dst);
        };
        let cut = high.dst * (loops.bits / 8);
        let (dst_low, dst_high) = dst.split_at_mut(cut);
        let high = Loops { dst: 0, ..high };
        rayon::join(
            || self.par_run_loops(low, way, src, dst_low),
            || self.par_run_loops(high, way, src, dst_high),
        );
    }
}

/// Two parts of a nest of which the first one's destination ends where the
/// second one's begins, at a cache line.
fn halves(loops: &Loops, dst: &[u8]) -> Option<(Loops, Loops)> {
    let size = loops.bits / 8;
    let outer = (0..loops.axes.len()).max_by_key(|&i| loops.axes[i].dst)?;
    let axis = loops.axes[outer];
    let others = loops.axes.iter().enumerate().filter(|&(i, _)| i != outer);
    let reach: usize = others.map(|(_, a)| (a.extent - 1) * a.dst).sum();
    if reach >= axis.dst || axis.extent * axis.dst * size < 2 * LEAST {
        return None;
    }
    // The steps near the middle at which a cache line begins.
    let start = dst.as_ptr().addr() + loops.dst * size;
    let middle = axis.extent / 2;
    let step = (middle..axis.extent)
        .take(LINE)
        .find(|step| (start + step * axis.dst * size).is_multiple_of(LINE))?;
    let (mut low, mut high) = (*loops, *loops);
    let part = |extent| Axis { extent, ..axis };
    low.axes.set(outer, part(step));
    high.axes.set(outer, part(axis.extent - step));
    high.src += step * axis.src;
    high.dst += step * axis.dst;
    (step > 0).then_some((low, high))
}
