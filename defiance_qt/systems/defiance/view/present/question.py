"""View model of the pending prompt, for the panel under the team's cards: title, dice, reasons and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defiance_qt.core.session import Session
from defiance_qt.core.system import DiceForm, Prompt
from defiance_qt.shell.present.question import asks_chance, chance_question, numbered, plain_question
from defiance_qt.shell.present.values import ChoiceView, DieView, QuestionView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, cancel
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import describe
from defiance_qt.systems.defiance.view.present.enemies import entry_text
from defiance_qt.systems.defiance.view.present.equip import in_hand
from defiance_qt.systems.defiance.view.present.names import Names, tokens
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.values import NOT_EXPLAINED, ExplainedView, QuestionDetails, SideView

Label = Callable[[Any], str]


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
        picked: str = "",
        explained: ExplainedView = NOT_EXPLAINED,
        odds: str = "",
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
        self.odds = odds

    @property
    def frame(self) -> f.Frame | None:
        return self.state.agenda[-1] if self.state.agenda else None


def question(asked: Asked) -> QuestionView | None:
    """Build the question, or return None if the buttons of the active card suffice."""
    state = asked.state
    if state.result is not None:
        return plain_question(asked.session, asked.names.words)
    if asks_chance(asked.prompt):
        return _form(asked)
    frame = asked.frame
    for kind, make in _MAKERS.items():
        if isinstance(frame, kind):
            return make(asked, frame)
    return _plain(asked, frame)


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
    return QuestionView("deployment", words("view.deployment.title"), words("view.deployment.note", who=who))


def _round(asked: Asked, frame: f.Round) -> QuestionView:
    words = asked.names.words
    choices = numbered([ChoiceView(asked.names.short(one.character), one) for one in asked.offers.of("activate")])
    note = words("view.round.block", name=asked.names.short(frame.block)) if frame.block else ""
    return QuestionView("round", words("view.round.title"), note, choices=choices or _rest(asked))


def _activation(asked: Asked, frame: f.Activation) -> QuestionView | None:
    words = asked.names.words
    if not asked.picked:
        return None
    commands = asked.offers.by_group.get(asked.picked, [])
    title = words(f"view.pick.{asked.picked.split(':')[0]}")
    return QuestionView("pick", title, words("view.pick.note"), choices=_choices(asked, commands))


def _roll(asked: Asked, frame: f.Roll) -> QuestionView:
    words = asked.names.words
    face_to_face = frame.team is not None and frame.enemy is not None
    title = words("view.roll.face_to_face" if face_to_face else "view.roll.simple")
    sides = _sides(asked, frame)
    commands = [one for one in asked.prompt.commands if not isinstance(one, c.SetAnswer | c.Overrule)]
    choices = [_roll_choice(asked, frame, command) for command in commands]
    choices.sort(key=lambda choice: choice.primary)
    return QuestionView("roll", title, asked.odds, numbered(choices), body=QuestionDetails(sides))


def _sides(asked: Asked, frame: f.Roll) -> tuple[SideView, ...]:
    return tuple(
        _side(asked, side, enemy) for side, enemy in ((frame.team, False), (frame.enemy, True)) if side is not None
    )


def _roll_choice(asked: Asked, frame: f.Roll, command: Any) -> ChoiceView:
    words, names = asked.names.words, asked.names
    text = asked.label(command)
    if isinstance(command, c.UseSwitch) and frame.team is not None:
        offer = frame.team.offers[command.offer]
        does = describe(offer.switch.effects, asked.state, names.words) or text
        if command.target:
            does = words("view.roll.switch_on", does=does, target=names.figure(command.target))
        return ChoiceView(does, command, tokens=tokens(offer.switch.cost), tip=names.source(offer.source))
    if isinstance(command, c.LetStand):
        outcome = _outcome(asked, frame)
        return ChoiceView(words("view.roll.stands", outcome=outcome) if outcome else text, command, primary=True)
    if isinstance(command, c.SpendCritical | c.KeepCritical):
        cost = ("CS",) if command.critical == "success" else ("CB",)
        return ChoiceView(text, command, tokens=cost)
    if isinstance(command, c.RollAgain) and frame.team is not None:
        die = frame.team.dice[command.die]
        return ChoiceView(text, command, tip=names.source(die.source))
    return ChoiceView(text, command, primary=isinstance(command, c.KeepDice))


def _outcome(asked: Asked, frame: f.Roll) -> str:
    """Return the Damage to both sides if nothing more is spent, as a text; "" as long as the Enemy has yet to spend."""
    if frame.team is None or frame.enemy is None or frame.step != "team_switches":
        return ""
    dealt, suffered = cancel(frame.team.symbols, frame.enemy.symbols)
    dealt = dealt * frame.multiplier + frame.team.damage
    return asked.names.words("view.roll.outcome", dealt=dealt, suffered=suffered + frame.enemy.damage)


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
    body = QuestionDetails(symbols=symbols)
    return QuestionView("console", name, words("view.console.note"), numbered(choices), body=body)


def _equipping(asked: Asked, frame: f.Equipping) -> QuestionView:
    words = asked.names.words
    note = words("view.equip.note", name=asked.names.short(frame.character))
    _, fitting = in_hand(asked.state, asked.rules, frame, asked.names)
    if fitting:
        note = words("view.equip.fits", items=", ".join(fitting))
    choices = [ChoiceView(asked.label(one), one, primary=True) for one in asked.offers.of("finish_equip")]
    return QuestionView("equipping", words("view.equip.title"), note, choices=numbered(choices))


def _consequence(asked: Asked, frame: f.KeepConsequence) -> QuestionView:
    words = asked.names.words
    names = asked.names
    choices = [
        ChoiceView(names.consequence(one.card), one, detail=names.text(f"consequence.{one.card}.text"))
        for one in asked.offers.of("keep")
    ]
    title = words("view.consequence.title", name=names.short(frame.character))
    return QuestionView("consequence", title, words("view.consequence.note"), choices=numbered(choices), tone="danger")


def _enemy(asked: Asked, frame: f.Frame) -> QuestionView:
    """Build the question between two Instructions: the actor, and the explanation of the last action."""
    words, names = asked.names.words, asked.names
    if isinstance(frame, f.EnemyActivation):
        title = names.figure(frame.enemy)
    elif isinstance(frame, f.UnitActivation | f.SurpriseAttack):
        title = names.unit(frame.unit)
    else:
        title = words("view.enemy.title")
    choices = [
        ChoiceView(words("view.enemy.proceed"), one, primary=True) for one in asked.offers.of("proceed")
    ] or list(_rest(asked))
    note = ""
    if isinstance(frame, f.EnemyActivation) and frame.index < len(frame.column):
        note = words("view.enemy.next", what=entry_text(frame.column[frame.index], asked.rules, names))
    body = QuestionDetails(explained=asked.explained)
    return QuestionView("enemy", title, note, numbered(choices), "enemy", body=body)


def _form(asked: Asked) -> QuestionView:
    """Build the form in which the user enters physical dice or a physical card."""
    shown = chance_question(asked.session, asked.names.words)
    frame = asked.frame
    if not isinstance(frame, f.Roll):
        return shown
    # The entry shows the dice to be entered; dice already rolled are shown beside it.
    asks_enemy = any(isinstance(form, DiceForm) and form.side == "enemy" for form in asked.prompt.forms)
    sides = tuple(one for one in _sides(asked, frame) if one.left is not None or one.enemy != asks_enemy)
    note = asked.odds if sides else shown.note
    return msgspec.structs.replace(shown, note=note, body=QuestionDetails(sides))


def _rest(asked: Asked) -> tuple[ChoiceView, ...]:
    """Return every legal answer that has no control elsewhere."""
    commands = [
        command for command in asked.prompt.commands if not isinstance(command, c.SetAnswer | c.Overrule | c.Activate)
    ]
    return _choices(asked, commands, c.Proceed)


def _plain(asked: Asked, frame: f.Frame | None) -> QuestionView | None:
    words = asked.names.words
    if asked.offers.of("proceed"):
        return _enemy(asked, frame) if frame is not None else None
    choices = _rest(asked)
    return QuestionView("plain", words("view.plain.title"), choices=choices) if choices else None


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
