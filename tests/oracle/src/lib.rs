//! What the tests of `tiled-layout` compare with. It uses nothing of the crates under test.

pub mod data;
pub mod help;
pub mod naive;
pub mod random;
pub mod sharding;
