"""The turn of an Enemy Unit, found in a session and explained as a whole: as prose, and passage by passage."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Any, NamedTuple, cast

from defiance_qt.core.session import Session, Told
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.words import Words
from defiance_qt.systems.defiance.engine.words.names import Names
from defiance_qt.systems.defiance.engine.words.reasons import explain_activation

# How wide a terminal is taken to be.
WIDE = 110
Instruction = e.InstructionChosen | e.InstructionSkipped
# What an Instruction led to, told after it as the log tells it.
RESULTS = (
    e.DiceRolled,
    e.DieRolledAgain,
    e.SymbolsNullified,
    e.CriticalAdded,
    e.SwitchUsed,
    e.SwitchSpared,
    e.SymbolsCancelled,
    e.DamageSuffered,
    e.StateGained,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.ConsequenceSuffered,
    e.MiniatureDied,
    e.UnitEliminated,
)


class Looked(NamedTuple):
    """Someone an Instruction looked at: the line that tells it; whether it is the target, else why it is not."""

    line: str
    target: bool
    candidate: e.Candidate
    why: str


class Passage(NamedTuple):
    """One paragraph of a turn: an Instruction, or what happens between two of them.

    `miniature` is who acts, "" when it concerns the whole Unit. `heading` names an Instruction, "" for anything else.
    `weighed` are Evil AI's figures; `came` is what came of it. `step` is where it stands in the timeline.
    """

    step: int
    miniature: str
    heading: str
    text: str
    looked: tuple[Looked, ...] = ()
    weighed: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    skipped: bool = False


class Turn(NamedTuple):
    """The Activation of a Unit as far as it has come; `over` when it has ended."""

    unit: str
    round: int
    passages: tuple[Passage, ...]
    lines: tuple[str, ...]
    over: bool


def enemy_turn(session: Session, step: int, words: Words) -> tuple[str, ...]:
    """The Activation of the Unit that acts in a step, in prose: from its beginning, as far as the line through the step
    goes; () when no Unit acts there. Raises `Illegal` ("no_such_step")."""
    session.label(step)
    turn = unit_turn(session, _line(session, step), step, words)
    return turn.lines if turn is not None else ()


def in_turn(session: Session, step: int, place: int) -> bool:
    """Whether an event belongs to the Activation of a Unit."""
    return _began(session, _shown(session, step), step, place) is not None


def turn_at(session: Session, step: int, place: int, words: Words) -> Turn | None:
    """The Activation that an event belongs to, as far as the head; of another line than the head's as far as it goes.
    None when the event belongs to no Activation."""
    return unit_turn(session, _shown(session, step), step, words, place)


def _shown(session: Session, step: int) -> Sequence[int]:
    """The way to the head if it leads through the step, else the step's own line."""
    path = session.timeline.path
    depth = session.timeline.depth(step)
    return path if depth < len(path) and path[depth] == step else _line(session, step)


def _line(session: Session, step: int) -> list[int]:
    """The steps that lead to this one, and those that follow it."""
    path = [step]
    while (parent := session.timeline.parent(path[-1])) is not None:
        path.append(parent)
    return [*path[::-1], *session.timeline.onward(step)]


def unit_turn(session: Session, path: Sequence[int], step: int, words: Words, place: int | None = None) -> Turn | None:
    """The Activation that an event of a step belongs to (without `place` the last one of the step), from its beginning
    as far as `path` goes, which leads through the step. None when the event belongs to no Activation."""
    began = _began(session, path, step, place)
    if began is None:
        return None
    return _turn(session, tuple(_until_its_end(session, path, *began)), words)


def last_turn(session: Session, words: Words, unit: str = "") -> Turn | None:
    """The last Activation on the way to the head, of any Unit or of this one. None when there was none."""
    path = session.timeline.path
    for step in reversed(path):
        events = session.timeline.step(step).events
        for place in range(len(events) - 1, -1, -1):
            event = events[place]
            if isinstance(event, e.UnitActivated) and unit in ("", event.unit):
                return unit_turn(session, path, step, words, place)
    return None


def _began(session: Session, path: Sequence[int], step: int, place: int | None) -> tuple[int, int] | None:
    """Where the Activation begins that an event lies in: the place in the path, the place in the step."""
    last = bisect_left(path, step)
    for at in range(last, -1, -1):
        events = session.timeline.step(path[at]).events
        start = place if at == last and place is not None else len(events) - 1
        for where in range(start, -1, -1):
            if isinstance(events[where], e.UnitActivated):
                return at, where
            asked = at == last and (place is None or where == place)
            if isinstance(events[where], e.UnitActivationEnded) and not asked:
                return None
    return None


def _until_its_end(session: Session, path: Sequence[int], at: int, where: int) -> Iterable[Told]:
    """The events of an Activation, from the one that opens it."""
    for told in session.tell(path[at:]):
        if told.step != path[at] or told.place >= where:
            yield told
            if isinstance(told.event, e.UnitActivationEnded):
                return


# ---- telling it ----


def _turn(session: Session, events: tuple[Told, ...], words: Words) -> Turn:
    game = cast(DefianceGame, session.game)
    narrate = partial(game.narrate, words=words)
    passages = tuple(_passages(events, words, game.rules, narrate))
    lines = tuple(line for one in passages for line in _lines(one))
    over = isinstance(events[-1].event, e.UnitActivationEnded)
    return Turn(events[0].event.unit, events[0].after.round, passages, lines, over)


def _lines(passage: Passage) -> Iterable[str]:
    """A passage as it is told without its results."""
    yield " ".join(part for part in (passage.heading, passage.text) if part)
    yield from (one.line for one in passage.looked)
    yield from passage.weighed


def _passages(events: Sequence[Told], words: Words, rules: Rules, narrate: Callable[..., str]) -> Iterable[Passage]:
    """A passage for each event that a rulebook's example would speak of."""
    instructions = [place for place, told in enumerate(events) if isinstance(told.event, Instruction)]
    for place, told in enumerate(events):
        following = next((at for at in instructions if at > place), len(events))
        deeds = [one for one in events[place + 1 : following] if isinstance(one.event, DEEDS)]
        said = explain_activation([told, *deeds], words, rules)
        if not said:
            continue
        if isinstance(told.event, Instruction):
            yield _instruction(told, said, deeds, words, narrate)
        else:
            yield Passage(told.step, _who(told), "", " ".join(said), rules=_rules([told]))


def _instruction(
    told: Told, said: Sequence[str], deeds: Sequence[Told], words: Words, narrate: Callable[..., str]
) -> Passage:
    event: Any = told.event
    heading, _, text = said[0].partition(". ")
    known = event.candidates if len(said) > len(event.candidates) > 0 else ()
    target = getattr(event, "target", "")
    looked = tuple(
        Looked(line, one.figure == target, one, _why(line, one, told, words))
        for line, one in zip(said[1:], known, strict=False)
    )
    came = [one for one in deeds if isinstance(one.event, RESULTS) and not _told_already(event, one.event)]
    return Passage(
        told.step,
        event.enemy,
        f"{heading}.",
        text,
        looked,
        tuple(said[1 + len(looked) :]),
        tuple(sentence for one in came if (sentence := narrate(one.event, one.after))),
        _rules([told, *deeds]),
        isinstance(event, e.InstructionSkipped),
    )


def _why(line: str, one: e.Candidate, told: Told, words: Words) -> str:
    """Of the line about a candidate what comes after the figures: why it was passed over."""
    key = f"event.candidate.{'seen' if one.sight else 'unseen'}.passed"
    figure = Names(told.before, words).figure(one.figure)
    before = words(key, figure=figure, distance=one.distance, aggro=one.aggro, damage=one.damage, reason="")
    return line.removeprefix(before) if line.startswith(before) else ""


def _told_already(event: Any, deed: e.Event) -> bool:
    """Whether the paragraph itself says it: a State that is all that the Instruction does."""
    return isinstance(deed, e.StateGained) and event.kind == deed.state


def _who(told: Told) -> str:
    """The Miniature that acts, the one whose frame opens included; "" when it concerns the whole Unit."""
    frames = (getattr(told.event, "frame", None), *reversed(told.before.agenda))
    return next((frame.enemy for frame in frames if isinstance(frame, EnemyActivation)), "")


def _rules(events: Iterable[Told]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for told in events for rule in getattr(told.event, "rules", ())))


def printed(turn: Turn, words: Words, indent: str = "  ") -> Iterator[str]:
    """A turn for a terminal: the Unit, each Instruction with whom it looked at, Evil AI's figures and the rules."""
    key = "cli.turn.over" if turn.over else "cli.turn.so_far"
    yield from _wrapped(words(key, unit=words(f"unit.{turn.unit}.name"), round=turn.round), indent)
    for one in turn.passages:
        if one.heading:
            yield ""
        rules = f"[{' '.join(one.rules)}]" if one.heading else ""
        yield from _wrapped(" ".join(part for part in (one.heading, one.text, rules) if part), indent)
        for seen in one.looked:
            yield from _wrapped(seen.line, f"{indent}    ", "> " if seen.target else "- ")
        for line in one.weighed:
            yield from _wrapped(line, f"{indent}    ", "* ")
        for line in one.came:
            yield from _wrapped(line, f"{indent}    ", "= ")


def _wrapped(text: str, indent: str, mark: str = "") -> list[str]:
    return wrap(text, WIDE, initial_indent=indent + mark, subsequent_indent=indent + " " * len(mark))


# What `explain_activation` wants to see after an Instruction, and what is told of it.
DEEDS = (e.AttackDeclared, e.Moved, e.MiniatureRetreated, *RESULTS)
