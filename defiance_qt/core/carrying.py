"""Plays the steps after a correction on: each as it was, bridged by a correction by hand, or lost.

Pure: it decides on states, and neither moves the timeline nor stores anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Literal

import msgspec
from msgspec.structs import replace

from defiance_qt.core import chance
from defiance_qt.core.bridging import Bridge, bridges
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Event, Game, State, Words
from defiance_qt.core.timeline import Timeline

Fate = Literal["stays", "bridged", "lost", "added", "runs", "drops"]

AHEAD = 10
"""The number of steps by which two ways on are compared."""
MOST_FORCED = 60
"""The most steps without a decision before a step is possible again."""
MOST_TRIED = 80
"""The most decisions that are tried to make a step possible again."""
MOST_DECISIONS = 3
"""The most decisions that are added before one step."""
MOST_LOST = 8
"""The most steps that are given up at once for the next one that is possible."""
MOST_ROLLS = 100_000
"""The most results that a roll may have, for its dice to be found in the answer that was entered."""
FEW = 12
"""With so many legal commands or fewer, the game may ask for something that it did not ask before."""
AUTOMATIC, BRIDGE, DECISION = 0.2, 0.6, 1.5
"""What an automatic step is worth, and what a bridge and an added decision cost, in decisions that stay."""


class Part(msgspec.Struct, frozen=True):
    """A command of a step, the state before it, and the number of its events. `answers` is the kind of chance that it
    answers (`Request.key`), "" for a command that was given."""

    command: Command
    before: State
    answers: str = ""
    events: int = 0


class Recorded(msgspec.Struct, frozen=True):
    """A step, or the rest of one, as it was played."""

    number: int
    parts: tuple[Part, ...]
    events: tuple[Event, ...] = ()
    seat: str = ""

    @property
    def given(self) -> tuple[Command, ...]:
        """The commands that were given. The first command of a step is one even if it answers chance."""
        return tuple(one.command for one in self.parts if not one.answers)

    @property
    def answers(self) -> tuple[Part, ...]:
        """The answers to the chance that they needed."""
        return tuple(one for one in self.parts if one.answers)


class Line(msgspec.Struct, frozen=True):
    """What becomes of a step on the corrected line.

    `step` is its number on the old line, -1 for one that is added because the rules ask for it now, or that runs
    without a decision. A lost one has no commands, and neither has one that drops out: nobody decided or entered
    anything in it, and it has nothing left to act on. `why` is the refusal that they met, and that a bridged one would
    have met without its `bridge`, or with the dice that were entered. `rolled` counts the answers to chance that the
    old line had none for. `differs`: its events are others than they were.
    """

    step: int
    fate: Fate
    before: State
    after: State
    commands: tuple[Command, ...] = ()
    answers: tuple[Command, ...] = ()
    seat: str = ""
    bridge: Bridge | None = None
    why: Illegal | None = None
    rolled: int = 0
    differs: bool = False


class Played(msgspec.Struct, frozen=True):
    """The result of commands with the chance that they needed: `commands` holds what a user has to give, the answers
    of users among them, and `answers` those of the app."""

    state: State
    commands: tuple[Command, ...]
    answers: tuple[Command, ...]
    events: tuple[Event, ...]
    rolled: int


def recorded(games: Sequence[tuple[int, Game]], timeline: Timeline, number: int) -> Recorded:
    """Return a step as it was played. `games` are those that have decided the steps, see `Session.games`."""
    step = timeline.step(number)
    game = next(game for first, game in reversed(games) if first <= number)
    state = timeline.state_at(step.parent)
    parts: list[Part] = []
    for command in step.commands:
        request = game.request(state)
        answers = request.key if parts and request is not None and isinstance(command, game.answer_types) else ""
        after, caused = game.step(state, command)
        parts.append(Part(command, state, answers, len(caused)))
        state = after
    return Recorded(number, tuple(parts), step.events, step.seat)


def play(game: Game, salt: int, state: State, given: Sequence[Command], answers: Sequence[Part] = ()) -> Played:
    """Play commands. Chance is answered as it was for the same purpose, else by the app if that is its task; `salt`
    tells its results from all that the game's seed has given. Raises `Illegal`."""
    left = list(answers)
    commands: list[Command] = []
    by_app: list[Command] = []
    events: list[Event] = []
    rolled = 0
    for command in given:
        commands.append(command)
        state, caused = game.step(state, command)
        events += caused
        while (request := game.request(state)) is not None:
            found = _as_before(game, state, request, left)
            if found is None and not request.by_app:
                break
            if found is None:
                answer = new_answer(game, state, request, salt)
                found = answer, game.step(state, answer)
                rolled += 1
            answer, (state, caused) = found
            (by_app if request.by_app else commands).append(answer)
            events += caused
    return Played(state, tuple(commands), tuple(by_app), tuple(events), rolled)


def _as_before(
    game: Game, state: State, request: Request, answers: list[Part]
) -> tuple[Command, tuple[State, list[Event]]] | None:
    """Take the first of the answers that was given for the same purpose and that the rules accept."""
    for place, one in enumerate(answers):
        if one.answers == request.key:
            try:
                result = game.step(state, one.command)
            except Illegal:
                continue
            del answers[place]
            return one.command, result
    return None


def new_answer(game: Game, state: State, request: Request, salt: int) -> Command:
    """Roll or draw what has not been asked for before."""
    return game.answer(state, chance.answer(game.seed(state), request, salt))


class Carrier:
    """Plays steps of one timeline on, with the last of its `games`. `reason` is written into the corrections by hand
    that bridge a step; the steps of `left_out` are given up in place of being bridged. `rest` is what is left of the
    corrected step."""

    def __init__(
        self,
        games: Sequence[tuple[int, Game]],
        timeline: Timeline,
        words: Words,
        reason: str,
        left_out: frozenset[int],
        rest: Recorded,
    ) -> None:
        self._games = games
        self._game = games[-1][1]
        self._timeline = timeline
        self._words = words
        self._reason = reason
        self._left_out = left_out
        self._salt = timeline.entries
        self._recorded: dict[int, Recorded] = {rest.number: rest}

    def _old(self, number: int) -> Recorded:
        if number not in self._recorded:
            self._recorded[number] = recorded(self._games, self._timeline, number)
        return self._recorded[number]

    def carry(self, state: State, steps: Sequence[int]) -> Iterator[Line]:
        """Yield what becomes of the steps, from this state on."""
        at = 0
        while at < len(steps):
            try:
                lines, at = self._simple(state, steps[at]), at + 1
            except Illegal as why:
                lines, at = self._around(state, steps, at, why)
            yield from lines
            state = lines[-1].after

    # -- a step as it was

    def _replayed(self, state: State, number: int) -> Line:
        """Return the step played in this state. Raises `Illegal`."""
        one = self._old(number)
        played = self._play(state, one.given, one.answers)
        return Line(
            number,
            "stays",
            state,
            played.state,
            played.commands,
            played.answers,
            one.seat,
            rolled=played.rolled,
            differs=played.events != one.events,
        )

    def _simple(self, state: State, number: int) -> list[Line]:
        """Return the step, after what needs no decision before it is possible. Raises `Illegal`, as the step in this
        state does."""
        try:
            return [self._replayed(state, number)]
        except Illegal as why:
            refused = why
        lines: list[Line] = []
        for line in self._forced_from(state):
            lines.append(line)
            try:
                return [*lines, self._replayed(line.after, number)]
            except Illegal:
                continue
        raise refused

    def _forced_from(self, state: State) -> Iterator[Line]:
        """Yield the next steps as long as they need no decision."""
        for _ in range(MOST_FORCED):
            line = self._forced(state)
            if line is None:
                return
            yield line
            state = line.after

    def _forced(self, state: State) -> Line | None:
        """Return the next step if it needs no decision: an automatic command, or chance that nobody has answered."""
        game = self._game
        if (request := game.request(state)) is not None:
            return self._added(state, new_answer(game, state, request, self._salt), rolled=1)
        legal = game.legal(state)
        if not legal or not self._automatic(legal):
            return None
        return replace(self._added(state, legal[0]), fate="runs")

    def _added(self, state: State, command: Command, rolled: int = 0) -> Line:
        played = self._play(state, (command,))
        seat = self._game.prompt(state).seat
        return Line(
            -1, "added", state, played.state, played.commands, played.answers, seat, rolled=rolled + played.rolled
        )

    def _play(self, state: State, given: Sequence[Command], answers: Sequence[Part] = ()) -> Played:
        return play(self._game, self._salt, state, given, answers)

    # -- a step that is refused

    def _around(self, state: State, steps: Sequence[int], at: int, why: Illegal) -> tuple[list[Line], int]:
        """Return the best way on over a refused step, and the place of the next step: bridge it, decide what the rules
        ask for now, or give it up. The way counts that keeps most of the next steps."""
        ways = list(self._ways(state, steps, at, why))
        if len(ways) > 1:
            ways.sort(key=lambda way: -self._kept(way[0], steps[way[1] : at + AHEAD]))
        return ways[0] if ways else ([self._lost(state, steps[at], why)], at + 1)

    def _ways(self, state: State, steps: Sequence[int], at: int, why: Illegal) -> Iterator[tuple[list[Line], int]]:
        number = steps[at]
        if number not in self._left_out:
            bridged = self._refitted(state, number, why) or self._bridged(state, number, why)
            if bridged is not None:
                yield bridged, at + 1
            if bridged is None or len(self._game.legal(state)) <= FEW:
                decided = self._decided(state, number)
                if decided is not None:
                    yield decided, at + 1
        lost = [self._lost(state, number, why)]
        for end in range(at + 1, min(at + 1 + MOST_LOST, len(steps))):
            try:
                lines = self._simple(state, steps[end])
            except Illegal as other:
                lost.append(self._lost(state, steps[end], other))
                continue
            yield [*lost, *lines], end + 1
            return

    def _kept(self, lines: Sequence[Line], steps: Sequence[int]) -> float:
        """Return how many steps a way keeps with those that follow it, less its cost."""
        kept = 0.0
        for line in lines:
            if line.fate == "added":
                kept -= DECISION
            elif line.fate in ("stays", "bridged"):
                kept += self._worth(line.step) - (BRIDGE if line.fate == "bridged" else 0)
        state = lines[-1].after
        for number in steps:
            try:
                state = self._simple(state, number)[-1].after
            except Illegal:
                continue
            kept += self._worth(number)
        return kept

    def _worth(self, number: int) -> float:
        return AUTOMATIC if self._automatic(self._old(number).given) else 1

    def _automatic(self, commands: Sequence[Command]) -> bool:
        return all(map(self._game.automatic, commands))

    def _lost(self, state: State, number: int, why: Illegal) -> Line:
        fate: Fate = "drops" if self._of_itself(self._old(number)) else "lost"
        return Line(number, fate, state, state, why=why)

    def _of_itself(self, step: Recorded) -> bool:
        """Return whether nobody decided or entered anything in a step."""
        asked = (self._game.request(one.before) for one in step.answers)
        return self._automatic(step.given) and all(one is not None and one.by_app for one in asked)

    def _decided(self, state: State, number: int) -> list[Line] | None:
        """Return the fewest decisions after which the step is possible, and the step; None if none of those tried
        leads to it."""
        game, tried = self._game, 0
        level: list[tuple[State, list[Line]]] = [(state, [])]
        for _ in range(MOST_DECISIONS):
            following: list[tuple[State, list[Line]]] = []
            for before, lines in level:
                for command in game.legal(before):
                    tried += 1
                    if tried > MOST_TRIED:
                        return None
                    try:
                        more = [*lines, self._added(before, command)]
                    except Illegal:
                        # A sample of a form, which only other values make possible.
                        continue
                    try:
                        return more + self._simple(more[-1].after, number)
                    except Illegal:
                        following.append((more[-1].after, more))
            level = following
        return None

    def _refitted(self, state: State, number: int, why: Illegal) -> list[Line] | None:
        """Return the step with the dice that a user has entered, where another number of them is asked for now: the
        first ones stay, and the app rolls what is missing. None if it is no such step."""
        game, old = self._game, self._old(number)
        part = old.parts[0]
        asked, was = game.request(state), game.request(part.before)
        if asked is None or was is None or asked.key != was.key or prod(was.sizes) > MOST_ROLLS:
            return None
        common = min(len(asked.sizes), len(was.sizes))
        if len(asked.sizes) == len(was.sizes) or asked.sizes[:common] != was.sizes[:common]:
            return None
        results = product(*map(range, was.sizes))
        fell = next((values for values in results if self._answers(part, values)), None)
        if fell is None:
            return None
        fresh = chance.answer(game.seed(state), asked, self._salt)
        answer = game.answer(state, (*fell[:common], *fresh[common:]))
        played = self._play(state, (answer, *old.given[1:]), old.answers)
        missing = len(asked.sizes) > common
        return [
            Line(
                number,
                "bridged",
                state,
                played.state,
                played.commands,
                played.answers,
                old.seat,
                why=why,
                rolled=played.rolled + missing,
                differs=True,
            )
        ]

    def _answers(self, part: Part, values: tuple[int, ...]) -> bool:
        answer: Command = self._game.answer(part.before, values)
        return bool(answer == part.command)

    def _bridged(self, state: State, number: int, why: Illegal) -> list[Line] | None:
        """Return the step after the fewest corrections by hand that make it possible; None without any. Once the
        game is over, nothing is put back."""
        old = self._old(number)
        if self._automatic(old.given) or self._game.result(state) is not None:
            return None

        def tried(after: State) -> Line | None:
            try:
                return self._replayed(after, number)
            except Illegal:
                return None

        lines = list(self._forced_from(state))
        before = lines[-1].after if lines else state
        found = bridges(self._game, old.parts[0].before, before, old.given, self._words, self._reason, tried)
        if found is None:
            return None
        bridge, line = found
        return [*lines, replace(line, fate="bridged", before=before, bridge=bridge, why=why)]
