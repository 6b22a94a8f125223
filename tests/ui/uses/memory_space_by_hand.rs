// mistakes: 1
use tiled_layout::__private::{Dims2, F32, Order2, Space, StaticLayout};

type Far = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (), (Space<200>,)>;

const LEN: usize = Far::PADDED_LEN;

fn main() {
    println!("{LEN}");
}
