//! Time to read a whole tiled buffer in logical order:
//!
//! ```text
//! cargo bench -p layout-benches --bench access
//! ```
//!
//! Each way adds up, without overflow checks, the numbers of `u32[4096,4096]{1,0:T(8,128)}`,
//! which has no padding: 64 MiB. The ways take turns; each time is that of the fastest turn.
//! Addition in any order gives the same sum, so the compiler may use vector instructions in all
//! of them.

use std::hint::black_box;
use std::time::Instant;

use tiled_layout::{Layout, Mapping, View, layout};

const N: usize = 4096;
const TURNS: usize = 15;

type Tiled = layout!(U32[N,N]<1,0:T(8,128)>);

/// The same with sizes known at run time.
type Partial = layout!(U32[?,?]<1,0:T(8,128)>);

/// Adds up numbers in any order.
trait Sum<'a>: Iterator<Item = &'a u32> + Sized {
    fn total(self) -> u32 {
        self.fold(0, |sum, &number| sum.wrapping_add(number))
    }
}

impl<'a, I: Iterator<Item = &'a u32>> Sum<'a> for I {}

/// Adds up `$element` for all indices in logical order.
macro_rules! by_index {
    (|$i:ident, $j:ident| $element:expr) => {{
        let mut sum = 0u32;
        for $i in 0..N {
            for $j in 0..N {
                sum = sum.wrapping_add($element);
            }
        }
        sum
    }};
}

#[inline(never)]
fn slice(buffer: &[u32]) -> u32 {
    buffer.iter().total()
}

#[inline(never)]
fn slices_by_hand(buffer: &[u32]) -> u32 {
    let mut sum = 0u32;
    for i in 0..N {
        for tile in 0..N / 128 {
            let start = (i / 8 * (N / 128) + tile) * 1024 + i % 8 * 128;
            sum = sum.wrapping_add(buffer[start..start + 128].iter().total());
        }
    }
    sum
}

#[inline(never)]
fn nest_by_hand(buffer: &[u32]) -> u32 {
    let mut sum = 0u32;
    for i in 0..N {
        for tile in 0..N / 128 {
            for j in 0..128 {
                let position = (i / 8 * (N / 128) + tile) * 1024 + i % 8 * 128 + j;
                sum = sum.wrapping_add(buffer[position]);
            }
        }
    }
    sum
}

const fn by_hand(i: usize, j: usize) -> usize {
    i / 8 * (N * 8) + j / 128 * 1024 + i % 8 * 128 + j % 128
}

#[inline(never)]
fn index_by_hand(buffer: &[u32]) -> u32 {
    by_index!(|i, j| buffer[by_hand(i, j)])
}

#[inline(never)]
fn unchecked_by_hand(buffer: &[u32]) -> u32 {
    assert_eq!(buffer.len(), N * N);
    // SAFETY: the positions of indices below `N` are below `N * N`.
    by_index!(|i, j| *unsafe { buffer.get_unchecked(by_hand(i, j)) })
}

#[inline(never)]
fn run_time_by_hand(buffer: &[u32], tile: [usize; 2], counts: usize) -> u32 {
    let [rows, columns] = tile;
    by_index!(|i, j| {
        let first = (i / rows * counts + j / columns) * rows * columns;
        buffer[first + i % rows * columns + j % columns]
    })
}

#[inline(never)]
fn iter(view: View<'_, u32, Tiled>) -> u32 {
    view.iter().total()
}

#[inline(never)]
fn runs(view: View<'_, u32, Tiled>) -> u32 {
    view.runs()
        .fold(0, |sum, (_, run)| sum.wrapping_add(run.iter().total()))
}

#[inline(never)]
fn index(view: View<'_, u32, Tiled>) -> u32 {
    by_index!(|i, j| view[[i, j]])
}

#[inline(never)]
fn get_unchecked(view: View<'_, u32, Tiled>) -> u32 {
    // SAFETY: `N` is the size of both dimensions.
    by_index!(|i, j| *unsafe { view.get_unchecked([i, j]) })
}

#[inline(never)]
fn partial_iter(view: View<'_, u32, Partial>) -> u32 {
    view.iter().total()
}

#[inline(never)]
fn partial_runs(view: View<'_, u32, Partial>) -> u32 {
    view.runs()
        .fold(0, |sum, (_, run)| sum.wrapping_add(run.iter().total()))
}

#[inline(never)]
fn partial_index(view: View<'_, u32, Partial>) -> u32 {
    by_index!(|i, j| view[[i, j]])
}

#[inline(never)]
fn run_time_iter(view: &View<'_, u32, &Layout>) -> u32 {
    view.iter().total()
}

#[inline(never)]
fn run_time_runs(view: &View<'_, u32, &Layout>) -> u32 {
    view.runs()
        .fold(0, |sum, (_, run)| sum.wrapping_add(run.iter().total()))
}

#[inline(never)]
fn run_time_index(view: &View<'_, u32, &Layout>) -> u32 {
    by_index!(|i, j| view[[i, j]])
}

/// Adds up elements whose column (given by the iterator) is below `columns`, which is all of
/// them.
macro_rules! by_indexed_iter {
    ($view:expr, $columns:expr) => {{
        let mut sum = 0u32;
        for (index, &number) in $view.indexed_iter() {
            if index[1] < $columns {
                sum = sum.wrapping_add(number);
            }
        }
        sum
    }};
}

#[inline(never)]
fn run_time_indexed_iter(view: &View<'_, u32, &Layout>, columns: usize) -> u32 {
    by_indexed_iter!(view, columns)
}

/// One function for layouts of all kinds.
#[inline(never)]
fn generic_index<M: Mapping<Index = [usize; 2]>>(view: &View<'_, u32, M>) -> u32 {
    by_index!(|i, j| view[[i, j]])
}

#[inline(never)]
fn generic_indexed_iter<M>(view: &View<'_, u32, M>, columns: usize) -> u32
where
    M: Mapping<Index = [usize; 2]>,
{
    by_indexed_iter!(view, columns)
}

fn main() {
    let buffer: Vec<u32> = (0..(N * N) as u32)
        .map(|n| n.wrapping_mul(0x9E37_79B9))
        .collect();
    let buffer = buffer.as_slice();
    let view = Tiled::view(buffer).unwrap();
    let layout = black_box(Tiled::LAYOUT);
    let run_time = layout.view(buffer).unwrap();
    let partial = Partial::with_dims(black_box([N, N])).unwrap();
    let partial = partial.view(buffer).unwrap();
    let tile = black_box([8, 128]);
    let ranked = run_time.ranked::<2>().unwrap();
    let columns = black_box(N);

    type Way<'a> = (&'a str, &'a dyn Fn() -> u32);
    let ways: &[Way] = &[
        ("plain slice", &|| slice(buffer)),
        ("slices of 128, by hand", &|| slices_by_hand(buffer)),
        ("runs", &|| runs(view)),
        ("nest of three loops, by hand", &|| nest_by_hand(buffer)),
        ("iter", &|| iter(view)),
        ("buffer[formula], by hand", &|| index_by_hand(buffer)),
        ("view[[i, j]]", &|| index(view)),
        ("get_unchecked(formula), by hand", &|| {
            unchecked_by_hand(buffer)
        }),
        ("get_unchecked([i, j])", &|| get_unchecked(view)),
        ("tile at run time, by hand", &|| {
            run_time_by_hand(buffer, tile, N / tile[1])
        }),
        ("sizes at run time, runs", &|| partial_runs(partial)),
        ("sizes at run time, iter", &|| partial_iter(partial)),
        ("sizes at run time, view[[i, j]]", &|| {
            partial_index(partial)
        }),
        ("run-time layout, runs", &|| run_time_runs(&run_time)),
        ("run-time layout, iter", &|| run_time_iter(&run_time)),
        ("run-time layout, view[[i, j]]", &|| {
            run_time_index(&run_time)
        }),
        ("run-time layout, indexed_iter", &|| {
            run_time_indexed_iter(&run_time, columns)
        }),
        ("generic, static, view[[i, j]]", &|| generic_index(&view)),
        ("generic, static, indexed_iter", &|| {
            generic_indexed_iter(&view, columns)
        }),
        ("generic, sizes at run time, [[i, j]]", &|| {
            generic_index(&partial)
        }),
        ("generic, sizes.., indexed_iter", &|| {
            generic_indexed_iter(&partial, columns)
        }),
        ("generic, ranked, view[[i, j]]", &|| generic_index(&ranked)),
        ("generic, ranked, indexed_iter", &|| {
            generic_indexed_iter(&ranked, columns)
        }),
    ];
    let expected = slice(buffer);
    let mut best = vec![f64::INFINITY; ways.len()];
    for _ in 0..TURNS {
        for ((name, way), best) in ways.iter().zip(&mut best) {
            let start = Instant::now();
            let sum = black_box(way());
            *best = best.min(start.elapsed().as_secs_f64());
            assert_eq!(sum, expected, "{name}");
        }
    }
    println!("{:34} {:>10} {:>16}", "", "ns/element", "x plain slice");
    for ((name, _), time) in ways.iter().zip(&best) {
        let nanoseconds = time * 1e9 / (N * N) as f64;
        println!("{name:34} {nanoseconds:10.3} {:16.2}", best[0] / time);
    }
}
