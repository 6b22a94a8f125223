//! `Memory`: the bytes that a module needs, and what is alive at its peak.

use core::fmt;

use layout_core::util::words;

use super::{Peak, Total};
use crate::liveness::{AliveArray, PeakAt, Role, SpaceBytes};

/// Temporaries of fewer bytes than this are mostly the compiler's granules.
const MIN_BYTES_WITH_SHARE: u64 = 1_000_000;

/// The memory that a module needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Memory {
    /// The main memory.
    pub hbm: SpaceBytes,
    /// The vector memory of a TPU, `S(1)`.
    pub vmem: SpaceBytes,
    /// The memory of the host, `S(5)`.
    pub host: SpaceBytes,
    /// The distinct buffers of all memories, which are not all alive at the same time.
    pub buffers: Total,
    /// Where the peak of HBM is, if it has temporaries and a peak.
    pub peak_at: Option<PeakAt>,
    /// The largest arrays that are alive there, arguments and results included.
    pub at_peak: Vec<AliveArray>,
    /// Why there is no peak.
    pub no_peak: Option<NoPeak>,
    /// True if the compiler may let operands and results share buffers of which the file does
    /// not say so: the arrays at the peak are an upper bound, and its bytes unless they are exact.
    pub is_at_most: bool,
    /// True if the bytes are those that the compiler reserves.
    pub is_exact: bool,
}

impl Memory {
    /// Takes the bytes that the compiler reserves. The arrays at the peak stay.
    pub(super) fn reserve(&mut self, bytes: &[SpaceBytes; 3]) {
        let padding = |known: &SpaceBytes| known.padding_at_peak;
        let padding = [&self.hbm, &self.vmem, &self.host].map(padding);
        [self.hbm, self.vmem, self.host] = *bytes;
        self.hbm.padding_at_peak = padding[0];
        self.vmem.padding_at_peak = padding[1];
        self.host.padding_at_peak = padding[2];
        (self.no_peak, self.is_exact) = (None, true);
    }
    /// Takes the arrays that are alive at the peak of a simulated heap. What is known of them
    /// from their instructions stays.
    pub(super) fn take_peak(&mut self, peak: &Peak) {
        let Some(at) = &peak.at else {
            return;
        };
        let known = core::mem::take(&mut self.at_peak);
        let arrays = peak.arrays.iter().cloned().map(|mut array| {
            let mut known = known.iter();
            if let Some(known) = known.find(|own| own.instruction == array.instruction) {
                array.op_name.clone_from(&known.op_name);
                array.source.clone_from(&known.source);
            }
            array
        });
        self.at_peak = arrays.collect();
        let others = known.into_iter().filter(|own| own.role != Role::Temporary);
        self.at_peak.extend(others);
        self.at_peak.sort_by_key(|own| u64::MAX - own.bytes);
        (self.hbm.padding_at_peak, self.is_at_most) = (peak.padding, false);
        let known = self.peak_at.take().unwrap_or_default();
        self.peak_at = Some(if known.computation == at.computation {
            PeakAt {
                caller: known.caller,
                ..at.clone()
            }
        } else {
            at.clone()
        });
    }

    /// Returns the answer of an audit, a line each: arguments and results, temporaries at their
    /// peak, and all memories, if these are known. Names are as the file has them.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.boundary_line(), self.temporaries_line()];
        let peaks = [&self.hbm, &self.vmem, &self.host].map(SpaceBytes::peak);
        if let [Some(hbm), Some(vmem), Some(host)] = peaks {
            let about = match self.hbm.temporaries {
                Some(0) => "",
                _ => self.about(),
            };
            let [hbm, vmem, host] = [hbm, vmem, host].map(size);
            lines.push(format!("HBM {about}{hbm}; VMEM {vmem}; host {host}"));
        }
        lines
    }

    /// Returns the memory of this module and of another one in the same file.
    pub(super) fn with_module(mut self, other: &Memory) -> Memory {
        let spaces = [&mut self.hbm, &mut self.vmem, &mut self.host];
        for (bytes, more) in spaces
            .into_iter()
            .zip([&other.hbm, &other.vmem, &other.host])
        {
            *bytes = SpaceBytes {
                arguments: bytes.arguments.saturating_add(more.arguments),
                results: sum(bytes.results, more.results),
                donated: sum(bytes.donated, more.donated),
                temporaries: None,
                padding_at_peak: None,
            };
        }
        Memory {
            peak_at: None,
            at_peak: Vec::new(),
            no_peak: Some(NoPeak::SeveralModules),
            ..self
        }
    }

    /// Returns which figures are exact, and which are not.
    #[must_use]
    pub fn accuracy(&self) -> &'static str {
        let temporaries = self.hbm.temporaries.unwrap_or(0);
        if self.is_exact && self.is_at_most {
            "The bytes in each memory are exact: the compiler reserves them. The arrays at the \
             peak are an upper bound: the file does not say which operands and results share a \
             buffer."
        } else if self.is_exact {
            "The bytes in each memory are exact: the compiler reserves them, with the gaps between \
             arrays."
        } else if temporaries == 0 {
            "Arguments and results are exact."
        } else if self.is_at_most {
            "Arguments and results are exact. The peak is an upper bound: the file does not say \
             which operands and results share a buffer."
        } else if temporaries >= MIN_BYTES_WITH_SHARE {
            "Arguments and results are exact. The peak leaves out the compiler's granules of 16 \
             KiB and gaps between arrays, up to a tenth of the temporaries."
        } else {
            "Arguments and results are exact. The peak leaves out the compiler's granules of 16 \
             KiB and gaps between arrays."
        }
    }

    fn about(&self) -> &'static str {
        match (self.is_exact, self.is_at_most) {
            (true, _) => "",
            (false, true) => "at most ",
            (false, false) => "about ",
        }
    }

    /// `arguments 318 MiB, results 302 MiB (in donated arguments)`
    fn boundary_line(&self) -> String {
        let hbm = &self.hbm;
        let arguments = size(hbm.arguments);
        let Some(results) = hbm.results else {
            return format!("arguments {arguments}");
        };
        let donated = hbm.donated.unwrap_or(0);
        let part = match [donated, results].map(size) {
            _ if donated == 0 => {
                return format!("arguments {arguments}, results {}", size(results));
            }
            _ if donated == results => String::new(),
            [donated, results] if donated == results => "nearly all ".to_owned(),
            [donated, _] => format!("{donated} "),
        };
        let results = size(results);
        format!("arguments {arguments}, results {results} ({part}in donated arguments)")
    }

    /// `temporaries about 715 MiB at their peak, 23 MiB of it padding, at %fusion.262`
    fn temporaries_line(&self) -> String {
        let Some(temporaries) = self.hbm.temporaries else {
            let all = words::byte_size(self.buffers.padded_bytes);
            let mut line = format!("distinct arrays {all}, not all alive at once");
            if let Some(reason) = self.no_peak {
                line.push_str(&format!("; no peak: {reason}"));
            }
            return line;
        };
        if temporaries == 0 {
            return "no temporaries".to_owned();
        }
        let bytes = words::byte_size(temporaries);
        let mut line = format!("temporaries {}{bytes} at their peak", self.about());
        if let Some(padding) = self.hbm.padding_at_peak.filter(|&padding| padding > 0) {
            line.push_str(&format!(", {} of it padding", words::byte_size(padding)));
        }
        if let Some(peak_at) = &self.peak_at {
            line.push_str(&format!(", at {peak_at}"));
        }
        line
    }
}

/// Returns the sum of bytes that are both known.
fn sum(bytes: Option<u64>, more: Option<u64>) -> Option<u64> {
    Some(bytes?.saturating_add(more?))
}

/// `0`, or bytes with a unit.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        bytes => words::byte_size(bytes).to_string(),
    }
}

/// `%fusion.262 (body of the while at line 1,204)`
impl fmt::Display for PeakAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.instruction)?;
        let Some(caller) = self.caller else {
            return Ok(());
        };
        let part = match caller.opcode {
            "while" => "body",
            "conditional" => "branch",
            _ => "computation",
        };
        match caller.line {
            0 => write!(f, " (in %{})", self.computation),
            line => {
                let line = words::grouped(line);
                write!(f, " ({part} of the {} at line {line})", caller.opcode)
            }
        }
    }
}

impl AliveArray {
    /// Returns what the array is, and where it comes from: `temporary %copy.3, lines 5 to 9,
    /// jit(f)/mul, model.py:17`.
    #[must_use]
    pub fn origin(&self) -> String {
        let role = match self.role {
            Role::Argument => "argument",
            Role::Result => "result",
            Role::Temporary => "temporary",
        };
        let mut origin = format!("{role} %{}", self.instruction);
        match [self.from_line, self.to_line] {
            [0, 0] => {}
            [from, to] if from == to => origin.push_str(&format!(", line {from}")),
            [from, to] => origin.push_str(&format!(", lines {from} to {to}")),
        }
        for part in [&self.op_name, &self.source].into_iter().flatten() {
            origin.push_str(&format!(", {}", part.replace("\\'", "'")));
        }
        origin
    }
}

/// Why a module has no peak. `Display` says it in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum NoPeak {
    /// The file has several modules.
    SeveralModules,
    /// Arrays within fusions and reductions are counted, too.
    FusedArrays,
    /// Only one computation is counted.
    OneComputation,
    /// The order of the instructions differs from the order of their execution.
    NotScheduled,
    /// A computation comes after one that runs it.
    CalleeAfterCaller,
    /// A tuple has more than four levels or more than 65,534 entries.
    LargeTuples,
}

impl fmt::Display for NoPeak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPeak::SeveralModules => "the file has several modules",
            NoPeak::FusedArrays => "arrays within fusions are counted, too",
            NoPeak::OneComputation => "only one computation is counted",
            NoPeak::NotScheduled => "the module is not scheduled",
            NoPeak::CalleeAfterCaller => "a computation comes after one that runs it",
            NoPeak::LargeTuples => "a tuple has more than four levels or 65,534 entries",
        })
    }
}
