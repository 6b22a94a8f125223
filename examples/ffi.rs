//! A function that a C program calls with a layout's text and memory, both of which may be wrong.
//!
//! `cargo run --example ffi`

use std::error::Error;
use std::ffi::{CStr, c_char};
use std::slice;

use tiled_layout::Layout;

/// Writes the sum of a row of an `f32` matrix to `sum`. Returns 0, or 1 if there is no such row.
///
/// # Safety
///
/// `text` ends with a zero, `data` has `len` bytes, which nothing writes, and `sum` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn row_sum(
    text: *const c_char,
    data: *const u8,
    len: usize,
    row: usize,
    sum: *mut f32,
) -> i32 {
    // SAFETY: the caller passes a text and memory.
    let text = unsafe { CStr::from_ptr(text) };
    // SAFETY: as above.
    let bytes = unsafe { slice::from_raw_parts(data, len) };
    match checked_sum(&text.to_string_lossy(), bytes, row) {
        Ok(found) => {
            // SAFETY: the caller passes memory of a float.
            unsafe { sum.write(found) };
            0
        }
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

/// The length and alignment of the bytes, the rank and the row are compared with the layout.
fn checked_sum(text: &str, bytes: &[u8], row: usize) -> Result<f32, Box<dyn Error>> {
    let layout = Layout::parse(text)?;
    let matrix = layout.view_bytes::<f32>(bytes)?;
    Ok(matrix.region((row, ..))?.iter().sum())
}

fn main() {
    let call = |text: &CStr, memory: &[f32], row: usize| {
        let mut sum = f32::NAN;
        // SAFETY: all pointers are of memory that lives here.
        let code = unsafe {
            row_sum(
                text.as_ptr(),
                memory.as_ptr().cast(),
                4 * memory.len(),
                row,
                &mut sum,
            )
        };
        (code == 0).then_some(sum)
    };
    let memory: Vec<f32> = (0..24).map(|i| i as f32).collect();
    let sum = call(c"f32[3,5]{1,0:T(2,2)}", &memory, 1);
    // By hand: the second row of the first three tiles, whose last element is padding.
    assert_eq!(sum, Some(2.0 + 3.0 + 6.0 + 7.0 + 10.0));

    let wrong: [(&CStr, usize, usize); 7] = [
        (c"f32[3,5]{1,0:T(2,2)}", 24, 3), // no row 3
        (c"f32[3,5]{1,0:T(2,2)}", 15, 1), // without padding
        (c"s32[3,5]{1,0:T(2,2)}", 24, 1), // other elements
        (c"f32[3,5,1]{2,1,0}", 15, 1),    // not a matrix
        (c"f32[3,5]{1,1:T(2,2)}", 24, 1), // not an order
        (c"f32[4000000000,4000000000]", 24, 1),
        (c"((((", 24, 1),
    ];
    for (text, len, row) in wrong {
        assert_eq!(call(text, &memory[..len], row), None, "{text:?}");
    }
}
