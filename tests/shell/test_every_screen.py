"""Every screen and dialog, in three languages and two sizes of words: nothing is cut, everything has a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from defiance_qt.core.errors import SaveError
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.panels.legend import LegendSheet
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine.commands import Attack, Equip, WriteDown
from tests.shell.test_fits import attacked, explained, searching
from tests.systems.defiance.view.campaigns import campaign
from tests.systems.defiance.view.hands import at_instant, begin, defiance_view, deploy
from tests.systems.defiance.view.positions import until
from tests.waiting import eventually, finish
from tests.workshop.window.legible import faults, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LANGUAGES = ("en", "es", "ru")
CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider, QAbstractSpinBox, QAbstractItemView)
UNKNOWN = (QAccessible.Role.NoRole, QAccessible.Role.Client)
LOCKED = SaveError("save.locked", "{file} is locked by another program; the step is not saved", file="Friday.save")
TAB = Qt.FocusPolicy.TabFocus


def dialogs(window: Window) -> list[QDialog]:
    return [one for one in window.findChildren(QDialog) if one.isVisible()]


def each(window: Window, *shows: tuple[str, Callable[[], object]]) -> Iterator[tuple[str, QWidget]]:
    """Each dialog that one of these opens, in turn."""
    for name, show in shows:
        show()
        finish(window)
        assert dialogs(window), name
        for dialog in dialogs(window):
            yield name, dialog
            dialog.reject()
            settle()


def of_the_game(window: Window) -> Iterator[tuple[str, QWidget]]:
    """Each dialog and sheet of the open game in turn."""
    table = window.table
    assert isinstance(table, Table)
    sheets, session = table.sheets, table.session
    assert isinstance(session, Session)
    yield from each(
        window,
        ("settings", window.show_settings),
        ("keys", window.show_keys),
        ("plugins of the game", window.plugins.open_list),
        ("palette", window.show_palette),
        ("chance", sheets.chance),
        ("correction", sheets.overrule),
        ("note", window.named_actions["time.note"].trigger),
        ("checkpoint", window.named_actions["time.checkpoint"].trigger),
        ("error", lambda: window.show_error(LOCKED)),
        ("unsaved", lambda: window.show_unsaved(LOCKED)),
        ("report", window.named_actions["help.report"].trigger),
    )
    sheets.read_rule("R-087")
    settle()
    yield "rules", sheets.reference
    sheets.put_away()
    sheets.read_legend()
    settle()
    yield "legend", next(one for one in table.findChildren(LegendSheet) if one.isVisible())
    sheets.put_away()
    sheets.why_last()
    settle()
    yield "why", sheets.reasons
    sheets.put_away()
    until(session, attacked)
    settle()
    yield "roll", table
    until(session, explained)
    settle()
    yield "the Enemy's turn", table
    sheets.explain_subject()
    settle()
    yield "account", sheets.account
    sheets.put_away()
    until(session, searching)
    table.presenter.submit(next(one for one in session.legal() if isinstance(one, Equip)))
    settle()
    yield "equip", table


def screens(window: Window) -> Iterator[tuple[str, QWidget]]:
    """Each screen and dialog in turn."""
    window.show_start()
    window.warm()
    settle()
    assert window.start is not None
    eventually(lambda: window.games.offered is not None, "what a new game offers")
    yield "start", window.start
    yield from each(
        window,
        *((f"part {part}", partial(window.games.show_part, part)) for part in ("mission", "rules", "dice")),
        ("lessons", partial(window.games.show_lesson, "")),
    )
    window.games.show()
    settle()
    yield "new game", shown(window)
    window.plugins.show("double_criticals")
    settle()
    yield "plugins", shown(window)
    pack = Path(__file__).parents[2] / "plugins" / "double_criticals"
    yield from each(
        window,
        ("a pack", partial(window.plugins.examine, pack)),
        ("a refused pack", partial(window.plugins.examine, pack / "plugin.toml")),
    )
    table = begin(window)
    deploy(at_instant(table))
    table.timeline.sped.emit("step")
    table.presenter.submit(table.session.legal()[0])
    settle()
    yield "table", table
    yield from of_the_game(window)
    window.close_game()
    path = Path(window.saves.recent()[0].path)
    yield from each(
        window,
        ("saves", window.desk.show_list),
        ("replays", partial(window.desk.show_list, "over")),
        ("copies", partial(window.desk.show_list, "copies")),
        ("name of a save", partial(window.desk.ask_name, path)),
        ("note of a save", partial(window.desk.ask_note, path)),
        ("delete a save", partial(window.desk.ask_delete, path)),
        ("keys after a game", window.show_keys),
        ("palette after a game", window.show_palette),
    )
    for name, id in (("guide", "first_round"), ("lesson", "ex_11")):
        window.games.learn(DEFAULT, id)
        settle()
        yield name, shown(window)
        window.close_game()
    table = begin(window, answers={"team.dice": "person"})
    deploy(at_instant(table))
    assert isinstance(table.session, Session)
    until(table.session, lambda one: any(isinstance(each, Attack) for each in one.legal()))
    table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, Attack)))
    settle()
    yield "typed dice", table
    window.close_game()


def papers(window: Window) -> Iterator[tuple[str, QWidget]]:
    """The forms for what was played with the printed game, and the chronicle of what they brought."""
    table = campaign(window)
    settle()
    yield "briefing", table
    view = defiance_view(table)
    yield from each(window, ("a mission from paper", view.write_down), ("a campaign from paper", view.enter_campaign))
    table.session.submit(WriteDown(result="defeat", round=8, intel={"uma": 1}, notes="rain"))
    settle()
    yield "after a defeat", table
    yield from each(window, ("chronicle", window.chronicles.show))
    window.close_game()


def shown(window: Window) -> QWidget:
    found = window.stack.currentWidget()
    assert found is not None
    return found


def text(widget: QWidget, which: QAccessible.Text) -> str:
    return str(QAccessible.queryAccessibleInterface(widget).text(which))


def nameless(root: QWidget) -> list[str]:
    """The controls, and all else that Tab reaches, of which a screen reader could not tell name or kind."""
    QApplication.processEvents()
    found = []
    for one in root.findChildren(QWidget):
        # The head of a table that cannot be clicked is read with the cells.
        head = isinstance(one, QHeaderView) and not one.sectionsClickable()
        inner = isinstance(one, QScrollBar) or one.objectName().startswith("qt_") or one.focusProxy() is not None
        if head or inner or not one.isVisible() or not (isinstance(one, CONTROLS) or one.focusPolicy() & TAB):
            continue
        role = QAccessible.queryAccessibleInterface(one).role()
        # A scroll area is reached to scroll it, and has no role of its own in Qt.
        unknown = role in UNKNOWN and not isinstance(one, QScrollArea)
        if unknown or not text(one, QAccessible.Text.Name):
            found.append(f"{type(one).__name__} {one.objectName()}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("found_in", [screens, papers])
def test_nothing_is_cut_and_everything_has_a_name(
    window: Window,
    strays: list[str],
    found_in: Callable[[Window], Iterator[tuple[str, QWidget]]],
    language: str,
    scale: float,
) -> None:
    window.resize(1280, 800)
    window.change(language=language, scale=scale)
    wrong = {}
    for name, screen in found_in(window):
        if found := [*faults(screen), *(f"nameless: {one}" for one in nameless(screen))]:
            wrong[name] = found
    assert wrong == {}
    assert strays == []
