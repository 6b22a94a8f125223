//! Makes the text of a layout a type, and indexes buffers with it.
//!
//! `cargo run --example quickstart`, or with a layout of your own:
//! `cargo run --example quickstart -- "bf16[99]{0:T(256)(128)(2,1)}"`

use std::error::Error;
use std::io::IsTerminal;

use tiled_layout::{Layout, View, layout};

layout! {
    /// A 3x5 array, covered by tiles of 2x2.
    type Fig1 = F32[3,5]<1,0:T(2,2)>;

    /// A 300x500 array on a TPU: tiles of 8x128, in which pairs of rows are interleaved.
    type Tpu = bf16[300,500]{1,0:T(8,128)(2,1)};
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(text) = std::env::args().nth(1) {
        return run_time(&text);
    }
    figure_1()?;
    tpu()?;
    run_time("s4[5,300]{1,0:T(8,128)(8,1)E(4)}")?;
    mistake("bf16[300,500]{1,0:T(8,128)(2,0)}");
    Ok(())
}

fn title(text: &str) {
    let (bold, plain) = if std::io::stdout().is_terminal() {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("", "")
    };
    println!("\n{bold}{text}{plain}\n");
}

fn figure_1() -> Result<(), Box<dyn Error>> {
    title("Known at compile time: layout!(F32[3,5]<1,0:T(2,2)>)");

    // The element in row i and column j is 10 i + j.
    let mut buffer = [f32::NAN; Fig1::PADDED_LEN];
    let mut view = Fig1::view_mut(&mut buffer)?;
    for i in 0..3 {
        for j in 0..5 {
            view[[i, j]] = (10 * i + j) as f32;
        }
    }

    println!("  the array                the buffer: position and element, · is padding\n");
    let view = Fig1::view(&buffer)?;
    for i in 0..4 {
        let array: String = (0..5)
            .filter_map(|j| view.get([i, j]))
            .map(|element| format!("{element:>4}"))
            .collect();
        let positions: String = (0..6).map(|j| cell(&view, i, j)).collect();
        println!("{array:<22}  {positions}");
        if i == 1 {
            println!();
        }
    }
    println!();
    println!(
        "  {} elements in {} positions",
        Fig1::NUM_ELEMENTS,
        Fig1::PADDED_LEN
    );
    println!(
        "  element (2,3) is {}, at position {}",
        view[[2, 3]],
        Fig1::offset([2, 3])
    );
    Ok(())
}

/// One position of the 4x6 array that the tiles of Figure 1 cover.
fn cell(view: &View<'_, f32, Fig1>, i: usize, j: usize) -> String {
    let position = <layout!(F32[4,6]<1,0:T(2,2)>)>::offset([i, j]);
    let gap = if j.is_multiple_of(2) { "   " } else { " " };
    match Fig1::index(position) {
        Some(index) => format!("{gap}{position:>2}:{:<3}", view[index]),
        None => format!("{gap}{position:>2}:·  "),
    }
}

fn tpu() -> Result<(), Box<dyn Error>> {
    title("A TPU's buffer: layout!(bf16[300,500]{1,0:T(8,128)(2,1)})");

    println!("  elements   {:>7} bytes   {:?}", Tpu::NUM_BYTES, Tpu::DIMS);
    println!(
        "  buffer     {:>7} bytes   {:?}",
        Tpu::PADDED_BYTES,
        Tpu::PHYSICAL_DIMS
    );
    println!();

    // Without the feature `half`, a bf16 is the upper half of an f32's bits.
    let mut buffer = vec![0u16; Tpu::PADDED_LEN];
    let mut view = Tpu::view_mut(&mut buffer)?;
    for i in 0..300 {
        for j in 0..500 {
            let value = ((i + j) % 256) as f32;
            view[[i, j]] = (value.to_bits() >> 16) as u16;
        }
    }

    let view = Tpu::view(&buffer)?;
    println!("  element      position   value");
    for index in [[0, 0], [0, 1], [1, 0], [1, 1], [8, 0], [299, 499]] {
        let value = f32::from_bits(u32::from(view[index]) << 16);
        let [i, j] = index;
        println!(
            "  {:<11} {:>9} {value:>7}",
            format!("({i},{j})"),
            Tpu::offset(index)
        );
    }
    Ok(())
}

fn run_time(text: &str) -> Result<(), Box<dyn Error>> {
    title(&format!("Known at run time: Layout::parse({text:?})"));

    let layout = match Layout::parse(text) {
        Ok(layout) => layout,
        Err(error) => {
            println!("{error}");
            return Ok(());
        }
    };
    let last: Vec<usize> = layout
        .dims()
        .iter()
        .map(|dim| dim.saturating_sub(1))
        .collect();
    println!("  prints as            {layout}");
    println!(
        "  element type         {}, {} bits",
        layout.element_type(),
        layout.element_bits()
    );
    println!("  dimensions           {:?}", layout.dims());
    println!("  physical dimensions  {:?}", layout.physical_dims());
    println!("  strides              {:?}", layout.strides());
    println!(
        "  elements             {}, {} bytes",
        layout.num_elements(),
        layout.num_bytes()
    );
    println!(
        "  buffer               {}, {} bytes",
        layout.padded_len(),
        layout.padded_bytes()
    );
    match layout.checked_offset(&last) {
        Some(position) => println!("  last element         {last:?} at position {position}"),
        None => println!("  last element         none"),
    }
    Ok(())
}

fn mistake(text: &str) {
    title(&format!("A mistake: Layout::parse({text:?})"));
    if let Err(error) = Layout::parse(text) {
        println!("{error}");
    }
}
