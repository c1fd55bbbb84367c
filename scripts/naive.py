#!/usr/bin/env python3
"""Recomputes golden counts from the rules alone and compares them.

A third implementation of the rules and of the scores, in plain Python, written
from docs/rules.md and not from the Rust sources: sowing is counted by laps
instead of seed by seed, and a layer is solved by a work list over predecessors
instead of by sweeps. It reads data/golden/scores.txt, recomputes its lines for
the layers 0 to --layers of every rule set and exits with 1 at a difference.

Scores are net seeds from here on for the player to move; endless play is even.
"""

import argparse
import hashlib
import itertools
import pathlib
import sys
from typing import NamedTuple

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data/golden/scores.txt"


class Rules(NamedTuple):
    """The choices that matter to a score."""

    slam: str  # nothing | forbidden-nothing | forbidden-captures | all | rest | first | last
    feeding: str  # else-any | else-takes-all | none
    # Who cannot move: "other-all" when that is for want of seeds alone, and
    # the other takes all; "own-side" when each takes their side.
    over: str


RULES = {
    "awale": Rules("forbidden-nothing", "else-any", "other-all"),
    "awele": Rules("forbidden-nothing", "none", "other-all"),
    "oware": Rules("nothing", "else-takes-all", "own-side"),
    "awari": Rules("forbidden-captures", "else-takes-all", "own-side"),
    "oware-slam-all": Rules("all", "else-takes-all", "own-side"),
    "oware-slam-rest": Rules("rest", "else-takes-all", "own-side"),
    "oware-slam-first": Rules("first", "else-takes-all", "own-side"),
    "oware-slam-last": Rules("last", "else-takes-all", "own-side"),
}


def sow(board, pit):
    """The board after `pit` is sown, the last pit reached, the seeds given."""
    laps, rest = divmod(board[pit], 11)
    # The eleven other pits in the order in which seeds fall into them.
    ring = [(pit + step) % 12 for step in range(1, 12)]
    pits = list(board)
    pits[pit] = 0
    for step, target in enumerate(ring):
        pits[target] += laps + (step < rest)
    given = sum(pits[6:]) - sum(board[6:])
    return pits, ring[rest - 1], given


def harvest(pits, last):
    """The waiting pits that a sowing ending in `last` captures, last first."""
    backwards = range(last, 5, -1)
    return list(itertools.takewhile(lambda pit: pits[pit] in (2, 3), backwards))


def moves(rules, board):
    """The legal moves as (pit, seeds won, seeds lost, board for the other)."""
    sown = [(pit, *sow(board, pit)) for pit in range(6) if board[pit]]
    if not any(board[6:]) and rules.feeding != "none":
        feeding = [move for move in sown if move[3] > 0]
        if feeding or rules.feeding == "else-takes-all":
            sown = feeding
    found, forbidden = [], []
    for pit, pits, last, _ in sown:
        taken = harvest(pits, last)
        rest = sum(pits[6:]) - sum(pits[pit] for pit in taken)
        lost = 0
        target = found
        if taken and rest == 0:  # a grand slam
            if rules.slam in ("nothing", "forbidden-nothing"):
                taken = []
            elif rules.slam == "first":
                taken = taken[1:]
            elif rules.slam == "last":
                taken = taken[:-1]
            elif rules.slam == "rest":
                lost = sum(pits[:6])
            if rules.slam.startswith("forbidden"):
                target = forbidden
        won = sum(pits[pit] for pit in taken)
        after = [0 if i in taken else seeds for i, seeds in enumerate(pits)]
        if lost:
            after = [0] * 12
        target.append((pit, won, lost, tuple(after[6:] + after[:6])))
    return found or forbidden


def options(rules, board):
    """The legal moves as (seeds won minus seeds lost, board for the other)."""
    return [(won - lost, after) for _, won, lost, after in moves(rules, board)]


def finish(rules, board):
    """Net seeds for a player who has no legal move."""
    mine, theirs = sum(board[:6]), sum(board[6:])
    if mine and rules.over == "other-all":
        # Only the duty to feed stops a player who has seeds.
        assert theirs == 0 and rules.feeding == "else-takes-all"
    return mine - theirs


def layer_boards(seeds):
    """The positions of a layer in index order."""
    halves = [
        half
        for half in itertools.product(range(seeds + 1), repeat=6)
        if sum(half) <= seeds
    ]
    boards = [
        mover + waiting
        for total in range(seeds + 1)
        for waiting in halves
        if sum(waiting) == total and 0 in waiting
        for mover in halves
        if sum(mover) == seeds - total
    ]
    in_order = sorted(boards, key=lambda b: (sum(b[6:]), b[6:], b[:6]))
    assert boards == in_order
    return boards


def solve_layer(rules, boards, score):
    """Adds the scores of one layer to `score`, which holds all lower ones."""
    legal = {board: options(rules, board) for board in boards}
    parents = {board: [] for board in boards}
    for board, choices in legal.items():
        for _, after in choices:
            if after in parents:
                parents[after].append(board)
    score.update((board, 0) for board in boards)
    waiting = list(boards)
    while waiting:
        board = waiting.pop()
        choices = legal[board]
        if choices:
            value = max(gain - score[after] for gain, after in choices)
        else:
            value = finish(rules, board)
        if value != score[board]:
            score[board] = value
            waiting.extend(parents[board])


def line(name, layer, values):
    """The golden line of a layer."""
    digest = hashlib.sha256(bytes(value & 255 for value in values)).hexdigest()
    return (
        f"{name} layer={layer} positions={len(values)}"
        f" wins={sum(value > 0 for value in values)}"
        f" draws={sum(value == 0 for value in values)}"
        f" losses={sum(value < 0 for value in values)}"
        f" sha256={digest}"
    )


def main():
    """Compares; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layers", type=int, default=6, help="up to this layer (default 6)")
    layers = parser.parse_args().layers
    text = GOLDEN.read_text(encoding="utf-8")
    golden = [entry for entry in text.splitlines() if not entry.startswith("#")]
    boards = [layer_boards(seeds) for seeds in range(layers + 1)]
    wrong = 0
    for name, rules in RULES.items():
        score = {}
        for layer, layer_list in enumerate(boards):
            solve_layer(rules, layer_list, score)
            own = line(name, layer, [score[board] for board in layer_list])
            if own not in golden:
                wrong += 1
                print(f"not in {GOLDEN.name}: {own}", file=sys.stderr)
    checked = len(RULES) * len(boards)
    unknown = {entry.split()[0] for entry in golden} - set(RULES)
    if unknown:
        print(f"rule sets unknown to this script: {', '.join(sorted(unknown))}", file=sys.stderr)
    print(f"{checked - wrong} of {checked} golden lines agree")
    return 1 if wrong or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
