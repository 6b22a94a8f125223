//! JAX's own objects: Python evaluates the `Layout`s that are written, and what `repr` prints of
//! them is read again.

use std::process::Command;

use layout_oracle::data;
use tiled_layout::Layout;
use tiled_layout::notation::System;

#[test]
#[ignore = "needs JAX"]
fn python_prints_what_is_written() {
    let rows = data::rows("jax_layouts.tsv");
    let layouts: Vec<Layout> = rows
        .iter()
        .map(|row| Layout::parse(&row[0]).unwrap())
        .collect();
    let mut program = String::from(
        "import jax\nfrom jax.experimental.layout import Format, Layout\n\
         device = jax.sharding.SingleDeviceSharding(jax.devices()[0])\n",
    );
    for layout in &layouts {
        let object = System::Jax.print(layout).unwrap();
        program += &format!("print(repr({object}))\nprint(repr(Format({object}, device)))\n");
    }
    let python = Command::new("python3").args(["-c", &program]).output();
    let output = match python {
        Err(error) => return crate::skip(format_args!("python3: {error}")),
        Ok(output) if !output.status.success() => {
            let error = String::from_utf8_lossy(&output.stderr);
            let missing = error.contains("ModuleNotFoundError") || error.contains("ImportError");
            assert!(missing, "{error}");
            return crate::skip("python3 has no JAX with `Format`");
        }
        Ok(output) => String::from_utf8(output.stdout).unwrap(),
    };
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 2 * layouts.len());
    for (printed, layout) in lines.chunks(2).zip(layouts) {
        assert_eq!(printed[0], System::Jax.print(&layout).unwrap());
        for text in printed {
            let read = System::Jax.parse(text, Some((layout.element_type(), layout.dims())));
            assert_eq!(read.unwrap_or_else(|e| panic!("{e}")), layout);
        }
    }
}
