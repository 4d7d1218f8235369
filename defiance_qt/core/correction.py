"""Corrects a wrong entry some steps back: what becomes of the steps after it, and the new branch that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Sequence

import msgspec
from msgspec.structs import replace

from defiance_qt.core.carrying import Carrier, Fate, Line, Part, Recorded, play, recorded
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Game, State, Words
from defiance_qt.core.session import Session


class Correction(msgspec.Struct, frozen=True):
    """A correction that can be carried out: nothing has been changed yet.

    `was` and `now` are the command of the step and what replaces it. `first` is the corrected step, `lines` are what
    becomes of the rest of it and of the later steps. `untouched` is the number of steps before it.
    """

    step: int
    was: Command
    now: Command
    first: Line
    lines: tuple[Line, ...]
    untouched: int

    @property
    def counts(self) -> Counter[Fate]:
        """The number of lines with each fate."""
        return Counter(one.fate for one in self.lines)

    @property
    def later(self) -> int:
        """The number of steps of the old line that are carried on or lost."""
        return sum(one.step >= 0 for one in self.lines)

    @property
    def rolled(self) -> int:
        """The number of lines with chance that the old line had no answer for."""
        return sum(one.rolled > 0 for one in (self.first, *self.lines))

    @property
    def differing(self) -> int:
        """The number of steps that are played as before and come out differently."""
        return sum(one.differs for one in self.lines)

    @property
    def state(self) -> State:
        """The state at the end of the corrected line."""
        return (self.lines[-1] if self.lines else self.first).after


def parts(session: Session, step: int) -> tuple[Part, ...]:
    """Return the commands of a step that can be corrected, in their order. Raises `Illegal` ("no_such_step") for the
    set-up too."""
    timeline = session.timeline
    if not timeline.holds(step) or timeline.parent(step) is None:
        raise Illegal("no_such_step", "", f"There is no step {step} to correct.", step=step)
    return recorded(session.games(), timeline, step).parts


def part_at(found: tuple[Part, ...], event: int) -> int:
    """Return the index of the command that has caused the event with this index in its step."""
    for place, one in enumerate(found):
        event -= one.events
        if event < 0:
            return place
    return 0


def preview(
    session: Session,
    step: int,
    command: Command,
    words: Words,
    *,
    part: int | None = None,
    reason: str = "",
    left_out: Collection[int] = (),
) -> Correction:
    """Return what a correction makes of a step and of those after it, see `previewing`."""
    work = previewing(session, step, command, words, part=part, reason=reason, left_out=left_out)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Correction = end.value
            return found


def previewing(
    session: Session,
    step: int,
    command: Command,
    words: Words,
    *,
    part: int | None = None,
    reason: str = "",
    left_out: Collection[int] = (),
) -> Generator[int, None, Correction]:
    """Find out what a correction makes of a step and of those after it, in slices: yield the number of lines so
    far, and return the `Correction`. Nothing is changed.

    `command` replaces the command of the step with the index `part`: by default the one that was given, or the answer
    to chance that it fits. `reason` is written into the corrections by hand that bridge a step; the steps of `left_out`
    are given up instead. Raises `Illegal`: if the step does not exist, is the set-up, if the command is refused or
    changes nothing, or if no decision after it could stay.
    """
    game, timeline = session.game, session.timeline
    old = parts(session, step)
    place = _place(game, old, command) if part is None else part
    if not 0 <= place < len(old):
        raise Illegal("no_such_part", "", f"Step {step} has no command {place + 1}.", step=step, part=place + 1)
    was = old[place]
    if command == was.command:
        raise Illegal("nothing_corrected", "", f"This is what step {step} holds already.", step=step)
    game.step(was.before, command)
    whole = (*old[:place], replace(was, command=command), *old[place + 1 :])
    first, rest = _first(game, timeline.entries, Recorded(step, whole, seat=timeline.step(step).seat))
    onward = timeline.onward(step)
    orders = [(rest, (*((step,) if rest.given else ()), *onward), frozenset(left_out))]
    if swapped := _swapped(session, step, command, onward):
        # In its new turn the command is possible, or the two have not changed places.
        orders.append((Recorded(step, old, seat=timeline.step(step).seat), swapped, frozenset((*left_out, step))))
    ways: list[list[Line]] = []
    for begun, numbers, unbridged in orders:
        carrier = Carrier(session.games(), timeline, words, reason, unbridged, begun)
        lines: list[Line] = []
        ways.append(lines)
        for line in carrier.carry(first.after, numbers):
            lines.append(line)
            yield len(lines)
    best = min(ways, key=_changed)
    _check_playable(game, best)
    return Correction(step, was.command, command, first, tuple(best), timeline.depth(step))


def correct(session: Session, correction: Correction, name: str = "", note: str = "") -> None:
    """Carry a correction out as a branch with this name, and add the note to its first step. The old line is unchanged.
    Raises `SaveError` if a step cannot be stored: what has been stored until then is kept."""
    parent = session.timeline.parent(correction.step)
    assert parent is not None
    session.fork(parent, name)
    for place, line in enumerate((correction.first, *correction.lines)):
        if line.bridge is not None:
            session.submit(*line.bridge.commands)
        if line.commands:
            session.submit(*line.commands, answers=line.answers, seat=line.seat)
        if not place and note:
            session.note(note)


def _place(game: Game, old: tuple[Part, ...], command: Command) -> int:
    """Return the index of the command that another one replaces: of its kind, chance or not, the first that it fits."""
    kind = isinstance(command, game.answer_types)
    fitting = [place for place, one in enumerate(old) if isinstance(one.command, game.answer_types) is kind]
    for place in fitting:
        try:
            game.step(old[place].before, command)
        except Illegal:
            continue
        return place
    return fitting[0] if fitting else 0


def _first(game: Game, salt: int, whole: Recorded) -> tuple[Line, Recorded]:
    """Return the corrected step and what is left of it: of a walk, the way that does not follow any more."""
    given = whole.given
    played, left = None, whole
    for count in range(len(given), 0, -1):
        try:
            played = play(game, salt, whole.parts[0].before, given[:count], whole.answers)
        except Illegal:
            if count == 1:
                raise
            continue
        places = [place for place, one in enumerate(whole.parts) if not one.answers]
        left = replace(whole, parts=whole.parts[places[count] :] if count < len(given) else ())
        break
    assert played is not None
    line = Line(
        whole.number,
        "stays",
        whole.parts[0].before,
        played.state,
        played.commands,
        played.answers,
        whole.seat,
        rolled=played.rolled,
        differs=True,
    )
    return line, left


def _swapped(session: Session, step: int, command: Command, onward: tuple[int, ...]) -> tuple[int, ...]:
    """Return the later steps in the order in which two stretches of a chapter change places: the command was given
    later, and the one that it replaces comes in its turn. A stretch ends before the next command of that kind. Return
    () if the command was not given later in the chapter."""
    game, timeline = session.game, session.timeline
    chapter = game.summary(timeline.state_at(step)).chapter
    within = [one for one in onward if game.summary(timeline.state_at(one)).chapter == chapter]
    given = {one: timeline.step(one).commands[0] for one in within if timeline.step(one).commands}
    twin = next((one for one in within if given.get(one) == command), None)
    if twin is None:
        return ()
    heads = [one for one in within if type(given.get(one)) is type(command)]
    before = [one for one in onward if one < heads[0]]
    end = next((one for one in heads if one > twin), within[-1] + 1)
    between = [one for one in onward if heads[0] <= one < twin]
    after = [one for one in onward if twin < one < end]
    return (*after, *between, step, *before, *(one for one in onward if one >= end))


def _changed(lines: Sequence[Line]) -> float:
    """Return how much a line differs from the old one: a bridge is less than a step that is lost or added."""
    weights = {"bridged": 0.5, "lost": 1.0, "added": 1.0}
    return sum(weights.get(line.fate, 0.0) for line in lines)


def _check_playable(game: Game, lines: Sequence[Line]) -> None:
    """Check that a decision stays, if there were any. Raises `Illegal` with the rule that the first one would break."""
    decisions = [one for one in lines if one.fate == "lost" or not all(map(game.automatic, one.commands))]
    lost = [one for one in decisions if one.fate == "lost"]
    if lost and not any(one.fate in ("stays", "bridged") for one in decisions):
        why = lost[0].why
        assert why is not None
        cited = why.rule or "—"
        raise Illegal(
            "nothing_stays",
            why.rule,
            f"From step {lost[0].step} on, nothing that was decided could stay (rule: {cited}).",
            step=lost[0].step,
            cited=cited,
        )
