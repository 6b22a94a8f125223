//! What is moved: one job a kind and size.

/// A move of one array.
pub(crate) struct Job {
    size: &'static str,
    what: &'static str,
    pub(crate) src: String,
    pub(crate) dst: String,
}

impl Job {
    pub(crate) fn name(&self) -> String {
        format!("{:6} {}: {}", self.size, self.what, self.dst)
    }
}

const SIZES: [(&str, u32); 3] = [("256KiB", 18), ("8MiB", 23), ("256MiB", 28)];

/// Every kind of job at every size.
pub(crate) fn table() -> Vec<Job> {
    let mut jobs = Vec::new();
    for (size, log2) in SIZES {
        let mut add = |what, element, bytes: u32, tile: &str, back| {
            for divisible in [true, false] {
                let [m, n] = dims(log2 - bytes.ilog2(), divisible);
                let rows = format!("{element}[{m},{n}]{{1,0}}");
                let other = format!("{element}[{m},{n}]{{{tile}}}");
                let (src, dst) = if back { (other, rows) } else { (rows, other) };
                jobs.push(Job {
                    size,
                    what,
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

/// The dimensions of about `1 << log2` elements: powers of two, or divisible by few numbers.
fn dims(log2: u32, divisible: bool) -> [usize; 2] {
    let (m, n) = (1usize << (log2 / 2), 1usize << (log2 - log2 / 2));
    if divisible {
        [m, n]
    } else {
        [m - m / 64 - 2, n - n / 100 - 1]
    }
}
