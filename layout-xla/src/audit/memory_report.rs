//! Out-of-memory reports: the figures, and the allocations that XLA lists.
//!
//! ```text
//!   1. Size: 6.00G
//!      Shape: u32[12582912,1]{1,0:T(8,128)}
//!      Unpadded size: 48.00M
//!      Extra memory due to padding: 5.95G (128.0x expansion)
//!      XLA label: %fusion.4 = u32[12582912,1]{1,0:T(8,128)} fusion(...
//! ```
//!
//! A GPU's compiler lists what is live at the peak:
//!
//! ```text
//! Peak buffers:
//!   Buffer 1:
//!     Size: 6.00MiB
//!     XLA Label: concatenate
//!     Shape: f32[4096,128,3]
//!     ==========================
//!   Buffer 2:
//!     Size: 384.0KiB
//!     Entry Parameter Subshape: f32[256,128,3]
//! ```
//!
//! A log may prefix each line with a date and other fields, or contain the whole report as one
//! line with `\n` in it. Newer compilers print one line without a list:
//!
//! ```text
//! Ran out of memory on HBM, the total memory required for HLO temporaries (28.17G) exceeds
//! available HBM (15.75G).
//! Allocation (size=268435456) would exceed memory (size=134217728) :: #allocation2 [shape =
//! 'u8[268435456]{0}', space=vmem, ...
//! ```

use super::arrays::count_arrays;
use crate::hlo;
use crate::tally::{Event, Kind, Origin, OutOfMemory, Tally};

/// The state between two parts of a report.
#[derive(Debug, Default)]
pub(super) struct MemoryReport {
    /// An allocation's shape, and its line; its name may follow.
    shape: Option<(Box<[u8]>, usize)>,
    /// A buffer's name, if its shape follows.
    label: Option<String>,
}

impl MemoryReport {
    /// Tallies the allocations in whole lines; `line` is the number of the line before the
    /// first one.
    pub(super) fn read(&mut self, text: &[u8], line: usize, tally: &mut Tally) {
        for (text, line) in text.split(|&byte| byte == b'\n').zip(line + 1..) {
            for text in unescaped_lines(text) {
                if tally.out_of_memory().is_none()
                    && let Some(figures) = figures(text)
                {
                    tally.event(Event::Kind(Kind::MemoryReport));
                    tally.event(Event::OutOfMemory(figures));
                }
                if let Some(quoted) = after(text, b"[shape = '") {
                    let end = quoted.iter().position(|&byte| byte == b'\'');
                    let name = after(text, b" :: #").unwrap_or_default();
                    let end_of_name = name.iter().position(|&byte| byte == b' ').unwrap_or(0);
                    let name = String::from_utf8_lossy(&name[..end_of_name]);
                    let shape = &quoted[..end.unwrap_or(0)];
                    allocation(
                        shape,
                        Origin {
                            name: &name,
                            ..Origin::of_line(line)
                        },
                        tally,
                    );
                } else if let Some(shape) = field(text, b"Shape: ") {
                    self.finish(tally);
                    self.shape = Some((shape.into(), line));
                    if let Some(label) = self.label.take() {
                        self.name_shape(&label, tally);
                    }
                } else if let Some(shape) = field(text, b"Entry Parameter Subshape: ") {
                    self.finish(tally);
                    let origin = Origin {
                        in_entry: true,
                        is_parameter: true,
                        is_boundary: true,
                        ..Origin::of_line(line)
                    };
                    allocation(shape, origin, tally);
                } else if let Some(label) = field(text, b"XLA label: ") {
                    let label = String::from_utf8_lossy(label);
                    let name = label.split(" = ").next().unwrap_or_default();
                    self.name_shape(name.trim().trim_start_matches('%'), tally);
                } else if let Some(label) = field(text, b"XLA Label: ") {
                    self.finish(tally);
                    self.label = Some(String::from_utf8_lossy(label.trim_ascii()).into());
                }
            }
        }
    }

    /// Tallies the last allocation, if it has no name.
    pub(super) fn finish(&mut self, tally: &mut Tally) {
        self.name_shape("", tally);
    }

    /// Tallies the last allocation.
    fn name_shape(&mut self, name: &str, tally: &mut Tally) {
        if let Some((shape, line)) = self.shape.take() {
            allocation(
                &shape,
                Origin {
                    name,
                    ..Origin::of_line(line)
                },
                tally,
            );
        }
    }
}

/// Returns the lines of a text in which `\n` stands for a line end.
fn unescaped_lines(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let line = rest?;
        match line.windows(2).position(|pair| pair == b"\\n") {
            Some(end) => {
                rest = Some(&line[end + 2..]);
                Some(&line[..end])
            }
            None => rest.take(),
        }
    })
}

fn allocation(shape: &[u8], origin: Origin<'_>, tally: &mut Tally) {
    tally.event(Event::Kind(Kind::MemoryReport));
    tally.event(Event::Listed);
    count_arrays(&origin, hlo::layouts(shape), tally);
}

/// Returns the figures of a message: the bytes needed, and the bytes available.
fn figures(line: &[u8]) -> Option<OutOfMemory> {
    let is_short = line.len() < 1 << 16;
    let text = String::from_utf8_lossy(if is_short { line } else { &line[..1 << 16] });
    let between = |before: &str, after: &str| -> Option<&str> {
        let rest = text.split_once(before)?.1;
        Some(rest.split_once(after).map_or(rest, |(value, _)| value))
    };
    let word = |before: &str| between(before, " ").map(|word| word.trim_matches([',', '.', ')']));
    let memory = between("space=", ",").or(word("Ran out of memory on "));
    let memory = memory.or(word("Ran out of memory in memory space "));
    let named = |needed: u64, available: Option<u64>| OutOfMemory {
        memory: memory.map(|memory| memory.chars().take(64).collect::<String>().into()),
        needed_bytes: needed,
        available_bytes: available,
    };
    if let Some(required) = text
        .split_once("total memory required")
        .map(|(_, rest)| rest)
    {
        let needed = size(required.split_once('(')?.1)?;
        let available = required
            .split_once("exceeds available")
            .map(|(_, rest)| rest);
        let available = available.and_then(|rest| size(rest.split_once('(')?.1));
        return Some(named(needed, available));
    }
    if let Some((_, allocation)) = text.split_once("Allocation (size=") {
        let available = allocation.split_once("memory (size=").map(|(_, rest)| rest);
        return Some(named(size(allocation)?, available.and_then(size)));
    }
    if text.contains("Ran out of memory")
        && let Some((_, used)) = text.split_once("Used ")
    {
        let available = used.split_once(" of ").map(|(_, rest)| rest);
        return Some(named(size(used)?, available.and_then(size)));
    }
    let (_, wanted) = text.split_once("Out of memory while trying to allocate ")?;
    Some(named(size(wanted)?, None))
}

/// Returns the bytes of `28.17G`, `134217728` or `1.5GiB` at the start of a text.
fn size(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = number.trim_end_matches('.').parse().ok()?;
    let scale = match unit.bytes().next() {
        Some(b'K') => 1u64 << 10,
        Some(b'M') => 1 << 20,
        Some(b'G') => 1 << 30,
        Some(b'T') => 1 << 40,
        _ => 1,
    };
    Some((number * scale as f64).round() as u64)
}

/// Returns the text after `key`, before which the line ends or has a blank. A log may contain
/// `\t` for a tab.
fn field<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let value = after(line, key)?;
    let before = &line[..line.len() - value.len() - key.len()];
    let is_whole = before.is_empty() || before.ends_with(b"\\t");
    (is_whole || before.ends_with(b" ") || before.ends_with(b"\t")).then_some(value)
}

/// Returns the text after `key` in a line.
fn after<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = line.windows(key.len()).position(|window| window == key)?;
    Some(&line[at + key.len()..])
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn figures_of_messages() {
        let cases = [
            (
                "RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for HLO \
                 temporaries (28.17G) exceeds available HBM (15.75G).",
                (Some("HBM"), 30_247_307_182, Some(16_911_433_728)),
            ),
            (
                "Allocation (size=268435456) would exceed memory (size=134217728) :: \
                 #allocation2 [shape = 'u8[268435456]{0}', space=vmem, size = 0x10000000]",
                (Some("vmem"), 268_435_456, Some(134_217_728)),
            ),
            (
                "Ran out of memory in memory space hbm. Used 41.74G of 16.00G hbm.",
                (Some("hbm"), 44_817_983_734, Some(17_179_869_184)),
            ),
            (
                "Out of memory while trying to allocate 34359738368 bytes.",
                (None, 34_359_738_368, None),
            ),
        ];
        for (line, (memory, needed, available)) in cases {
            let found = figures(line.as_bytes()).unwrap();
            assert_eq!(found.memory.as_deref(), memory, "{line}");
            assert_eq!(found.needed_bytes, needed, "{line}");
            assert_eq!(found.available_bytes, available, "{line}");
        }
        assert!(figures(b"%x = f32[8]{0} parameter(0)").is_none());
    }
}
