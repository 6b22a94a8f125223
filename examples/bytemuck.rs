//! A user-defined element type in a buffer that arrives as bytes.
//!
//! `cargo run --example bytemuck --features bytemuck`

use std::error::Error;

use bytemuck::{Pod, Zeroable};
use tiled_layout::{Element, layout, types};

/// A length: an F32 that cannot be mistaken for another number.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Pod, Zeroable)]
#[repr(transparent)]
struct Metres(f32);

impl Element<types::F32> for Metres {}

/// 64 bytes of metadata, then 24 elements, of which 15 are the array.
type Depths = layout!(F32[3,5]<1,0:T(2,2)M(64)>);

fn main() -> Result<(), Box<dyn Error>> {
    // Bytes as another library hands them over, at a multiple of 4.
    let mut memory = vec![0.0f32; 41];
    let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut memory);
    let bytes = &mut memory[..64 + Depths::PADDED_BYTES];

    let mut depths = Depths::view_bytes_mut::<Metres>(bytes)?;
    for (i, j) in [(0, 1), (2, 3), (1, 4)] {
        depths[[i, j]] = Metres((10 * i + j) as f32);
    }

    let depths = Depths::view_bytes::<Metres>(bytes)?;
    let (deepest, at) =
        depths
            .indexed_iter()
            .fold((Metres(0.0), [0, 0]), |best, (index, &depth)| {
                if depth > best.0 { (depth, index) } else { best }
            });
    println!("deepest: {deepest:?} at {at:?}");
    assert_eq!((deepest, at), (Metres(23.0), [2, 3]));

    // Bytes that do not fit: the error says by how much.
    for wrong in [0..96, 1..161] {
        println!(
            "{}",
            Depths::view_bytes::<Metres>(&memory[wrong]).unwrap_err()
        );
    }
    Ok(())
}
