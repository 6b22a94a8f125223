//! Forms of HLO text that the dumps do not have, written by hand.

use tiled_layout::xla::hlo::{self, Reason};
use tiled_layout::{Layout, ParseError};

/// Opcode and arrays of the instruction of a line.
#[track_caller]
fn read(line: &str) -> (String, Vec<String>) {
    let mut instructions = hlo::instructions(line);
    let instruction = instructions.next().unwrap().unwrap();
    assert_eq!(instructions.next(), None);
    let arrays = instruction.arrays().map(|array| match array {
        Ok(array) => array.text().to_owned(),
        Err(skipped) => format!("{:?} {}", skipped.reason(), &line[skipped.range()]),
    });
    (instruction.opcode().to_owned(), arrays.collect())
}

/// The texts of all shapes; of what was skipped its reason.
fn shapes(text: &str) -> Vec<String> {
    let shapes = hlo::layouts(text).map(|array| match array {
        Ok(array) => array.text().to_owned(),
        Err(skipped) => format!("{:?} {}", skipped.reason(), &text[skipped.range()]),
    });
    shapes.collect()
}

#[test]
fn results_of_every_kind() {
    let cases: [(&str, &str, &[&str]); 15] = [
        ("x = f32[] constant({...})", "constant", &["f32[]"]),
        (
            "%x = f32[2]{0} constant({1, 2})",
            "constant",
            &["f32[2]{0}"],
        ),
        ("  ROOT t.1 = () tuple()", "tuple", &[]),
        ("a = token[] after-all()", "after-all", &["Token token[]"]),
        (
            "o = opaque[] custom-call(), x=1",
            "custom-call",
            &["Opaque opaque[]"],
        ),
        ("d = s32[<=4,8]{1,0} foo(d.1)", "foo", &["s32[<=4,8]{1,0}"]),
        (
            "d = s32[?,8]{1,0} foo(d.1)",
            "foo",
            &["Unbounded s32[?,8]{1,0}"],
        ),
        ("b = b(f32[8]{0}) foo(), y={}", "foo", &["f32[8]{0}"]),
        (
            "b = (b(f32[8]{0}), (b(token[]), b(f32[2], f32[4]), f32[3])) foo()",
            "foo",
            &[
                "f32[8]{0}",
                "Token b(token[])",
                "NotAShape b(f32[2], f32[4])",
                "f32[3]",
            ],
        ),
        (
            "s = f32[8,4]{1,0:D(D,C)#(u32)*(u32)P(f32[9]{0})} foo()",
            "foo",
            &["Sparse f32[8,4]{1,0:D(D,C)#(u32)*(u32)P(f32[9]{0})}"],
        ),
        (
            "s = ((f32[2]{0:T(128)}, /*index=1*/u8[4]), token[], (), u32[]{:S(2)}) async-start(x)",
            "async-start",
            &["f32[2]{0:T(128)}", "u8[4]", "Token token[]", "u32[]{:S(2)}"],
        ),
        (
            "t = (f32[2]{0}, /*index=1*/ s32[<=8]{0}, /*(*/ f32[3]) tuple(x)",
            "tuple",
            &["f32[2]{0}", "s32[<=8]{0}", "f32[3]"],
        ),
        (
            "t = (f32[2], nonsense, f32[3]) tuple(x)",
            "tuple",
            &["f32[2]", "NotAShape nonsense", "f32[3]"],
        ),
        (
            "%0 = f8e4m3fn[2]{0} convert(%p)",
            "convert",
            &["f8e4m3fn[2]{0}"],
        ),
        ("\tx=y.1 = pred[] compare(a, b)", "", &[]),
    ];
    for (line, opcode, arrays) in cases {
        if opcode.is_empty() {
            assert_eq!(hlo::instructions(line).next(), None, "{line}");
        } else {
            let arrays: Vec<_> = arrays.iter().map(|&array| array.to_owned()).collect();
            assert_eq!(read(line), (opcode.to_owned(), arrays), "{line}");
        }
    }
}

#[test]
fn shapes_among_everything_else() {
    let cases: [(&str, &[&str]); 14] = [
        (
            "entry_computation_layout={(f32[2]{0}, bf16[])->(f32[2], s4[3]{0:E(4)})}",
            &["f32[2]{0}", "bf16[]", "f32[2]", "s4[3]{0:E(4)}"],
        ),
        (
            "%f (p.1: f32[2], q: (s32[], u8[4])) -> f32[2] {",
            &["f32[2]", "s32[]", "u8[4]", "f32[2]"],
        ),
        ("  %x = f32[2] {1, 2}", &["f32[2]"]),
        (
            r#"metadata={op_name="f32[2] \" f32[3]" source_line=1}, f32[4]"#,
            &["f32[4]"],
        ),
        (
            "/* f32[2] */ f32[3] // f32[4]\nf32[5]",
            &["f32[3]", "f32[5]"],
        ),
        (
            "sharding={devices=[2,1]<=[2]}, slice={[0:8], [0:4]}, window={size=3x3}",
            &[],
        ),
        ("%my_f32[2] x.f32[2] x-f32[2] éf32[2] %f32[2] 1f32[2]", &[]),
        (
            "value: <0 p @0> (size=16,offset=0): f32[2,2]{1,0}",
            &["f32[2,2]{1,0}"],
        ),
        (
            "allocation 0: size 16, parameter 0, shape |f32[2,2]| at ShapeIndex {}:",
            &["f32[2,2]"],
        ),
        ("s32[0:8] f32[N] f32[2", &["Unclosed f32[2"]),
        ("f32[2]{0:T(8", &["Unclosed f32[2]{0:T(8"]),
        (
            "call(f32[2] %x), sub(f32[3] %y), b(f32[4])",
            &["f32[2]", "f32[3]", "f32[4]"],
        ),
        (
            "token[] opaque[] s32[<=8] f32[?] f32[2]{0:D(C)}",
            &[
                "Token token[]",
                "Opaque opaque[]",
                "s32[<=8]",
                "Unbounded f32[?]",
                "Sparse f32[2]{0:D(C)}",
            ],
        ),
        (
            "backend_config={\"a\":[\"f32[1]\"],\"b\":{\"c\":[]}}, f32[2]",
            &["f32[2]"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(shapes(text), expected, "{text}");
    }
}

#[test]
fn computations_of_both_spellings() {
    let text = "\
HloModule a
%fused (p: f32[2]) -> f32[2] {
  %p = f32[2] parameter(0)
}

region_0.5 {
  x = f32[] parameter(0)
  c = s32[2,2] constant(s32[2,2] {
  { 1, 2 },
  {
   3, 4
  }
})
  ROOT y = f32[] negate(x), to_apply=fused
}, execution_thread=\"host\"

ENTRY %main.7 (p: f32[2]) -> (f32[2], token[]) {
  %p = f32[2] parameter(0)
}

HloModule b
stray = f32[2] parameter(0)
    ENTRY e {
      ROOT r = f32[2] parameter(0)
    }
";
    let found: Vec<_> = hlo::instructions(text)
        .map(|instruction| instruction.unwrap())
        .map(|i| (i.line(), i.name(), i.computation(), i.in_entry()))
        .collect();
    assert_eq!(
        found,
        [
            (3, "p", "fused", false),
            (7, "x", "region_0.5", false),
            (8, "c", "region_0.5", false),
            (14, "y", "region_0.5", false),
            (18, "p", "main.7", true),
            (22, "stray", "", false),
            (24, "r", "e", true),
        ]
    );
}

#[test]
fn what_cannot_be_read_is_said() {
    let text = "\
ENTRY e {
  a = f32[2 parameter(0)
  b = (f32[2], f32[3] tuple(a)
  c = f32[2]
  d = f32[2] negate
  e = \"f32[2]\" add(a)
  f = foo[2] negate(a)
";
    let reasons: Vec<_> = hlo::instructions(text)
        .filter_map(Result::err)
        .map(|skipped| (skipped.line(), skipped.reason()))
        .collect();
    assert_eq!(
        reasons,
        [
            (2, Reason::NotAShape),
            (3, Reason::Unclosed),
            (4, Reason::NoOpcode),
            (5, Reason::NoOpcode),
            (6, Reason::NotAShape),
        ]
    );
    let f = hlo::instructions(text).last().unwrap().unwrap();
    let error = f.arrays().next().unwrap().unwrap().layout().unwrap_err();
    assert_eq!(error.message(), "unknown element type `foo`");
}

/// Tuples deeper than an index can say.
#[test]
fn deep_tuples() {
    let (open, close) = ("(".repeat(20), ")".repeat(20));
    let text = format!("t = (f32[1], {open}f32[2], f32[3]{close}, f32[4]) tuple()");
    let tuple = hlo::instructions(&text).next().unwrap().unwrap();
    let places: Vec<_> = tuple
        .arrays()
        .map(|array| array.unwrap().tuple_index().to_vec())
        .collect();
    let deep = vec![1, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(places, [vec![0], deep.clone(), deep, vec![2]]);
}

/// An application with a single error type.
#[test]
fn errors_of_an_application() {
    fn first_layout(text: &str) -> Result<Option<Layout>, Box<dyn std::error::Error>> {
        match hlo::layouts(text).next() {
            Some(array) => Ok(Some(array?.layout()?)),
            None => Ok(None),
        }
    }
    let layout = first_layout("a = f32[3,5]{1,0:T(2,2)} copy(b)").unwrap();
    assert_eq!(layout.unwrap().padded_len(), 24);
    assert_eq!(first_layout("nothing").unwrap(), None);
    let error = first_layout("ENTRY e {\n  t = token[] after-all()").unwrap_err();
    assert!(error.is::<hlo::Skipped>());
    assert_eq!(error.to_string(), "line 2: a token holds no data");
    let error = first_layout("a = f32[3,5]{1,1} copy(b)").unwrap_err();
    assert!(error.is::<ParseError>());
}
