use tiled_layout::layout;

type Weights = layout!(F32[129,128]<1,0:T(8,128)>);

const _: () = Weights::LAYOUT.assert_padding_at_most(5);

fn main() {
    println!("{}", Weights::PADDED_LEN);
}

// mistakes: 1
