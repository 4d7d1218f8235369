"""Wounds: cancelled or taken, Soldiers Downed or removed (W-059, W-134, W-139, W-143)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import commands as c
from .. import events as e
from ..frames import React, Retarget
from ..refusals import Refused, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State
from . import action_cards, objective

WOUNDS = "wounds"
"""What a card is for that cancels Wounds."""


def advance(run: Run, frame: React) -> bool:
    """Ask a Player Soldier who holds a card for it, else let the Wounds be taken."""
    if frame.soldier in run.state.team and _cards(run.rules, run.state, frame):
        return False
    run.close()
    if frame.soldier in run.state.team:
        take(run, frame.soldier, frame.wounds, frame.hostile)
    return True


def _cards(rules: Rules, state: State, frame: React) -> tuple[str, ...]:
    hand = state.team[frame.soldier].hand
    return tuple(dict.fromkeys(id for id in hand if rules.catalog.actions[id].on == WOUNDS))


def options(rules: Rules, state: State, frame: React) -> Iterator[c.Command]:
    for id in _cards(rules, state, frame):
        levels = action_cards.levels(rules, state, rules.catalog.actions[id])
        yield from (c.ReactWith(id, level) for level in ("", *levels))
    yield c.TakeWounds()


def check_react(rules: Rules, state: State, command: c.ReactWith) -> Refused:
    frame = state.frame
    assert isinstance(frame, React)
    if command.card not in _cards(rules, state, frame):
        english = "Soldier {soldier} has no card {card} that cancels Wounds"
        return refused("no_dive", "W-143", english, soldier=frame.soldier, card=command.card)
    return action_cards.check_level(rules, state, rules.catalog.actions[command.card], command.level)


def react(run: Run, frame: React, command: c.ReactWith) -> None:
    """Cancel Wounds with a card; the others are taken."""
    card = run.rules.catalog.actions[command.card]
    amount = (card.levelled() if command.level else card).amount
    cancelled = min(amount, frame.wounds)
    run.close()
    action_cards.pay_level(run, command.card, command.level)
    run.emit(e.CardPlayed(frame.soldier, command.card, frame.soldier, bool(command.level), False, ("W-046", "W-143")))
    run.emit(e.WoundsCancelled(frame.soldier, cancelled, command.card))
    if frame.wounds > cancelled:
        take(run, frame.soldier, frame.wounds - cancelled, frame.hostile)


def take_wounds(run: Run, frame: React, command: c.TakeWounds) -> None:
    run.close()
    take(run, frame.soldier, frame.wounds, frame.hostile)


def take(run: Run, number: str, wounds: int, source: str) -> None:
    """Let a Soldier suffer Wounds; at Health 0 it is Downed (W-059)."""
    run.emit(e.WoundsSuffered(number, wounds, source))
    settle(run, number)


def settle(run: Run, number: str) -> None:
    """Take a Soldier out of play whose Health is 0."""
    soldier = run.soldier(number)
    if soldier.health <= 0:
        hostiles = _targeting(run, number)
        run.emit(e.SoldierDowned(number))
        _gone(run, number, soldier.space, hostiles)


def leave(run: Run, frame: object, command: c.Leave) -> None:
    """Remove a Soldier voluntarily, with its kit (W-134)."""
    soldier = run.soldier(command.soldier)
    hostiles = _targeting(run, command.soldier)
    run.emit(e.SoldierLeft(command.soldier))
    _gone(run, command.soldier, soldier.space, hostiles)


def _targeting(run: Run, number: str) -> tuple[str, ...]:
    return tuple(one.id for one in run.state.hostiles.values() if one.target == number)


def _gone(run: Run, number: str, space: int, hostiles: tuple[str, ...]) -> None:
    """Let the prize lie, and give its Hostile cards new Targets at once (W-131, W-139)."""
    objective.drop_prize(run, number, space)
    if hostiles and run.state.team:
        run.open(Retarget(hostiles))
