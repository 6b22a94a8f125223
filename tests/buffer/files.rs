//! Buffers read from files and written to them, as a loader of weights does.

use std::io::{Cursor, Read, Write};

use layout_oracle::naive::Spec;
use tiled_layout::prelude::*;

/// A file of `bf16[30,50]` in the TPU's tiles: element n, counted row by row, is the number n, and
/// padding is 0xFFFF.
fn file(text: &str) -> Vec<u8> {
    let numbers = Spec::parse(text).buffer().into_iter();
    numbers
        .flat_map(|number| (number as u16).to_ne_bytes())
        .collect()
}

#[test]
fn a_file_is_read_and_written_back() -> Result<(), Box<dyn std::error::Error>> {
    type Weights = layout!(BF16[30,50]<1,0:T(8,128)(2,1)>);
    const TEXT: &str = "bf16[30,50]{1,0:T(8,128)(2,1)}";
    let bytes = file(TEXT);
    assert_eq!(bytes.len(), 2 * 32 * 128);

    let mut weights = Buffer::<u16, Weights>::zeroed();
    Cursor::new(&bytes).read_exact(weights.as_bytes_mut())?;
    assert!(weights.iter().copied().eq(0..1500));

    let mut layout = Buffer::<u16, Layout>::zeroed_with(Layout::parse(TEXT)?)?;
    Cursor::new(&bytes).read_exact(layout.as_bytes_mut())?;
    assert_eq!(layout[[29, 49]], 1499);

    let rows = <layout!(BF16[?,50]<1,0:T(8,128)(2,1)>)>::with_dims([30, 50])?;
    let mut partial = Buffer::<u16, _>::zeroed_with(rows)?;
    Cursor::new(&bytes).read_exact(partial.as_bytes_mut())?;
    assert_eq!(partial[[29, 49]], 1499);
    assert_eq!(partial.as_bytes().len(), rows.padded_bytes());

    for buffer in [weights.as_bytes(), layout.as_bytes(), partial.as_bytes()] {
        let mut written = Vec::new();
        written.write_all(buffer)?;
        assert_eq!(written, bytes);
    }

    let mut view = weights.view_mut();
    view.as_bytes_mut().fill(0);
    assert!(weights.iter().all(|&x| x == 0));
    Ok(())
}
