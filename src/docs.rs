//! The book: chapters on what layouts mean and how the crate is used.

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/pictures/links.md")]
#[doc = include_str!("../docs/tiles.md")]
pub mod tiles {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/formats.md")]
pub mod formats {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/coming-from.md")]
pub mod coming_from {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/buffers.md")]
pub mod buffers {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/generic.md")]
pub mod generic {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/partial.md")]
pub mod partial {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/bytes.md")]
pub mod bytes {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/operations.md")]
pub mod operations {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/cost.md")]
pub mod cost {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/copy_guide.md")]
pub mod copy_guide {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/copy_design.md")]
pub mod copy_design {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/pictures/speed_links.md")]
#[doc = ""]
#[doc = include_str!("../docs/speed.md")]
pub mod speed {}

#[cfg(feature = "shards")]
#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/shards.md")]
pub mod shards {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/safety.md")]
pub mod safety {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/practice.md")]
pub mod practice {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/architecture.md")]
pub mod architecture {}
