//! A memory planner: what the arrays of a compiled program take, which line of the model made the
//! largest, and what would take less.

use layout_oracle::data;
use tiled_layout::prelude::*;
use tiled_layout::xla::{Change, hlo, remedies};

/// An array of a program.
struct Planned<'a> {
    name: &'a str,
    opcode: &'a str,
    layout: Layout,
    made_by: Option<&'a str>,
}

/// The arrays of the entry computation.
fn plan(text: &str) -> Vec<Planned<'_>> {
    let mut planned = Vec::new();
    for instruction in hlo::instructions(text).flatten().filter(|i| i.in_entry()) {
        for array in instruction.arrays().flatten() {
            planned.push(Planned {
                name: instruction.name(),
                opcode: instruction.opcode(),
                layout: array.layout().unwrap(),
                made_by: instruction.op_name(),
            });
        }
    }
    planned
}

/// The bytes of the parameters are those that the compiler's own analysis has.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn arguments_take_what_the_compiler_says() {
    for row in data::rows("hlo_memory.tsv") {
        let text = data::dump(&row[0]);
        let parameters = plan(&text).into_iter().filter(|p| p.opcode == "parameter");
        let bytes: usize = parameters.map(|p| p.layout.padded_bytes()).sum();
        assert_eq!(bytes.to_string(), row[1], "{}", row[0]);
    }
}

/// The largest array of a training step, by a search of the text.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn the_largest_array_and_who_made_it() {
    let text = data::dump("gpt_train");
    let planned = plan(&text);
    let largest = planned
        .iter()
        .filter(|p| p.opcode != "parameter" && p.opcode != "tuple")
        .max_by_key(|p| p.layout.padded_bytes())
        .unwrap();
    let line = text
        .lines()
        .find(|line| {
            line.trim_start()
                .starts_with(&format!("%{} =", largest.name))
        })
        .unwrap();
    assert!(line.contains(&largest.layout.to_string()), "{line}");
    let made_by = largest.made_by.unwrap();
    assert!(line.contains(&format!("op_name=\"{made_by}\"")), "{line}");
}

/// By hand: 12288 rows of 100 are 12288 x 128 in tiles, a quarter more than the data takes. As
/// columns, 100 rounds up to 104 rows of 12288.
#[test]
fn what_would_take_less() {
    let text = "ENTRY %e () -> f32[12288,100] {\n  ROOT %r = f32[12288,100]{1,0:T(8,128)} \
                custom-call(), custom_call_target=\"x\", metadata={op_name=\"jit(f)/sin\" \
                source_file=\"model.py\" source_line=12}\n}\n";
    let planned = plan(text);
    let [array] = &planned[..] else {
        panic!("one array");
    };
    assert_eq!(array.made_by, Some("jit(f)/sin"));
    let before = array.layout.padded_bytes();
    assert_eq!(before, 12288 * 128 * 4);
    let remedies = remedies(&array.layout);
    let order = remedies[0];
    assert_eq!(order.change, Change::Order);
    assert_eq!(order.layout.to_string(), "f32[12288,100]{0,1:T(8,128)}");
    assert_eq!(before - order.saved_bytes, 104 * 12288 * 4);
    // Numbers of two bytes save more, but are rounded, so that they come last.
    assert_eq!(remedies[1].change, Change::ElementType(ElementType::BF16));
    assert_eq!(remedies[1].saved_bytes, before / 2);
}
