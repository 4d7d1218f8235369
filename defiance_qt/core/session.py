"""One open game: submit commands, move through the timeline, ask why.

The session runs a game through its port, answers the chance that is the app's to answer, and hands every entry to the
journal before anybody sees its effect. It knows no file and no game.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, Self

import msgspec

from defiance_qt.core import chance, history
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal, SaveError
from defiance_qt.core.system import Command, Event, EventContext, Game, Prompt, Reason, Rule, Setup, State, Words
from defiance_qt.core.timeline import Entry, Forked, Moved, Named, Noted, Setting, Step, Timeline, Updated
from defiance_qt.core.verify import Verdict, verify

Cause = Literal["submit", "undo", "redo", "jump", "fork", "update"]
DICE_AFTER_UNDO = "dice_after_undo"


class Journal(Protocol):
    """The stored timeline, as a session needs it. Everything raises `SaveError`."""

    @property
    def setup(self) -> Setup:
        """What the game was started with."""

    def bind(self, game: Game) -> None:
        """Before anything else: the game whose commands and events are stored."""

    def append(self, entry: Entry) -> bytes:
        """Store the entry and return its bytes, and return only once they are on disk."""

    def read(self) -> Iterator[tuple[Entry, bytes]]:
        """Every entry from the first step on, with its bytes."""

    def unpack(self, packed: bytes) -> Step[Any, Any]:
        """The step whose bytes `append` or `read` gave."""

    def close(self) -> None: ...


class Change(msgspec.Struct, frozen=True):
    """What a submission or a move did. `events` are those that happened now (submit, redo); `step` is the new head."""

    before: State
    after: State
    events: tuple[Event, ...]
    step: int
    cause: Cause = "submit"


class Session:
    """One open game. Made by `start` or `resume`; without a journal it lives in memory only."""

    def __init__(self, game: Game, setup: Setup, journal: Journal | None, clock: Callable[[], float]) -> None:
        self.game = game
        self.setup = setup
        self.journal = journal
        if journal is not None:
            journal.bind(game)
        self.timeline = Timeline(journal.unpack if journal is not None else None)
        self._clock = clock
        self._games: list[tuple[int, Game]] = [(0, game)]
        self._subscribers: dict[object, Callable[[Change], object]] = {}
        self._undelivered: deque[Change] | None = None

    @classmethod
    def start(
        cls, game: Game, setup: Setup, journal: Journal | None = None, clock: Callable[[], float] = time.time
    ) -> Self:
        """A new game: its set-up is step 0. Raises what the game's `start` raises, and then nothing is stored."""
        session = cls(game, setup, journal, clock)
        state, events = _evolved(game, game.blank(), game.start(setup))
        commands: list[Command] = []
        state = session._run_chance(state, commands, events)
        session._store(Step(0, -1, tuple(commands), tuple(events), clock()), state)
        return session

    @classmethod
    def resume(
        cls,
        game: Game,
        journal: Journal,
        bind: Callable[[Any], Game] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> Self:
        """The game that a journal holds, at the head it was left at. `bind` makes the game for the header of each
        update a person took; without it one game serves throughout. Raises `SaveError`, and closes the journal then."""
        session = cls(game, journal.setup, journal, clock)
        try:
            session._replay(journal, bind)
        except BaseException:
            journal.close()
            raise
        return session

    @property
    def state(self) -> State:
        return self.timeline.state

    @property
    def head(self) -> int:
        return self.timeline.head

    @property
    def prompt(self) -> Prompt:
        return self.game.prompt(self.timeline.state)

    @property
    def result(self) -> str | None:
        return self.game.result(self.timeline.state)

    def legal(self) -> tuple[Command, ...]:
        return self.game.legal(self.timeline.state)

    def submit(self, command: Command, *more: Command, answers: Iterable[Command] = (), seat: str = "") -> Change:
        """Decide the command and, as long as the app is asked for chance, the answers. Raises `Illegal`, or
        `SaveError` when it cannot be stored; then nothing has happened.

        `more` commands follow in the same step (a walk of several spaces), all or none. `answers` are taken first, in
        order, where the app would be asked; one that is refused is passed over. `seat` is stored with the step: whose
        act it is where several people share a game, "" where nobody tells them apart.
        """
        timeline = self.timeline
        before = after = timeline.state
        commands: list[Command] = []
        events: list[Event] = []
        given = iter(answers)
        for one in (command, *more):
            after, caused = self.game.step(after, one)
            commands.append(one)
            events += caused
            after = self._run_chance(after, commands, events, given)
        step = Step(len(timeline), timeline.head, tuple(commands), tuple(events), self._clock(), seat)
        self._store(step, after)
        return self._tell(Change(before, after, step.events, step.number))

    def play(self, commands: Iterable[Command]) -> tuple[Change, ...]:
        """Submit one after another. What was accepted before an `Illegal` one stays."""
        return tuple(self.submit(command) for command in commands)

    def undo(self) -> Change:
        """Take back the last act of a person, with what followed it automatically. Raises `Illegal`
        ("nothing_to_undo")."""
        step = history.last_act(self.timeline, self.game.automatic)
        parent = None if step is None else self.timeline.parent(step)
        if parent is None:
            raise Illegal("nothing_to_undo", "", "There is nothing to undo.")
        return self._move(Moved(parent), "undo")

    def redo(self) -> Change:
        """Go on to the end of the act that was taken back last. Raises `Illegal` ("nothing_to_redo")."""
        step = history.next_act(self.timeline, self.game.automatic)
        if step is None:
            raise Illegal("nothing_to_redo", "", "There is nothing to redo.")
        depth = self.timeline.depth(self.timeline.head)
        steps = self.timeline.line[depth + 1 : self.timeline.depth(step) + 1]
        events = tuple(event for one in steps for event in self.timeline.step(one).events)
        return self._move(Moved(step), "redo", events)

    def travel(self, steps: int) -> Change:
        """Move the head along the current line by single steps, back where `steps` is negative, as far as it goes."""
        depth = max(0, self.timeline.depth(self.timeline.head) + steps)
        return self.travel_to(depth)

    def travel_to(self, depth: int) -> Change:
        """Move the head to that step of the current line; -1, or a depth beyond it, is its end."""
        line = self.timeline.line
        return self._move(Moved(line[-1] if depth < 0 or depth >= len(line) else line[depth]), "jump")

    def jump(self, step: int) -> Change:
        """Make any step the head. Raises `Illegal` ("no_such_step")."""
        self._check_step(step)
        return self._move(Moved(step), "jump")

    def fork(self, step: int, name: str) -> Change:
        """Go to the step and begin a branch with this name there: the next submission is its first step. Raises
        `Illegal` ("no_such_step")."""
        self._check_step(step)
        return self._move(Forked(step, name), "fork")

    def checkpoint(self, name: str, step: int | None = None) -> None:
        """Name a step, the head if none is given; "" takes the name away."""
        self._apply(Named(self._chosen(step), name))

    def note(self, text: str, step: int | None = None) -> None:
        """Write a note on a step, on the head if none is given."""
        self._apply(Noted(self._chosen(step), text))

    @property
    def dice_after_undo(self) -> Literal["same", "fresh"]:
        """Whether the app rolls the same dice again after an undo."""
        return "fresh" if self.timeline.settings.get(DICE_AFTER_UNDO) == "fresh" else "same"

    @dice_after_undo.setter
    def dice_after_undo(self, value: Literal["same", "fresh"]) -> None:
        if value not in ("same", "fresh"):
            raise Illegal("no_such_setting", "", f"Dice after undo are the same or fresh, not {value!r}.", name=value)
        self._apply(Setting(DICE_AFTER_UNDO, value))

    def update(self, game: Game, header: Any) -> Change:
        """From here on `game` decides: a person took newer content or other plugins, described by the header."""
        self._apply(Updated(header))
        self._adopt(game)
        state = self.timeline.state
        return self._tell(Change(state, state, (), self.timeline.head, "update"))

    def own_words(self) -> Words:
        """The words that are used where none are given. A session that knows the game's texts overrides this."""
        return _Keys()

    def undo_label(self, words: Words | None = None) -> str:
        """What undo would take back, in the game's words; "" when there is nothing."""
        step = history.last_act(self.timeline, self.game.automatic)
        return "" if step is None else self._label(step, words)

    def redo_label(self, words: Words | None = None) -> str:
        """What redo would bring back, in the game's words; "" when there is nothing."""
        following = self.timeline.following
        return "" if following is None else self._label(following, words)

    def label(self, step: int, words: Words | None = None) -> str:
        """The player's command of a step, in the game's words; "" for the set-up."""
        self._check_step(step)
        return self._label(step, words) if self.timeline.parent(step) is not None else ""

    def subscribe(self, callback: Callable[[Change], object]) -> Callable[[], None]:
        """Call back with every change, once it is stored. Returns what ends the subscription.

        Every subscriber is told, in the order of the changes, even when one raises; its error is raised at the end.
        """
        subscription = object()
        self._subscribers[subscription] = callback

        def unsubscribe() -> None:
            self._subscribers.pop(subscription, None)

        return unsubscribe

    def event_contexts(self, steps: Iterable[int] | None = None) -> Iterator[EventContext]:
        """The events of these steps, by default of all up to the head, each with the states around it."""
        evolve = self.game.evolve
        for number in self.timeline.path if steps is None else steps:
            before = self._state_before(number)
            for index, event in enumerate(self.timeline.step(number).events):
                after = evolve(before, event)
                yield EventContext(number, index, event, before, after)
                before = after

    def why(self, event_index: int | tuple[int, int], words: Words | None = None) -> Reason:
        """Why an event happened, in these words. The index counts the events from the start to the head, or is (step,
        place in the step). Raises `Illegal` ("no_such_event")."""
        step, place = event_index if isinstance(event_index, tuple) else self._locate(event_index)
        if self.timeline.holds(step):
            for context in self.event_contexts((step,)):
                if context.index == place:
                    return self.game.why(context.event, context.before, words or self.own_words())
        raise Illegal("no_such_event", "", f"There is no event {event_index}.", event=event_index)

    def why_not(self, command: Command, words: Words | None = None) -> Reason:
        """Why the command cannot be given now, in these words; none when it can."""
        return self.game.why_not(self.timeline.state, command, words or self.own_words())

    def verify(self) -> Verdict:
        """Decide every step of every branch again, from its recorded commands, under the rules in force then."""
        return verify(self.timeline, self._games, self.setup)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        """End the session and close its journal."""
        self._subscribers.clear()
        if self.journal is not None:
            self.journal.close()

    def _replay(self, journal: Journal, bind: Callable[[Any], Game] | None) -> None:
        timeline = self.timeline
        evolve = self.game.evolve
        blank = self.game.blank()
        for entry, packed in journal.read():
            if type(entry) is Step:
                state = timeline.state if entry.number else blank
                for event in entry.events:
                    state = evolve(state, event)
                timeline.add(entry, state, packed)
                continue
            timeline.apply(entry)
            if bind is not None and type(entry) is Updated:
                self._adopt(bind(entry.header))
        if not len(timeline):
            raise SaveError("save.no_game_here", "There is no game in this save.")

    def _run_chance(
        self, state: State, commands: list[Command], events: list[Event], answers: Iterator[Command] | None = None
    ) -> State:
        """Answer what the app is asked, again and again; extends commands and events and returns the state after."""
        game = self.game
        request = game.request(state)
        while request is not None and request.by_app:
            command, (state, caused) = self._answered(state, request, answers or iter(()))
            commands.append(command)
            events += caused
            request = game.request(state)
        return state

    def _answered(
        self, state: State, request: Request, answers: Iterator[Command]
    ) -> tuple[Command, tuple[State, list[Event]]]:
        """The next of the answers that is accepted, else the app's own; and what it causes."""
        game = self.game
        for given in answers:
            try:
                return given, game.step(state, given)
            except Illegal:
                continue
        salt = self.timeline.entries if self.timeline.settings.get(DICE_AFTER_UNDO) == "fresh" else 0
        command = game.answer(state, chance.answer(game.seed(state), request, salt))
        return command, game.step(state, command)

    def _store(self, step: Step[Any, Any], state: State) -> None:
        packed = self.journal.append(step) if self.journal is not None else None
        self.timeline.add(step, state, packed)

    def _apply(self, entry: Entry) -> None:
        if self.journal is not None:
            self.journal.append(entry)
        self.timeline.apply(entry)

    def _move(self, entry: Entry, cause: Cause, events: tuple[Event, ...] = ()) -> Change:
        before = self.timeline.state
        self._apply(entry)
        return self._tell(Change(before, self.timeline.state, events, self.timeline.head, cause))

    def _tell(self, change: Change) -> Change:
        if not self._subscribers:
            return change
        if self._undelivered is not None:
            self._undelivered.append(change)
            return change
        self._undelivered = deque((change,))
        failures: list[Exception] = []
        try:
            while self._undelivered:
                told = self._undelivered.popleft()
                for subscriber in tuple(self._subscribers.values()):
                    try:
                        subscriber(told)
                    except Exception as failure:  # noqa: BLE001  raised below, when all have been told
                        failures.append(failure)
        finally:
            self._undelivered = None
        if len(failures) == 1:
            raise failures[0]
        if failures:
            raise ExceptionGroup("several subscribers failed", failures)
        return change

    def _adopt(self, game: Game) -> None:
        self.game = game
        self._games.append((len(self.timeline), game))

    def _state_before(self, step: int) -> State:
        parent = self.timeline.parent(step)
        return self.game.blank() if parent is None else self.timeline.state_at(parent)

    def _label(self, step: int, words: Words | None) -> str:
        """Of several commands the last that a person gave: of a walk, the goal."""
        commands = self.timeline.step(step).commands
        given = [one for one in commands if not isinstance(one, self.game.answer_types)] or list(commands)
        return self.game.label(given[-1], self._state_before(step), words or self.own_words()) if given else ""

    def _locate(self, index: int) -> tuple[int, int]:
        try:
            return self.timeline.locate(index)
        except IndexError:
            raise Illegal("no_such_event", "", f"There is no event {index}.", event=index) from None

    def _chosen(self, step: int | None) -> int:
        if step is None:
            return self.timeline.head
        self._check_step(step)
        return step

    def _check_step(self, step: int) -> None:
        if not self.timeline.holds(step):
            raise Illegal("no_such_step", "", f"There is no step {step}.", step=step)


def _evolved(game: Game, state: State, events: Sequence[Event]) -> tuple[State, list[Event]]:
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state, list(events)


class _Keys:
    """Words without any text: every key stands for itself."""

    language = ""
    rules: Mapping[str, Rule] = {}

    def __call__(self, key: str, /, **values: Any) -> str:
        return key

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return key

    def __contains__(self, key: str) -> bool:
        return False
