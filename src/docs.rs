//! The book: chapters on what layouts mean and how the crate is used, in this order.
//!
//! | to learn | chapters |
//! |---|---|
//! | what a layout means | [tiles], [formats of other systems](formats), [for people who come from another system](coming_from) |
//! | how to use the crate | [buffers], [sizes known at run time](partial), [generic code](generic), [bytes and packed elements](bytes), [copies between layouts](copy_guide), [errors] |
//! | what it costs | [what is fast and what is slow](operations), [what indexing costs](cost), [how fast copies are](speed), [how a copy works](copy_design) |
//! | what to do with it | [TPU layouts in practice](practice), [arrays on several devices](shards) |
//! | how it is made | [safety], [architecture] |

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
#[doc = include_str!("../docs/pictures/chart_speed_links.md")]
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
#[doc = include_str!("../docs/testing.md")]
pub mod testing {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/pictures/chart_padding_links.md")]
#[doc = ""]
#[doc = include_str!("../docs/practice.md")]
pub mod practice {}

#[doc = include_str!("links.md")]
#[doc = ""]
#[doc = include_str!("../docs/architecture.md")]
pub mod architecture {}
