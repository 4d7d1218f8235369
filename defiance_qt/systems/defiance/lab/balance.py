"""How hard each mission is for the team a campaign would have by then: `make balance GAMES=n`.

A bot plays whole campaigns; every attempt at a mission counts. The table goes to docs/balance.md.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import msgspec

from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.playing import Endless, play
from defiance_qt.lab.simulate import start_method, wilson
from defiance_qt.systems.defiance.engine.state import Played

TABLE = Path("docs/balance.md")
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
LOW, HIGH, MOST_ROUNDS = 0.35, 0.75, 15
"""The goals: the share of attempts won, and the median of Rounds."""


class Row(msgspec.Struct, frozen=True):
    """A mission's attempts: how many, how many were won, the Rounds of each, what decided the lost ones."""

    mission: str
    attempts: int
    wins: int
    rounds: float
    losses: dict[str, int]

    @property
    def fair(self) -> bool:
        return LOW <= self.wins / self.attempts <= HIGH and self.rounds <= MOST_ROUNDS


def one_campaign(seed: int) -> tuple[Played, ...]:
    """Return the missions of one campaign as the bot played them; of an endless one, those before."""
    with Session.new(DEFAULT, mission="defiance", seed=seed, journal=False) as session:
        with suppress(Endless):
            play(session, make_bot("heuristic", seed, DEFAULT))
        played: tuple[Played, ...] = session.state.campaign.played
        return played


def campaigns(first: int, games: int, jobs: int) -> Iterator[tuple[Played, ...]]:
    seeds = range(first, first + games)
    if jobs <= 1:
        yield from map(one_campaign, seeds)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context(start_method())) as pool:
        yield from pool.map(one_campaign, seeds)


def rows(games: Iterable[tuple[Played, ...]]) -> list[Row]:
    """Return the missions in the order in which they were first played."""
    attempts: dict[str, list[Played]] = {}
    for game in games:
        for one in game:
            attempts.setdefault(one.mission, []).append(one)
    return [
        Row(
            mission,
            len(found),
            sum(one.result == "victory" for one in found),
            median(one.round for one in found),
            dict(Counter(one.because for one in found if one.result == "defeat").most_common()),
        )
        for mission, found in attempts.items()
    ]


def table(found: Iterable[Row], first: int, games: int) -> str:
    """Return the table in Markdown."""
    lines = [
        f"{games} campaigns of the heuristic bot, seeds {first} to {first + games - 1}.",
        "",
        "| mission | attempts | won | 95 % | median Rounds | what decided the losses | goal |",
        "|---|--:|--:|---|--:|---|---|",
    ]
    for row in found:
        low, high = wilson(row.wins, row.attempts)
        losses = ", ".join(f"{name} {number}" for name, number in row.losses.items()) or "-"
        lines.append(
            f"| {row.mission} | {row.attempts} | {row.wins / row.attempts:.0%} | {low:.0%} to {high:.0%} | "
            f"{row.rounds:g} | {losses} | {'met' if row.fair else 'missed'} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="put the table into docs/balance.md")
    chosen = parser.parse_args()
    made = table(rows(campaigns(chosen.seed, chosen.games, chosen.jobs)), chosen.seed, chosen.games)
    if chosen.write:
        text = TABLE.read_text(encoding="utf-8")
        before, after = text[: text.index(BEGIN)], text[text.index(END) :]
        TABLE.write_text(f"{before}{BEGIN}\n{made}\n{after}", encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
