"""Plays a short game at the real window for the benchmark and prints how long each act stops the event loop.

The only argument is a long save. Prints one line per act: milliseconds and the act's name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell import collector
from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Deployment
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.workshop.window.heartbeat import Heartbeat

SEED = 7
MOST = 60
DRAGGED_AT, DRAGGED_BY = 8, 6  # pixels: from the edges of the timeline, and in one move


class Player:
    """Plays at one window, each act measured."""

    def __init__(self, window: Window, heart: Heartbeat) -> None:
        self.window, self.heart = window, heart

    @property
    def table(self) -> Table:
        assert self.window.table is not None
        return self.window.table

    @property
    def view(self) -> DefianceView:
        assert isinstance(self.table.view, DefianceView)
        return self.table.view

    def has(self, kind: type) -> bool:
        return any(isinstance(one, kind) for one in self.table.session.legal())

    def submit(self, name: str, kind: type) -> None:
        """Submit the first legal command of this kind, if there is one."""
        found = next((one for one in self.table.session.legal() if isinstance(one, kind)), None)
        if found is not None:
            self.measure(name, lambda: self.table.presenter.submit(found))

    def measure(self, name: str, act: Callable[[], object], done: Callable[[], bool] | None = None) -> None:
        self.heart.measure(name, act, done or self.is_at_rest)

    def is_at_rest(self) -> bool:
        if self.window.background.waiting:
            return False
        return self.window.table is None or not (self.view.busy or self.view.board.ground.busy())

    def deploy(self) -> None:
        presenter = self.view.presenter
        while isinstance(self.table.session.state.agenda[-1], Deployment):
            self.measure("deploy", lambda: presenter.click_space(presenter.view.board.choices[0]))

    def equip(self) -> None:
        presenter = self.view.presenter
        self.measure("activate", lambda: presenter.click_card(next(v.id for v in presenter.view.cards if v.selectable)))
        self.measure("Equip", lambda: presenter.press("equip"))
        for _ in range(2):
            self.submit("Equip: Give", c.Give)
            self.submit("Equip: Place", c.Place)
        self.submit("Equip: finish", c.FinishEquip)

    def what_if(self) -> None:
        """Compare plans until all are counted to the end of the Round, then go on counting whole games."""
        action = self.window.named_actions["turn.what_if"]
        what_if = self.window.what_if
        self.measure("what if: plans", action.trigger, lambda: bool(what_if.shown))
        self.measure("what if: counting", lambda: None, lambda: what_if.shown is not None and what_if.shown.games > 0)
        self.measure("what if: close", action.trigger)

    def turning(self) -> None:
        """Open the page of turning points and count until the line has begun."""
        turning = self.window.turning
        action = self.window.named_actions["game.turning"]
        self.measure("turning points: page", action.trigger, lambda: turning.dialog is not None)
        self.measure(
            "turning points: counting", lambda: None, lambda: turning.found is not None and any(turning.found.line)
        )
        self.measure("turning points: close", turning.hide)

    def enemy_turn(self) -> None:
        """Pass until the Enemy acts, and watch its turn at the fast speed."""
        self.table.timeline.sped.emit("fast")
        for _ in range(MOST):
            if self.has(c.Proceed):
                break
            kind = c.EndActivation if self.has(c.EndActivation) else object
            self.submit("end Activation", kind)
        self.measure("the Enemy's turn", lambda: None, lambda: not self.has(c.Proceed) and self.is_at_rest())

    def drag(self) -> None:
        """Drag the head along the timeline, a move in each turn of the event loop."""
        track = self.table.timeline.track
        places = [QPoint(x, DRAGGED_AT) for x in range(DRAGGED_AT, track.width(), DRAGGED_BY)]
        QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=places[0])
        left = iter(places)
        over = False

        def move() -> None:
            nonlocal over
            place = next(left, None)
            if place is None:
                QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=places[-1])
                over = True
            else:
                QTest.mouseMove(track, place)
                QTimer.singleShot(0, move)

        self.measure("drag along the timeline", move, lambda: over)


def play(save: Path, folder: Path) -> dict[str, float]:
    """Return the longest stop of each act, in milliseconds."""
    window = make_window(folder / "data", folder / "config")
    window.resize(1600, 1000)
    heart = Heartbeat()
    player = Player(window, heart)
    heart.measure("start screen", window.show)
    heart.measure("New game", window.games.show, player.is_at_rest)
    game = NewGame(DEFAULT, "mission.extraction.name", "extraction", SEED, "en", {}, ())
    player.measure("Begin", lambda: window.games.begin(game))
    player.deploy()
    player.what_if()
    player.equip()
    player.enemy_turn()
    player.turning()
    for theme in ("light", "dark"):
        player.measure("change of theme", lambda theme=theme: window.change(theme=theme))  # type: ignore[misc]
    for language in ("es", "ru"):
        player.measure("change of language", lambda language=language: window.change(language=language))  # type: ignore[misc]
    player.measure("open a save", lambda: window.open(save))
    player.drag()
    player.measure("close the game", window.close_game)
    window.close()
    return heart.stops


def main(save: Path) -> None:
    collector.defer()
    application(sys.argv[:1])
    with TemporaryDirectory() as folder:
        for name, longest in play(save, Path(folder)).items():
            print(f"{longest:.1f} {name}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
