//! The attributes after an instruction's opcode, against regular expressions on all dumps.

use layout_oracle::data;
use regex::Regex;
use tiled_layout::xla::hlo;

fn dumps() -> impl Iterator<Item = (String, String)> {
    let rows = data::rows("hlo_memory.tsv").into_iter();
    rows.map(|row| (row[0].clone(), data::dump(&row[0])))
}

/// The line of an instruction.
fn line(text: &str, number: usize) -> &str {
    text.lines().nth(number - 1).unwrap()
}

#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn operands_calls_and_metadata() {
    let head = Regex::new(r"^\s*(?:ROOT )?%?[\w.-]+ = .*? [\w-]+\((.*)$").unwrap();
    let operand = Regex::new(r"%([\w.-]+)").unwrap();
    let calls = Regex::new(
        r"(?:calls|to_apply|body|condition|comparator|select|scatter)=%([\w.-]+)|branch_computations=\{([^}]*)\}",
    )
    .unwrap();
    let op_name = Regex::new(r#"metadata=\{[^}]*op_name="([^"]*)""#).unwrap();
    let frame = Regex::new(r"stack_frame_id=(\d+)").unwrap();
    let (mut operands, mut called, mut named) = (0, 0, 0);
    for (name, text) in dumps() {
        let computations: Vec<&str> = hlo::instructions(&text)
            .flatten()
            .map(|instruction| instruction.computation())
            .collect();
        for instruction in hlo::instructions(&text).flatten() {
            let line = line(&text, instruction.line());
            // The operands end where the attributes begin.
            let rest = &head.captures(line).unwrap()[1].to_owned();
            let end = rest.find("), ").unwrap_or(rest.len());
            let expected: Vec<&str> = operand
                .captures_iter(&rest[..end])
                .map(|found| found.get(1).unwrap().as_str())
                .collect();
            if !rest[..end].contains(['(', '"']) {
                let found: Vec<_> = instruction.operands().collect();
                assert_eq!(found, expected, "{name}: {line}");
                operands += found.len();
            }
            for found in calls.captures_iter(line) {
                if let Some(expected) = found.get(1) {
                    assert!(
                        instruction.called().any(|name| name == expected.as_str()),
                        "{line}"
                    );
                    called += 1;
                }
            }
            for name in instruction.called() {
                assert!(computations.contains(&name), "{name}");
            }
            let expected = op_name
                .captures(line)
                .map(|found| found.get(1).unwrap().as_str());
            assert_eq!(instruction.op_name(), expected, "{name}: {line}");
            named += usize::from(expected.is_some());
            let expected = frame.captures(line).map(|found| found[1].parse().unwrap());
            assert_eq!(instruction.stack_frame(), expected, "{name}: {line}");
        }
    }
    assert!(
        operands > 2000 && called > 200 && named > 1000,
        "{operands} {called} {named}"
    );
}

#[test]
fn forms_of_attributes() {
    let text = r#"%w = (s32[], f32[2]{0}) while((s32[], f32[2]{0}) %init), condition=%cond, body=%body, metadata={op_type="a" op_name="jit(f)/while{\"x\"}" source_file="a, b = c.py" source_line=12}, backend_config={"known":{"n":"4"},"s":"a,b=c"}, sharding={devices=[2,1]0,1}"#;
    let w = hlo::instructions(text).next().unwrap().unwrap();
    let names: Vec<_> = w.attributes().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "condition",
            "body",
            "metadata",
            "backend_config",
            "sharding"
        ]
    );
    assert_eq!(w.attribute("sharding"), Some("{devices=[2,1]0,1}"));
    assert_eq!(w.operands().collect::<Vec<_>>(), ["init"]);
    assert_eq!(w.called().collect::<Vec<_>>(), ["cond", "body"]);
    assert_eq!(w.op_name(), Some(r#"jit(f)/while{\"x\"}"#));
    assert_eq!(
        (w.source_file(), w.source_line()),
        (Some("a, b = c.py"), Some(12))
    );

    let text = "c = f32[] conditional(p, a, b), branch_computations={%one, %two.2}, x";
    let c = hlo::instructions(text).next().unwrap().unwrap();
    assert_eq!(c.operands().collect::<Vec<_>>(), ["p", "a", "b"]);
    assert_eq!(c.called().collect::<Vec<_>>(), ["one", "two.2"]);
    for text in [
        "p = f32[] parameter(0)",
        "k = f32[2] constant({1, 2})",
        "k = s8[] constant(\"a)\"), metadata={op_name=\"b\"}",
        "k = f32[] add(",
        "k = f32[] add(), metadata={op_name=",
        "k = f32[] add(), metadata={op_name=\"",
        "k = f32[] add(), =,=,{{,\"",
    ] {
        let k = hlo::instructions(text).next().unwrap().unwrap();
        assert_eq!(k.operands().count(), 0, "{text}");
        assert_eq!((k.attributes().count() < 4, k.source_line()), (true, None));
        let _ = k.op_name();
    }
}

#[test]
fn names_and_values() {
    let text =
        r#"  ROOT %s = f32[3]{0} add(%a, %b), backend_config="x=1, y", metadata={op_name="m"}"#;
    let instruction = hlo::instructions(text).next().unwrap().unwrap();
    let found: Vec<_> = instruction.attributes().collect();
    let expected = [
        ("backend_config", r#""x=1, y""#),
        ("metadata", r#"{op_name="m"}"#),
    ];
    assert_eq!(found, expected);
}
