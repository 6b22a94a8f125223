//! What takes the memory of a module, as text.

use std::io;

use layout_core::util::words;
use layout_xla::tally::{AliveArray, Memory, PeakAt, Role, SpaceBytes, Tally};

use super::table::{BOLD, DIM, Page, Row, Table, bytes, padding};
use crate::printable::printable;

/// Temporaries of fewer bytes than this are mostly the compiler's granules.
const MIN_BYTES_WITH_SHARE: u64 = 1_000_000;

/// Prints the arguments, the results and the peak of each memory: the answer of an audit.
pub(super) fn print_answer(page: &mut Page, memory: &Memory, tally: &Tally) -> io::Result<()> {
    let hbm = &memory.hbm;
    page.wrapped(&boundary(hbm), BOLD)?;
    page.wrapped(&temporaries(memory, tally), BOLD)?;
    let [hbm, vmem, host] = [hbm, &memory.vmem, &memory.host].map(SpaceBytes::peak);
    if let (Some(hbm), Some(vmem), Some(host)) = (hbm, vmem, host) {
        let text = format!(
            "HBM {} {}; VMEM {}; host {}",
            about(memory),
            words::byte_size(hbm),
            size(vmem),
            size(host)
        );
        page.wrapped(&text, BOLD)?;
    }
    Ok(())
}

/// `0`, or bytes with a unit.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        bytes => words::byte_size(bytes).to_string(),
    }
}

fn about(memory: &Memory) -> &'static str {
    if memory.is_at_most {
        "at most"
    } else {
        "about"
    }
}

/// `arguments 318 MiB, results 302 MiB (in donated arguments)`
fn boundary(hbm: &SpaceBytes) -> String {
    let donated = match hbm.donated {
        0 => String::new(),
        donated if donated == hbm.results => " (in donated arguments)".to_owned(),
        donated => format!(" ({} in donated arguments)", words::byte_size(donated)),
    };
    let [arguments, results] = [hbm.arguments, hbm.results].map(size);
    format!("arguments {arguments}, results {results}{donated}")
}

/// `temporaries about 715 MiB at their peak, 23 MiB of it padding, at %fusion.262`
fn temporaries(memory: &Memory, tally: &Tally) -> String {
    let Some(temporaries) = memory.hbm.temporaries else {
        let reason = memory.no_peak.map(|reason| reason.to_string());
        return format!(
            "all arrays {}, not all alive at once; no peak: {}",
            words::byte_size(tally.all().padded_bytes),
            reason.unwrap_or_default()
        );
    };
    let Some(peak_at) = memory.peak_at.as_ref().filter(|_| temporaries > 0) else {
        return "no temporaries".to_owned();
    };
    let padding = match memory.hbm.padding_at_peak {
        None | Some(0) => String::new(),
        Some(padding) => format!(", {} of it padding", words::byte_size(padding)),
    };
    format!(
        "temporaries {} {} at their peak{padding}, at {}",
        about(memory),
        words::byte_size(temporaries),
        place(peak_at)
    )
}

/// `%fusion.262 (body of the while at line 1,204)`
fn place(peak_at: &PeakAt) -> String {
    let name = printable(&peak_at.instruction);
    let Some(caller) = peak_at.caller else {
        return format!("%{name}");
    };
    let part = match caller.opcode {
        "while" => "body",
        "conditional" => "branch",
        _ => "computation",
    };
    match caller.line {
        0 => format!("%{name} (in %{})", printable(&peak_at.computation)),
        line => format!(
            "%{name} ({part} of the {} at line {})",
            caller.opcode,
            words::grouped(line)
        ),
    }
}

/// Prints the largest arrays that are alive at the peak, and how far the figures go.
pub(super) fn print_alive(page: &mut Page, memory: &Memory, top: usize) -> io::Result<()> {
    if memory.at_peak.is_empty() {
        return Ok(());
    }
    page.heading("Alive at the peak of HBM")?;
    let shown = memory.at_peak.iter().take(top);
    page.table(&Table {
        heads: &["bytes", "padding"],
        text_head: "layout",
        bars: memory.at_peak.first().map(|array| array.bytes),
        rows: shown.map(alive_row).collect(),
    })?;
    page.wrapped(&accuracy(memory), DIM)
}

fn alive_row(array: &AliveArray) -> Row {
    let role = match array.role {
        Role::Argument => "argument",
        Role::Result => "result",
        Role::Temporary => "temporary",
    };
    let mut origin = format!("{role} %{}", array.instruction);
    match [array.from_line, array.to_line] {
        [0, 0] => {}
        [from, to] if from == to => origin.push_str(&format!(", line {from}")),
        [from, to] => origin.push_str(&format!(", lines {from} to {to}")),
    }
    for part in [&array.op_name, &array.source].into_iter().flatten() {
        origin.push_str(&format!(", {}", part.replace("\\'", "'")));
    }
    let layout = array.layout.as_deref();
    Row {
        figures: vec![bytes(array.bytes), padding(array.padding)],
        text: layout.unwrap_or("several arrays").to_owned(),
        notes: vec![origin],
        bar: array.bytes,
    }
}

/// What is exact, and what is not.
fn accuracy(memory: &Memory) -> String {
    let mut text = "Arguments and results are exact. ".to_owned();
    text.push_str(match memory.is_at_most {
        true => {
            "The peak is an upper bound: the file does not say which operands and results share \
             a buffer."
        }
        false => "The peak leaves out the compiler's granules of 16 KiB and gaps between arrays",
    });
    let temporaries = memory.hbm.temporaries.unwrap_or(0);
    if !memory.is_at_most {
        text.push_str(match temporaries >= MIN_BYTES_WITH_SHARE {
            true => ", up to a tenth of the temporaries.",
            false => ".",
        });
    }
    text
}

/// Says what the sums over buffers leave out.
pub(super) fn notes(tally: &Tally) -> String {
    let mut text = "The sums are exact, over distinct buffers, which are not all alive at the \
                    same time."
        .to_owned();
    match tally.other_names() {
        0 => {}
        1 => text.push_str(" One name of another buffer is left out."),
        names => text.push_str(&format!(
            " {} names of other buffers are left out.",
            words::grouped(names as usize)
        )),
    }
    text
}
