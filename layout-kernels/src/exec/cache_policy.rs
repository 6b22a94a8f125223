//! `CachePolicy`: cached or non-temporal stores, chosen by the bytes that a copy touches.
//!
//! | policy | bytes on both sides | order of the loops | stores |
//! |---|---|---|---|
//! | in order | less than 2 MiB | the side with fewer tiles: one without tiles is visited from start to end | cached |
//! | by tiles | up to half of the last-level cache, at most 16 MiB | the side with more tiles | cached |
//! | streaming | more | the same | non-temporal (streaming) |
//!
//! Transposes whose rows conflict in the destination stream from 2 MiB on: cached stores would
//! evict their lines before these are full.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::plan::{Inner, Nest};

/// How a copy uses the caches; see the table of this module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachePolicy {
    InOrder,
    ByTiles,
    Streaming,
}

impl CachePolicy {
    /// Returns the policy of a copy that touches `bytes` bytes on both sides together.
    ///
    /// Cached stores run at the speed of the cache while it holds both sides, wherever these
    /// begin. Streaming stores run at the speed of writes to memory. They cross at half of the
    /// last-level cache, or of one processor's share of it.
    pub(crate) fn of(bytes: usize) -> CachePolicy {
        // The second-level cache holds less. No limit is smaller, and `cpuid` takes longer than a
        // small copy.
        const MIN_BY_TILES: usize = if cfg!(small_limits) { 64 } else { 2 << 20 };
        if bytes < MIN_BY_TILES {
            CachePolicy::InOrder
        } else if bytes <= Limits::of().cached {
            CachePolicy::ByTiles
        } else {
            CachePolicy::Streaming
        }
    }

    /// Chooses the shapes of a transpose's blocks, see [`Nest`]: it writes within `bytes` bytes.
    pub(crate) fn shape_blocks(nest: &mut Nest<'_>, bytes: usize) {
        if matches!(nest.inner, Inner::Transpose { .. }) {
            let limits = Limits::of();
            nest.narrow = bytes > limits.wide;
            nest.tall = limits.tall;
        }
    }
}

/// What depends on the processor.
struct Limits {
    /// The most bytes of a copy with cached stores, on both sides together.
    cached: usize,
    /// The most bytes of the destination whose blocks are not narrow.
    wide: usize,
    /// True if blocks are tall.
    tall: bool,
}

impl Limits {
    /// Returns the limits for a last-level cache of `bytes` bytes; `amd`: AMD made the processor.
    ///
    /// On AMD, narrow blocks of transposes larger than its cache are 1.05 to 1.2 times as fast,
    /// smaller ones 0.8 to 0.93; tall blocks of images, which have no prefetches, are 1.05 to 1.3
    /// times as fast. On Intel the prefetches gain 1.1 to 1.3, and narrow blocks are not
    /// measured.
    const fn with(bytes: usize, amd: bool) -> Limits {
        Limits {
            cached: if cfg!(small_limits) { 128 } else { bytes / 2 },
            wide: if amd { bytes } else { usize::MAX },
            tall: amd,
        }
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[inline]
    fn of() -> Limits {
        static BYTES: AtomicUsize = AtomicUsize::new(0);
        static VENDOR: AtomicUsize = AtomicUsize::new(0);
        Self::with(once(&BYTES, last_level_bytes), once(&VENDOR, vendor) == AMD)
    }

    #[cfg(any(miri, not(target_arch = "x86_64")))]
    fn of() -> Limits {
        Self::with(DEFAULT_BYTES, false)
    }
}

/// The assumed size of the last-level cache if the processor does not report it, and the
/// upper bound if it does: many cores share a larger cache, and it is about as slow as
/// memory. With a cache of 480 MiB, copies of 32 MiB are a third faster with non-temporal
/// stores.
const DEFAULT_BYTES: usize = 32 << 20;

/// The first four bytes of the CPUID vendor `AuthenticAMD`.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const AMD: usize = 0x6874_7541;

/// Returns the value of `ask`, cached; 0 means not asked yet.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn once(cached: &AtomicUsize, ask: fn() -> usize) -> usize {
    match cached.load(Relaxed) {
        0 => {
            let value = ask();
            cached.store(value, Relaxed);
            value
        }
        value => value,
    }
}

/// A subleaf of `cpuid`.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(
    unused_unsafe,
    reason = "newer compilers than the oldest supported one call it safe"
)]
fn cpuid(leaf: u32, part: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: all x86-64 processors have the instruction.
    unsafe { core::arch::x86_64::__cpuid_count(leaf, part) }
}

/// Returns the first four bytes of the processor's CPUID vendor.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cold]
fn vendor() -> usize {
    cpuid(0, 0).ebx as usize
}

/// Returns the size of the last-level cache that the processor reports.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cold]
fn last_level_bytes() -> usize {
    // Intel has the list of caches in leaf 4, AMD the same in leaf 0x8000_001d.
    let leaf = match cpuid(0x8000_0000, 0).eax {
        0x8000_001d.. if vendor() == AMD => 0x8000_001d,
        _ => 4,
    };
    let mut largest = 0;
    if leaf != 4 || cpuid(0, 0).eax >= 4 {
        for cache in 0..8 {
            let part = cpuid(leaf, cache);
            if part.eax & 0x1f == 0 {
                break; // no more caches
            }
            let lines = ((part.ebx >> 22) + 1) * ((part.ebx >> 12 & 0x3ff) + 1);
            let bytes = lines as usize * ((part.ebx & 0xfff) + 1) as usize;
            largest = largest.max(bytes * (part.ecx as usize + 1));
        }
    }
    if largest == 0 {
        DEFAULT_BYTES
    } else {
        largest.min(DEFAULT_BYTES)
    }
}
