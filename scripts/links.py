#!/usr/bin/env python3
"""Finds dead references in the documentation.

- A relative link in a page must lead to a file, and its anchor to a heading of that page.
- A source file in backticks (`crates/index/src/half.rs`, `half.rs`) must exist. A path that
  begins with a folder of the repository must be exact; a shorter one must be the end of one,
  in the crate that the heading above it names, if it does (`crates/search`).
- "`name` in `file.rs`" must name something that this file defines.
- A page that a program or test mentions (docs/format.md) must exist.

Usage: scripts/links.py; exits with 1 if anything is dead.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")
NAMED = re.compile(r"`((?:\w+::)*)(\w+)` in\s`([\w./-]+\.rs)`")
PAGE = re.compile(r"\bdocs/\w+\.(?:md|ogn|svg)\b")
DEFINED = r"\b(?:fn|struct|enum|trait|mod|const|static|type|macro_rules!)\s+{}\b"


def tracked():
    """The files of the repository, new ones included, as paths relative to its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if (ROOT / path).is_file()]


def without_code(text):
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    found, seen = set(), {}
    for heading in re.findall(r"^#+ (.*)$", without_code(text), re.MULTILINE):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def dead_links(page, text):
    """The relative links of a page that lead nowhere."""
    for target in LINK.findall(without_code(text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        if not file.exists():
            yield f"the link {target}"
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
            yield f"the anchor of {target}"


def ends(path, files):
    """The files whose path ends in this one."""
    return [file for file in files if file == path or file.endswith("/" + path)]


def sections(text):
    """The parts of a page, each from a heading to the next, with the crate that it names."""
    for part in re.split(r"^(?=#+ )", without_code(text), flags=re.MULTILINE):
        crate = re.search(r"`(crates/\w+)", part.split("\n", 1)[0])
        yield part, crate.group(1) if crate else ""


def dead_paths(text, files):
    """The source files in backticks that do not exist, and names that they do not define."""
    for path in PATH.findall(text):
        if re.match(r"(\.ci|crates|data|docs|scripts)/", path):
            if not (ROOT / path).exists():
                yield f"the file {path}"
        elif re.search(r"\.(rs|py|sh)$", path) and not ends(path, files):
            yield f"the file {path}"
    for _, name, path in NAMED.findall(text):
        sources = [(ROOT / file).read_text(encoding="utf-8") for file in ends(path, files)]
        if not any(re.search(DEFINED.format(name), source) for source in sources):
            yield f"{name} in {path}"


def main():
    """Returns the exit code."""
    files = tracked()
    dead = checked = 0
    for file in files:
        if not re.search(r"\.(md|rs|py|sh|toml)$", file):
            continue
        text = (ROOT / file).read_text(encoding="utf-8")
        wrong = {f"the page {page}" for page in PAGE.findall(text) if not (ROOT / page).exists()}
        if file.endswith(".md"):
            checked += 1
            wrong |= set(dead_links(file, text))
            for part, crate in sections(text):
                inside = [path for path in files if path.startswith(crate)]
                wrong |= set(dead_paths(part, inside))
        for what in sorted(wrong):
            dead += 1
            print(f"{file}: {what} does not exist", file=sys.stderr)
    print(f"{checked} pages checked, {dead} dead references")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
