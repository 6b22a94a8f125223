//! Copies between buffers that begin past a cache line, as a large `Vec` does: an allocator puts it
//! 16 bytes past a page.

use crate::jobs::Job;
use crate::measure::{Lines, time_in_turn};
use crate::peers;
use tiled_layout::{CopyPlan, Layout};

/// Element and dimensions, layouts of the source and of the destination.
const JOBS: [(&str, &str, &str); 13] = [
    ("bf16[1024,4096]", "1,0", "1,0:T(8,128)(2,1)"),
    ("bf16[1000,4000]", "1,0", "1,0:T(8,128)(2,1)"),
    ("s8[2048,4096]", "1,0", "1,0:T(8,128)(4,1)"),
    ("f32[1024,2048]", "1,0", "0,1"),
    ("bf16[2048,2048]", "1,0", "0,1"),
    ("f32[8192,8192]", "1,0", "0,1"),
    ("f32[8,64,64,64]", "3,2,1,0", "1,3,2,0"), // NCHW to NHWC
    ("f32[256,256]", "1,0", "0,1"),
    ("bf16[128,512]", "1,0", "1,0:T(8,128)(2,1)"),
    ("f32[2048,2048]", "1,0", "1,0:T(8,128)"),
    ("bf16[1024,4096]", "1,0:T(8,128)(2,1)", "1,0"),
    ("f32[1000,2000]", "1,0", "0,1"),
    ("f32[512,512]", "1,0", "0,1"),
];

/// A speed at an offset of 16 bytes is good from this fraction of the aligned speed.
const ASKED: f64 = 0.85;

/// Prints each job whose name has all `words`, and the number of good speeds.
pub(crate) fn run(words: &[String]) {
    println!(
        "GB/s of payload: each byte counts once. Both buffers begin at a page, then the source and\n\
         the destination at these offsets in bytes: the speed relative to the aligned one. Last, the\n\
         seconds of a loop by hand at 16,16, relative to those of the copy."
    );
    println!(
        "{:48} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7}",
        "alignment", "GB/s", "memcpy", "16,16", "0,16", "16,0", "element", "x hand"
    );
    let (mut good, mut asked) = (0, 0);
    for (shape, src, dst) in JOBS {
        let name = format!("{shape}{{{src}}} to {{{dst}}}");
        let wanted = |word: &String| word == "alignment" || name.contains(word.as_str());
        if words.iter().all(wanted) {
            let layout = |body| Layout::parse(&format!("{shape}{{{body}}}")).unwrap();
            let (src, dst) = (layout(src), layout(dst));
            let [aligned, memcpy, shifted @ ..] = seconds(&src, &dst);
            let by_hand = seconds_by_hand(&src, &dst).map(|hand| hand / shifted[0]);
            let by_hand = by_hand.map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
            let gb = |seconds| src.num_bytes() as f64 / seconds / 1e9;
            let [both, to, from, element] = shifted.map(|seconds| aligned / seconds);
            println!(
                "{name:48} {:7.2} {:7.2} {both:7.2} {to:7.2} {from:7.2} {element:8.2} {by_hand:>7}",
                gb(aligned),
                gb(memcpy),
            );
            let ratios = [both, to, from];
            good += ratios.iter().filter(|&&ratio| ratio >= ASKED).count();
            asked += ratios.len();
        }
    }
    println!("{good} of {asked} at an offset of 16 are at least {ASKED} of the aligned speed");
}

/// The seconds of the aligned copy, of `memcpy` of the same bytes, and of the copy at each other
/// pair of offsets: 16 in both buffers, in one of them, and one element in both.
fn seconds(src: &Layout, dst: &Layout) -> [f64; 6] {
    let plan = CopyPlan::new(src, dst).unwrap();
    let (bytes, element) = (src.num_bytes(), src.element_bits() / 8);
    let (src_len, dst_len) = (src.padded_bytes(), dst.padded_bytes());
    let from = Lines::with_offsets(src_len);
    let mut to = Lines::with_offsets(dst_len);
    time_in_turn(bytes, |task| {
        let [src_offset, dst_offset] = match task {
            0 => [0, 0],
            1 => {
                return to
                    .bytes_at_mut(0, bytes)
                    .copy_from_slice(from.bytes_at(0, bytes));
            }
            2 => [16, 16],
            3 => [0, 16],
            4 => [16, 0],
            _ => [element, element],
        };
        let (from, to) = (
            from.bytes_at(src_offset, src_len),
            to.bytes_at_mut(dst_offset, dst_len),
        );
        plan.run_bytes(from, to).unwrap();
    })
}

/// The seconds of the loop that one writes by hand, 16 bytes past a page in both buffers.
fn seconds_by_hand(src: &Layout, dst: &Layout) -> Option<f64> {
    let job = Job::of_matrix(src, dst)?;
    let (src_len, dst_len) = (src.padded_bytes(), dst.padded_bytes());
    let from = Lines::with_offsets(src_len);
    let mut to = Lines::with_offsets(dst_len);
    let (from, to) = (from.bytes_at(16, src_len), to.bytes_at_mut(16, dst_len));
    let plan = CopyPlan::new(src, dst).unwrap();
    plan.run_bytes(from, to).unwrap();
    let moved = to.to_vec();
    // Each call times few samples.
    let times = (0..16).map(|_| peers::by_hand(&job, src.element_bits() / 8, from, to));
    let seconds = times.fold(f64::INFINITY, f64::min);
    assert!(to == moved, "{src} to {dst}: the loop moves otherwise");
    Some(seconds)
}
