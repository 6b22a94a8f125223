//! The copies that are measured: one job per kind and size.

use tiled_layout::Layout;

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
    /// The job of a copy of a matrix, if a loop by hand does it: between rows and tiles, or from rows
    /// to columns.
    pub(crate) fn of_matrix(src: &Layout, dst: &Layout) -> Option<Job> {
        let &[m, n] = src.dims() else {
            return None;
        };
        let body = |layout: &Layout| {
            let text = layout.to_string();
            let (_, body) = text.split_once('{').unwrap_or_default();
            body.trim_end_matches('}').to_string()
        };
        let (dims, tile, back) = match (&*body(src), &*body(dst)) {
            ("1,0", "0,1") => ([n, m], tile("0,1", n)?, false),
            ("1,0", tiled) => ([m, n], tile(tiled, m)?, false),
            (tiled, "1,0") => ([m, n], tile(tiled, m)?, true),
            _ => return None,
        };
        Some(Job {
            size: "",
            what: "",
            dims,
            tile,
            back,
            src: src.to_string(),
            dst: dst.to_string(),
        })
    }

    pub(crate) fn name(&self) -> String {
        let other = if self.back { &self.src } else { &self.dst };
        format!("{:6} {}: {other}", self.size, self.what)
    }
}

const SIZES: [(&str, u32); 3] = [("256KiB", 18), ("8MiB", 23), ("256MiB", 28)];

/// The first tile of a layout of `rows` rows, and the number of rows that it interleaves.
fn tile(body: &str, rows: usize) -> Option<[usize; 3]> {
    Some(match body {
        "1,0:T(8,128)" => [8, 128, 1],
        "1,0:T(8,128)(2,1)" => [8, 128, 2],
        "1,0:T(8,128)(4,1)" => [8, 128, 4],
        "1,0:T(2,2)" => [2, 2, 1],
        "1,0:T(4,4)" => [4, 4, 1],
        "0,1" => [rows, 1, 1], // one column of all rows
        _ => return None,
    })
}

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
                let tile = self::tile(tile, m).expect("the table has no other layouts");
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
