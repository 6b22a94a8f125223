//! The functions that the page's script calls. An address and a length describe each block of
//! memory.

use std::cell::RefCell;
use std::ptr;

use crate::answer;
use crate::audit::Audit;

thread_local! {
    static AUDIT: RefCell<Audit> = RefCell::new(Audit::default());
}

/// Zeroed memory, owned by the caller until it is passed back.
#[unsafe(no_mangle)]
extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; len].into_boxed_slice()).cast()
}

/// Frees a block.
///
/// # Safety
///
/// `block` and `len` are those of [`allocate`] or of an answer, and are not used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(block: *mut u8, len: usize) {
    // SAFETY: the caller keeps the contract of `take`, which is this function's.
    drop(unsafe { take(block, len) });
}

/// Answers a question: takes fields, returns JSON text, and writes its length to `answer_len`.
///
/// # Safety
///
/// `question` and `len` are a block, which is freed; `answer_len` is a block of `usize`'s size.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(question: *mut u8, len: usize, answer_len: *mut u8) -> *mut u8 {
    // SAFETY: the caller gives a block and does not use it again.
    let question = unsafe { take(question, len) };
    let answer = answer(&String::from_utf8_lossy(&question));
    // SAFETY: the caller gives a block of this size.
    unsafe { give(answer, answer_len) }
}

/// Reads a piece of a dump.
///
/// # Safety
///
/// `piece` and `len` are a block, which is freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn audit_feed(piece: *mut u8, len: usize) {
    // SAFETY: the caller gives a block and does not use it again.
    let piece = unsafe { take(piece, len) };
    AUDIT.with_borrow_mut(|audit| audit.feed(&piece));
}

/// The table of the dump read so far, as JSON; the next piece begins another dump.
///
/// # Safety
///
/// `answer_len` is a block of `usize`'s size.
#[unsafe(no_mangle)]
unsafe extern "C" fn audit_finish(answer_len: *mut u8) -> *mut u8 {
    let table = AUDIT.take().finish();
    // SAFETY: the caller gives a block of this size.
    unsafe { give(table, answer_len) }
}

/// Takes a block back.
///
/// # Safety
///
/// `block` and `len` describe a block that is not used afterwards.
unsafe fn take(block: *mut u8, len: usize) -> Box<[u8]> {
    // SAFETY: every block comes from `Box::into_raw` of a boxed slice of `len` bytes, and the caller
    // gives it back once.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(block, len)) }
}

/// Returns a text as a block, and writes its length.
///
/// # Safety
///
/// `len` points to memory for a `usize`.
unsafe fn give(text: String, len: *mut u8) -> *mut u8 {
    let bytes = text.into_bytes().into_boxed_slice();
    // SAFETY: the caller's `len` has room for a `usize`; the write needs no alignment.
    unsafe { len.cast::<usize>().write_unaligned(bytes.len()) };
    Box::into_raw(bytes).cast()
}
