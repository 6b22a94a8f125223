//! The book: chapters on what layouts mean and how the crate is used, in the order in which to read them.
//!
//! | to learn | chapters |
//! |---|---|
//! | what a layout means | [tiles], [formats of other systems](formats), [for people who come from another system](coming_from) |
//! | how to use the crate | [buffers], [sizes known at run time](partial), [generic code](generic), [bytes and packed elements](bytes), [copies between layouts](copy_guide), [errors] |
//! | what it costs | [what is fast and what is slow](operations), [what indexing costs](cost), [how fast copies are](speed), [how a copy works](copy_design) |
//! | what to do with it | [TPU layouts in practice](practice), [arrays on several devices](shards) |
//! | how it is made | [safety], [how it is tested](testing), [architecture] |

// Each chapter, the features that its examples need, the definitions of its pictures, and its text,
// which is compiled into documentation only.
macro_rules! chapters {
    ($($name:ident $(($($feature:literal),*))?: $($file:literal),*;)*) => {$(
        #[cfg_attr(
            not(all(doc $($(, feature = $feature)*)?)),
            doc = "`cargo doc --all-features` includes this chapter."
        )]
        #[cfg_attr(
            all(doc $($(, feature = $feature)*)?),
            doc = include_str!("links.md")
            $(, doc = "", doc = include_str!($file))*
        )]
        pub mod $name {}
    )*};
}

chapters! {
    tiles("draw", "notation"): "../docs/pictures/links.md", "../docs/tiles.md";
    formats("notation", "xla"): "../docs/formats.md";
    coming_from("notation", "xla"): "../docs/coming-from.md";
    buffers: "../docs/buffers.md";
    generic: "../docs/generic.md";
    partial: "../docs/partial.md";
    bytes: "../docs/bytes.md";
    errors: "../docs/errors.md";
    operations: "../docs/operations.md";
    cost: "../docs/cost.md";
    copy_guide: "../docs/copy_guide.md";
    copy_design: "../docs/copy_design.md";
    speed: "../docs/pictures/chart_speed_links.md", "../docs/speed.md";
    shards("xla"): "../docs/shards.md";
    safety: "../docs/safety.md";
    testing: "../docs/testing.md";
    practice("xla"): "../docs/pictures/chart_padding_links.md", "../docs/practice.md";
    architecture: "../docs/architecture.md";
}
