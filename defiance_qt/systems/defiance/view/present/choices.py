"""The answers in a roll, at a Console and to a pressed button: a short name, and what follows from each in numbers and
words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defiance_qt.core.port import Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import ChoiceView, percent
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.content import Effect, Impose
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules import pools
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import describe
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.view.present.consequences import Consequences, Outcome
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names, aimed, tokens
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.preview import console_odds

Label = Callable[[Any], str]
_SYMBOLS = {"success": "CS", "block": "CB"}


class RollChoices:
    """Builds the answers of one roll that waits."""

    def __init__(
        self, session: Session, frame: f.Roll, record: RollRecord, plays: Consequences, names: Names, label: Label
    ) -> None:
        self._state: State = session.state
        self._frame, self._record, self._plays, self._names, self._label = frame, record, plays, names, label
        self._stand = plays.outcome(record)

    def all(self, commands: tuple[Any, ...]) -> list[ChoiceView]:
        """Return a choice for each command. What Enter does comes first: to let it stand, or the best use of a
        critical."""
        first = self._first(commands)
        ordered = sorted(commands, key=lambda command: command != first)
        return [self.choice(command, command == first) for command in ordered]

    def _first(self, commands: tuple[Any, ...]) -> Any:
        if any(isinstance(one, c.SpendCritical) for one in commands):
            return max(commands, key=self._rank)
        idle = [command for command in commands if isinstance(command, c.LetStand | c.KeepDice)]
        return idle[0] if idle else None

    def _rank(self, command: Any) -> tuple[float, ...]:
        outcome = self._plays.outcome(self._record, command)
        return () if outcome is None else outcome.rank

    def choice(self, command: Any, first: bool = False) -> ChoiceView:
        """Return one answer with what follows from it if nothing more is spent after it."""
        view = self._named(command)
        outcome = self._plays.outcome(self._record, command)
        if outcome is None:
            return msgspec.structs.replace(view, primary=first)
        consequence, loss = self._follows(command, outcome)
        gain = self._gain(command, outcome)
        return msgspec.structs.replace(view, primary=first, consequence=consequence, loss=loss, gain=gain)

    # -- names

    def _named(self, command: Any) -> ChoiceView:
        words, names = self._names.words, self._names
        if isinstance(command, c.UseSwitch):
            return self._switch(command)
        if isinstance(command, c.SpendCritical):
            text = words(f"view.tray.critical.{command.critical}.{command.use}")
            return ChoiceView(text, command, tokens=tokens(_SYMBOLS[command.critical]), tip=self._label(command))
        if isinstance(command, c.KeepCritical):
            text = words("view.tray.critical.keep")
            return ChoiceView(text, command, tokens=tokens(_SYMBOLS[command.critical]), tip=self._label(command))
        if isinstance(command, c.LetStand) and self._frame.step == "team_switches":
            return ChoiceView(words("view.tray.stand"), command)
        if isinstance(command, c.RollAgain) and self._frame.team is not None:
            return ChoiceView(
                self._label(command), command, tip=names.source(self._frame.team.dice[command.die].source)
            )
        return ChoiceView(self._label(command), command)

    def _switch(self, command: c.UseSwitch) -> ChoiceView:
        """Return a Switch by what it does and to whom, with its cost; a State also by what it means."""
        names, side = self._names, self._frame.team
        assert side is not None
        offer = side.offers[command.offer]
        rival = self._frame.enemy.figure if self._frame.enemy is not None else ""
        text = describe(offer.switch.effects, self._state, self._aimed(side.figure, rival, command.target))
        states = _imposed(offer.switch.effects)
        aside = ", ".join(names.text(f"view.tray.state.{state}") for state in states)
        meant = [names.text(f"state.{state}.text") for state in states]
        source = names.source(offer.source)
        return ChoiceView(
            text or self._label(command),
            command,
            tokens=tokens(offer.switch.cost),
            tip="\n".join(part for part in (source, *meant) if part),
            aside=aside,
        )

    def _aimed(self, user: str, rival: str, other: str) -> Words:
        figures = {"user": user, "target": rival, "other_enemy": other, "other_character": other}
        named = {on: self._names.figure(id) for on, id in figures.items()}
        enemy = self._state.enemies.get(rival)
        if enemy is not None:
            # The roll beside it names the Unit.
            named["target"] = self._names.words("view.number", number=enemy.number)
        return aimed(self._names.words, named)

    # -- consequences

    def _follows(self, command: Any, outcome: Outcome) -> tuple[str, str]:
        """Return what follows, and what is lost against letting the roll stand."""
        words = self._names.words
        stand = self._stand
        if stand is not None and isinstance(command, c.UseSwitch) and outcome == stand:
            return self._numbers(outcome), words("view.tray.no_effect")
        good: list[str] = []
        bad: list[str] = []
        for part, worse in self._parts(outcome, stand):
            (bad if worse else good).append(part)
        if bad and isinstance(command, c.UseSwitch):
            bad += self._spent(command)
        if not outcome.certain and (good or bad):
            good.append(words("view.tray.on_average"))
        return SEPARATOR.join(good), words("event.list").join(bad)

    def _numbers(self, outcome: Outcome) -> str:
        return SEPARATOR.join(part for part, _ in self._parts(outcome, outcome))

    def _parts(self, outcome: Outcome, stand: Outcome | None) -> list[tuple[str, bool]]:
        """Return what comes of the roll in parts, each with whether it is worse than letting the roll stand."""
        words = self._names.words
        if outcome.success is not None:
            text = words("view.tray.succeeds" if outcome.success else "view.tray.fails")
            if not outcome.certain:
                text = words("view.hover.success", share=percent(outcome.success))
            return [(text, stand is not None and outcome.success < (stand.success or 0))]
        if self._frame.enemy is None:
            return []
        dealt = self._number(outcome.dealt, outcome.certain)
        for figure, amount in outcome.others:
            dealt += f" + {amount}" if "." in figure else ""
        deals = words("view.tray.deals", n=dealt)
        suffers = words("view.tray.suffers", n=self._number(outcome.suffered, outcome.certain))
        parts = [
            (deals, stand is not None and outcome.dealt < stand.dealt),
            (suffers, stand is not None and outcome.suffered > stand.suffered),
        ]
        fallen = [id for id in outcome.gone if "." not in id]
        for id in fallen:
            worse = stand is not None and id not in stand.gone
            parts.append((words("view.tray.unconscious", name=self._names.short(id)), worse))
        return parts

    def _number(self, value: float, certain: bool) -> str:
        return str(int(value)) if certain else self._names.tenths(value)

    def _spent(self, command: c.UseSwitch) -> list[str]:
        """Return the paid symbols that a loss comes from."""
        words = self._names.words
        assert self._frame.team is not None
        cost = Symbols.parse(self._frame.team.offers[command.offer].switch.cost)
        parts = []
        if cost.block:
            parts.append(words.count("view.tray.spent.block", cost.block))
        if cost.success:
            parts.append(words.count("view.tray.spent.success", cost.success))
        return parts

    def _gain(self, command: Any, outcome: Outcome) -> str:
        """Return which Enemies fall by the choice and would not fall without it."""
        stand = self._stand
        fallen = [id for id in outcome.gone if "." in id and (stand is None or id not in stand.gone)]
        rival = self._frame.enemy.figure if self._frame.enemy is not None else ""
        aimed = (getattr(command, "target", ""), rival)
        words = self._names.words
        return words("event.list").join(
            words("view.tray.it_falls" if id in aimed else "view.tray.falls_too", name=self._names.figure(id))
            for id in fallen
        )


def _imposed(effects: tuple[Effect, ...]) -> list[str]:
    return list(dict.fromkeys(effect.state for effect in effects if isinstance(effect, Impose)))


# -- a Console


def console_choices(
    session: Session, frame: f.Console, commands: tuple[Any, ...], names: Names, label: Label
) -> list[ChoiceView]:
    """Return the answers at a Console. First comes what completes an input, then what fills one."""
    found = [_console_choice(session, frame, command, names, label) for command in commands]
    ranked = sorted(found, key=lambda pair: pair[0], reverse=True)
    return [msgspec.structs.replace(view, primary=place == 0) for place, (_, view) in enumerate(ranked)]


def _console_choice(
    session: Session, frame: f.Console, command: Any, names: Names, label: Label
) -> tuple[tuple[float, ...], ChoiceView]:
    words, state = names.words, session.state
    if isinstance(command, c.Assign):
        after, _ = session.game.step(state, command)
        console = state.consoles[frame.console]
        wanted = sum(Symbols.parse(console.inputs[command.input].symbols))
        filled = sum(after.consoles[frame.console].assigned[command.input])
        complete = filled == wanted
        does = names.text(f"mission.{state.mission_id}.input.{frame.console}.{command.input + 1}")
        does = does or describe(console.inputs[command.input].effects, state, words)
        view = ChoiceView(
            does or label(command),
            command,
            tokens=tokens(command.symbol),
            tip=label(command),
            consequence=words(
                "view.tray.completes" if complete else "view.tray.filled", input=command.input + 1, n=filled, all=wanted
            ),
        )
        return (2 if complete else 1, filled - wanted, -command.input), view
    lost = sum(frame.symbols)
    if isinstance(command, c.LeaveConsole):
        loss = words.count("view.tray.loses", lost) if lost else ""
        return (0,), ChoiceView(label(command), command, loss=loss)
    if isinstance(command, c.SplitCritical):
        return (0.5,), ChoiceView(label(command), command, tokens=tokens(command.symbol))
    return (-1,), ChoiceView(label(command), command)


# -- targets of a pressed button


def about_one(commands: Sequence[Any], known: Known) -> str:
    """Return the title of the ways to attack one target, or to work one Console; "" for anything else. With it, `way`
    is all that an answer has to say."""
    things = {(type(one), getattr(one, "target", ""), getattr(one, "element", "")) for one in commands}
    if len(things) != 1 or len(commands) < 2:
        return ""
    ((kind, target, element),) = things
    if kind is c.Attack:
        return known.words("view.pick.on.attack", target=known.thing(target))
    return known.words("view.pick.on.interact", target=known.thing(element)) if kind is c.Interact else ""


def way(command: c.Attack | c.Interact, known: Known) -> str:
    """Return with what a target is attacked, or a Console worked."""
    if isinstance(command, c.Attack):
        weapon = known.weapon(command.character, command.weapon, command.attack)
        attack = known.part(command.weapon, command.attack)
        return weapon if attack in ("", weapon) else f"{weapon} ({attack})"
    used = known.item(command.using) if command.using else known.words("view.console.alone")
    return f"{used}, {known.words('view.console.free')}" if command.extra else used


def _program_does(command: c.Hack, state: State, rules: Rules, names: Names) -> str:
    """Return what a program does to its target if its roll succeeds."""
    known = Known(state, names.words)
    figures = {"user": known.figure(command.character), "target": known.thing(command.target)}
    return describe(pools.program(rules, state, command).effects, state, aimed(names.words, figures))


def target_choice(command: Any, state: State, rules: Rules, names: Names, label: Label) -> ChoiceView:
    """Return an answer to a pressed button: an Attack or Hack with its exact odds, anything else by its label."""
    words = names.words
    if isinstance(command, c.UseCard) and command.target == command.character:
        return ChoiceView(label(command), command, aside=names.short(command.character))
    if isinstance(command, c.Interact) and command.element in state.consoles:
        return ChoiceView(
            label(command), command, consequence=console_odds(preview.console(rules, state, command), names)
        )
    if not isinstance(command, c.Attack | c.Hack):
        return ChoiceView(label(command), command)
    ahead = preview.attack(rules, state, command)
    if not ahead.dealt:
        share = words("view.hover.success", share=percent(ahead.success))
        does = _program_does(command, state, rules, names) if isinstance(command, c.Hack) else ""
        parts = tuple(part for part in (share, does) if part)
        return ChoiceView(label(command), command, consequence=SEPARATOR.join(parts))
    expects = words(
        "view.hover.expected", dealt=names.tenths(ahead.expected_dealt), suffered=names.tenths(ahead.expected_suffered)
    )
    gain = words("view.hover.kill", share=percent(ahead.kill)) if ahead.kill else ""
    loss = words("view.hover.fall", share=percent(ahead.fall)) if ahead.fall > 0.004 else ""
    return ChoiceView(
        label(command),
        command,
        consequence=SEPARATOR.join((expects, gain) if gain else (expects,)),
        loss=loss,
    )
