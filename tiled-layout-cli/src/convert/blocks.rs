//! Copies an array between files, block by block, in bounded memory.
//!
//! A block is a region of the target whose edges are edges of tiles. The region of a file that
//! contains it becomes a small array in memory, with the elements in the same order and the
//! padding between them, so that few long ranges are read or written. An ordinary copy plan
//! runs between the two small arrays.

use std::ops::Range;

use layout_core::spec::display::print;
use layout_core::util::arithmetic::least_common_multiple;
use layout_core::util::words::grouped;
use layout_runtime::{CopyPlan, Layout};

use super::output::Output;
use super::packed_values::copy_values;
use super::stored::Stored;
use crate::failure::Failure;

/// The maximum size of the two small arrays in bytes, unless one tile of each takes more.
const MAX_ARRAY_BYTES: usize = 64 << 20;
/// Blocks grow along the contiguous dimensions until runs in a file have this many bytes, then
/// along others.
const MIN_FILE_RUN: usize = 64 << 10;

pub(crate) type Region = Vec<Range<usize>>;

/// A region of the target, and the file that holds its elements.
pub(crate) struct Part<'a> {
    pub(crate) source: &'a Stored,
    /// The source index of the region's first element.
    pub(crate) origin: Vec<usize>,
    /// The region's indices in the target.
    pub(crate) region: Region,
}

/// An array to write, and the files that hold its elements.
pub(crate) struct Written<'a> {
    pub(crate) name: &'a str,
    pub(crate) layout: Layout,
    pub(crate) whole: Option<Layout>,
    pub(crate) parts: Vec<Part<'a>>,
}

fn whole(layout: &Layout) -> Region {
    layout.dims().iter().map(|&dim| 0..dim).collect()
}

fn extents(region: &[Range<usize>]) -> Vec<usize> {
    region.iter().map(Range::len).collect()
}

/// The multiples at which each dimension may be cut so that the part between two cuts is an
/// array of its own. A dimension that cannot be cut has its own extent.
fn cuts(layout: &Layout) -> Vec<usize> {
    let dims = layout.dims();
    let uncut = || dims.iter().map(|&dim| dim.max(1)).collect::<Vec<_>>();
    let Some(terms) = layout.terms().filter(|_| layout.pad().is_none()) else {
        return uncut();
    };
    let mut cuts = vec![1; dims.len()];
    for term in terms.iter() {
        let cut = &mut cuts[term.dim];
        *cut = least_common_multiple(*cut, term.period());
    }
    for dim in 0..dims.len() {
        // Packed elements share bytes along all dimensions except the most major one.
        let is_major = layout.minor_to_major().last() == Some(&dim);
        let shares = layout.element_bits() < 8;
        if shares && is_major {
            cuts[dim] = least_common_multiple(cuts[dim], 8);
        }
        // No term describes a dimension that lies within one tile.
        let mut cut = dims.to_vec();
        cut[dim] = cuts[dim].min(dims[dim]);
        match layout.with_dims(&cut) {
            Ok(part) if !shares || is_major => cuts[dim] = part.padded_dims()[dim].max(cuts[dim]),
            _ => cuts[dim] = dims[dim],
        }
        cuts[dim] = cuts[dim].min(dims[dim]).max(1);
    }
    cuts
}

/// The layout of a region whose edges are at cuts.
fn own_layout(layout: &Layout, region: &[Range<usize>]) -> Result<Layout, Failure> {
    let own = match region == whole(layout) {
        true => *layout,
        false => layout.with_dims(&extents(region)).map_err(Failure::new)?,
    };
    if own.metadata_prefix_bytes() == 0 {
        return Ok(own);
    }
    // A block has no metadata, which stands before the whole array.
    let mut spec = own.spec();
    spec.prefix = 0;
    Layout::parse(print(&spec).as_str()).map_err(Failure::new)
}

/// The same layout with a whole number of bytes per element.
fn wide(layout: &Layout) -> Result<Layout, Failure> {
    layout.with_element_bits(8).map_err(Failure::new)
}

/// The ranges of the buffer of `layout` that contain a region, and their offsets in the buffer
/// of the region's own layout. Ranges include padding between elements if it is the same in
/// both.
struct Stretches<'a> {
    layout: &'a Layout,
    cuts: &'a [usize],
    region: &'a [Range<usize>],
    own: &'a Layout,
    found: Vec<(usize, Range<usize>)>,
}

fn stretches(
    layout: &Layout,
    cuts: &[usize],
    region: &[Range<usize>],
    own: &Layout,
) -> Result<Vec<(usize, Range<usize>)>, Failure> {
    if region == whole(layout) {
        return Ok(vec![(0, 0..own.padded_bytes())]);
    }
    let mut stretches = Stretches {
        layout,
        cuts,
        region,
        own,
        found: Vec::new(),
    };
    stretches.find(region)?;
    Ok(stretches.found)
}

impl Stretches<'_> {
    /// A range of the region, in the region's own array.
    fn in_own(&self, slab: &[Range<usize>]) -> Region {
        let pairs = slab.iter().zip(self.region);
        pairs
            .map(|(range, all)| range.start - all.start..range.end - all.start)
            .collect()
    }

    /// Finds the ranges of a part of the region.
    fn find(&mut self, slab: &[Range<usize>]) -> Result<(), Failure> {
        // Two elements are at least as far apart in the whole array as in the region's own: if
        // the distance of the first and the last agrees, all distances agree.
        let ends = |layout: &Layout, slab: &[Range<usize>]| {
            let low: Vec<usize> = slab.iter().map(|range| range.start).collect();
            let last: Vec<usize> = slab.iter().map(|range| range.end - 1).collect();
            (layout.offset(&low), layout.offset(&last))
        };
        let in_own = self.in_own(slab);
        let (file, memory) = (ends(self.layout, slab), ends(self.own, &in_own));
        if file.1 - file.0 == memory.1 - memory.0 {
            let bits = self.layout.element_bits();
            let byte = |position: usize| (position as u128 * bits as u128 / 8) as usize;
            let end = ((memory.1 as u128 + 1) * bits as u128).div_ceil(8) as usize;
            self.push(byte(file.0), byte(memory.0)..end);
            return Ok(());
        }
        let order = self.layout.minor_to_major();
        let is_large = |dim: &&usize| slab[**dim].len() > self.cuts[**dim];
        let split = order.iter().rev().find(is_large);
        let Some(&dim) = split else {
            return self.find_runs(slab, &in_own);
        };
        let mut part = slab.to_vec();
        for start in slab[dim].clone().step_by(self.cuts[dim]) {
            part[dim] = start..slab[dim].end.min(start + self.cuts[dim]);
            self.find(&part)?;
        }
        Ok(())
    }

    /// The runs of elements within one tile.
    fn find_runs(&mut self, slab: &[Range<usize>], in_own: &Region) -> Result<(), Failure> {
        let mut in_file = self.layout.byte_ranges(slab).map_err(Failure::new)?;
        let in_memory = self.own.byte_ranges(in_own).map_err(Failure::new)?;
        let mut left = 0..0;
        for mut bytes in in_memory {
            while !bytes.is_empty() {
                if left.is_empty() {
                    let next = in_file.next();
                    left = next.ok_or_else(|| Failure::new("a region differs from its array"))?;
                }
                let len = left.len().min(bytes.len());
                self.push(left.start, bytes.start..bytes.start + len);
                left.start += len;
                bytes.start += len;
            }
        }
        Ok(())
    }

    /// Adds a range, or extends the last one with the padding between them.
    fn push(&mut self, start: usize, bytes: Range<usize>) {
        match self.found.last_mut() {
            Some((last, range)) if start - *last == bytes.start - range.start => {
                range.end = bytes.end;
            }
            _ => self.found.push((start, bytes)),
        }
    }
}

/// Called with each filled block and its layout.
type Visit<'v> = &'v mut dyn FnMut(&BlockCopy<'_>, &[Range<usize>], &Layout) -> Result<(), Failure>;

/// Copies an array into a file, block by block.
pub(crate) struct BlockCopy<'a> {
    target: Layout,
    target_cuts: Vec<usize>,
    parts: &'a [Part<'a>],
    /// One entry per part: the layout of its source, and where it may be cut.
    sources: Vec<(Layout, Vec<usize>)>,
    /// The extents of a block.
    block: Vec<usize>,
    source_bytes: Vec<u8>,
    target_bytes: Vec<u8>,
    wide_bytes: Vec<u8>,
}

impl<'a> BlockCopy<'a> {
    pub(crate) fn new(target: &Layout, parts: &'a [Part<'a>]) -> BlockCopy<'a> {
        let source = |part: &Part<'_>| {
            let layout = part.source.layout();
            (layout, cuts(&layout))
        };
        let sources: Vec<_> = parts.iter().map(source).collect();
        BlockCopy {
            target: *target,
            target_cuts: cuts(target),
            block: block_extents(target, sources.first().map_or(target, |(layout, _)| layout)),
            parts,
            sources,
            source_bytes: Vec::new(),
            target_bytes: Vec::new(),
            wide_bytes: Vec::new(),
        }
    }

    /// Writes the array at byte `start` of a file, and reports the elements of each block.
    pub(crate) fn write(
        &mut self,
        out: &Output,
        start: u64,
        progress: &dyn Fn(usize),
    ) -> Result<(), Failure> {
        self.for_each_block(&mut |copy, block, own| {
            for (at, range) in stretches(&copy.target, &copy.target_cuts, block, own)? {
                out.write_at(&copy.target_bytes[range], start + at as u64)?;
            }
            progress(block.iter().map(Range::len).product());
            Ok(())
        })
    }

    /// Reads the array at byte `start` back; fails if it differs.
    pub(crate) fn verify(&mut self, out: &Output, start: u64) -> Result<(), Failure> {
        let mut read = Vec::new();
        self.for_each_block(&mut |copy, block, own| {
            resize(&mut read, own)?;
            for (at, range) in stretches(&copy.target, &copy.target_cuts, block, own)? {
                let read = &mut read[..range.len()];
                out.read_at(read, start + at as u64)?;
                if *read != copy.target_bytes[range] {
                    return Err(out.differs(start + at as u64));
                }
            }
            Ok(())
        })
    }

    fn for_each_block(&mut self, visit: Visit<'_>) -> Result<(), Failure> {
        let dims = self.target.dims().to_vec();
        if dims.contains(&0) {
            return Ok(());
        }
        let mut at = vec![0usize; dims.len()];
        loop {
            let ends = at.iter().zip(&self.block).zip(&dims);
            let block: Region = ends
                .map(|((&start, &extent), &dim)| start..dim.min(start.saturating_add(extent)))
                .collect();
            let own = own_layout(&self.target, &block)?;
            self.fill(&block, &own)?;
            visit(self, &block, &own)?;
            // The next block in memory order.
            let order = self.target.minor_to_major();
            let next = order.iter().find(|&&dim| {
                let more = block[dim].end < dims[dim];
                at[dim] = if more { block[dim].end } else { 0 };
                more
            });
            if next.is_none() {
                return Ok(());
            }
        }
    }

    /// Produces the bytes of a block; elements that no part holds are zero.
    fn fill(&mut self, block: &[Range<usize>], own: &Layout) -> Result<(), Failure> {
        let bits = self.target.element_bits();
        let differs = |(source, _): &(Layout, _)| source.element_bits() != bits;
        let repack = bits < 8 && self.sources.iter().any(differs);
        let target = if repack { wide(own)? } else { *own };
        self.target_bytes.clear();
        resize(&mut self.target_bytes, &target)?;
        for (number, part) in self.parts.iter().enumerate() {
            let pairs = block.iter().zip(&part.region);
            let common: Region = pairs
                .map(|(a, b)| a.start.max(b.start)..a.end.min(b.end))
                .collect();
            if !common.iter().any(Range::is_empty) {
                self.fill_part(number, &common, block, &target)?;
            }
        }
        if repack {
            self.wide_bytes.clear();
            resize(&mut self.wide_bytes, own)?;
            copy_values((&target, &self.target_bytes), (own, &mut self.wide_bytes))
                .map_err(Failure::new)?;
            std::mem::swap(&mut self.target_bytes, &mut self.wide_bytes);
        }
        Ok(())
    }

    fn fill_part(
        &mut self,
        number: usize,
        common: &[Range<usize>],
        block: &[Range<usize>],
        target: &Layout,
    ) -> Result<(), Failure> {
        let (part, (source, cuts)) = (&self.parts[number], &self.sources[number]);
        let (mut hull, mut source_origin, mut target_origin) = (Vec::new(), Vec::new(), Vec::new());
        for (dim, (range, cut)) in common.iter().zip(cuts).enumerate() {
            let start = range.start - part.region[dim].start + part.origin[dim];
            let low = start / cut * cut;
            let end = (start + range.len())
                .next_multiple_of(*cut)
                .min(source.dims()[dim]);
            hull.push(low..end);
            source_origin.push(start - low);
            target_origin.push(range.start - block[dim].start);
        }
        let mut own = own_layout(source, &hull)?;
        resize(&mut self.source_bytes, &own)?;
        for (at, range) in stretches(source, cuts, &hull, &own)? {
            part.source.read_at(&mut self.source_bytes[range], at)?;
        }
        if part.source.swapped > 1 {
            let words = self.source_bytes.chunks_exact_mut(part.source.swapped);
            words.for_each(<[u8]>::reverse);
        }
        if own.element_bits() < 8 && target.element_bits() == 8 {
            let packed = own;
            own = wide(&packed)?;
            resize(&mut self.wide_bytes, &own)?;
            copy_values((&packed, &self.source_bytes), (&own, &mut self.wide_bytes))
                .map_err(Failure::new)?;
            std::mem::swap(&mut self.source_bytes, &mut self.wide_bytes);
        }
        let (from, to) = ((&own, &source_origin[..]), (target, &target_origin[..]));
        let plan = CopyPlan::region(from, to, &extents(common)).map_err(Failure::new)?;
        let run = plan.run_bytes(&self.source_bytes, &mut self.target_bytes);
        run.map_err(Failure::new)
    }
}

/// Gives a buffer the length of a block; fails if memory does not suffice.
fn resize(bytes: &mut Vec<u8>, block: &Layout) -> Result<(), Failure> {
    let len = block.padded_bytes();
    let reserved = bytes.try_reserve_exact(len.saturating_sub(bytes.len()));
    reserved.map_err(|_| {
        let len = grouped(len);
        Failure::Message(format!(
            "`{block}`, a block of {len} bytes, does not fit in memory"
        ))
    })?;
    bytes.resize(len, 0);
    Ok(())
}

/// The extents of a block, in whole tiles of both layouts: first long enough for long ranges in
/// both files, then as large as memory allows.
fn block_extents(target: &Layout, source: &Layout) -> Vec<usize> {
    let dims = target.dims();
    let (own, other) = (cuts(target), cuts(source));
    let common: Vec<usize> = (0..dims.len())
        .map(|dim| least_common_multiple(own[dim], other[dim]).clamp(1, dims[dim].max(1)))
        .collect();
    let bytes = |extents: &[usize]| {
        let both = [target, source].map(|layout| layout.with_dims(extents));
        both.iter().fold(0usize, |sum, own| {
            let bytes = own.as_ref().map_or(usize::MAX, Layout::padded_bytes);
            sum.saturating_add(bytes)
        })
    };
    let fits = bytes(&common) <= MAX_ARRAY_BYTES;
    let mut block = if fits { common } else { own };
    let (minor, other) = (target.minor_to_major(), source.minor_to_major());
    let order = || minor.iter().zip(other.iter()).flat_map(|(&a, &b)| [a, b]);
    let element = (target.element_bits() / 8).max(1);
    for limit in [MIN_FILE_RUN / element, usize::MAX] {
        for dim in order() {
            while block[dim] < dims[dim].min(limit) {
                let mut larger = block.clone();
                larger[dim] = dims[dim].min(2 * block[dim]);
                if bytes(&larger) > MAX_ARRAY_BYTES {
                    break;
                }
                block = larger;
            }
        }
    }
    block
}
