//! The laws on all layouts of a small family, on all regions of a smaller one, and on all pairs of
//! a smaller one still.
//!
//! ```text
//! exhaustive [PART OF PARTS]
//! ```

use layout_oracle::exhaustive::Share;
use layout_oracle::laws;

fn main() {
    let args: Vec<usize> = std::env::args()
        .skip(1)
        .map(|arg| arg.parse().expect("a number"))
        .collect();
    let share = match args[..] {
        [] => Share::ALL,
        [first, step] if first < step => Share { first, step },
        _ => panic!("no numbers, or a part and the number of parts"),
    };
    let mut passed = 0;
    let laws: [(&str, fn(Share) -> (usize, usize)); 3] = [
        ("layouts", laws::small_layouts),
        ("regions", laws::small_regions),
        ("pairs", laws::small_pairs),
    ];
    for (name, law) in laws {
        let (checked, all) = law(share);
        println!("{name}: {checked} of {all}");
        passed += checked;
    }
    println!("{passed} passed, 0 failed");
}
