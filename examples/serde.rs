//! Layouts in a JSON document: read, checked and written as their texts.
//!
//! `cargo run --example serde --features serde`

use std::error::Error;

use serde::{Deserialize, Serialize};
use tiled_layout::{Layout, layout};

/// A parameter, as a compiler describes it.
#[derive(Serialize, Deserialize, Debug)]
struct Parameter {
    name: String,
    layout: Layout,
}

/// A kernel that accepts one layout only.
#[derive(Serialize, Deserialize, Debug)]
struct Kernel {
    input: layout!(BF16[300,500]<1,0:T(8,128)(2,1)>),
}

fn main() -> Result<(), Box<dyn Error>> {
    let parameters: Vec<Parameter> = serde_json::from_str(
        r#"[
            { "name": "w", "layout": "bf16[300,500]{1,0:T(8,128)(2,1)}" },
            { "name": "scale", "layout": "F32[3,5]<:T(2,2)>" }
        ]"#,
    )?;
    for Parameter { name, layout } in &parameters {
        println!("{name:>5}: {:>6} bytes, {layout}", layout.padded_bytes());
    }
    println!("{}", serde_json::to_string(&parameters)?);

    // A static layout accepts itself, in any spelling, and nothing else.
    let kernel: Kernel = serde_json::from_str(r#"{ "input": "BF16[300,500]{:T(8,128)(2,1)}" }"#)?;
    println!("{kernel:?}");
    let other = serde_json::from_str::<Kernel>(r#"{ "input": "bf16[300,500]{1,0}" }"#);
    println!("\n{}", other.unwrap_err());

    // A mistake gives the parser's own message.
    let mistake = serde_json::from_str::<Layout>(r#""bf16[300,500]{1,1}""#);
    println!("\n{}", mistake.unwrap_err());
    Ok(())
}
