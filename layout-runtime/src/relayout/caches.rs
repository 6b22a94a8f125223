//! How much the caches hold, to know when to store past them.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::processor::once;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::sync::atomic::AtomicUsize;

/// Whether a move that touches so many bytes on both sides together is larger
/// than the last-level cache, or than what one processor has of it.
///
/// Stores past the caches then win, because the destination is not read
/// before it is written; below that they lose, because the destination is
/// moved out of the caches that hold it.
#[inline]
pub(super) fn exceeded_by(bytes: usize) -> bool {
    // No last-level cache is smaller, and asking takes longer than a small move.
    const SMALLEST: usize = 1 << 20;
    bytes > SMALLEST && bytes > last_level()
}

/// The bytes of the last-level cache: what the processor says, or a usual size.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn last_level() -> usize {
    static BYTES: AtomicUsize = AtomicUsize::new(0);
    once(&BYTES, ask_last_level)
}

/// What the processor says of its last-level cache.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cold]
fn ask_last_level() -> usize {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    // Intel has the list of caches in leaf 4, AMD the same in leaf 0x8000_001d.
    let leaf = match (__cpuid(0).ebx, __cpuid(0x8000_0000).eax) {
        (0x6874_7541, 0x8000_001d..) => 0x8000_001d, // "Auth"
        _ => 4,
    };
    let mut largest = 0;
    if leaf != 4 || __cpuid(0).eax >= 4 {
        for cache in 0..8 {
            let part = __cpuid_count(leaf, cache);
            if part.eax & 0x1f == 0 {
                break; // no more caches
            }
            let lines = ((part.ebx >> 22) + 1) * ((part.ebx >> 12 & 0x3ff) + 1);
            let bytes = lines as usize * ((part.ebx & 0xfff) + 1) as usize;
            largest = largest.max(bytes * (part.ecx as usize + 1));
        }
    }
    if largest == 0 {
        USUAL
    } else {
        largest.min(USUAL)
    }
}

/// The bytes of the last-level cache: a usual size.
#[cfg(any(miri, not(target_arch = "x86_64")))]
fn last_level() -> usize {
    USUAL
}

/// The last-level cache where the processor does not say; also the most that is
/// taken for one: where it is larger, many processors share it, and the memory
/// is about as fast as their way to it. With one of 480 MiB, moves of 32 MiB
/// were a third faster past it.
const USUAL: usize = 32 << 20;
