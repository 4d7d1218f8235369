"""Plays one side of the benchmark of play, in a process of its own.

Run as `python -m tests.workshop.bench.players SIDE GAMES [pure]`.
A line on stdin starts a round. The reply is one line of JSON: for each game, always the same ones, the number of
commands and the seconds of processor time that they took. `SIDE` is a system's id or "chess". With `pure` no compiled
module is used.
"""

from __future__ import annotations

import json
import random
import sys
from time import process_time
from typing import Protocol

from msgspec.structs import replace

from tests.workshop.pure import refuse_compiled

CHESS = "chess"
PURE = "pure"

Played = tuple[int, float]
"""The number of commands of a game, and the seconds that they took."""


class Player(Protocol):
    """Plays the game of a seed, always in the same way."""

    def play(self, seed: int) -> Played: ...


class RandomGames:
    """Random games of a system's benchmark scenario, in memory. Setting up a game is not measured.

    All games share one ruleset with precomputed tables, as chess precomputes its tables on import.
    """

    def __init__(self, system: str) -> None:
        from defiance_qt.extend.sessions import Session
        from defiance_qt.lab.bots import RandomBot
        from tests.workshop.tools import tools_of

        tools = tools_of(system)
        self._bot, self._start = RandomBot, Session.start
        first = Session.new(system, mission=tools.scenario, seed=0, journal=False)
        self._game, self._setup = first.game, first.setup
        tools.prepare(self._game)

    def play(self, seed: int) -> Played:
        session = self._start(self._game, replace(self._setup, seed=seed))
        bot = self._bot(seed)
        given = 0
        begun = process_time()
        while session.result is None:
            session.submit(bot.choose(session.game, session.state, session.legal()))
            given += 1
        return given, process_time() - begun


class RandomChess:
    """Random games of chess. A game ends by the rules, or after 50 moves of either side without progress.

    Repetitions are not checked, because the library's check is expensive.
    """

    def __init__(self) -> None:
        import chess

        self._new = chess.Board

    def play(self, seed: int) -> Played:
        choice = random.Random(seed).choice
        board = self._new()
        given = 0
        begun = process_time()
        while (moves := list(board.legal_moves)) and not (
            board.is_insufficient_material() or board.halfmove_clock >= 100
        ):
            board.push(choice(moves))
            given += 1
        return given, process_time() - begun


def main(side: str, games: int) -> None:
    player: Player = RandomChess() if side == CHESS else RandomGames(side)
    for _ in sys.stdin:
        print(json.dumps([player.play(seed) for seed in range(1, games + 1)]), flush=True)


if __name__ == "__main__":
    if PURE in sys.argv:
        refuse_compiled()
    main(sys.argv[1], int(sys.argv[2]))
