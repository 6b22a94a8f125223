//! `last_segment`: the name at the end of a path.

/// The last name of a path such as `torch.float32` or `half::bf16`.
pub(crate) const fn last_segment(path: &[u8]) -> &[u8] {
    let mut start = path.len();
    while start > 0 && !matches!(path[start - 1], b'.' | b':') {
        start -= 1;
    }
    path.split_at(start).1
}
