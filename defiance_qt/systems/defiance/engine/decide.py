"""`decide(rules, state, command)`: the events that a command causes, up to the next prompt. Pure; raises `Illegal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import requests
from defiance_qt.systems.defiance.engine.agenda import kinds, run_until_prompt
from defiance_qt.systems.defiance.engine.frames import Activation, Draw, MissionPick, Pick, Roll
from defiance_qt.systems.defiance.engine.invariants import Fault, broken, fault, unknown
from defiance_qt.systems.defiance.engine.legal import check, game_over, legal
from defiance_qt.systems.defiance.engine.overrule import overruled, value_at
from defiance_qt.systems.defiance.engine.rules import decks, harm, rolls, story
from defiance_qt.systems.defiance.engine.rules.campaign import entered, written
from defiance_qt.systems.defiance.engine.rules.mission import UNRESOLVED
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

CHANCE = ("ai_card", "consequence", "dice", "initiative", "loot", "pick")


def decide(rules: Rules, state: State, command: c.Command, known: tuple[c.Command, ...] = ()) -> Transaction:
    """Return the transaction of the command and of all that follows until the next prompt: its events and its state.

    `known` are the legal commands if the caller has them already. Raises `Illegal`, and then nothing has happened.
    """
    run = Transaction(rules, state)
    table = AT_TABLE.get(type(command))
    if state.agenda and type(state.agenda[-1]) in UNRESOLVED:
        run.fallen = True
    if table is not None:
        table(run, command)
    else:
        for option in known:
            if option is command:
                break
        else:
            refused = check(rules, state, command)
            if refused is not None:
                raise refused
        kinds(state.agenda[-1])[type(command)][1](run, state.agenda[-1], command)
    run_until_prompt(run)
    return run


def answer(run: Transaction, command: c.EnterDice | c.EnterCard) -> None:
    """Continue a decided command with the answer to the chance that it asks for, up to the next prompt."""
    run.by_hand = False
    AT_TABLE[type(command)](run, command)
    run_until_prompt(run)


# ---- what the table itself says: chance, settings, corrections ----


def _dice(run: Transaction, command: c.EnterDice) -> None:
    asked = requests.check_dice(run.state, command.faces)
    roll = run.state.agenda[-1]
    assert isinstance(roll, Roll)
    run.typed = not asked.by_app
    rolls.enter_dice(run, roll, tuple(face - 1 for face in command.faces))


def _card(run: Transaction, command: c.EnterCard) -> None:
    """Take the card that is named, or what was picked among equals (R-188) or for the mission (R-024)."""
    requests.check_card(run.state, command.card)
    frame = run.state.agenda[-1]
    asked = requests.request(run.state)
    assert asked is not None
    run.typed = not asked.by_app
    if isinstance(frame, Draw):
        decks.take(run, frame, command.card)
    elif isinstance(frame, Pick):
        run.emit(e.RandomPicked(command.card, frame.options, run.typed, ("R-188",)))
    elif isinstance(frame, MissionPick):
        story.picked(run, frame, command.card)


def _set_answer(run: Transaction, command: c.SetAnswer) -> None:
    if command.kind not in CHANCE:
        raise Illegal(
            "unknown_chance", "", f"{command.kind!r} is not a kind of chance: {', '.join(CHANCE)}", name=command.kind
        )
    run.emit(e.AnswerSet(command.side, command.kind, command.who))


def _overrule(run: Transaction, command: c.Overrule) -> None:
    """Set a value by hand, unless the resulting state would be invalid. Damage that reaches the Wounds takes
    effect."""
    path, value = command.path, command.value
    over = game_over(run.state)
    if over is not None:
        raise over
    was = value_at(run.state, path)
    try:
        faults = unknown(run.rules, overruled(run.state, path, value))
    except (ValueError, TypeError) as error:
        raise Illegal("wrong_value", "", f"{path} cannot be {value!r}: {error}", path=path) from error
    if faults:
        raise _impossible(path, value, faults[0])
    run.by_hand = True
    run.emit(e.Overruled(path, _read_back(was), _read_back(value), command.reason))
    for figure in (*run.state.team, *run.state.enemies):
        if any(one.startswith((f"team.{figure}.", f"enemies.{figure}.")) for one in path.split(",")):
            harm.settle(run, figure, "")
    faults = broken(run.rules, run.state)
    if not faults and isinstance(run.state.agenda[-1], Activation) and not legal(run.rules, run.state):
        faults.append(fault("nobody_could_go_on", "nobody could go on from there"))
    if faults:
        raise _impossible(path, value, faults[0])


def _impossible(path: str, value: Any, why: Fault) -> Illegal:
    """Return the refusal of a value that breaks an invariant, by the invariant's name."""
    words = f"{path} cannot be {value!r}: {why}"
    return Illegal("impossible", "", words, path=path, why=why, invariant=why.name)


def _read_back(value: Any) -> Any:
    """Return the value as a save would restore it, so that deciding the step again yields the same event."""
    return msgspec.json.decode(msgspec.json.encode(value))


AT_TABLE: dict[type, Callable[[Transaction, Any], None]] = {
    c.EnterDice: _dice,
    c.EnterCard: _card,
    c.SetAnswer: _set_answer,
    c.Overrule: _overrule,
    c.WriteDown: written.write_down,
    c.EnterCampaign: entered.enter,
}
