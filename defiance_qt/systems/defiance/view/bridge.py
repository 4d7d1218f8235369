"""Between the session and the table: turns clicks and keys into commands, and the state into what is shown.

Plain Python, no Qt. Whoever shows the table is a `Screen`; everything a person can do at it is a method here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Change, Session
from defiance_qt.shell.pace import Pace
from defiance_qt.shell.present.story import Story
from defiance_qt.shell.present.times import Times
from defiance_qt.shell.reader import Reader
from defiance_qt.shell.screen import Screen
from defiance_qt.shell.travel import Travel
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import label
from defiance_qt.systems.defiance.view.foresight import Foresight
from defiance_qt.systems.defiance.view.present import reasons
from defiance_qt.systems.defiance.view.present.equip import EquipView, equip_view
from defiance_qt.systems.defiance.view.present.names import Names, Words, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers, group, kind
from defiance_qt.systems.defiance.view.present.overrule import together
from defiance_qt.systems.defiance.view.present.picture import picture
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.values import ChoiceView, ExplainedView
from defiance_qt.systems.defiance.view.present.why_not import NOTHING, RefusedView, WhyNot, said


class Bridge:
    """One table: a session, its words, and the screen that shows it."""

    def __init__(self, session: Session, words: Words, screen: Screen, speed: str = "normal") -> None:
        self.session = session
        self.screen = screen
        self.picked = ""
        self.chosen = ""
        self._doors = _door_spaces(session)
        self._changes: list[Change] = []
        self._busy = False
        self._odds = ""
        self._end = session.subscribe(self._changed)
        self._speak(words)
        self.pace = Pace(session, screen, self.travel, self._run, speed)

    # -- what stands

    def _speak(self, words: Words) -> None:
        self.words = words
        self.names = Names(words, rules_of(self.session).catalog)
        self.story = Story(self.session, words)
        self.times = Times(self.session, self.names)
        self.foresight = Foresight(self.session, self.names)
        self.reader = Reader(self.session, words, self.story)
        self.travel = Travel(self.session, self.words)
        self.why_not = WhyNot(self.session, self.names, self._doors)

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def close(self) -> None:
        self._end()
        self.screen.wake(None)

    def refresh(self, change: Change | None = None) -> None:
        """Show everything as it stands."""
        state = self.state
        self.offers = Offers(self.session.legal(), state, self._doors)
        self._settle(state)
        self.picture = picture(
            self.session,
            self.names,
            self.offers,
            self.times,
            picked=self.picked,
            chosen=self.chosen,
            reach=self.foresight.reach(self.offers),
            told=self._told(),
            odds=self._odds,
            undo=self.travel.undo_label(),
            redo=self.travel.redo_label(),
            why_not=self.why_not.action,
        )
        self.screen.show_picture(self.picture, change)
        self.pace.go_on()

    def _settle(self, state: State) -> None:
        """Forget choices that the state has overtaken."""
        if self.picked and self.picked not in self.offers.by_group:
            self.picked = ""
        frame = state.agenda[-1] if state.agenda else None
        waiting = frame.waiting if isinstance(frame, f.Deployment) else ()
        if self.chosen not in waiting:
            self.chosen = waiting[0] if waiting else ""
        if not any(isinstance(one, f.Roll) for one in state.agenda):
            self._odds = ""

    def _told(self) -> ExplainedView:
        """What the last step tells of the Enemy's doings: its choices explained, else simply what happened."""
        if not self.offers.of("proceed"):
            return ExplainedView()
        step = self.session.timeline.step(self.session.head)
        found = reasons.explained(step.events, self.state, self.names)
        return found if found.lines else ExplainedView(self.story.sentences(self.session.head)[-3:])

    # -- what a person does

    def press(self, action: str) -> None:
        """A button of the active card: does it, or lets its target be chosen."""
        commands = self.offers.by_group.get(action, [])
        if not commands:
            self._refuse(self.why_not.action(action))
            return
        if len(commands) == 1 and action != "drag":
            self.submit(commands[0])
            return
        self.picked = "" if self.picked == action else action
        self.screen.announce(self.words(f"ui.pick.{action.split(':')[0]}"))
        self.refresh()

    def cancel(self) -> None:
        """Esc: no target is being chosen any more, nothing is previewed."""
        self.screen.show_hover(None)
        if self.picked:
            self.picked = ""
            self.refresh()

    def click_card(self, id: str) -> None:
        """A Character's card."""
        if any(one.character == id for one in self.offers.of("deploy")):
            self.chosen = id
            self.refresh()
            return
        self._mean(self.offers.clicked(id, self.picked), id)

    def click_figure(self, id: str) -> None:
        """A figure on the board."""
        meant = self.offers.clicked(id, self.picked)
        if meant:
            self._mean(meant, id)
        else:
            figure = self.state.team.get(id) or self.state.enemies.get(id)
            if figure is not None and figure.space:
                self.click_space(figure.space)
            else:
                self._mean((), id)

    def click_space(self, space: str) -> None:
        """A space of the board: an answer, a way to go, or something that stands there."""
        deploys = [one for one in self.offers.of("deploy") if one.space == space and one.character == self.chosen]
        if deploys:
            self.submit(deploys[0])
            return
        meant = [one for one in self.offers.clicked(space, self.picked) if kind(one) not in ("deploy", "step")]
        steps = [] if self.picked else [one for one in self.offers.on(space) if kind(one) == "step"]
        if not self.picked and not steps:
            path = self.foresight.path(space)
            if path:
                self.walk(path)
                return
        if steps and self.foresight.path(space):
            self.submit(steps[0])
        elif steps and not meant:
            # One may pass there, not stay: the way through is taken by a click beyond.
            name = self.names.short(steps[0].character)
            self._refuse(RefusedView(self.words("ui.why_not.through", name=name, space=space), ("R-056",)))
        else:
            self._mean(meant, self.why_not.standing(space) or space)

    def walk(self, path: Sequence[str]) -> None:
        """Step along a path: one command a space, all of them one step of the timeline."""
        frame = activation(self.state)
        if frame is None:
            return
        first: list[Any] = []
        if not frame.points and self.offers.of("move"):
            first = list(self.offers.of("move"))
        steps = [*first, *(c.StepTo(frame.character, space) for space in path)]
        self._run(lambda: self.session.submit(*steps))

    def options(self, about: str) -> tuple[ChoiceView, ...]:
        """Everything that can be done about a figure, an element or a space."""
        return self._choices(self.offers.at(about) or self.offers.on(about))

    def _mean(self, commands: Sequence[Any], about: str) -> None:
        """A click with these meanings: the only one is done, of several one is chosen; without one it is said why."""
        if len(commands) == 1:
            self.submit(commands[0])
        elif commands:
            self._offer(commands)
        else:
            found = self.why_not.click(about, self.picked, self.chosen)
            if self.picked and not found.text:
                found = RefusedView(self.words("ui.pick.not_here"))
            self._refuse(found)

    def _refuse(self, refused: RefusedView) -> None:
        if refused.text:
            self.screen.tell(refused.text, refused.rules)

    def _choices(self, commands: Sequence[Any]) -> tuple[ChoiceView, ...]:
        return tuple(
            ChoiceView(label(one, self.state, self.words, actor=False), one, str(place) if place < 10 else "")
            for place, one in enumerate(commands, 1)
        )

    def _offer(self, commands: Sequence[Any]) -> None:
        groups = {group(one) for one in commands}
        title = self.words(f"ui.pick.{kind(commands[0])}") if len(groups) == 1 else self.words("ui.pick.what")
        self.screen.offer(title, self._choices(commands))

    def answer_key(self, key: str) -> bool:
        """The key of a choice was pressed: "1" … "9", or "⏎" for the primary one. False when there is none."""
        question = self.picture.question
        for choice in question.choices if question is not None else ():
            if choice.key == key:
                self.submit(choice.command)
                return True
        return False

    def proceed(self) -> bool:
        """Space or Enter: the primary answer."""
        self.pace.resume()
        return self.answer_key("⏎")

    def submit(self, command: Any) -> None:
        """Give a command; a refusal is told in its own sentence."""
        self._remember_odds(command)
        self.pace.resume()
        self._run(lambda: self.session.submit(command))

    def _remember_odds(self, command: Any) -> None:
        if isinstance(command, c.Attack | c.Hack):
            self._odds = self.foresight.odds_line(command)

    def _run(self, act: Callable[[], object]) -> None:
        """Do something to the session, then show what came of it, once; a refusal is told."""
        self._refuse(self._tried(act))

    def _tried(self, act: Callable[[], object]) -> RefusedView:
        """The same, but a refusal is returned."""
        self.picked = "" if not self._busy else self.picked
        self.screen.show_hover(None)
        self._busy = True
        refused = NOTHING
        try:
            act()
        except DefianceError as error:
            refused = said(error, self.state, self.names)
        finally:
            self._busy = False
            self._shown()
        return refused

    def _changed(self, change: Change) -> None:
        self._changes.append(change)
        if not self._busy:
            self._shown()

    def _shown(self) -> None:
        changes, self._changes = self._changes, []
        if not changes:
            self.refresh()
            return
        events = tuple(event for change in changes for event in change.events)
        last = changes[-1]
        whole = Change(changes[0].before, last.after, events, last.step, last.cause)
        self.refresh(whole if last.cause == "submit" else None)
        self._announce(changes)

    def _announce(self, changes: Sequence[Change]) -> None:
        if changes[-1].cause != "submit":
            self.screen.announce(f"{self.picture.top.actor} {self.picture.top.ask}".strip())
            return
        said = [text for change in changes for text in self.story.sentences(change.step)]
        said.append(f"{self.picture.top.actor} {self.picture.top.ask}".strip())
        self.screen.announce(". ".join(said[-8:]))

    # -- the pace

    @property
    def moving(self) -> bool:
        """Whether the table goes on by itself: the Enemy's turn, or a replay."""
        return self.pace.moving

    @property
    def speed(self) -> str:
        return self.pace.speed

    def play(self) -> None:
        """Play or pause: the Enemy's turn, or what has been played before, step by step."""
        self.pace.toggle()
        self.refresh()

    def set_speed(self, speed: str) -> None:
        """How long each prompt of the Enemy's turn stands: a key of SPEEDS."""
        self.pace.speed = speed
        self.pace.go_on()

    def tick(self) -> None:
        """The time to read is over."""
        self.pace.tick()

    # -- through time

    def undo(self) -> None:
        """Take back what a person did last, with what followed from it."""
        self._travel(self.travel.undo)

    def redo(self) -> None:
        self._travel(self.travel.redo)

    def step(self, by: int) -> None:
        """So many steps back or forth on the current line."""
        self._travel(lambda: self.travel.by(by))

    def to_depth(self, depth: int) -> None:
        """To a place on the current line; -1 is its end."""
        self._travel(lambda: self.travel.to_depth(depth))

    def jump(self, step: int) -> None:
        self._travel(lambda: self.session.jump(step))

    def _travel(self, move: Callable[[], object]) -> None:
        self.pace.look()
        self._odds = ""
        self._run(move)

    def checkpoint(self, name: str) -> None:
        self._run(lambda: self.session.checkpoint(name))

    def note(self, text: str) -> None:
        self._run(lambda: self.session.note(text))

    def fork(self, name: str) -> None:
        """What is done next begins a branch with this name."""
        self._run(lambda: self.session.fork(self.session.head, name))

    def set_dice_after_undo(self, fresh: bool) -> None:
        def change() -> None:
            self.session.dice_after_undo = "fresh" if fresh else "same"

        self._run(change)

    def set_answer(self, key: str, person: bool) -> None:
        """From now on people answer this kind of chance ("team.dice"), or the app does."""
        side, _, what = key.partition(".")
        who: Literal["app", "person"] = "person" if person else "app"
        self.submit(c.SetAnswer("team" if side == "team" else "enemy", what, who))

    def overrule(self, commands: Sequence[c.Overrule]) -> RefusedView:
        """Correct values by hand, one after the other or, where that cannot be, all at once. Why not, if it cannot."""
        refused = self._tried(lambda: self.session.submit(*commands))
        if refused.text and len(commands) > 1 and not self._tried(lambda: self.session.submit(together(commands))).text:
            return NOTHING
        return refused

    # -- looking

    def hover_figure(self, id: str) -> None:
        """What an attack at this figure would do, before the click."""
        hover, line = self.foresight.figure(id, self.offers, self.picked)
        self.screen.show_hover(hover)
        self.screen.show_line(line)

    def hover_space(self, space: str) -> None:
        """The way to a space and what it costs."""
        path = self.foresight.path(space) if space and not self.picked else ()
        self.screen.show_path(path, self.foresight.cost(space))

    def equip(self) -> EquipView:
        """The Equip Action in progress: who holds what, and where each card may go."""
        found = tuple(
            (self.words(f"loot.{event.card}.name"), self.words(f"loot.{event.card}.text"))
            for event in self.session.timeline.step(self.session.head).events
            if isinstance(event, e.LootFound)
        )
        return equip_view(self.state, rules_of(self.session), self.names, self.offers, found)


def _door_spaces(session: Session) -> dict[str, tuple[str, ...]]:
    """The two spaces that each door lies between."""
    rules = rules_of(session)
    found: dict[str, tuple[str, ...]] = {}
    for door in rules.board.doors:
        first, second = rules.board.door_cells(rules.board.door_index[door.id])
        found[door.id] = (rules.board.name(first), rules.board.name(second))
    return found
