//! Loops over small parts, beside `ndarray` with a static rank and with `IxDyn`.

use std::hint::black_box;

use ndarray::{Array2, ArrayD, Axis, Zip as NdZip, s};
use tiled_layout::{Buffer, Layout, Zip, layout};

use crate::table::Table;

/// The number of small arrays that are worked on together.
const CALLS: usize = 256;
const POINTS: usize = 9000;

/// The targets: the largest ratios of static rows and static tiles to `ndarray`, and of `Layout` rows
/// and `Layout` tiles to `IxDyn`.
const AIMS: [[f64; 2]; 2] = [[2.5, 3.0], [3.0, 12.0]];
const EQ_AIMS: [[f64; 2]; 2] = [[2.5, 3.0], [3.0, 17.0]];
const COPY_AIMS: [[f64; 2]; 2] = [[2.5, 3.0], [4.0, 12.0]];
const NTH_AIMS: [[f64; 2]; 2] = [[2.5, 20.0], [f64::INFINITY; 2]];

/// The layouts of one element type: those of points of three numbers, of 4x4, 64x64 and 1000x1000.
macro_rules! element {
    ($run:ident, $name:literal, $type:ident, $marker:ident, $texts:expr) => {
        pub(crate) fn $run(table: &mut Table) {
            type T = $type;
            type Points = layout!($marker[9000,3]);
            type PointTiles = layout!($marker[9000,3]<1,0:T(2,2)>);
            type Small = layout!($marker[4,4]);
            type SmallTiles = layout!($marker[4,4]<1,0:T(2,2)>);
            type Square = layout!($marker[64,64]);
            type SquareTiles = layout!($marker[64,64]<1,0:T(2,2)>);
            type Large = layout!($marker[1000,1000]);
            type LargeTiles = layout!($marker[1000,1000]<1,0:T(8,128)>);

            fn value(i: usize, j: usize) -> T {
                ((i + j) % 7) as T
            }
            fn of<M: tiled_layout::Stores<T>>(mapping: M) -> Buffer<T, M> {
                let value = |index: M::Index| {
                    let index = index.as_ref();
                    value(index[0], index[1])
                };
                match Buffer::from_fn_with(mapping, value) {
                    Ok(buffer) => buffer,
                    Err(_) => unreachable!("the layout is of this element type"),
                }
            }
            let layout = |dims: &str, tiles: &str| {
                Layout::parse(&black_box(format!("{}{dims}{{1,0{tiles}}}", $texts))).unwrap()
            };
            let nd = |n, m| Array2::from_shape_fn((n, m), |(i, j)| value(i, j));
            let dynamic = |n, m| -> ArrayD<T> { nd(n, m).into_dyn() };

            /// One loop, in the six forms: the first of each three is `ndarray`'s.
            macro_rules! row {
                ($title:literal, $count:expr, $aims:expr, ($rows:ty, $tiles:ty, $dims:expr, $tile:expr, $n:expr, $m:expr),
                    |$a:ident, $b:ident| $ours:expr, |$x:ident, $y:ident| $theirs:expr, |$d:ident, $e:ident| $theirs_dyn:expr) => {{
                    #[allow(unused_mut, unused_variables, reason = "some loops read one array")]
                    {
                        let title = format!("loops: {}, {}", $title, $name);
                        macro_rules! ours {
                            ($mapping:expr) => {{
                                let (mut one, two) = (of($mapping), of($mapping));
                                move || {
                                    let ($a, $b) = (black_box(&mut one), black_box(&two));
                                    black_box($ours);
                                }
                            }};
                        }
                        let (mut one, two) = (nd($n, $m), nd($n, $m));
                        let mut theirs = move || {
                            let ($x, $y) = (black_box(&mut one), black_box(&two));
                            black_box($theirs);
                        };
                        let (mut one, two) = (dynamic($n, $m), dynamic($n, $m));
                        let mut theirs_dyn = move || {
                            let ($d, $e) = (black_box(&mut one), black_box(&two));
                            black_box($theirs_dyn);
                        };
                        let mut rows = ours!(<$rows>::new());
                        let mut tiles = ours!(<$tiles>::new());
                        let mut dyn_rows = ours!(layout($dims, ""));
                        let mut dyn_tiles = ours!(layout($dims, $tile));
                        let aims = $aims;
                        table.row(&title, $count, aims[0], [&mut theirs, &mut rows, &mut tiles]);
                        let title = format!("{title}, `Layout`");
                        table.row(&title, $count, aims[1], [&mut theirs_dyn, &mut dyn_rows, &mut dyn_tiles]);
                    }
                }};
            }
            macro_rules! points {
                ($title:literal, $aims:expr, |$a:ident| $ours:expr, |$x:ident| $theirs:expr, |$d:ident| $dyn:expr) => {
                    row!($title, POINTS, $aims, (Points, PointTiles, "[9000,3]", ":T(2,2)", 9000, 3),
                        |$a, _b| $ours, |$x, _y| $theirs, |$d, _e| $dyn)
                };
            }
            points!("axis_iter(0), r[[0]] + r[[1]] + r[[2]]", AIMS,
                |a| a.axis_iter(0).fold(0 as T, |sum, r| sum + (r[[0]] + r[[1]] + r[[2]]) % (2 as T)),
                |x| x.outer_iter().fold(0 as T, |sum, r| sum + (r[0] + r[1] + r[2]) % (2 as T)),
                |d| d.outer_iter().fold(0 as T, |sum, r| sum + (r[[0]] + r[[1]] + r[[2]]) % (2 as T)));
            points!("axis_iter(0), iter().sum()", AIMS,
                |a| { for r in a.axis_iter(0) { black_box(r.iter().sum::<T>()); } },
                |x| { for r in x.outer_iter() { black_box(r.iter().sum::<T>()); } },
                |d| { for r in d.outer_iter() { black_box(r.iter().sum::<T>()); } });
            points!("row(i).iter().sum()", AIMS,
                |a| for i in 0..POINTS { black_box(a.row(i).iter().sum::<T>()); },
                |x| for i in 0..POINTS { black_box(x.row(i).iter().sum::<T>()); },
                |d| for i in 0..POINTS { black_box(d.index_axis(Axis(0), i).iter().sum::<T>()); });
            points!("row_mut(i).fill(x)", AIMS,
                |a| for i in 0..POINTS { a.row_mut(i).fill(1 as T); },
                |x| for i in 0..POINTS { x.row_mut(i).fill(1 as T); },
                |d| for i in 0..POINTS { d.index_axis_mut(Axis(0), i).fill(1 as T); });
            macro_rules! small {
                ($title:literal, $aims:expr, |$a:ident, $b:ident| $ours:expr, |$x:ident, $y:ident| $theirs:expr) => {
                    row!($title, CALLS, $aims, (Small, SmallTiles, "[4,4]", ":T(2,2)", 4, 4),
                        |$a, $b| for _ in 0..CALLS { $ours },
                        |$x, $y| for _ in 0..CALLS { $theirs },
                        |$x, $y| for _ in 0..CALLS { $theirs })
                };
            }
            small!("a == b, 4x4", EQ_AIMS,
                |a, b| { black_box(*black_box(&*a) == *black_box(b)); },
                |x, y| { black_box(*black_box(&*x) == *black_box(y)); });
            small!("zip of two, 4x4", AIMS,
                |a, b| { Zip::from(&mut *black_box(&mut *a)).and(black_box(b)).for_each(|x, y| *x = *y + (1 as T)); },
                |x, y| { NdZip::from(&mut *black_box(&mut *x)).and(black_box(y)).for_each(|x, y| *x = *y + (1 as T)); });
            row!("copy of an 8x8 region", CALLS, COPY_AIMS, (Square, SquareTiles, "[64,64]", ":T(2,2)", 64, 64),
                |a, b| for k in 0..CALLS {
                    let (k, l) = (k % 50, 50 - k % 50);
                    let from = b.region((k..k + 8, l..l + 8)).unwrap();
                    a.region_mut((k..k + 8, k..k + 8)).unwrap().copy_from(&from).unwrap();
                },
                |x, y| for k in 0..CALLS {
                    let (k, l) = (k % 50, 50 - k % 50);
                    x.slice_mut(s![k..k + 8, k..k + 8]).assign(&y.slice(s![k..k + 8, l..l + 8]));
                },
                |x, y| for k in 0..CALLS {
                    let (k, l) = (k % 50, 50 - k % 50);
                    x.slice_mut(s![k..k + 8, k..k + 8]).assign(&y.slice(s![k..k + 8, l..l + 8]));
                });
            row!("iter().nth(k), 1000x1000", CALLS, NTH_AIMS, (Large, LargeTiles, "[1000,1000]", ":T(8,128)", 1000, 1000),
                |a, b| for k in 0..CALLS { black_box(b.iter().nth(black_box(777_000 + k))); },
                |x, y| for k in 0..CALLS { black_box(y.iter().nth(black_box(777_000 + k))); },
                |x, y| for k in 0..CALLS { black_box(y.iter().nth(black_box(777_000 + k))); });
            row!("iter().sum(), 1000x1000", 1_000_000, AIMS, (Large, LargeTiles, "[1000,1000]", ":T(8,128)", 1000, 1000),
                |a, b| { black_box(b.iter().map(|&x| x as u32).sum::<u32>()); },
                |x, y| { black_box(y.iter().map(|&x| x as u32).sum::<u32>()); },
                |x, y| { black_box(y.iter().map(|&x| x as u32).sum::<u32>()); });
        }
    };
}

element! { floats, "f32", f32, F32, "f32" }
element! { bytes, "u8", u8, U8, "u8" }

pub(crate) fn run(table: &mut Table) {
    table.section("loops over parts", "ndarray", &["rows", "tiles"]);
    floats(table);
    bytes(table);
}
