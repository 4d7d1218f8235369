"""The campaign beside the printed game: results written down by hand (R-280…R-310).

What cannot be is refused with the rule. Limits, unlike unknown cards and figures, give way to a reason (law 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules import economy
from defiance_qt.systems.defiance.engine.rules.campaign import course
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

SAMPLES = ("biological", "tech")


def write_down(run: Transaction, command: c.WriteDown) -> None:
    """Take over the result of the next mission as it was played with the printed game, and take the steps that follow.
    Raises `Illegal` for the first entry that cannot be."""
    if not run.state.campaign:
        raise _not_in_briefing()
    rules = run.rules.of(course.mission_ahead(run.rules, run.state))
    for fault in faults(rules, run.state, command):
        raise fault
    run.rules = rules
    mission = rules.mission.id
    gained: list[tuple[str, str, int]] = [
        (kind, "", amount)
        for kind, amount in (*((kind, getattr(command, kind)) for kind in SAMPLES), ("component", command.components))
        if amount
    ]
    gained += [("crew", id, 1) for id in command.crew] + [("record", id, 1) for id in command.records]
    gained += [("crew", id, -1) for id in leaving(rules.mission, command.records)]
    run.emit(
        e.MissionWritten(
            mission,
            command.result,
            command.round,
            command.alert,
            tuple(gained),
            command.notes,
            command.reason,
            ("R-282", "R-303"),
        )
    )
    for id, cards in command.consequences.items():
        for card in cards:
            run.emit(e.ConsequenceWritten(id, card, True, ("R-238",)))
    for id, amount in command.face_down.items():
        for card in run.state.decks["consequence"][:amount]:
            run.emit(e.ConsequenceWritten(id, card, False, ("R-239",)))
    for id, amount in command.intel.items():
        if amount:
            run.emit(e.IntelGained(id, amount, ("R-303",)))
    course.go_on(run, command.result, "written")


def faults(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield what cannot be in a written result, in the order of its fields; `field` names the field."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Campaign) or top.todo[0] != "briefing":
        yield _not_in_briefing()
        return
    campaign = campaign_of(state)
    numbers = {name: getattr(command, name) for name in ("round", "alert", *SAMPLES, "components")}
    for name, number in (
        *numbers.items(),
        *_amounts("intel", command.intel),
        *_amounts("face_down", command.face_down),
    ):
        if number < 0:
            yield below_zero(name, number)
    for field in ("intel", "consequences", "face_down"):
        for id in getattr(command, field):
            if id not in (campaign.team if field == "intel" else state.team):
                yield Illegal("not_aboard", "R-287", f"{id} is not of the crew", name=id, field=field)
                return
    yield from _cards(rules, state, command)
    for id in command.crew:
        if id not in possible_crew(rules):
            yield Illegal("not_to_join", "R-150", f"{id} does not join in this mission", name=id, field="crew")
    for id in command.records:
        if id not in possible_records(rules.mission):
            yield Illegal("no_such_record", "R-282", f"this mission leaves no {id!r}", name=id, field="records")
    if not command.reason:
        yield from _limits(rules, state, command)


def _not_in_briefing() -> Illegal:
    return Illegal("not_in_briefing", "R-282", "a result is written down before a mission begins")


def _amounts(field: str, table: dict[str, int]) -> Iterator[tuple[str, int]]:
    return ((field, amount) for amount in table.values())


def below_zero(field: str, number: int) -> Illegal:
    return Illegal("below_zero", "", f"{field} cannot be {number}", field=field, given=number)


def _cards(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    left = Counter(state.decks.get("consequence", ()))
    for cards in command.consequences.values():
        for card in cards:
            if card not in rules.catalog.consequences:
                yield Illegal("unknown_card", "R-237", f"there is no card {card!r}", name=card, field="consequences")
                continue
            left[card] -= 1
            if left[card] < 0:
                words = f"no copy of {card} is left"
                yield Illegal("no_copy_left", "R-240", words, card=card, field="consequences")
    if sum(command.face_down.values()) > sum(max(0, amount) for amount in left.values()):
        yield Illegal("no_cards_left", "R-240", "so many Consequences are not left", field="face_down")


def _limits(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield what is more than the mission can give; with a reason it is kept (law 4)."""
    base = rules.intel if command.result == "victory" else rules.intel // 2
    for id, amount in command.intel.items():
        most = most_intel(rules, command.result) - base + economy.changed(rules, state, "intel", id, base)
        if amount > most:
            words = f"{id} has {amount} Intel Packs, and the mission gives {most} at most"
            yield Illegal("too_much_intel", "R-303", words, figure=id, given=amount, most=most, field="intel")
    biological, tech, parts = (most_of(rules, kind) for kind in (*SAMPLES, "components"))
    if command.biological > biological:
        words = f"{command.biological} Biological Samples are too many: {biological} at most"
        values = {"given": command.biological, "most": biological, "field": "biological"}
        yield Illegal("too_many_biological", "R-288", words, **values)
    if command.tech > tech:
        words = f"{command.tech} Tech Samples are too many: {tech} at most"
        yield Illegal("too_many_tech", "R-288", words, given=command.tech, most=tech, field="tech")
    if command.components > parts:
        words = f"{command.components} components are too many: {parts} at most"
        yield Illegal("too_many_components", "R-291", words, given=command.components, most=parts, field="components")


def most_intel(rules: Rules, result: str) -> int:
    """Return the most Intel Packs that a Character can bring home from a mission (R-303)."""
    mission = rules.mission
    base = rules.intel if result == "victory" else rules.intel // 2
    lines = (*mission.results, *rules.further_results)
    return base + sum(one.amount for one in held(lines) if isinstance(one, t.GainIntel))


def most_of(rules: Rules, kind: str) -> int:
    """Return the most Samples or components that a mission can bring: each Unit's once (R-288), Loot and results."""
    mission, what = rules.mission, kind.removesuffix("s") if kind == "components" else kind
    brought = sum(one.amount for one in held(mission) if isinstance(one, t.Gain) and one.what == what)
    if kind == "components":
        return brought
    units = {*mission.selected, *mission.available}
    cards = (rules.catalog.units[id].faces[-1] for id in units)
    printed = sum(face.biological_samples if kind == "biological" else face.tech_samples for face in cards)
    loot = (
        one.amount * card.copies
        for card in rules.catalog.loot.values()
        for one in held(card)
        if isinstance(one, t.Gain) and one.what == what
    )
    return brought + printed + sum(loot)


def possible_crew(rules: Rules) -> tuple[str, ...]:
    """Return who can join the crew by a mission (R-150)."""
    lines = held((rules.mission, rules.terms))
    told = (one.id for one in lines if isinstance(one, t.Gain) and one.what == "crew" and one.amount > 0)
    met = (one.card for one in rules.mission.neutrals)
    return tuple(dict.fromkeys((*told, *met)))


def leaving(mission: t.Mission, records: Sequence[str]) -> tuple[str, ...]:
    """Return whom the mission takes from the crew together with one of these entries (R-286)."""
    left: list[str] = []
    for one in held(mission):
        gains = [effect for effect in getattr(one, "effects", ()) if isinstance(effect, t.Gain)]
        if any(gain.what == "record" and gain.id in records for gain in gains):
            left += [gain.id for gain in gains if gain.what == "crew" and gain.amount < 0]
    return tuple(dict.fromkeys(left))


def possible_records(mission: t.Mission) -> tuple[str, ...]:
    """Return the entries that a mission can leave in the campaign."""
    told = (one.id for one in held(mission) if isinstance(one, t.Gain) and one.what == "record")
    return tuple(dict.fromkeys(told))
