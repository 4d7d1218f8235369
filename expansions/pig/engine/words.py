"""Texts of the game: labels, log sentences, reasons, the account of the rival's turn. Templates: locale/words.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defiance_qt.api import port

from . import state as s
from .rules import Rules
from .state import SIDES, Command, Event, State, kind_of


def label(command: Command, state: State, words: port.Words) -> str:
    """Return a short label of the command."""
    if isinstance(command, s.EnterDice):
        return words("command.enter_dice", faces=_faces(command.faces))
    if isinstance(command, s.Overrule):
        return words("command.overrule", what=_values(command.values, words))
    if isinstance(command, port.SetAnswer):
        return words(f"command.set_answer.{command.who}", what=words(f"chance.{kind_of(command.key)}"))
    return words(f"command.{_tag(command)}", pot=state.pot)


def narrate(event: Event, state: State, words: port.Words) -> str:
    """Return one sentence for the event, or "" if the log omits it. `state` is the state after the event."""
    if isinstance(event, s.GameBegan):
        return words("event.game_began", n=event.target)
    if isinstance(event, s.TurnBegan):
        return words("event.turn_began", side=words(f"side.{SIDES[event.seat]}"), n=event.turn)
    if isinstance(event, s.RivalDecided):
        return words("event.rival_holds" if event.holds else "event.rival_rolls", pot=event.pot)
    if isinstance(event, s.DiceRolled):
        sentence = words(f"event.rolled.{SIDES[event.seat]}", faces=_faces(event.faces))
        return words("event.typed", sentence=sentence) if event.typed else sentence
    if isinstance(event, s.PotLost):
        return words(f"event.pot_lost.{SIDES[event.seat]}{'.all' if event.all else ''}", n=event.points)
    if isinstance(event, s.Scored):
        return words(f"event.scored.{SIDES[event.seat]}", n=event.points, score=state.scores[event.seat])
    if isinstance(event, port.AnswerSet):
        return words(f"command.set_answer.{event.who}", what=words(f"chance.{kind_of(event.key)}"))
    if isinstance(event, s.Overruled):
        sentence = words("event.overruled", what=_values(event.values, words))
        return f"{sentence} ({event.reason})" if event.reason else sentence
    if isinstance(event, s.GameEnded):
        return words(f"ending.{event.result}")
    return ""


def reasons(event: Event, before: State, rules: Rules, words: port.Words) -> tuple[str, ...]:
    """Return the reasons for an event, as sentences."""
    if isinstance(event, s.RivalDecided):
        wins = event.enough < rules.patience
        return (words("why.rival.wins" if wins else "why.rival", enough=event.enough, pot=event.pot),)
    if isinstance(event, s.PotGrew):
        return (words("why.pot", before=before.pot, n=event.points, after=before.pot + event.points),)
    if isinstance(event, s.PotLost):
        return (words("why.lost.all" if event.all else "why.lost"),)
    return ()


def category(event: Event) -> str:
    """Return the log category of an event."""
    if isinstance(event, s.Overruled | port.AnswerSet):
        return "hand"
    return "rolls" if isinstance(event, s.RollOpened | s.DiceRolled | s.PotGrew | s.PotLost) else "turns"


def passages(events: Sequence[port.EventContext], words: port.Words) -> Iterator[port.Passage]:
    """Yield a passage for each decision of the rival, with its results."""
    places = [place for place, one in enumerate(events) if isinstance(one.event, s.RivalDecided)]
    for place, following in zip(places, [*places[1:], len(events)], strict=True):
        one = events[place]
        decided: s.RivalDecided = one.event
        results = [
            port.Detail("result", sentence)
            for after in events[place + 1 : following]
            if (sentence := narrate(after.event, after.after, words))
        ]
        weighed = port.Detail("weighed", words("why.rival", enough=decided.enough, pot=decided.pot))
        yield port.Passage(
            one.step,
            words("side.rival"),
            words("account.hold" if decided.holds else "account.roll"),
            narrate(decided, one.after, words),
            (weighed, *results),
            decided.rules,
        )


def _tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def _faces(faces: Sequence[int]) -> str:
    return " + ".join(str(face) for face in faces)


def _values(values: dict[str, int], words: port.Words) -> str:
    return ", ".join(f"{words(f'field.{path}')} {value}" for path, value in values.items())
