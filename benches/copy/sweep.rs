//! Copies of 8 MiB between random layouts: the ratio to `memcpy` of the same bytes, and the
//! slowest pairs.

use crate::measure::Copied;
use layout_oracle::random::Random;
use tiled_layout::Layout;

const PAIRS: usize = 350;
const BYTES: usize = 8 << 20;
/// The number of timings of each copy.
const SAMPLES: usize = 5;
/// The number of slowest pairs that are printed.
const WORST: usize = 20;
/// Pairs below this ratio are counted.
const ASKED: f64 = 0.25;

/// With the word `all`, prints every pair. The seed of the random numbers is the number among
/// `words`, or 1.
pub(crate) fn run(words: &[String]) {
    let number = |word: &String| word.parse().ok();
    let seed = words.iter().find_map(number).unwrap_or(1);
    let mut random = Random::new(seed);
    let mut ratios: Vec<(f64, String)> = (0..PAIRS).map(|_| pair(&mut random)).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all = words.iter().any(|word| word == "all");
    let count = if all { PAIRS } else { WORST };
    println!("{PAIRS} random pairs of 8 MiB, seed {seed}: the slowest {count}");
    for (ratio, name) in &ratios[..count] {
        println!("{ratio:5.2}  {name}");
    }
    let below = ratios.iter().filter(|(ratio, _)| *ratio < ASKED).count();
    let median = ratios[PAIRS / 2].0;
    println!("median {median:.2}, {below} below {ASKED}");
}

/// The ratio of a random pair, and its name.
fn pair(random: &mut Random) -> (f64, String) {
    let (element, size) = random.pick(&[("u8", 1), ("bf16", 2), ("f32", 4), ("f64", 8)]);
    let rank = 1 + random.below(4);
    let mut dims = vec![1; rank];
    let mut left = BYTES / size;
    for (dim, extent) in dims.iter_mut().enumerate() {
        // About an equal share of the remaining size, times or divided by up to 8.
        let share = (left as f64).powf(1.0 / (rank - dim) as f64);
        let times = 2f64.powi(random.below(7) as i32 - 3);
        let some = (share * times) as usize + random.below(4);
        *extent = if dim + 1 < rank {
            some.clamp(1, left)
        } else {
            left.max(1)
        };
        left /= *extent;
    }
    let [src, dst] = [(); 2].map(|()| layout(random, element, &dims));
    let copied = Copied::of(&src, &dst, Some(SAMPLES));
    (copied.memcpy / copied.copy, format!("{src} to {dst}"))
}

/// A layout with at most three tiles, of which at most half is padding.
fn layout(random: &mut Random, element: &str, dims: &[usize]) -> Layout {
    let list = |numbers: &[usize]| {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        numbers.join(",")
    };
    loop {
        let order = random.order(dims.len());
        let mut tiles = String::new();
        for _ in 0..random.below(4) {
            let len = 1 + random.below(dims.len().min(3));
            const SIZES: [usize; 16] = [1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 11, 16, 32, 64, 128];
            let tile: Vec<usize> = (0..len).map(|_| random.pick(&SIZES)).collect();
            tiles += &format!("({})", list(&tile));
        }
        let colon = if tiles.is_empty() { "" } else { ":T" };
        let text = format!(
            "{element}[{}]{{{}{colon}{tiles}}}",
            list(dims),
            list(&order)
        );
        if let Ok(layout) = Layout::parse(&text)
            && layout.padded_bytes() <= 2 * layout.num_bytes()
        {
            return layout;
        }
    }
}
