//! The contents of memory as a picture shows them: by tiles, by innermost groups, by bars.

use alloc::vec::Vec;
use core::ops::Range;

use layout_core::spec::COMBINE;
use layout_core::spec::checked_spec::CheckedSpec;

/// Returns the length of the innermost group in positions: the last tile of several, or a
/// single position.
pub(crate) fn group_len(layout: &CheckedSpec) -> usize {
    match layout.tiles().as_slice() {
        [_, .., last] => last.iter().filter(|&&entry| entry != COMBINE).product(),
        _ => 1,
    }
}

/// The contents of a range of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Elements,
    Padding,
    Both,
}

/// Returns the contents of each of `parts` equal parts of a range of positions. A part with
/// thousands of positions is judged by samples.
pub(crate) fn fills(layout: &CheckedSpec, range: Range<usize>, parts: usize) -> Vec<Fill> {
    const NUM_SAMPLES: usize = 6;
    const MAX_EXACT_LEN: usize = 1024;
    let len = range.end - range.start;
    let at = |part: usize| range.start + (len as u128 * part as u128 / parts as u128) as usize;
    let fill = |part| {
        let (start, end) = (at(part), at(part + 1).max(at(part) + 1));
        // An odd step visits both of two alternating contents.
        let step = match end - start {
            ..=MAX_EXACT_LEN => 1,
            len => (len / NUM_SAMPLES) | 1,
        };
        let mut samples = (start..end)
            .step_by(step)
            .map(|n| layout.index(n).is_some());
        let first = samples.next().unwrap_or(false);
        match (first, samples.all(|sample| sample == first)) {
            (_, false) => Fill::Both,
            (true, _) => Fill::Elements,
            (false, _) => Fill::Padding,
        }
    };
    (0..parts).map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_core::parse::parse;

    #[test]
    fn bars_show_where_padding_is() {
        let layout = parse("f32[3,5]{1,0:T(2,2)}").unwrap();
        let fills = fills(&layout, 8..24, 4);
        assert_eq!(fills, [Fill::Both, Fill::Both, Fill::Both, Fill::Both]);
        let layout = parse("f32[6]{0:T(4)}").unwrap();
        assert_eq!(
            super::fills(&layout, 0..8, 4)[2..],
            [Fill::Elements, Fill::Padding]
        );
    }
}
