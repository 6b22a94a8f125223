//! What the public interface of `tiled-layout` does, by topic.
//!
//! To add a test, put it into the file of its topic. A new file goes into the folder that fits, and
//! its name into the list below. Folders are named as those of the sources. The crate `layout-oracle`
//! has what tests compare with: the naive definition of tiling, random layouts, and the rows of
//! `data/`; `support` has what else they share. What needs another crate goes behind the feature that
//! brings it, as in `Cargo.toml`.
//!
//! `cargo test -p layout-tests --test integration view::` runs one folder.

mod support {
    #[cfg(all(feature = "default", not(miri)))]
    #[path = "../../benches/copy/charts.rs"]
    pub(crate) mod charts;
    #[cfg(feature = "default")]
    pub(crate) mod dumps;
    #[cfg(all(feature = "default", target_pointer_width = "64"))]
    pub(crate) mod lists;
    #[cfg(feature = "default")]
    pub(crate) mod pictures;
    pub(crate) mod sample;
}

/// The texts of layouts: what is read, what is refused and in which words, what is printed.
#[cfg(feature = "default")]
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
#[cfg(feature = "default")]
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
    mod partial_layouts;
    mod remedies;
    #[cfg(not(miri))] // which runs no other program
    mod small_stacks;
    mod small_values;
    mod tpu;
    mod waste;
    mod worked_examples;
}

/// `layout!`.
#[cfg(feature = "default")]
mod macros {
    #[cfg(target_pointer_width = "64")] // layouts of real dumps
    mod agreement;
    mod hygiene;
    mod spellings;
}

/// What holds of all arrays: the laws of `layout_oracle`.
mod laws {
    mod arrays;
    mod copies;
    mod packed;
    mod positions;
    mod strides;
}

/// Views, and iteration over them.
mod view {
    #[cfg(feature = "alloc")]
    mod bytes;
    mod const_views;
    #[cfg(feature = "alloc")]
    mod debug_length;
    #[cfg(feature = "alloc")]
    mod handles;
    #[cfg(feature = "alloc")]
    mod huge_empty;
    mod indexing;
    #[cfg(feature = "std")]
    mod live_parts;
    #[cfg(feature = "alloc")]
    mod packed;
    #[cfg(feature = "alloc")]
    mod panic_locations;
    #[cfg(feature = "alloc")]
    mod partial_views;
    #[cfg(feature = "alloc")]
    mod parts;
    mod region_laws;
    #[cfg(feature = "alloc")]
    mod regions;
    #[cfg(feature = "alloc")]
    mod rows;
    #[cfg(feature = "alloc")]
    mod std_traits;
    #[cfg(feature = "alloc")]
    mod strides;
    #[cfg(feature = "alloc")]
    mod tiles;
    #[cfg(feature = "alloc")]
    mod zips;
}

/// Owned buffers.
#[cfg(feature = "alloc")]
mod buffer {
    mod buffers;
    mod files;
}

/// Copies between layouts.
mod copy {
    mod copies;
    #[cfg(feature = "alloc")]
    mod element_types;
    #[cfg(feature = "alloc")]
    mod region_copies;
}

/// Layouts as pictures.
#[cfg(feature = "default")]
#[cfg(not(miri))] // too many cells
mod draw {
    mod cells;
    mod fit;
    mod goldens;
}

/// Layouts explained: formulas, CuTe's spelling.
#[cfg(feature = "default")]
#[cfg(not(miri))] // too many elements
mod explain {
    mod formulas;
}

/// Layouts to and from protocol buffers.
#[cfg(feature = "default")]
mod proto {
    mod shapes;
}

/// The notations of other systems.
#[cfg(feature = "default")]
mod formats {
    mod chapters;
    mod coming_from;
    mod data_files;
    mod mutations;
    pub(crate) mod refusals;
    mod tags;
}

/// The reader of HLO text.
#[cfg(feature = "default")]
mod hlo {
    mod attributes;
    mod dumps;
    mod forms;
    mod hostile;
    mod memory;
    mod stablehlo;
}

/// Arrays on several devices.
#[cfg(feature = "default")]
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
    #[cfg(all(feature = "ndarray", feature = "std"))]
    mod ndarray_parts;
    #[cfg(feature = "num-complex")]
    mod num_complex;
    #[cfg(feature = "rayon")]
    mod rayon;
    #[cfg(feature = "serde")]
    mod serde;
    #[cfg(all(feature = "serde", feature = "alloc"))]
    mod serde_arrays;
}

/// Programs as users write them.
#[cfg(feature = "alloc")]
mod users {
    mod extension_traits;
    mod generic_library;
    #[cfg(feature = "ndarray")]
    mod images;
    mod int4_weights;
    #[cfg(feature = "xla")]
    mod memory_planner;
    mod one_array;
    mod packed_panels;
    mod paged_cache;
    mod weights_loader;
}

/// Prints the features with which the sources are compiled. Other packages of the workspace could
/// switch on more than this package's own.
#[test]
fn features_that_are_on() {
    let kernels = tiled_layout::__private::HAS_KERNELS;
    println!(
        "features: alloc {}, kernels {kernels}",
        cfg!(feature = "alloc")
    );
    assert_eq!(kernels, cfg!(feature = "kernels"));
}
