"""The agenda machine: for every kind of frame, its automatic steps, its legal answers, and the effect of an answer.

There is one table per question, so a new kind of frame needs three functions and three lines here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.enemies import initiative, surprise
from defiance_qt.systems.defiance.engine.reactions import react
from defiance_qt.systems.defiance.engine.rules import (
    activation,
    attacking,
    card_actions,
    decks,
    effects,
    equip,
    hacking,
    interact,
    mission,
    moving,
    observing,
    resting,
    rolls,
    rounds,
    storing,
    story,
)
from defiance_qt.systems.defiance.engine.rules.campaign import course, ship, shop
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

Advance = Callable[[Transaction, Any], bool]
Options = Callable[[Rules, State, Any], tuple[c.Command, ...]]
Take = Callable[[Transaction, Any, Any], None]
Check = Callable[[Rules, State, Any, Any], Illegal | None]


def _stays(run: Transaction, frame: f.Frame) -> bool:
    return False


def _proceed(rules: Rules, state: State, frame: f.Frame) -> tuple[c.Command, ...]:
    return (c.Proceed(),)


def _accept(rules: Rules, state: State, frame: f.Frame, command: c.Command) -> None:
    """A command that its frame always accepts."""


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

# Why a command is refused in a frame: None for those among its options. Those of a step between missions: `course`.
CHECKS: dict[type, dict[type, Check]] = {
    f.Readying: {c.Ready: course.check_ready},
    f.Deployment: {c.Deploy: rounds.check_deploy},
    f.Round: {c.Activate: rounds.check_activate},
    f.Activation: activation.CHECKS,
    f.Roll: rolls.CHECKS,
    f.Console: interact.CONSOLE_CHECKS,
    f.Equipping: equip.CHECKS,
    f.KeepConsequence: {c.Keep: decks.check_keep},
    f.EnemyActivation: {c.Proceed: _accept},
    f.SurpriseAttack: {c.Proceed: _accept},
}

TAKE: dict[type, Take] = {
    c.Deploy: rounds.deploy,
    c.Activate: rounds.activate,
    c.EndActivation: activation.end,
    c.Move: moving.move,
    c.StepTo: moving.step_to,
    c.Drag: moving.drag,
    c.Attack: attacking.attack,
    c.Hack: hacking.hack,
    c.Equip: activation.equip,
    c.Rest: resting.rest,
    c.Interact: interact.interact,
    c.UseAutoMediKit: resting.use_automedikit,
    c.UseCard: card_actions.use_card,
    c.SpendCritical: rolls.spend_critical,
    c.KeepCritical: rolls.keep_critical,
    c.UseSwitch: rolls.use_switch,
    c.LetStand: rolls.let_stand,
    c.RollAgain: rolls.roll_again,
    c.KeepDice: rolls.keep_dice,
    c.StoreDie: storing.store_die,
    c.AddStored: storing.add_stored,
    c.Assign: interact.assign,
    c.SplitCritical: interact.split_critical,
    c.ConsoleRollAgain: interact.console_roll_again,
    c.LeaveConsole: interact.leave_console,
    c.Place: equip.place,
    c.Give: equip.give,
    c.Install: equip.install,
    c.FinishEquip: equip.finish,
    c.Keep: decks.choose_consequence,
    c.Proceed: initiative.proceed,
    c.Enlist: course.enlist,
    c.BeginMission: course.begin_mission,
    c.PlayAgain: course.play_again,
    c.AcceptDefeat: course.accept_defeat,
    c.Ready: course.ready,
    c.Station: ship.station,
    c.Swap: ship.swap,
    c.Cure: ship.cure,
    c.TakeSample: ship.take_sample,
    c.Craft: ship.craft,
    c.Acquire: shop.acquire,
    c.Buy: shop.buy,
    c.Sell: shop.sell,
    c.Pool: shop.pool,
    c.Stow: shop.stow,
    c.Fetch: shop.fetch,
    c.Load: shop.load,
    c.Scrap: shop.scrap,
    c.FinishStep: course.finish,
}


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
