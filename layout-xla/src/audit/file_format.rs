//! `FileFormat`: the kind of a file, from its first bytes.

use super::buffer_text::BufferText;

/// The number of bytes inspected.
pub(super) const HEAD: usize = 1 << 16;

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileFormat {
    /// Text of HLO modules, or out-of-memory reports.
    Hlo,
    /// StableHLO or other MLIR text.
    Stablehlo,
    /// Buffers as listed by a compiler.
    Buffers(BufferText),
    /// A serialized module, with or without its buffer assignment.
    Proto,
    /// Another kind: its name, and which file to pass instead.
    Other(&'static str, &'static str),
}

/// The file to pass instead of one that is not a dump.
pub(super) const MODULE: &str =
    "pass the dump that ends in `after_optimizations.txt`, or its `.hlo.pb`";

/// The first bytes of files that are not dumps.
const MAGIC: [(&[u8], &str); 10] = [
    (b"\x7fELF", "a program"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x28\xb5\x2f\xfd", "data compressed by zstd"),
    (b"\xfd7zXZ", "data compressed by xz"),
    (b"BZh", "data compressed by bzip2"),
    (b"\x93NUMPY", "an array of NumPy"),
    (b"\x89PNG", "a picture"),
    (b"ML\xefR", "MLIR bytecode"),
    (b"SQLite format 3", "a database"),
    (b"%PDF", "a PDF file"),
];

/// The start of the first line of other files of a dump.
const DUMP_TEXTS: [(&str, &str); 6] = [
    ("HloLiveRange", "live ranges, which have no shapes"),
    (
        "buffer_id,buffer_name",
        "a table of the memory space assignment",
    ),
    ("buffer_id,size", "a table of the memory space assignment"),
    (
        "time,instruction_name",
        "a table of the memory space assignment",
    ),
    ("digraph ", "a graph"),
    ("= control target key", "LLO, the instructions of a TPU"),
];

impl FileFormat {
    /// Returns the kind of a file that begins with these bytes, after decompression.
    pub(super) fn of(head: &[u8]) -> FileFormat {
        if head.trim_ascii().is_empty() {
            return FileFormat::Other("an empty file", MODULE);
        }
        if let Some((_, name)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
            let help = match *name {
                "MLIR bytecode" => "pass the text: `lowered.as_text()`",
                name if name.contains("compressed") => "decompress it, or recompress it with gzip",
                _ => MODULE,
            };
            return FileFormat::Other(name, help);
        }
        let text = String::from_utf8_lossy(head);
        if head.iter().any(is_control) && !head.starts_with(b"HloModule ") {
            return match head[0] {
                // Field 1, 2 or 3 of a message, of type bytes.
                0x0a | 0x12 | 0x1a if text.contains("used_by_n_values") => FileFormat::Other(
                    "a memory usage report as a proto",
                    "pass the `memory-usage-report.txt` beside it, or the `.hlo.pb`",
                ),
                0x0a | 0x12 | 0x1a => FileFormat::Proto,
                _ => FileFormat::Other("binary data", MODULE),
            };
        }
        let text = text.trim_start();
        if let Some((_, name)) = DUMP_TEXTS.iter().find(|(begin, _)| text.starts_with(begin)) {
            return FileFormat::Other(name, MODULE);
        }
        if text.contains("inlined_call_operand.")
            || text
                .lines()
                .any(|line| line.trim_start().starts_with("$region0:"))
        {
            return FileFormat::Other("LLO, the instructions of a TPU", MODULE);
        }
        let has_line = |begin: &str| {
            text.lines()
                .any(|line| line.trim_start().starts_with(begin))
        };
        if text.starts_with("HloModule ") {
            FileFormat::Hlo
        } else if text.starts_with("BufferAssignment:") {
            FileFormat::Buffers(BufferText::Assignment)
        } else if text.starts_with("Memory Space:") || text.contains("used_by_n_values") {
            FileFormat::Buffers(BufferText::UsageReport)
        } else if text.starts_with("Total bytes used:") || has_line("Used values:") {
            FileFormat::Buffers(BufferText::Values)
        } else if has_line("module @")
            || has_line("module attributes")
            || has_line("func.func ")
            || has_line("module {")
        {
            FileFormat::Stablehlo
        } else {
            FileFormat::Hlo
        }
    }
}

/// Returns the probable kind of a text in which nothing was recognised.
pub(super) fn looks_like(head: &[u8]) -> &'static str {
    match head.trim_ascii_start() {
        [b'[', b'a'..=b'z', ..] if head.contains(&b'=') => "TOML",
        [b'{' | b'[', ..] => "JSON",
        [b'<', ..] => "HTML or XML",
        [b'#', b'!', ..] => "a script",
        _ => "text without instructions, shapes or a report of memory",
    }
}

/// True for a byte that texts do not contain.
fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=6 | 14..=26 | 28..=31)
}
