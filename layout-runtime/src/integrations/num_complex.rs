//! Feature `num-complex`: `Complex<f32>` and `Complex<f64>` hold C64 and C128.

use num_complex::Complex;

use crate::element::{ElementType, markers::*};
use crate::holds::{Element, Holds};

held_by! {
    Complex<f32>: C64;
    Complex<f64>: C128;
}

any_bits! { Complex<f32> Complex<f64> }
