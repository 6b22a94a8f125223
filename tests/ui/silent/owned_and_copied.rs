// mistakes: 1
use tiled_layout::{Buffer, Layout, Mapping, RelayoutPlan, View, layout};

type Wrong = layout!(F32[3,5]<1,0:T(2,2)L(0)>);
type Good = layout!(F32[3,5]<1,0:T(2,2)>);

struct Model<const N: usize> {
    weights: Buffer<f32, Wrong>,
    bias: [f32; N],
}

impl Model<{ Wrong::PADDED_LEN }> {
    fn new() -> Self {
        Model {
            weights: Buffer::from_fn(|[row, column]: [usize; 2]| (row * 5 + column) as f32),
            bias: [0.0; Wrong::PADDED_LEN],
        }
    }

    fn sum(&self) -> f32 {
        let total: f32 = self.weights.iter().sum();
        total + self.bias.iter().sum::<f32>() + self.weights.view()[[2, 3]]
    }
}

fn longest<'a>(a: View<'a, f32, Wrong>, b: View<'a, f32, Good>) -> &'a [f32] {
    if a.layout().padded_len() > b.layout().padded_len() {
        a.as_slice()
    } else {
        b.as_slice()
    }
}

fn main() {
    let model = Model::new();
    let mut good = Buffer::<f32, Good>::zeroed();
    good.view_mut().copy_from(&model.weights.view()).unwrap();
    let wrong = Buffer::<f32, Wrong>::from_row_major(&[1.0; 15]).unwrap();
    for ([row, column], value) in wrong.indexed_iter() {
        println!("{row} {column} {value}");
    }
    println!("{} {}", model.sum(), longest(wrong.view(), good.view()).len());
    println!("{}", Wrong::LAYOUT.is_bitcast_of(&Good::LAYOUT));
    println!("{:?}", RelayoutPlan::new(&Wrong::LAYOUT, &Good::LAYOUT).is_ok());
    println!("{}", <Wrong as Mapping>::layout(&Wrong::new()) == &Layout::parse("f32[]").unwrap());
}
