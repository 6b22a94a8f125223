//! Properties of all HLO text, complete or cut off.

use tiled_layout::xla::hlo::{self, Skipped};

/// What holds for every text. Gives back how many shapes and mistakes there
/// are.
pub(crate) fn check(text: &[u8]) -> (usize, usize) {
    let (mut shapes, mut mistakes) = (0, 0);
    let mut skipped = |skipped: &Skipped| {
        assert!(text.get(skipped.range()).is_some(), "{skipped:?}");
        assert!(skipped.line() > 0);
        mistakes += 1;
    };
    let mut end = 0;
    for array in hlo::layouts(text) {
        match array {
            Ok(array) => {
                assert_eq!(&text[array.range()], array.text().as_bytes());
                assert!(end <= array.range().start);
                end = array.range().end;
                shapes += 1;
            }
            Err(mistake) => skipped(&mistake),
        }
    }
    let mut line = 0;
    for instruction in hlo::instructions(text) {
        match instruction {
            Ok(instruction) => {
                assert!(line < instruction.line());
                line = instruction.line();
                let mut at = instruction.result().start;
                for array in instruction.arrays() {
                    let range = match array {
                        Ok(array) => {
                            assert_eq!(array.line(), line);
                            array.range()
                        }
                        Err(mistake) => {
                            skipped(&mistake);
                            mistake.range()
                        }
                    };
                    assert!(at <= range.start && range.end <= instruction.result().end);
                    at = range.end;
                }
            }
            Err(mistake) => {
                assert!(line < mistake.line());
                line = mistake.line();
                skipped(&mistake);
            }
        }
    }
    (shapes, mistakes)
}
