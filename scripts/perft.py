#!/usr/bin/env python3
"""Counts lines of play with a move generator of its own.

This is the second opinion on crates/rules: written from the words of docs/rules.md,
sharing no code with it, slow and literal. It prints the golden file:

    python3 scripts/perft.py > crates/rules/tests/data/perft.txt

A line of depth n is a sequence of exactly n moves; a finished game has no
moves. `seeds` is the sum, over those lines, of the seeds then on the board: it
tells readings apart that differ only in who takes what. Pits are the mover's first, counter-clockwise; stores play no part.
"""

import sys

# name: (what a grand slam does, what an empty waiting side is owed)
RULES = {
    "awale": ("forbidden, else takes nothing", "feed, else anything"),
    "awele": ("forbidden, else takes nothing", "nothing"),
    "oware": ("takes nothing", "feed, else over"),
    "awari": ("forbidden, else takes", "feed, else over"),
    "oware-slam-all": ("takes", "feed, else over"),
    "oware-slam-rest": ("takes, rest to other", "feed, else over"),
    "oware-slam-first": ("leaves first", "feed, else over"),
    "oware-slam-last": ("leaves last", "feed, else over"),
}

# (comment, position, depth)
POSITIONS = [
    ("the start; depths 1 and 2 are clear by hand: no pit can run empty so soon",
     "4-4-4-4-4-4-4-4-4-4-4-4", 8),
    ("12 seeds in one pit: a full lap, the pit itself is skipped", "12-0-2-0-0-1-1-2-0-1-0-0", 7),
    ("12 seeds in one pit, last seed beside it", "0-0-0-0-0-12-0-0-1-0-1-0", 7),
    ("23 seeds in one pit: two laps and one more", "23-1-0-2-0-1-1-0-2-0-1-0", 7),
    ("23 seeds in the last pit, others too", "1-0-1-0-1-23-2-2-0-1-1-4", 7),
    ("forced feeding: only F gives", "1-1-0-0-0-1-0-0-0-0-0-0", 9),
    ("forced feeding: E and F give, F laps", "3-0-1-0-2-14-0-0-0-0-0-0", 7),
    ("forced feeding by a grand slam: 17 in F make six twos", "1-0-0-0-0-17-0-0-0-0-0-0", 8),
    ("all moves are grand slams, of one pit", "0-0-0-0-2-1-1-0-0-0-0-0", 8),
    ("all moves are grand slams, of three pits", "0-0-6-5-4-3-2-1-1-0-0-0", 8),
    ("all six moves are grand slams", "8-7-6-5-4-3-2-1-1-0-0-0", 7),
    ("a grand slam among others", "1-0-2-0-0-2-1-2-0-0-0-0", 8),
    ("nothing to feed with", "2-1-0-1-0-0-0-0-0-0-0-0", 8),
    ("the mover has no seed", "0-0-0-0-0-0-1-0-2-0-0-1", 3),
    ("an empty board", "0-0-0-0-0-0-0-0-0-0-0-0", 2),
    ("captures over a run of pits", "0-3-0-0-6-8-1-2-1-2-1-2", 7),
    ("a middle game", "0-2-5-1-0-7-3-0-1-6-2-0", 7),
    ("a late ending", "1-0-1-0-2-1-0-1-0-1-1-0", 9),
]


def sow(board, pit):
    """The board after lifting `pit`, and where the last seed fell."""
    board = list(board)
    hand = board[pit]
    board[pit] = 0
    place = pit
    while hand > 0:
        place += 1
        if place == 12:
            place = 0
        if place == pit:
            continue
        board[place] += 1
        hand -= 1
    return board, place


def caught(board, last):
    """Waiting pits that the last seed catches, in the order of capture."""
    pits = []
    while last >= 6 and board[last] in (2, 3):
        pits.append(last)
        last -= 1
    return pits


def is_slam(board, pits):
    """Whether catching `pits` takes the waiting side's last seeds."""
    there = sum(board[6:12])
    return there > 0 and sum(board[p] for p in pits) == there


def turn(board):
    return board[6:12] + board[0:6]


def children(rules, board):
    """The boards after every legal move, seen by the player then to move."""
    slam_rule, duty = RULES[rules]
    tries = [(pit, *sow(board, pit)) for pit in range(6) if board[pit] > 0]
    if sum(board[6:12]) == 0 and duty != "nothing":
        feeding = [t for t in tries if sum(t[1][6:12]) > 0]
        if feeding or duty == "feed, else over":
            tries = feeding
    slams = [is_slam(after, caught(after, last)) for _, after, last in tries]
    result = []
    for (_, after, last), slam in zip(tries, slams):
        pits = caught(after, last)
        everything = False
        if slam:
            if slam_rule.startswith("forbidden") and not all(slams):
                continue
            if slam_rule in ("takes nothing", "forbidden, else takes nothing"):
                pits = []
            elif slam_rule == "leaves first":
                pits = pits[1:]
            elif slam_rule == "leaves last":
                pits = pits[:-1]
            elif slam_rule == "takes, rest to other":
                everything = True
        for pit in range(12):
            if everything or pit in pits:
                after[pit] = 0
        result.append(turn(after))
    return result


def count(rules, board, depth):
    """Lines of exactly this depth, and the seeds left at their ends."""
    if depth == 0:
        return 1, sum(board)
    lines = seeds = 0
    for child in children(rules, board):
        below = count(rules, child, depth - 1)
        lines += below[0]
        seeds += below[1]
    return lines, seeds


def main():
    print("# Lines of play: rule set, position (mover's pits first), depth, number of lines,")
    print("# seeds on the board at their ends, summed.")
    print("# Written by scripts/perft.py, whose move generator shares no code with this crate.")
    for comment, text, deepest in POSITIONS:
        print(f"\n# {comment}")
        board = [int(field) for field in text.split("-")]
        assert len(board) == 12 and sum(board) <= 48
        for rules in RULES:
            depths = [1, 2, 4, deepest] if deepest > 4 else range(1, deepest + 1)
            for depth in depths:
                lines, seeds = count(rules, board, depth)
                print(f"{rules} {text} depth={depth} lines={lines} seeds={seeds}"
                      "  # source: scripts/perft.py")
            print(f"{rules} {text} done", file=sys.stderr)


if __name__ == "__main__":
    main()
