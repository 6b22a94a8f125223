//! The vector registers of x86: AVX2, with 32 and with 16 bytes.

/// One instruction, within a method of the vector that it belongs to.
macro_rules! op {
    ($instruction:expr) => {
        // SAFETY: a value of the vector exists, so the processor has its
        // instructions; this one touches no memory.
        unsafe { $instruction }
    };
}

/// `interleave_lanes`: the instructions for the low halves and for the high halves, by the
/// bytes of a unit.
macro_rules! unpack {
    ($a:ident $b:ident $($unit:literal $low:ident $high:ident)*) => {
        match U {
            $($unit => (
                Self(op!($low($a.0, $b.0))),
                Self(op!($high($a.0, $b.0))),
            ),)*
            _ => ($a, $b),
        }
    };
}

/// `run`, `load`, `store`, `stream` and `or` for a vector that is one register.
macro_rules! memory {
    ($stream:ident $or:ident $features:literal) => {
        #[inline(always)]
        unsafe fn run<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn compiled<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
                // SAFETY: the caller promises the task's requirements.
                unsafe { T::run(planned, at) }
            }
            // SAFETY: the caller promises the processor and the task's
            // requirements.
            unsafe { compiled::<P, T>(planned, at) }
        }

        #[inline(always)]
        unsafe fn load(from: *const u8) -> Self {
            // SAFETY: the caller promises the instruction and the bytes, which
            // it takes at any address.
            unsafe { (*from.cast::<Unaligned<Self>>()).0 }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes, which it takes at any
            // address; a value exists, so the processor has the instruction.
            unsafe { *to.cast::<Unaligned<Self>>() = Unaligned(self) }
        }

        #[inline(always)]
        unsafe fn stream(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes and that the address is a
            // multiple of the vector's size; a value exists, so the processor
            // has the instruction.
            unsafe { $stream(to.cast(), self.0) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(op!($or(self.0, other.0)))
        }
    };
}

mod avx2;
mod xmm;

/// A vector at any address. With debug assertions, the load and store intrinsics
/// copy through the stack; this does not.
#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<V>(V);

pub(crate) use avx2::Avx2;
pub(crate) use xmm::Xmm;
