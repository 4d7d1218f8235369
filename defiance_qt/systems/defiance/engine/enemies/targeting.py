"""Target selection of an Instruction: candidates, the selector, the printed tie-breaks (R-185…R-189)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from defiance_qt.systems.defiance.engine.abilities import PLAIN
from defiance_qt.systems.defiance.engine.events import Candidate
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction

# the smaller the value, the better the match.
SELECTORS: dict[str, Callable[[Character, int], int]] = {
    "most_aggro": lambda one, distance: -one.aggro,
    "least_aggro": lambda one, distance: one.aggro,
    "most_damage": lambda one, distance: -one.damage,
    "least_damage": lambda one, distance: one.damage,
    "greatest_distance": lambda one, distance: -distance,
    "least_distance": lambda one, distance: distance,
}

# R-188, in order, after those that a card singles out; the sixth, a random pick, is chance and requested from
# the table.
TIE_BREAKS: tuple[tuple[str, Callable[[Transaction, Character], int]], ...] = (
    ("singled_out", lambda run, one: not any(ability.singled_out for ability in run.rules.loadout(one).abilities)),
    ("ally", lambda run, one: not one.ally),
    ("aggro", lambda run, one: -one.aggro),
    ("not_activated", lambda run, one: one.activated),
    ("damage", lambda run, one: -one.damage),
    ("wounds", lambda run, one: run.rules.loadout(one).wounds),
)


def scorer(run: Transaction, enemy: str, selector: str, row: bytes) -> Callable[[Character], int]:
    """Return the value of a target by a selector, of the rulebook or of an ability (R-185, R-212): the smaller, the
    better. `row` holds distances from the Enemy by cell. By a selector that is gone, all are equal."""
    cells, value = run.view.cells, SELECTORS.get(selector)
    if value is not None:
        return lambda one: value(one, row[cells[one.id]])
    select = run.rules.abilities.get(selector, PLAIN).select
    if select is None:
        return lambda one: 0
    return lambda one: select(run.rules.play, run.state, enemy, one.id)


class Choice(NamedTuple):
    """The preferred target. `tied` lists the equals of the first: more than one means that chance decides. `tie_break`
    names the rule that put the first before the next possible one, "" the selector itself."""

    tied: tuple[str, ...]
    tie_break: str


def choose(
    run: Transaction,
    enemy: str,
    selector: str,
    candidates: Sequence[Character],
    row: bytes,
    first: Collection[str] = (),
) -> Choice:
    """Return the best match by selector and tie-breaks (R-186, R-188). `row` holds distances from the Enemy by cell;
    the figures in `first` come before all others (EX-20)."""
    value = scorer(run, enemy, selector, row)
    scored = [(one.id not in first, value(one)) for one in candidates]
    best = min(scored)
    tied = [one for one, score in zip(candidates, scored, strict=True) if score == best]
    decided = ""
    for name, tie in TIE_BREAKS:
        if len(tied) == 1:
            break
        ties = [tie(run, one) for one in tied]
        least = min(ties)
        tied = [one for one, score in zip(tied, ties, strict=True) if score == least]
        decided = name
    if len(tied) > 1:
        return Choice(tuple(sorted(one.id for one in tied)), "random")
    return Choice((tied[0].id,), decided)


def conscious(run: Transaction) -> list[Character]:
    """Return the figures that an Enemy may target at all: conscious Characters and Allies on the board (R-187,
    R-226)."""
    return [one for one in run.state.team.values() if one.space and "unconscious" not in one.states]


def described(
    run: Transaction,
    enemy: str,
    selector: str,
    everyone: Iterable[Character],
    row: bytes,
    seen: dict[str, bool],
    because: dict[str, str],
) -> tuple[Candidate, ...]:
    """Return the candidates as the event records them: the score of each and the reason it was passed over."""
    value = scorer(run, enemy, selector, row)
    cells = run.view.cells
    found = []
    for one in everyone:
        distance = row[cells[one.id]]
        found.append(
            Candidate(
                one.id,
                value(one),
                distance,
                one.aggro,
                one.damage,
                seen.get(one.id, False),
                because.get(one.id, ""),
            )
        )
    return tuple(found)
