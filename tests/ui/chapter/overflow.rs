use tiled_layout::layout;

type Wrong = layout!(F32[1,9007199254740992]<1,0:T(1024,128)>);

fn main() {
    println!("{}", Wrong::PADDED_BYTES);
}

// mistakes: 1
