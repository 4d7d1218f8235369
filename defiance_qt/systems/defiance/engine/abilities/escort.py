"""Abilities of Allies that the team escorts: what an Ally card says goes before the manual (R-212)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.frames import Activation

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

CARD = ("R-212",)


def _accompanied(rules: PlayRules, state: State, bearer: str) -> bool:
    """Check whether a conscious Character is in Contact with the bearer."""
    return any(
        one.space and one.conscious and not one.ally and rules.in_contact(state, bearer, one.id)
        for one in state.team.values()
    )


def _taken_along(rules: PlayRules, state: State, event: e.Event, bearer: str) -> Sequence[e.Event]:
    """Note the Round in which the bearer's Activation begins beside a conscious Character."""
    if not isinstance(event, e.ActivationBegan) or event.character != bearer or not state.team[bearer].space:
        return ()
    return (e.PluginFact("led", bearer, state.round, CARD),) if _accompanied(rules, state, bearer) else ()


def _left_alone(rules: PlayRules, state: State, bearer: str) -> bool:
    """Check whether the bearer's Activation did not begin beside a conscious Character; before it, whether it would
    not."""
    if any(isinstance(frame, Activation) and frame.character == bearer for frame in state.agenda):
        return state.facts.get(f"led.{bearer}") != state.round
    return bool(state.team[bearer].space) and not _accompanied(rules, state, bearer)


ESCORT = (Ability("led", cites=CARD, react=_taken_along, pins_when=_left_alone),)
