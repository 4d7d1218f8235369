"""The agenda machine: for every kind of frame, its automatic steps, its legal answers, and for each kind of answer why
it is refused and its effect.

There is one table per question, so a new kind of frame needs its functions and three lines here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.enemies import initiative, surprise
from defiance_qt.systems.defiance.engine.reactions import react
from defiance_qt.systems.defiance.engine.rules import (
    activation,
    decks,
    effects,
    equip,
    interact,
    mission,
    observing,
    rolls,
    rounds,
    story,
)
from defiance_qt.systems.defiance.engine.rules.campaign import course
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Kinds, Transaction, accept

Advance = Callable[[Transaction, Any], bool]
Options = Callable[[Rules, State, Any], tuple[c.Command, ...]]


def _stays(run: Transaction, frame: f.Frame) -> bool:
    return False


def _proceed(rules: Rules, state: State, frame: f.Frame) -> tuple[c.Command, ...]:
    return (c.Proceed(),)


def _none(rules: Rules, state: State, frame: f.Frame) -> tuple[c.Command, ...]:
    return ()


def _drawn(rules: Rules, state: State, frame: f.Draw) -> tuple[c.Command, ...]:
    """Return the answers when a person names the card; the app draws without a prompt."""
    if decks.by_app(state, frame.deck):
        return ()
    return tuple(c.EnterCard(card) for card in dict.fromkeys(decks.options(state, frame.deck)))


def _picked(rules: Rules, state: State, frame: f.Pick | f.MissionPick) -> tuple[c.Command, ...]:
    if state.answers.get("enemy.pick", "app") == "app":
        return ()
    return tuple(c.EnterCard(one) for one in dict.fromkeys(frame.options))


ADVANCE: dict[type, Advance] = {
    f.Campaign: course.advance,
    f.Readying: course.readying_advance,
    f.Deployment: rounds.deployment_advance,
    f.Round: rounds.advance,
    f.Activation: activation.advance,
    f.Roll: rolls.advance,
    f.Console: interact.console_advance,
    f.Equipping: equip.advance,
    f.Draw: decks.advance,
    f.KeepConsequence: _stays,
    f.Pick: _stays,
    f.MissionPick: story.pick_advance,
    f.Effects: effects.advance,
    f.UnitActivation: initiative.unit_advance,
    f.EnemyActivation: initiative.enemy_advance,
    f.SurpriseAttack: surprise.advance,
    f.Ending: course.ending_advance,
}

OPTIONS: dict[type, Options] = {
    f.Campaign: course.options,
    f.Readying: course.readying_options,
    f.Deployment: rounds.deployment_options,
    f.Round: rounds.options,
    f.Activation: activation.options,
    f.Roll: rolls.options,
    f.Console: interact.console_options,
    f.Equipping: equip.options,
    f.Draw: _drawn,
    f.KeepConsequence: decks.kept,
    f.Pick: _picked,
    f.MissionPick: _picked,
    f.Effects: _none,
    f.UnitActivation: _none,
    f.EnemyActivation: _proceed,
    f.SurpriseAttack: _proceed,
    f.Ending: _none,
}

KINDS: dict[type, Kinds] = {
    f.Readying: {c.Ready: (course.check_ready, course.ready)},
    f.Deployment: {c.Deploy: (rounds.check_deploy, rounds.deploy)},
    f.Round: {c.Activate: (rounds.check_activate, activation.activate)},
    f.Activation: activation.KINDS,
    f.Roll: rolls.KINDS,
    f.Console: interact.CONSOLE_KINDS,
    f.Equipping: equip.KINDS,
    f.KeepConsequence: {c.Keep: (decks.check_keep, decks.choose_consequence)},
    f.EnemyActivation: {c.Proceed: (accept, initiative.proceed)},
    f.SurpriseAttack: {c.Proceed: (accept, initiative.proceed)},
}


def kinds(frame: f.Frame) -> Kinds:
    """Return the kinds of commands that a frame accepts, each with its check and its effect."""
    return course.KINDS[frame.todo[0]] if isinstance(frame, f.Campaign) else KINDS.get(type(frame), {})


def run_until_prompt(run: Transaction) -> None:
    """Run the agenda until a decision is needed or the game is over. Reactions to events run between its steps."""
    reacts = bool(run.rules.reacting or run.rules.hooks.react_event or run.rules.terrains)
    while True:
        if reacts and run.heard < len(run.events):
            react(run)
        if run.rules.observes and run.observed < len(run.events):
            observing.observe(run)
        if not run.state.agenda:
            return
        if run.facts or run.fallen:
            _look_around(run)
            continue
        if run.deferred:
            frames, run.deferred = run.deferred, []
            for frame in reversed(frames):
                if isinstance(frame, f.Roll):
                    rolls.open_roll(run, frame)
                else:
                    run.open(frame)
            continue
        frame = run.state.agenda[-1]
        if ADVANCE[type(frame)](run, frame):
            if type(frame) in mission.UNRESOLVED:
                run.fallen = True
        elif not (reacts and run.heard < len(run.events)):
            return


def _look_around(run: Transaction) -> None:
    """Check mission triggers and end conditions after the latest events."""
    recorded, run.facts, run.fallen = run.facts, [], False
    moments: list[str] = []
    for fact in recorded:
        word, _, argument = fact.partition(" ")
        if word == "check":
            moments.append(argument)
            continue
        if word == "activation_ended":
            moments.append("activation")
            story.activation_over(run, argument)
        rounds.on_fact(run, fact)
        mission.on_fact(run, fact)
    mission.check_end(run, tuple(moments))
