#!/usr/bin/env python3
"""Runs the examples of README.md, docs/guide.md and docs/values.md.

- Every `$ grenier ...` in a console block is run, in a directory that holds nothing
  but docs/game.ogn, and must print what the block shows.
- A Rust block must stand, word for word, in the documentation of grenier-probe,
  where `cargo test` runs it.
- The two commands of the README's first shell block are the ones that CI runs.
- The lines of the other shell blocks are run one after the other, with fewer seeds,
  and must succeed.

Usage: scripts/readme.py PATH/TO/grenier; exits with 1 at a difference.
"""

import difflib
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "docs/guide.md", "docs/values.md"]
COMMANDS = ["cargo run --release -- build --seeds 14", "cargo test"]


def blocks(text, language):
    """The contents of the fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def examples(block):
    """Pairs of a command and the output that is shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        # The blank line before the next command is for the eye.
        yield command, output.rstrip("\n")


def call(grenier, words, directory):
    """Runs a call of grenier, in words, without input."""
    assert words[0] == "grenier", f"not a call of grenier: {words}"
    return subprocess.run(
        [grenier, *words[1:]],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def check_example(grenier, page, command, shown):
    """Runs one example; prints and returns whether it differs."""
    words = shlex.split(command, comments=True)
    with tempfile.TemporaryDirectory() as bare:
        shutil.copy(ROOT / "docs" / "game.ogn", bare)
        ran = call(grenier, words, bare)
    printed = (ran.stdout + ran.stderr).rstrip("\n")
    if printed == shown and ran.returncode == 0:
        return False
    print(f"{command}: exit code {ran.returncode}", file=sys.stderr)
    difference = difflib.unified_diff(
        shown.splitlines(), printed.splitlines(), page, "printed", lineterm=""
    )
    print("\n".join(difference), file=sys.stderr)
    return True


def check_lines(grenier, block):
    """Runs a shell block with few seeds; prints and returns whether a line fails."""
    with tempfile.TemporaryDirectory() as empty:
        for line in block.splitlines():
            # Ba-awa has no layer below 12.
            few = "--seeds 12" if "ba-awa" in line else "--seeds 5"
            words = shlex.split(re.sub(r"--seeds \d+", few, line), comments=True)
            ran = call(grenier, words, empty)
            if ran.returncode != 0:
                print(f"{line}: exit code {ran.returncode}\n{ran.stderr}", file=sys.stderr)
                return True
    return False


def check_rust(block):
    """Prints and returns whether a Rust block is not in the crate's documentation."""
    documented = (ROOT / "crates/probe/src/lib.rs").read_text(encoding="utf-8")
    if block in re.sub(r"^//! ?", "", documented, flags=re.MULTILINE):
        return False
    print("a Rust block is not in crates/probe/src/lib.rs", file=sys.stderr)
    return True


def check_commands(block):
    """Prints and returns whether the README's commands are not those that CI runs."""
    if block.splitlines() == COMMANDS:
        return False
    print(f"the first shell block is not what CI runs: {COMMANDS}", file=sys.stderr)
    return True


def main():
    """Returns the exit code."""
    grenier = pathlib.Path(sys.argv[1]).resolve()
    wrong = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        console, rust, shell = (blocks(text, language) for language in ("console", "rust", "sh"))
        assert console or rust or shell, f"no example in {page}"
        if page == "README.md":
            wrong.append(check_commands(shell.pop(0)))
        for block in console:
            wrong += [check_example(grenier, page, *example) for example in examples(block)]
        wrong += [check_rust(block) for block in rust]
        wrong += [check_lines(grenier, block) for block in shell]
    print(f"{len(wrong) - sum(wrong)} of {len(wrong)} examples in {', '.join(PAGES)} hold")
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
