// mistakes: 2
use tiled_layout::{Index, Layout, Mapping};

/// Says that all elements lie past the buffer.
#[derive(Clone)]
struct Past(Layout);

impl Mapping for Past {
    type Index = Index;
    const STATIC: Option<&'static Layout> = None;

    fn layout(&self) -> &Layout {
        &self.0
    }
    fn checked_offset(&self, _: Index) -> Option<usize> {
        Some(self.0.padded_len())
    }
    fn offset_unchecked(&self, _: Index) -> usize {
        self.0.padded_len()
    }
    fn index(&self, _: usize) -> Option<Index> {
        None
    }
    fn index_from_slice(&self, _: &[usize]) -> Option<Index> {
        None
    }
}

fn main() {}
