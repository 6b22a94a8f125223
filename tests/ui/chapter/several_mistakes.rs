use tiled_layout::layout;

type Wrong = layout!(bfloat16[300,-500]{1,1:T(8,128)(2,0)});

fn main() {
    let buffer = [0u16; Wrong::PADDED_LEN];
    println!("{}", Wrong::view(&buffer).unwrap()[[0, 0]]);
}

// mistakes: 4
