"""Setting a mission up (R-007…R-024): the first events of a game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defiance_qt.core.system import Setup
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.checks import facts
from defiance_qt.systems.defiance.engine.content import Mission
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.enemies.reinforcements import deploy_unit
from defiance_qt.systems.defiance.engine.frames import Deployment
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM, reach_maximum
from defiance_qt.systems.defiance.engine.rules.conditions import holds
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects
from defiance_qt.systems.defiance.engine.rules.figures import character
from defiance_qt.systems.defiance.engine.rules.mission import waiting
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import (
    ConsoleState,
    Container,
    Door,
    MissionState,
    Neutral,
    State,
)
from defiance_qt.systems.defiance.engine.transaction import Transaction


def set_up(rules: Rules, setup: Setup) -> tuple[e.Event, ...]:
    """Return the events that lay out the table: the initial Enemies on their spaces, the team and the mission's Allies
    waiting to be placed (R-012, R-143). What this would cause in play, it does not cause here."""
    run = Transaction(rules, State(setup))
    run.emit(
        e.MissionSetUp(
            _table(rules, setup),
            (
                *("R-007", "R-008", "R-009", "R-010", "R-011", "R-013", "R-014", "R-018", "R-019", "R-020", "R-021"),
                *("R-022", "R-023", "R-024", "R-167"),
            ),
        )
    )
    openings = rules.mission.openings
    opening = openings.get(rules.switches["opening"]) or next(iter(openings.values()))
    for one in opening.deployed:
        deploy_unit(run, one.unit, one.at, "selected", ("R-015", "R-016"), one.face)
    for fixed in rules.mission.fixed:
        run.emit(e.CharacterDeployed(fixed.card, rules.board.names[rules.board.space(fixed.space)], ("R-012",)))
    for number, trigger in waiting(run, ("set_up",)):
        run.emit(e.TriggerFired(number, "set_up", True, ("R-024",)))
        user = next(iter(run.state.team))
        apply_effects(run, trigger.effects, user, user, "", f"mission.{rules.mission.id}.trigger.{number}", ("R-024",))
    if run.state.alert == MAXIMUM:
        reach_maximum(run)
    return tuple(run.events)


def _table(rules: Rules, setup: Setup) -> State:
    mission, board = rules.mission, rules.board
    ids = (*mission.characters, *mission.allies)
    fixed = {one.card for one in mission.fixed}
    neutrals = _neutrals(rules, setup, mission)
    team = {id: character(rules, rules.catalog.characters[id]) for id in ids}
    decks = {
        "ai": tuple(sorted(rules.catalog.ai_deck(mission.id))),
        "loot": _copies((card.id, card.copies) for card in rules.catalog.loot.values()),
        "consequence": _copies((card.id, card.copies) for card in rules.catalog.consequences.values()),
    }
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
        agenda=(Deployment(tuple(id for id in ids if id not in fixed)),),
        answers={str(key): str(who) for key, who in setup.options.get("answers", {}).items()},
        mission=_mission_state(rules, mission, neutrals) if facts.keeps(mission) else msgspec.UNSET,
    )


def _mission_state(rules: Rules, mission: Mission, neutrals: Iterable[str]) -> MissionState:
    """Return what the mission's own rules keep at the start. A hidden set has one token for each place that takes part;
    the last of its tokens fills up."""
    there = {*mission.characters, *mission.allies, *neutrals}
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
        {id: counter.start for id, counter in mission.counters.items()},
        tokens=tokens,
        zones=dict(mission.zone_rules),
    )


def _side(rules: Rules, name: str) -> str:
    return rules.board.side_name(rules.board.side_bit(*rules.board.side(name)))


def _copies(cards: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(sorted(id for id, copies in cards for _ in range(copies)))


def _neutrals(rules: Rules, setup: Setup, mission: Mission) -> dict[str, Neutral]:
    """Return the Neutral Characters that take part."""
    board, blank = rules.board, State(setup)
    return {
        one.card: Neutral(board.names[board.space(one.space)], character(rules, rules.catalog.characters[one.card]))
        for one in mission.neutrals
        if one.needs is None or holds(rules, blank, one.needs)
    }
