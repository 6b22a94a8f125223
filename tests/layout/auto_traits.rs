//! Every public type can be sent to another thread and shared with it. `tests/tools/sources.rs` checks
//! that the list below has every type that the crate exports.

use tiled_layout::error::*;
use tiled_layout::iter::*;
use tiled_layout::notation::explain::*;
use tiled_layout::notation::{System, TextError};
use tiled_layout::xla::hlo::*;
use tiled_layout::xla::proto::{ArrayProto, ProtoBytes, ProtoError};
use tiled_layout::xla::shards::{
    Devices, Location, Mesh, ShardBytes, Sharded, Sharding, ShardingError, Subgroup,
};
use tiled_layout::xla::tpu::TpuError;
use tiled_layout::xla::{Change, Remedy};
use tiled_layout::*;

fn shared<T: Send + Sync>() {}

macro_rules! all_shared {
    ($($type:ty),* $(,)?) => { $(shared::<$type>();)* };
}

/// A static layout, one with `?`, and one known only at run time.
macro_rules! for_each_kind {
    ($($name:ident),*) => {$(
        shared::<$name<'_, f32, layout!(F32[3,5]<1,0:T(2,2)>)>>();
        shared::<$name<'_, f32, layout!(F32[?,5]<1,0:T(2,2)>)>>();
        shared::<$name<'_, f32, &Layout>>();
    )*};
}

/// Elements that are read, written and owned, of a static and a run-time layout.
macro_rules! for_each_storage {
    ($($name:ident $(:: $rest:ident)*),*) => {$(
        shared::<$name $(:: $rest)*<Ref<'_, f32>, layout!(F32[3,5]<1,0:T(2,2)>)>>();
        shared::<$name $(:: $rest)*<Mut<'_, f32>, &Layout>>();
        shared::<$name $(:: $rest)*<Aligned<f32>, Layout>>();
        shared::<$name $(:: $rest)*<Packed<Ref<'_, u8>, i8>, &Layout>>();
    )*};
}

/// The same, of items with one dimension less, and with as many.
macro_rules! for_each_storage_of_parts {
    ($($name:ident),*) => {$(
        shared::<$name<Ref<'_, f32>, layout!(F32[3,5]<1,0:T(2,2)>), [usize; 1]>>();
        shared::<$name<Mut<'_, f32>, &Layout, Index>>();
        shared::<$name<Packed<Ref<'_, u8>, i8>, &Layout, Index>>();
    )*};
}

#[test]
#[allow(unused_qualifications, reason = "two modules have an `Array`")]
fn every_public_type() {
    all_shared!(
        Layout, Index, Dims, PhysicalDims, LogicalStrides, Ranges, tiled_layout::Tile, TileList, Pad, PaddingValue,
        Split, Term, Terms,
        ElementType, ErrorKind, Expected, NotAnArray, Section, What, LargeCount, ArrayString<16>, ErrorText,
        DimensionPadding, PaddingWaste, ByteRanges, Change, Remedy, CopyPlan,
        Offset<layout!(F32[3,5])>, LayoutOnDemand, layout!(F32[3,5]), layout!(F32[?,5]),
        ParseError, LayoutError, LayoutDifference, RegionError, CopyError, CopySide, LengthError,
        InvalidStrides, Strides<[usize; 2]>, Strides<Index>,
        ViewError,
        tiled_layout::Array<Vec<f32>, Layout>, Buffer<f32, Layout>, PackedBuffer<i8, Layout>,
        Language, PositionFormula, SumTerm, TilingStep, WorkedElement,
        Walkthrough<'_>, TextError, System, TpuError,
        ProtoBytes, ProtoError, ArrayProto<'_>, xla::hlo::Array<'_>, Instruction<'_>, LayoutCache,
        Reason, Skipped, LayoutMode<'_>, Tensor<'_>, TensorRole,
        Devices<'_>, Location<'_>, Mesh, ShardBytes, Sharded,
        Sharding, ShardingError, Subgroup, draw::CheckedSpec, draw::Svg, draw::Theme, draw::Text, draw::Shards,
    );
    for_each_kind!(View, ViewMut, TileView, TileViewMut);
    for_each_storage!(Iter, IndexedIter, Runs, Tiles, iter::Tile);
    for_each_storage_of_parts!(AxisIter, Blocks);
    #[cfg(feature = "std")]
    {
        use tiled_layout::xla::audit::{Audit, AuditError};
        use tiled_layout::xla::tally::{
            Cause, LiveBuffer, Options, OutOfMemory, Peak, Predicted, Reserved, ReservedBuffer,
            Row, SkippedText, Tally, Total,
        };
        all_shared!(
            Audit,
            AuditError,
            ReservedBuffer,
            Cause,
            LiveBuffer,
            Options,
            OutOfMemory,
            Peak,
            Predicted,
            Reserved,
            Row,
            SkippedText,
            Tally,
            Total,
        );
    }
    shared::<Region<&Layout>>();
    shared::<Region<layout!(F32[3,5]), [usize; 1]>>();
    shared::<Ranked<&Layout, 2>>();
    macro_rules! packed {
        ($($name:ident),*) => { $(shared::<$name<'_, i8, &Layout>>();)* };
    }
    packed!(PackedView, PackedViewMut);
}
