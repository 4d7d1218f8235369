"""The campaign beside the printed game: results written down by hand (R-280…R-310).

What cannot be is refused with the rule. Limits, unlike unknown cards and figures, give way to a reason.

The window asks `faults` after every change of its form, with the rules of the mission ahead, and shows each `Illegal`
beside the field that it names. Its values: `field` is the field of `WriteDown`, `given` what is written there, `most`
or `least` the nearest value that can be, `figure` whose field it is, `who` a member of the crew, `record` and `area`
the box that is ticked. `code` is worded by the texts "refusal.…". What `certain_crew` and `certain_records` return
follows without being ticked. `limits` tells what the boxes can offer.
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
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM
from defiance_qt.systems.defiance.engine.rules.campaign import course, limits
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.rules.campaign.limits import SAMPLES, Ended, certain_crew, certain_records
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def write_down(run: Transaction, command: c.WriteDown) -> None:
    """Take over the result of the next mission as it was played with the printed game, and take the steps that follow.
    Raises `Illegal` for the first entry that cannot be."""
    if not run.state.campaign:
        raise _not_in_briefing()
    rules = run.rules.of(course.mission_ahead(run.rules, run.state))
    for fault in faults(rules, run.state, command):
        raise fault
    run.rules = rules
    run.emit(
        e.MissionWritten(
            rules.mission.id,
            command.result,
            command.round,
            command.alert,
            _gained(rules, run.state, command),
            command.notes,
            command.reason,
            ("R-282", "R-303"),
        )
    )
    for id in (*command.consequences, *command.face_down):
        if id not in run.state.team:
            course.change_crew(run, id, 1)
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


def _gained(rules: Rules, state: State, command: c.WriteDown) -> tuple[tuple[str, str, int], ...]:
    """Return what the campaign gets: kind, id, amount. What is certain is added to what is written down."""
    records = tuple(dict.fromkeys((*command.records, *certain_records(rules, command.result))))
    gained: list[tuple[str, str, int]] = [
        (kind, "", amount)
        for kind, amount in (*((kind, getattr(command, kind)) for kind in SAMPLES), ("component", command.components))
        if amount
    ]
    gained += [("crew", id, 1) for id in joining(rules, state, command)] + [("record", id, 1) for id in records]
    gained += [("crew", id, -1) for id in leaving(rules.mission, records)]
    return (*gained, *(("wreck", id, 1) for id in command.wrecked))


def joining(rules: Rules, state: State, command: c.WriteDown) -> tuple[str, ...]:
    """Return who joins the crew by a written result: those who are named, and those who do so in any case (R-150)."""
    crew = campaign_of(state).crew
    sure = (id for id in certain_crew(rules, command.result) if id not in crew)
    return tuple(dict.fromkeys((*command.crew, *sure)))


def faults(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield what cannot be in a written result, in the order of its fields; `field` names the field. `rules` are those
    of the mission ahead."""
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
    everybody = {*state.team, *joining(rules, state, command)}
    for field in ("intel", "consequences", "face_down"):
        for id in getattr(command, field):
            if id not in (campaign.team if field == "intel" else everybody):
                yield _not_aboard(id, field)
                return
    yield from _cards(rules, state, command)
    for id in command.crew:
        if id not in possible_crew(rules):
            yield Illegal("not_to_join", "R-150", f"{id} does not join in this mission", who=id, field="crew")
    for id in command.records:
        if id not in possible_records(rules.mission):
            yield Illegal("no_such_record", "R-282", f"this mission leaves no {id!r}", record=id, field="records")
    for id in command.wrecked:
        if id not in limits.may_wreck(rules):
            words = f"{id} is not wrecked in this mission"
            yield Illegal("not_wrecked_here", "R-282", words, area=id, field="wrecked")
    if not command.reason:
        yield from _limits(rules, state, command)


def _not_aboard(id: str, field: str) -> Illegal:
    return Illegal("not_aboard", "R-287", f"{id} is not of the crew", who=id, field=field)


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


def ended(command: c.WriteDown) -> Ended:
    """Return the end of a mission that is written down; a Round 0, kept for a reason, is not known."""
    return Ended(command.result, command.round or None, command.alert)


def _limits(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield what is more than the mission can give, or cannot be together; with a reason it is kept."""
    yield from _times(rules, command)
    base = rules.intel if command.result == "victory" else rules.intel // 2
    for id, amount in command.intel.items():
        most = limits.most_intel(rules, ended(command)) - base + economy.changed(rules, state, "intel", id, base)
        if amount > most:
            yield too_much_intel(id, amount, most)
    for id, amount in command.face_down.items():
        one = state.team.get(id)
        if amount > limits.FACE_DOWN and not (one is not None and one.remote):
            words = f"{id} cannot have {amount} Consequences face down: a mission ends with {limits.FACE_DOWN} at most"
            values = {"figure": id, "given": amount, "most": limits.FACE_DOWN, "field": "face_down"}
            yield Illegal("too_many_face_down", "R-233", words, **values)
    yield from _spoils(rules, command)
    yield from _crew_limits(rules, command)
    yield from _record_limits(rules, state, command)
    most = limits.most_wrecked(rules, command.result)
    if len(set(command.wrecked)) > most:
        given = len(set(command.wrecked))
        words = f"{given} wrecked areas are too many for a victory: {most} at most"
        yield Illegal("too_many_wrecked", "R-282", words, given=given, most=most, field="wrecked")


def _times(rules: Rules, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield a Round in which the mission cannot end so, and an Alert Level that there is not (R-045, R-260)."""
    first, last = limits.rounds(rules, command.result)
    given = command.round
    if 0 <= given < first:
        words = f"Round {given} is too early: the mission ends so in Round {first} at the earliest"
        yield Illegal("round_too_early", "R-045", words, given=given, least=first, field="round")
    if last and given > last:
        words = f"Round {given} is too late: the mission ends with Round {last}"
        yield Illegal("round_too_late", "R-045", words, given=given, most=last, field="round")
    if command.alert > MAXIMUM:
        words = f"the Alert Level cannot be {command.alert}: {MAXIMUM} at most"
        yield Illegal("alert_too_high", "R-260", words, given=command.alert, most=MAXIMUM, field="alert")


def too_much_intel(id: str, amount: int, most: int) -> Illegal:
    words = f"{id} has {amount} Intel Packs, and the mission gives {most} at most"
    return Illegal("too_much_intel", "R-303", words, figure=id, given=amount, most=most, field="intel")


def _spoils(rules: Rules, command: c.WriteDown) -> Iterator[Illegal]:
    biological, tech, parts = (limits.most_of(rules, kind, ended(command)) for kind in (*SAMPLES, "components"))
    if command.biological > biological:
        words = f"{command.biological} Biological Samples are too many: {biological} at most"
        values = {"given": command.biological, "most": biological, "field": "biological"}
        yield Illegal("too_many_biological", "R-288", words, **values)
    if command.tech > tech:
        words = f"{command.tech} Tech Samples are too many: {tech} at most"
        yield Illegal("too_many_tech", "R-288", words, given=command.tech, most=tech, field="tech")
    if command.components > parts:
        yield too_many_components(command.components, parts)
    least = limits.least_components(rules, command.result)
    if 0 <= command.components < least:
        words = f"{command.components} components are too few: the mission brings {least} in any case"
        values = {"given": command.components, "least": least, "field": "components"}
        yield Illegal("too_few_components", "R-291", words, **values)


def too_many_components(given: int, most: int) -> Illegal:
    words = f"{given} components are too many: {most} at most"
    return Illegal("too_many_components", "R-291", words, given=given, most=most, field="components")


def _crew_limits(rules: Rules, command: c.WriteDown) -> Iterator[Illegal]:
    may = limits.may_join(rules, ended(command))
    for id in command.crew:
        if id in possible_crew(rules) and id not in may:
            words = f"{id} does not join by a {command.result}"
            yield Illegal("not_to_join_so", "R-150", words, who=id, field="crew")


def _record_limits(rules: Rules, state: State, command: c.WriteDown) -> Iterator[Illegal]:
    """Yield entries that do not go with the result, with who is aboard, or with each other."""
    may = limits.may_leave(rules, ended(command))
    campaign = campaign_of(state)
    acting: list[str] = []
    for id in command.records:
        if id in possible_records(rules.mission) and id not in may:
            words = f"{id} does not go with this result"
            yield Illegal("record_not_so", "R-282", words, record=id, field="records")
        who = limits.who_acted(rules, id)
        if who and who not in campaign.crew:
            yield _not_aboard(who, "records")
        elif who and who not in campaign.team:
            acting.append(who)
    if len(set(acting)) > 1 and any(one.companion for one in rules.terms):
        words = "one of the crew comes along, not several"
        yield Illegal("one_companion", "R-283", words, figures=tuple(dict.fromkeys(acting)), field="records")
    for first, second in limits.contradictions(rules, campaign.team, command.records):
        words = f"{first} and {second} cannot both be"
        yield Illegal("contradicting_records", "R-282", words, record=first, against=second, field="records")


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
