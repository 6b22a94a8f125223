//! The extent that stands for `?`.

use tiled_layout::layout;

const HUGE: usize = usize::MAX;

fn main() {
    let _ = <layout!(F32[?,HUGE])>::with_dims([5, 128]);
}

// mistakes: 1
