//! The tensors of StableHLO text.

use layout_oracle::data;
use layout_oracle::random::Random;
use tiled_layout::xla::hlo::{self, LayoutMode, Tensor, TensorRole};

/// Name, shape and role of each tensor, and what is in a region.
fn tensors(text: &str) -> Vec<(String, String, TensorRole, bool)> {
    let what = |tensor: Tensor<'_>| {
        let shape = tensor.shape();
        (
            tensor.name().to_owned(),
            shape,
            tensor.role(),
            tensor.in_region(),
        )
    };
    hlo::tensors(text).flatten().map(what).collect()
}

#[test]
fn a_program_that_jax_lowered() {
    let text = data::read("stablehlo/sharded_even.stablehlo.mlir");
    let tensors = tensors(&text);
    let of = |role: TensorRole| tensors.iter().filter(move |tensor| tensor.2 == role);
    let shapes: Vec<&str> = of(TensorRole::Argument).map(|tensor| &*tensor.1).collect();
    assert_eq!(shapes, ["bf16[100,300]", "bf16[300,78]", "bf16[100,78]"]); // of @main, of @sort
    assert_eq!(of(TensorRole::Result).count(), 3);
    let is_value = |line: &&str| line.trim_start().starts_with('%');
    let values = text.lines().filter(is_value).count();
    assert_eq!(of(TensorRole::Value).count(), values);
    assert_eq!(of(TensorRole::Returned).count(), 2);
    assert_eq!(tensors.iter().filter(|tensor| tensor.3).count(), 15);
}

#[test]
fn layout_modes() {
    for (file, mode) in [
        ("auto", LayoutMode::Auto),
        ("plain", LayoutMode::Given("{0,1}")),
        ("tiled", LayoutMode::Given("{0,1:T(8,128)(2,1)}")),
    ] {
        let text = data::read(&format!("stablehlo/layout_mode_{file}.mlir"));
        let modes: Vec<_> = hlo::tensors(&text)
            .flatten()
            .map(|tensor| (tensor.role(), tensor.layout_mode()))
            .collect();
        assert!(modes.contains(&(TensorRole::Argument, mode)), "{file}");
        assert!(modes.contains(&(TensorRole::Result, mode)), "{file}");
        assert!(
            modes.contains(&(TensorRole::Value, LayoutMode::Default)),
            "{file}"
        );
    }
}

/// Regions, several results, locations, and text that only looks like a type.
#[test]
fn forms_of_operations() {
    let text = r#"
  func.func public @main(%arg0: tensor<16x3xf32> loc("x"), %arg1: tensor<?x5xi8>) -> tensor<3xf32> {
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x3xf32>, tensor<f32>) -> tensor<3xf32> loc(#loc1)
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%arg0 init: %cst) across dimensions = [0] : (tensor<16x3xf32>, tensor<16x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<4xf32>)
     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<f32>, %arg7: tensor<f32>)  {
      %9 = stablehlo.add %arg4, %arg6 : tensor<f32>
      stablehlo.return %9, %arg5 : tensor<f32>, tensor<f32>
    }
    %2:2 = stablehlo.while(%iterArg = %cst, %iterArg_1 = %arg0) : tensor<i32>, tensor<16x3xf32>
    cond {
      %7 = stablehlo.compare  LT, %iterArg, %iterArg : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }
    %3 = "stablehlo.scatter"(%0) <{x = "a : tensor<9xf32> {", d = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %10 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<3xf32>) -> tensor<6xui8>
    %4 = stablehlo.select %7, %0, %3 : tensor<3xi1>, tensor<7xf32>
    %5 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
    return %0 : tensor<3xf32>
"#;
    let found = tensors(text);
    let shown: Vec<(&str, &str, bool)> = found
        .iter()
        .filter(|tensor| tensor.2 == TensorRole::Value)
        .map(|tensor| (&*tensor.0, &*tensor.1, tensor.3))
        .collect();
    assert_eq!(
        shown,
        [
            ("0", "f32[3]", false),
            ("1", "f32[3]", false),
            ("1", "f32[4]", false),
            ("9", "f32[]", true),
            ("2", "s32[]", false),
            ("2", "f32[16,3]", false),
            ("7", "pred[]", false),
            ("10", "f32[]", true),
            ("", "u8[6]", false),
            ("4", "f32[7]", false),
            ("5", "f8e4m3fn[2]", false),
        ]
    );
    let skipped: Vec<_> = hlo::tensors(text).filter_map(Result::err).collect();
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0].reason(), hlo::Reason::Unbounded);
}

/// Cut anywhere, mutated, and noise: no panic, and lines go up.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn hostile_texts() {
    let check = |text: &[u8]| {
        let mut line = 0;
        for tensor in hlo::tensors(text) {
            let next = tensor.map_or_else(|skipped| skipped.line(), |tensor| tensor.line());
            assert!(line <= next);
            line = next;
        }
    };
    let seed = data::read("stablehlo/sharded_even.stablehlo.mlir").into_bytes();
    (0..seed.len()).for_each(|cut| check(&seed[..cut]));
    let mut random = Random::new(0x5851_F42D_4C95_7F2D);
    for _ in 0..300 {
        let mut text = seed.clone();
        for _ in 0..=random.below(8) {
            let at = random.below(text.len());
            let pieces: [&[u8]; 12] = [
                b"(", b")", b"{", b"}", b"<", b">", b"\"", b"tensor<", b"-> ", b" : ", b"x", b"\n",
            ];
            match random.below(3) {
                0 => drop(text.drain(at..(at + random.below(20)).min(text.len()))),
                1 => text.truncate(at.max(1)),
                _ => drop(text.splice(at..at, random.pick(&pieces).iter().copied())),
            }
        }
        check(&text);
    }
    // Long lines of one thing take time linear in their length.
    for piece in [
        "(",
        "{",
        "\"",
        "tensor<",
        "tensor<1x",
        "-> ",
        " : ",
        "<",
        "%x = ",
        "})",
    ] {
        for head in ["%0 = a : ", "func.func @main(", "return ", "}) : "] {
            check(format!("{head}{}", piece.repeat(100_000)).as_bytes());
        }
    }
}

#[test]
fn tensors_of_the_entry() {
    use tiled_layout::ElementType;

    let text = "func.func public @main(%arg0: tensor<3x5xf32>) -> tensor<3x5xbf16> {\n  \
        return %0 : tensor<3x5xbf16>\n}\nfunc.func private @other(%arg0: tensor<7xi8>) {\n";
    let what = |tensor: &Tensor<'_>| (tensor.in_main(), tensor.element_type(), tensor.dims()[0]);
    let all: Vec<_> = hlo::tensors(text)
        .flatten()
        .map(|tensor| what(&tensor))
        .collect();
    let main = [(true, ElementType::F32, 3), (true, ElementType::BF16, 3)];
    assert_eq!(all[..2], main);
    assert_eq!(all.last(), Some(&(false, ElementType::S8, 7)));
}
