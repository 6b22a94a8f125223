//! Targets whose inputs are texts.

use layout_core::parse::Parsed;
use layout_draw::{Svg, Text};
use tiled_layout::notation::System;
use tiled_layout::notation::explain;
use tiled_layout::xla::shards::{Mesh, Sharding};
use tiled_layout::xla::{hlo, remedies};
use tiled_layout::{ElementType, Layout};

use crate::grammar::Reading;

/// What is read prints to a text that is read as the same; what is not read is told in a range of
/// the text.
pub fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Layout::parse(text) {
        Ok(layout) => {
            let printed = layout.to_string();
            let again = Layout::parse(&printed).unwrap_or_else(|e| panic!("{printed:?}: {e}"));
            assert_eq!(again, layout, "{text:?}");
            assert_eq!(again.to_string(), printed, "{text:?}");
        }
        Err(error) => {
            assert!(
                text.get(error.range()).is_some(),
                "{text:?}: {:?}",
                error.range()
            );
            assert!(!error.message().is_empty(), "{text:?}");
            assert_ne!(error.help().as_deref(), Some(""), "{text:?}");
            assert!(!error.to_string().is_empty(), "{text:?}");
        }
    }
    let parsed = Parsed::from_macro(text);
    for number in 0..parsed.mistakes() {
        let error = parsed.mistake(text, number);
        assert!(
            text.get(error.range()).is_some(),
            "{text:?}: {:?}",
            error.range()
        );
    }
}

/// The second, naive parser accepts the same texts, and prints them the same.
pub fn grammar(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let found = Layout::parse(text).map(|layout| layout.to_string());
    match crate::grammar::read(text) {
        Reading::Layout(expected) => {
            assert_eq!(found.as_ref().ok(), Some(&expected), "{text:?}: {found:?}")
        }
        Reading::Mistake => assert!(found.is_err(), "{text:?}: {found:?}"),
        // Sizes beside an extent of 0: the buffer is empty, but strides may be too large.
        Reading::Empty(expected) => assert!(
            found.as_ref().map_or(true, |found| *found == expected),
            "{text:?}"
        ),
    }
}

/// A picture, an anatomy and an explanation of each layout: SVG is well formed, lines fit.
pub fn pictures(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(layout) = Layout::parse(text) else {
        return;
    };
    for anatomy in [false, true] {
        let svg = Svg::new(&layout).anatomy(anatomy).to_string();
        if let Err(error) = roxmltree::Document::parse(&svg) {
            panic!("{text:?}: {error}");
        }
        for width in [40, 80, 120] {
            let picture = Text::new(&layout).parts(anatomy).width(width).to_string();
            // The first line is the layout's own text.
            let lines = picture.lines().skip(1);
            let longest = lines.map(|line| line.chars().count()).max();
            assert!(
                longest <= Some(width),
                "{text:?}: {longest:?} of {width} columns:\n{picture}"
            );
        }
    }
    let explained = explain(&layout);
    let _ = (
        explained.tiling_steps(),
        explained.padding(),
        explained.contiguous(),
    );
    if let Some(example) = explained.example() {
        assert_eq!(
            layout.checked_offset(&example.index),
            Some(example.position),
            "{text:?}"
        );
    }
    for remedy in remedies(&layout) {
        assert!(
            remedy.layout.padded_bytes() + remedy.saved_bytes == layout.padded_bytes(),
            "{text:?}"
        );
    }
}

/// A notation's text is a layout of the shape that was asked for, which prints and is read again as
/// one with the same positions.
pub fn notations(data: &[u8]) {
    let [choice, rest @ ..] = data else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    const SHAPES: [(ElementType, &[usize]); 5] = [
        (ElementType::F32, &[3, 5]),
        (ElementType::BF16, &[2, 20, 3, 5]),
        (ElementType::S8, &[64, 32]),
        (ElementType::S4, &[7]),
        (ElementType::F32, &[4, 4, 4]),
    ];
    let systems = System::ALL;
    let system = systems[usize::from(*choice) % systems.len()];
    let shape = SHAPES
        .get(usize::from(*choice) / systems.len() % (SHAPES.len() + 1))
        .copied();
    let _ = System::guess(text);
    let layout = match system.parse(text, shape) {
        Ok(layout) => layout,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    if let Some((_, dims)) = shape {
        assert_eq!(*layout.dims(), *dims, "{system:?} {text:?}");
    }
    let Ok(printed) = system.print(&layout) else {
        return;
    };
    let own = (layout.element_type(), layout.dims());
    let again = system.parse(&printed, Some((own.0, own.1)));
    let again =
        again.unwrap_or_else(|e| panic!("{system:?} {text:?}, printed as {printed:?}: {e}"));
    assert!(
        again.is_bitcast_of(&layout),
        "{system:?} {text:?}: {layout} and {again}"
    );
}

/// StableHLO: nothing panics, all that is found lies in the text.
pub fn stablehlo(data: &[u8]) {
    for tensor in hlo::tensors(data) {
        match tensor {
            Ok(tensor) => {
                let printed = Layout::parse(&tensor.shape()).map(|layout| layout.dims().to_vec());
                assert!(printed.is_err() || printed.as_deref() == Ok(tensor.dims()));
            }
            Err(skipped) => assert!(data.get(skipped.range()).is_some()),
        }
    }
}

/// Shardings and meshes print to a text that is read as the same.
pub fn shardings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Sharding::parse(text) {
        Ok(sharding) => {
            let printed = sharding.to_string();
            let again = Sharding::parse(&printed).unwrap_or_else(|e| panic!("{printed:?}: {e}"));
            assert_eq!(again.to_string(), printed, "{text:?}");
            // The text and the message of an array that every device holds whole have no number
            // of devices.
            if again.num_devices().is_some() {
                assert_eq!(again, sharding, "{text:?}: {printed:?}");
            }
            let proto = sharding.to_op_sharding();
            let again = Sharding::from_op_sharding(&proto).unwrap();
            if again.num_devices().is_some() {
                assert_eq!(again, sharding, "{text:?} as a message");
            }
        }
        Err(error) => assert!(text.get(error.range()).is_some(), "{text:?}"),
    }
    let mut lines = text.lines();
    if let Ok(mesh) = Mesh::parse(lines.next().unwrap_or("")) {
        let _ = mesh.sharding(lines.next().unwrap_or(""));
    }
}
