"""Benchmarks of play: random commands per second against python-chess, and `simulate` with two processes."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec

from defiance_qt.core.errors import Message
from defiance_qt.lab.compiled import compiled_modules
from tests.workshop.bench.players import CHESS, PURE, Played
from tests.workshop.bench.rows import Place, Row, Unmeasured, at_least, ms

ROW = "commands a second, random play with `legal`"
GAMES = 20
ROUNDS = 10
SIMULATED = 80
SIMULATIONS = 2


class Side:
    """One side in its process (`players`). Of several rounds the least time of each game counts: other programs on the
    machine can only add to it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._least: list[Played] = []

    def play(self) -> None:
        """Play a round. Raises `Unmeasured` if the process has failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            print(file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            why = self._process.stderr.read().strip().splitlines()
            silent = Message("bench.no_output", "the program printed nothing")
            raise Unmeasured("bench.failed", "the program failed: {why}", why=why[-1] if why else silent)
        round: list[Played] = [(given, seconds) for given, seconds in json.loads(line)]
        self._least = [min(pair, key=_seconds) for pair in zip(self._least or round, round, strict=True)]

    @property
    def rate(self) -> float:
        """Commands per second."""
        return sum(given for given, _ in self._least) / sum(seconds for _, seconds in self._least)


@contextmanager
def side(name: str, *options: str) -> Iterator[Side]:
    """Start a side's process, and end it afterwards."""
    command = [sys.executable, "-m", "tests.workshop.bench.players", name, str(GAMES), *options]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield Side(process)


def simulation(place: Place) -> Iterator[Row]:
    """Measure the command `simulate` with two processes against one, start-up included, in rounds in turn; the least
    time on the clock counts. The note says how much faster two separate programs with half of the games each are:
    what the machine has to give."""
    half = SIMULATED // 2
    one, two, apart = (_Least() for _ in range(3))
    for _ in range(SIMULATIONS):
        one.measure(_simulate(place, SIMULATED, 1))
        two.measure(_simulate(place, SIMULATED, 2))
        apart.measure(_simulate(place, half, 1), _simulate(place, half, 1, seed=1 + half))
    rate_two, rate_one = (SIMULATED * 1000 / least.ms for least in (two, one))
    note = f"two separate programs: {one.ms / apart.ms:.2f}"
    yield at_least("`simulate` with two processes, against one", rate_two, rate_one, 1.8, "games a second", note=note)


class _Least:
    """The least time that the same programs, run at once, took in several rounds."""

    ms = math.inf

    def measure(self, *programs: list[str]) -> None:
        self.ms = min(self.ms, ms(lambda: _run(programs)))


def _simulate(place: Place, games: int, jobs: int, seed: int = 1) -> list[str]:
    options = f"--games {games} --jobs {jobs} --seed {seed} --bot random --json".split()
    return [sys.executable, "-m", "defiance_qt", "simulate", place.tools.scenario, *options]


def _run(programs: Sequence[list[str]]) -> None:
    """Run programs at once. Raises `Unmeasured` if one fails."""
    running = [subprocess.Popen(one, stdout=subprocess.DEVNULL) for one in programs]
    if {process.wait() for process in running} != {0}:
        raise Unmeasured("bench.failed", "the program failed: {why}", why=" ".join(programs[0][1:4]))


def _seconds(played: Played) -> float:
    return played[1]


def commands(place: Place) -> Iterator[Row]:
    """Measure both sides in rounds in turn, so that load on the machine affects both; with compiled modules also
    without them."""
    if find_spec("chess") is None:
        raise Unmeasured("bench.no_chess", "python-chess is not installed: pip install 'defiance-qt[dev]'")
    with ExitStack() as stack:
        pure, other = stack.enter_context(side(place.system, PURE)), stack.enter_context(side(CHESS))
        sides = {"pure Python": pure}
        if modules := compiled_modules():
            sides[f"{len(modules)} modules compiled"] = stack.enter_context(side(place.system))
        for _ in range(ROUNDS):
            for one in (*sides.values(), other):
                one.play()
    for note, own in sides.items():
        yield at_least(ROW, own.rate, other.rate, 1, "commands a second", note=note)
