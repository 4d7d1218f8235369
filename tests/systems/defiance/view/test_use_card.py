"""An Action printed on a card whose effects reach a second figure: chosen by click and by key in the real window."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

THROW = "card:grenade:throw"


@pytest.fixture
def table(window: Window) -> Table:
    """Uma holds a grenade; three Enemies stand together in Range and sight."""
    made = begin(window)
    deploy(at_instant(made))
    session = made.session
    session.submit(c.Activate("uma"))
    state = session.state
    uma = replace(state.team["uma"], space="L2", carried=(Carried("grenade", "light"),))
    pair = [state.enemies[f"nox_spec_ops.{n}"] for n in (1, 2)]
    spaces = ("K1", "K3", "M4")
    enemies = {
        f"nox_spec_ops.{n}": replace(pair[0], id=f"nox_spec_ops.{n}", number=n, space=space)
        for n, space in enumerate(spaces, 1)
    }
    patched = replace(state, team={**state.team, "uma": uma}, enemies=enemies)
    session.timeline._states[session.head] = patched
    made.presenter.refresh()
    QApplication.processEvents()
    return made


def thrown(table: Table) -> list[c.UseCard]:
    session = table.session
    return [one for one in session.timeline.step(session.head).commands if isinstance(one, c.UseCard)]


def test_the_second_figure_is_chosen_from_the_menu_of_a_click(table: Table) -> None:
    hands = Hands(table)
    hands.button(f"action:{THROW}")
    assert defiance_view(table).presenter.picked == THROW
    hands.space("K1")
    menus = [menu for menu in table.findChildren(QMenu) if menu.isVisible()]
    texts = [action.text() for action in menus[-1].actions() if action.isEnabled() and not action.isSeparator()]
    assert len(texts) == 2
    assert "#2" in texts[0]
    assert "#3" in texts[1]
    assert hands.menu(1)
    assert [(one.target, one.other) for one in thrown(table)] == [("nox_spec_ops.1", "nox_spec_ops.3")]


def test_the_second_figure_is_chosen_by_number_from_the_list(table: Table) -> None:
    hands = Hands(table)
    hands.button(f"action:{THROW}")
    question = table.presenter.frame.question
    assert question is not None
    chosen = next(
        one
        for one in question.choices
        if (one.command.target, one.command.other) == ("nox_spec_ops.2", "nox_spec_ops.3")
    )
    QTest.keyClick(defiance_view(table).board, getattr(Qt.Key, f"Key_{chosen.key}"))
    assert [(one.target, one.other) for one in thrown(table)] == [("nox_spec_ops.2", "nox_spec_ops.3")]


def test_every_choice_says_who_is_hit_and_who_beside(table: Table) -> None:
    Hands(table).button(f"action:{THROW}")
    question = table.presenter.frame.question
    assert question is not None
    texts = [one.text for one in question.choices]
    assert len(texts) == 6
    assert len(set(texts)) == 6
