"""View model of the pending prompt, for the tray under the board: title, the last roll, and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defiance_qt.core.session import Session
from defiance_qt.core.system import Prompt, Words
from defiance_qt.shell.present.question import asks_chance, chance_question, numbered, plain_question
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State, Unit
from defiance_qt.systems.defiance.engine.words import label
from defiance_qt.systems.defiance.engine.words.names import kind_word
from defiance_qt.systems.defiance.view.present.boxes import boxes
from defiance_qt.systems.defiance.view.present.choices import RollChoices, console_choices, target_choice
from defiance_qt.systems.defiance.view.present.consequences import Consequences
from defiance_qt.systems.defiance.view.present.equip import in_hand
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names, tokens
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.present.roll_view import roll_view
from defiance_qt.systems.defiance.view.present.values import ExplainedView, QuestionDetails

Label = Callable[[Any], str]
PAGED = frozenset({"team", "briefing", "verdict", "crew", "sickbay", "specialties", "intel", "equipment"})
"""Steps of a campaign with a page of their own in the board's place."""
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
    frame = asked.frame
    for kind, make in _MAKERS.items():
        if isinstance(frame, kind):
            return make(asked, frame)
    return _plain(asked, frame)


def _choices(asked: Asked, commands: Sequence[Any], primary: type) -> tuple[ChoiceView, ...]:
    ordered = sorted(commands, key=lambda command: isinstance(command, primary))
    return numbered(
        [ChoiceView(asked.label(command), command, primary=isinstance(command, primary)) for command in ordered]
    )


def _deployment(asked: Asked, frame: f.Deployment) -> QuestionView:
    words = asked.names.words
    who = ", ".join(asked.names.character(id) for id in frame.waiting)
    return QuestionView("deployment", words("view.deployment.title"), words("view.deployment.note", who=who))


def _round(asked: Asked, frame: f.Round) -> QuestionView:
    words = asked.names.words
    choices = numbered([_member(asked, one) for one in asked.offers.of("activate")])
    note = words("view.round.block", name=asked.names.short(frame.block)) if frame.block else ""
    title = words("view.tray.round" if choices else "view.round.title")
    return QuestionView("round", title, note, choices=choices or _rest(asked), body=_details(asked))


def _member(asked: Asked, command: c.Activate) -> ChoiceView:
    """Return the choice of a Character, with the Damage that it can still suffer."""
    words, one = asked.names.words, asked.state.team[command.character]
    wounds = asked.rules.loadout(one).wounds
    health = words("view.tray.health", left=max(0, wounds - one.damage), all=wounds)
    return ChoiceView(asked.names.short(one.id), command, consequence=health)


def _activation(asked: Asked, frame: f.Activation) -> QuestionView:
    words, name = asked.names.words, asked.names.short(frame.character)
    if not asked.picked:
        # The Actions stand beside it: without a title the last roll has all the room.
        left = words.count("view.tray.activation", frame.actions, name=name)
        act = words.count("view.tray.points", frame.points) if frame.points else words("view.tray.act")
        return QuestionView("activation", "", f"{left}. {act}", body=_details(asked))
    commands = asked.offers.by_group.get(asked.picked, [])
    title = words(f"view.pick.{asked.picked.split(':')[0]}")
    choices = [target_choice(one, asked.state, asked.rules, asked.names, asked.label) for one in commands]
    return QuestionView("pick", title, words("view.pick.note"), choices=numbered(choices))


def _roll(asked: Asked, frame: f.Roll) -> QuestionView:
    words = asked.names.words
    commands = tuple(one for one in asked.prompt.commands if not isinstance(one, c.SetAnswer | c.Overrule))
    record = asked.record
    if record is None:
        return QuestionView("roll", words("view.tray.roll"), choices=_choices(asked, commands, c.LetStand))
    choices = RollChoices(asked.session, frame, record, asked.plays, asked.names, asked.label).all(commands)
    critical = any(isinstance(one, c.SpendCritical) for one in commands)
    switches = any(isinstance(one, c.UseSwitch) for one in commands)
    title = words(f"view.tray.{'critical' if critical else 'switches' if switches else 'roll'}")
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
    commands = tuple(one for one in asked.prompt.commands if not isinstance(one, c.SetAnswer | c.Overrule))
    choices = console_choices(asked.session, frame, commands, asked.names, asked.label)
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


def _enemy(asked: Asked, frame: f.Frame) -> QuestionView:
    """Build the question between two Instructions: the acting Miniature's column, and the last action explained."""
    words, names = asked.names.words, asked.names
    choices = [
        ChoiceView(words("view.enemy.proceed"), one, primary=True) for one in asked.offers.of("proceed")
    ] or list(_rest(asked))
    body = _details(asked)
    actor = note = ""
    if isinstance(frame, f.EnemyActivation):
        actor = words("view.tray.acts", name=names.figure(frame.enemy))
        unit = asked.state.units.get(frame.enemy.rpartition(".")[0])
        note = _card(asked, unit) if unit is not None else ""
        choices = _next(asked, frame, choices)
    elif isinstance(frame, f.UnitActivation | f.SurpriseAttack):
        actor = words("view.tray.acts", name=names.unit(frame.unit))
    column = boxes(asked.session, asked.rules, names)
    body = msgspec.structs.replace(body, boxes=column, actor=actor, note=note, explained=asked.explained)
    title = actor if actor and not column else words("view.enemy.title")
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
    if frame.index >= len(frame.column) or not choices:
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
        words("view.roll.spoken", name=asked.names.figure(side.figure), left=_symbols(tokens(side.symbols), words))
        for side in (frame.team, frame.enemy)
        if side is not None and side.faces
    ]
    return msgspec.structs.replace(shown, note="\n".join(rolled) or shown.note, body=_details(asked))


def _symbols(symbols: tuple[str, ...], words: Words) -> str:
    return ", ".join(words(f"symbol.{name}") for name in symbols) or words("symbol.none")


def _rest(asked: Asked) -> tuple[ChoiceView, ...]:
    """Return every legal answer that has no control elsewhere."""
    commands = [
        command for command in asked.prompt.commands if not isinstance(command, c.SetAnswer | c.Overrule | c.Activate)
    ]
    return _choices(asked, commands, c.Proceed)


def _campaign(asked: Asked, frame: f.Campaign) -> QuestionView | None:
    """Build the question between two missions: the last roll of the step, and the commands of a step without a page
    of its own."""
    step = frame.todo[0] if frame.todo else ""
    body = _details(asked) if asked.record is not None and ROLLS.get(step) == asked.record.opened.purpose else None
    if step in PAGED:
        return QuestionView("campaign", "", body=body) if body is not None else None
    commands = [one for one in asked.prompt.commands if not isinstance(one, c.SetAnswer | c.Overrule | c.FinishStep)]
    words = asked.names.words
    choices = [ChoiceView(label(one, asked.state, words), one) for one in commands]
    return QuestionView("campaign", asked.names.words(f"campaign.step.{step}"), choices=numbered(choices), body=body)


def _readying(asked: Asked, frame: f.Readying) -> QuestionView:
    """Build the choice of who starts the mission Focused."""
    commands = [one for one in asked.prompt.commands if isinstance(one, c.Ready)]
    choices = [ChoiceView(asked.names.short(one.character), one, aside=asked.label(one)) for one in commands]
    title = asked.names.words("view.ask.readying", n=frame.left)
    return QuestionView("readying", title, choices=numbered(choices))


def _plain(asked: Asked, frame: f.Frame | None) -> QuestionView | None:
    words = asked.names.words
    if asked.offers.of("proceed"):
        return _enemy(asked, frame) if frame is not None else None
    choices = _rest(asked)
    return QuestionView("plain", words("view.plain.title"), choices=choices, body=_details(asked))


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
    f.UnitActivation: _enemy,
    f.SurpriseAttack: _enemy,
}
