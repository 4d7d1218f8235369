"""The tree of Specialties on the screen: taking one asks first, because it is for ever."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.theme import LIGHT
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.specialty_tree import TreePanel
from defiance_qt.systems.defiance.view.present.specialty_tree import TreeView, tree_view
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.aboard import aboard, figure
from tests.systems.defiance.view.on_screen import OnScreen, click, styled
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


class Tree(OnScreen[TreePanel, TreeView]):
    """A tree on the screen, whose commands are played."""

    def __init__(self, qtbot: QtBot, session: Session, language: str = "en") -> None:
        super().__init__(qtbot, session, TreePanel, tree_view, TreePanel.show_tree, language)


@pytest.fixture
def tree(qtbot: QtBot) -> Tree:
    return Tree(qtbot, figure(aboard("specialties"), "uma", specialties=("orders", "field_dressing")))


@pytest.mark.rule("R-318")
def test_taking_warns_that_it_is_for_ever(tree: Tree, qtbot: QtBot) -> None:
    panel = tree.panel
    click(qtbot, panel.branches.nodes["thick_skin"])
    click(qtbot, panel.detail.take)
    assert tree.chosen == []
    assert panel.detail._sure.text() == "⚠ Uma takes Thick skin for good?"
    assert "traded" in panel.detail.yes.accessibleDescription()
    click(qtbot, panel.detail.no)
    assert tree.chosen == []
    click(qtbot, panel.detail.take)
    click(qtbot, panel.detail.yes)
    assert tree.chosen == [c.Acquire("uma", "thick_skin")]
    assert panel.branches.nodes["thick_skin"].view.state == "owned"
    assert not panel.detail.take.isVisible()


def test_a_specialty_is_taken_with_keys_alone(tree: Tree, qtbot: QtBot) -> None:
    nodes = tree.panel.branches.nodes
    nodes["orders"].setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert QApplication.focusWidget() is nodes["focus_fire"]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert QApplication.focusWidget() is tree.panel.detail.yes
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert tree.chosen == [c.Acquire("uma", "focus_fire")]


def test_right_leads_to_the_next_group(tree: Tree, qtbot: QtBot) -> None:
    nodes = tree.panel.branches.nodes
    nodes["focus_fire"].setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    assert QApplication.focusWidget() is nodes["double_tap"]


def test_what_is_closed_says_why_and_cannot_be_taken(tree: Tree, qtbot: QtBot) -> None:
    click(qtbot, tree.panel.branches.nodes["stubborn"])
    detail = tree.panel.detail
    assert not detail.take.isVisible()
    assert detail._why.text().endswith("[R-301]")
    qtbot.keyClick(tree.panel.branches.nodes["stubborn"], Qt.Key.Key_T)
    assert not detail.yes.isVisible()


def test_digits_show_the_others(tree: Tree, qtbot: QtBot) -> None:
    changed: list[str] = []
    tree.panel.pupil_changed.connect(changed.append)
    tree.panel.branches.nodes["orders"].setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_4)
    assert changed == ["jazz"]
    assert "orders" in tree.panel.branches.nodes
    assert "steady_hand" not in tree.panel.branches.nodes


def test_another_character_does_not_inherit_the_question(tree: Tree, qtbot: QtBot) -> None:
    tree.panel.choose("calm_voice")
    tree.panel.detail.ask()
    tree.panel.choose_pupil("jazz")
    assert not tree.panel.detail.yes.isVisible()


def test_a_node_speaks_its_level_and_its_state(tree: Tree) -> None:
    nodes = tree.panel.branches.nodes
    assert nodes["orders"].accessibleName() == "Orders, I, acquired"
    assert nodes["thick_skin"].accessibleName() == "Thick skin, II, can be taken now"


@pytest.mark.parametrize(("language", "scale"), [*((one, 1.0) for one in LANGUAGES), ("es", 1.5), ("ru", 2.5)])
def test_nothing_is_cut_at_any_size_of_words(qtbot: QtBot, qapp: QApplication, language: str, scale: float) -> None:
    theme = LIGHT.scaled(scale)
    with styled(qapp, theme):
        panel = Tree(qtbot, aboard("specialties"), language).another(theme)
        assert faults(panel) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_high_tree_shows_whole_texts_and_spreads_its_rows(qtbot: QtBot, language: str) -> None:
    """Its texts were cut after two lines, over an empty third of the page."""
    tree = Tree(qtbot, figure(aboard("specialties"), "uma", specialties=("orders",)), language)
    nodes = tree.panel.branches.nodes.values()
    sizes = []
    for high in (480, 1200):
        tree.panel.resize(900, high)
        for _ in range(3):
            QApplication.processEvents()
        sizes.append(max(one.geometry().bottom() for one in nodes))
    assert all(node._lines >= node.needed(node.width()) for node in nodes)
    assert sizes[1] > sizes[0]
    assert tree.panel._area.verticalScrollBar().maximum() == 0
