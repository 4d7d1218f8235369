"""Reactions: core events that abilities and plugins let follow others, at once and once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.content import RaiseAlert, Trigger, UseAbility
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.systems.defiance.engine.positions import Play, position

ROUND = """
    C U . . 1

    nox_leader 1 ai=take_aim
    initiative nox_leader
    """


def reacting(ability: Ability, text: str, more: str = "") -> Play:
    return position(text, more, Hooks(abilities=(*builtin.contribute_abilities(), ability)))


def test_a_reaction_follows_before_the_game_goes_on() -> None:
    """The Alert rises as the Activation ends: the Enemy's turn that follows in the same breath knows of it."""

    def react(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        if isinstance(event, e.ActivationEnded):
            return (e.AlertChanged(state.alert + 1, "noise", ("noise-1",)),)
        return ()

    game = position(
        ROUND,
        "",
        Hooks(abilities=(*builtin.contribute_abilities(), Ability("noise", react=react))),
        abilities=("noise",),
    )
    game.do("activate cadin", "end_activation cadin")
    told = [line.split()[0] for line in game.told("activation_ended", "alert_changed", "unit_activated")]
    assert told == ["activation_ended", "alert_changed", "unit_activated"]


def test_a_reaction_sees_the_state_in_which_the_event_left_the_table() -> None:
    """As the first of two Activations ends, the second has not begun, although both happen in one decision."""
    seen: list[tuple[str, int, bool]] = []

    def react(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        if isinstance(event, e.UnitActivationEnded):
            seen.append((event.unit, state.round, state.units[event.unit].activated))
        return ()

    game = position(
        ROUND.replace("U ", ". "),
        "",
        Hooks(abilities=(*builtin.contribute_abilities(), Ability("watch", react=react))),
        abilities=("watch",),
    )
    game.do("activate cadin", "end_activation cadin", "proceed")
    assert game.state.round == 2
    assert seen == [("nox_leader", 1, True)]


def test_reactions_cause_no_reactions() -> None:
    def react(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        return (
            (e.AggroChanged(bearer, 1, state.team[bearer].aggro + 1, rules=("echo-1",)),)
            if isinstance(event, e.AggroChanged)
            else ()
        )

    game = reacting(Ability("echo", react=react), "C U\n\ncadin carries=whistle", CARDS)
    game.do("activate cadin", "use_card cadin whistle.blow cadin")
    assert [line.split()[3] for line in game.told("aggro_changed")] == ["1", "2"]


CARDS = """
    [[equipment]]
    id = "whistle"
    abilities = ["echo"]
    actions = [{ id = "blow", effects = [{ do = "calm", amount = 1 }] }]
    """


def test_each_bearer_reacts_on_what_those_before_have_changed() -> None:
    def react(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        if not isinstance(event, e.ActivationEnded):
            return ()
        return (e.ReserveChanged(1, state.reserve + 1, "echo", ("echo-1",)),)

    game = reacting(Ability("echo", react=react), "C U\n\ncadin carries=whistle\numa carries=whistle", CARDS)
    game.do("activate cadin", "end_activation cadin")
    assert game.state.reserve == 2


def test_damage_that_a_reaction_causes_has_its_effect() -> None:
    def react(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        if not isinstance(event, e.ActivationEnded) or "nox_leader.1" not in state.enemies:
            return ()
        wounds = state.units["nox_leader"].profile.wounds
        return (e.DamageSuffered("nox_leader.1", wounds, wounds, bearer, ("sting-1",)),)

    game = reacting(Ability("echo", react=react), "C U . 1\n\ncadin carries=whistle\nnox_leader 1", CARDS)
    game.do("activate cadin", "end_activation cadin")
    assert game.told("miniature_died") == ["miniature_died nox_leader.1 by=cadin [R-234]"]
    assert game.state.units == {}


def test_an_effect_whose_ability_is_gone_does_nothing() -> None:
    """As in a save whose plugin is missing."""
    trigger = Trigger("activation_ended cadin", (UseAbility("gone", on="team"), RaiseAlert(1)))
    game = position(ROUND, triggers=(trigger,))
    alert = game.state.alert
    game.do("activate cadin", "end_activation cadin")
    assert game.state.alert == alert + 1


SPORE = """
    [[units]]
    id = "spore"
      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 3
      wounds = 1
      defense = []
      abilities = ["burst"]
    """


def test_an_ability_is_asked_for_the_death_of_its_own_bearer_with_the_state_before_it() -> None:
    """Asked for anything else, it sees the State after the event; the last of a Unit takes the card along."""
    seen: list[tuple[str, str]] = []

    def burst(rules: Any, state: Any, event: Event, bearer: str) -> Sequence[Event]:
        if not isinstance(event, e.MiniatureDied) or event.enemy != bearer:
            return ()
        seen.append((bearer, state.enemies[bearer].space))
        near = (one for one in state.team.values() if rules.in_contact(state, one.id, bearer))
        return tuple(e.DamageSuffered(one.id, 1, one.damage + 1, bearer, ("burst-1",)) for one in near)

    ability = Ability("burst", react=burst)
    game = reacting(ability, "U 1 2\n\numa carries=stick\nspore 1 2", SPORE).do("activate uma")
    game.do("attack uma stick.point spore.1", team="S S S")
    assert (seen, game.one("uma").damage) == ([("spore.1", "B1")], 1)
    assert [line.split()[0] for line in game.told("miniature_died", "unit_eliminated", "damage_suffered")] == [
        "damage_suffered",
        "miniature_died",
        "damage_suffered",
    ]
    game.do("attack uma stick.point spore.2", team="S S S")
    assert seen[1:] == [("spore.2", "C1")]
    assert game.told("unit_eliminated")
