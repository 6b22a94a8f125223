//! Rounds numbers to floats of 8 and 4 bits, and packs them.
//!
//! `cargo run --example microfloat --features microfloat`

use std::error::Error;

use microfloat::{f4e2m1fn, f8e4m3fn};
use tiled_layout::{Buffer, layout};

/// One byte per element.
type Bytes = layout!(F8E4M3FN[3,5]<1,0:T(2,2)>);
/// Half a byte per element.
type Packed = layout!(F4E2M1FN[3,5]<1,0:T(2,2)E(4)>);

fn main() -> Result<(), Box<dyn Error>> {
    let value = |[i, j]: [usize; 2]| 0.3 * (i * 5 + j) as f32 - 2.0;

    let bytes: Buffer<f8e4m3fn, Bytes> = Buffer::from_fn(|index| f8e4m3fn::from_f32(value(index)));

    let mut memory = [0; Packed::PADDED_BYTES];
    let mut packed = Packed::packed_view_mut(&mut memory)?;
    for (index, _) in bytes.indexed_iter() {
        packed.set(index, f4e2m1fn::from_f32(value(index)));
    }

    println!("  exact   f8e4m3fn   f4e2m1fn");
    for (index, small) in packed.indexed_iter() {
        let exact = value(index);
        println!(
            "{exact:>7.2} {:>10} {:>10}",
            bytes[index].to_f32(),
            small.to_f32()
        );
        // Rounding to 4 and to 2 significant bits; the constants are for subnormal numbers.
        assert!((bytes[index].to_f32() - exact).abs() <= exact.abs() / 16.0 + 0.001);
        assert!((small.to_f32() - exact).abs() <= exact.abs() / 4.0 + 0.25);
    }
    println!("{} and {} bytes", Bytes::PADDED_BYTES, Packed::PADDED_BYTES);
    Ok(())
}
