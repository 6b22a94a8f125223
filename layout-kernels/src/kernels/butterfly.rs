//! The butterfly network, and the loops that several kernels share.

/// Butterfly networks: all stages that interleave pieces of `$piece` bytes of
/// `$k` vectors, in groups of `$group`. Each stage takes pairs of vectors that are
/// a power of two apart.
macro_rules! butterfly {
    ($k:ident, $group:ident, $vectors:ident, $piece:ident) => {
        pairs!($k, $group, $vectors, $piece, 8: 0 1 2 3 4 5 6 7);
        pairs!($k, $group, $vectors, $piece, 4: 0 1 2 3 8 9 10 11);
        pairs!($k, $group, $vectors, $piece, 2: 0 1 4 5 8 9 12 13);
        pairs!($k, $group, $vectors, $piece, 1: 0 2 4 6 8 10 12 14);
    };
}

/// One stage.
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

/// Splits a loop into steps of a size that it is no shorter than; the last
/// step may overlap the one before it.
macro_rules! each_group {
    ($size:expr, $extent:expr, |$first:ident| $step:block) => {{
        let (size, extent) = ($size, $extent);
        let mut at = 0;
        while at < extent {
            let $first = if at + size > extent { extent - size } else { at };
            $step
            at += size;
        }
    }};
}

/// The steps of the loops of a nest around the kernel's own.
macro_rules! repeated {
    ($nest:expr, $at:expr, |$here:ident| $step:block) => {{
        let [inner, outer] = $nest.repeats;
        for (src, dst) in $crate::plan::Odometer::new($nest.outer) {
            let at = $at.plus(src, dst);
            for i in 0..outer.extent {
                let at = at.step(i, outer);
                for i in 0..inner.extent {
                    let $here = at.step(i, inner);
                    $step
                }
            }
        }
    }};
}
