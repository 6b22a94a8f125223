//! `layout!` names everything it needs by its full path: it works without a prelude and where
//! its names mean something else.

#![allow(
    non_camel_case_types,
    unused,
    clippy::upper_case_acronyms,
    reason = "the names here are in the way on purpose"
)]

/// No prelude, no extern prelude.
#[no_implicit_prelude]
mod no_prelude {
    use ::tiled_layout::layout;

    pub(crate) type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    pub(crate) const VALUE: Fig1 = layout!(f32[3,5]{1,0:T(2,2)});
    pub(crate) const AT: usize = Fig1::offset([2, 3]);
    pub(crate) fn rows<const N: usize>() -> usize {
        <layout!(F32[N,{ 4 + 1 }]<1,0:T(2,2)>)>::PADDED_LEN
    }
    pub(crate) type Scalar = ::tiled_layout::layout!(U32[]<:T(128)>);
}

/// The names of types, traits and crates that an expansion may want mean something else.
mod shadowed {
    mod core {}
    mod std {}
    mod alloc {}
    mod tiled_layout {}
    mod layout_core {}
    mod layout_draw {}
    mod layout_runtime {}
    mod layout_macros {}
    struct u8;
    struct u32;
    struct i32;
    struct usize;
    struct bool;
    struct str;
    struct f32;
    struct F32;
    struct Option;
    struct Some;
    struct None;
    struct Result;
    struct Ok;
    struct Err;
    struct Default;
    struct Sized;
    struct Copy;
    struct Clone;
    struct PhantomData;
    struct StaticLayout;
    struct Layout;
    struct Dims2;
    struct Order2;
    struct Tile2;
    struct T;
    struct E;
    struct L;
    struct S;
    struct M;
    struct PAD;
    struct zero;
    macro_rules! panic {
        () => {};
    }
    macro_rules! compile_error {
        () => {};
    }

    use ::tiled_layout::layout;

    pub(crate) type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    pub(crate) type Sections = layout!(S4[3,5]<1,0:T(2,2)L(8)E(4)S(1)M(64)PAD(4,5=zero)>);
    pub(crate) const VALUE: Fig1 = layout!(f32[3,5]{1,0:T(2,2)});
    pub(crate) fn at() -> [::core::primitive::usize; 2] {
        [
            VALUE.offset_of_last(),
            <layout!(F32[3,5]<1,0:T(2,2)>)>::offset([2, 3]),
        ]
    }
    trait Last {
        fn offset_of_last(self) -> ::core::primitive::usize;
    }
    impl Last for Fig1 {
        fn offset_of_last(self) -> ::core::primitive::usize {
            Fig1::offset([2, 4])
        }
    }
}

/// Names of the layout language as constants and const parameters of the user.
mod names_of_the_language {
    use tiled_layout::layout;

    const T: usize = 2;
    const N: usize = 3;
    const F32: usize = 5;
    pub(crate) type Fig1 = layout!(F32[N,F32]<1,0:T(T,T)>);

    /// Names of other systems for element types and dimensions.
    #[expect(non_upper_case_globals)]
    mod of_other_systems {
        pub(super) const int8: usize = 3;
        pub(super) const float32: usize = 2;
        pub(super) const d0: usize = 5;
    }
    use of_other_systems::{d0, float32, int8};
    pub(crate) type Same = layout!(F32[int8,d0]<1,0:T(float32,2)>);

    pub(crate) fn rows<const RANK: usize, const D: usize>() -> usize {
        <layout!(F32[RANK,D]<1,0:T(2,2)>)>::PADDED_LEN
    }
}

/// The crate under another name, by re-export.
mod elsewhere {
    pub(crate) mod inner {
        pub(crate) use tiled_layout as tiles;
        pub(crate) use tiled_layout::layout as tile_layout;
    }
    pub(crate) type Fig1 = inner::tiles::layout!(F32[3,5]<1,0:T(2,2)>);
    pub(crate) type Again = inner::tile_layout!(F32[3,5]<1,0:T(2,2)>);
}

/// Compiles only when both arguments have one type.
fn same<A>(_: A, _: A) {}

#[test]
fn one_type_everywhere() {
    same::<tiled_layout::layout!(F32[3,5]<1,0:T(2,2)>)>(no_prelude::VALUE, shadowed::VALUE);
    same(no_prelude::VALUE, names_of_the_language::Fig1::default());
    same(no_prelude::VALUE, names_of_the_language::Same::default());
    same(elsewhere::Fig1::default(), elsewhere::Again::default());
    same(elsewhere::Fig1::default(), no_prelude::VALUE);
}

#[test]
fn and_the_right_positions() {
    assert_eq!(no_prelude::AT, 17);
    assert_eq!(no_prelude::rows::<3>(), 24);
    assert_eq!(no_prelude::Scalar::PADDED_LEN, 128);
    assert_eq!(shadowed::at(), [20, 17]);
    assert_eq!(shadowed::Sections::PADDED_LEN, 24);
    assert_eq!(names_of_the_language::Fig1::PADDED_LEN, 24);
    assert_eq!(names_of_the_language::rows::<3, 5>(), 24);
}
