//! The buffers of the copies.

use tiled_layout::{CopyPlan, Layout};

use crate::timing::time_in_turn;

const PAGE: usize = 4096;

/// A buffer with all pages mapped, for bytes at offsets from its first page.
pub(crate) struct Pages(Vec<u8>);

impl Pages {
    pub(crate) fn new(len: usize) -> Pages {
        Pages((0..len + 2 * PAGE).map(|i| (i / 64) as u8).collect())
    }

    fn first_page(&self) -> usize {
        let start = self.0.as_ptr().addr();
        start.next_multiple_of(PAGE) - start
    }

    /// The `len` bytes that begin `offset` bytes past the first page; every offset shares pages.
    pub(crate) fn bytes(&self, offset: usize, len: usize) -> &[u8] {
        &self.0[self.first_page() + offset..][..len]
    }

    pub(crate) fn bytes_mut(&mut self, offset: usize, len: usize) -> &mut [u8] {
        let start = self.first_page() + offset;
        &mut self.0[start..][..len]
    }
}

/// A copy with its buffers, and `memcpy` of the same bytes between two other buffers.
pub(crate) struct Copied {
    pub(crate) plan: CopyPlan,
    /// Bytes without padding.
    pub(crate) bytes: usize,
    lens: [usize; 2],
    from: Pages,
    to: Pages,
    plain: [Pages; 2],
}

impl Copied {
    pub(crate) fn new(src: &Layout, dst: &Layout) -> Copied {
        let bytes = src.num_bytes();
        let lens = [src.padded_bytes(), dst.padded_bytes()];
        let [from, to] = lens.map(Pages::new);
        Copied {
            plan: CopyPlan::new(src, dst).unwrap(),
            bytes,
            lens,
            from,
            to,
            plain: [Pages::new(bytes), Pages::new(bytes)],
        }
    }

    /// The plan, and the source and the destination at offsets from a page.
    pub(crate) fn at(&mut self, [from, to]: [usize; 2]) -> (&CopyPlan, &[u8], &mut [u8]) {
        let [from_len, to_len] = self.lens;
        let from = self.from.bytes(from, from_len);
        (&self.plan, from, self.to.bytes_mut(to, to_len))
    }

    pub(crate) fn run(&mut self, offsets: [usize; 2]) {
        let (plan, from, to) = self.at(offsets);
        plan.run_bytes(from, to).unwrap();
    }

    pub(crate) fn plain(&mut self) -> (&[u8], &mut [u8]) {
        let [from, to] = &mut self.plain;
        (from.bytes(0, self.bytes), to.bytes_mut(0, self.bytes))
    }

    pub(crate) fn memcpy(&mut self) {
        let (from, to) = self.plain();
        to.copy_from_slice(from);
    }

    /// The number of runs that are timed together.
    pub(crate) fn batch(&self) -> usize {
        ((1 << 21) / self.bytes.max(1)).clamp(1, 10_000)
    }

    /// The seconds of the copy and of `memcpy`, which begin at a page.
    pub(crate) fn beside_memcpy(&mut self) -> [f64; 2] {
        time_in_turn(self.batch(), |task| match task {
            0 => self.run([0, 0]),
            _ => self.memcpy(),
        })
    }
}
