"""What a mission can leave in the campaign, by its result: Rounds, Intel Packs, Samples, components, crew, entries and
wrecked areas (R-282…R-303). It reads the mission's card; it decides nothing about a result that is written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.rules.conditions import EVERYBODY, within
from defiance_qt.systems.defiance.engine.rules.mission import last_round
from defiance_qt.systems.defiance.engine.ruleset import Rules

SAMPLES = ("biological", "tech")


class Ended(NamedTuple):
    """The end of a mission as far as it is known: "victory" or "defeat", Round and Alert Level."""

    result: str
    round: int | None = None
    alert: int | None = None


FACE_DOWN = 2
"""The Consequences that a figure other than a Remote receives face down in one mission: as it ends (R-233)."""


# ---- Rounds ----


def rounds(rules: Rules, result: str) -> tuple[int, int]:
    """Return the first and the last Round in which a mission can end so; the last is 0 where nothing limits it
    (R-045)."""
    end = last_round(rules)
    last = (end.after_round or 0) if end is not None else 0
    goals = [one.after_round or 1 for one in rules.mission.victory]
    first = min(goals) if result == "victory" and goals and not _won_by_effect(rules.mission) else 1
    return first, last


def _won_by_effect(mission: t.Mission) -> bool:
    """Check whether anything but a condition can win the mission (R-045, R-282)."""
    return any(isinstance(one, t.EndMission) and one.result == "victory" for one in held(mission))


# ---- what can be ----


def can_hold(need: t.Requirement | None, end: Ended) -> bool:
    """Check whether a condition goes together with the end of a mission. What else it asks about may have been
    (R-282)."""
    if need is None:
        return True
    parts = (
        need.outcome in ("", end.result),
        need.round is None or end.round is None or within(end.round, need.round.min, need.round.max),
        need.alert is None or end.alert is None or within(end.alert, need.alert.min, need.alert.max),
        not need.any or any(can_hold(one, end) for one in need.any),
        all(can_hold(one, end) for one in need.all),
    )
    return all(parts)


def _effects(rules: Rules, end: Ended) -> Iterator[Any]:
    """Yield the parts of a mission that can have taken effect: all that may happen in it, and the lines of its result
    that go together with what is written down (R-282)."""
    yield from held(replace(rules.mission, results=()))
    for line in _lines(rules):
        if can_hold(line.needs, end):
            yield from held(line)


def _lines(rules: Rules) -> tuple[t.Result, ...]:
    """Return the lines of a mission's result, with those of the campaign (R-282, R-303)."""
    return (*rules.mission.results, *rules.further_results)


def _gains(rules: Rules, end: Ended, what: str) -> list[t.Gain]:
    """Return what a mission can have brought of one kind (R-282)."""
    found = _effects(rules, end)
    return [one for one in found if isinstance(one, t.Gain) and one.what == what and one.amount > 0]


def most_intel(rules: Rules, end: Ended) -> int:
    """Return the most Intel Packs that a Character can gain by the result of a mission (R-303)."""
    base = rules.intel if end.result == "victory" else rules.intel // 2
    return base + sum(one.amount for one in _effects(rules, end) if isinstance(one, t.GainIntel))


def loot_intel(rules: Rules) -> int:
    """Return the most Intel Packs that the Loot cards of a mission can hold (R-303)."""
    drawn = sum(one.loot for one in rules.mission.containers)
    worth = [
        sum(one.amount for one in held(card) if isinstance(one, t.GainIntel))
        for card in rules.catalog.loot.values()
        for _ in range(card.copies)
    ]
    return sum(sorted(worth, reverse=True)[:drawn])


def most_of(rules: Rules, kind: str, end: Ended) -> int:
    """Return the most Samples or components that a mission can bring: each Unit's once (R-288), Loot and results."""
    what = kind.removesuffix("s") if kind == "components" else kind
    brought = sum(one.amount for one in _gains(rules, end, what))
    if kind == "components":
        return brought
    units = {*rules.mission.selected, *rules.mission.available}
    cards = (rules.catalog.units[id].faces[-1] for id in units)
    printed = sum(face.biological_samples if kind == "biological" else face.tech_samples for face in cards)
    loot = (
        one.amount * card.copies
        for card in rules.catalog.loot.values()
        for one in held(card)
        if isinstance(one, t.Gain) and one.what == what
    )
    return brought + printed + sum(loot)


def may_join(rules: Rules, end: Ended) -> tuple[str, ...]:
    """Return who can join the crew by a mission that ended so (R-150)."""
    told = [one.id for one in _gains(rules, end, "crew")]
    met = [one.card for one in rules.mission.neutrals]
    lost = [one.id for one in held(rules.terms) if isinstance(one, t.Gain) and one.what == "crew" and one.amount > 0]
    return tuple(dict.fromkeys((*told, *met, *(lost if end.result == "defeat" else ()))))


def may_leave(rules: Rules, end: Ended) -> tuple[str, ...]:
    """Return the entries that a mission that ended so can leave (R-282)."""
    return tuple(dict.fromkeys(one.id for one in _gains(rules, end, "record")))


def may_wreck(rules: Rules) -> tuple[str, ...]:
    """Return the areas of the ship that a mission can wreck, in the order of the ship (R-282)."""
    told = {one.id for one in held(rules.mission) if isinstance(one, t.Gain) and one.what == "wreck"}
    areas = rules.campaign.areas if rules.campaign is not None else ()
    return tuple(area.id for area in areas if area.id in told)


def most_wrecked(rules: Rules, result: str) -> int:
    """Return how many areas of the ship can be wrecked: as many as lose the mission are too many for a victory
    (R-282)."""
    lost = sum(one.wrecks for one in rules.terms)
    return lost - 1 if result == "victory" and lost else len(may_wreck(rules))


# ---- what is certain ----


def certain(rules: Rules, result: str, what: str) -> tuple[t.Gain, ...]:
    """Return what a mission that ends so brings in any case: "crew", "record" or "component" (R-282)."""
    found = (one for line in _lines(rules) if _follows(rules.mission, line.needs, result) for one in line.effects)
    return tuple(one for one in found if isinstance(one, t.Gain) and one.what == what and one.amount > 0)


def certain_crew(rules: Rules, result: str) -> tuple[str, ...]:
    """Return who joins the crew in any case: by a line of the result, or as a condition of every victory (R-150)."""
    told = [one.id for one in certain(rules, result, "crew")]
    mission = rules.mission
    met = [
        one.card
        for one in mission.neutrals
        if result == "victory" and not _won_by_effect(mission)
        if all(one.card in goal.standing and goal.count is None for goal in mission.victory)
    ]
    return tuple(dict.fromkeys((*told, *met)))


def certain_records(rules: Rules, result: str) -> tuple[str, ...]:
    """Return the entries that a mission that ends so leaves in any case (R-282)."""
    return tuple(dict.fromkeys(one.id for one in certain(rules, result, "record")))


def least_components(rules: Rules, result: str) -> int:
    """Return the components that a mission that ends so brings in any case (R-291)."""
    return sum(one.amount for one in certain(rules, result, "component"))


def _follows(mission: t.Mission, need: t.Requirement | None, result: str) -> bool:
    """Check whether a condition holds in any case at such an end: it asks for nothing else, or for no more than every
    victory does (R-282)."""
    if need is None:
        return True
    rest = replace(need, outcome="")
    if need.outcome not in ("", result):
        return False
    if rest == t.Requirement():
        return True
    return (
        result == "victory" and not _won_by_effect(mission) and all(_contains(goal, rest) for goal in mission.victory)
    )


def _contains(goal: t.Condition, rest: t.Requirement) -> bool:
    """Check whether a goal asks for all that a condition asks for, in the same words (R-282)."""
    asked = {field: getattr(rest, field) for field in rest.__struct_fields__}
    plain = t.Requirement()
    # `count` changes what the figures and cards mean, so it must be the same even where it is not given.
    return all(
        getattr(goal, field) == value
        for field, value in asked.items()
        if value != getattr(plain, field) or field == "count"
    )


# ---- what excludes each other ----


def contradictions(rules: Rules, team: tuple[str, ...], records: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of entries of which only one can be left: their lines want the same figure conscious in two zones
    that have no space in common (R-282)."""
    lines = {id: _needs_of(rules, id) for id in dict.fromkeys(records)}
    for at, (first, needs) in enumerate(lines.items()):
        for second in list(lines)[at + 1 :]:
            others = lines[second]
            if needs and others and all(_apart(rules, team, one, two) for one in needs for two in others):
                yield first, second


def _needs_of(rules: Rules, record: str) -> list[t.Requirement]:
    """Return the conditions of the lines that leave an entry; none if it can be left otherwise too
    (R-282)."""
    if any(isinstance(one, t.Gain) and one.id == record for one in held(replace(rules.mission, results=()))):
        return []
    lines = (line for line in _lines(rules) if any(isinstance(one, t.Gain) and one.id == record for one in held(line)))
    return [line.needs or t.Requirement() for line in lines]


def _apart(rules: Rules, team: tuple[str, ...], one: t.Requirement, two: t.Requirement) -> bool:
    """Check whether two conditions want a figure in two places (R-282)."""
    if not (one.zone and two.zone) or rules.zones[one.zone] & rules.zones[two.zone]:
        return False
    if one.count is not None or two.count is not None:
        return False
    return any(_same(first, second, team) for first in one.standing for second in two.standing)


def _same(first: str, second: str, team: tuple[str, ...]) -> bool:
    """Check whether two words of a condition name a figure in common; "*" is the conscious Characters of the team
    (R-282)."""
    if first in EVERYBODY and second in EVERYBODY:
        return True
    if second in EVERYBODY:
        first, second = second, first
    return first == second or (first in EVERYBODY and (EVERYBODY[first] or second in team))


def who_acted(rules: Rules, record: str) -> str:
    """Return the figure whose own Action alone leaves an entry, "" for any other entry (R-282, R-283)."""
    found = {
        figure
        for figure, actions in rules.mission.actions.items()
        if any(isinstance(one, t.Gain) and one.what == "record" and one.id == record for one in held(actions))
    }
    elsewhere = held(replace(rules.mission, actions={}))
    if len(found) != 1 or any(isinstance(one, t.Gain) and one.id == record for one in elsewhere):
        return ""
    return found.pop()
