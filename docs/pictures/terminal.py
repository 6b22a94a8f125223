#!/usr/bin/env python3
"""What `layout audit` prints of a training step, as a picture for the README; a test
compares the two.

    python3 docs/pictures/terminal.py                        # builds the command
    python3 docs/pictures/terminal.py target/debug/layout    # takes this one

It writes `docs/pictures/audit.svg`, and `docs/pictures/audit_link.md`, by which
rustdoc finds it.
"""

import base64
import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs/pictures"
DATA = ROOT / "tests/data"
ARGUMENTS = ["audit", "--min-waste", "10%", "--top", "2", "hlo/gpt_train.txt"]

# In pixels: a character of the font, a line, the margin.
COLUMN, LINE, MARGIN = 8.43, 19, 24
COLUMNS = 100

STYLE = """
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:14px;fill:#1a1d21;white-space:pre}
.bg{fill:#fff;stroke:#d9dde2}.bold{font-weight:600}.dim{fill:#59616b}.line{text-decoration:underline}.mark{fill:#b04a00}
@media (prefers-color-scheme:dark){
text{fill:#f3f5f7}.bg{fill:#14181d;stroke:#2c333b}.dim{fill:#a9b2bd}.mark{fill:#ff9f4a}}
"""

# Escape sequences of the command, and how they look here.
CLASSES = {"1": "bold", "2": "dim", "4": "line", "38;5;208": "mark"}


def run(layout):
    command = [layout] if layout else ["cargo", "run", "--quiet", "-p", "tiled-layout-cli", "--"]
    done = subprocess.run(
        [*command, "--color", "always", *ARGUMENTS],
        cwd=DATA,
        env={**os.environ, "COLUMNS": str(COLUMNS)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.rstrip("\n").split("\n")


def drawn(line, y):
    """A line as text, of which each word or number between wide gaps is at its column."""
    spans, column, classes = [], 0, []
    for part in re.split(r"(\x1b\[[\d;]*m)", line):
        if part.startswith("\x1b["):
            code = part[2:-1]
            classes = [] if code in ("", "0") else [*classes, CLASSES[code]]
            continue
        for piece in re.finditer(r"\S+(?: \S+)*", part):
            x = MARGIN + (column + piece.start()) * COLUMN
            look = f' class="{" ".join(classes)}"' if classes else ""
            spans.append(f'<tspan x="{x:.1f}"{look}>{escape(piece.group(), quote=False)}</tspan>')
        column += len(part)
    if column > COLUMNS:
        sys.exit(f"{column} columns: {line}")
    return f'<text y="{y}">{"".join(spans)}</text>' if spans else ""


def picture(lines):
    width = round(2 * MARGIN + COLUMNS * COLUMN)
    height = 2 * MARGIN + LINE * len(lines) - 6
    texts = [drawn(line, MARGIN + 12 + LINE * i) for i, line in enumerate(lines)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img">',
            "<title>layout audit of a training step</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="bg" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10"/>',
            *filter(None, texts),
            "</svg>\n",
        ]
    )


def main():
    layout = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else None
    prompt = "\x1b[2m$\x1b[0m \x1b[1mlayout " + " ".join(ARGUMENTS)
    svg = picture([prompt, *run(layout)])
    (PICTURES / "audit.svg").write_text(svg)
    data = base64.b64encode(svg.encode()).decode()
    (PICTURES / "audit_link.md").write_text(f"[audit]: data:image/svg+xml;base64,{data}\n")


if __name__ == "__main__":
    main()
