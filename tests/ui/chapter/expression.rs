use tiled_layout::layout;

const ROWS: usize = 16;

fn main() {
    println!("{}", <layout!(F32[ROWS+1,128]<1,0:T(8,128)>)>::PADDED_LEN);
}

// mistakes: 1
