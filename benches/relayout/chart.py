#!/usr/bin/env python3
"""Bar charts of the speed of copies, drawn from the output of the benchmark.

    cargo bench --bench relayout -- 256KiB > recorded.txt    # 8MiB, 256MiB
    python3 benches/relayout/chart.py [recorded.txt ...]

Without arguments it draws `benches/relayout/recorded.txt`. It writes one SVG a
size to `docs/pictures`, and `docs/pictures/speed_links.md`, by which rustdoc
finds them.
"""

import base64
import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "benches/relayout/recorded.txt"
PICTURES = ROOT / "docs/pictures"

SIZES = {"256KiB": "256 KiB", "8MiB": "8 MiB", "256MiB": "256 MiB"}
# In the order of the benchmark's columns, and of the bars.
WAYS = ["tiled-layout", "naive loop", "ndarray", "strided-perm"]
DRAWN = ["tiled-layout", "strided-perm", "ndarray", "naive loop"]

# The sizes of a chart, in pixels.
WIDTH, LEFT, RIGHT, TOP = 900, 348, 52, 150
BAR, GAP, SHAPE_GAP, JOB_GAP = 10, 2, 7, 16

STYLE = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:12px;fill:#1a1d21}
.ti{font-size:20px;font-weight:600}.su{font-size:13px}.jo{font-size:13px;font-weight:600}
.su,.di,.va,.ax{fill:#59616b}.di,.va,.ax{font-variant-numeric:tabular-nums}.va{font-size:10.5px;paint-order:stroke;stroke:#fff;stroke-width:3px}
.bg{fill:#fff;stroke:#d9dde2}.gr{stroke:#e3e6ea}.me{stroke:#1a1d21;stroke-dasharray:4 3}
.w0{fill:#20688f}.w1{fill:#7acdb6}.w2{fill:#e0ae42}.w3{fill:#9aa3ad}
@media (prefers-color-scheme:dark){
text{fill:#f3f5f7}.va{stroke:#14181d}.su,.di,.va,.ax{fill:#a9b2bd}
.bg{fill:#14181d;stroke:#2c333b}.gr{stroke:#2c333b}.me{stroke:#f3f5f7}
.w0{fill:#78c3ed}.w1{fill:#2a8a70}.w2{fill:#b5851f}.w3{fill:#68717b}
}
"""


def jobs(text):
    """The jobs of each size: (what, dimensions, ratio to `memcpy` by way)."""
    found = {size: [] for size in SIZES}
    row = re.compile(
        r"(\w+) +(rows to tiled|tiled to rows|transpose): (\w+)\[([\d,]+)\]\{(\S+)\} "
        r"+\S+ +\S+ +(\S+) +(\S+) +(\S+) +(\S+)$"
    )
    for line in text.splitlines():
        match = row.match(line)
        if not match:
            continue
        size, kind, element, dims, layout, ratio, *times = match.groups()
        ratio = float(ratio)
        ratios = [ratio] + [None if t == "-" else ratio / float(t) for t in times]
        _, _, tiles = layout.partition(":")
        job = {
            "rows to tiled": f"{element}, rows to {tiles}",
            "tiled to rows": f"{element}, {tiles} to rows",
            "transpose": f"{element}, {{0,1}} to {{1,0}}",
        }[kind]
        found[size].append((job, dims.replace(",", " × "), dict(zip(WAYS, ratios))))
    return found


def grouped(rows):
    """Jobs in order, each with its shapes."""
    groups = {}
    for job, dims, ratios in rows:
        groups.setdefault(job, []).append((dims, ratios))
    return groups


def chart(size, rows):
    """The SVG of the jobs of one size."""
    largest = max(ratio for _, _, ratios in rows for ratio in ratios.values() if ratio)
    steps = int(max(largest, 1) / 0.25) + 1
    end = steps * 0.25
    x = lambda ratio: LEFT + ratio / end * (WIDTH - LEFT - RIGHT)
    body, y = [], TOP
    for job, shapes in grouped(rows).items():
        body.append(f'<text class="jo" x="24" y="{y + BAR - 1}">{escape(job)}</text>')
        for dims, ratios in shapes:
            bars = [(way, ratios[way]) for way in DRAWN if ratios[way] is not None]
            label = y + BAR - 1
            body.append(f'<text class="di" x="{LEFT - 10}" y="{label}" text-anchor="end">{dims}</text>')
            for way, ratio in bars:
                title = f"{job}, {dims}: {way} {ratio:.3g} of memcpy"
                width = max(x(ratio) - LEFT, 1)
                body.append(
                    f'<rect class="w{DRAWN.index(way)}" x="{LEFT}" y="{y}" width="{width:.1f}" '
                    f'height="{BAR}"><title>{escape(title)}</title></rect>'
                )
                value = f"{ratio:.2f}" if ratio >= 0.095 else f"{ratio:.1g}"
                body.append(f'<text class="va" x="{LEFT + width + 4:.1f}" y="{y + BAR - 1}">{value}</text>')
                y += BAR + GAP
            y += SHAPE_GAP
        y += JOB_GAP - SHAPE_GAP
    bottom = y
    height = bottom + 14
    axis = []
    for step in range(steps + 1):
        at = f"{x(step * 0.25):.1f}"
        style = "me" if step == 4 else "gr"
        axis.append(f'<path class="{style}" d="M{at} {TOP - 8}V{bottom - 4}"/>')
        label = "memcpy" if step == 4 else f"{step * 0.25:g}"
        axis.append(f'<text class="ax" x="{at}" y="{TOP - 14}" text-anchor="middle">{label}</text>')
    legend, at = [], 24
    for index, way in enumerate(DRAWN):
        legend.append(f'<rect class="w{index}" x="{at}" y="97" width="12" height="12" rx="2"/>')
        legend.append(f'<text x="{at + 18}" y="107">{way}</text>')
        at += 34 + 7 * len(way)
    title = f"Copies of {SIZES[size]}"
    about = (
        "Bandwidth of one thread relative to memcpy of the same bytes in the same run; longer is faster.",
        "ndarray and strided-perm take strided views, so only tiles that divide the dimensions.",
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{title}, relative to memcpy</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="bg" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>',
        f'<text class="ti" x="24" y="38">{title}</text>',
        f'<text class="su" x="24" y="61">{about[0]}</text>',
        f'<text class="su" x="24" y="79">{about[1]}</text>',
        *legend,
        *axis,
        *body,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main():
    files = [Path(name) for name in sys.argv[1:]] or [RECORDED]
    found = jobs("\n".join(file.read_text() for file in files))
    links = []
    for size, rows in found.items():
        if not rows:
            sys.exit(f"no jobs of {SIZES[size]} in {', '.join(map(str, files))}")
        svg = chart(size, rows)
        name = f"speed_{size}"
        (PICTURES / f"{name}.svg").write_text(svg)
        data = base64.b64encode(svg.encode()).decode()
        links.append(f"[{name}]: data:image/svg+xml;base64,{data}\n")
    (PICTURES / "speed_links.md").write_text("".join(links))


if __name__ == "__main__":
    main()
