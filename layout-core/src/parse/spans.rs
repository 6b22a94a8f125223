//! `Spans`: the range of each part of the layout in the text.

use super::{NOWHERE, Span};
use crate::spec::validate::SpecPart;
use crate::spec::{MAX_RANK, MAX_SPLIT_INDICES, MAX_SPLITS, MAX_TILE_RANK, MAX_TILES};

/// The range of each part of the layout in the text.
pub(super) struct Spans {
    pub(super) dims: Span,
    pub(super) order: Span,
    pub(super) colon: Span,
    pub(super) order_entries: [Span; MAX_RANK],
    pub(super) tiles: [Span; MAX_TILES],
    pub(super) tile_entries: [[Span; MAX_TILE_RANK]; MAX_TILES],
    pub(super) align: Span,
    pub(super) bits: Span,
    pub(super) space: Span,
    pub(super) metadata: Span,
    pub(super) splits: [Span; MAX_SPLITS],
    pub(super) split_indices: [[Span; MAX_SPLIT_INDICES]; MAX_SPLITS],
    pub(super) pads: Span,
    pub(super) pad_widths: [Span; MAX_RANK],
}

impl Spans {
    /// No part has a range.
    pub(super) const NOWHERE: Spans = Spans {
        dims: NOWHERE,
        order: NOWHERE,
        colon: NOWHERE,
        order_entries: [NOWHERE; MAX_RANK],
        tiles: [NOWHERE; MAX_TILES],
        tile_entries: [[NOWHERE; MAX_TILE_RANK]; MAX_TILES],
        align: NOWHERE,
        bits: NOWHERE,
        space: NOWHERE,
        metadata: NOWHERE,
        splits: [NOWHERE; MAX_SPLITS],
        split_indices: [[NOWHERE; MAX_SPLIT_INDICES]; MAX_SPLITS],
        pads: NOWHERE,
        pad_widths: [NOWHERE; MAX_RANK],
    };

    /// Returns the range of a part in a text of `len` bytes.
    pub(super) const fn of(&self, part: SpecPart, len: usize) -> Span {
        match part {
            SpecPart::Whole => Span { start: 0, end: len },
            SpecPart::Dims => self.dims,
            SpecPart::Order => self.order,
            SpecPart::OrderEntry(i) => self.order_entries[i],
            SpecPart::Tile(t) => self.tiles[t],
            SpecPart::TileEntry(t, i) => self.tile_entries[t][i],
            SpecPart::Align => self.align,
            SpecPart::Bits => self.bits,
            SpecPart::Space => self.space,
            SpecPart::Metadata => self.metadata,
            SpecPart::Split(i) => self.splits[i],
            SpecPart::SplitIndex(i, j) => self.split_indices[i][j],
            SpecPart::Pads => self.pads,
            SpecPart::PadWidth(i) => self.pad_widths[i],
        }
    }
}
