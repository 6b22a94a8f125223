//! The butterfly network, and the loops that several kernels share.

/// A butterfly network on each group of `$group` of the `$k` vectors. A stage interleaves
/// the pieces of `$piece` bytes of two vectors whose numbers are 8, 4, 2 or 1 apart.
macro_rules! butterfly {
    ($k:ident, $group:ident, $vectors:ident, $piece:ident) => {
        pairs!($k, $group, $vectors, $piece, 8: 0 1 2 3 4 5 6 7);
        pairs!($k, $group, $vectors, $piece, 4: 0 1 2 3 8 9 10 11);
        pairs!($k, $group, $vectors, $piece, 2: 0 1 4 5 8 9 12 13);
        pairs!($k, $group, $vectors, $piece, 1: 0 2 4 6 8 10 12 14);
    };
}

/// One stage of the network: the pairs of vectors that are `$apart` apart.
macro_rules! pairs {
    (
        $k:ident, $group:ident, $vectors:ident, $piece:ident, $apart:literal: $($i:literal)*
    ) => {
        $(if const { $apart < $group && $i + $apart < $k } {
            ($vectors[$i], $vectors[$i + $apart]) =
                $vectors[$i].interleave_lanes::<$piece>($vectors[$i + $apart]);
        })*
    };
}

/// Splits a loop of at least `$size` units into steps of `$size` units. The last step ends
/// with the loop, so it may overlap the step before it.
macro_rules! each_group {
    ($size:expr, $extent:expr, |$first:ident| $step:block) => {{
        let (size, extent) = ($size, $extent);
        let mut at = 0;
        loop {
            let $first = if at + size > extent { extent - size } else { at };
            $step
            at += size;
            if at >= extent {
                break;
            }
        }
    }};
}

/// Splits a loop into steps of at most `$size` units. The last step is shorter: its length
/// is a multiple of `$least`, a power of two.
macro_rules! each_part {
    ($size:expr, $least:expr, $extent:expr, |$first:ident, $len:ident| $step:block) => {{
        let (size, least, extent) = ($size, $least, $extent);
        let mut next = 0;
        loop {
            let $len = (extent - next + least - 1 & !(least - 1)).min(size);
            let $first = next.min(extent - $len);
            $step
            next = $first + $len;
            if next >= extent {
                break;
            }
        }
    }};
}

/// Executes the steps of a loop that has at least one step. LLVM would compile a loop that may
/// have none twice.
macro_rules! each_step {
    ($at:expr, $axis:expr, |$here:ident| $step:block) => {{
        // Local copies stay in registers: a step adds, and does not load from the axis.
        let (extent, src, dst) = ($axis.extent, $axis.src, $axis.dst);
        let (mut at, mut left) = ($at, extent);
        loop {
            let $here = at;
            $step
            if left <= 1 {
                break;
            }
            left -= 1;
            at = at.plus(src, dst);
        }
    }};
}

/// Executes the loops of a nest that are around the kernel's own loops.
macro_rules! repeated {
    ($nest:expr, $at:expr, |$here:ident| $step:block) => {{
        let [inner, outer] = $nest.repeats.map(|axis| *axis);
        let mut others = $crate::plan::Odometer::new($nest.outer);
        loop {
            let at = $at.plus(others.src, others.dst);
            each_step!(at, outer, |at| { each_step!(at, inner, |$here| $step) });
            if !others.advance() {
                break;
            }
        }
    }};
}
