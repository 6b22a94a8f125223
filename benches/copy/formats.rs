//! Formats of weights and of images with few channels, whose loops are short: the ratio to
//! `memcpy` of the same bytes, beside oneDNN's where it is installed.

use crate::measure::{Lines, least_in_turn};
use crate::onednn::OneDnn;
use tiled_layout::notation::System;
use tiled_layout::{CopyPlan, ElementType, Layout};

/// The number of timings of each copy.
const SAMPLES: usize = 41;

/// Dimensions, the format of the source, and the format of the destination; each pair runs in
/// both directions.
const FORMATS: &[(&[usize], &str, &[&str])] = &[
    (&[256, 256, 3, 3], "abcd", WEIGHTS),
    (&[512, 512, 1, 1], "abcd", WEIGHTS),
    (&[128, 64, 7, 7], "abcd", WEIGHTS),
    (&[64, 3, 7, 7], "abcd", &["Abcd16a", "cdba"]), // of three channels
    (&[1024, 1, 1, 3, 3], "abcde", &["Abcde16a", "Abcde8a"]), // depthwise
    (&[8, 64, 64, 64], "abcd", IMAGES),
    (&[8, 64, 64, 64], "acdb", IMAGES),
    (&[8, 3, 224, 224], "abcd", IMAGES),
    (&[8, 4, 224, 224], "abcd", IMAGES),
];

const WEIGHTS: &[&str] = &[
    "ABcd16a16b", // OIhw16o16i
    "ABcd16b16a", // OIhw16i16o
    "ABcd4b16a4b",
    "ABcd8b16a2b",
    "ABcd16b16a2b",
    "ABcd16b16a4b",
    "Abcd16a",
    "cdba",
];
const IMAGES: &[&str] = &["aBcd16b", "aBcd8b"];

const ELEMENTS: [ElementType; 3] = [ElementType::F32, ElementType::BF16, ElementType::S8];

/// Prints each copy whose name has all `words`.
pub(crate) fn run(words: &[String]) {
    let peer = OneDnn::open();
    if peer.is_none() {
        println!("oneDNN 2 is not installed: its column is empty");
    }
    println!("{:62} {:>7} {:>8}", "formats, of memcpy", "ratio", "oneDNN");
    for &(dims, from, others) in FORMATS {
        for &other in others {
            for element in ELEMENTS {
                for tags in [[from, other], [other, from]] {
                    let [src, dst] =
                        tags.map(|tag| System::OneDnn.parse(tag, Some((element, dims))).unwrap());
                    let name =
                        format!("{element}{dims:?} {} to {}", tags[0], tags[1]).replace(", ", ",");
                    let wanted = |word: &String| word == "formats" || name.contains(word.as_str());
                    if words.iter().all(wanted) {
                        let columns = columns(peer.as_ref(), &src, &dst, element, dims, tags);
                        println!("{name:62} {columns}");
                    }
                }
            }
        }
    }
}

/// Our ratio and oneDNN's, which also writes zeros to the padding.
fn columns(
    peer: Option<&OneDnn>,
    src: &Layout,
    dst: &Layout,
    element: ElementType,
    dims: &[usize],
    tags: [&str; 2],
) -> String {
    let plan = CopyPlan::new(src, dst).unwrap();
    let mut from = Lines::filled(src.padded_bytes());
    let mut to = Lines::filled(dst.padded_bytes());
    let mut theirs = Lines::filled(dst.padded_bytes());
    let bytes = src.num_bytes();
    let copied_from = Lines::filled(bytes);
    let mut copied_to = Lines::filled(bytes);
    let reorder = peer.and_then(|peer| {
        let buffers = [
            from.bytes_mut().as_mut_ptr(),
            theirs.bytes_mut().as_mut_ptr(),
        ];
        // SAFETY:
        // - `src` and `dst` are the layouts of the tags, and the buffers have their padded bytes;
        // - both buffers outlive `reorder`, which is used in this function only.
        unsafe { peer.reorder(element, dims, tags, buffers) }
    });
    let [ours, peers, memcpy] = least_in_turn(SAMPLES, |task| match task {
        0 => plan.run_bytes(from.bytes(), to.bytes_mut()).unwrap(),
        1 => {
            if let Some(reorder) = &reorder {
                reorder.run();
            }
        }
        _ => copied_to.bytes_mut().copy_from_slice(copied_from.bytes()),
    });
    if reorder.is_some() && dst.padded_bytes() == bytes {
        assert!(
            to.bytes() == theirs.bytes(),
            "{src} to {dst}: oneDNN copies otherwise"
        );
    }
    let theirs = match reorder {
        Some(_) => format!("{:8.2}", memcpy / peers),
        None => format!("{:>8}", "-"),
    };
    format!("{:7.2} {theirs}", memcpy / ours)
}
