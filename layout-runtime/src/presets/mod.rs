//! Layouts by the rules of a system: given an element type and dimensions, the
//! layout that it chooses.
//!
//! ```
//! use tiled_layout::{ElementType, presets};
//!
//! let points = presets::tpu(ElementType::F32, &[1_000_000, 3]);
//! assert_eq!(points.to_string(), "f32[1000000,3]{0,1:T(4,128)}");
//! assert_eq!(points.padded_bytes(), 16_001_024); // 12,000,000 without padding
//! ```

mod tpu;

pub use tpu::{PresetError, TpuCandidates, tpu, tpu_candidates, try_tpu, try_tpu_with_order};
