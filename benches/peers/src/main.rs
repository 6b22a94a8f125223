//! Packs matrices for matrix products with `CopyPlan`, and with the packers of `tract-linalg` and
//! `rten-gemm`: compares the bytes, then the times.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml
//! ```
//!
//! The formats are those of tract's kernels for this processor: panels of `r` rows or columns,
//! followed by one more record and by padding. Not compared: rten's left-hand matrices, whose rows
//! it copies as they are, its matrices of bytes, which have sums between the panels, and depths
//! that are not a multiple of its block, whose last block is shorter than the tile.

use rten_gemm::GemmExecutor;
use rten_tensor::NdTensorView;
use std::{cmp::Reverse, error::Error, hint::black_box, time::Instant};
use tiled_layout::{CopyPlan, Layout};
use tract_data::{dispatch_copy, internal::*};
use tract_linalg::mmm::{EagerPackedInput, MMMInputFormat};
use tract_linalg::pack::{PackedFormat, PackedI8K4};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const PAGE: usize = 4096;
const RUNS: usize = 61;
/// Rows of a panel.
const PANELS: [usize; 7] = [4, 6, 8, 12, 16, 24, 32];
/// Elements of a column that rten packs before it begins the next panel.
const RTEN_DEPTH: usize = 256;

fn main() -> Outcome {
    println!(
        "ns per element, minimum of {RUNS} runs, measured alternately. The first three columns copy\n\
         between the same two buffers, which begin 16 bytes past a page. The others allocate the\n\
         destination: ours is `vec![0; len]`, the peer's is uninitialised, and its source begins at a\n\
         cache line. A ratio above 1 says that ours is faster.\n\n\
         | row-major matrix to | ours | peer | ratio | ours, fresh | peer, fresh | ratio |\n\
         |---|---|---|---|---|---|---|"
    );
    for format in formats() {
        for axes in [[0, 1], [1, 0]] {
            beside_tract(&*format, 1024, axes)?;
            beside_tract(&*format, 1000, axes)?;
        }
    }
    beside_rten([1024, 1024])?;
    beside_rten([1024, 1000])
}

/// The formats of the kernels that run on this processor, one for each element type and panel.
fn formats() -> Vec<Box<dyn MMMInputFormat>> {
    let kernels = tract_linalg::mmm_routines::runnable_for(&tract_linalg::isa::native());
    let sides = kernels.iter().flat_map(|kernel| kernel.packings());
    let mut formats = sides
        .flat_map(|(left, right)| [left.clone(), right.clone()])
        .filter(|format| PANELS.contains(&format.r()) && element(&**format).is_some())
        .collect::<Vec<_>>();
    let order = |format: &dyn MMMInputFormat| {
        let interleaved = format.is::<PackedI8K4>();
        (Reverse(element(format)), interleaved, format.r())
    };
    formats.sort_by_key(|format| order(&**format));
    formats.dedup_by_key(|format| order(&**format));
    formats
}

/// The bytes and the name of a format's elements.
fn element(format: &dyn MMMInputFormat) -> Option<(usize, &'static str)> {
    let packed = format.downcast_ref::<PackedFormat>();
    match packed.map(|packed| packed.dt) {
        Some(DatumType::F32) => Some((4, "f32")),
        Some(DatumType::F16) => Some((2, "f16")),
        Some(DatumType::I8) => Some((1, "s8")),
        Some(_) => None,
        None => format.is::<PackedI8K4>().then_some((1, "s8")),
    }
}

/// Packs a square matrix whose panels are along the axis `k`.
fn beside_tract(format: &dyn MMMInputFormat, n: usize, [k, mn]: [usize; 2]) -> Outcome {
    let (_, element) = element(format).unwrap();
    let packed = format.downcast_ref::<PackedFormat>();
    let tile = match packed {
        // `*` merges the dimensions of a panel, which is rounded up to its length.
        Some(packed) => format!("T({},1)(*,*,{})", packed.r, packed.single_panel_len(n)),
        None => format!("T({},4)", format.r()), // four elements of a row are adjacent
    };
    let job = Job::new(element, [n, n], &format!("{k},{mn}:{tile}"))?;
    let dt = packed.map_or(DatumType::I8, |packed| packed.dt);
    // SAFETY: all bytes are values of these types.
    let tensor = unsafe { Tensor::from_raw_dt(dt, &[n, n], job.from())? };
    let fresh = || format.prepare_one(&tensor, k, mn).unwrap();
    let Some(packed) = packed else {
        let value = fresh();
        let packed = value.downcast_ref::<EagerPackedInput>().unwrap();
        let expected = packed.packed.as_bytes();
        return job.print("tract", expected, None, || drop(black_box(fresh())));
    };
    let strides = [n as isize, 1];
    let into = |from: &[u8], to: &mut [u8]| {
        let lens = [n * n, packed.len(n, n)].map(|len| len * dt.size_of());
        assert_eq!([from.len(), to.len()], lens);
        let (from, to) = (from.as_ptr(), to.as_mut_ptr());
        assert!((from.addr() | to.addr()).is_multiple_of(dt.size_of()));
        let (k, mn) = (strides[k], strides[mn]);
        // SAFETY: both buffers have the lengths of the matrix and of the format, and are aligned.
        unsafe {
            dispatch_copy!(PackedFormat::pack_t(dt)(
                packed,
                to as _,
                from as _,
                n,
                k,
                mn,
                0..n,
                0..n
            ))
        }
    };
    let mut expected = vec![0; packed.len(n, n) * dt.size_of()];
    into(job.from(), &mut expected);
    job.print("tract", &expected, Some(&into), || drop(black_box(fresh())))
}

/// Packs the right-hand matrix of a product.
fn beside_rten(dims: [usize; 2]) -> Outcome {
    let gemm = GemmExecutor::<f32>::new();
    let column = NdTensorView::from_data([RTEN_DEPTH, 1], &[0.0; RTEN_DEPTH][..]);
    let panel = gemm.prepack_b(column).into_vec().len() / RTEN_DEPTH;
    let job = Job::new("f32", dims, &format!("1,0:T({RTEN_DEPTH},{panel})"))?;
    let words = job.from().as_chunks().0.iter();
    let elements = words
        .map(|&word| f32::from_ne_bytes(word))
        .collect::<Vec<_>>();
    let fresh = || gemm.prepack_b(NdTensorView::from_data(dims, &elements[..]));
    let expected = fresh().into_vec().into_iter().flat_map(u32::to_ne_bytes);
    let expected = expected.collect::<Vec<_>>();
    job.print("rten", &expected, None, || drop(black_box(fresh())))
}

/// A copy of a row-major matrix into a format.
struct Job {
    name: String,
    plan: CopyPlan,
    src: Layout,
    dst: Layout,
    memory: Vec<u8>,
}

/// Packs a matrix into a buffer.
type Pack<'a> = &'a dyn Fn(&[u8], &mut [u8]);

impl Job {
    fn new(element: &str, [m, n]: [usize; 2], format: &str) -> Outcome<Job> {
        let src = Layout::parse(&format!("{element}[{m},{n}]{{1,0}}"))?;
        let name = format!("{element}[{m},{n}]{{{format}}}");
        let dst = Layout::parse(&name)?;
        let plan = CopyPlan::new(&src, &dst)?;
        let len = src.padded_bytes() + 2 * PAGE;
        let memory = (0..len)
            .map(|i| (i * 7 % 61 + i / 1021 % 59) as u8)
            .collect();
        Ok(Job {
            name,
            plan,
            src,
            dst,
            memory,
        })
    }

    fn from(&self) -> &[u8] {
        &self.memory[start(&self.memory)..][..self.src.padded_bytes()]
    }

    /// Compares the bytes, with zeros as padding, times the copies and prints the line of the table.
    fn print(&self, peer: &str, expected: &[u8], into: Option<Pack>, fresh: impl Fn()) -> Outcome {
        let len = self.dst.padded_bytes();
        let mut memory = vec![0; len + 2 * PAGE];
        let start = start(&memory);
        let to = &mut memory[start..][..len];
        self.plan.run_bytes(self.from(), to)?;
        assert!(to == expected, "{}: the bytes differ", self.name);
        let tasks = if into.is_some() { 4 } else { 3 };
        let mut run = |task| match (task, into) {
            (0, _) => {
                let mut to = vec![0; len];
                self.plan.run_bytes(self.from(), &mut to).unwrap();
                drop(black_box(to));
            }
            (1, _) => fresh(),
            (3, Some(into)) => into(self.from(), to),
            _ => self.plan.run_bytes(self.from(), to).unwrap(),
        };
        let mut least = [f64::INFINITY; 4];
        for task in (0..tasks).cycle().take(RUNS * tasks) {
            run(task); // what the task before did to the caches is not counted
            let start = Instant::now();
            run(task);
            let ns = start.elapsed().as_secs_f64() * 1e9;
            least[task] = least[task].min(ns / self.src.num_elements() as f64);
        }
        let shown = |ours: f64, peer: f64| if peer.is_finite() { format!("{ours:.2} | {peer:.2} | {:.2}", peer / ours) } else { format!("{ours:.2} | |") };
        let [ours_fresh, fresh, ours, reused] = least;
        let (reused, fresh) = (shown(ours, reused), shown(ours_fresh, fresh));
        println!("| {peer} `{}` | {reused} | {fresh} |", self.name);
        Ok(())
    }
}

/// The offset of the first byte that is 16 bytes past a page, as a large `Vec` begins.
fn start(memory: &[u8]) -> usize {
    memory.as_ptr().addr().next_multiple_of(PAGE) - memory.as_ptr().addr() + 16
}
