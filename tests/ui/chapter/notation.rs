use tiled_layout::layout;

type Jax = layout!(f32[8,128]{major_to_minor=(0, 1), tiling=((8, 128),)});
type Mlir = layout!(tensor<8x128xbf16>);
type Tiled = layout!(F32[8,128]<1,0>:T(8,128));

fn main() {
    println!("{} {} {}", Jax::PADDED_LEN, Mlir::PADDED_LEN, Tiled::PADDED_LEN);
}

// mistakes: 3
