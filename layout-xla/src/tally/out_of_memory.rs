//! `OutOfMemory`: the figures of an out-of-memory message.

use core::fmt;

use layout_core::util::words::byte_size;

/// The figures of an out-of-memory message, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OutOfMemory {
    /// The name of the memory, if the message has it: `HBM`, `vmem`.
    pub memory: Option<Box<str>>,
    /// The bytes that were needed.
    pub needed_bytes: u64,
    /// The bytes of the memory, if the message has them.
    pub available_bytes: Option<u64>,
}

impl OutOfMemory {
    /// Returns which file to audit if the message has no list of arrays. A TPU's message names a
    /// memory, and comes before there is a program; a GPU's names none.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self.memory {
            Some(_) => {
                "The message has no list of arrays. Before compiling, `layout audit --assume tpu` \
                 reads what `jax.jit(f).lower(x).as_text()` returns, and says which arrays are \
                 large and which are padded."
            }
            None => {
                "The message has no list of arrays. With `XLA_FLAGS=--xla_dump_to=DIR`, the \
                 compiler writes `DIR/*buffer-assignment.txt`, which has the arrays with their \
                 bytes."
            }
        }
    }
}

/// `28.2 GiB of HBM was needed, 15.8 GiB available`
impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = self.memory.as_deref().unwrap_or("memory");
        write!(f, "{} of {memory} was needed", byte_size(self.needed_bytes))?;
        match self.available_bytes {
            Some(bytes) => write!(f, ", {} available", byte_size(bytes)),
            None => Ok(()),
        }
    }
}
