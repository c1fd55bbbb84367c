#!/usr/bin/env python3
"""Draws benchmarks: CPU time per position and memory against the layer.

Reads files written by `grenier bench --json`, one report each, and writes an SVG
with two diagrams, a line for each file and number of threads.

Usage: scripts/plot.py BENCH.json... >results.svg
"""

import json
import math
import pathlib
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 45
COLOURS = ["#1b6ca8", "#c4531b", "#2b8a3e", "#7b4ba8", "#a8891b", "#555555"]
# Layers below it say more of the clock and of starting threads than of the engine.
FIRST_LAYER = 10


def lines(path):
    """The name and the layers of each build in a file."""
    report = json.loads(path.read_text(encoding="utf-8"))
    for build in report["build"]:
        threads = build["threads"]
        name = f"{report['rules']}, {threads} thread{'s' if threads > 1 else ''}"
        if report["memory_mode"] != "normal":
            name += f", {report['memory_mode']} memory"
        layers = [layer for layer in build["layers"] if layer["layer"] >= FIRST_LAYER]
        yield name, layers


def points(layers, field, unit):
    """Pairs of a layer and what was measured there, where it was."""
    return [(layer["layer"], layer[field] / unit) for layer in layers if layer[field]]


def steps(most):
    """Four to ten round numbers from 0 to `most` or just above."""
    step = 10 ** math.floor(math.log10(most))
    step = next(s for s in (step / 5, step / 2, step, step * 2) if most / s <= 10)
    return [step * number for number in range(math.ceil(most / step) + 1)]


def powers(least, most):
    """The powers of 10 around `least` and `most`."""
    first, last = math.floor(math.log10(least)), math.ceil(math.log10(most))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def text(x, y, words, anchor="middle", extra=""):
    """A text element."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def diagram(title, curves, logarithmic):
    """One diagram as SVG elements; `curves` are pairs of a name and points."""
    values = [value for _, curve in curves for _, value in curve]
    layers = sorted({layer for _, curve in curves for layer, _ in curve})
    if not values:
        return [text(WIDTH / 2, HEIGHT / 2, f"{title}: nothing measured")]
    marks = powers(min(values), max(values)) if logarithmic else steps(max(values))
    scale = math.log10 if logarithmic else float
    low, high = scale(marks[0]), scale(marks[-1])
    across = max(1, layers[-1] - layers[0])

    def x_of(layer):
        return LEFT + (WIDTH - LEFT - RIGHT) * (layer - layers[0]) / across

    def y_of(value):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (scale(value) - low) / (high - low)

    out = [text(LEFT, 20, title, "start", ' font-weight="bold"')]
    for mark in marks:
        y = y_of(mark)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        out.append(text(LEFT - 8, y + 4, f"{mark:g}", "end"))
    for layer in layers:
        out.append(text(x_of(layer), HEIGHT - BOTTOM + 18, str(layer)))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "seeds on the board"))
    for number, (name, curve) in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x_of(layer):.1f},{y_of(value):.1f}" for layer, value in curve)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for layer, value in curve:
            out.append(f'<circle cx="{x_of(layer):.1f}" cy="{y_of(value):.1f}" r="3" fill="{colour}"/>')
        # The end where time curves leave room for it: below for time, above for memory.
        x, y = LEFT + 12, TOP + 8 + 16 * number
        if not logarithmic:
            y = HEIGHT - BOTTOM - 10 - 16 * (len(curves) - 1 - number)
        out.append(text(x, y, name, "start", f' fill="{colour}"'))
    return out


def main():
    """Returns the exit code."""
    if len(sys.argv) < 2:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    builds = []
    for name in sys.argv[1:]:
        try:
            builds += lines(pathlib.Path(name))
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"{name}: no report of `grenier bench --json`: {error!r}", file=sys.stderr)
            return 2
    time = [(name, points(layers, "cpu_ns_per_position", 1)) for name, layers in builds]
    memory = [(name, points(layers, "peak_memory_bytes", 2**20)) for name, layers in builds]
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {2 * HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
    )
    print(f'<rect width="{WIDTH}" height="{2 * HEIGHT}" fill="white"/>')
    print("\n".join(diagram("CPU time per position, ns", time, logarithmic=False)))
    print(f'<g transform="translate(0 {HEIGHT})">')
    print("\n".join(diagram("Peak memory, MiB, without mapped tables", memory, logarithmic=True)))
    print("</g>\n</svg>")
    return 0


if __name__ == "__main__":
    sys.exit(main())
