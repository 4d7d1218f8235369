"""Games at a given point, and a screen that notes what it is told: for tests of the window's plain parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from defiance_qt.core.session import Change
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.values import ChoiceView, FrameView, HoverView, MessageView, TimelineView
from defiance_qt.shell.presenter import Groups, TablePresenter
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.values import NO_PATH, PathView
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from defiance_qt.words.catalogue import Words
from tests.bounds import repeat
from tests.texts import defiance_words

MISSION = "extraction"


@cache
def english() -> Words:
    return defiance_words("en")


def new_game(seed: int = 7, **options: Any) -> Session:
    """A new game of mission 1 in memory."""
    return Session.new(mission=MISSION, seed=seed, options=options)


def deployed(seed: int = 7, **options: Any) -> Session:
    """The team stands on the board; Round 1 asks who is activated."""
    session = new_game(seed, **options)
    for deploys in repeat(lambda: [one for one in session.legal() if isinstance(one, c.Deploy)], session.legal):
        first = deploys[0].character
        own = [one for one in deploys if one.character == first]
        session.submit(own[len(own) // 2])
    return session


def activated(character: str = "cadin", seed: int = 7, **options: Any) -> Session:
    """The Activation of a Character."""
    session = deployed(seed, **options)
    session.submit(c.Activate(character))
    return session


def until(session: Session, chosen: Callable[[Session], bool], most: int = 1500) -> Session:
    """Play on by a plain rule, shooting where possible and walking eastward, until something holds.

    Raises AssertionError when it never does.
    """
    for _ in range(most):
        if chosen(session):
            return session
        legal = session.legal()
        if not legal:
            break
        session.submit(max(legal, key=liking))
    raise AssertionError("the game never came to that point")


def liking(command: Any) -> tuple[float, str]:
    """Return how much the plain rule of `until` likes a command."""
    weights: dict[type, float] = {c.Attack: 9, c.Hack: 8.5, c.Interact: 8, c.UseSwitch: 7}
    weights |= {c.Move: 4.9, c.EndActivation: 1, c.Rest: 0.5}
    if isinstance(command, c.StepTo):
        return (5 + (ord(command.space[0]) - ord("A")) / 30, command.space)
    return (weights.get(type(command), 0.3 if isinstance(command, c.Equip) else 2), repr(command))


def can_attack(session: Session) -> bool:
    return any(isinstance(one, c.Attack) for one in session.legal())


class Notes:
    """The screen of a table and of its board, which shows nothing and notes everything."""

    def __init__(self) -> None:
        self.frames: list[FrameView] = []
        self.changes: list[Change | None] = []
        self.late: list[TimelineView] = []
        self.hover: HoverView | None = None
        self.outlook: HoverView | None = None
        self.path = NO_PATH
        self.line: Any = None
        self.plan: Any = ((), ())
        self.offered: tuple[ChoiceView, ...] = ()
        self.told: list[str] = []
        self.rules: list[tuple[str, ...]] = []
        self.messages: list[MessageView] = []
        self.said: list[str] = []
        self.delay: int | None = None

    @property
    def frame(self) -> FrameView:
        """What surrounds the board now."""
        return self.frames[-1]

    def show_frame(self, frame: FrameView, change: Change | None) -> None:
        self.frames.append(frame)
        self.changes.append(change)

    def show_timeline(self, view: TimelineView) -> None:
        self.late.append(view)

    def show_hover(self, hover: HoverView | None) -> None:
        self.hover = hover

    def show_outlook(self, view: HoverView | None) -> None:
        self.outlook = view

    def show_path(self, path: PathView) -> None:
        self.path = path

    def show_plan(self, out: Any, into: Any) -> None:
        self.plan = (out, into)

    def show_line(self, line: Any) -> None:
        self.line = line

    def offer(self, title: str, choices: tuple[ChoiceView, ...], groups: Groups = ()) -> None:
        self.offered = choices

    def tell(self, message: MessageView) -> None:
        self.messages.append(message)
        if message.text:
            self.told.append(message.text)
            self.rules.append(message.rules)

    def announce(self, sentence: str) -> None:
        self.said.append(sentence)

    def wake(self, milliseconds: int | None) -> None:
        self.delay = milliseconds


def table(session: Session, speed: str = "normal", words: Words | None = None) -> tuple[BoardPresenter, Notes]:
    """The presenter of a session's board, at a table whose screen notes."""
    notes = Notes()
    shell = TablePresenter(session, words or english(), notes, speed)
    board = BoardPresenter(shell, notes)
    shell.attach(board)
    shell.refresh()
    return board, notes
