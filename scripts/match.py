#!/usr/bin/env python3
"""Lets two engines that speak the dialect of docs/uci.md play against each other.

Both play every opening twice, once from either side. Openings are random legal
moves from the start, from a seed, in which neither side gets far ahead.
The rules are those of scripts/naive.py, so every move is checked by a program that
shares no code with Grenier. A game ends when somebody has 25 seeds (what is left
then counts for nobody), when there is no move, or when a position comes back with
the same player to move since the last capture: then what is left is shared as the
sheet says. Who plays an illegal move, crashes or runs out of time loses.

Wins, draws and seeds are counted for the first engine. The error bars are from the
pairs of games with the same opening, which are independent of each other; those of
one pair are not.

    scripts/match.py --rules oware --games 400 --nodes 20000 -j 2 \\
        --first "grenier uci" --second "grenier uci" --second-option "TablePath=<none>"
"""

import argparse
import collections
import concurrent.futures
import json
import math
import pathlib
import queue
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import threading
import time
from typing import NamedTuple

import naive

# Who shares evenly what endless play leaves; elsewhere each keeps their own side.
EVEN = {"awari"}
WINNING = 25
# No opening gives more than this to either side.
FAR_AHEAD = 2
# How long an engine may be silent when nothing else limits it, in seconds.
SILENCE = 120
# 1.96 standard errors to either side hold 95 % of a normal distribution.
CONFIDENCE = 1.96


class Failed(Exception):
    """An engine that broke the rules of the game or of the dialogue."""

    def __init__(self, kind, told):
        super().__init__(told)
        self.kind = kind  # illegal | crash | late


class Game:
    """A game: the board from the view of who is to move, stores, history."""

    def __init__(self, rules):
        self.rules = rules
        self.board = (4,) * 12
        self.stores = [0, 0]
        self.side = 0  # 0 South, 1 North
        self.moves = []  # letters, with the seeds that each took
        self.forget_history()

    def forget_history(self):
        """What comes now has not been before."""
        self.since = [(self.side, self.board)]
        self.base = self.text()
        self.letters = ""

    def text(self):
        """The board as the dialogue writes it."""
        pits = self.board if self.side == 0 else self.board[6:] + self.board[:6]
        return "-".join(map(str, [*pits, *self.stores, "SN"[self.side]]))

    def legal(self):
        """The legal moves by their letters."""
        first = "A" if self.side == 0 else "a"
        found = naive.moves(naive.RULES[self.rules], self.board)
        return {chr(ord(first) + move[0]): move for move in found}

    def play(self, letter):
        """Plays a legal move."""
        _, won, lost, after = self.legal()[letter]
        self.moves.append((letter, won))
        self.stores[self.side] += won
        self.side = 1 - self.side
        self.stores[self.side] += lost
        self.board = after
        if won + lost:
            self.forget_history()
        else:
            self.letters += letter
            self.since.append((self.side, self.board))

    def final(self):
        """South's and North's seeds when the game is over, else None."""
        if max(self.stores) >= WINNING:
            return tuple(self.stores)
        mine, theirs = sum(self.board[:6]), sum(self.board[6:])
        if not self.legal():
            rest = naive.finish(naive.RULES[self.rules], self.board)
        elif self.since.count(self.since[-1]) > 1:
            rest = 0 if self.rules in EVEN else mine - theirs
        else:
            return None
        shares = [(mine + theirs + rest) / 2, (mine + theirs - rest) / 2]
        south, north = shares if self.side == 0 else shares[::-1]
        return self.stores[0] + south, self.stores[1] + north


class Limits(NamedTuple):
    """What ends a search: one of these, in milliseconds where it is a time."""

    nodes: int | None
    depth: int | None
    movetime: int | None
    clock: tuple[int, int] | None  # for the game, and for each move
    grace: int  # what may go by on the way

    def words(self, clocks):
        """The words behind `go`."""
        if self.clock:
            gain = self.clock[1]
            return f"wtime {clocks[0]:.0f} btime {clocks[1]:.0f} winc {gain} binc {gain}"
        named = zip(("nodes", "depth", "movetime"), self)
        return next(f"{name} {value}" for name, value in named if value is not None)

    def allowed(self, left):
        """Milliseconds until an answer is late, with so much on the clock."""
        if self.clock:
            return left
        return SILENCE * 1000 if self.movetime is None else self.movetime + self.grace


class Engine:
    """A program on the other end of two pipes."""

    def __init__(self, command, options, rules):
        self.told = queue.Queue()
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        threading.Thread(target=self.listen, daemon=True).start()
        self.ask("uci", "uciok", SILENCE)
        for option in [f"Rules={rules}", *options]:
            name, _, value = option.partition("=")
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok", SILENCE)

    def listen(self):
        """Passes on the program's lines, and their end."""
        for line in self.process.stdout:
            self.told.put(line)
        self.told.put(None)

    def say(self, line):
        """Sends a line."""
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failed("crash", f"does not take {line}: {error}") from error

    def ask(self, line, answer, seconds):
        """Sends a line and waits for one that begins with `answer`."""
        self.say(line)
        deadline = time.monotonic() + seconds
        while True:
            try:
                told = self.told.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                raise Failed("crash", f"no answer to {line}") from None
            if told is None:
                raise Failed("crash", f"ended instead of an answer to {line}")
            if told.startswith(answer):
                return told

    def new_game(self):
        """Makes it forget the last game."""
        self.say("ucinewgame")
        self.ask("isready", "readyok", SILENCE)

    def move(self, game, limits, clocks):
        """Its move, and how many milliseconds it took."""
        moves = f" moves {game.letters}" if game.letters else ""
        self.say(f"position fen {game.base}{moves}")
        allowed = limits.allowed(clocks[game.side])
        start = time.monotonic()
        # What is late gets the time to prove that it lives.
        told = self.ask(f"go {limits.words(clocks)}", "bestmove", allowed / 1000 + SILENCE)
        took = (time.monotonic() - start) * 1000
        if took > allowed:
            raise Failed("late", f"{took:.0f} ms instead of {allowed:.0f} for {game.text()}")
        letter = (told.split() + ["nothing"])[1]
        if letter not in game.legal():
            raise Failed("illegal", f"plays {letter} in {game.text()}")
        return letter, took

    def quit(self):
        """Ends it; whether it ended well."""
        try:
            self.say("quit")
            return self.process.wait(SILENCE) == 0
        except (Failed, subprocess.TimeoutExpired):
            self.process.kill()
            return False


class Player(NamedTuple):
    """How an engine is started."""

    command: str
    options: list[str]


class Result(NamedTuple):
    """A finished game, seen from the first engine."""

    opening: int
    south: int  # 0 when the first engine played South
    final: tuple[float, float] | None  # South's and North's seeds, unless one failed
    score: float  # 1 win, 0.5 draw, 0 loss
    failure: tuple[int, str, str] | None  # engine, kind, what was told
    moves: list[tuple[str, int]]

    def net(self):
        """Seeds of the first engine less those of the second."""
        return self.final[self.south] - self.final[1 - self.south]


def opening(rules, plies, seed):
    """Random moves, to a game that is not over and in which nobody is far ahead."""
    chance = random.Random(seed)
    while True:
        game = Game(rules)
        while game.final() is None and len(game.moves) < plies:
            game.play(chance.choice(sorted(game.legal())))
        if game.final() is None and abs(game.stores[0] - game.stores[1]) <= FAR_AHEAD:
            return "".join(letter for letter, _ in game.moves)


class Table:
    """Two engines at a table, started when they are needed."""

    def __init__(self, players, rules, limits):
        self.players, self.rules, self.limits = players, rules, limits
        self.engines = [None, None]

    def seat(self, number):
        """An engine, ready for a new game."""
        if self.engines[number] is None:
            player = self.players[number]
            self.engines[number] = Engine(player.command, player.options, self.rules)
        self.engines[number].new_game()
        return self.engines[number]

    def play(self, number, letters, south):
        """A game from an opening with the engine `south` on that side."""
        game = Game(self.rules)
        for letter in letters:
            game.play(letter)
        clocks = list(self.limits.clock[:1] * 2) if self.limits.clock else [0, 0]
        mover = 0
        try:
            for mover in (0, 1):
                self.seat(mover)
            while game.final() is None:
                side = game.side
                mover = side ^ south
                letter, took = self.engines[mover].move(game, self.limits, clocks)
                if self.limits.clock:
                    clocks[side] += self.limits.clock[1] - took
                game.play(letter)
        except Failed as failed:
            # The game is lost, and the engine starts anew.
            self.clear(mover)
            failure = (mover, failed.kind, str(failed))
            return Result(number, south, None, float(mover), failure, game.moves)
        mine, other = game.final() if south == 0 else game.final()[::-1]
        score = (1 + (mine > other) - (mine < other)) / 2
        return Result(number, south, game.final(), score, None, game.moves)

    def clear(self, number):
        """Ends an engine; whether it ended well."""
        engine, self.engines[number] = self.engines[number], None
        return engine is None or engine.quit()


def elo(score):
    """The difference in Elo that a mean score stands for; None for infinite."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


def mean_and_error(values):
    """The mean, and its standard error."""
    if len(values) < 2:
        return sum(values) / max(len(values), 1), 0.0
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))


def summary(results, crashed):
    """What a match says, for programs."""
    sound = [result for result in results if not result.failure]
    pairs = {}
    for result in results:
        pairs.setdefault(result.opening, []).append(result)
    scores = [statistics.fmean(game.score for game in pair) for pair in pairs.values()]
    nets = [
        statistics.fmean(game.net() for game in pair)
        for pair in pairs.values()
        if not any(game.failure for game in pair)
    ]
    score, error = mean_and_error(scores)
    net, net_error = mean_and_error(nets)
    ends = collections.Counter(result.score for result in results)
    failures = [
        {kind: sum((result.failure or ())[:2] == (engine, kind) for result in results)
         for kind in ("illegal", "crash", "late")}
        for engine in (0, 1)
    ]
    for engine in (0, 1):
        failures[engine]["crash"] += crashed[engine]
    return {
        "games": len(results),
        "wins": ends[1],
        "draws": ends[0.5],
        "losses": ends[0],
        "score": score,
        "score_error": error,
        "elo": elo(score),
        "elo_95": [elo(score - CONFIDENCE * error), elo(score + CONFIDENCE * error)],
        "seeds": net,
        "seeds_error": net_error,
        "plies": statistics.fmean(len(result.moves) for result in sound) if sound else 0.0,
        "failures": failures,
    }


def report(said):
    """What a match says, for people."""
    difference, *bars = [
        "infinite" if elo is None else f"{round(elo):+d}" for elo in (said["elo"], *said["elo_95"])
    ]
    lines = [
        f"{said['games']} games: first engine wins {said['wins']},"
        f" draws {said['draws']}, loses {said['losses']}",
        f"score {said['score']:.3f}, standard error {said['score_error']:.3f}",
        f"Elo difference {difference} (95 %: {' to '.join(bars)})",
        f"seeds per game {said['seeds']:+.2f}, standard error {said['seeds_error']:.2f}",
        f"mean length {said['plies']:.0f} plies",
    ]
    for name, failures in zip(("first", "second"), said["failures"]):
        lines.append(
            f"{name} engine: {failures['illegal']} illegal moves,"
            f" {failures['crash']} crashes, {failures['late']} late"
        )
    return "\n".join(lines)


def write_ogn(directory, result, players, rules):
    """Keeps a game as OGN (see docs/ogn.md)."""
    names = [player.command.replace('"', "'") for player in players]
    end = "{:g}-{:g}".format(*result.final) if result.final else "*"
    tags = {
        "Variant": {"oware": "Oware Abapa"}.get(rules, rules),
        "Event": "scripts/match.py",
        "Round": str(result.opening + 1),
        "South": names[result.south],
        "North": names[1 - result.south],
        "Result": end,
    }
    words = []
    for ply, (letter, won) in enumerate(result.moves):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(f"{letter}+{won}" if won else letter)
    lines, line = [], ""
    for word in [*words, end]:
        if len(line) + len(word) > 78:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    head = [f'[{name} "{value}"]' for name, value in tags.items()]
    name = f"game-{result.opening + 1:04}-{'ab'[result.south]}.ogn"
    text = "\n".join([*head, "", *lines, line, ""])
    (directory / name).write_text(text, encoding="utf-8")


def play_all(args, players, limits):
    """Plays the match; the results, and how many engines ended badly."""
    games = [
        (number, opening(args.rules, args.plies, f"{args.seed} {number}"), south)
        for number in range(args.games // 2)
        for south in (0, 1)
    ]
    tables = queue.Queue()
    for _ in range(args.jobs):
        tables.put(Table(players, args.rules, limits))

    def play(game):
        table = tables.get()
        try:
            return table.play(*game)
        finally:
            tables.put(table)

    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for result in pool.map(play, games):
            results.append(result)
            if result.failure:
                engine, kind, told = result.failure
                print(f"{('first', 'second')[engine]} engine, {kind}: {told}", file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{len(results)} of {len(games)} games", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    crashed = [0, 0]
    while not tables.empty():
        table = tables.get()
        for engine in (0, 1):
            crashed[engine] += not table.clear(engine)
    return results, crashed


def clock(text):
    """Reads seconds for the game and for each move, as 10+0.1."""
    whole, _, each = text.partition("+")
    return round(float(whole) * 1000), round(float(each or 0) * 1000)


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("first", "second"):
        parser.add_argument(f"--{name}", required=True, metavar="COMMAND", help=f"the {name} engine")
        parser.add_argument(
            f"--{name}-option", action="append", default=[], metavar="NAME=VALUE",
            help="an option for it; may be given several times",
        )
    parser.add_argument("--rules", choices=naive.RULES, default="oware")
    parser.add_argument("--games", type=int, default=200, help="even (default 200)")
    parser.add_argument("--plies", type=int, default=8, help="random moves first (default 8)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default 1)")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="games at a time (default 1)")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=int, help="nodes for each move")
    limit.add_argument("--depth", type=int, help="plies for each move")
    limit.add_argument("--movetime", type=int, metavar="MS", help="time for each move")
    limit.add_argument("--clock", type=clock, metavar="S+S", help="seconds, and for each move")
    parser.add_argument(
        "--grace", type=int, default=100, metavar="MS",
        help="how much later than --movetime an answer may come (default 100)",
    )
    parser.add_argument("--ogn", type=pathlib.Path, metavar="DIR", help="keep the games there")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    if args.games < 2 or args.games % 2 or args.jobs < 1 or args.plies < 0:
        parser.error("--games is an even number from 2, --jobs from 1, --plies from 0")
    for command in (args.first, args.second):
        if not shutil.which((shlex.split(command) or [""])[0]):
            parser.error(f"there is no program {command}")
    return args


def main():
    """Returns the exit code: 1 when an engine failed."""
    args = arguments()
    players = [
        Player(args.first, args.first_option),
        Player(args.second, args.second_option),
    ]
    limits = Limits(args.nodes, args.depth, args.movetime, args.clock, args.grace)
    results, crashed = play_all(args, players, limits)
    if args.ogn:
        args.ogn.mkdir(parents=True, exist_ok=True)
        for result in results:
            write_ogn(args.ogn, result, players, args.rules)
    said = summary(results, crashed)
    print(json.dumps(said) if args.json else report(said))
    return 1 if any(sum(failures.values()) for failures in said["failures"]) else 0


if __name__ == "__main__":
    sys.exit(main())
