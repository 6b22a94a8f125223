//! The copies that are measured: one job per kind and size.

/// A copy of one array.
pub(crate) struct Job {
    size: &'static str,
    what: &'static str,
    pub(crate) dims: [usize; 2],
    /// The layout's first tile, and the number of rows that it interleaves.
    pub(crate) tile: [usize; 3],
    /// From the tiled layout to rows.
    pub(crate) back: bool,
    pub(crate) src: String,
    pub(crate) dst: String,
}

impl Job {
    pub(crate) fn name(&self) -> String {
        let other = if self.back { &self.src } else { &self.dst };
        format!("{:6} {}: {other}", self.size, self.what)
    }
}

const SIZES: [(&str, u32); 3] = [("256KiB", 18), ("8MiB", 23), ("256MiB", 28)];

/// All kinds of jobs, at all sizes.
pub(crate) fn table() -> Vec<Job> {
    let mut jobs = Vec::new();
    for (size, log2) in SIZES {
        let mut add = |what, element, bytes: u32, tile: &str, back| {
            for divisible in [true, false] {
                let [m, n] = dims(log2 - bytes.ilog2(), divisible);
                let rows = format!("{element}[{m},{n}]{{1,0}}");
                let other = format!("{element}[{m},{n}]{{{tile}}}");
                let (src, dst) = if back { (other, rows) } else { (rows, other) };
                let tile = match tile {
                    "1,0:T(8,128)" => [8, 128, 1],
                    "1,0:T(8,128)(2,1)" => [8, 128, 2],
                    "1,0:T(8,128)(4,1)" => [8, 128, 4],
                    "1,0:T(2,2)" => [2, 2, 1],
                    "1,0:T(4,4)" => [4, 4, 1],
                    "0,1" => [m, 1, 1], // one column of all rows
                    _ => unreachable!(),
                };
                jobs.push(Job {
                    size,
                    what,
                    dims: [m, n],
                    tile,
                    back,
                    src,
                    dst,
                });
            }
        };
        for back in [false, true] {
            let what = if back {
                "tiled to rows"
            } else {
                "rows to tiled"
            };
            add(what, "f32", 4, "1,0:T(8,128)", back);
            add(what, "bf16", 2, "1,0:T(8,128)(2,1)", back);
            add(what, "s8", 1, "1,0:T(8,128)(4,1)", back);
            add(what, "f32", 4, "1,0:T(2,2)", back);
            add(what, "f32", 4, "1,0:T(4,4)", back);
        }
        add("transpose", "f32", 4, "0,1", true);
        add("transpose", "bf16", 2, "0,1", true);
        add("transpose", "s8", 1, "0,1", true);
        add("transpose", "f64", 8, "0,1", true);
    }
    jobs
}

/// Dimensions with about `1 << log2` elements: powers of two, or numbers with few divisors.
fn dims(log2: u32, divisible: bool) -> [usize; 2] {
    let (m, n) = (1usize << (log2 / 2), 1usize << (log2 - log2 / 2));
    if divisible {
        [m, n]
    } else {
        [m - m / 64 - 2, n - n / 100 - 1]
    }
}
