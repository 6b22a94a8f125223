//! What the public interface of `tiled-layout` does, by topic.
//!
//! To add a test, put it into the file of its topic. A new file goes into the folder that fits, and
//! its name into the list below. Folders are named as those of the sources. The crate `layout-oracle`
//! has what tests compare with: the naive definition of tiling, random layouts, and the rows of
//! `data/`; `support` has what else they share. What needs another crate goes behind the feature that
//! brings it, as in `Cargo.toml`.
//!
//! `cargo test --test integration view::` runs one folder.

mod support {
    pub(crate) mod case;
    #[cfg(not(miri))]
    pub(crate) mod charts;
    pub(crate) mod dumps;
    #[cfg(target_pointer_width = "64")]
    pub(crate) mod lists;
    pub(crate) mod moves;
    pub(crate) mod pictures;
    pub(crate) mod sample;
}

/// The texts of layouts: what is read, what is refused and in which words, what is printed.
mod parse {
    mod error_places;
    mod meanings;
    mod memory_space;
    pub(crate) mod mutations;
    mod printing;
    mod rejections;
    mod words;
}

/// What a layout means: positions, sizes, and the layouts that mean the same.
mod layout {
    mod auto_traits;
    mod bitcast;
    mod const_use;
    mod conversions;
    mod data_files;
    #[cfg(not(miri))] // which reads no files
    mod errors;
    #[cfg(all(not(miri), target_pointer_width = "64"))]
    mod hostile;
    mod huge;
    mod kinds;
    mod naive_tiling;
    mod partial_layouts;
    mod presets;
    mod remedies;
    #[cfg(not(miri))] // which runs no other program
    mod small_stacks;
    mod small_values;
    mod waste;
    mod worked_examples;
}

/// Properties of all layouts, by `proptest`.
#[cfg(not(miri))]
mod properties;

/// `layout!`.
mod macros {
    #[cfg(target_pointer_width = "64")] // layouts of real dumps
    mod agreement;
    mod hygiene;
    mod spellings;
}

/// Views, and iteration over them.
mod view {
    mod axes;
    mod bitcast_views;
    mod bytes;
    mod const_views;
    mod debug_length;
    mod handles;
    mod huge_empty;
    mod in_place;
    mod indexing;
    mod iteration;
    pub(crate) mod packed;
    mod packed_usage;
    mod panic_locations;
    mod partial_views;
    mod ranges;
    mod region_views;
    mod regions;
    mod runs;
    mod std_traits;
    pub(crate) mod subviews;
    mod tile_layouts;
    mod tiles;
    mod zips;
}

/// Owned buffers.
mod buffer {
    mod buffers;
    mod files;
    mod packed_buffers;
}

/// Copies between layouts.
mod relayout {
    mod conversions;
    mod copies;
    mod element_types;
    mod random_copies;
    mod region_copies;
}

/// Layouts as pictures.
#[cfg(not(miri))] // too many cells
mod draw {
    mod cells;
    mod goldens;
}

/// Layouts explained: formulas, CuTe's spelling.
#[cfg(not(miri))] // too many elements
mod explain {
    mod formulas;
}

/// Layouts to and from protocol buffers.
mod proto {
    mod shapes;
}

/// The notations of other systems.
mod formats {
    mod chapters;
    mod data_files;
    mod mutations;
    pub(crate) mod refusals;
    mod tags;
}

/// The reader of HLO text.
mod hlo {
    mod attributes;
    mod dumps;
    mod forms;
    mod hostile;
    mod stablehlo;
}

/// Arrays on several devices.
#[cfg(not(miri))] // too many elements
mod shards {
    mod jax;
    mod meshes;
    mod random_shards;
    mod refused;
}

/// Types of other crates, each with its feature.
mod integrations {
    #[cfg(feature = "bytemuck")]
    mod bytemuck;
    #[cfg(feature = "half")]
    mod half;
    #[cfg(feature = "microfloat")]
    mod microfloat;
    #[cfg(feature = "ndarray")]
    mod ndarray;
    #[cfg(feature = "num-complex")]
    mod num_complex;
    #[cfg(feature = "rayon")]
    mod rayon;
    #[cfg(feature = "serde")]
    mod serde;
}

/// Programs as users write them.
mod users {
    mod generic_library;
    #[cfg(feature = "ndarray")]
    mod images;
    mod int4_weights;
    mod memory_planner;
    mod packed_panels;
    mod paged_cache;
    mod weights_loader;
}
