//! A paged cache of keys, and a grid in blocks with halos.

use std::error::Error;
use tiled_layout::prelude::*;

/// Page, head, slot, feature: a page has 16 tokens.
type Pages = layout!(F32[?,2,16,64]<3,2,1,0:T(8,128)>);

/// Which pages a sequence has, in order, and how many tokens.
struct Sequence {
    pages: Vec<usize>,
    len: usize,
}

struct Cache {
    pages: Buffer<f32, Pages>,
    free: Vec<usize>,
}

impl Cache {
    fn new(pages: usize) -> Result<Cache, Box<dyn Error>> {
        let layout = Pages::with_dims([pages, 2, 16, 64])?;
        Ok(Cache {
            pages: Buffer::zeroed_with(layout)?,
            free: (0..pages).rev().collect(),
        })
    }

    /// Adds the keys of a token, one row a head.
    fn push(
        &mut self,
        sequence: &mut Sequence,
        keys: &[[f32; 64]; 2],
    ) -> Result<(), Box<dyn Error>> {
        let slot = sequence.len % 16;
        if slot == 0 {
            sequence.pages.push(self.free.pop().unwrap());
        }
        let page = *sequence.pages.last().unwrap();
        let at = (page..page + 1, .., slot..slot + 1, ..);
        let mut region = self.pages.region_mut(at)?;
        region.copy_from_row_major(keys.as_flattened())?;
        sequence.len += 1;
        Ok(())
    }

    /// The scores of all tokens against a query, for one head.
    fn scores(&self, sequence: &Sequence, head: usize, query: &[f32; 64]) -> Vec<f32> {
        let score = |token: usize| {
            let (page, slot) = (sequence.pages[token / 16], token % 16);
            let key = |feature| self.pages[&[page, head, slot, feature]];
            query.iter().enumerate().map(|(i, q)| q * key(i)).sum()
        };
        (0..sequence.len).map(score).collect()
    }
}

#[test]
fn tokens_go_to_pages_and_come_back() -> Result<(), Box<dyn Error>> {
    let mut cache = Cache::new(6)?;
    let empty = || Sequence {
        pages: vec![],
        len: 0,
    };
    let mut sequences = [empty(), empty()];
    let keys = |sequence: usize, token: usize| {
        [0, 1].map(|head| [(sequence * 1000 + token * 2 + head) as f32; 64])
    };
    // The two sequences take turns, so that their pages are not next to one another.
    for token in 0..37 {
        for (i, sequence) in sequences.iter_mut().enumerate() {
            cache.push(sequence, &keys(i, token))?;
        }
    }
    assert_eq!(sequences[0].pages, [0, 2, 4]);
    for (i, sequence) in sequences.iter().enumerate() {
        for head in 0..2 {
            let scores = cache.scores(sequence, head, &[1.0; 64]);
            let expected = (0..37).map(|token| 64.0 * keys(i, token)[head][0]);
            assert!(scores.into_iter().eq(expected));
        }
    }
    // A page is contiguous: 2 heads of 2 tiles each, of which half is padding.
    let page = cache.pages.layout().byte_ranges((1..2, .., .., ..))?;
    assert_eq!(
        page.map(|range| range.len()).sum::<usize>(),
        2 * 16 * 64 * 4
    );
    Ok(())
}

/// Blocks of 4x4 with a halo of one element around them.
type Halos = layout!(F32[2,2,6,6]);

#[test]
fn halos_are_copied_from_the_neighbours() -> Result<(), Box<dyn Error>> {
    let grid = |i: usize, j: usize| (8 * i + j) as f32;
    let mut blocks = Buffer::<f32, Halos>::from_elem(-1.0);
    for ([b, c, y, x], element) in blocks.indexed_iter_mut() {
        if (1..5).contains(&y) && (1..5).contains(&x) {
            *element = grid(4 * b + y - 1, 4 * c + x - 1);
        }
    }
    // The last inner row of a block is the halo above the block below it; and so on.
    let whole = blocks.clone();
    for ((from, to), dim) in [((4, 0), 2), ((1, 5), 2), ((4, 0), 3), ((1, 5), 3)] {
        let (upper, lower) = if to == 0 { (0, 1) } else { (1, 0) };
        let mut src = [0..2, 0..2, 1..5, 1..5];
        let mut dst = src.clone();
        (src[dim - 2], dst[dim - 2]) = (upper..upper + 1, lower..lower + 1);
        (src[dim], dst[dim]) = (from..from + 1, to..to + 1);
        blocks.region_mut(&dst)?.copy_from(whole.region(&src)?)?;
    }
    for ([b, c, y, x], &element) in blocks.indexed_iter() {
        let (i, j) = ((4 * b + y).wrapping_sub(1), (4 * c + x).wrapping_sub(1));
        let corner = [0, 5].contains(&y) && [0, 5].contains(&x);
        let expected = if corner || i >= 8 || j >= 8 {
            -1.0
        } else {
            grid(i, j)
        };
        assert_eq!(element, expected, "block ({b}, {c}), row {y}, column {x}");
    }
    Ok(())
}
