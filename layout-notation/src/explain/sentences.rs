//! A walkthrough as text for people.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use layout_core::spec::COMBINE;
use layout_core::util::words::{count, dim_letters, grouped, percent};

use super::{TilingStep, Walkthrough};
use layout_runtime::Layout;

/// A heading, and the lines beside it.
type Paragraph = (String, Vec<String>);

impl fmt::Display for Walkthrough<'_> {
    /// One paragraph a step; lines end without a newline after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut paragraphs = alloc::vec![text(self.layout), order(self)];
        paragraphs.extend(self.tiling_steps().iter().map(tile));
        paragraphs.push(physical(self.layout));
        paragraphs.push(position(self));
        paragraphs.extend(example(self));
        paragraphs.push(size(self.layout));
        paragraphs.extend(padding(self));
        paragraphs.push(contiguous(self));
        paragraphs.push(cute(self));
        write!(f, "{}", self.layout)?;
        let widest = paragraphs.iter().map(|(heading, _)| heading.len()).max();
        let width = widest.unwrap_or(0) + 2;
        for (heading, lines) in paragraphs {
            for (i, line) in lines.iter().enumerate() {
                let heading = if i == 0 { heading.as_str() } else { "" };
                write!(f, "\n{heading:<width$}{line}")?;
            }
        }
        Ok(())
    }
}

fn list(numbers: &[usize]) -> String {
    format!("[{}]", layout_core::util::words::joined(numbers, ","))
}

fn letter(layout: &Layout, dim: usize) -> char {
    dim_letters(layout.rank())[dim]
}

/// What the text says.
fn text(layout: &Layout) -> Paragraph {
    let bits = layout.element_bits();
    let mut lines = alloc::vec![format!(
        "{} elements of {bits} bits each",
        layout.element_type()
    )];
    let dims: Vec<String> = (0..layout.rank())
        .map(|dim| {
            let most = if layout.is_dynamic_dimension(dim) {
                "at most "
            } else {
                ""
            };
            format!(
                "{} = {most}{}",
                letter(layout, dim),
                grouped(layout.dims()[dim])
            )
        })
        .collect();
    lines.push(match dims.is_empty() {
        true => "no dimensions: a scalar".into(),
        false => format!("dimensions {}", dims.join(", ")),
    });
    if let Some(pad) = layout.pad() {
        let value = pad.value.name();
        lines.push(format!(
            "widened to {} before anything else; the padding holds {value}",
            list(&pad.widths)
        ));
    }
    if layout.memory_space() > 0 {
        lines.push(format!("in memory space {}", layout.memory_space()));
    }
    if layout.metadata_prefix_bytes() > 0 {
        let bytes = grouped(layout.metadata_prefix_bytes());
        lines.push(format!(
            "after {bytes} bytes of metadata, which positions do not count"
        ));
    }
    ("type".into(), lines)
}

fn order(this: &Walkthrough<'_>) -> Paragraph {
    let letters: Vec<String> = this
        .physical_order()
        .iter()
        .map(|&dim| letter(this.layout, dim).to_string())
        .collect();
    let line = match letters.len() {
        0 | 1 => "nothing to order".into(),
        _ => format!("from major to minor {}", letters.join(", ")),
    };
    ("order".into(), alloc::vec![line])
}

/// Pad, split, move, as XLA's documentation pads, reshapes and transposes.
fn tile(step: &TilingStep) -> Paragraph {
    let entries: Vec<String> = step
        .tile
        .iter()
        .map(|&entry| {
            if entry == COMBINE {
                "*".into()
            } else {
                format!("{entry}")
            }
        })
        .collect();
    let mut parts = Vec::new();
    if step.merged != step.before {
        parts.push(format!(
            "merge {} to {}",
            list(&step.before),
            list(&step.merged)
        ));
    }
    if step.pads() {
        parts.push(format!(
            "pad {} to {}",
            list(&step.merged),
            list(&step.padded)
        ));
    }
    parts.push(format!("split to {}", list(&step.split)));
    parts.push(format!("move to {}", list(&step.moved)));
    (
        format!("tile ({})", entries.join(",")),
        parts_in_lines(&parts),
    )
}

/// Parts with commas, on one line where they are short.
fn parts_in_lines(parts: &[String]) -> Vec<String> {
    let line = parts.join(", ");
    match line.len() {
        0..=100 => alloc::vec![line],
        _ => parts.to_vec(),
    }
}

fn physical(layout: &Layout) -> Paragraph {
    let line = format!(
        "{}, strides {}",
        list(&layout.physical_dims()),
        list(&layout.strides())
    );
    ("physical".into(), alloc::vec![line])
}

fn position(this: &Walkthrough<'_>) -> Paragraph {
    let formula = this.position();
    let mut lines: Vec<String> = formula.to_string().lines().map(String::from).collect();
    if !formula.is_flat() {
        lines.insert(0, "no flat sum over the index, but step by step".into());
    }
    ("position".into(), lines)
}

fn example(this: &Walkthrough<'_>) -> Option<Paragraph> {
    let element = this.example()?;
    let index = format!(
        "({})",
        layout_core::util::words::joined(&element.index, ",")
    );
    let mut lines: Vec<String> = element.to_string().lines().map(String::from).collect();
    let location = match element.bit {
        0 => format!("byte {}", grouped(element.byte)),
        bit => format!("byte {}, bit {bit}", grouped(element.byte)),
    };
    lines.push(format!(
        "position {}, {location}",
        grouped(element.position)
    ));
    Some((format!("example {index}"), lines))
}

fn size(layout: &Layout) -> Paragraph {
    let mut lines = alloc::vec![format!(
        "{} in {}, {} in {}",
        count(layout.num_elements(), "element"),
        count(layout.num_bytes(), "byte"),
        count(layout.padded_len(), "position"),
        count(layout.padded_bytes(), "byte"),
    )];
    let bytes = layout.padded_bytes() - layout.num_bytes();
    let share = percent(layout.padding_len() as u64, layout.padded_len() as u64);
    lines.push(match layout.padding_len() {
        0 => "no padding".into(),
        _ => format!("padding: {}, {share} of the buffer", count(bytes, "byte")),
    });
    ("size".into(), lines)
}

/// Which dimensions round up, and what to write instead.
fn padding(this: &Walkthrough<'_>) -> Option<Paragraph> {
    let layout = this.layout;
    if layout.padding_len() == 0 {
        return None;
    }
    let mut lines = Vec::new();
    let padding = this.padding();
    let is_noise = |added: usize, padded: usize| added.saturating_mul(100) < padded;
    for dim in &padding {
        let added = dim.padded - dim.size;
        if is_noise(added, dim.padded) {
            continue;
        }
        let name = letter(layout, dim.dimension);
        // Cutting away more than it saves is no advice.
        let cut = dim.cut.filter(|cut| dim.size - cut <= added);
        let cut = cut.map_or(String::new(), |cut| {
            format!(", or cut it to {}", grouped(cut))
        });
        let padded = grouped(dim.padded);
        lines.push(format!(
            "{name} of {} rounds up to {padded}: pad it to {padded}{cut}",
            grouped(dim.size)
        ));
    }
    if lines.is_empty() && !padding.is_empty() {
        lines.push("dimensions round up by less than 1%".into());
    }
    let align = layout.tail_padding_alignment_in_elements();
    if align > 1 {
        lines.push(format!(
            "L({align}) rounds the buffer up to a multiple of {} positions",
            grouped(align)
        ));
    }
    if lines.is_empty() {
        lines.push("a tile is larger than what it is applied to, whatever the sizes".into());
    }
    Some(("because".into(), lines))
}

fn contiguous(this: &Walkthrough<'_>) -> Paragraph {
    let layout = this.layout;
    let mut expected = 1;
    let mut plain = |(&stride, &dim): (&usize, &usize)| {
        let same = dim == 1 || stride == expected;
        expected *= dim;
        same
    };
    let strides = layout.logical_strides();
    let row_major = layout.padding_len() == 0
        && strides.is_some_and(|strides| strides.iter().zip(layout.dims()).rev().all(&mut plain));
    let line = match this.contiguous() {
        _ if row_major => "all elements, row by row".into(),
        Some((dim, len)) => format!("{} elements along {}", grouped(len), letter(layout, dim)),
        None => "no two elements along a dimension".into(),
    };
    ("contiguous".into(), alloc::vec![line])
}

fn cute(this: &Walkthrough<'_>) -> Paragraph {
    let lines = match this.cute() {
        None => {
            alloc::vec!["no spelling: the position is not a sum of digits of each dimension".into()]
        }
        Some(cute) => {
            let letters: Vec<String> = dim_letters(this.layout.rank())
                .iter()
                .map(char::to_string)
                .collect();
            let mut lines = alloc::vec![cute.to_string()];
            if !letters.is_empty() {
                lines.push(format!(
                    "modes {}; the first entry of a mode varies fastest",
                    letters.join(", ")
                ));
            }
            lines
        }
    };
    ("CuTe".into(), lines)
}
