// mistakes: 1
use tiled_layout::layout;

macro_rules! tiled {
    ($rows:literal, $columns:literal, $tile:literal) => {
        layout!(F32[$rows,$columns]<1,0:T($tile,2)>)
    };
}

type Wrong = tiled!(3, 5, 0);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
