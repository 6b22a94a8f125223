//! The book, in reading order. Each chapter links to the next one.
//!
//! | you want to | read |
//! |---|---|
//! | index one buffer | [start](chapter_01_start), [tiles](chapter_02_tiles) |
//! | copy weights between layouts | [copies](chapter_07_copies) |
//! | audit a dump | [TPU layouts in practice](chapter_12_practice) |
//! | write generic code | [generic code](chapter_05_generic) |

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
    chapter_01_start: "../docs/start.md";
    chapter_02_tiles("draw", "notation"): "../docs/pictures/links.md", "../docs/tiles.md";
    chapter_03_views: "../docs/views.md";
    chapter_04_partial: "../docs/partial.md";
    chapter_05_generic: "../docs/generic.md";
    chapter_06_bytes: "../docs/bytes.md";
    chapter_07_copies: "../docs/copies.md";
    chapter_08_cookbook("half", "rayon", "xla"): "../docs/cookbook.md";
    chapter_09_errors: "../docs/errors.md";
    chapter_10_formats("notation", "xla"): "../docs/formats.md";
    chapter_11_coming_from("ndarray", "notation", "xla"): "../docs/coming-from.md";
    chapter_12_practice("xla"): "../docs/pictures/chart_padding_links.md", "../docs/practice.md";
    chapter_13_shards("xla"): "../docs/shards.md";
    chapter_14_command: "../docs/command.md";
    chapter_15_performance: "../docs/pictures/chart_speed_links.md", "../docs/performance.md";
    chapter_16_design: "../docs/design.md";
}
