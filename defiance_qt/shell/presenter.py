"""Presenter of the table, independent of Qt. It submits commands to the session, moves along its timeline, and makes
the view models for everything around a system's view. The system's own presenter makes the rest."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from defiance_qt.core import telling
from defiance_qt.core.correction import Correction, correct, part_at, parts, previewing
from defiance_qt.core.errors import DefianceError, Illegal, SaveError
from defiance_qt.core.filling import filled
from defiance_qt.core.port import Command, Moment, State, Subject, Words
from defiance_qt.core.session import Change, Session
from defiance_qt.core.sittings import last_sitting
from defiance_qt.shell.autoplay import Autoplay
from defiance_qt.shell.one_roll import OneRoll
from defiance_qt.shell.present.correcting import PartView, step_parts
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.present.palette import PaletteEntry, play_entries
from defiance_qt.shell.present.question import plain_question, plain_top
from defiance_qt.shell.present.timeline import TimelineMarks
from defiance_qt.shell.present.values import (
    NO_MESSAGE,
    NOTHING,
    ChoiceView,
    EndingView,
    Fold,
    FrameView,
    GlanceView,
    LookView,
    MessageView,
    RefusedView,
    TimelineView,
    TopView,
    as_sentence,
    result_tone,
)
from defiance_qt.shell.reader import Reader
from defiance_qt.shell.view import Parts, SystemPresenter
from defiance_qt.words.errors import format_error

Groups = Sequence[tuple[str, tuple[ChoiceView, ...]]]
"""Choices under a title each."""
SPOKEN = 8
"""Maximum number of sentences in one announcement to a screen reader."""
TOLD = 2
"""Maximum number of sentences about a step that is shown in short."""


class Screen(Protocol):
    """The display of the table: widgets, or a recorder in tests."""

    def show_frame(self, frame: FrameView, change: Change | None) -> None:
        """Show everything around the system's view, then the view. `change` is the change to animate; None: no
        animation."""

    def show_timeline(self, view: TimelineView) -> None:
        """Show the timeline with the marks that a frame of a long game lacked."""

    def offer(self, title: str, choices: tuple[ChoiceView, ...], groups: Groups = ()) -> None:
        """Let the user choose one of several meanings of a click. Each of `groups` is a menu within the menu."""

    def tell(self, message: MessageView) -> None:
        """Show a message until the state has changed; without a text, hide the one that is there."""

    def announce(self, sentence: str) -> None:
        """Announce a sentence to a screen reader."""

    def wake(self, milliseconds: int | None) -> None:
        """Call `TablePresenter.tick` after that time. None cancels the call."""


class TablePresenter:
    """One table: a session, its words, and the screen that shows it."""

    frame: FrameView

    def __init__(self, session: Session, words: Words, screen: Screen, speed: str = "normal") -> None:
        self.session, self.words, self.screen = session, words, screen
        self.log = LogLines(session, words)
        self.marks = TimelineMarks(session, words)
        self.reader = Reader(session, words, self.log)
        self.one_roll = OneRoll(session)
        self.autoplay = Autoplay(self._play, session, screen, self.run, speed)
        self._system: SystemPresenter | None = None
        self._changes: list[Change] = []
        self._memo = Memo()
        self._opened = ""  # the heading of the group of answers that is not folded
        self._busy = self._closed = False
        self.unsaved: Callable[[SaveError], object] | None = None
        """Shows why a step could not be stored, with what can be done about it."""
        self._unsubscribe = session.subscribe(self._changed)

    def attach(self, system: SystemPresenter) -> None:
        """Set the presenter of the system's view. Call before the first refresh."""
        self._system = system

    @property
    def state(self) -> State:
        return self.session.state

    def close(self) -> None:
        """Stop following the session, and act on it no more: the next table may be on its way."""
        self._closed = True
        self._unsubscribe()
        self.screen.wake(None)

    # -- view models

    def late_marks(self) -> Iterator[None]:
        """Examine the steps whose marks the frame lacks, a few per iteration, then show the timeline with them. Does
        nothing if the frame has all."""
        if not self.marks.behind:
            return
        yield from self.marks.prepare()
        self.frame = replace(self.frame, timeline=self.marks.view())
        self.screen.show_timeline(self.frame.timeline)

    def first_frame(self) -> FrameView:
        """Build the frame of the current state without showing it."""
        self._build_frame()
        return self.frame

    def refresh(self, change: Change | None = None, moments: tuple[Moment, ...] = ()) -> None:
        """Show the current state. `change` led to it, with these turns of the story."""
        self._build_frame(moments)
        self.screen.show_frame(self.frame, change)
        self.autoplay.schedule()

    def _build_frame(self, moments: tuple[Moment, ...] = ()) -> None:
        parts = self._system.refresh() if self._system is not None else self.plain_parts()
        game, state = self.session.game, self.state
        # The end of a game counts its marks.
        timeline = self.marks.view(whole=game.result(state) is not None)
        progress = self._memo("progress", (state,), lambda: game.progress(state, self.words))
        top = parts.top or plain_top(self.session, self.words)
        if progress is not None:
            # The strip names the chapter.
            top = msgspec.structs.replace(top, progress="")
        top, ending, question = self._with_undo(top), self._ending(timeline), parts.question
        if self.session.looking and question is not None:
            question = replace(question, choices=(), entry=None, fields=())
        self.frame = FrameView(top, question, timeline, ending, progress, moments, self._look())

    def plain_parts(self) -> Parts:
        """Return the top bar and question for a system without its own: the game's question and every legal command."""
        return Parts(plain_top(self.session, self.words), plain_question(self.session, self.words, self._opened))

    def _with_undo(self, top: TopView) -> TopView:
        if self.session.looking:
            return top
        undo, redo = self.session.undo_label(self.words), self.session.redo_label(self.words)
        return replace(top, undo=undo, redo=redo)

    def _look(self) -> LookView | None:
        session, words = self.session, self.words
        if not session.looking:
            return None
        last = len(session.timeline.line) - 1
        shown = words("ui.look.shown", step=session.timeline.depth(session.head), last=last)
        stands = words("ui.look.stands", step=session.timeline.depth(session.stands))
        at, there = (telling.chapter(session, step, words) for step in (session.head, session.stands))
        return LookView(f"{shown}, {at}", f"{stands}, {there}")

    def glance(self, step: int, marks: tuple[str, ...] = ()) -> GlanceView:
        """Return a step in short, with what is marked there."""
        session, words = self.session, self.words
        sentences = telling.told(session, telling.stretch(session, step), words)
        told = tuple(one.text for one, _ in sentences[-TOLD:])
        depth, chapter = session.timeline.depth(step), telling.chapter(session, step, words)
        title = words("ui.glance.title", step=depth, chapter=chapter)
        return GlanceView(title, told or tuple(filter(None, (session.label(step, words),))), marks)

    def _ending(self, timeline: TimelineView) -> EndingView | None:
        ending = self.session.game.ending(self.state, self.words)
        if ending is None:
            return None
        numbers = list(ending.numbers)
        if ending.gains:
            gains = sum(mark.count for mark in timeline.marks if mark.kind == "gain")
            numbers.insert(1, (ending.gains, str(gains)))
        numbers.append((self.words("ui.ending.steps"), str(timeline.head)))
        tone = result_tone(self.session.result or "", ending.side)
        return EndingView(ending.title, as_sentence(ending.reason), tone, tuple(numbers))

    # -- commands

    def submit(self, command: Command) -> None:
        """Submit a command, or fold or open a group of answers. A refusal is shown as one sentence."""
        if isinstance(command, Fold):
            self._opened = "" if self._opened == command.heading else command.heading
            self.refresh()
            return
        self.submit_all((command,))

    def submit_all(self, commands: Sequence[Command]) -> None:
        """Submit several commands as one step, all or none."""
        if self.refuse_looking():
            return
        if self._system is not None:
            self._system.acting(commands[0])
        self.autoplay.resume()
        self.run(lambda: self._play(*commands))

    def _play(self, *commands: Command) -> None:
        self.session.submit(*self.one_roll.before(commands), seat=self.session.prompt.seat)

    def refuse_looking(self) -> bool:
        """Refuse to act while another step is shown than the one at which the game stands. Returns whether one is."""
        if self.session.looking:
            self.screen.tell(MessageView(self.words("ui.look.refused"), "refusal"))
        return self.session.looking

    def type_next(self) -> None:
        """Let the user type the next roll or card that the app would answer, or take that back."""
        self.one_roll.armed = not self.one_roll.armed and self.one_roll.possible
        self.refresh()
        self.screen.tell(MessageView(self.words("ui.type.armed")) if self.one_roll.armed else NO_MESSAGE)

    def answer_chance(self, values: tuple[int | None, ...]) -> None:
        """Submit the values of real dice or cards, each from 0, None for a die that the app rolls."""
        self.submit_all(self.one_roll.after(self.session.game.answer(self.state, self.session.rolled(values))))

    def give(self, command: Command | None, values: tuple[int | None, ...]) -> RefusedView:
        """Submit what a phone gives: a command, or values of real dice or cards. Return the refusal, without text on
        success."""
        game, state = self.session.game, self.state
        if command is None:
            commands = self.one_roll.after(game.answer(state, self.session.rolled(values)))
        else:
            commands = (command,)
        if self._system is not None:
            self._system.acting(commands[0])
        self.autoplay.resume()
        return self.tried(lambda: self._play(*commands))

    def fill(self, form: str, values: Mapping[str, Any]) -> RefusedView:
        """Submit the pending form with this id, filled in. Return the refusal, without text on success; one that is
        about no field is shown."""
        if self.refuse_looking():
            return NOTHING
        self.autoplay.resume()
        refused, shown = self._attempt(lambda: self._fill(form, values))
        if refused.field:
            self.screen.announce(refused.text)
        elif not shown:
            self.refuse(refused)
        return refused

    def _fill(self, form: str, values: Mapping[str, Any]) -> None:
        command = filled(self.session.game, self.state, form, values, self.words)
        if self._system is not None:
            self._system.acting(command)
        self._play(command)

    def answer_key(self, key: str) -> bool:
        """Submit the choice with this key, one of `KEYS`, "⏎" for the primary one. Return False if there is none."""
        question = self.frame.question
        for choice in question.choices if question is not None else ():
            if choice.key == key:
                self.submit(choice.command)
                return True
        return False

    def plays(self) -> tuple[PaletteEntry, ...]:
        """Return every legal command for the palette, with the key of those that have one."""
        question = self.frame.question
        keys = [(choice.command, choice.key) for choice in question.choices] if question is not None else []
        return play_entries(self.session, self.words, keys)

    def proceed(self) -> bool:
        """Submit the primary answer, as Space and Enter do."""
        self.autoplay.resume()
        return self.answer_key("⏎")

    def cancel(self) -> None:
        """Drop the unfinished choice and fold the open group of answers, as Esc does."""
        if self.one_roll.armed:
            self.type_next()
        if self._opened:
            self.submit(Fold(self._opened))
        if self._system is not None:
            self._system.cancel()

    def run(self, act: Callable[[], object]) -> None:
        """Apply an operation to the session, then refresh the display once. A refusal is shown."""
        refused, shown = self._attempt(act)
        if not shown:
            self.refuse(refused)

    def tried(self, act: Callable[[], object]) -> RefusedView:
        """Like `run`, but return the refusal instead of showing it."""
        return self._attempt(act)[0]

    def _attempt(self, act: Callable[[], object]) -> tuple[RefusedView, bool]:
        """Apply an operation to the session, then refresh the display once. Return the refusal, without text on
        success, and whether `unsaved` has shown it."""
        if self._closed:
            return NOTHING, False
        if not self._busy and self._system is not None:
            self._system.acted()
        self._busy = True
        refused, shown = NOTHING, False
        try:
            act()
        except SaveError as error:
            # Nothing has changed, and whatever was refused can be repeated once the game is written elsewhere.
            refused, shown = self.refusal(error), self.unsaved is not None
            if self.unsaved is not None:
                self.unsaved(error)
        except DefianceError as error:
            refused = self.refusal(error)
        finally:
            self._busy = False
            self._show_changes()
        return refused, shown

    def refuse(self, refused: RefusedView) -> None:
        """Show a refusal, if it has a text."""
        if refused.text:
            self.screen.tell(MessageView(refused.text, "refusal", refused.rules))

    def refusal(self, error: DefianceError) -> RefusedView:
        """Return an error as a refusal in the user's language."""
        game, state, words = self.session.game, self.state, self.words
        rules = (error.rule,) if isinstance(error, Illegal) and error.rule else ()
        text = format_error(error, words, lambda illegal: game.refusal(illegal, state, words))
        field = str(error.values.get("field", "")) if isinstance(error, Illegal) else ""
        return RefusedView(as_sentence(text), rules, field)

    def _changed(self, change: Change) -> None:
        self._changes.append(change)
        if not self._busy:
            self._show_changes()

    def _show_changes(self) -> None:
        changes, self._changes = self._changes, []
        if not changes:
            self.refresh()
            return
        events = tuple(event for change in changes for event in change.events)
        last = changes[-1]
        whole = Change(changes[0].before, last.after, events, last.step, last.cause)
        if last.cause == "submit":
            self.autoplay.told = sum(len(text) for change in changes for text in self.log.told(change.step))
            told = (self.log.moment(change.step) for change in changes if change.cause == "submit")
            self.refresh(whole, tuple(moment for moment in told if moment is not None))
        else:
            self.refresh()
        self._announce(changes)

    def _announce(self, changes: Sequence[Change]) -> None:
        look = self.frame.look
        asked = (
            f"{self.frame.top.actor} {self.frame.top.ask}".strip() if look is None else f"{look.shown}, {look.stands}"
        )
        if changes[-1].cause != "submit":
            self.screen.announce(asked)
            return
        sentences = [as_sentence(text) for change in changes for text in self.log.told(change.step)]
        self.screen.announce(" ".join([*sentences, asked][-SPOKEN:]))

    # -- autoplay

    @property
    def moving(self) -> bool:
        """Whether steps run automatically: an opponent's turn, or a replay."""
        return self.autoplay.moving

    @property
    def speed(self) -> str:
        return self.autoplay.speed

    def play(self) -> None:
        """Play or pause the automatic steps, or the replay of past ones."""
        self.autoplay.toggle()
        self.refresh()

    def hurry(self) -> None:
        """Play the rest of the opponent's turn without a pause."""
        self.autoplay.hurry()
        self.refresh()

    def set_speed(self, speed: str) -> None:
        """Set how long each automatic prompt is shown; `speed` is a key of SPEEDS."""
        self.autoplay.speed = speed
        self.autoplay.schedule()

    def tick(self) -> None:
        """Take the next automatic step when the timer expires."""
        self.autoplay.tick()

    # -- the timeline

    def undo(self) -> None:
        """Undo the last user action and everything that followed from it."""
        self._travel(self.session.undo)

    def redo(self) -> None:
        self._travel(self.session.redo)

    def step(self, by: int) -> None:
        """Look at the step so many steps away on the current line, or at its end."""
        timeline = self.session.timeline
        self.to_depth(min(max(0, timeline.depth(timeline.head) + by), len(timeline.line) - 1))

    def to_depth(self, depth: int) -> None:
        """Look at a step of the current line; -1 is its end."""
        self.look(self.session.timeline.line[depth])

    def look(self, step: int) -> None:
        """Look at any step. The game stands where it did, and nothing acts meanwhile."""
        self._travel(lambda: self.session.look(step))

    def back(self) -> None:
        """Show the game where it stands, and let its automatic steps run on."""
        self.look(self.session.stands)
        self.autoplay.resume()
        self.autoplay.schedule()

    def look_at_sitting(self) -> str:
        """Look at where the last sitting began. Return how long it was, in a sentence, "" without one."""
        steps = last_sitting(self.session)
        if steps:
            self.look(self.session.timeline.parent(steps[0]) or 0)
        return self._sitting(steps)

    @property
    def sitting(self) -> str:
        """How long the last sitting was, in a sentence, "" without one."""
        return self._sitting(last_sitting(self.session))

    def _sitting(self, steps: Sequence[int]) -> str:
        if not steps:
            return ""
        session, words = self.session, self.words
        first, last = (telling.chapter(session, step, words) for step in (steps[0], steps[-1]))
        span = first if first == last else words("ui.sitting.span", first=first, last=last)
        return words.count("ui.sitting", len(steps), n=len(steps), span=span)

    def go_on(self) -> None:
        """Let the game stand at the step that is shown. Where steps follow it, the next command begins a branch."""
        session = self.session
        step = session.head
        name = self.words("ui.look.branch", step=session.timeline.depth(step))
        follows = session.timeline.children(step)
        self._travel(lambda: session.fork(step, name) if follows else session.jump(step))

    def follow(self, text: str) -> None:
        """Do a step of a lesson, given as a command in text form."""
        self.submit(self.session.game.parse(text))

    def show_guide(self, shown: bool) -> None:
        """Show the guide of a guided game, or close it. The game goes on."""
        self.run(lambda: self.session.show_guide(shown))

    def start_over(self) -> None:
        """Return to the start of the lesson."""
        course = self.session.course
        self._travel(lambda: self.session.jump(course.start if course is not None else 0))

    def _travel(self, move: Callable[[], object]) -> None:
        self.autoplay.hold()
        if self._system is not None:
            self._system.travelled()
        self.run(move)

    def checkpoint(self, name: str) -> None:
        self.run(lambda: self.session.checkpoint(name))

    def rename_branch(self, step: int, name: str) -> None:
        """Give the branch of a step another name."""
        self.run(lambda: self.session.rename_branch(step, name))

    def note(self, text: str) -> None:
        self.run(lambda: self.session.note(text))

    def fork(self, name: str) -> None:
        """Begin a branch with this name at the head. The next command is its first step."""
        self.run(lambda: self.session.fork(self.session.head, name))

    def try_again(self, step: int, name: str) -> None:
        """Begin a branch with this name at a step, with other dice than those that came."""

        def begin() -> None:
            self.session.look(self.session.stands)
            self.session.dice_after_undo = "fresh"
            self.session.fork(step, name)

        self._travel(begin)
        self.autoplay.resume()
        self.autoplay.schedule()

    # -- chance and corrections

    def set_dice_after_undo(self, fresh: bool) -> None:
        """Set whether the app rolls fresh dice after an undo."""

        def change() -> None:
            self.session.dice_after_undo = "fresh" if fresh else "same"

        self.run(change)

    def set_answer(self, key: str, person: bool) -> None:
        """Set whether users or the app answer this kind of chance ("team.dice")."""
        who: Literal["app", "person"] = "person" if person else "app"
        self.submit(self.session.game.set_answer(key, who))

    def step_parts(self, step: int) -> tuple[PartView, ...]:
        """Return what a step holds and what it can be replaced by; () for the Setup."""
        return () if self.session.timeline.parent(step) is None else step_parts(self.session, step, self.words)

    def part_of(self, step: int, event: int) -> int:
        """Return the index of the part that has caused an event of the step."""
        return part_at(parts(self.session, step), event)

    def correcting(
        self, step: int, part: int, command: Command, left_out: frozenset[int]
    ) -> Generator[int, None, Correction]:
        """Find out in slices what a correction would do. Nothing is changed."""
        reason = self.words("ui.correct.reason")
        return previewing(self.session, step, command, self.words, part=part, reason=reason, left_out=left_out)

    def filled_at(self, state: State, form: str, values: Mapping[str, Any]) -> Command:
        """Return the command that a form of an earlier state makes of these values. Raises `Illegal`."""
        game = self.session.game
        command = filled(game, state, form, values, self.words)
        game.decide(state, command)
        return command

    def answer_at(self, state: State, values: Sequence[int | None]) -> Command:
        """Return the command that answers the chance of an earlier state, None being a die that the app rolls."""
        return self.session.game.answer(state, self.session.rolled(values, state))

    def correct(self, found: Correction, note: str = "") -> None:
        """Carry a correction out: its line becomes the game, the old one stays as a branch."""
        words = self.words

        def change() -> None:
            correct(self.session, found, words("ui.correct.branch"), note)
            self.screen.tell(MessageView(words("ui.correct.done")))

        self.run(change)

    def subjects(self) -> Sequence[Subject]:
        """Return everything that can be corrected manually."""
        return self.session.game.subjects(self.state, self.words)

    def overrule(self, values: Mapping[str, Any], reason: str) -> RefusedView:
        """Correct these values (path to value), one after the other or, if that is refused, all at once. Returns the
        refusal, without text on success."""
        if not values:
            return RefusedView(self.words("ui.overrule.nothing"))
        commands = self.session.game.overrule(values, reason.strip())
        refused = self.tried(lambda: self.session.submit(*commands))
        if refused.text and len(values) > 1:
            together = self.session.game.overrule(values, reason.strip(), together=True)
            if not self.tried(lambda: self.session.submit(*together)).text:
                return NOTHING
        return refused
