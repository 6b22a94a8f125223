#!/usr/bin/env python3
"""Draws the output of `layout audit` for an attention layer, for the README; a test compares
the pictures with the command.

    python3 docs/pictures/terminal.py                        # builds the command
    python3 docs/pictures/terminal.py target/debug/layout    # takes this one

It writes `docs/pictures/audit.svg`, `audit_narrow.svg` for phones, and `audit_link.md`, through
which rustdoc finds both.
"""

import base64
import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs/pictures"
ARGUMENTS = ["audit", "--top", "2", "tests/data/hlo/attn.txt"]
TITLE = "layout audit of an attention layer"


class Page(NamedTuple):
    """The columns of a terminal, and in pixels: the font, a line, the margin."""

    columns: int
    font: float
    line: int
    margin: int

    @property
    def column(self):
        """The width of a character."""
        return 0.602 * self.font


WIDE = Page(columns=100, font=14, line=19, margin=24)
NARROW = Page(columns=46, font=11.84, line=17, margin=16)

STYLE = """
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:%gpx;fill:#1a1d21;white-space:pre}
.bg{fill:#fff;stroke:#d9dde2}.bold{font-weight:600}.dim{fill:#59616b}.line{text-decoration:underline}.mark{fill:#b04a00}
@media (prefers-color-scheme:dark){
text{fill:#f3f5f7}.bg{fill:#14181d;stroke:#2c333b}.dim{fill:#a9b2bd}.mark{fill:#ff9f4a}}
"""

# Escape sequences of the command, and how they look here.
CLASSES = {"1": "bold", "2": "dim", "4": "line", "38;5;208": "mark"}


def run(layout, page):
    command = [layout] if layout else ["cargo", "run", "--quiet", "-p", "tiled-layout-cli", "--"]
    done = subprocess.run(
        [*command, "--color", "always", *ARGUMENTS],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": str(page.columns)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.rstrip("\n").split("\n")


def drawn(line, y, page):
    """A line as text, of which each word or number between wide gaps is at its column."""
    spans, column, classes = [], 0, []
    for part in re.split(r"(\x1b\[[\d;]*m)", line):
        if part.startswith("\x1b["):
            code = part[2:-1]
            classes = [] if code in ("", "0") else [*classes, CLASSES[code]]
            continue
        for piece in re.finditer(r"\S+(?: \S+)*", part):
            x = page.margin + (column + piece.start()) * page.column
            look = f' class="{" ".join(classes)}"' if classes else ""
            spans.append(f'<tspan x="{x:.1f}"{look}>{escape(piece.group(), quote=False)}</tspan>')
        column += len(part)
    if column > page.columns:
        sys.exit(f"{column} columns: {line}")
    return f'<text y="{y}">{"".join(spans)}</text>' if spans else ""


def picture(lines, page):
    width = round(2 * page.margin + page.columns * page.column)
    height = 2 * page.margin + page.line * len(lines) - 6
    texts = [drawn(line, page.margin + 12 + page.line * i, page) for i, line in enumerate(lines)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img">',
            f"<title>{TITLE}</title>",
            f"<style>{STYLE % page.font}</style>",
            f'<rect class="bg" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10"/>',
            *filter(None, texts),
            "</svg>\n",
        ]
    )


def main():
    layout = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else None
    prompt = "\x1b[2m$\x1b[0m \x1b[1mlayout " + " ".join(ARGUMENTS)
    data = {}
    for name, page in [("audit", WIDE), ("audit_narrow", NARROW)]:
        svg = picture([prompt, *run(layout, page)], page)
        (PICTURES / f"{name}.svg").write_text(svg)
        data[name] = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    # rustdoc copies no pictures: the README's `<source>` leads nowhere there.
    (PICTURES / "audit_link.md").write_text(
        f"[audit]: {data['audit']}\n\n"
        '<style>@media (max-width: 600px) { img[alt^="The command audit"] '
        f'{{ content: url("{data["audit_narrow"]}") }} }}</style>\n'
    )


if __name__ == "__main__":
    main()
