//! Tensors of a safetensors file, tiled as a TPU keeps them.
//!
//! `cargo run --example safetensors --features half`, or with a file of your
//! own: `cargo run --example safetensors --features half -- model.safetensors`

use std::error::Error;

use half::bf16;
use safetensors::{Dtype, SafeTensors};
use tiled_layout::xla::tpu;
use tiled_layout::{Buffer, ElementType, Layout, layout};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/layer.safetensors");

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let file = std::fs::read(path.as_deref().unwrap_or(EXAMPLE))?;
    let file = SafeTensors::deserialize(&file)?;

    let mut names = file.names();
    names.sort_unstable();
    println!(
        "{:<16} {:>10} {:>10}  layout",
        "tensor", "bytes", "in tiles"
    );
    for name in names {
        let tensor = file.tensor(name)?;
        let Some(element) = element_type(tensor.dtype()) else {
            println!("{name:<16} {:?} has no element type", tensor.dtype());
            continue;
        };
        let tiled = match tpu::default_layout(element, tensor.shape()) {
            Ok(tiled) => tiled,
            Err(error) => {
                println!("{name:<16} {error}");
                continue;
            }
        };
        println!(
            "{name:<16} {:>10} {:>10}  {tiled}",
            tensor.data().len(),
            tiled.padded_bytes()
        );
    }
    if path.is_none() {
        tile_and_index(&file)?;
    }
    Ok(())
}

fn element_type(dtype: Dtype) -> Option<ElementType> {
    Some(match dtype {
        Dtype::BOOL => ElementType::PRED,
        Dtype::U8 => ElementType::U8,
        Dtype::I8 => ElementType::S8,
        Dtype::F8_E5M2 => ElementType::F8E5M2,
        Dtype::F8_E4M3 => ElementType::F8E4M3FN,
        Dtype::F8_E8M0 => ElementType::F8E8M0FNU,
        Dtype::I16 => ElementType::S16,
        Dtype::U16 => ElementType::U16,
        Dtype::F16 => ElementType::F16,
        Dtype::BF16 => ElementType::BF16,
        Dtype::I32 => ElementType::S32,
        Dtype::U32 => ElementType::U32,
        Dtype::F32 => ElementType::F32,
        Dtype::F64 => ElementType::F64,
        Dtype::I64 => ElementType::S64,
        Dtype::U64 => ElementType::U64,
        _ => return None,
    })
}

fn tile_and_index(file: &SafeTensors<'_>) -> Result<(), Box<dyn Error>> {
    // The bytes of the file as a row-major array, without a copy.
    let tensor = file.tensor("dense.weight")?;
    let rows = Layout::row_major(ElementType::BF16, tensor.shape())?;
    let rows = rows.view_bytes::<bf16>(tensor.data())?;

    // The same array in tiles, in a layout that the compiler knows.
    type Weights = layout!(BF16[10,12]<1,0:T(8,128)(2,1)>);
    let mut tiled: Buffer<bf16, Weights> = Buffer::zeroed();
    tiled.view_mut().copy_from(&rows)?;

    println!();
    for index in [[0, 0], [1, 0], [0, 1], [8, 0], [9, 11]] {
        let [i, j] = index;
        let position = Weights::offset(index);
        println!(
            "dense.weight[{i},{j}] = {:>3} at position {position}",
            tiled[index]
        );
        assert_eq!(tiled[index].to_f32(), (i * 12 + j) as f32);
    }
    Ok(())
}
