use tiled_layout::layout;

type Wrong = layout!(f32[8,3,128]{major_to_minor=(0,1,2)});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}

// mistakes: 1
