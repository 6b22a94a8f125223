//! The colours and fonts of a picture, for light and dark backgrounds.

use core::fmt;

use super::Theme;
use super::page::Page;

/// The height of the labels above tiles.
pub(super) const TILE_LABELS: f64 = 24.0;

/// Colours of a tile: fill, pale fill under hatching, outline, badge. They are tints of Okabe
/// and Ito's palette, in an order in which neighbours differ in lightness, too. Contrast to the
/// background is at least 1.5 for fills and 3 for outlines; texts on fills have at least 5.
const LIGHT: [[&str; 4]; 6] = [
    ["#a3d5f1", "#e9f5fc", "#4184aa", "#3b7596"],
    ["#eab64a", "#fcf3de", "#a67507", "#89620a"],
    ["#62bd9f", "#def2ed", "#057558", "#057558"],
    ["#e0d34a", "#fdfbe6", "#8b862f", "#73702b"],
    ["#63a5cc", "#deedf5", "#055684", "#055684"],
    ["#dca3c3", "#f8eef4", "#945b7c", "#945b7c"],
];

const DARK: [[&str; 4]; 6] = [
    ["#356683", "#1f313e", "#78c3ed", "#78c3ed"],
    ["#815e0e", "#362e18", "#ebb233", "#ebb233"],
    ["#126b57", "#112d2b", "#33b18f", "#33b18f"],
    ["#6c6a2c", "#373923", "#f3e968", "#f3e968"],
    ["#1a679b", "#112635", "#61a8cf", "#61a8cf"],
    ["#774c68", "#312833", "#d694b9", "#d694b9"],
];

/// Colours of everything but tiles: text, faint text, text in badges, background and its
/// border, panels, lines of hatching and their opacity.
const LIGHT_GROUND: [&str; 9] = [
    "#1a1d21", "#59616b", "#fff", "#fff", "#d9dde2", "#eceff2", "#f4f6f8", "#6b737d", ".62",
];
const DARK_GROUND: [&str; 9] = [
    "#f3f5f7", "#a9b2bd", "#0d1013", "#14181d", "#2c333b", "#232a31", "#1b2127", "#aab3bd", ".5",
];

/// Colours of the parts of a text: type, dimensions, order, tile, inner tiles.
const LIGHT_PARTS: [&str; 5] = ["#59616b", "#055684", "#8a4a72", "#ad4700", "#057558"];
const DARK_PARTS: [&str; 5] = ["#a9b2bd", "#74b9df", "#e0a3c6", "#ff9a63", "#6fe3c2"];

/// Fonts and sizes; `~` stands for the picture's prefix.
const FONTS: &str = "\
.~ text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;font-size:13px}
.~ .ti{font-family:ui-monospace,SFMono-Regular,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;font-size:21px;font-weight:600}
.~ .su{font-size:16px}.~ .nt{font-size:14px}.~ .ca{font-size:19px}
.~ .he{font-size:14px;font-weight:600}
.~ .la,.~ .nu,.~ .ix{font-size:12px;font-variant-numeric:tabular-nums}
.~ .b{font-weight:600}
.~ .na{font-size:17px}
.~ .po{font-size:14px;font-variant-numeric:tabular-nums}
.~ .bt{font-size:11.5px;font-weight:600}
.~ .it{font-style:italic}
.~ .ln,.~ .th,.~ .da{fill:none}.~ .ln{stroke-width:2}.~ .th,.~ .da{stroke-width:1.25}.~ .da{stroke-dasharray:3 3}
.~ .ht{stroke-width:1.2}.~ .st{stroke-width:4;stroke-opacity:.8}
.~ .mo,.~ .hm{font-family:ui-monospace,SFMono-Regular,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;font-weight:600}
.~ .mt{font-size:16px}.~ .hd{font-size:19px;font-weight:700}.~ .hm{font-size:16px}.~ .sm,.~ .lb{font-size:14px;font-variant-numeric:tabular-nums}.~ .lc{font-size:12px}
.~ .cut,.~ .thr,.~ .own{fill:none}.~ .cut{stroke-width:1.75;stroke-dasharray:5 4}.~ .thr{stroke-width:1.5;stroke-linejoin:round}.~ .own{stroke-width:2.25}
.~ .o0,.~ .o1,.~ .o2,.~ .o3,.~ .o4,.~ .o5,.~ .on{fill:none;stroke-width:1.75}
";

/// Sizes of the smallest texts of a narrow picture, which pages show at nine tenths of its size:
/// the margins of a page leave 328 of 360 pixels.
const NARROW_FONTS: &str = "\
.~ .la,.~ .nu{font-size:13px}.~ .bt,.~ .ix,.~ .lc{font-size:12.5px}
";

pub(super) fn write(f: &mut impl fmt::Write, page: &Page, theme: Theme) -> fmt::Result {
    let id = page.id();
    writeln!(f, "<style>")?;
    let narrow = if page.is_narrow() { NARROW_FONTS } else { "" };
    for fonts in [FONTS, narrow] {
        for (i, part) in fonts.split('~').enumerate() {
            write!(f, "{}{part}", if i > 0 { id } else { "" })?;
        }
    }
    match theme {
        Theme::Light => colors(f, id, &LIGHT, &LIGHT_GROUND, &LIGHT_PARTS)?,
        Theme::Dark => colors(f, id, &DARK, &DARK_GROUND, &DARK_PARTS)?,
        Theme::Auto => {
            colors(f, id, &LIGHT, &LIGHT_GROUND, &LIGHT_PARTS)?;
            writeln!(f, "@media (prefers-color-scheme:dark){{")?;
            colors(f, id, &DARK, &DARK_GROUND, &DARK_PARTS)?;
            writeln!(f, "}}")?;
        }
    }
    writeln!(f, "</style>")
}

fn colors(
    f: &mut impl fmt::Write,
    id: &str,
    tiles: &[[&str; 4]; 6],
    ground: &[&str; 9],
    parts: &[&str; 5],
) -> fmt::Result {
    let [
        text,
        faint,
        badge,
        back,
        border,
        band,
        panel,
        hatch,
        opacity,
    ] = ground;
    writeln!(f, ".{id} text{{fill:{text}}}")?;
    writeln!(
        f,
        ".{id} .su,.{id} .nt,.{id} .la,.{id} .nu,.{id} .do{{fill:{faint}}}.{id} .bt{{fill:{badge}}}"
    )?;
    writeln!(
        f,
        ".{id} .bg{{fill:{back};stroke:{border}}}.{id} .cb{{fill:{back}}}.{id} .rb{{fill:{band}}}"
    )?;
    writeln!(
        f,
        ".{id} .ra{{fill:{panel};stroke:{border}}}.{id} .ln{{stroke:{text}}}"
    )?;
    writeln!(
        f,
        ".{id} .th,.{id} .da{{stroke:{faint}}}.{id} .ah{{fill:{text}}}.{id} .am{{fill:{faint}}}"
    )?;
    writeln!(
        f,
        ".{id} .ht{{stroke:{hatch};stroke-opacity:{opacity}}}.{id} .st{{stroke:{back}}}"
    )?;
    writeln!(
        f,
        ".{id} .cn,.{id} .pn{{fill:{band}}}.{id} .on{{stroke:{faint}}}.{id} .gn{{fill:{faint}}}"
    )?;
    for (n, color) in parts.iter().enumerate() {
        writeln!(
            f,
            ".{id} .t{n}{{fill:{color}}}.{id} .s{n}{{stroke:{color}}}"
        )?;
    }
    writeln!(f, ".{id} .lb{{fill:{faint}}}.{id} .ik{{fill:{text}}}")?;
    for (n, [fill, pale, outline, dark]) in tiles.iter().enumerate() {
        writeln!(
            f,
            ".{id} .c{n}{{fill:{fill}}}.{id} .p{n}{{fill:{pale}}}.{id} .o{n}{{stroke:{outline}}}.{id} .g{n}{{fill:{dark}}}"
        )?;
    }
    Ok(())
}
