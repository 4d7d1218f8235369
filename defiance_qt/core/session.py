"""One open game: submits commands, moves through the timeline, explains events.

The session runs a game through its port and supplies the app's chance results. It passes every entry to the journal
before its effect becomes visible. It knows neither files nor a particular game.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Literal, Protocol, Self

import msgspec

from defiance_qt.core import chance, history
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import DefianceError, Illegal, Message, SaveError
from defiance_qt.core.lessons import LessonInPlay
from defiance_qt.core.port import (
    Command,
    Event,
    EventContext,
    Game,
    Pictures,
    Prompt,
    Reason,
    Rule,
    Setup,
    State,
    Values,
    Words,
)
from defiance_qt.core.port.lessons import LessonProgress
from defiance_qt.core.timeline import BRANCH_NAME, Entry, Forked, Moved, Named, Noted, Setting, Step, Timeline, Updated
from defiance_qt.core.verify import Verdict, verify

SOURCES: tuple[Literal["app", "person"], ...] = ("app", "person")
Cause = Literal["submit", "undo", "redo", "jump", "fork", "update", "look"]
DICE_AFTER_UNDO = "dice_after_undo"
TITLE, COMMENT = "title", "comment"
"""The settings that hold a user's own name of the game, and a note on it. A copy of the save carries them."""
GUIDE_SHOWN = "guide_shown"
"""The setting that holds whether the guide of a guided game is shown."""


class Journal(Protocol):
    """The stored timeline as a session needs it. Every method raises `SaveError`."""

    @property
    def name(self) -> str:
        """The name of the save in messages."""

    @property
    def setup(self) -> Setup:
        """The set-up that the game was started with."""

    def bind(self, game: Game) -> None:
        """Set the game whose commands and events are stored. Call first."""

    def append(self, entry: Entry) -> bytes:
        """Store the entry, wait until it is on disk, and return its bytes."""

    def read(self) -> Iterator[tuple[Entry, bytes]]:
        """Yield every entry from the first step on, with its bytes."""

    def unpack(self, packed: bytes) -> Step[Any, Any]:
        """Return the step for bytes that `append` or `read` returned."""

    def accept(self) -> None:
        """Note that the entries make a game. Until then, closing must not change what is stored: it may be refused."""

    def close(self) -> None: ...


class Change(msgspec.Struct, frozen=True):
    """The result of a submission, a move or a look. `events` are those of a submit or redo; `step` is the new head."""

    before: State
    after: State
    events: tuple[Event, ...]
    step: int
    cause: Cause = "submit"


class Host:
    """What a session is opened with: texts, and rules that can change while a step is decided. By default nothing."""

    def own_words(self) -> Words:
        """Return the `Words` that are used when a caller passes none."""
        return _Keys()

    def announcements(self, step: int) -> tuple[Message, ...]:
        """Return what has changed for the game after this step was decided, before the next one was."""
        return ()

    @property
    def changed(self) -> bool:
        """Whether the game is no longer decided as its timeline says. What is being decided is given up then."""
        return False

    def renew(self) -> None:
        """Go on with what there is now, by `Session.update`. Raises `SaveError`."""

    def pictures(self, language: str, game: Game) -> Pictures | None:
        """Return what draws the states of a game of this session, None without one."""
        return None

    def games(self) -> list[tuple[int, Game]] | None:
        """Return the game in force from each step on, None for those that the session has been played with."""
        return None

    def unfit_from(self, step: int, game: Game) -> str:
        """Return why the game cannot go on from a step with what decides now, "" if it can."""
        return ""


class Session:
    """One open game. Create it with `start` or `resume`; without a journal it exists in memory only."""

    def __init__(self, game: Game, setup: Setup, journal: Journal | None, clock: Callable[[], float]) -> None:
        self.game = game
        """What decides the next step; while another step is looked at, what decided that one."""
        self.setup = setup
        self.journal = journal
        if journal is not None:
            journal.bind(game)
        self.timeline = Timeline(journal.unpack if journal is not None else None)
        self.host = Host()
        self.opened_with = 0
        """The number of steps that there were when the session was opened; 0 for a game that it has begun."""
        self.course: LessonInPlay | None = None
        self.fixed: Callable[[Request], tuple[int, ...] | None] | None = None
        """The values for chance that are fixed beforehand: asked before the app's own, None to leave it to those."""
        self._clock = clock
        self._games: list[tuple[int, Game]] = [(0, game)]
        self._subscribers: dict[object, Callable[[Change], object]] = {}
        self._undelivered: deque[Change] | None = None

    @classmethod
    def start(
        cls, game: Game, setup: Setup, journal: Journal | None = None, clock: Callable[[], float] = time.time
    ) -> Self:
        """Start a new game with its set-up as step 0. Raises whatever the game's `start` raises; then nothing is
        stored."""
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
        """Load the game of a journal, at the head it was left at.

        `bind` makes the game for the header of each update; without it one game is used throughout. Raises `SaveError`
        and then closes the journal.
        """
        session = cls(game, journal.setup, journal, clock)
        try:
            session._replay(journal.name, journal.read(), bind)
        except BaseException:
            journal.close()
            raise
        journal.accept()
        session.opened_with = len(session.timeline)
        return session

    @property
    def state(self) -> State:
        """The state of the game at the head."""
        return self.timeline.state

    @property
    def head(self) -> int:
        """The number of the step that the game is at."""
        return self.timeline.head

    @property
    def stands(self) -> int:
        """The step at which the game stands. It is the head, unless another step is looked at."""
        return self.timeline.stands

    @property
    def looking(self) -> bool:
        """Whether another step is looked at than the one at which the game stands."""
        return self.timeline.stands != self.timeline.head

    @property
    def prompt(self) -> Prompt:
        """The pending decision: who makes it and the legal answers, none while another step is looked at."""
        prompt = self.game.prompt(self.timeline.state)
        return msgspec.structs.replace(prompt, commands=(), forms=()) if self.looking else prompt

    @property
    def result(self) -> str | None:
        """How the game has ended, None while it goes on."""
        return self.game.result(self.timeline.state)

    def legal(self) -> tuple[Command, ...]:
        """Return the commands that are legal now, in a fixed order; none while another step is looked at."""
        return () if self.looking else self.game.legal(self.timeline.state)

    def submit(self, command: Command, *more: Command, answers: Iterable[Command] = (), seat: str = "") -> Change:
        """Apply a command and the chance results that the app supplies.

        `more` commands join the same step (a multi-space walk), all or none. `answers` are tried first, in order, in
        place of the app's results; rejected ones are skipped. `seat` is stored with the step and names the acting seat;
        it is "" if seats are not distinguished. Raises `Illegal`, or `SaveError` if the step cannot be stored; in both
        cases nothing has changed.
        """
        self._check_standing()
        timeline, host, tried = self.timeline, self.host, tuple(answers)
        while True:
            if host.changed:
                host.renew()
            before = timeline.state
            try:
                commands, events, after = self._decided((command, *more), tried)
            except Illegal:
                if not host.changed:
                    raise
                continue
            if not host.changed:
                break
        step = Step(len(timeline), timeline.head, tuple(commands), tuple(events), self._clock(), seat)
        if name := history.name_to_keep(timeline, self.game.answer_types):
            self._apply(Forked(timeline.head, name))
        self._store(step, after)
        return self._tell(Change(before, after, step.events, step.number))

    def _decided(
        self, given_commands: Sequence[Command], answers: Sequence[Command]
    ) -> tuple[list[Command], list[Event], State]:
        """Return the commands of a step with those that answer its chance, its events, and the state after it. Raises
        `Illegal`."""
        after = self.timeline.state
        commands: list[Command] = []
        events: list[Event] = []
        given = iter(answers) if answers else None
        for one in given_commands:
            if given is None:
                after, made, caused = self.game.play(after, one, self._values(after))
                commands += made
                events += caused
            else:
                after, caused = self.game.step(after, one)
                commands.append(one)
                events += caused
                after = self._run_chance(after, commands, events, given)
        return commands, events, after

    def play(self, commands: Iterable[Command]) -> tuple[Change, ...]:
        """Submit the commands in order. Commands before an `Illegal` one stay applied."""
        return tuple(self.submit(command) for command in commands)

    def undo(self) -> Change:
        """Undo the last user action and the automatic steps after it, but not the laying of a lesson's table. Raises
        `Illegal` ("nothing_to_undo", "looking", "unfit")."""
        self._check_standing()
        step = self._last_act()
        parent = None if step is None else self.timeline.parent(step)
        if parent is None:
            raise Illegal("nothing_to_undo", "", "There is nothing to undo.")
        return self._move(Moved(parent), "undo")

    def redo(self) -> Change:
        """Redo the user action that was undone last. Raises `Illegal` ("nothing_to_redo", "looking",
        "unfit")."""
        self._check_standing()
        step = history.next_act(self.timeline, self.game.automatic)
        if step is None:
            raise Illegal("nothing_to_redo", "", "There is nothing to redo.")
        depth = self.timeline.depth(self.timeline.head)
        steps = self.timeline.line[depth + 1 : self.timeline.depth(step) + 1]
        events = tuple(event for one in steps for event in self.timeline.step(one).events)
        return self._move(Moved(step), "redo", events)

    def travel(self, steps: int) -> Change:
        """Move the head along the current line by this number of steps, backward if negative, clamped to its ends."""
        depth = max(0, self.timeline.depth(self.timeline.head) + steps)
        return self.travel_to(depth)

    def travel_to(self, depth: int) -> Change:
        """Move the head to the step at this depth of the current line. -1 or a depth beyond the end means its end."""
        line = self.timeline.line
        return self._move(Moved(line[-1] if depth < 0 or depth >= len(line) else line[depth]), "jump")

    def jump(self, step: int) -> Change:
        """Make any step the head. Raises `Illegal` ("no_such_step", "unfit")."""
        self._check_step(step)
        return self._move(Moved(step), "jump")

    def look(self, step: int) -> Change:
        """Look at any step: it is the head until the game is looked at where it stands, or is moved. Nothing is stored,
        and nothing can be submitted meanwhile. Raises `Illegal` ("no_such_step")."""
        self._check_step(step)
        before = self.timeline.state
        self.timeline.look(step)
        self._turn_to_game()
        return self._tell(Change(before, self.timeline.state, (), self.timeline.head, "look"))

    def fork(self, step: int, name: str) -> Change:
        """Move the head to the step and name a new branch there; the next submission is its first step. Raises
        `Illegal` ("no_such_step", "unfit")."""
        self._check_step(step)
        return self._move(Forked(step, name), "fork")

    def checkpoint(self, name: str, step: int | None = None) -> None:
        """Name a step, by default the head; "" removes the name."""
        self._apply(Named(self._chosen(step), name))

    def rename_branch(self, step: int, name: str) -> None:
        """Give the branch of a step another name; "" leaves it without one. Raises `Illegal` ("no_such_step")."""
        self._check_step(step)
        self._apply(Setting(BRANCH_NAME.format(start=self.timeline.branch(step).start), name))

    def note(self, text: str, step: int | None = None) -> None:
        """Add a note to a step, by default to the head."""
        self._apply(Noted(self._chosen(step), text))

    @property
    def dice_after_undo(self) -> Literal["same", "fresh"]:
        """Whether the app repeats the same random results after an undo ("same") or draws new ones ("fresh")."""
        return "fresh" if self.timeline.settings.get(DICE_AFTER_UNDO) == "fresh" else "same"

    @dice_after_undo.setter
    def dice_after_undo(self, value: Literal["same", "fresh"]) -> None:
        if value not in ("same", "fresh"):
            raise Illegal("no_such_setting", "", f"Dice after undo are the same or fresh, not {value!r}.", name=value)
        self._apply(Setting(DICE_AFTER_UNDO, value))

    @property
    def title(self) -> str:
        """The user's own name of the game, "" if it has none."""
        return text_setting(self.timeline.settings, TITLE)

    @property
    def comment(self) -> str:
        """The user's note on the game, "" if there is none."""
        return text_setting(self.timeline.settings, COMMENT)

    def describe(self, title: str | None = None, comment: str | None = None) -> None:
        """Store a name of the game and a note on it; None leaves the one there is, "" removes it."""
        for entry in descriptions(title, comment):
            self._apply(entry)

    def update(self, game: Game, header: Any) -> Change:
        """Use `game` for all further steps, after the user chose newer content or other plugins. `header` describes
        them."""
        self._apply(Updated(header))
        self._adopt(game)
        state = self.timeline.state
        return self._tell(Change(state, state, (), self.timeline.head, "update"))

    def undo_label(self, words: Words | None = None) -> str:
        """Return what the act did that undo would take back, with its amount; "" if there is none."""
        step = self._last_act()
        return "" if step is None else self._deed(step, words)

    def redo_label(self, words: Words | None = None) -> str:
        """Return what the act did that redo would restore, with its amount; "" if there is none."""
        following = self.timeline.following
        return "" if following is None else self._deed(following, words)

    def label(self, step: int, words: Words | None = None) -> str:
        """Return the label of the player's command in a step, "" for the set-up. Raises `Illegal` ("no_such_step")."""
        self._check_step(step)
        return self._label(step, words) if self.timeline.parent(step) is not None else ""

    def subscribe(self, callback: Callable[[Change], object]) -> Callable[[], None]:
        """Call `callback` after every change is stored. Return a function that ends the subscription.

        Subscribers are called in the order of the changes, even if one of them raises; exceptions are raised
        afterwards.
        """
        subscription = object()
        self._subscribers[subscription] = callback

        def unsubscribe() -> None:
            self._subscribers.pop(subscription, None)

        return unsubscribe

    def event_contexts(self, steps: Iterable[int] | None = None) -> Iterator[EventContext]:
        """Yield the events of these steps with their contexts; by default all events up to the head."""
        evolve = self.game.evolve
        for number in self.timeline.path if steps is None else steps:
            before = self._state_before(number)
            for index, event in enumerate(self.timeline.step(number).events):
                after = evolve(before, event)
                yield EventContext(number, index, event, before, after)
                before = after

    @property
    def guided(self) -> bool:
        """Whether the session is a game that a guide leads through its beginning."""
        return self.course is not None and self.course.guided

    @property
    def guide_shown(self) -> bool:
        """Whether the guide of a guided game is shown: until it is closed."""
        return self.guided and self.timeline.settings.get(GUIDE_SHOWN) is not False

    def show_guide(self, shown: bool) -> None:
        """Show the guide of a guided game, or close it. The game goes on."""
        self._apply(Setting(GUIDE_SHOWN, shown))

    def lesson_progress(self, words: Words | None = None) -> LessonProgress | None:
        """Return how far the lesson has come, None if the session is no lesson, or the head is before its start."""
        return None if self.course is None else self.course.progress(self.game, words or self.host.own_words())

    def why(self, event_index: int | tuple[int, int], words: Words | None = None) -> Reason:
        """Return why an event happened.

        The index counts the events from the start to the head, or is a pair (step, index in the step). Raises `Illegal`
        ("no_such_event").
        """
        step, place = event_index if isinstance(event_index, tuple) else self._locate(event_index)
        if self.timeline.holds(step):
            for context in self.event_contexts((step,)):
                if context.index == place:
                    return self.game_at(step).why(context.event, context.before, words or self.host.own_words())
        raise Illegal("no_such_event", "", f"There is no event {event_index}.", event=event_index)

    def why_not(self, command: Command, words: Words | None = None) -> Reason:
        """Return why the command is not legal now; an empty reason if it is legal."""
        return self.game.why_not(self.timeline.state, command, words or self.host.own_words())

    def verify(self, tell: Callable[[int], None] | None = None) -> Verdict:
        """Decide every step of every branch again from its recorded commands, with the game in force at that step.
        `tell` hears the number of each step before it is decided."""
        return verify(self.timeline, self.games(), self.setup, tell)

    def games(self) -> Sequence[tuple[int, Game]]:
        """Return each game with the number of the first step that it has decided, ascending from 0."""
        return self.host.games() or self._games

    def game_at(self, step: int) -> Game:
        """Return the game that decided a step: only that one knows all that is in play after it."""
        games = self._games
        return games[bisect_right(games, step, key=itemgetter(0)) - 1][1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        """End the session and close its journal."""
        self._subscribers.clear()
        if self.journal is not None:
            self.journal.close()

    def follow(self, entries: Iterable[tuple[Entry, bytes]]) -> None:
        """Take up further entries of a game that another session plays, none of them an update. Raises `SaveError`."""
        assert self.journal is not None, "only what is stored can be followed"
        self._replay(self.journal.name, entries, None)

    def _replay(self, name: str, entries: Iterable[tuple[Entry, bytes]], bind: Callable[[Any], Game] | None) -> None:
        timeline = self.timeline
        evolve = self.game.evolve
        state = timeline.state if len(timeline) else self.game.blank()
        try:
            for entry, packed in entries:
                if type(entry) is Step:
                    for event in entry.events:
                        state = evolve(state, event)
                    timeline.add(entry, state, packed)
                    continue
                timeline.apply(entry)
                if len(timeline):
                    state = timeline.state
                if bind is not None and type(entry) is Updated:
                    game = bind(entry.header)
                    if game.system != self.game.system:
                        raise SaveError("save.two_systems", "{file} continues with another game.", file=name)
                    self._adopt(game)
        except DefianceError as error:
            if "file" in error.message.values:
                raise
            raise SaveError("save.in_file", "{file}: {why}", file=name, why=error) from error
        except Exception as error:
            # An event that was forged or damaged can make the game's `evolve` raise anything.
            raise SaveError(
                "save.impossible",
                "{file}: what follows step {step} is not possible in this game: {why}",
                file=name,
                step=len(timeline) - 1,
                why=f"{type(error).__name__}: {error}",
            ) from error
        if not len(timeline):
            raise SaveError("save.no_game", "{file} holds no game.", file=name)

    def _run_chance(
        self, state: State, commands: list[Command], events: list[Event], answers: Iterator[Command] | None = None
    ) -> State:
        """Answer the app's chance requests until none is left. Extends `commands` and `events`; returns the new
        state."""
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
        """Return the next accepted answer, else the app's own, with the resulting state and events."""
        game = self.game
        for given in answers:
            try:
                return given, game.step(state, given)
            except Illegal:
                continue
        command = game.answer(state, self._values(state)(request))
        return command, game.step(state, command)

    def rolled(self, values: Sequence[int | None], state: State | None = None) -> tuple[int, ...]:
        """Return the values that answer the request pending at the head, or in an earlier state, with the app's in
        place of None."""
        state = self.state if state is None else state
        request = self.game.request(state)
        assert request is not None, "chance is pending"
        own = self._values(state)(request)
        return tuple(app if value is None else value for value, app in zip(values, own, strict=True))

    def _values(self, state: State) -> Values:
        """Return the function that answers chance for the app."""
        seed = self.game.seed(state)
        salt = self.timeline.entries if self.timeline.settings.get(DICE_AFTER_UNDO) == "fresh" else 0
        fixed = self.fixed

        def values(request: Request) -> tuple[int, ...]:
            given = None if fixed is None else fixed(request)
            return chance.answer(seed, request, salt) if given is None else given

        return values

    def _store(self, step: Step[Any, Any], state: State) -> None:
        packed = self.journal.append(step) if self.journal is not None else None
        self.timeline.add(step, state, packed)

    def _apply(self, entry: Entry) -> None:
        if self.journal is not None:
            self.journal.append(entry)
        self.timeline.apply(entry)

    def _move(self, entry: Moved | Forked, cause: Cause, events: tuple[Event, ...] = ()) -> Change:
        before, newest = self.timeline.state, self._games[-1][1]
        step = entry.head if isinstance(entry, Moved) else entry.step
        if why := self.host.unfit_from(step, newest):
            depth = self.timeline.depth(step)
            raise Illegal("unfit", "", f"The game cannot go on from step {depth} now: {why}", step=depth, why=why)
        self._apply(entry)
        self._turn_to_game()
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
                    except Exception as failure:  # noqa: BLE001  raised below, after all calls
                        failures.append(failure)
        finally:
            self._undelivered = None
        if len(failures) == 1:
            raise failures[0]
        if failures:
            raise ExceptionGroup("several subscribers failed", failures)
        return change

    def _adopt(self, game: Game) -> None:
        self._games.append((len(self.timeline), game))
        self._turn_to_game()

    def _turn_to_game(self) -> None:
        self.game = self.game_at(self.head) if self.looking else self._games[-1][1]

    def _last_act(self) -> int | None:
        """Return the first step of the act that undo would take back, None without one."""
        if self.course is not None and self.head == self.course.start:
            return None
        return history.last_act(self.timeline, self.game.automatic)

    def _state_before(self, step: int) -> State:
        parent = self.timeline.parent(step)
        return self.game.blank() if parent is None else self.timeline.state_at(parent)

    def _label(self, step: int, words: Words | None) -> str:
        """Label the last submitted command of the step: for a walk, its destination."""
        given = self._given(step)
        game, before = self.game_at(step), self._state_before(step)
        return "" if given is None else game.label(given, before, words or self.host.own_words())

    def _deed(self, step: int, words: Words | None) -> str:
        given = self._given(step)
        if given is None:
            return ""
        events = self.timeline.step(step).events
        game, before = self.game_at(step), self._state_before(step)
        return game.deed(given, before, events, words or self.host.own_words())

    def _given(self, step: int) -> Command | None:
        """Return the last command of the step that is no answer of chance, None if it has none at all. A change of the
        source of chance that goes with another command is not what the user did."""
        game, commands = self.game_at(step), self.timeline.step(step).commands
        sources = [game.set_answer(key, who) for key in game.answers(self._state_before(step)) for who in SOURCES]
        acts = [one for one in commands if one not in sources] or list(commands)
        given = [one for one in acts if not isinstance(one, game.answer_types)] or acts
        return given[-1] if given else None

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

    def _check_standing(self) -> None:
        if self.looking:
            raise Illegal("looking", "", "The game stands at another step. Go back to it, or go on from here.")

    def _check_step(self, step: int) -> None:
        if not self.timeline.holds(step):
            raise Illegal("no_such_step", "", f"There is no step {step}.", step=step)


def descriptions(title: str | None, comment: str | None) -> tuple[Setting, ...]:
    """Return the entries that store a name of the game and a note on it; None leaves the one there is."""
    return tuple(Setting(name, text) for name, text in ((TITLE, title), (COMMENT, comment)) if text is not None)


def text_setting(settings: Mapping[str, Any], name: str) -> str:
    """Return a setting that is a text, "" if it is not set or something else."""
    value = settings.get(name)
    return value if isinstance(value, str) else ""


def _evolved(game: Game, state: State, events: Sequence[Event]) -> tuple[State, list[Event]]:
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state, list(events)


class _Keys:
    """Words without texts: every key is its own text."""

    language = ""
    rules: Mapping[str, Rule] = {}

    def __call__(self, key: str, /, **values: Any) -> str:
        return key

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return key

    def __contains__(self, key: str) -> bool:
        return False
