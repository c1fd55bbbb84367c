#!/usr/bin/env python3
"""An independent reader of Grenier's tables, written from docs/format.md alone.

    read_table.py header FILE              what a file says of itself
    read_table.py value DIR POSITION       the value of a position: 12 pits, as 1-0-...-2
    read_table.py check DIR                every byte of every table, and the manifests
    read_table.py agree DIR < rows.csv     whether the rows of `grenier dump` are here, too

It needs the standard library only. Exit codes: 0; 1 when the answer is bad; 2 for what it
refuses to read, with one line that says what and where.
"""

import argparse
import csv
import functools
import hashlib
import json
import math
import pathlib
import struct
import sys
from typing import NamedTuple

from packed import Damaged, Packed
from xxh3 import xxh3_64

MAGIC = bytes.fromhex("47 52 45 4e 0d 0a 1a 0a")
HEADER = struct.Struct("<8s HH BBBB QQ B11s IQ Q")
KINDS = {1: "score", 2: "depth", 3: "secure", 4: "own-side"}
# The reading of endless play of each kind.
READINGS = {1: "even", 2: "none", 3: "own-side"}
READING_OF = {"score": "even", "depth": "even", "secure": "none", "own-side": "own-side"}
PLAIN, PACKED, CHECKPOINT = 1, 2, 128
LONG, LONG_ENTRY = 255, struct.Struct("<QI")


class Refused(Exception):
    """What a reader must refuse: the file, the place, the remedy."""


# The index.


@functools.cache
def choose(a, b):
    """The binomial coefficient, 0 where the page says so."""
    return math.comb(a, b) if 0 <= b <= a else 0


def fillings(k, r):
    """N(k, r): the ways to put r seeds into k pits."""
    return choose(r + k - 1, k - 1)


def full_fillings(k, r):
    """F(k, r): those that leave no pit empty."""
    return choose(r - 1, k - 1)


@functools.cache
def halves(s):
    """H(s): halves with s seeds."""
    return choose(s + 5, 5)


@functools.cache
def open_halves(s):
    """O(s): those with an empty pit."""
    return choose(s + 5, 5) - choose(s - 1, 5)


def positions_of(n):
    """Positions in layer n."""
    return choose(n + 11, 11) - choose(n + 5, 11)


def sums(half):
    """r_0, r_1, ...: the seeds from each pit on."""
    return [sum(half[pit:]) for pit in range(6)] + [0]


def rank(half):
    """The rank of a half."""
    r = sums(half)
    return sum(fillings(6 - j, r[j]) - fillings(6 - j, r[j + 1]) for j in range(5))


def open_rank(half):
    """The open rank of a half with an empty pit."""
    r = sums(half)
    last = min(half.index(0) - 1, 4)
    full = sum(
        full_fillings(6 - j, r[j]) - full_fillings(6 - j, r[j] + 1 - half[j])
        for j in range(last + 1)
    )
    return rank(half) - full


@functools.cache
def base(n, u):
    """The index of the first position with u seeds on the waiting side."""
    return sum(open_halves(w) * halves(n - w) for w in range(u))


class Place(NamedTuple):
    """Where a position stands in its layer."""

    section: int
    row: int
    column: int


def place(pits):
    """The place of a position of 12 pits, the mover's first; None when it has none."""
    mover, waiting = pits[:6], pits[6:]
    if 0 not in waiting:
        return None
    return Place(sum(waiting), open_rank(waiting), rank(mover))


def index(n, where):
    """The index of a place in layer n."""
    return base(n, where.section) + where.row * halves(n - where.section) + where.column


# Files.


class Header(NamedTuple):
    """The 64 bytes in front of a table."""

    magic: bytes
    version: int
    rules: int
    kind: int
    endless: int
    seeds: int
    form: int
    positions: int
    payload_hash: int
    finished: int
    reserved: bytes
    model_bytes: int
    model_hash: int
    header_hash: int


def read_header(path, data):
    """The header at the beginning of a file, checked as far as it can be by itself."""

    def refuse(what):
        raise Refused(f"{path}: {what}; build the layer again or get another copy")

    if len(data) < HEADER.size or data[:8] != MAGIC:
        refuse("no table: its first 64 bytes are not a header")
    header = Header(*HEADER.unpack_from(data))
    if header.version != 1:
        raise Refused(f"{path}: format version {header.version}; this reader knows 1")
    if header.header_hash != xxh3_64(data[:56]):
        refuse("the header is damaged: its hash does not match")
    known = header.kind in KINDS and header.endless in READINGS
    if not known or header.form not in (PLAIN, PACKED, CHECKPOINT):
        codes = f"kind {header.kind}, reading {header.endless}, form {header.form}"
        raise Refused(f"{path}: {codes}: one of them is unknown here; use a newer reader")
    if header.form == CHECKPOINT or header.finished != 1:
        refuse("it was never finished")
    if any(header.reserved) or header.seeds > 48:
        refuse("the header is damaged: a field is out of range")
    if header.positions != positions_of(header.seeds):
        refuse("the header is damaged: the number of positions is wrong")
    if READING_OF[KINDS[header.kind]] != READINGS[header.endless]:
        refuse("the header is damaged: kind and reading do not go together")
    if header.form != PACKED and (header.model_bytes or header.model_hash):
        refuse("the header is damaged: a model in the plain form")
    return header


class Table:
    """The table of a layer, open for questions."""

    def __init__(self, path, rules=None, kind=None, seeds=None):
        self.path = path
        try:
            self.file = open(path, "rb")  # pylint: disable=consider-using-with
        except OSError as error:
            raise Refused(f"{path}: cannot be opened: {error.strerror}") from error
        self.header = read_header(path, self.file.read(HEADER.size))
        self.kind = KINDS[self.header.kind]
        self.seeds = self.header.seeds
        found = (self.header.rules, self.kind, self.seeds)
        for have, want, what in zip(found, (rules, kind, seeds), ("rule set", "kind", "layer")):
            if want is not None and have != want:
                raise Refused(f"{path}: holds {what} {have}, not {want}; put it in its own place")
        self.size = self.file.seek(0, 2)
        self.packed = None
        if self.header.form == PACKED:
            sections = [(open_halves(u), halves(self.seeds - u)) for u in range(self.seeds + 1)]
            self.packed = self.sound(
                Packed, self.read, HEADER.size, self.header, sections, self.size
            )
        else:
            self.check_size(self.size - HEADER.size)

    def check_size(self, payload_bytes):
        """Refuses a payload that is too short or too long."""
        more = payload_bytes - self.header.positions
        if self.kind == "depth" and more > 0:
            more %= LONG_ENTRY.size
        if more != 0:
            raise Refused(f"{self.path}: {self.size} bytes are not what its header announces")

    def sound(self, call, *args):
        """What a call makes of the packed form, if that is not damaged."""
        try:
            return call(*args)
        except Damaged as error:
            raise Refused(f"{self.path}: {error}; get another copy or pack it again") from error

    def read(self, at, size):
        """Bytes of the file."""
        self.file.seek(at)
        data = self.file.read(size)
        if len(data) != size:
            raise Refused(f"{self.path}: it ends before byte {at + size}; get another copy")
        return data

    def byte(self, where):
        """The byte of a place."""
        if self.packed:
            return self.sound(self.packed.byte, *where)
        return self.read(HEADER.size + index(self.seeds, where), 1)[0]

    @functools.cached_property
    def long_distances(self):
        """What stands behind the positions: the distances that do not fit into a byte."""
        if self.packed:
            tail = self.sound(self.packed.tail)
        else:
            at = HEADER.size + self.header.positions
            tail = self.read(at, self.size - at)
        return dict(LONG_ENTRY.iter_unpack(tail))

    def payload(self):
        """The whole payload, as in the plain form."""
        if self.packed:
            return self.sound(self.packed.payload)
        return self.read(HEADER.size, self.size - HEADER.size)

    def value(self, where):
        """The value of a place: a number with sign, or a distance."""
        byte = self.byte(where)
        if self.kind == "depth":
            return byte if byte < LONG else self.long_distance(index(self.seeds, where))
        value = byte - 256 if byte > 127 else byte
        if value not in self.range():
            raise Refused(f"{self.path}: {value} at index {index(self.seeds, where)} is no value")
        return value

    def long_distance(self, at):
        """A distance from the list."""
        found = self.long_distances.get(at, 0)
        if found < LONG:
            raise Refused(f"{self.path}: the distance of index {at} is not in the list")
        return found

    def range(self):
        """The values that there can be, but of distances."""
        return range(-self.seeds if self.kind == "score" else 0, self.seeds + 1)

    def check(self):
        """Reads all of it; returns the payload."""
        payload = self.payload()
        self.check_size(len(payload))
        if xxh3_64(payload) != self.header.payload_hash:
            raise Refused(f"{self.path}: the payload is damaged: its hash does not match")
        if self.kind == "depth":
            marked = [at for at, byte in enumerate(payload[: self.header.positions]) if byte == LONG]
            long = self.long_distances
            if marked != list(long) or any(plies < LONG for plies in long.values()):
                raise Refused(f"{self.path}: the list of long distances does not fit")
        else:
            allowed = {value & 255 for value in self.range()}
            wrong = set(payload) - allowed
            if wrong:
                at = min(payload.index(byte) for byte in wrong)
                raise Refused(f"{self.path}: no value at index {at}")
        return payload


class Directory:
    """The tables of one kind in a directory, by its manifest."""

    def __init__(self, path, kind):
        self.path, self.kind = pathlib.Path(path), kind
        own = kind in ("score", "depth")
        self.manifest_path = self.path / ("manifest.json" if own else f"manifest-{kind}.json")
        try:
            self.manifest = json.loads(self.manifest_path.read_text(encoding="utf-8"))
        except OSError as error:
            raise Refused(f"{self.manifest_path}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise Refused(f"{self.manifest_path}: damaged: {error}") from error
        try:
            if self.manifest["format"] != 1:
                raise Refused(f"{self.manifest_path}: version {self.manifest['format']}, not 1")
            self.rules = self.manifest["rules"]["id"]
            records = self.manifest.get("distances", []) if kind == "depth" else self.manifest["layers"]
            self.records = {record["layer"]: record for record in records}
            self.manifest["files"]  # pylint: disable=pointless-statement
        except (KeyError, TypeError) as error:
            raise Refused(f"{self.manifest_path}: damaged: {error!r} is missing") from error

    @functools.cache  # pylint: disable=method-cache-max-size-none
    def table(self, seeds):
        """The table of a layer."""
        if seeds not in self.records:
            raise Refused(f"{self.path}: layer {seeds} of {self.kind} is not there")
        path = self.path / f"layer-{seeds:02}.{self.kind}"
        return Table(path, self.rules, self.kind, seeds)

    def value(self, pits):
        """The value of a position."""
        where = place(pits)
        if where is None:
            raise Refused(f"{pits}: a position without an empty pit on the waiting side is in no table")
        return self.table(sum(pits)).value(where)

    def check(self):
        """Reads everything and compares it with the manifest; returns the layers."""
        for seeds, record in self.records.items():
            payload = self.table(seeds).check()
            found = {
                "positions": positions_of(seeds),
                "bytes": len(payload),
                "sha256": hashlib.sha256(payload).hexdigest(),
            }
            if self.kind != "depth":
                found["draws"] = payload.count(0)
                found["losses"] = sum(payload.count(byte) for byte in range(128, 256))
                found["wins"] = len(payload) - found["draws"] - found["losses"]
            for key, value in found.items():
                if record.get(key) != value:
                    raise Refused(f"{self.manifest_path}: layer {seeds}: `{key}` should be {value}")
            self.check_file(self.table(seeds))
        return sorted(self.records)

    def check_file(self, table):
        """Compares what the manifest says of a file itself."""
        found = {
            "name": table.path.name,
            "form": "packed" if table.packed else "plain",
            "bytes": table.size,
            "sha256": hashlib.sha256(table.read(0, table.size)).hexdigest(),
        }
        if found not in self.manifest["files"]:
            raise Refused(f"{self.manifest_path}: nothing like {found} is among its files")


# The command line.


def parse(text):
    """12 pits from text."""
    try:
        pits = [int(pit) for pit in text.split("-")]
    except ValueError:
        pits = []
    if len(pits) != 12 or min(pits) < 0 or sum(pits) > 48:
        raise Refused(f"{text}: not 12 pits joined by dashes, with at most 48 seeds")
    return pits


def kinds_in(path):
    """The kinds of tables in a directory."""
    path = pathlib.Path(path)
    kinds = [kind for kind in ("secure", "own-side") if (path / f"manifest-{kind}.json").exists()]
    if (path / "manifest.json").exists() or not kinds:
        kinds[:0] = ["score", "depth"]
    return kinds


def run_header(args):
    """Prints a header."""
    with open(args.file, "rb") as file:
        header = read_header(args.file, file.read(HEADER.size))
    for name, value in header._asdict().items():
        print(f"{name:13} {value.hex(' ') if isinstance(value, bytes) else value}")
    return 0


def run_value(args):
    """Prints a value."""
    pits = parse(args.position)
    print(Directory(args.dir, args.kind).value(pits))
    return 0


def run_check(args):
    """Checks a directory."""
    for kind in kinds_in(args.dir):
        layers = Directory(args.dir, kind).check()
        if layers:
            print(f"{args.dir}: {kind}: layers {', '.join(map(str, layers))} are sound")
    return 0


def run_agree(args):
    """Compares rows of `grenier dump` with the tables."""
    directory = Directory(args.dir, args.kind)
    rows = csv.DictReader(sys.stdin)
    count = 0
    for row in rows:
        pits = [int(row[f"{side}{pit}"]) for side in "mw" for pit in range(6)]
        where = place(pits)
        here = (sum(pits), index(sum(pits), where), directory.value(pits))
        there = (int(row["layer"]), int(row["index"]), int(row["value"]))
        if here != there:
            print(f"WRONG: {pits}: layer, index, value are {there} there and {here} here")
            return 1
        count += 1
    print(f"{args.dir}: {count} rows agree")
    return 0


def main():
    """Returns the exit code."""
    parser = argparse.ArgumentParser(description="Reads Grenier's tables (docs/format.md).")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("header", help="what a file says of itself")
    command.add_argument("file")
    command.set_defaults(run=run_header)
    command = commands.add_parser("value", help="the value of a position")
    command.add_argument("dir")
    command.add_argument("position", help="12 pits, the mover's first: 1-0-0-0-0-0-1-1-2-1-2-0")
    command.add_argument("--kind", default="score", choices=KINDS.values())
    command.set_defaults(run=run_value)
    command = commands.add_parser("check", help="every byte of every table")
    command.add_argument("dir")
    command.set_defaults(run=run_check)
    command = commands.add_parser("agree", help="whether rows of `grenier dump` are the same")
    command.add_argument("dir")
    command.add_argument("--kind", default="score", choices=KINDS.values())
    command.set_defaults(run=run_agree)
    args = parser.parse_args()
    try:
        return args.run(args)
    except (Refused, OSError) as error:
        print(f"read_table.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
