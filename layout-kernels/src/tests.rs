//! Kernels against plain loops.
