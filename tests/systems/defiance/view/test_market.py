"""The market's widgets: what is bought, sold and laid together by click and by key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.theme import LIGHT
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.view.panels.goods import CARD
from defiance_qt.systems.defiance.view.panels.market import MarketPanel
from defiance_qt.systems.defiance.view.present.market import MarketView, market_view
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.aboard import aboard, campaign, carrying
from tests.systems.defiance.view.on_screen import OnScreen, click, styled
from tests.workshop.window.legible import faults, settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


class Shop(OnScreen[MarketPanel, MarketView]):
    """A market on the screen, whose commands are played."""

    def __init__(self, qtbot: QtBot, session: Session, language: str = "en") -> None:
        super().__init__(qtbot, session, MarketPanel, market_view, MarketPanel.show_market, language, 660)

    def button(self, text: str) -> QPushButton:
        found = [
            one
            for one in self.panel.findChildren(QPushButton)
            if one.isVisible() and text in (one.text(), one.accessibleName())
        ]
        assert found, text
        return found[0]


@pytest.fixture
def shop(qtbot: QtBot) -> Shop:
    return Shop(qtbot, aboard("intel", intel=9))


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


@pytest.mark.rule("R-304")
def test_a_click_buys_the_chosen_card(shop: Shop, qtbot: QtBot) -> None:
    shop.panel.show_card("light_armour")
    click(qtbot, shop.panel.comparison.buy)
    assert shop.chosen == [c.Buy("uma", "light_armour")]
    assert ("light_armour", "0") in [(one.item, one.place) for one in shop.session.state.team["uma"].carried]
    # The list shows at once who has it.
    model = shop.panel.table.goods
    assert model.row(model.place(lambda row: row[1].card.id == "light_armour"))[1].held == ("US",)


def test_a_card_is_bought_with_keys_alone(shop: Shop, qtbot: QtBot) -> None:
    table = shop.panel.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_2)
    assert shop.panel.buyer is not None
    assert shop.panel.buyer.id == "cadin"
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert shop.chosen == [c.Buy("cadin", "pistol")]
    # The choice and the focus stay.
    assert table.currentIndex().row() == 1
    assert focused() is table


def test_another_group_brings_its_first_card(shop: Shop, qtbot: QtBot) -> None:
    shop.panel.show_card("combi_rifle")
    click(qtbot, shop.panel.groups["light"])
    assert shop.panel.comparison.buy.whole == "Buy for Uma · 1 IP"
    assert shop.panel.comparison.accessibleName() == "Stimulant"


def test_the_buyer_drives_comparison_and_own_cards(shop: Shop, qtbot: QtBot) -> None:
    shop.panel.show_card("combi_rifle")
    changed: list[str] = []
    shop.panel.buyer_changed.connect(changed.append)
    click(qtbot, shop.panel.buyers.buttons["qiang"])
    assert changed == ["qiang"]
    assert shop.panel.comparison.buy.whole == "Buy for Qiang · 5 IP"
    assert shop.button("Sell Heavy machine gun for 3 Intel Packs").isVisible()


@pytest.mark.rule("R-286")
def test_the_discount_is_a_choice(qtbot: QtBot) -> None:
    session = aboard("intel", intel=9)
    crew = {**session.state.campaign.crew, "goldstein": "bridge"}
    shop = Shop(qtbot, campaign(session, crew=crew, active=("goldstein bridge",)))
    shop.panel.show_card("combi_rifle")
    comparison = shop.panel.comparison
    assert [one.text() for one in comparison.prices] == ["Full: 5 IP", "Goldstein: 3 IP (−2)"]
    click(qtbot, comparison.prices[1])
    assert comparison.buy.whole == "Buy for Uma · 3 IP"
    click(qtbot, comparison.buy)
    assert shop.chosen == [c.Buy("uma", "combi_rifle", "goldstein")]
    assert shop.session.state.team["uma"].intel == 6


def test_what_cannot_be_bought_says_why_beside_the_button(qtbot: QtBot) -> None:
    shop = Shop(qtbot, aboard("intel", intel=2))
    shop.panel.show_card("spitfire")
    assert not shop.panel.comparison.buy.isEnabled()
    assert shop.panel.comparison._left.text() == "Uma has 2 Intel Packs; 9 are needed.  [R-304]"
    qtbot.keyClick(shop.panel.table, Qt.Key.Key_Return)
    assert shop.chosen == []


@pytest.mark.rule("R-305")
def test_a_card_is_sold(shop: Shop, qtbot: QtBot) -> None:
    shop.panel.table.setFocus()
    qtbot.keyClick(focused(), Qt.Key.Key_X)
    assert focused().accessibleName() == "Sell Pistol for 1 Intel Pack"
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert shop.chosen == [c.Sell("uma", "pistol")]
    assert "pistol" not in [one.item for one in shop.session.state.team["uma"].carried]
    # The focus stays with the cards that can be sold.
    assert shop.panel.own.isAncestorOf(focused())


def test_what_comes_off_makes_room_for_what_is_in_hand(qtbot: QtBot) -> None:
    session = carrying(aboard("intel"), "uma", Carried("pistol", "0"), Carried("combi_rifle", ""))
    shop = Shop(qtbot, session)
    click(qtbot, shop.button("Take off: Pistol"))
    click(qtbot, shop.button("Wear: Combi rifle"))
    assert shop.chosen == [c.Place("uma", "pistol", ""), c.Place("uma", "combi_rifle", "0")]


@pytest.mark.rule("R-306")
def test_the_bar_fills_and_builds_the_upgrade(shop: Shop, qtbot: QtBot) -> None:
    upgrades = shop.panel.upgrades
    click(qtbot, upgrades.chips["fabricator"])
    assert upgrades.bar.cells == ("",) * 12
    click(qtbot, upgrades.rows[0].all)
    assert upgrades.bar.cells == (*("US",) * 9, "", "", "")
    click(qtbot, upgrades.rows[1].one)
    click(qtbot, upgrades.rows[1].back)
    assert shop.chosen[-1] == c.Pool("cadin", "fabricator", -1)
    click(qtbot, upgrades.rows[2].all)
    assert shop.chosen[-1] == c.Pool("qiang", "fabricator", 3)
    assert shop.session.state.campaign.upgrades == ("fabricator",)
    assert upgrades._status.text() == "Built"
    assert not upgrades.bar.isVisible()


def test_an_upgrade_is_paid_with_keys(shop: Shop, qtbot: QtBot) -> None:
    shop.panel.table.setFocus()
    qtbot.keyClick(focused(), Qt.Key.Key_U)
    assert focused().accessibleName() == "Uma: put in 1 Intel Pack"
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert shop.chosen == [c.Pool("uma", "cryopreservation_tank", 1)]


def test_the_same_value_is_not_shown_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*values: object) -> None:
        raise AssertionError("shown again")

    monkeypatch.setattr(shop.panel.buyers, "show_buyers", never)
    shop.panel.show_market(shop.view())


def test_the_tree_is_beside_the_market_in_one_edition(qtbot: QtBot) -> None:
    shop = Shop(qtbot, aboard("intel", edition="es"))
    assert shop.panel.tree.isVisible()
    shop.panel.choose_buyer("jazz")
    assert shop.panel.tree.pupil is not None
    assert shop.panel.tree.pupil.id == "jazz"
    shop.panel.table.setFocus()
    qtbot.keyClick(focused(), Qt.Key.Key_T)
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert [type(one) for one in shop.chosen] == [c.Acquire]
    assert shop.chosen[0].character == "jazz"
    assert not Shop(qtbot, aboard("intel")).panel.tree.isVisible()


def test_groups_without_cards_are_hidden(qtbot: QtBot) -> None:
    shop = Shop(qtbot, campaign(aboard("intel", number=8), market="x"))
    assert not shop.panel.groups["programs"].isVisible()
    assert shop.panel.groups["weapons"].isVisible()


def test_the_list_is_a_sound_model(shop: Shop) -> None:
    model = shop.panel.table.goods
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for group in shop.panel.groups:
        shop.panel.show_group(group)
    assert "Range" in model.index(0, CARD).data(Qt.ItemDataRole.AccessibleTextRole) or model.rowCount() > 0


@pytest.mark.parametrize(("language", "scale"), [*((one, 1.0) for one in LANGUAGES), ("es", 1.5), ("ru", 2.5)])
@pytest.mark.slow
def test_nothing_is_cut_at_any_size_of_words(qtbot: QtBot, qapp: QApplication, language: str, scale: float) -> None:
    theme = LIGHT.scaled(scale)
    with styled(qapp, theme):
        panel = Shop(qtbot, aboard("intel"), language).another(theme, 540)
        panel.show_card("heavy_device")
        assert faults(panel) == []


def test_the_bars_of_damage_are_whole_or_not_there(shop: Shop) -> None:
    """At 1280 × 800 their upper half showed above the price. The mean stays, with all chances in its tip."""
    shop.panel.show_card("combi_rifle")
    bars, mean = shop.panel.comparison._versus, shop.panel.comparison._mean
    for high in (1000, 573):
        shop.panel.resize(1004, high)
        settle()
        assert bars.isVisible()
        assert bars.visibleRegion().boundingRect().height() == bars.height()
    shop.panel.comparison.setFixedHeight(250)
    settle()
    assert not bars.isVisible()
    assert mean.isVisible()
    assert "%" in mean.toolTip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_comparison_is_read_without_scrolling_at_1280_by_800(qtbot: QtBot, language: str) -> None:
    """What a card means in the hands of the buyer ended in the middle of a sentence, above the price."""
    shop = Shop(qtbot, aboard("intel", intel=9), language)
    shop.panel.resize(1004, 573)
    for goods in shop.view().goods:
        shop.panel.show_card(goods.card.id)
        settle()
        if goods.card.chance is not None:
            assert shop.panel.comparison._area.verticalScrollBar().maximum() == 0, goods.card.id
