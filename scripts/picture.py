#!/usr/bin/env python3
"""Draws a terminal session as SVG, from what the program really prints.

Runs COMMANDS in an empty directory. Lines longer than COLUMNS are wrapped at a space.
Each stretch of text gets its own place and width, so that columns line up in every font.

Usage: scripts/picture.py PATH/TO/grenier >docs/session.svg
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import unicodedata
from xml.sax.saxutils import escape

COMMANDS = ["grenier probe 1-1-0-0-1-1-1-1-0-0-2-0"]
COLUMNS = 80
# In pixels: a character, a line, the space around the text, and the bar on top.
WIDE, HIGH, MARGIN, BAR = 8, 18, 16, 28
PANEL, BORDER, TEXT, COMMAND, PROMPT = "#1f2430", "#59627a", "#d5dae6", "#ffffff", "#8fd18b"


def columns(text):
    """The width of a text in columns: some characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(line):
    """A line, or several that fit, indented as it is."""
    indent = re.match(" *", line).group()
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_on_hyphens=False) or [""]


def session(grenier):
    """Triples of a prompt, a text behind it and its colour, one for each line."""
    lines = []
    with tempfile.TemporaryDirectory() as empty:
        for command in COMMANDS:
            words = [grenier, *shlex.split(command)[1:]]
            ran = subprocess.run(
                words, cwd=empty, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
            )
            lines += [("$ ", command, COMMAND)]
            for line in ran.stdout.rstrip("\n").split("\n"):
                lines += [("", part, TEXT) for part in wrapped(line)]
            lines += [("", "", TEXT)]
    return lines[:-1]


def stretch(column, y, text, colour):
    """A text element for a stretch without wide gaps."""
    x, width = MARGIN + WIDE * column, WIDE * columns(text)
    return f'<text x="{x}" y="{y}" textLength="{width}" fill="{colour}">{escape(text)}</text>'


def draw(lines):
    """The SVG, line by line."""
    width = 2 * MARGIN + WIDE * COLUMNS
    height = BAR + 2 * MARGIN + HIGH * len(lines)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-size="13.3"'
        " font-family=\"'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace\">"
    )
    yield f"<title>{escape(' and '.join(COMMANDS))}</title>"
    yield (
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"'
        f' fill="{PANEL}" stroke="{BORDER}"/>'
    )
    for number, colour in enumerate(["#e0696b", "#e0b569", "#8fd18b"]):
        yield f'<circle cx="{MARGIN + 6 + 20 * number}" cy="{BAR // 2 + 4}" r="6" fill="{colour}"/>'
    for number, (prompt, text, colour) in enumerate(lines):
        y = BAR + MARGIN + HIGH * number + 13
        if prompt:
            yield stretch(0, y, prompt.rstrip(), PROMPT)
        for found in re.finditer(r"\S+(?: \S+)*", text):
            yield stretch(columns(prompt + text[: found.start()]), y, found.group(), colour)
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(draw(session(pathlib.Path(sys.argv[1]).resolve()))))
