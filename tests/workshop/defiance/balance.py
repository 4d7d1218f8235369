"""How hard each mission is for the team a campaign would have by then: `make balance GAMES=n`.

A bot plays whole campaigns; every attempt at a mission counts. The table goes to docs/balance.md.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from math import erfc, sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.session import Change
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.cluster import played_on
from defiance_qt.lab.playing import Endless, play
from defiance_qt.lab.progress import progress
from defiance_qt.lab.simulate import start_method, wilson
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import Played

TABLE = Path("docs/balance.md")
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
LOW, HIGH, MOST_ROUNDS = 0.35, 0.75, 15
"""The goals: the share of attempts won, and the median of Rounds."""
DECIDED = 0.1
"""A draw decides a mission if surely less than this share of the attempts with it are won, or surely more than all but
this share."""
FEWEST = 15
"""Attempts with a draw, and attempts without it, below which nothing is said of it."""


class Attempt(msgspec.Struct, frozen=True):
    """One mission that was played, and what was drawn first of each kind in it: by the kind, the card or the choice."""

    played: Played
    draws: dict[str, str]


class Campaign(msgspec.Struct, frozen=True):
    seed: int
    attempts: tuple[Attempt, ...]


class Draw(msgspec.Struct, frozen=True):
    """What a mission's result owes to one draw: attempts and wins with it, and with another of its kind. `p`: how often
    chance alone would make so large a difference for any of the mission's draws."""

    kind: str
    card: str
    attempts: int
    wins: int
    others: int
    other_wins: int
    p: float

    @property
    def decides(self) -> bool:
        low, high = wilson(self.wins, self.attempts)
        return high < DECIDED or low > 1 - DECIDED


class Row(msgspec.Struct, frozen=True):
    """A mission's attempts: how many, how many were won, the median of Rounds, what decided the lost ones, and the draw
    that mattered most."""

    mission: str
    attempts: int
    wins: int
    rounds: float
    losses: dict[str, int]
    draw: Draw | None

    @property
    def fair(self) -> bool:
        decided = self.draw is not None and self.draw.decides
        return LOW <= self.wins / self.attempts <= HIGH and self.rounds <= MOST_ROUNDS and not decided


def one_campaign(seed: int) -> Campaign:
    """Return the missions of one campaign as the bot played them; of an endless one, those before."""
    attempts: list[Attempt] = []
    draws: dict[str, str] = {}

    def note(change: Change) -> None:
        for event in change.events:
            if found := drawn(event):
                draws.setdefault(*found)
        played = change.after.campaign.played
        if len(played) > len(attempts):
            attempts.append(Attempt(played[-1], dict(draws)))
            draws.clear()

    with Session.new(DEFAULT, mission="defiance", seed=seed, journal=False) as session:
        session.subscribe(note)
        with suppress(Endless):
            play(session, make_bot("heuristic", seed, DEFAULT))
    return Campaign(seed, tuple(attempts))


def drawn(event: Any) -> tuple[str, str] | None:
    """Return what chance has drawn, as its kind and the card. Dice are rolled hundreds of times a mission and are left
    out, and so are ties between Miniatures, which are others each time."""
    match event:
        case e.CardDrawn():
            return event.deck, event.card
        case e.AiCardRevealed():
            return "AI card", event.card
        case e.InitiativeRevealed():
            return "Initiative", event.unit
        case e.RandomPicked() if "R-188" not in event.rules:
            return " / ".join(sorted(event.options)), event.picked
    return None


def campaigns(seeds: Iterable[int], jobs: int, cluster: str = "") -> Iterator[Campaign]:
    if cluster:
        yield from played_on(cluster, one_campaign, list(seeds))
        return
    if jobs <= 1:
        yield from map(one_campaign, seeds)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context(start_method())) as pool:
        yield from pool.map(one_campaign, seeds)


def kept(path: Path, seeds: Iterable[int], jobs: int, cluster: str = "") -> Iterator[Campaign]:
    """Yield these campaigns: those that the file holds from there, the others played and added to it, one in a line."""
    decode = ready(Campaign)
    lines = path.read_bytes().splitlines() if path.exists() else []
    known = {one.seed: one for one in (msgspec.json.decode(line, type=decode) for line in lines)}
    wanted = list(seeds)
    yield from (known[seed] for seed in wanted if seed in known)
    with path.open("ab") as file:
        for one in campaigns((seed for seed in wanted if seed not in known), jobs, cluster):
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            yield one


def rows(games: Iterable[Campaign]) -> list[Row]:
    """Return the missions in the order in which they were first played."""
    attempts: dict[str, list[Attempt]] = {}
    for game in games:
        for one in game.attempts:
            attempts.setdefault(one.played.mission, []).append(one)
    return [
        Row(
            mission,
            len(found),
            sum(won(one) for one in found),
            median(one.played.round for one in found),
            dict(Counter(one.played.because for one in found if one.played.result == "defeat").most_common()),
            weightiest(found),
        )
        for mission, found in attempts.items()
    ]


def won(attempt: Attempt) -> bool:
    return attempt.played.result == "victory"


def weightiest(attempts: Iterable[Attempt]) -> Draw | None:
    """Return the draw that the results differ most with; one that decides the mission before all others."""
    counts: dict[str, dict[str, list[int]]] = {}
    for one in attempts:
        for kind, card in one.draws.items():
            held = counts.setdefault(kind, {}).setdefault(card, [0, 0])
            held[0] += 1
            held[1] += won(one)
    found: list[Draw] = []
    for kind, cards in counts.items():
        total, wins = (sum(column) for column in zip(*cards.values(), strict=True))
        for card, (with_it, of_them) in cards.items():
            if min(with_it, total - with_it) >= FEWEST:
                found.append(Draw(kind, card, with_it, of_them, total - with_it, wins - of_them, 1.0))
    weighed = [msgspec.structs.replace(one, p=min(1.0, _by_chance(one) * len(found))) for one in found]
    return min(weighed, key=lambda one: (not one.decides, one.p), default=None)


def _by_chance(draw: Draw) -> float:
    """Return how often two shares differ so much by chance (the test of two proportions)."""
    share = (draw.wins + draw.other_wins) / (draw.attempts + draw.others)
    error = sqrt(share * (1 - share) * (1 / draw.attempts + 1 / draw.others))
    if not error:
        return 1.0
    return erfc(abs(draw.wins / draw.attempts - draw.other_wins / draw.others) / error / sqrt(2))


def table(found: Iterable[Row], first: int, games: int) -> str:
    """Return the table in Markdown."""
    lines = [
        f"{games} campaigns of the heuristic bot, seeds {first} to {first + games - 1}.",
        "",
        "| mission | attempts | won | 95 % | median Rounds | what decided the losses | the weightiest draw | goal |",
        "|---|--:|--:|---|--:|---|---|---|",
    ]
    for row in found:
        low, high = wilson(row.wins, row.attempts)
        losses = ", ".join(f"{name} {number}" for name, number in row.losses.items()) or "-"
        lines.append(
            f"| {row.mission} | {row.attempts} | {row.wins / row.attempts:.0%} | {low:.0%} to {high:.0%} | "
            f"{row.rounds:g} | {losses} | {_told(row.draw)} | {'met' if row.fair else 'missed'} |"
        )
    return "\n".join(lines)


def _told(draw: Draw | None) -> str:
    if draw is None:
        return "-"
    shares = f"{draw.wins / draw.attempts:.0%} of {draw.attempts} won, else {draw.other_wins / draw.others:.0%}"
    return f"{draw.card} ({draw.kind}): {shares}; p = {draw.p:.2g}"


def told(games: Iterable[Campaign], tell: Callable[[Campaign], object]) -> Iterator[Campaign]:
    for one in games:
        tell(one)
        yield one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="play on the machines of this Dask cluster")
    parser.add_argument("--keep", type=Path, help="a file for the campaigns played; those in it are not played again")
    parser.add_argument("--write", action="store_true", help="put the table into docs/balance.md")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    how = chosen.jobs, chosen.cluster
    games = kept(chosen.keep, seeds, *how) if chosen.keep else campaigns(seeds, *how)
    with progress(chosen.games) as tell:
        made = table(rows(told(games, tell)), chosen.seed, chosen.games)
    if chosen.write:
        text = TABLE.read_text(encoding="utf-8")
        before, after = text[: text.index(BEGIN)], text[text.index(END) :]
        TABLE.write_text(f"{before}{BEGIN}\n{made}\n{after}", encoding="utf-8")
    print(made)


if __name__ == "__main__":
    # By its own name: other processes and machines find what they play as `tests.workshop.defiance.balance`.
    from tests.workshop.defiance import balance

    balance.main()
