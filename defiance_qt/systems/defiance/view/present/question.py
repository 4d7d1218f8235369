"""View model of the pending prompt, for the tray under the board: title, the last roll, and choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from defiance_qt.core.port import Prompt
from defiance_qt.core.session import Session
from defiance_qt.shell.present.question import asks_chance, chance_question, numbered, plain_question
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State, Unit
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.tell.names import kind_word
from defiance_qt.systems.defiance.view.present.boxes import boxes
from defiance_qt.systems.defiance.view.present.choices import (
    RollChoices,
    about_one,
    console_choices,
    target_choice,
    way,
)
from defiance_qt.systems.defiance.view.present.consequences import Consequences
from defiance_qt.systems.defiance.view.present.equip import in_hand
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names, tokens
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.present.roll_view import roll_view
from defiance_qt.systems.defiance.view.present.team import health_left
from defiance_qt.systems.defiance.view.present.values import ExplainedView, QuestionDetails

Label = Callable[[Any], str]
ROLLS = {"sickbay": "cure", "crew": "jump"}
"""The rolls that are shown in a step: those made in it or just before it."""


class Asked:
    """The inputs from which a question is built."""

    def __init__(
        self,
        session: Session,
        prompt: Prompt,
        rules: Rules,
        names: Names,
        offers: Offers,
        label: Label,
        picked: str,
        explained: ExplainedView,
        record: RollRecord | None,
        plays: Consequences,
    ) -> None:
        self.session = session
        self.state: State = session.state
        self.prompt = prompt
        self.rules = rules
        self.names = names
        self.offers = offers
        self.label = label
        self.picked = picked
        self.explained = explained
        self.record = record
        self.plays = plays

    @property
    def frame(self) -> f.Frame | None:
        return self.state.agenda[-1] if self.state.agenda else None


def question(asked: Asked) -> QuestionView | None:
    """Build the question, or return None if the buttons of the active card suffice, or the road is shown."""
    state = asked.state
    if state.result is not None:
        return plain_question(asked.session, asked.names.words) if not state.between else None
    if asks_chance(asked.prompt):
        return _form(asked)
    make = _MAKERS.get(type(asked.frame))
    return make(asked, asked.frame) if make is not None else None


def _deployment(asked: Asked, frame: f.Deployment) -> QuestionView:
    words = asked.names.words
    who = ", ".join(asked.names.character(id) for id in frame.waiting)
    return QuestionView("deployment", words("view.deployment.title"), words("view.deployment.note", who=who))


def _round(asked: Asked, frame: f.Round) -> QuestionView:
    words = asked.names.words
    choices = numbered([_member(asked, one) for one in asked.offers.of("activate")])
    note = words("view.round.block", name=asked.names.short(frame.block)) if frame.block else ""
    return QuestionView("round", words("view.tray.round"), note, choices=choices, body=_details(asked))


def _member(asked: Asked, command: c.Activate) -> ChoiceView:
    """Return the choice of a Character, with the Damage that it can still suffer."""
    words, one = asked.names.words, asked.state.team[command.character]
    wounds = asked.rules.loadout(one).wounds
    health = words("view.tray.health", left=health_left(asked.state, one, asked.rules), all=wounds)
    return ChoiceView(asked.names.short(one.id), command, consequence=health)


def _activation(asked: Asked, frame: f.Activation) -> QuestionView:
    words, name = asked.names.words, asked.names.short(frame.character)
    if not asked.picked:
        # The Actions stand beside it: without a title the last roll has all the room.
        left = words.count("view.tray.activation", frame.actions, name=name)
        act = words.count("view.tray.points", frame.points) if frame.points else words("view.tray.act")
        return QuestionView("activation", "", f"{left}. {act}", body=_details(asked))
    commands = asked.offers.by_group.get(asked.picked, [])
    known = Known(asked.state, words)
    one = about_one(commands, known)
    title = one or words(f"view.pick.{asked.picked.split(':')[0]}")
    label = (lambda command: way(command, known)) if one else asked.label
    choices = [target_choice(command, asked.state, asked.rules, asked.names, label) for command in commands]
    return QuestionView("pick", title, words("view.pick.note"), choices=numbered(choices))


def _roll(asked: Asked, frame: f.Roll) -> QuestionView:
    words = asked.names.words
    commands, record = asked.prompt.commands, asked.record
    if record is None:
        plain = [
            ChoiceView(asked.label(command), command, primary=isinstance(command, c.LetStand)) for command in commands
        ]
        return QuestionView("roll", words("view.tray.roll"), choices=numbered(plain))
    choices = RollChoices(asked.session, frame, record, asked.plays, asked.names, asked.label).all(commands)
    critical = any(isinstance(one, c.SpendCritical) for one in commands)
    switches = any(isinstance(one, c.UseSwitch) for one in commands)
    ends = {asked.plays.outcome(record, one) for one in commands} if critical else set()
    same = len(ends) == 1 and None not in ends
    title = words(f"view.tray.{'same' if same else 'critical' if critical else 'switches' if switches else 'roll'}")
    return QuestionView("roll", title, choices=numbered(choices), body=_details(asked))


def _details(asked: Asked) -> QuestionDetails:
    """Return what the tray shows beside the choices: the last roll, and the Instructions of an acting Enemy."""
    record = asked.record
    roll = None
    if record is not None:
        ended = record if record.over else asked.plays.standing(record)
        roll = roll_view(record, ended, asked.rules, asked.names)
    return QuestionDetails(roll, fresh=record is not None and record.ended in (-1, asked.session.head))


def _console(asked: Asked, frame: f.Console) -> QuestionView:
    words = asked.names.words
    choices = console_choices(asked.session, frame, asked.prompt.commands, asked.names, asked.label)
    return QuestionView("console", words("view.tray.console"), choices=numbered(choices), body=_details(asked))


def _equipping(asked: Asked, frame: f.Equipping) -> QuestionView:
    words = asked.names.words
    note = words("view.equip.note", name=asked.names.short(frame.character))
    _, fitting = in_hand(asked.state, asked.rules, frame, asked.names)
    if fitting:
        note = words("view.equip.fits", items=", ".join(fitting))
    choices = [ChoiceView(asked.label(one), one, primary=True) for one in asked.offers.of("finish_equip")]
    return QuestionView("equipping", words("view.equip.title"), note, choices=numbered(choices), body=_details(asked))


def _consequence(asked: Asked, frame: f.KeepConsequence) -> QuestionView:
    words = asked.names.words
    names = asked.names
    choices = [
        ChoiceView(names.consequence(one.card), one, detail=names.text(f"consequence.{one.card}.text"))
        for one in asked.offers.of("keep")
    ]
    title = words("view.consequence.title", name=names.short(frame.character))
    note = words("view.consequence.note")
    return QuestionView("consequence", title, note, numbered(choices), "danger", body=_details(asked))


def _enemy(asked: Asked, frame: f.EnemyActivation | f.SurpriseAttack) -> QuestionView:
    """Build the question between two Instructions: the acting Miniature's column, and the last action explained."""
    words, names = asked.names.words, asked.names
    choices = [ChoiceView(words("view.enemy.proceed"), one, primary=True) for one in asked.offers.of("proceed")]
    if isinstance(frame, f.EnemyActivation):
        actor = words("view.tray.acts", name=names.figure(frame.enemy))
        unit = asked.state.units.get(frame.enemy.rpartition(".")[0])
        note = _card(asked, unit) if unit is not None else ""
        choices = _next(asked, frame, choices)
    else:
        actor, note = words("view.tray.acts", name=names.unit(frame.unit)), ""
    column = boxes(asked.session, asked.rules, names)
    body = msgspec.structs.replace(_details(asked), boxes=column, actor=actor, note=note, explained=asked.explained)
    title = words("view.enemy.title") if column else actor
    return QuestionView("enemy", title, "", numbered(choices), "enemy", body=body)


def _card(asked: Asked, unit: Unit) -> str:
    """Return the AI card and the rank by which a Unit acts."""
    names = asked.names
    rank = names.named(f"colour.{unit.profile.colour}", unit.profile.colour)
    card = names.named(f"ai_card.{unit.ai_card}.name", unit.ai_card) if unit.ai_card not in ("", "?") else ""
    return SEPARATOR.join(part for part in (card, rank) if part)


def _next(asked: Asked, frame: f.EnemyActivation, choices: list[ChoiceView]) -> list[ChoiceView]:
    """Return the choices, the first with the Instruction that it leads to."""
    names = asked.names
    if not choices or frame.index >= len(frame.column):
        return choices
    entry = frame.column[frame.index]
    kinds = [kind_word(names.words, kind) for kind, _ in asked.rules.column(entry)]
    follows = names.words("view.enemy.next", what=" + ".join(kinds))
    return [msgspec.structs.replace(choices[0], consequence=follows), *choices[1:]]


def _form(asked: Asked) -> QuestionView:
    """Build the form in which the user enters physical dice or a physical card, with what is rolled already."""
    shown = chance_question(asked.session, asked.names.words)
    frame, words = asked.frame, asked.names.words
    if not isinstance(frame, f.Roll):
        return msgspec.structs.replace(shown, body=_details(asked))
    rolled = [
        words("view.roll.spoken", name=asked.names.figure(side.figure), left=asked.names.symbols(tokens(side.symbols)))
        for side in (frame.team, frame.enemy)
        if side is not None and side.faces
    ]
    return msgspec.structs.replace(shown, note="\n".join(rolled) or shown.note, body=_details(asked))


def _campaign(asked: Asked, frame: f.Campaign) -> QuestionView | None:
    """Show the last roll of a step between two missions: the step itself has a page in the board's place."""
    if asked.record is None or ROLLS.get(frame.todo[0]) != asked.record.opened.purpose:
        return None
    return QuestionView("campaign", "", body=_details(asked))


def _readying(asked: Asked, frame: f.Readying) -> QuestionView:
    """Build the choice of who starts the mission Focused."""
    choices = [
        ChoiceView(asked.names.short(command.character), command, aside=asked.label(command))
        for command in asked.prompt.commands
    ]
    title = asked.names.words("view.ask.readying", n=frame.left)
    return QuestionView("readying", title, choices=numbered(choices))


_MAKERS: dict[type, Callable[[Asked, Any], QuestionView | None]] = {
    f.Campaign: _campaign,
    f.Readying: _readying,
    f.Deployment: _deployment,
    f.Round: _round,
    f.Activation: _activation,
    f.Roll: _roll,
    f.Console: _console,
    f.Equipping: _equipping,
    f.KeepConsequence: _consequence,
    f.EnemyActivation: _enemy,
    f.SurpriseAttack: _enemy,
}
