//! Texts of other systems with random mistakes put in: nothing panics, and what is still a layout is
//! written back to a text of the same layout, by each system that can say it.

use crate::parse::mutations::mutate;
use layout_oracle::data;
use layout_oracle::random::{MOST, Random};
use tiled_layout::notation::System;
use tiled_layout::notation::mosaic::VectorLayout;
use tiled_layout::{ElementType, Layout};

/// A system, a text of it, and the shape of the array.
type Seed = (System, Vec<char>, ElementType, Vec<usize>);

fn seeds() -> Vec<Seed> {
    let mut seeds: Vec<Seed> = Vec::new();
    let mut add = |system, text: &str, shape: &str| {
        let shape = Layout::parse(shape).unwrap();
        let (element, dims) = (shape.element_type(), shape.dims().to_vec());
        seeds.push((system, text.chars().collect(), element, dims));
    };
    for row in data::rows("blocked_formats.tsv") {
        let system = System::from_name(&row[0].replace('.', "-")).unwrap();
        add(system, &row[1], &row[2]);
    }
    for row in data::rows("cute.tsv") {
        add(System::Cute, &row[0], &row[2]);
    }
    for row in data::rows("jax_layouts.tsv") {
        add(System::Jax, &row[1], &row[0]);
        add(System::Xla, &row[3], &row[0]);
    }
    let memref = "memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>, #tpu.memory_space<vmem>>";
    add(System::Mosaic, memref, "bf16[16,256]");
    add(System::Strides, "(20, 4) bytes", "f32[3,5]");
    let fields = "type=11 dims=[3,5] minor_to_major=[1,0] tile_dims=[2,2] tile_dim_sizes=[2]";
    add(System::Pjrt, fields, "f32[3,5]");
    seeds
}

/// What holds for every text. Gives back whether it is a layout.
fn check(system: System, text: &str, shape: (ElementType, &[usize])) -> bool {
    let _ = VectorLayout::explain(text);
    if let Some(guess) = System::guess(text) {
        let _ = guess.parse(text, None);
    }
    let layout = match system.parse(text, Some(shape)) {
        Ok(layout) => layout,
        Err(error) => {
            let range = error.range();
            assert!(text.get(range.clone()).is_some(), "`{text}`: {range:?}");
            assert!(!error.to_string().is_empty(), "`{text}`");
            return false;
        }
    };
    assert_eq!((layout.element_type(), layout.dims()), shape, "`{text}`");
    for &other in System::ALL {
        let Ok(written) = other.print(&layout) else {
            continue;
        };
        let again = other.parse(&written, Some(shape));
        let again = again.unwrap_or_else(|e| panic!("`{text}`: {layout} as {other}: {e}"));
        assert!(
            again.is_bitcast_of(&layout),
            "`{text}`: {layout} as {other}: {written}: {again}"
        );
    }
    true
}

#[test]
fn mutants_never_panic() {
    const ROUNDS: usize = if cfg!(debug_assertions) { 60 } else { 600 };
    let seeds = seeds();
    let mut random = Random::new(0x51AF_23C0_97E1_D45B);
    let (mut layouts, mut errors) = (0, 0);
    for (system, text, element, dims) in &seeds {
        let whole: String = text.iter().collect();
        assert!(check(*system, &whole, (*element, dims)), "`{whole}`");
        for _ in 0..ROUNDS {
            let mut chars = text.clone();
            for _ in 0..=random.below(2) {
                let other = &seeds[random.below(seeds.len())].1;
                mutate(&mut chars, other, &mut random);
            }
            let text: String = chars.into_iter().collect();
            if check(*system, &text, (*element, dims)) {
                layouts += 1
            } else {
                errors += 1
            }
        }
    }
    println!("{layouts} layouts, {errors} errors");
    assert!(layouts > errors / 100, "mutants are hardly ever layouts");
}

/// Random layouts, written by each system that can say them.
#[test]
fn random_layouts_come_back() {
    let mut random = Random::new(0x0F7C_11D2_6A83_95E4);
    let mut said = 0;
    for _ in 0..2000 {
        let text = random.aimed_spec(MOST).text("f32");
        let layout = Layout::parse(&text).unwrap();
        let shape = (layout.element_type(), layout.dims());
        for &system in System::ALL {
            // CuTe's extents of 0 are printed, but not read.
            if system == System::Cute && layout.num_elements() == 0 {
                continue;
            }
            if let Ok(written) = system.print(&layout) {
                let again = system.parse(&written, Some(shape));
                let again = again.unwrap_or_else(|e| panic!("{text} as {system}: {e}"));
                assert!(
                    again.is_bitcast_of(&layout),
                    "{text} as {system}: {written}"
                );
                said += 1;
            }
        }
    }
    assert!(said > 4000, "{said}");
}

/// Every prefix of each text.
#[test]
fn every_prefix() {
    for (system, text, element, dims) in seeds() {
        for end in 0..text.len() {
            let prefix: String = text[..end].iter().collect();
            check(system, &prefix, (element, &dims));
        }
    }
}
