"""Games at a given point, and a screen that notes what it is told: for tests of the window's plain parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from defiance_qt.core.session import Change
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.bridge import Bridge
from defiance_qt.systems.defiance.view.present.values import ChoiceView, HoverView, Picture
from defiance_qt.words.catalogue import Words

MISSION = "extraction"


@cache
def english() -> Words:
    return Words("en")


def new_game(seed: int = 7, **options: Any) -> Session:
    """A new game of mission 1 in memory."""
    return Session.new(mission=MISSION, seed=seed, options=options)


def deployed(seed: int = 7, **options: Any) -> Session:
    """The team stands on the board; Round 1 asks who is activated."""
    session = new_game(seed, **options)
    while deploys := [one for one in session.legal() if isinstance(one, c.Deploy)]:
        first = deploys[0].character
        own = [one for one in deploys if one.character == first]
        session.submit(own[len(own) // 2])
    return session


def activated(character: str = "cadin", seed: int = 7, **options: Any) -> Session:
    """The Activation of a Character."""
    session = deployed(seed, **options)
    session.submit(c.Activate(character))
    return session


def until(session: Session, wanted: Callable[[Session], bool], most: int = 1500) -> Session:
    """Play on by a plain rule, shooting where possible and walking eastward, until something holds.

    Raises AssertionError when it never does.
    """
    for _ in range(most):
        if wanted(session):
            return session
        legal = session.legal()
        if not legal:
            break
        session.submit(max(legal, key=_liking))
    raise AssertionError("the game never came to that point")


def _liking(command: Any) -> tuple[float, str]:
    weights: dict[type, float] = {c.Attack: 9, c.Hack: 8.5, c.Interact: 8, c.UseSwitch: 7}
    weights |= {c.Move: 4.9, c.EndActivation: 1, c.Rest: 0.5}
    if isinstance(command, c.StepTo):
        return (5 + (ord(command.space[0]) - ord("A")) / 30, command.space)
    return (weights.get(type(command), 0.3 if isinstance(command, c.Equip) else 2), repr(command))


class Notes:
    """A screen that shows nothing and notes everything."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self.changes: list[Change | None] = []
        self.hover: HoverView | None = None
        self.path: tuple[tuple[str, ...], int] = ((), 0)
        self.line: Any = None
        self.offered: tuple[ChoiceView, ...] = ()
        self.told: list[str] = []
        self.rules: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.delay: int | None = None

    def show_picture(self, picture: Picture, change: Change | None) -> None:
        self.pictures.append(picture)
        self.changes.append(change)

    def show_hover(self, hover: HoverView | None) -> None:
        self.hover = hover

    def show_path(self, path: tuple[str, ...], cost: int) -> None:
        self.path = (path, cost)

    def show_line(self, line: Any) -> None:
        self.line = line

    def offer(self, title: str, choices: tuple[ChoiceView, ...]) -> None:
        self.offered = choices

    def tell(self, sentence: str, rules: tuple[str, ...] = ()) -> None:
        self.told.append(sentence)
        self.rules.append(rules)

    def announce(self, sentence: str) -> None:
        self.said.append(sentence)

    def wake(self, milliseconds: int | None) -> None:
        self.delay = milliseconds


def table(session: Session, speed: str = "normal") -> tuple[Bridge, Notes]:
    """A bridge over a session, with a screen that notes."""
    notes = Notes()
    bridge = Bridge(session, english(), notes, speed)
    bridge.refresh()
    return bridge, notes
