"""Plays many games with a bot, over several processes: win rate, length, and end conditions."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import fmean
from typing import Any

import msgspec

from defiance_qt.core.port.board import result_text
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.bots import bot_name, make_bot
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.playing import Endless, Played, play, played
from defiance_qt.words.catalogue import Words

Z = 1.959964
"""Standard deviations on either side of the mean that contain 95 %."""

UNFINISHED = "unfinished"
"""The result and the reason of a game that was given up."""


class Plan(msgspec.Struct, frozen=True):
    """The games to play: a mission, a bot and the first seed."""

    mission: str
    bot: str = ""
    seed: int = 1
    edition: str = ""
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()
    system: str = DEFAULT


def planned(chosen: Choices, bot: str, *more: str) -> Plan:
    """Return the plan of chosen games, with more options as written on the command line."""
    chosen = msgspec.structs.replace(chosen, texts=(*chosen.texts, *more))
    options = chosen.options()
    return Plan(chosen.mission, bot, chosen.seed, chosen.variant, options, chosen.all_plugins, chosen.system)


class Simulation(msgspec.Struct, frozen=True):
    """Statistics of many games. `interval` is the 95 % interval of the win rate (Wilson); `rounds` and `steps` are
    means.

    `results` counts the results, `endings` the end conditions; `fallen` counts how often each figure was Unconscious at
    the end.
    """

    games: int
    wins: int
    win_rate: float
    interval: tuple[float, float]
    rounds: float
    steps: float
    results: dict[str, int]
    endings: dict[str, int]
    fallen: dict[str, int]
    seeds: tuple[int, int]
    bot: str
    mission: str
    edition: str
    plugins: tuple[str, ...]


def simulate(
    plan: Plan, games: int, jobs: int = 1, tell: Callable[[Played], object] | None = None, cluster: str = ""
) -> Simulation:
    """Play that many games with consecutive seeds, over `jobs` processes or on a cluster. The result does not depend on
    that. Calls `tell` with each game, in order.

    Raises whatever a single game raises, and what `played_on` does (`DefianceError`).
    """
    played: list[Played] = []
    for one in _games(plan, games, jobs, cluster):
        played.append(one)
        if tell is not None:
            tell(one)
    return summary(plan, played)


def _games(plan: Plan, games: int, jobs: int, cluster: str) -> Iterator[Played]:
    seeds = range(plan.seed, plan.seed + games)
    if cluster:
        from defiance_qt.lab.cluster import played_on

        yield from played_on(cluster, partial(play_one, plan), seeds, (*plan.plugins, plan.system))
        return
    if jobs <= 1 or games <= 1:
        for seed in seeds:
            yield play_one(plan, seed)
        return
    # Here, so that what cannot be played is refused once, and forked processes inherit the tables it has filled.
    first = play_one(plan, plan.seed)
    with ProcessPoolExecutor(min(jobs, games - 1), mp_context=get_context(start_method())) as pool:
        others = pool.map(play_one, [plan] * (games - 1), seeds[1:])
        yield first
        yield from others


def start_method() -> str:
    """Return how to start further processes: by fork, which takes over what is imported and computed. Only spawn is
    safe where other threads may hold a lock, such as Qt's."""
    alone = threading.active_count() == 1 and "PySide6" not in sys.modules
    return "fork" if alone and sys.platform == "linux" else "spawn"


def play_one(plan: Plan, seed: int) -> Played:
    """Play one game in memory. One that is too long is given up: its result is "unfinished"."""
    with Session.new(
        plan.system,
        mission=plan.mission,
        seed=seed,
        edition=plan.edition,
        options=plan.options,
        plugins=plan.plugins,
        journal=False,
    ) as session:
        bot = make_bot(plan.bot, seed, plan.system, session.bots)
        try:
            return play(session, bot)
        except Endless:
            return msgspec.structs.replace(played(session), result=UNFINISHED, because=UNFINISHED)


def summary(plan: Plan, played: list[Played]) -> Simulation:
    """Return the statistics of the games."""
    wins = sum(one.result == "victory" for one in played)
    endings = Counter(one.because for one in played)
    fallen = Counter(id for one in played for id in one.fallen)
    return Simulation(
        games=len(played),
        wins=wins,
        win_rate=round(wins / len(played), 4) if played else 0.0,
        interval=wilson(wins, len(played)),
        rounds=round(fmean([one.rounds for one in played] or [0]), 2),
        steps=round(fmean([one.steps for one in played] or [0]), 1),
        results=_ordered(Counter(one.result for one in played)),
        endings=_ordered(endings),
        fallen=_ordered(fallen),
        seeds=(plan.seed, plan.seed + len(played) - 1),
        bot=plan.bot or bot_name("", plan.system),
        mission=plan.mission,
        edition=plan.edition,
        plugins=plan.plugins,
    )


def report_lines(result: Simulation, words: Words) -> list[str]:
    """Format the statistics, one line each: wins, each result where they are two sides', more than two, or told apart
    by nothing else, length, end conditions."""
    won, *shares, length = _brief(result, words)
    endings = (f"  {_ending(result.mission, because, words)}: {n}" for because, n in result.endings.items() if because)
    return [won, *(f"  {share}" for share in shares), length, *endings]


def row_lines(rows: Sequence[tuple[str, Simulation]], words: Words) -> list[str]:
    """Format the statistics of several simulations with their names, a line for each: wins, results, length."""
    wide = max(len(name) for name, _ in rows)
    return [f"{name.ljust(wide)}  {' · '.join(_brief(result, words))}" for name, result in rows]


def _brief(result: Simulation, words: Words) -> Iterator[str]:
    low, high = (f"{bound:.1%}" for bound in result.interval)
    rate = f"{result.win_rate:.1%}"
    yield words("cli.simulate.won", wins=result.wins, games=result.games, rate=rate, low=low, high=high)
    if "draw" in result.results or "" in result.endings or "seat.enemy" in words:
        for ended, count in result.results.items():
            named = words("cli.simulate.unfinished") if ended == UNFINISHED else result_text(ended, words)
            yield f"{named}: {count} ({count / result.games:.1%})"
    yield words("cli.simulate.length", rounds=result.rounds, steps=result.steps)


def _ending(scenario: str, because: str, words: Words) -> str:
    """Return an end condition in words; its id if the system has no text for it."""
    if because == UNFINISHED:
        return words("cli.simulate.unfinished")
    keys = (f"mission.{scenario}.end.{because}", f"reason.end.{because}")
    return next((words(key) for key in keys if key in words), because)


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def wilson(wins: int, games: int, z: float = Z) -> tuple[float, float]:
    """Return the interval of a rate (Wilson's score interval), of 95 % unless for other standard deviations `z`,
    rounded to four digits; (0, 1) for no games."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, z * z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)
