"""Setting a mission up (R-007…R-024, R-283)."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.checks import facts
from defiance_qt.systems.defiance.engine.content import Counter, Fixed, Mission
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.enemies.reinforcements import deploy_unit
from defiance_qt.systems.defiance.engine.frames import Deployment
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM, reach_maximum
from defiance_qt.systems.defiance.engine.rules.attributes import CHARACTER, changes_of
from defiance_qt.systems.defiance.engine.rules.conditions import holds
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects
from defiance_qt.systems.defiance.engine.rules.figures import in_play
from defiance_qt.systems.defiance.engine.rules.mission import waiting
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import (
    Character,
    ConsoleState,
    Container,
    Door,
    MissionState,
    Neutral,
    State,
)
from defiance_qt.systems.defiance.engine.transaction import Transaction


def lay_out(run: Transaction) -> None:
    """Lay out the table: the initial Enemies on their spaces, the team and the mission's Allies waiting to be placed
    (R-012, R-143). What this would cause in play, it does not cause here."""
    rules, before = run.rules, run.state
    table = _table(rules, before)
    # In a campaign they have come aboard before.
    ids = () if before.campaign else (*table.team, *table.neutrals)
    changes = tuple(change for id in ids for change in changes_of(rules, before, id, CHARACTER))
    run.emit(
        e.MissionSetUp(
            table,
            (
                *("R-007", "R-008", "R-009", "R-010", "R-011", "R-013", "R-014", "R-018", "R-019", "R-020", "R-021"),
                *("R-022", "R-023", "R-024", "R-167"),
                *cited([one.change for one in changes]),
            ),
            changes,
        )
    )
    openings = rules.mission.openings
    opening = openings.get(rules.switches["opening"]) or next(iter(openings.values()))
    for one in opening.deployed:
        deploy_unit(run, one.unit, one.at, "selected", ("R-015", "R-016"), one.face)
    for fixed in rules.mission.fixed:
        if fixed.card in run.state.team:
            run.emit(e.CharacterDeployed(fixed.card, _start(run, fixed), ("R-012",)))
    for number, trigger in waiting(run, ("set_up",)):
        run.emit(e.TriggerFired(number, "set_up", True, ("R-024",)))
        user = next(iter(run.state.team))
        apply_effects(run, trigger.effects, user, user, "", f"mission.{rules.mission.id}.trigger.{number}", ("R-024",))
    if run.state.alert == MAXIMUM:
        reach_maximum(run)


def _start(run: Transaction, fixed: Fixed) -> str:
    """Return the space of its own, or the first free one of its area: in a campaign that of its crew token."""
    board, campaign, zones = run.rules.board, run.state.campaign, run.rules.mission.zones
    aboard = campaign.crew.get(fixed.card, "") if campaign and fixed.area else ""
    area = aboard if aboard in zones else fixed.area
    cells = [board.space(name) for name in zones.get(area, ()) or (fixed.space,)]
    taken = run.view.taken | run.view.obstructed
    return board.names[next((cell for cell in cells if not taken >> cell & 1), cells[0])]


def _table(rules: Rules, before: State) -> State:
    """Return the table of a mission. In a campaign everybody comes as they are aboard (R-283)."""
    mission, board, setup, campaign = rules.mission, rules.board, before.setup, before.campaign
    fixed = {one.card for one in mission.fixed}
    away = {one.card for one in mission.fixed if one.needs and not holds(rules, before, one.needs)}
    characters = campaign.team if campaign else mission.characters
    allies = (id for id in mission.allies if id in fixed or _led(rules, id, characters))
    ids = tuple(id for id in (*characters, *allies) if id not in away)
    neutrals = _neutrals(rules, before, mission)
    team = {id: in_play(rules, before, id) for id in ids}
    # A Remote without Wounds left is not deployed.
    waiting = tuple(id for id in ids if id not in fixed and rules.loadout(team[id]).wounds)
    decks = {
        "ai": tuple(sorted(rules.catalog.ai_deck(mission.id))),
        "loot": _copies((card.id, card.copies) for card in rules.catalog.loot.values()),
        "consequence": consequences(rules, before.team.values()),
    }
    if campaign:
        aboard = {id: one for id, one in before.team.items() if id not in team and id not in neutrals}
        campaign = replace(campaign, aboard=aboard, before=before.team)
    return State(
        setup,
        rules.switches,
        team,
        doors={door.id: Door(_side(rules, door.side), door.security) for door in mission.doors},
        containers={box.id: Container(board.names[board.space(box.space)], box.loot) for box in mission.containers},
        consoles={
            one.id: ConsoleState(board.names[board.space(one.space)], one.inputs, (NO_SYMBOLS,) * len(one.inputs))
            for one in mission.consoles
        },
        neutrals=neutrals,
        alert=mission.alert,
        reserve=mission.reserve,
        selected=tuple(id for id in mission.selected if id not in mission.available),
        available=mission.available,
        decks=decks,
        agenda=(*before.agenda, Deployment(waiting)),
        chance=before.chance,
        answers=before.answers if campaign else answers(setup),
        facts=before.facts,
        mission=_mission_state(rules, before, (*ids, *neutrals)) if campaign or facts.keeps(mission) else msgspec.UNSET,
        campaign=campaign,
    )


def _led(rules: Rules, ally: str, characters: tuple[str, ...]) -> bool:
    """Check that an Ally's controller takes part, if it has one: without, it stays aboard (R-152)."""
    controller = rules.catalog.characters[ally].controller
    return not controller or controller in characters


def answers(setup: Setup) -> dict[str, str]:
    """Return who answers each kind of chance at the start."""
    return {str(key): str(who) for key, who in setup.options.get("answers", {}).items()}


def _mission_state(rules: Rules, before: State, there: Iterable[str]) -> MissionState:
    """Return what the mission's own rules keep at the start. A hidden set has one token for each place that takes part;
    the last of its tokens fills up."""
    mission = rules.mission
    there = frozenset(there)
    tokens: dict[str, tuple[str, ...]] = {}
    for hidden in mission.hidden:
        places = 0
        for card in hidden.on:
            unit = rules.catalog.units.get(card)
            if unit is not None:
                places += max(face.number for face in unit.faces)
            else:
                places += card in there or card not in rules.catalog.characters
        filled = (*hidden.tokens, *(hidden.tokens[-1],) * (places - len(hidden.tokens)))
        tokens[hidden.id] = filled[:places]
    return MissionState(
        mission.id,
        {id: counter.start + _brought(before, counter) for id, counter in mission.counters.items()},
        tokens=tokens,
        zones=dict(mission.zone_rules),
    )


def _brought(before: State, counter: Counter) -> int:
    """Return what a counter begins with by what the campaign has of its source."""
    if not before.campaign or not counter.source:
        return 0
    return int(getattr(before.campaign, counter.source)) // counter.per


def _side(rules: Rules, name: str) -> str:
    return rules.board.side_name(rules.board.side_bit(*rules.board.side(name)))


def _copies(cards: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(sorted(id for id, copies in cards for _ in range(copies)))


def consequences(rules: Rules, holders: Iterable[Character]) -> tuple[str, ...]:
    """Return the Consequences that nobody holds."""
    left = Counted({card.id: card.copies for card in rules.catalog.consequences.values()})
    for one in holders:
        left.subtract((*one.consequences, *one.face_down))
    return _copies(left.items())


def _neutrals(rules: Rules, before: State, mission: Mission) -> dict[str, Neutral]:
    """Return the Neutral Characters that take part."""
    board = rules.board
    return {
        one.card: Neutral(board.names[board.space(one.space)], in_play(rules, before, one.card))
        for one in mission.neutrals
        if one.needs is None or holds(rules, before, one.needs)
    }
