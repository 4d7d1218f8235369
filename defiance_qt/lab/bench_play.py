"""Benchmark of play: random commands per second, including `legal`, against python-chess."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.benchmarks import Place, Row, Unmeasured, at_least
from defiance_qt.lab.bots import RandomBot

TURNS = 6
TURN_SECONDS = 0.7


class RandomGames:
    """Consecutive random games of the benchmark scenario, in memory. `recorded` counts all commands in their steps,
    including the app's answers for dice and cards.

    All games share one ruleset with precomputed tables, as chess precomputes its tables on import.
    """

    def __init__(self, place: Place) -> None:
        self._seed = 0
        self.recorded = 0
        first = Session.new(place.system, mission=place.tools.scenario, seed=0, journal=False)
        self._game, self._setup = first.game, first.setup
        place.tools.prepare(self._game)
        self._session = self._next()

    def _next(self) -> Session:
        self._seed += 1
        self._bot = RandomBot(self._seed)
        return Session.start(self._game, replace(self._setup, seed=self._seed))

    def play(self, seconds: float) -> tuple[int, float]:
        """Return the number of submitted commands and the seconds they took."""
        given = 0
        begun = perf_counter()
        session = self._session
        while (now := perf_counter()) - begun < seconds:
            if session.result is not None:
                # Exclude the set-up of a new game from the measured time.
                session = self._session = self._next()
                begun += perf_counter() - now
                continue
            session.submit(self._bot.choose(session.game, session.state, session.legal()))
            self.recorded += len(session.timeline.step(session.head).commands)
            given += 1
        return given, perf_counter() - begun


class RandomChess:
    """Consecutive random games of chess. A game ends by the rules, or after 50 moves of either side without progress.

    Repetitions are not checked, because the library's check is expensive.
    """

    def __init__(self, chess: Any) -> None:
        self._new = chess.Board
        self._board = chess.Board()
        self._choice = random.Random(1).choice

    def play(self, seconds: float) -> tuple[int, float]:
        given = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            moves = list(self._board.legal_moves)
            if not moves or self._board.is_insufficient_material() or self._board.halfmove_clock >= 100:
                self._board = self._new()
                continue
            self._board.push(self._choice(moves))
            given += 1
        return given, perf_counter() - begun


def commands(place: Place) -> Iterator[Row]:
    """Measure both in alternating turns, so that load on the machine affects both. The first turn of each is a
    warm-up."""
    try:
        import chess
    except ImportError:
        raise Unmeasured("bench.no_chess", "python-chess is not installed: pip install 'defiance-qt[dev]'") from None
    games = RandomGames(place)
    players: tuple[RandomGames, RandomChess] = (games, RandomChess(chess))
    totals = [[0, 0.0], [0, 0.0]]
    recorded = 0
    for turn in range(TURNS + 1):
        for side, total in enumerate(totals):
            given, seconds = players[side].play(TURN_SECONDS)
            if turn:
                total[0] += given
                total[1] += seconds
            elif side == 0:
                recorded = games.recorded
    own, other = (given / seconds for given, seconds in totals)
    every = (games.recorded - recorded) / totals[0][1] / other
    note = f"tables warm; {every:.2f} counting every command recorded, the app's answers for dice and cards too"
    yield at_least("commands a second, random play with `legal`", own, other, 1, "commands a second", note=note)
