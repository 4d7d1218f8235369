"""Takes the screenshots for the documentation (`make shots`) by playing a game."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from defiance_qt.extend.systems import words_of
from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.panels.editors import PlaceEditor
from defiance_qt.shell.table import Table
from defiance_qt.shell.theme import THEMES
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.outlook import outlook, threat_areas
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from defiance_qt.systems.defiance.view.table import DefianceView
from defiance_qt.words.languages import LANGUAGES
from tests.waiting import begin_at_once
from tests.workshop.window.campaign_shots import liking, photograph_campaign
from tests.workshop.window.gallery import Gallery
from tests.workshop.window.legible import faults
from tests.workshop.window.plugin_shots import photograph_plugins

SEED = 11


class Look(NamedTuple):
    """How a window looks while it is photographed."""

    theme: str = "dark"
    language: str = "en"
    size: tuple[int, int] = (1600, 1000)
    scale: float = 1.0

    @property
    def folder(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.scale:.0%}-{self.theme}-{self.language}"


LOOKS = tuple(
    Look(theme, language, size, scale)
    for size in ((1280, 800), (1920, 1080))
    for scale in (1.0, 1.5)
    for theme in ("dark", "light")
    for language in LANGUAGES
)
"""Every look that the window is judged in."""
EACH = tuple(Look(theme, language, (1280, 800)) for theme in ("dark", "light") for language in LANGUAGES)
"""The looks of the pictures of the campaign and of plugins in the documentation."""
FRAME = (800, 500)
"""The size of the short animation, in pixels."""
COLOURS, RARE = 256, 96
"""The colours of a small picture, and those of them that are kept for what is rare in it."""
MOST_STEPS = 900
MOST_WAITS = 200


class Camera:
    """Takes screenshots of one window and plays the game between them. Small ones have few colours."""

    def __init__(self, window: Window, folder: Path, small: bool = False) -> None:
        self.window, self.folder, self.small = window, folder, small
        self.taken: list[Path] = []
        self.faults: list[str] = []

    def take(self, name: str, shown: QWidget | None = None) -> None:
        """Take a picture of the window, or of one widget, and note what cannot be read in it."""
        if isinstance(self.window.table, Table):
            self.view.skip()
        settle(250)
        path = self.folder / f"{name}.png"
        shown = shown if shown is not None else self.window
        self.faults += [f"{path}: {fault}" for fault in faults(shown)]
        picture = shown.grab().toImage()
        if self.small:
            _few_colours(picture).save(path, optimize=True)
        else:
            picture.save(str(path))
        self.taken.append(path)

    @property
    def table(self) -> Table:
        table = self.window.table
        assert isinstance(table, Table)
        return table

    @property
    def view(self) -> DefianceView:
        view = self.table.view
        assert isinstance(view, DefianceView)
        return view

    @property
    def presenter(self) -> BoardPresenter:
        return self.view.presenter

    def play_until(self, chosen: Callable[[BoardPresenter], bool]) -> bool:
        """Play until the condition holds. Return False if it never does."""
        bridge = self.presenter
        for _ in range(MOST_STEPS):
            if chosen(self.presenter):
                return True
            legal = bridge.session.legal()
            if not legal:
                return False
            bridge.table.submit(max(legal, key=liking))
            self.view.board.skip()
        return False


def settle(milliseconds: int) -> None:
    """Run the event loop for a time, so that pending work and animations finish."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _can_attack(presenter: BoardPresenter) -> bool:
    frame = presenter.state.agenda[-1]
    return isinstance(frame, f.Activation) and bool(presenter.offers.of("attack"))


def _has_choices(presenter: BoardPresenter) -> bool:
    frame = presenter.state.agenda[-1]
    return isinstance(frame, f.Roll) and frame.enemy is not None and len(presenter.offers.commands) > 1


def _explains(presenter: BoardPresenter) -> bool:
    session = presenter.session
    events = session.timeline.step(session.head).events
    chosen = any(isinstance(event, e.InstructionChosen) and len(event.candidates) > 1 for event in events)
    return chosen and bool(presenter.offers.of("proceed"))


def _turn_is_over(presenter: BoardPresenter) -> bool:
    session = presenter.session
    return any(isinstance(event, e.UnitActivationEnded) for event in session.timeline.step(session.head).events)


def _searches(presenter: BoardPresenter) -> bool:
    return isinstance(presenter.state.agenda[-1], f.Equipping)


PARTS: dict[str, Callable[[Camera], None]] = {"campaign": photograph_campaign, "plugins": photograph_plugins}
"""What has a folder of its own in the documentation, with a picture in each of those looks."""


def photograph(folder: Path, home: Path, look: Look, small: bool = False, part: str = "") -> Camera:
    """Take all screenshots in the order of a game, or those of a `part`, and return the camera. `home` holds the game's
    files meanwhile. `small`: they are for the documentation, where the parts have folders of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    window = make_window(home / "data", home / "config")
    window.background.begin = begin_at_once  # type: ignore[method-assign]
    window.change(theme=look.theme, language=look.language, scale=look.scale, speed="step")
    window.resize(*look.size)
    window.show()
    camera = Camera(window, folder, small)
    if part:
        PARTS[part](camera)
        window.close()
        return camera
    _start_screen(camera, "start-first")
    window.games.show()
    camera.take("new-game")
    if not small:
        photograph_plugins(camera)
    _game(camera, look)
    window.close_game()
    _start_screen(camera, "start")
    _saves(camera)
    _real_dice(camera)
    if not small:
        photograph_campaign(camera)
    _lessons(camera)
    window.close()
    return camera


def gallery(folder: Path, theme: str) -> Path:
    """Take the parts of which the window is made, and return the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = Gallery(THEMES[theme], words_of("infinity-defiance", "en"))
    shown.resize(1600, 1000)
    path = folder / f"gallery-{theme}.png"
    shown.grab().save(str(path))
    return path


def _game(camera: Camera, look: Look) -> None:
    """Play a game up to its third Round, and take what a table shows by then."""
    camera.window.games.begin(_wanted({}))
    bridge = camera.presenter
    for one in bridge.offers.of("deploy")[:1]:
        bridge.table.submit(one)
    camera.take("set-up")
    camera.play_until(lambda presenter: isinstance(presenter.state.agenda[-1], f.Activation))
    _plan(camera)
    camera.table.sheets.read_legend()
    camera.take("legend")
    camera.table.cancel()
    camera.play_until(_can_attack)
    bridge.linger("", bridge.offers.of("attack")[0].target)
    camera.take("odds")
    camera.play_until(_has_choices)
    camera.take("roll")
    camera.play_until(_explains)
    camera.table.sheets.why_last()
    camera.take("enemy")
    camera.table.cancel()
    camera.play_until(_turn_is_over)
    camera.table.sheets.explain_subject("")
    camera.take("turn")
    camera.table.cancel()
    camera.table.sheets.read_rule("R-186")
    camera.take("rules")
    camera.table.cancel()
    camera.play_until(lambda presenter: presenter.state.round >= 3 and _can_attack(presenter))
    _why_not(camera)
    _overrule(camera)
    bridge.table.checkpoint("before the control room")
    _another_way(camera)
    camera.take("timeline")
    camera.window.change(theme="light")
    camera.take("light")
    camera.window.change(theme=look.theme)
    camera.play_until(_searches)
    camera.take("equip")


def _plan(camera: Camera) -> None:
    """Linger on a space where an Enemy could attack, and show what the Enemies threaten."""
    presenter = camera.presenter
    who = presenter.state.agenda[-1].character  # type: ignore[union-attr]  # it is an Activation
    reach = sorted((cost, space) for space, cost in presenter.view.board.reach)
    rules = rules_of(presenter.session)
    risky = [space for _, space in reach if outlook(rules, presenter.state, who, space).threats]
    space = (risky or [space for _, space in reach])[-1]
    camera.table.banner.dismiss()
    settle(400)  # until it has left
    presenter.hover(space, "")
    presenter.linger(space, "")
    camera.take("plan")
    presenter.hover("", "")
    presenter.linger("", "")
    for area in threat_areas(rules, presenter.state):
        camera.view.board.set_threat(area.close, area.far)
    camera.take("threat")
    camera.view.board.set_threat(frozenset(), frozenset())


def film(path: Path, home: Path) -> Path:
    """Record a Character's turn and the Enemy's answer as an animation."""
    from PySide6.QtCore import Qt

    window = make_window(home / "data", home / "config")
    window.background.begin = begin_at_once  # type: ignore[method-assign]
    window.change(theme="dark", language="en", speed="step")
    window.resize(1280, 800)
    window.show()
    camera = Camera(window, path.parent)
    window.games.begin(_wanted({}))
    camera.play_until(_can_attack)
    frames: list[Any] = []

    def frame(wait: int) -> None:
        settle(wait)
        shown = window.grab().toImage().scaled(*FRAME, mode=Qt.TransformationMode.SmoothTransformation)
        frames.append(_few_colours(shown))

    target = camera.presenter.offers.of("attack")[0].target
    camera.presenter.linger("", target)
    frame(200)
    camera.presenter.table.submit(camera.presenter.offers.of("attack")[0])
    for _ in range(6):
        frame(150)
    for _ in range(10):
        legal = camera.presenter.session.legal()
        if not legal:
            break
        camera.presenter.table.submit(max(legal, key=liking))
        frame(250)
        frame(350)
    window.close()
    pauses = [2500] + [400] * (len(frames) - 2) + [2500]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=pauses, loop=0, optimize=True)
    return path


def _few_colours(picture: QImage) -> Any:
    """Return a picture with a palette, for a small file."""
    from io import BytesIO

    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # a device and a format
    shown = Image.open(BytesIO(bytes(buffer.data().data()))).convert("RGB")
    # The colours that cover most take the whole palette by default, and what is small turns into another colour.
    rare = shown.quantize(RARE, Image.Quantize.MAXCOVERAGE, kmeans=1)
    often = shown.quantize(COLOURS - RARE, Image.Quantize.MEDIANCUT, kmeans=1)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(rare.getpalette() or ())[: 3 * RARE], *(often.getpalette() or ())[: 3 * (COLOURS - RARE)]])
    return shown.quantize(palette=palette, dither=Image.Dither.NONE)


def _start_screen(camera: Camera, name: str) -> None:
    """Take the start screen once it knows what the game offers."""
    camera.window.warm()
    start = camera.window.start
    for _ in range(MOST_WAITS):
        settle(50)
        if start is not None and start.mission.words and not camera.window.desk.looking:
            break
    camera.take(name)


def _saves(camera: Camera) -> None:
    """Name the game, and take the list of saves alone."""
    desk = camera.window.desk
    path = Path(camera.window.saves.recent()[0].path)
    desk.describe(path, "Friday evening", "The lab door is open; Jazz goes next.")
    desk.show_list()
    settle(300)
    assert desk.list is not None
    camera.take("saves", desk.list)
    desk.list.reject()
    settle(50)


def _wanted(options: dict[str, Any]) -> NewGame:
    return NewGame("infinity-defiance", "mission.extraction.name", "extraction", SEED, "en", options, ())


def _why_not(camera: Camera) -> None:
    """Show the reason of a disabled button."""
    table = camera.table
    active = next(card for card in camera.presenter.view.cards if card.active)
    grey = [button.action for button in active.buttons if not button.enabled]
    camera.presenter.press(grey[0] if grey else "attack")
    camera.take("why-not")
    table.cancel()


def _overrule(camera: Camera) -> None:
    """Try an impossible correction by hand. Only the dialog is in the picture."""
    table = camera.table
    table.sheets.overrule("cadin")
    dialog = table.findChild(OverruleDialog)
    assert dialog is not None
    for made in dialog.editors:
        if isinstance(made, PlaceEditor):
            made.set_place(camera.presenter.state.team["uma"].space)
    dialog.give()
    camera.take("overrule", dialog)
    dialog.reject()
    settle(50)


def _real_dice(camera: Camera) -> None:
    """Start another game with physical dice, and enter half of a roll."""
    camera.window.games.begin(_wanted({"answers": {"team.dice": "person"}}))
    camera.play_until(_can_attack)
    table = camera.table
    table.presenter.submit(camera.presenter.offers.of("attack")[0])
    table.question.entry.set_face(0, 2)
    camera.take("real-dice")
    camera.window.close_game()


def _lessons(camera: Camera) -> None:
    """Take the guided first Round, and a worked example."""
    for name, id in (("guide", "first_round"), ("lesson", "ex_11")):
        camera.window.games.learn("infinity-defiance", id)
        camera.take(name)
        camera.window.close_game()


def _another_way(camera: Camera) -> None:
    """Create a branch for the picture of the timeline."""
    bridge = camera.presenter
    depth = bridge.session.timeline.depth(bridge.session.head)
    for _ in range(12):
        legal = bridge.session.legal()
        if not legal:
            break
        bridge.table.submit(max(legal, key=liking))
        camera.view.board.skip()
    bridge.table.to_depth(depth)
    bridge.table.fork("straight on")
    bridge.table.submit(bridge.session.legal()[-1])
    for _ in range(6):
        bridge.table.submit(max(bridge.session.legal(), key=liking))
        camera.view.board.skip()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="shots", description="Take the pictures of the documentation, and of every look.")
    parser.add_argument("folder", type=Path, help="where the pictures of the documentation go")
    parser.add_argument("--looks", type=Path, metavar="FOLDER", help="where those of every look go; none without it")
    parser.add_argument("--only", default="", help="only the looks whose folder contains this")
    parser.add_argument("--part", default="", choices=PARTS, help="only these pictures of the documentation")
    given = parser.parse_args(arguments)
    app = application(sys.argv[:1])
    jobs: list[tuple[Path, Look, bool, str]] = []
    if not given.only:
        jobs += [] if given.part else [(given.folder, Look(), True, "")]
        parts = [given.part] if given.part else PARTS
        jobs += [
            (given.folder / part / f"{look.theme}-{look.language}", look, True, part) for part in parts for look in EACH
        ]
    if given.looks is not None and not given.part:
        jobs += [(given.looks / look.folder, look, False, "") for look in LOOKS if given.only in look.folder]
    found: list[str] = []
    for theme in ("dark", "light") if given.looks is not None and given.only in "gallery" else ():
        sys.stdout.write(f"{gallery(given.looks, theme)}\n")
    for folder, look, small, part in jobs:
        with tempfile.TemporaryDirectory() as home:
            camera = photograph(folder, Path(home), look, small, part)
        for path in camera.taken:
            sys.stdout.write(f"{path}\n")
        for fault in camera.faults:
            sys.stderr.write(f"{fault}\n")
        found += camera.faults
    if not given.only and not given.part:
        with tempfile.TemporaryDirectory() as home:
            sys.stdout.write(f"{film(given.folder / 'turn.gif', Path(home))}\n")
    app.quit()
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
