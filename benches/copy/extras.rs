//! Measurements that run once: one tile, plans, static layouts, padding, threads.

use crate::measure::{Lines, bandwidth, time};
use std::hint::black_box;
use tiled_layout::{CopyPlan, Element, Layout, NoUninit, layout};

const MATRIX: Layout = <layout!(F32[1000,1000])>::LAYOUT;
const TILE: Layout = <layout!(F32[8,128]<1,0:T(8,128)>)>::LAYOUT;

/// One tile of 4 KiB out of a row-major matrix, by a plan made while this program compiled.
const ONE_TILE: CopyPlan =
    match CopyPlan::const_region((&MATRIX, &[504, 512]), (&TILE, &[0, 0]), &[8, 128]) {
        Ok(plan) => plan,
        Err(_) => panic!(),
    };

type Rows = layout!(F32[1024,2048]);
type Tiled = layout!(F32[1024,2048]<1,0:T(8,128)>);

/// The mean over destinations at several offsets within a page, since the time of both copies
/// depends on the offset.
pub(crate) fn one_tile() {
    let matrix = Lines::filled(MATRIX.padded_bytes());
    let from = Lines::filled(4096);
    let [mut tiles, mut copies] = [Lines::filled(8192), Lines::filled(8192)];
    let places = || (0..4096).step_by(256);
    let mut ns = [0.0; 2];
    for place in places() {
        let tile = &mut tiles.bytes_mut()[place..place + 4096];
        let to = &mut copies.bytes_mut()[place..place + 4096];
        let seconds = time(
            4096,
            [
                &mut || {
                    let tile = black_box(&mut *tile);
                    ONE_TILE.run_bytes(black_box(matrix.bytes()), tile).unwrap();
                },
                &mut || black_box(&mut *to).copy_from_slice(black_box(from.bytes())),
            ],
        );
        for (ns, seconds) in ns.iter_mut().zip(seconds) {
            *ns += seconds * 1e9 / places().count() as f64;
        }
    }
    let [ns, memcpy_ns] = ns;
    let ratio = ns / memcpy_ns;
    println!("one tile of 4 KiB: {ns:.1} ns, memcpy {memcpy_ns:.1} ns, {ratio:.2} times its time");
}

pub(crate) fn plans() {
    let layout = |text: &str| Layout::parse(text).unwrap();
    for (src, dst) in [
        ("f32[1024,2048]", "f32[1024,2048]{1,0:T(8,128)}"),
        ("bf16[1000,1000]", "bf16[1000,1000]{1,0:T(8,128)(2,1)}"),
    ] {
        let (src, dst) = (layout(src), layout(dst));
        let mut plan = || {
            black_box(CopyPlan::new(black_box(&src), black_box(&dst))).unwrap();
        };
        let [seconds] = time(1024, [&mut plan]);
        println!("a plan from {src} to {dst}: {:.2} us", seconds * 1e6);
    }
}

/// Small copies between run-time layouts, in nanoseconds: to make a plan, to run it, `copy_from`
/// without one, and `memcpy` of the same bytes.
pub(crate) fn small() {
    println!(
        "{:44} {:>9} {:>9} {:>9} {:>9}",
        "small copies, ns", "plan", "run", "copy_from", "memcpy"
    );
    for (src, dst) in [
        ("f32[16]{0}", "f32[16]{0}"),
        ("f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}"),
        ("f32[7,9]{1,0}", "f32[7,9]{0,1}"),
        ("f32[16,16]{1,0}", "f32[16,16]{0,1}"),
        ("f32[2,3,8,8]{3,2,1,0}", "f32[2,3,8,8]{1,3,2,0}"),
        ("f32[10,130]{1,0}", "f32[10,130]{1,0:T(8,128)}"),
        ("f32[10,130]{1,0:T(8,128)}", "f32[10,130]{1,0}"),
        ("bf16[10,130]{1,0}", "bf16[10,130]{1,0:T(8,128)(2,1)}"),
    ] {
        let layouts = [src, dst].map(|text| Layout::parse(text).unwrap());
        let [plan, run, copy_from, memcpy] = match layouts[0].element_bits() {
            16 => small_times::<u16>(&layouts),
            _ => small_times::<f32>(&layouts),
        }
        .map(|seconds| seconds * 1e9);
        let (_, order) = dst.split_once('{').unwrap();
        let name = format!("{src} to {{{order}");
        println!("{name:44} {plan:9.0} {run:9.0} {copy_from:9.0} {memcpy:9.0}");
    }
}

fn small_times<T: NoUninit + Default + Element>([src, dst]: &[Layout; 2]) -> [f64; 4] {
    let plan = CopyPlan::new(src, dst).unwrap();
    let from = vec![T::default(); src.padded_len()];
    let elements = &from[..src.num_elements()];
    let [mut to, mut other, mut copied] = [(); 3].map(|()| vec![T::default(); dst.padded_len()]);
    time(
        src.num_bytes(),
        [
            &mut || {
                black_box(CopyPlan::new(black_box(src), black_box(dst))).unwrap();
            },
            &mut || plan.run(black_box(&from), black_box(&mut to)).unwrap(),
            &mut || {
                let mut view = dst.view_mut(black_box(&mut other[..])).unwrap();
                let from = src.view(black_box(&from[..])).unwrap();
                view.copy_from(from).unwrap();
            },
            &mut || black_box(&mut copied[..elements.len()]).copy_from_slice(black_box(elements)),
        ],
    )
}

pub(crate) fn static_layouts() {
    let from = Lines::filled(Rows::PADDED_BYTES);
    let mut to = Lines::filled(Tiled::PADDED_BYTES);
    let mut other = Lines::filled(Tiled::PADDED_BYTES);
    let src = bytemuck::cast_slice::<u8, f32>(from.bytes());
    let dst = bytemuck::cast_slice_mut::<u8, f32>(to.bytes_mut());
    let run_time_dst = bytemuck::cast_slice_mut::<u8, f32>(other.bytes_mut());
    let (rows, tiled) = (Rows::LAYOUT, Tiled::LAYOUT);
    let [static_, run_time] = time(
        Rows::NUM_BYTES,
        [
            &mut || {
                let mut view = Tiled::view_mut(dst).unwrap();
                view.copy_from(&Rows::view(src).unwrap()).unwrap();
            },
            &mut || {
                let mut view = tiled.view_mut(run_time_dst).unwrap();
                view.copy_from(&rows.view(src).unwrap()).unwrap();
            },
        ],
    );
    println!(
        "views of 8 MiB, rows to T(8,128): static layouts {:.1} GB/s, run-time layouts {:.1} GB/s",
        bandwidth(Rows::NUM_BYTES, static_),
        bandwidth(Rows::NUM_BYTES, run_time),
    );
}

/// Copies that also write padding, of dimensions that no tile divides.
pub(crate) fn filling() {
    for (size, [m, n]) in [("8MiB", [2014, 2027]), ("256MiB", [11402, 11470])] {
        for (element, tiles) in [
            ("bf16", "T(8,128)(2,1)"),
            ("u16", "T(8,128)"),
            ("u16", "T(2,2)"),
        ] {
            let layout = |text: String| Layout::parse(&text).unwrap();
            let rows = layout(format!("{element}[{m},{n}]"));
            let tiled = layout(format!("{element}[{m},{n}]{{1,0:{tiles}}}"));
            let from = Lines::filled(rows.padded_bytes());
            let mut to = Lines::filled(tiled.padded_bytes());
            let mut other = Lines::filled(tiled.padded_bytes());
            let src = rows.view(bytemuck::cast_slice(from.bytes())).unwrap();
            let to: &mut [u16] = bytemuck::cast_slice_mut(to.bytes_mut());
            let other: &mut [u16] = bytemuck::cast_slice_mut(other.bytes_mut());
            let (mut dst, mut filled) = (tiled.view_mut(to), tiled.view_mut(other));
            let (dst, filled) = (dst.as_mut().unwrap(), filled.as_mut().unwrap());
            let [copy, filling] = time(
                rows.num_bytes(),
                [&mut || dst.copy_from(&src).unwrap(), &mut || {
                    filled.copy_from_filling(&src, 0).unwrap()
                }],
            );
            let ratio = filling / copy;
            println!("{size}, rows to {tiles}: {ratio:.2} times as long when padding is filled");
        }
    }
}

/// Each number of threads alone, and in turn with the other: the second figure includes what
/// one thread leaves in, or evicts from, its processor's caches.
#[cfg(feature = "rayon")]
pub(crate) fn threads() {
    let plan = CopyPlan::new(&Rows::LAYOUT, &Tiled::LAYOUT).unwrap();
    let from = Lines::filled(Rows::PADDED_BYTES);
    let mut to = Lines::filled(Tiled::PADDED_BYTES);
    let mut other = Lines::filled(Tiled::PADDED_BYTES);
    let mut one = || plan.run_bytes(from.bytes(), to.bytes_mut()).unwrap();
    let mut all = || plan.par_run_bytes(from.bytes(), other.bytes_mut()).unwrap();
    let [by_itself] = time(Rows::NUM_BYTES, [&mut one]);
    let [all_by_themselves] = time(Rows::NUM_BYTES, [&mut all]);
    let in_turn = time(Rows::NUM_BYTES, [&mut one, &mut all]);
    for (how, [one, all]) in [
        ("by itself", [by_itself, all_by_themselves]),
        ("in turn", in_turn),
    ] {
        println!(
            "8 MiB, rows to T(8,128), each {how}: one thread {:.1} GB/s, {} threads {:.1} GB/s, {:.2} times",
            bandwidth(Rows::NUM_BYTES, one),
            rayon_threads(),
            bandwidth(Rows::NUM_BYTES, all),
            one / all,
        );
    }
}

#[cfg(feature = "rayon")]
fn rayon_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
