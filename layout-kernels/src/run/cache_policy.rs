//! `CachePolicy`: how a copy uses the caches, by how many bytes it touches.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How a copy uses the caches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachePolicy {
    /// Cached stores, in the order of the layout with fewer digits, so that a
    /// side without tiles is visited from start to end.
    InOrder,
    /// Cached stores, tile by tile.
    ByTiles,
    /// Non-temporal (streaming) stores, tile by tile.
    Streaming,
}

impl CachePolicy {
    /// The policy of a copy that touches `bytes` bytes on both sides together.
    ///
    /// Streaming stores do not read the destination before it is written, but
    /// evict it from the caches that hold it: they win in copies that are larger
    /// than the last-level cache, or than what one processor has of it, and lose
    /// in smaller ones.
    pub(crate) fn of(bytes: usize) -> CachePolicy {
        Self::within(bytes, |limits| limits.within)
    }

    /// The policy of such a copy by several threads: together they saturate the
    /// memory, whose bandwidth streaming stores need more of.
    #[cfg(feature = "rayon")]
    pub(crate) fn of_threads(bytes: usize) -> CachePolicy {
        Self::within(bytes, |limits| limits.within_by_threads)
    }

    /// Whether a copy out of tiles that is larger than the caches is staged, if its rows
    /// begin within cache lines.
    pub(crate) fn stages_rows() -> bool {
        Limits::of().stages_rows
    }

    fn within(bytes: usize, within: impl Fn(Limits) -> usize) -> CachePolicy {
        // No limit is smaller, and asking takes longer than a small copy.
        const MIN_LIMIT: usize = 1 << 18;
        if bytes <= MIN_LIMIT || bytes <= Limits::of().in_order {
            CachePolicy::InOrder
        } else if bytes <= within(Limits::of()) {
            CachePolicy::ByTiles
        } else {
            CachePolicy::Streaming
        }
    }
}

/// The most bytes that go the first way, and the first two.
struct Limits {
    in_order: usize,
    within: usize,
    #[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "one thread"))]
    within_by_threads: usize,
    /// As [`CachePolicy::stages_rows`].
    stages_rows: bool,
}

impl Limits {
    /// The policy for a last-level cache of `bytes` bytes, of AMD or another
    /// vendor.
    ///
    /// With one of 32 MiB of AMD, copies of 4 MiB and more were up to 1.6 times
    /// as fast tile by tile, and from 14 MiB on faster with streaming stores: such a
    /// victim cache holds lines evicted from L2, also those that were only written.
    /// Two threads were faster through it up to its size.
    ///
    /// Rows out of tiles that begin within lines reached 0.8 to 1.2 of `memcpy` there with
    /// cached stores, and 0.6 to 0.8 by way of the staging buffer; on Intel the buffer was
    /// faster.
    const fn with(bytes: usize, amd: bool) -> Limits {
        if amd {
            Limits {
                in_order: bytes / 8,
                within: bytes / 16 * 7,
                within_by_threads: bytes,
                stages_rows: false,
            }
        } else {
            Limits {
                in_order: bytes,
                within: bytes,
                within_by_threads: bytes,
                stages_rows: true,
            }
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

/// The last-level cache where the processor does not say; also the most that is
/// taken for one: where it is larger, many processors share it, and the memory
/// is about as fast as their way to it. With one of 480 MiB, copies of 32 MiB
/// were a third faster past it.
const DEFAULT_BYTES: usize = 32 << 20;

/// The first four bytes of the CPUID vendor `AuthenticAMD`.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const AMD: usize = 0x6874_7541;

/// What this processor reports, asked once; 0 stands for not asked yet.
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

/// The vendor of the processor.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cold]
fn vendor() -> usize {
    cpuid(0, 0).ebx as usize
}

/// The size of the last-level cache that the processor reports.
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
