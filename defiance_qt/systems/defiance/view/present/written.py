"""View model of the form for a mission played with the printed game: its fields, and what cannot be in them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM
from defiance_qt.systems.defiance.engine.rules.campaign import course, limits, written
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import refused
from defiance_qt.systems.defiance.view.present.names import Names

MOST = 99
"""The largest number that a field takes; whether it can be is said beside it."""


class PersonView(msgspec.Struct, frozen=True):
    """One of the crew: Intel Packs are for the team's Characters only."""

    id: str
    name: str
    intel: bool


class WrittenForm(msgspec.Struct, frozen=True):
    """The fields of the form. `cards` are the Consequences that are left, `joins` who can join, `records` what the
    mission can leave in the campaign, `wrecks` the areas of the ship that it can wreck, each as (id, name). `least`
    are the smallest numbers that go with a victory, by field: the form opens with them."""

    mission: str
    people: tuple[PersonView, ...]
    cards: tuple[tuple[str, str], ...]
    joins: tuple[tuple[str, str], ...]
    records: tuple[tuple[str, str], ...]
    wrecks: tuple[tuple[str, str], ...]
    last_round: int
    most_alert: int
    least: dict[str, int]


class FaultView(msgspec.Struct, frozen=True):
    """What cannot be: the field, the sentence, its rule. `keeps`: a reason would keep it. `figure` has the field, ""
    where there is only one; `most` and `least` are the largest and the smallest number that can be, -1 without one."""

    field: str
    text: str
    rule: str
    keeps: bool
    figure: str = ""
    most: int = -1
    least: int = -1


def written_form(state: State, rules: Rules, names: Names) -> WrittenForm:
    """Return the fields for the next mission."""
    campaign = campaign_of(state)
    there = rules.of(course.mission_ahead(rules, state))
    mission = there.mission.id
    people = tuple(PersonView(id, names.short(id), id in campaign.team) for id in state.team)
    left = sorted(set(state.decks.get("consequence", ())), key=lambda id: names.named(f"consequence.{id}.name", id))
    return WrittenForm(
        names.named(f"mission.{mission}.name", mission),
        people,
        tuple((id, names.named(f"consequence.{id}.name", id)) for id in left),
        tuple((id, names.short(id)) for id in written.possible_crew(there) if id not in campaign.crew),
        tuple((id, record_name(id, names)) for id in written.possible_records(there.mission)),
        tuple((id, names.words(f"area.{id}.name")) for id in limits.may_wreck(there)),
        MOST,
        MAXIMUM,
        {"round": limits.rounds(there, "victory")[0], "components": limits.least_components(there, "victory")},
    )


def record_name(id: str, names: Names) -> str:
    """Return an entry of the campaign in words."""
    return names.named(f"record.{id}", id)


def written_faults(state: State, rules: Rules, command: c.WriteDown, words: Words) -> tuple[FaultView, ...]:
    """Return what cannot be in a result, in the order of the fields."""
    there = rules.of(course.mission_ahead(rules, state))
    kept = written.faults(there, state, msgspec.structs.replace(command, reason="-"))
    return fault_views(written.faults(there, state, command), kept, state, words)


def fault_views(found: Iterable[Illegal], kept: Iterable[Illegal], state: State, words: Words) -> tuple[FaultView, ...]:
    """Return refusals as they are shown; those that are not among the `kept` give way to a reason."""
    lasting = {error.code for error in kept}
    return tuple(
        FaultView(
            str(error.values.get("field", "")),
            refused(error, state, words),
            error.rule,
            error.code not in lasting,
            str(error.values.get("of", error.values.get("figure", ""))),
            _number(error.values.get("most")),
            _number(error.values.get("least")),
        )
        for error in found
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else -1
