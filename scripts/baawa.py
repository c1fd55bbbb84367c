#!/usr/bin/env python3
"""Plays Ba-awa with a move generator of its own.

This is the second opinion on the game of crates/rules: written from the words of docs/rules.md,
sharing no code with it, slow and literal. It prints the golden file:

    python3 scripts/baawa.py > crates/baawa/tests/data/baawa.txt

Each line is a game (rules, pits that South owns, who began), a position (South's pits first, then the
side to move) and a depth; then the number of lines of exactly so many moves (passes are moves, a
finished game has none), the seeds on the board at their ends, summed, and South's captures along
them less North's, summed; what is shared out at the end of a game counts as captured.
"""

import random
import sys

SOUTH, NORTH = 0, 1


def rules_of(name):
    """Which of the three options a name asks for."""
    words = name.split("-")[2:]
    return {"skip": "skip" in words, "late": "late" in words, "over": "over" in words}


class Game:
    def __init__(self, name, owns, starter):
        self.name, self.owns, self.starter = name, owns, starter
        self.rules = rules_of(name)

    def owner(self, pit):
        return SOUTH if pit < self.owns else NORTH

    def finished(self, board, mover):
        """None, or how many seeds each takes because the game is over before a move."""
        left = sum(board)
        if left <= 8:
            takes = [0, 0]
            takes[self.starter] = left
            return takes
        if self.rules["over"] and not self.liftable(board, mover):
            takes = [0, 0]
            for pit in range(12):
                takes[self.owner(pit)] += board[pit]
            return takes
        return None

    def liftable(self, board, mover):
        return [pit for pit in range(12) if self.owner(pit) == mover and board[pit] > 0]

    def sow(self, board, mover, pit):
        """The board after a move, who captured how much, whether the game is over."""
        board = list(board)
        captured = [0, 0]
        seen = set()
        while True:
            state = (tuple(board), pit)
            if state in seen:
                for player in (SOUTH, NORTH):
                    captured[player] += sum(board) // 2
                return [0] * 12, captured, True
            seen.add(state)

            lifted = pit
            hand = board[lifted]
            board[lifted] = 0
            while hand > 0:
                pit = (pit + 1) % 12
                if pit == lifted and self.rules["skip"]:
                    continue
                board[pit] += 1
                hand -= 1
                if board[pit] == 4:
                    board[pit] = 0
                    captured[mover if hand == 0 else self.owner(pit)] += 4
                    if sum(board) + hand == 8 and not self.rules["late"]:
                        captured[self.starter] += 8
                        return [0] * 12, captured, True
            if board[pit] in (0, 1):
                # A four was captured with the last seed, or the pit was empty.
                if self.rules["late"] and sum(board) <= 8:
                    captured[self.starter] += sum(board)
                    return [0] * 12, captured, True
                return board, captured, False

    def moves(self, board, mover):
        """All moves: (pit or None, board, captured, over)."""
        if self.finished(board, mover) is not None:
            return []
        pits = self.liftable(board, mover)
        if not pits:
            return [(None, board, [0, 0], False)]
        return [(pit, *self.sow(board, mover, pit)) for pit in pits]


def count(game, board, mover, depth, net=0):
    """Lines of this depth, seeds left at their ends, South's net captures along them."""
    if depth == 0:
        return 1, sum(board), net
    total = [0, 0, 0]
    for _, after, captured, over in game.moves(board, mover):
        gained = net + captured[SOUTH] - captured[NORTH]
        if over:
            found = (1, 0, gained) if depth == 1 else (0, 0, 0)
        else:
            found = count(game, after, 1 - mover, depth - 1, gained)
        total = [a + b for a, b in zip(total, found)]
    return tuple(total)


def line(game, board, mover, depth):
    lines, seeds, net = count(game, board, mover, depth)
    side = "SN"[mover]
    pits = "-".join(map(str, board))
    starter = ("south", "north")[game.starter]
    print(f"{game.name} {game.owns} {starter} {pits} {side} depth={depth} "
          f"lines={lines} seeds={seeds} net={net}  # source: scripts/baawa.py")


def without_fours(rng, seeds):
    """A random board of so many seeds without a pit of four."""
    while True:
        board = [0] * 12
        for _ in range(seeds):
            board[rng.randrange(12)] += 1
        if 4 not in board:
            return board


def main():
    rng = random.Random(4)
    names = ["ba-awa", "ba-awa-skip", "ba-awa-late", "ba-awa-over", "ba-awa-skip-late-over"]
    print("# Lines of play of Ba-awa: rules, pits that South owns, who began, position (South's pits first), side to move,")
    print("# depth, number of lines, seeds on the board at their ends, summed, South's net seeds along them, summed.")
    print("# Written by scripts/baawa.py, whose move generator shares no code with this crate.")
    print("\n# the start; depth 1 is clear by hand: as many lines as pits owned")
    for name in names:
        for owns in range(1, 12):
            for starter in (SOUTH, NORTH):
                game = Game(name, owns, starter)
                depths = [1, 2, 3, 4] if 6 <= owns and starter == SOUTH and name == "ba-awa" else [4]
                for depth in depths:
                    line(game, [4] * 12, starter, depth)
    print("\n# endings, at random; the side to move need not be the one that the starter's turn would give")
    for name in names:
        for owns in range(1, 12):
            for seeds in (12, 12, 16, 20, 24):
                game = Game(name, owns, rng.randrange(2))
                line(game, without_fours(rng, seeds), rng.randrange(2), 4)
    print("\n# endings in which one side has few seeds or none: passes, games that end without a move")
    for name in names:
        for owns in (1, 2, 6, 10, 11):
            for mover in (SOUTH, NORTH):
                game = Game(name, owns, rng.randrange(2))
                board = [0] * 12
                mine = [pit for pit in range(12) if game.owner(pit) != mover]
                for _ in range(12):
                    board[rng.choice(mine)] += 1
                if 4 not in board:
                    line(game, board, mover, 5)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
