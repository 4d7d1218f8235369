"""Measures the search for turning points (`make turning`): with the bot's own commands played as the user's, no
decision may be marked.

Each game is played by the bot, with its own plans kept from command to command, and searched like any other. Beside
what is marked, the bot's way is compared with itself at each turning point, but with other dice: that is what the
intervals make of two ways that are worth the same and look different.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import best_bot
from defiance_qt.lab.playing import play
from defiance_qt.lab.turning import find, search
from defiance_qt.lab.turning.line import read
from defiance_qt.lab.turning.search import CANDIDATES, Report
from defiance_qt.lab.what_if.figures import ERROR, paired_interval
from defiance_qt.lab.what_if.rollouts import Player, Question, Task

GOAL = 95
"""The percent of the games in which no decision may be marked."""


class Row(NamedTuple):
    """One game: its decisions, the turning points, those marked as a decision, and how many of them differ from what
    the bot does when it is asked anew. `alike` counts the comparisons of the bot's way with itself that were called a
    decision."""

    seed: int
    won: bool | None
    decisions: int
    moments: int
    marked: int
    differing: int
    alike: int


def measured(system: str, mission: str, last: int, games: int, seed: int) -> Row:
    """Return what the search finds in a game that the bot has played, in its last decisions."""
    with Session.new(system, mission=mission, seed=seed, journal=False) as session:
        play(session, best_bot(system)(seed))
        whole = read(session, session.game, session.words("en"))
        line = replace(whole, stretches=whole.stretches[-last:])
        found = find(session, line, search(line, games), seed=1_000_000 * seed)
        alike = sum(
            _called_a_decision(session, line.stretches[one.place].at, games, seed, min(CANDIDATES, len(line.stretches)))
            for one in found.moments
        )
        return Row(seed, line.won, len(line.stretches), len(found.moments), marked(found), differing(found), alike)


def marked(found: Report) -> int:
    """Return how many turning points are told as a decision."""
    return sum(one.kind == "decision" for one in found.moments)


def differing(found: Report) -> int:
    """Return at how many turning points the bot has done something else than it does when it is asked anew."""
    return sum(one.decision is not None for one in found.moments)


def _called_a_decision(session: Session, step: int, games: int, seed: int, candidates: int) -> bool:
    """Return whether the bot's way differs from itself with other dice, as the search would see it."""
    player = Player(session.host.another_game(), best_bot(session.game.system))
    state = session.timeline.state_at(step)
    question = Question(state, ((),), 1_000_000 * seed + 500_000)
    first, second = (player.play(question, Task(0, nth * games, games, True)) for nth in range(2))
    gained = sum(bool(one.won) and not other.won for one, other in zip(first, second, strict=True))
    missed = sum(not one.won and bool(other.won) for one, other in zip(first, second, strict=True))
    low, high = paired_interval(gained, missed, games, ERROR / candidates)
    return low > 0 or high < 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each game and their sum; exit 1 if a decision is marked in too many of them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="infinity-defiance")
    parser.add_argument("--mission", default="extraction")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="the number of games that are searched")
    parser.add_argument("--last", type=int, default=10_000, help="how many decisions of each game, the last ones")
    parser.add_argument("--games", type=int, default=200, help="the games on either side of a change")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    work = partial(measured, chosen.system, chosen.mission, chosen.last, chosen.games)
    rows = []
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
        for row in pool.map(work, seeds):
            rows.append(row)
            print(json.dumps(row._asdict()) if chosen.json else row, flush=True)
    clean, moments = sum(not row.marked for row in rows), sum(row.moments for row in rows)
    if not chosen.json:
        print(f"no decision marked in {clean} of {len(rows)} games (at least {GOAL}%), {moments} turning points;")
        print(f"{sum(row.differing for row in rows)} of them differ from the bot asked anew;")
        alike = sum(row.alike for row in rows)
        print(f"the bot's way against itself with other dice: {alike} of {moments} called a decision")
    return 0 if clean * 100 >= GOAL * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
