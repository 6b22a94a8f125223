//! Shapes at which copies were several times slower than at similar ones: the ratio to `memcpy` of
//! the same bytes, in turn, and the target ratio.

use crate::measure::Copied;

/// The target ratio, element and dimensions, layouts of the source and of the destination.
const CLIFFS: &[(f64, &str, &str, &str)] = &[
    // Transposes with odd sides, with powers of two, of 256 MiB.
    (0.75, "f32[1443,1451]", "0,1", "1,0"),
    (0.75, "f32[1399,1501]", "0,1", "1,0"),
    (0.70, "f32[1024,2048]", "0,1", "1,0"),
    (0.70, "f32[2048,1024]", "0,1", "1,0"),
    (0.75, "f32[8192,8192]", "0,1", "1,0"),
    (0.75, "f32[8192,4096]", "0,1", "1,0"),
    // Transposes of 120 MB with short elements.
    (0.75, "u8[10007,12001]", "0,1", "1,0"),
    (0.75, "u8[10000,12000]", "0,1", "1,0"),
    (0.75, "u8[9920,12096]", "0,1", "1,0"),
    (0.75, "bf16[7001,8601]", "0,1", "1,0"),
    (0.75, "bf16[7700,7800]", "0,1", "1,0"),
    (0.75, "bf16[7744,7808]", "0,1", "1,0"),
    // Images of three bytes a pixel, which stay together.
    (0.60, "u8[1080,1920,3]", "2,1,0", "2,0,1"),
    (0.60, "u8[1080,1920,3]", "2,0,1", "2,1,0"),
    // Out of tiles to rows that begin anywhere.
    (1.00, "f32[5001,6003]", "1,0:T(8,128)", "1,0"),
    (1.00, "bf16[5001,6003]", "1,0:T(8,128)(2,1)", "1,0"),
    // Between tiles of which neither contains the other.
    (
        0.90,
        "f32[1024,2048]",
        "1,0:T(8,128)",
        "1,0:T(32,32)(16,16)",
    ),
    (
        0.90,
        "f32[2048,1024]",
        "1,0:T(8,128)",
        "1,0:T(32,32)(16,16)",
    ),
    (
        0.90,
        "f32[1440,1456]",
        "1,0:T(8,128)",
        "1,0:T(32,32)(16,16)",
    ),
    // Tiles that do not divide one another.
    (0.65, "f32[1536,1536]", "1,0:T(6,1)", "1,0:T(8,8)"),
    (0.65, "f32[1536,1536]", "1,0:T(8,8)", "1,0:T(6,1)"),
    (0.65, "f32[1450,1443]", "1,0:T(6,1)", "1,0:T(8,8)"),
    // Layouts that do not flatten.
    (0.20, "f32[900,1100]", "1,0:T(3,3)(2,2)", "1,0"),
    (0.20, "f32[900,1100]", "1,0", "1,0:T(3,3)(2,2)"),
    (0.20, "f32[30,33,1000]", "2,1,0:T(*,2,2)", "2,1,0"),
    (0.20, "f32[30,33,1000]", "2,1,0", "2,1,0:T(*,2,2)"),
    (0.20, "f32[300,3,1100]", "2,1,0:T(*,2,2)", "2,1,0"),
    (
        0.20,
        "f32[900,1100]",
        "1,0:T(7,11)(3,5)(2,2)",
        "1,0:T(8,128)",
    ),
];

/// Channel counts of images in which the channels of a pixel, or the pixels of a channel, are
/// contiguous.
const CHANNELS: [usize; 8] = [3, 4, 7, 12, 24, 32, 64, 100];

/// Prints each job whose name has all `words`.
pub(crate) fn run(words: &[String]) {
    println!(
        "{:62} {:>7} {:>8} {:>7} {:>7}",
        "cliffs", "GB/s", "memcpy", "ratio", "asked"
    );
    let mut jobs: Vec<(f64, String, String)> = Vec::new();
    for &(asked, shape, src, dst) in CLIFFS {
        let layout = |body| format!("{shape}{{{body}}}");
        jobs.push((asked, layout(src), layout(dst)));
    }
    for (asked, bytes) in [(0.75, 8 << 20), (0.50, 256 << 10)] {
        for (element, size) in [("f32", 4), ("bf16", 2), ("u8", 1)] {
            for channels in CHANNELS {
                let side = (bytes / 2 / size / channels).isqrt();
                // The dimensions are in NCHW order; in memory, NHWC has the channels last.
                let layout = |order| format!("{element}[2,{channels},{side},{side}]{{{order}}}");
                let (nchw, nhwc) = (layout("3,2,1,0"), layout("1,3,2,0"));
                jobs.push((asked, nhwc.clone(), nchw.clone()));
                jobs.push((asked, nchw, nhwc));
            }
        }
    }
    for (asked, src, dst) in jobs {
        let (shape, body) = dst.split_once('{').unwrap();
        let name = format!("{src} to {{{body}");
        let wanted =
            |word: &String| word == "cliffs" || shape.contains(word) || name.contains(word);
        if words.iter().all(wanted) {
            let columns = Copied::beside_memcpy(&src, &dst).columns();
            println!("{name:62} {columns} {asked:7.2}");
        }
    }
}
