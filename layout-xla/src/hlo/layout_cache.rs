//! `LayoutCache`: the layouts of texts that have been parsed.

use alloc::boxed::Box;
use alloc::vec::Vec;

use layout_core::parse::error::ParseError;

use super::array::Array;
use layout_runtime::Layout;

/// The most layouts that are kept, a power of two: 1.5 MB.
const SLOTS: usize = 1 << 10;

/// The layouts of texts that have been parsed.
///
/// Modules repeat a few shapes many times, and finding a text is faster than parsing it.
/// The cache is direct-mapped: a text has one slot, which stores the last text that maps to
/// it. The cache needs at most 1.5 MB.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo::{self, LayoutCache};
///
/// let text = "ENTRY %e (p: f32[8]) -> (f32[8], token[]) {
///   %p = f32[8]{0:T(128)} parameter(0), metadata={op_name=\"f32[9]\"}
///   %q = f32[8]{0:T(128)} negate(f32[8]{0:T(128)} %p)";
/// let mut cache = LayoutCache::new();
/// let mut bytes = 0;
/// for array in hlo::layouts(text).flatten() {
///     bytes += cache.layout(&array)?.padded_bytes();
/// }
/// assert_eq!(bytes, 32 + 32 + 512 + 512 + 512);
/// # Ok::<(), tiled_layout::ParseError>(())
/// ```
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[derive(Clone, Debug)]
pub struct LayoutCache {
    slots: Vec<Option<Box<Slot>>>,
}

#[derive(Clone, Debug)]
struct Slot {
    text: Box<str>,
    layout: Layout,
}

impl LayoutCache {
    /// Returns an empty cache.
    #[must_use]
    pub fn new() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(SLOTS, || None);
        LayoutCache { slots }
    }

    /// Returns the layout of an array, parsed unless it is in the cache.
    ///
    /// # Errors
    ///
    /// When the text is not a valid layout.
    pub fn layout(&mut self, array: &Array<'_>) -> Result<&Layout, ParseError> {
        let text = array.text();
        let entry = &mut self.slots[slot_of(text)];
        let slot = match entry.take() {
            Some(slot) if *slot.text == *text => slot,
            _ => Box::new(Slot {
                text: text.into(),
                layout: array.layout()?,
            }),
        };
        Ok(&entry.insert(slot).layout)
    }
}

impl Default for LayoutCache {
    fn default() -> Self {
        LayoutCache::new()
    }
}

/// Returns the slot of a text: its FNV hash, eight bytes at a time.
fn slot_of(text: &str) -> usize {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    let (words, tail) = text.as_bytes().as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let tail = tail.iter().map(|&byte| u64::from(byte));
    let hash = words.chain(tail).fold(BASIS, |hash, value| {
        let mixed = (hash ^ value).wrapping_mul(PRIME);
        mixed ^ mixed >> 32 // a product's low bits depend on low bits only
    });
    hash as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{LayoutCache, SLOTS};
    use crate::hlo;
    use layout_runtime::Layout;

    /// More texts than slots, repeatedly.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn each_text_has_its_own_layout() {
        let mut cache = LayoutCache::new();
        for n in (1..=3 * SLOTS).chain(1..=SLOTS) {
            let text = format!("f32[{n},5]{{1,0:T(2,2)}}");
            let array = hlo::layouts(&text).next().unwrap().unwrap();
            assert_eq!(cache.layout(&array), Ok(&Layout::parse(&text).unwrap()));
        }
        let wrong = hlo::layouts("f32[3]{1}").next().unwrap().unwrap();
        assert!(cache.layout(&wrong).is_err());
        assert!(cache.slots.iter().flatten().count() > SLOTS / 2);
    }
}
