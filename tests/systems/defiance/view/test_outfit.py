"""Equipment between missions on the screen: cards move by click, by key and by drag."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.theme import DARK, LIGHT
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.view.panels.equip import MIME, ItemButton, Row
from defiance_qt.systems.defiance.view.panels.outfit import OutfitPanel
from defiance_qt.systems.defiance.view.present.outfit import GONE, STORE, OutfitView, outfit_view
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.aboard import aboard, campaign
from tests.systems.defiance.view.on_screen import OnScreen, click, styled
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


class Outfit(OnScreen[OutfitPanel, OutfitView]):
    """The step on the screen, whose commands are played."""

    def __init__(self, qtbot: QtBot, session: Session, language: str = "en") -> None:
        super().__init__(qtbot, session, OutfitPanel, outfit_view, OutfitPanel.show_outfit, language)

    def row(self, id: str) -> Row:
        return next(one for one in self.panel.moves.rows if one.id == id)

    def card(self, key: str) -> ItemButton:
        return next(one for one in self.panel.moves.buttons() if one.view.key == key)


@pytest.fixture
def outfit(qtbot: QtBot) -> Outfit:
    store = (Carried("combi_rifle", ""), Carried("grenade", ""))
    return Outfit(qtbot, campaign(aboard("equipment"), store=store, programs=("veil",)))


def carried(outfit: Outfit, id: str) -> list[tuple[str, str]]:
    return [(one.item, one.place) for one in outfit.session.state.team[id].carried]


@pytest.mark.rule("R-307")
def test_a_card_is_given_with_two_clicks(outfit: Outfit, qtbot: QtBot) -> None:
    click(qtbot, outfit.card("uma/pistol/0"))
    assert not outfit.row("uma/0").open
    click(qtbot, outfit.row("jazz/in_hand").here)
    assert outfit.chosen == [c.Give("uma", "jazz", "pistol")]
    click(qtbot, outfit.card("jazz/pistol/"))
    click(qtbot, outfit.row("jazz/3").here)
    assert ("pistol", "0") in carried(outfit, "jazz")


@pytest.mark.rule("R-308")
def test_a_card_is_fetched_and_stowed_with_keys(outfit: Outfit, qtbot: QtBot) -> None:
    outfit.card("ship/grenade/1").setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert QApplication.focusWidget() is outfit.row("uma/light").here
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert outfit.chosen == [c.Fetch("uma", "grenade")]
    # The focus follows the card.
    assert QApplication.focusWidget() is outfit.card("uma/grenade/light")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    outfit.row(STORE).here.setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert outfit.chosen[-1] == c.Stow("uma", "grenade")


def test_a_card_is_dropped_on_a_location(outfit: Outfit) -> None:
    card = outfit.card("uma/helmet/0")
    card.lifted.emit(card.view.key)
    target = outfit.row("qiang/in_hand")
    mime = QMimeData()
    mime.setData(MIME, card.view.key.encode())
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    # Qt delivers these only while a drag of its own is under way.
    entered = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.MoveAction, mime, left, none)
    target.dragEnterEvent(entered)
    assert entered.isAccepted()
    target.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.MoveAction, mime, left, none))
    assert outfit.chosen == [c.Give("uma", "qiang", "helmet")]


def test_a_card_leaves_the_game(outfit: Outfit, qtbot: QtBot) -> None:
    click(qtbot, outfit.card("ship/combi_rifle/0"))
    click(qtbot, outfit.row(GONE).here)
    assert outfit.chosen == [c.Scrap("combi_rifle")]
    assert outfit.session.state.campaign.gone == ("combi_rifle",)


def test_the_chosen_card_is_told_and_why_it_stays(outfit: Outfit, qtbot: QtBot) -> None:
    click(qtbot, outfit.card("uma/automedikit/light"))
    assert outfit.panel._name.whole == "AutoMediKit"
    assert "[R-307]" in outfit.panel._why.text()
    assert not any(row.open for row in outfit.panel.moves.rows)
    qtbot.keyClick(outfit.card("uma/automedikit/light"), Qt.Key.Key_Escape)
    assert not outfit.panel._name.isVisible()


def test_what_is_in_hand_is_said_to_go_to_the_stores(outfit: Outfit, qtbot: QtBot) -> None:
    click(qtbot, outfit.card("ship/combi_rifle/0"))
    click(qtbot, outfit.row("uma/in_hand").here)
    assert outfit.panel._why.text() == "In hand; to the ship's stores when the step ends: Combi rifle"


def test_the_same_value_is_not_shown_again(outfit: Outfit) -> None:
    outfit.panel.pick("uma/pistol/0")
    outfit.panel.show_outfit(outfit.view())
    assert outfit.panel.moves.key == "uma/pistol/0"


@pytest.mark.parametrize(("language", "scale"), [*((one, 1.0) for one in LANGUAGES), ("es", 1.5), ("ru", 2.5)])
def test_nothing_is_cut_at_any_size_of_words(qtbot: QtBot, qapp: QApplication, language: str, scale: float) -> None:
    theme = LIGHT.scaled(scale)
    with styled(qapp, theme):
        panel = Outfit(qtbot, aboard("equipment"), language).another(theme)
        panel.pick("uma/pistol/0")
        assert faults(panel) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_four_stand_side_by_side_in_the_smallest_window(qtbot: QtBot, qapp: QApplication, language: str) -> None:
    """In Spanish and Russian two of them were below the edge."""
    with styled(qapp, DARK):
        outfit = Outfit(qtbot, aboard("equipment"), language)
        outfit.panel.pick("uma/pistol/0")
        assert outfit.panel._across == 4
        assert faults(outfit.panel) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_locations_and_cards_grow_in_a_high_window(qtbot: QtBot, language: str) -> None:
    """They had the size of a small window, over columns that were two thirds empty."""
    outfit = Outfit(qtbot, aboard("equipment"), language)
    panel = outfit.panel
    rows, cards = [], []
    for wide, high in ((1004, 560), (1285, 860), (1004, 560)):
        panel.resize(wide, high)
        assert faults(panel) == []
        rows.append(outfit.row("uma/0").height())
        cards.append(bool(outfit.card("uma/pistol/0").property("dense")))
    assert rows[0] == rows[2] < rows[1]
    assert cards == [True, False, True]
