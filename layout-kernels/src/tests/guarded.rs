//! Buffers that end at pages which cannot be touched: an access past an end faults.
//!
//! ```text
//! | no access | from start ..  .. to the end | no access |
//!             ^ a buffer at the start        ^ one at the end
//! ```

use std::cell::RefCell;
use std::ptr;
use std::slice;
use std::thread_local;

use super::UNTOUCHED;
use crate::{Destination, Source};

/// Where a buffer lies between the pages without access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The number of bytes between the page before it and the buffer; with 0, an access to the
    /// byte before the buffer faults.
    After(usize),
    /// An access to the byte after it faults.
    End,
}

const START: Place = Place::After(0);

/// The places of a source and of a destination.
pub(super) const PLACES: [[Place; 2]; 4] = [
    [START, START],
    [START, Place::End],
    [Place::End, START],
    [Place::End, Place::End],
];

/// The bytes beside a buffer that a copy must leave as they are, if they are mapped.
const BESIDE: usize = 64;

/// Pages that can be read and written, between two that cannot be touched.
struct GuardedPages {
    /// The mapping: a page without access, `len` bytes, a page without access.
    mapping: *mut u8,
    page: usize,
    len: usize,
}

impl GuardedPages {
    /// At least `len` bytes.
    fn new(len: usize) -> GuardedPages {
        // SAFETY: the call reads a number of the system, and touches no memory of ours.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let page = usize::try_from(page).expect("a page has a size");
        let len = len.max(1).next_multiple_of(page);
        let (flags, none) = (libc::MAP_PRIVATE | libc::MAP_ANON, libc::PROT_NONE);
        // SAFETY: the system chooses an address that nothing else has; the mapping has no file.
        let mapping = unsafe { libc::mmap(ptr::null_mut(), len + 2 * page, none, flags, -1, 0) };
        assert_ne!(mapping, libc::MAP_FAILED, "{len} bytes are mapped");
        let mapping = mapping.cast::<u8>();
        let (first, both) = (
            mapping.wrapping_add(page),
            libc::PROT_READ | libc::PROT_WRITE,
        );
        // SAFETY: these pages lie in the mapping made above, which nothing else uses.
        let changed = unsafe { libc::mprotect(first.cast(), len, both) };
        assert_eq!(changed, 0, "{len} bytes can be written");
        GuardedPages { mapping, page, len }
    }

    /// The bytes that can be touched.
    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY:
        // - `len` bytes after the first page are mapped for reads and writes, and anonymous
        //   memory is zeroed;
        // - nothing else has the mapping, and the slice borrows its owner mutably;
        // - any address is aligned for bytes, and a mapping is no longer than `isize::MAX`.
        unsafe { slice::from_raw_parts_mut(self.mapping.wrapping_add(self.page), self.len) }
    }

    /// The bytes before a buffer that are looked at, the buffer, and those after it.
    fn buffer(&mut self, len: usize, place: Place) -> (&mut [u8], &mut [u8], &mut [u8]) {
        let skew = match place {
            Place::After(bytes) => bytes,
            Place::End => 0,
        };
        if self.len < len + skew {
            *self = GuardedPages::new(len + skew);
        }
        let bytes = self.bytes();
        let (before, rest) = match place {
            Place::After(_) => bytes.split_at_mut(skew),
            Place::End => bytes.split_at_mut(bytes.len() - len),
        };
        let (buffer, after) = rest.split_at_mut(len);
        let (before_len, after_len) = (before.len(), after.len().min(BESIDE));
        let before = &mut before[before_len.saturating_sub(BESIDE)..];
        (before, buffer, &mut after[..after_len])
    }
}

impl Drop for GuardedPages {
    fn drop(&mut self) {
        // SAFETY: the mapping is that of `new`, and no slice of it outlives its owner.
        unsafe { libc::munmap(self.mapping.cast(), self.len + 2 * self.page) };
    }
}

thread_local! {
    /// Those of the source and of the destination, which all checks of a thread use again.
    static PAGES: RefCell<[GuardedPages; 2]> =
        RefCell::new([GuardedPages::new(1), GuardedPages::new(1)]);
}

/// Executes a copy whose buffers lie at `places`: whether its destination is then `to`, and the
/// bytes beside it are as they were. The process ends where the copy leaves a buffer on the
/// side of a page without access.
pub(super) fn copies_between_guards(
    from: &[u8],
    to: &[u8],
    places: [Place; 2],
    run: impl FnOnce(Source<'_>, Destination<'_>),
) -> bool {
    PAGES.with_borrow_mut(|[src_pages, dst_pages]| {
        let (_, src, _) = src_pages.buffer(from.len(), places[0]);
        src.copy_from_slice(from);
        let (before, dst, after) = dst_pages.buffer(to.len(), places[1]);
        for bytes in [&mut *before, &mut *dst, &mut *after] {
            bytes.fill(UNTOUCHED);
        }
        run(Source::new(src), Destination::new(dst));
        let beside = before.iter().chain(&*after);
        dst == to && beside.copied().all(|byte| byte == UNTOUCHED)
    })
}

/// Returns true if reading a byte at `at` ends a process, which is a child of this one.
fn faults(at: *const u8) -> bool {
    // SAFETY: the child only reads one byte and ends, which a process of several threads allows.
    let child = unsafe { libc::fork() };
    assert_ne!(child, -1, "a process can be made");
    if child == 0 {
        // SAFETY: the byte is mapped, or the system ends this process, which is what is asked.
        let _ = unsafe { at.read_volatile() };
        // SAFETY: the call ends this process without running anything of its parent.
        unsafe { libc::_exit(0) }
    }
    let mut status = 0;
    // SAFETY: `status` is a number that can be written; the child is our own.
    let ended = unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert_eq!(ended, child);
    // By a signal, or by a sanitizer, which handles the signal and exits.
    status != 0
}

#[test]
fn bytes_beside_guarded_buffers_fault() {
    let mut pages = GuardedPages::new(1000);
    let (_, start, _) = pages.buffer(1000, START);
    let first = start.as_ptr();
    assert!(faults(first.wrapping_sub(1)) && !faults(first));
    let (_, end, _) = pages.buffer(1000, Place::End);
    let last = end.as_ptr().wrapping_add(999);
    assert!(!faults(last) && faults(last.wrapping_add(1)));
}
