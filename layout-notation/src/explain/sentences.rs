//! A walkthrough as text for people.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use layout_core::spec::COMBINE;
use layout_core::util::words::{
    count, dim_letters, grouped, grouped_joined, joined, percent, sizes,
};

use super::{TilingStep, Walkthrough};
use layout_runtime::Layout;

/// A heading, and the lines next to it.
type Paragraph = (String, Vec<String>);

impl fmt::Display for Walkthrough<'_> {
    /// One paragraph a step; lines end without a newline after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut paragraphs = vec![text(self.layout), order(self)];
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

fn letter(layout: &Layout, dim: usize) -> char {
    dim_letters(layout.rank())[dim]
}

/// Returns the letters of dimensions, with commas.
fn letters(layout: &Layout, dims: impl IntoIterator<Item = usize>) -> String {
    let letters = dims.into_iter().map(|dim| letter(layout, dim).to_string());
    letters.collect::<Vec<_>>().join(", ")
}

/// Returns the meaning of the text.
fn text(layout: &Layout) -> Paragraph {
    let (element, bits) = (layout.element_type(), layout.element_bits());
    let mut lines = vec![format!("{element} elements of {bits} bits each")];
    let extents = (0..layout.rank()).map(|dim| {
        let most = ["", "at most "][usize::from(layout.is_dynamic_dimension(dim))];
        let size = grouped(layout.dims()[dim]);
        format!("{} = {most}{size}", letter(layout, dim))
    });
    lines.push(match layout.rank() {
        0 => "no dimensions: a scalar".into(),
        _ => format!("dimensions {}", extents.collect::<Vec<_>>().join(", ")),
    });
    if let Some(pad) = layout.pad() {
        let (widths, value) = (sizes(&pad.widths), pad.value.name());
        lines.push(format!(
            "widened to {widths} before anything else; the padding holds {value}"
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
    let line = match this.layout.rank() {
        0 | 1 => "nothing to order".into(),
        _ => format!(
            "from major to minor {}",
            letters(this.layout, this.physical_order())
        ),
    };
    ("order".into(), vec![line])
}

fn tile(step: &TilingStep) -> Paragraph {
    let entry = |&entry: &usize| match entry {
        COMBINE => "*".into(),
        entry => entry.to_string(),
    };
    let entries: Vec<String> = step.tile.iter().map(entry).collect();
    let heading = format!("tile ({})", entries.join(","));
    (heading, vec![step.to_string()])
}

fn physical(layout: &Layout) -> Paragraph {
    let (dims, strides) = (layout.physical_dims(), layout.strides());
    let strides = grouped_joined(&strides, ", ");
    let line = format!("{}; strides [{strides}]", sizes(&dims));
    ("physical".into(), vec![line])
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
    let mut lines: Vec<String> = element.to_string().lines().map(String::from).collect();
    let bit = match element.bit {
        0 => String::new(),
        bit => format!(", bit {bit}"),
    };
    let (position, byte) = (grouped(element.position), grouped(element.byte));
    lines.push(format!("position {position}, byte {byte}{bit}"));
    Some((format!("example ({})", joined(&element.index, ",")), lines))
}

fn size(layout: &Layout) -> Paragraph {
    let first = format!(
        "{} in {}, {} in {}",
        count(layout.num_elements(), "element"),
        count(layout.num_bytes(), "byte"),
        count(layout.padded_len(), "position"),
        count(layout.padded_bytes(), "byte"),
    );
    let bytes = count(layout.padded_bytes() - layout.num_bytes(), "byte");
    let share = percent(layout.padding_len() as u64, layout.padded_len() as u64);
    let second = match layout.padding_len() {
        0 => "no padding".into(),
        _ => format!("padding: {bytes}, {share} of the buffer"),
    };
    ("size".into(), vec![first, second])
}

/// Which dimensions round up, and what to write instead.
fn padding(this: &Walkthrough<'_>) -> Option<Paragraph> {
    let layout = this.layout;
    if layout.padding_len() == 0 {
        return None;
    }
    let mut lines = Vec::new();
    let padding = this.padding();
    for dim in &padding {
        let added = dim.padded - dim.size;
        if added.saturating_mul(100) < dim.padded {
            continue;
        }
        // Cutting away more than it saves is no advice.
        let cut = dim.cut.filter(|cut| dim.size - cut <= added);
        let cut = cut.map_or(String::new(), |cut| {
            format!(", or cut it to {}", grouped(cut))
        });
        let name = letter(layout, dim.dimension);
        let (size, padded) = (grouped(dim.size), grouped(dim.padded));
        lines.push(format!(
            "{name} of {size} rounds up to {padded}: pad it to {padded}{cut}"
        ));
    }
    if lines.is_empty() && !padding.is_empty() {
        lines.push("dimensions round up by less than 1%".into());
    }
    let align = layout.tail_padding_alignment_in_elements();
    if align > 1 {
        let multiple = grouped(align);
        lines.push(format!(
            "L({align}) rounds the buffer up to a multiple of {multiple} positions"
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
    ("contiguous".into(), vec![line])
}

fn cute(this: &Walkthrough<'_>) -> Paragraph {
    let lines = match this.cute() {
        None => vec!["no spelling: the position is not a sum of digits of each dimension".into()],
        Some(cute) if this.layout.rank() == 0 => vec![cute],
        Some(cute) => {
            let letters = letters(this.layout, 0..this.layout.rank());
            let modes = format!("modes {letters}; the first entry of a mode varies fastest");
            vec![cute, modes]
        }
    };
    ("CuTe".into(), lines)
}
