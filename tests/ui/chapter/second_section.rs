use tiled_layout::layout;

fn main() {
    let wrong = layout!(bf16[16,256]{1,0:T(8,128)T(2,1)});
    println!("{wrong}");
}

// mistakes: 1
