"""The question that stands, as the panel under the team's cards shows it: title, dice, reasons, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defiance_qt.core.system import Prompt
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, cancel
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import describe
from defiance_qt.systems.defiance.view.present.chance import entry_view
from defiance_qt.systems.defiance.view.present.foes import entry_text
from defiance_qt.systems.defiance.view.present.names import Names, tokens
from defiance_qt.systems.defiance.view.present.offers import Offers, entry
from defiance_qt.systems.defiance.view.present.values import (
    NOTHING_TOLD,
    ChoiceView,
    DieView,
    ExplainedView,
    QuestionView,
    SideView,
)

Label = Callable[[Any], str]


class Asked:
    """All that a question is made from."""

    def __init__(
        self,
        state: State,
        prompt: Prompt,
        rules: Rules,
        names: Names,
        offers: Offers,
        label: Label,
        picked: str = "",
        told: ExplainedView = NOTHING_TOLD,
        odds: str = "",
    ) -> None:
        self.state = state
        self.prompt = prompt
        self.rules = rules
        self.names = names
        self.offers = offers
        self.label = label
        self.picked = picked
        self.told = told
        self.odds = odds

    @property
    def frame(self) -> f.Frame | None:
        return self.state.agenda[-1] if self.state.agenda else None


def question(asked: Asked) -> QuestionView | None:
    """The question, or None when the buttons of the active card say it all."""
    state = asked.state
    if state.result is not None:
        return question_of_the_end(state, asked.names)
    if entry(asked.prompt) is not None:
        return _form(asked)
    frame = asked.frame
    for kind, make in _MAKERS.items():
        if isinstance(frame, kind):
            return make(asked, frame)
    return _plain(asked, frame)


def question_of_the_end(state: State, names: Names) -> QuestionView:
    """The result and its reason."""
    words = names.words
    known = names.text(f"mission.{state.setup.mission}.end.{state.because}", words(f"ui.over.{state.because}"))
    tone = "team" if state.result == "victory" else "danger"
    return QuestionView("over", words(f"ui.over.{state.result}"), known, tone=tone)


def numbered(choices: Sequence[ChoiceView]) -> tuple[ChoiceView, ...]:
    """The choices with the keys 1 to 9; the primary one keeps Enter."""
    fresh: list[ChoiceView] = []
    number = 0
    for choice in choices:
        if not choice.primary:
            number += 1
        key = "⏎" if choice.primary else str(number) if number < 10 else ""
        fresh.append(msgspec.structs.replace(choice, key=key))
    return tuple(fresh)


def _choices(asked: Asked, commands: Sequence[Any], primary: type | None = None) -> tuple[ChoiceView, ...]:
    ordered = sorted(commands, key=lambda command: primary is not None and isinstance(command, primary))
    return numbered(
        [
            ChoiceView(asked.label(command), command, primary=primary is not None and isinstance(command, primary))
            for command in ordered
        ]
    )


def _deployment(asked: Asked, frame: f.Deployment) -> QuestionView:
    words = asked.names.words
    who = ", ".join(asked.names.character(id) for id in frame.waiting)
    return QuestionView("deployment", words("ui.deployment.title"), words("ui.deployment.note", who=who))


def _round(asked: Asked, frame: f.Round) -> QuestionView:
    words = asked.names.words
    choices = numbered([ChoiceView(asked.names.short(one.character), one) for one in asked.offers.of("activate")])
    note = words("ui.round.block", name=asked.names.short(frame.block)) if frame.block else ""
    return QuestionView("round", words("ui.round.title"), note, choices=choices or _rest(asked))


def _activation(asked: Asked, frame: f.Activation) -> QuestionView | None:
    words = asked.names.words
    if not asked.picked:
        return None
    commands = asked.offers.by_group.get(asked.picked, [])
    title = words(f"ui.pick.{asked.picked.split(':')[0]}")
    return QuestionView("pick", title, words("ui.pick.note"), choices=_choices(asked, commands))


def _roll(asked: Asked, frame: f.Roll) -> QuestionView:
    words = asked.names.words
    face_to_face = frame.team is not None and frame.enemy is not None
    title = words("ui.roll.face_to_face" if face_to_face else "ui.roll.simple")
    sides = tuple(
        _side(asked, side, enemy) for side, enemy in ((frame.team, False), (frame.enemy, True)) if side is not None
    )
    commands = [one for one in asked.prompt.commands if not isinstance(one, c.SetAnswer | c.Overrule)]
    choices = [_roll_choice(asked, frame, command) for command in commands]
    choices.sort(key=lambda choice: choice.primary)
    return QuestionView("roll", title, asked.odds, sides, choices=numbered(choices))


def _roll_choice(asked: Asked, frame: f.Roll, command: Any) -> ChoiceView:
    words, names = asked.names.words, asked.names
    text = asked.label(command)
    if isinstance(command, c.UseSwitch) and frame.team is not None:
        offer = frame.team.offers[command.offer]
        does = describe(offer.switch.effects, asked.state, names.words) or text
        if command.target:
            does = words("ui.roll.switch_on", does=does, target=names.figure(command.target))
        return ChoiceView(does, command, tokens=tokens(offer.switch.cost), tip=names.source(offer.source))
    if isinstance(command, c.LetStand):
        outcome = _outcome(asked, frame)
        return ChoiceView(words("ui.roll.stands", outcome=outcome) if outcome else text, command, primary=True)
    if isinstance(command, c.SpendCritical | c.KeepCritical):
        cost = ("CS",) if command.critical == "success" else ("CB",)
        return ChoiceView(text, command, tokens=cost)
    if isinstance(command, c.RollAgain) and frame.team is not None:
        die = frame.team.dice[command.die]
        return ChoiceView(text, command, tip=names.source(die.source))
    return ChoiceView(text, command, primary=isinstance(command, c.KeepDice))


def _outcome(asked: Asked, frame: f.Roll) -> str:
    """What both sides would suffer if nothing more were spent."""
    if frame.team is None or frame.enemy is None:
        return ""
    dealt, suffered = cancel(frame.team.symbols, frame.enemy.symbols)
    dealt = dealt * frame.multiplier + frame.team.damage
    return asked.names.words("ui.roll.outcome", dealt=dealt, suffered=suffered + frame.enemy.damage)


def _side(asked: Asked, side: f.RollSide, enemy: bool) -> SideView:
    names = asked.names
    table = asked.rules.catalog.dice.dice
    dice = []
    for place, one in enumerate(side.dice):
        face = table[one.die].faces[side.faces[place]] if place < len(side.faces) else None
        shown = None if face is None else tokens(face)
        dice.append(DieView(one.die, names.die(one.die), names.source(one.source), shown))
    rolled = bool(side.faces) or not side.dice
    note = names.text(side.silenced) if side.silenced else ""
    left = tokens(side.symbols) if rolled else None
    return SideView(names.figure(side.figure), enemy, tuple(dice), left, note)


def _console(asked: Asked, frame: f.Console) -> QuestionView:
    words = asked.names.words
    name = asked.names.element(asked.state.setup.mission, frame.console, asked.state)
    choices = [
        ChoiceView(
            asked.label(command),
            command,
            tokens=(command.symbol,) if isinstance(command, c.Assign | c.SplitCritical) else (),
            primary=isinstance(command, c.LeaveConsole),
        )
        for command in asked.prompt.commands
    ]
    choices.sort(key=lambda choice: choice.primary)
    symbols = tokens(frame.symbols) if frame.symbols != NO_SYMBOLS else ()
    return QuestionView("console", name, words("ui.console.note"), symbols=symbols, choices=numbered(choices))


def _equipping(asked: Asked, frame: f.Equipping) -> QuestionView:
    words = asked.names.words
    note = words("ui.equip.note", name=asked.names.short(frame.character))
    choices = [ChoiceView(asked.label(one), one, primary=True) for one in asked.offers.of("finish_equip")]
    return QuestionView("equipping", words("ui.equip.title"), note, choices=numbered(choices))


def _consequence(asked: Asked, frame: f.KeepConsequence) -> QuestionView:
    words = asked.names.words
    names = asked.names
    choices = [
        ChoiceView(names.consequence(one.card), one, detail=names.text(f"consequence.{one.card}.text"))
        for one in asked.offers.of("keep")
    ]
    title = words("ui.consequence.title", name=names.short(frame.character))
    return QuestionView("consequence", title, words("ui.consequence.note"), choices=numbered(choices), tone="danger")


def _enemy(asked: Asked, frame: f.Frame) -> QuestionView:
    """Between two Instructions: who acts, what was just done and why."""
    words, names = asked.names.words, asked.names
    if isinstance(frame, f.EnemyActivation):
        title = names.figure(frame.enemy)
    elif isinstance(frame, f.UnitActivation | f.SurpriseAttack):
        title = names.unit(frame.unit)
    else:
        title = words("ui.enemy.title")
    choices = [ChoiceView(words("ui.enemy.proceed"), one, primary=True) for one in asked.offers.of("proceed")] or list(
        _rest(asked)
    )
    note = ""
    if isinstance(frame, f.EnemyActivation) and frame.index < len(frame.column):
        note = words("ui.enemy.next", what=entry_text(frame.column[frame.index], asked.rules, names))
    return QuestionView("enemy", title, note, told=asked.told, choices=numbered(choices), tone="enemy")


def _form(asked: Asked) -> QuestionView:
    """Only a person can go on: real dice or a real card are to be typed in."""
    words = asked.names.words
    form = entry(asked.prompt)
    assert form is not None
    frame = asked.frame
    sides = _roll(asked, frame).sides if isinstance(frame, f.Roll) else ()
    # The dice that are asked for stand in the entry; what lies there already is shown beside it.
    entered = form.fields.get("side") == "enemy"
    sides = tuple(one for one in sides if one.left is not None or one.enemy != entered)
    note = asked.odds if sides else words("ui.form.note")
    shown = entry_view(form, asked.state, asked.names)
    return QuestionView("form", words(f"ui.form.{form.kind}"), note, sides, entry=shown)


def _rest(asked: Asked) -> tuple[ChoiceView, ...]:
    """Every answer that is given nowhere else."""
    commands = [
        command for command in asked.prompt.commands if not isinstance(command, c.SetAnswer | c.Overrule | c.Activate)
    ]
    return _choices(asked, commands, c.Proceed)


def _plain(asked: Asked, frame: f.Frame | None) -> QuestionView | None:
    words = asked.names.words
    if asked.offers.of("proceed"):
        return _enemy(asked, frame) if frame is not None else None
    choices = _rest(asked)
    return QuestionView("plain", words("ui.plain.title"), choices=choices) if choices else None


_MAKERS: dict[type, Callable[[Asked, Any], QuestionView | None]] = {
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
