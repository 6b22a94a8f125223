//! What the chapters on other systems say: pictures, presets, texts of other notations.

use layout_oracle::data;
use layout_oracle::naive::{Spec, for_each_index};
use tiled_layout::notation::System;
use tiled_layout::xla::tpu;
use tiled_layout::{ElementType, Layout, presets};

const FORMATS: &str = include_str!("../../docs/formats.md");
const COMING_FROM: &str = include_str!("../../docs/coming-from.md");

/// Blocks of code of a language.
fn blocks<'a>(chapter: &'a str, language: &str) -> Vec<&'a str> {
    let parts = chapter.split("\n```").enumerate();
    let blocks = parts.filter(|(i, _)| i % 2 == 1).map(|(_, block)| block);
    blocks
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .collect()
}

/// The cells of the tables, without those of their heads.
fn rows(chapter: &str) -> Vec<Vec<&str>> {
    let lines = chapter.lines().filter(|line| line.starts_with("| "));
    lines
        .map(|line| line[2..line.len() - 2].split(" | ").collect())
        .collect()
}

/// The code in a cell.
fn code(cell: &str) -> &str {
    cell.split('`').nth(1).unwrap_or("")
}

/// Each number of a picture is the position of its element, by the naive definition.
#[test]
fn pictures_show_positions() {
    let pictures = blocks(FORMATS, "text");
    assert!(pictures.len() >= 10, "{}", pictures.len());
    for picture in pictures {
        let (text, numbers) = picture.split_once('\n').unwrap();
        let spec = Spec::parse(text);
        let buffer = spec.buffer();
        let mut numbers = numbers
            .lines()
            .filter(|line| !line.starts_with("at "))
            .flat_map(str::split_whitespace)
            .map(|number| number.parse::<usize>().unwrap());
        let mut element = 0;
        for_each_index(&spec.dims, |_| {
            assert_eq!(buffer[numbers.next().unwrap()], element, "{text}");
            element += 1;
        });
        assert_eq!(numbers.next(), None, "{text}");
    }
}

/// The layout of a call in the table.
fn preset(call: &str, element: ElementType, dims: &[usize]) -> Layout {
    use presets::*;

    let layout = match call {
        "amx_weights(element, dims)" => amx_weights(element, dims),
        "ascend_fractal_nz(element, dims)" => ascend_fractal_nz(element, dims),
        "ascend_fractal_z(element, dims)" => ascend_fractal_z(element, dims),
        "ascend_nc1hwc0(element, dims)" => ascend_nc1hwc0(element, dims),
        "blis_a_panel(element, dims, 6)" => blis_a_panel(element, dims, 6),
        "blis_b_panel(element, dims, 16)" => blis_b_panel(element, dims, 16),
        "broadcom_sand128(element, dims)" => broadcom_sand128(element, dims),
        "cublas_block_scales(element, dims)" => cublas_block_scales(element, dims),
        "cublaslt_col32(element, dims)" => cublaslt_col32(element, dims),
        "cublaslt_col32_2r_4r4(element, dims)" => cublaslt_col32_2r_4r4(element, dims),
        "cublaslt_col4_4r2_8c(element, dims)" => cublaslt_col4_4r2_8c(element, dims),
        "cutlass_column_major_interleaved(element, dims, 4)" => {
            cutlass_column_major_interleaved(element, dims, 4)
        }
        "cutlass_cxrskx(element, dims, 32)" => cutlass_cxrskx(element, dims, 32),
        "cutlass_ncxhwx(element, dims, 32)" => cutlass_ncxhwx(element, dims, 32),
        "gamecube_rgb565(element, dims)" => gamecube_rgb565(element, dims),
        "gba_tiles(element, dims)" => gba_tiles(element, dims),
        "ggml_q8_0x4(dims, 4)" => ggml_q8_0x4(dims, 4),
        "ggml_q8_0x4(dims, 8)" => ggml_q8_0x4(dims, 8),
        "hexagon_crouton_16(element, dims)" => hexagon_crouton_16(element, dims),
        "hexagon_crouton_8(element, dims)" => hexagon_crouton_8(element, dims),
        "intel_x_tile(element, dims)" => intel_x_tile(element, dims),
        "intel_y_tile(element, dims)" => intel_y_tile(element, dims),
        "morton(element, dims, 3)" => morton(element, dims, 3),
        "nchw16c(element, dims)" => nchw16c(element, dims),
        "nv12_16l16(element, dims)" => nv12_16l16(element, dims),
        "oihw16i16o(element, dims)" => oihw16i16o(element, dims),
        "oihw4i16o4i(element, dims)" => oihw4i16o4i(element, dims),
        "oihw8i16o2i(element, dims)" => oihw8i16o2i(element, dims),
        "psp_swizzle(element, dims)" => psp_swizzle(element, dims),
        "rknn_nc1hwc2(element, dims)" => rknn_nc1hwc2(element, dims),
        "row_pitch(element, dims, 64)" => row_pitch(element, dims, 64),
        "spyre_stick(element, dims)" => spyre_stick(element, dims),
        "tegra_block_linear(element, dims, 16)" => tegra_block_linear(element, dims, 16),
        "tegra_block_linear(element, dims, 2)" => tegra_block_linear(element, dims, 2),
        "tenstorrent_tile(element, dims)" => tenstorrent_tile(element, dims),
        "tenstorrent_transposed_tile(element, dims)" => tenstorrent_transposed_tile(element, dims),
        "tiff_tiles(element, dims, 16, 16)" => tiff_tiles(element, dims, 16, 16),
        "tpu::default_layout(element, dims)" => tpu::default_layout(element, dims),
        "vivante_super_tile(element, dims)" => vivante_super_tile(element, dims),
        "vnni(element, dims)" => vnni(element, dims),
        "zarr_shards(element, dims, &[8, 8], &[4, 2])" => {
            zarr_shards(element, dims, &[8, 8], &[4, 2])
        }
        _ => panic!("`{call}`"),
    };
    layout.unwrap_or_else(|e| panic!("`{call}`: {e}"))
}

/// Each row of the catalogue is in the chapter, with the preset that makes it.
#[test]
fn presets_make_the_catalogue() {
    let chapter = rows(FORMATS);
    let catalogue = data::rows("catalogue.tsv");
    assert_eq!(catalogue.len(), 45);
    let mut tpu_choices = 0;
    for format in catalogue {
        let row = chapter.iter().find(|row| row[0] == format[0]);
        let row = row.unwrap_or_else(|| panic!("{}", format[0]));
        let layout = Layout::parse(&format[1]).unwrap();
        let made = preset(code(row[2]), layout.element_type(), layout.dims());
        if row[2].ends_with('`') {
            // Morton order has fewer tiles than in the catalogue.
            assert!(made.is_bitcast_of(&layout), "{}: {made}", format[0]);
            assert_eq!(made.dims(), layout.dims());
        } else {
            tpu_choices += 1; // the TPU may choose another order, as the row says
        }
    }
    assert_eq!(tpu_choices, 2);
}

/// The table of notations: system, text with its shape, layout.
#[test]
fn texts_of_other_notations() {
    let mut read = 0;
    for row in rows(FORMATS) {
        let Some(system) = System::from_name(code(row[0])) else {
            continue;
        };
        let shape = row[1]
            .rsplit_once("` of ")
            .map(|(_, shape)| Layout::parse(code(shape)).unwrap());
        let shape = shape
            .as_ref()
            .map(|shape| (shape.element_type(), shape.dims()));
        let layout = system.parse(code(row[1]), shape);
        let layout = layout.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(layout.to_string(), code(row[2]), "{system}");
        read += 1;
    }
    assert_eq!(read, System::ALL.len());
}

/// The line of code in each row is in a program, which is a doctest.
#[test]
fn lines_of_code_are_compiled() {
    let programs = blocks(COMING_FROM, "").join("\n");
    let mut lines = 0;
    for row in rows(COMING_FROM).iter().filter(|row| row.len() == 3) {
        if row[2] == "a line" {
            continue;
        }
        assert!(
            programs.lines().any(|line| line == code(row[2])),
            "{}",
            row[2]
        );
        lines += 1;
    }
    assert!(lines >= 45, "{lines}");
}
