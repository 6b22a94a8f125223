//! The fixed set of pictures: those of the documentation, and one of each other kind.

use std::path::PathBuf;

/// A picture: its name, its layout, and how many cells of elements and of padding its SVG has,
/// counted by hand from the layout: those of the array, of a lens, and of memory.
pub(crate) struct Picture {
    pub(crate) name: &'static str,
    pub(crate) layout: &'static str,
    pub(crate) elements: usize,
    pub(crate) padding: usize,
}

const fn picture(
    name: &'static str,
    layout: &'static str,
    elements: usize,
    padding: usize,
) -> Picture {
    Picture {
        name,
        layout,
        elements,
        padding,
    }
}

/// Pictures that the documentation shows.
pub(crate) const DOCUMENTED: &[Picture] = &[
    picture("figure1", "f32[3,5]{1,0:T(2,2)}", 2 * 15, 2 * 9),
    picture("figure2", "f32[4,8]{1,0:T(2,4)(2,1)}", 2 * 32, 0),
    picture("combined", "f32[2,3,4]{2,1,0:T(*,2,2)}", 2 * 24, 0),
    // Of the tile: 8 positions, the 8 around the end of the elements, the last 2.
    picture("vector", "bf16[99]{0:T(256)(128)(2,1)}", 4 + 2, 4 + 6 + 2),
];

/// Pictures of other kinds.
pub(crate) const OTHERS: &[Picture] = &[
    // Six rows and five columns of tile 0, and 20 positions.
    picture(
        "tpu_bf16",
        "bf16[300,500]{1,0:T(8,128)(2,1)}",
        6 * 5 + 20,
        0,
    ),
    picture("scalar", "f32[]", 2, 0),
    picture("padded_scalar", "u32[]{:T(128)}", 1 + 1, 4 + 19),
    picture("empty", "f32[0,5]{1,0:T(2,2)}", 0, 0),
    picture("row", "f32[7]{0}", 2 * 7, 0),
    picture("columns", "f32[3,5]{0,1}", 2 * 15, 0),
    picture("slices", "f32[2,3,5]{2,1,0:T(2,2)}", 2 * 30, 2 * 18),
    picture("four_dims", "f32[2,2,3,3]{3,2,1,0:T(2,2)}", 2 * 36, 2 * 28),
    picture("widened", "f32[2,3]{0,1:PAD(3,5=zero)}", 2 * 6, 2 * 9),
    picture("tail", "f32[3,5]{1,0:T(2,2)L(32)}", 2 * 15, 9 + 17),
    picture("late_padding", "f32[5]{0:T(1)(1,2)}", 2 * 5, 5),
    picture("apart", "f32[8,8]{1,0:T(2,2)(2,1,1)}", 2 * 64, 0),
    picture("packed", "s4[6,16]{1,0:T(4,8)(2,1)E(4)}", 2 * 96, 2 * 32),
    picture("order_of_tiles", "f32[2,3,4]{0,1,2:T(2,2)}", 2 * 24, 2 * 8),
    picture("long_tiles", "f32[4,8]{1,0:T(4,4)(2,2)}", 2 * 32, 0),
    // Five rows and columns of tile 0, and 19 positions.
    picture("huge", "f32[1000000,1000000]{1,0:T(8,128)}", 5 * 5 + 19, 0),
    // Three rows and two, seven columns and two; four lines of 10 positions.
    picture("elided", "f32[1000,1000]{0,1}", 5 * 9 + 4 * 10, 0),
    picture(
        "many_slices",
        "bf16[20,3,130]{2,0,1:T(8,128)(2,1)}",
        6 * 5 + 16,
        0,
    ),
];

/// Anatomies of texts; the documentation shows the first one.
pub(crate) const ANATOMIES: &[(&str, &str)] = &[
    ("tpu_bf16", "bf16[300,500]{1,0:T(8,128)(2,1)}"),
    ("figure1", "f32[3,5]{1,0:T(2,2)}"),
    ("figure2", "f32[4,8]{1,0:T(2,4)(2,1)}"),
    ("vector", "bf16[99]{0:T(256)(128)(2,1)}"),
    ("combined", "f32[2,3,4]{2,1,0:T(*,2,2)}"),
    ("columns", "f32[3,5]{0,1}"),
    ("slices", "f32[4,300,500]{2,1,0:T(8,128)S(1)}"),
    ("packed", "s4[600,1600]{1,0:T(8,128)(8,1)E(4)}"),
    ("apart", "f32[8,8]{1,0:T(2,2)(2,1,1)}"),
    ("huge", "f32[1000000,1000000]{0,1:T(8,128)}"),
    (
        "long",
        "bf16[1000,2000,3000,1000]{3,2,1,0:T(8,128)(2,1)L(1024)S(1)}",
    ),
    ("scalar", "u32[]{:T(128)}"),
    ("empty", "f32[0,5]{1,0:T(2,2)}"),
];

/// An array cut over devices: its name, its dimensions, the numbers of shards along them, the
/// devices of each shard, and the layout of a shard.
type ShardsPicture = (
    &'static str,
    &'static [usize],
    &'static [usize],
    usize,
    &'static str,
);

pub(crate) const SHARDS: &[ShardsPicture] = &[
    (
        "replicas",
        &[100, 300],
        &[2, 1],
        2,
        "bf16[50,300]{1,0:T(8,128)(2,1)}",
    ),
    (
        "square",
        &[4096, 4000],
        &[8, 8],
        1,
        "f32[512,500]{0,1:T(8,128)}",
    ),
    ("uneven", &[9, 101], &[4, 2], 1, "f32[3,51]{1,0:T(4,128)}"),
    ("line", &[1_000_000], &[64], 1, "f32[15625]{0:T(1024)}"),
    ("lines", &[1000, 3], &[64, 1], 1, "f32[16,3]{1,0}"),
    (
        "slices",
        &[16, 6, 16, 500],
        &[8, 2, 4, 1],
        4,
        "f32[2,3,4,500]{3,2,1,0:T(4,128)}",
    ),
    (
        "huge",
        &[1_000_000, 1_000_000],
        &[1024, 1024],
        1,
        "f32[977,977]{1,0:T(8,128)}",
    ),
    ("scalar", &[], &[], 3, "u32[]{:T(128)}"),
    ("empty", &[0, 5], &[2, 1], 1, "f32[0,5]{1,0:T(2,2)}"),
];

/// The golden file of an array cut over devices.
pub(crate) fn shards_file(name: &str, extension: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/pictures");
    PathBuf::from(folder).join(format!("shards_{name}.{extension}"))
}

/// The golden file of a stacked picture of [`DOCUMENTED`] or of the first two [`ANATOMIES`]; the
/// README shows those of its own figures.
pub(crate) fn narrow_file(name: &str) -> PathBuf {
    let folder = match name {
        "figure1" | "anatomy_tpu_bf16" => concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures"),
        _ => concat!(env!("CARGO_MANIFEST_DIR"), "/data/pictures"),
    };
    PathBuf::from(folder).join(format!("{name}_narrow.svg"))
}

/// The golden file of an anatomy.
pub(crate) fn anatomy_file(name: &str, extension: &str) -> PathBuf {
    let documented = name == ANATOMIES[0].0;
    let folder = if documented {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures")
    } else {
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/pictures")
    };
    PathBuf::from(folder).join(format!("anatomy_{name}.{extension}"))
}

impl Picture {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = &'static Picture> {
        DOCUMENTED.iter().chain(OTHERS)
    }

    /// The golden file with an extension.
    pub(crate) fn file(&self, extension: &str) -> PathBuf {
        let documented = DOCUMENTED.iter().any(|picture| picture.name == self.name);
        let folder = if documented {
            concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures")
        } else {
            concat!(env!("CARGO_MANIFEST_DIR"), "/data/pictures")
        };
        PathBuf::from(folder)
            .join(self.name)
            .with_extension(extension)
    }
}
