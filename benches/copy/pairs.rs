//! Copies between every two layouts of the catalogue that share a rank and an element size, and
//! rows and columns, all with the same dimensions: the ratio to `memcpy` of the same bytes.

use crate::measure::{Lines, least_in_turn};
use std::fmt::Write;
use tiled_layout::{CopyPlan, Layout};

const CATALOGUE: &str = include_str!("../../tests/data/catalogue.tsv");
/// Bytes per element, and dimensions of about 8 MiB that every tile of the catalogue divides.
const SHAPES: [(usize, &[usize]); 8] = [
    (1, &[3072, 3072]),
    (2, &[1536, 3072]),
    (4, &[1536, 1536]),
    (1, &[192, 192, 192]),
    (2, &[96, 96, 384]),
    (1, &[48, 64, 24, 96]),
    (2, &[48, 32, 24, 96]),
    (4, &[48, 32, 24, 48]),
];
/// Sizes, the number of doublings of a dimension to reach each, and the number of timings of
/// each copy.
const SIZES: [(&str, usize, usize); 2] = [("8MiB", 0, 9), ("256MiB", 5, 2)];

struct Named {
    name: String,
    layout: Layout,
}

/// Prints each pair whose line has all `words`, and the least ratio and the median for each
/// size.
pub(crate) fn run(words: &[String]) {
    for (size, doublings, samples) in SIZES {
        if words.iter().any(|w| w.ends_with("MiB") && w != size) {
            continue;
        }
        let mut ratios = Vec::new();
        for (bytes, dims) in SHAPES {
            let mut dims = dims.to_vec();
            for i in 0..doublings {
                let dim = i % dims.len();
                dims[dim] *= 2;
            }
            ratios.extend(moves(size, &of_shape(bytes, &dims), samples, words));
        }
        ratios.sort_by(f64::total_cmp);
        if let Some(least) = ratios.first() {
            let below = ratios.iter().filter(|&&ratio| ratio < 0.3).count();
            println!(
                "{size}: {} pairs, least {least:.2}, median {:.2}, {below} below 0.30",
                ratios.len(),
                ratios[ratios.len() / 2],
            );
        }
    }
}

/// The catalogue's layouts of this element size and rank with other dimensions, and rows and
/// columns.
fn of_shape(bytes: usize, dims: &[usize]) -> Vec<Named> {
    let (rank, dims) = (dims.len(), list(dims.iter().copied()));
    let mut found = Vec::new();
    for line in CATALOGUE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let (name, text) = (cells.next().unwrap(), cells.next().unwrap());
        let small: Layout = text.parse().unwrap();
        if (small.element_bits(), small.rank()) != (8 * bytes, rank) {
            continue;
        }
        let (_, body) = text.split_once(']').unwrap();
        found.push(Named {
            name: name.to_string(),
            // All of one element type, because copies need equal types.
            layout: format!("u{}[{dims}]{body}", 8 * bytes).parse().unwrap(),
        });
    }
    for (name, order) in [("rows", list((0..rank).rev())), ("columns", list(0..rank))] {
        found.push(Named {
            name: name.to_string(),
            layout: format!("u{}[{dims}]{{{order}}}", 8 * bytes)
                .parse()
                .unwrap(),
        });
    }
    found
}

fn list(numbers: impl Iterator<Item = usize>) -> String {
    let mut list = String::new();
    for number in numbers {
        let comma = if list.is_empty() { "" } else { "," };
        write!(list, "{comma}{number}").unwrap();
    }
    list
}

/// The ratios of the copies from each layout to each other one.
fn moves(size: &str, layouts: &[Named], samples: usize, words: &[String]) -> Vec<f64> {
    let bytes = layouts[0].layout.num_bytes(); // without padding, in every layout
    let (from, mut to) = (Lines::filled(bytes), Lines::filled(bytes));
    let mut ratios = Vec::new();
    for src in layouts {
        for dst in layouts {
            let bits = src.layout.element_bits();
            let (dims, other) = (list(src.layout.dims().iter().copied()), &dst.name);
            let name = format!("{size} {bits} bits [{dims}]: {} -> {other}", src.name);
            let wanted = |w: &String| w == "pairs" || name.contains(w.as_str());
            if std::ptr::eq(src, dst) || !words.iter().all(wanted) {
                continue;
            }
            let plan = CopyPlan::new(&src.layout, &dst.layout).unwrap();
            let [copy, memcpy] = least_in_turn(samples, |task| match task {
                0 => plan.run_bytes(from.bytes(), to.bytes_mut()).unwrap(),
                _ => to.bytes_mut().copy_from_slice(from.bytes()),
            });
            let ratio = memcpy / copy;
            println!("{ratio:5.2}  {name}");
            ratios.push(ratio);
        }
    }
    ratios
}
