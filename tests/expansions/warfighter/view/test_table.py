"""The table at the window: a turn by mouse and one by keys, what is spoken, and what a refusal says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.open_table import OpenTable
from defiance_qt.shell.theme import DARK
from expansions.warfighter.engine import commands as c
from expansions.warfighter.view.layout import places
from expansions.warfighter.view.row_paint import RowPainter
from tests.workshop.window.legible import faults

from .tables import salt_road
from .test_row import shown

pytestmark = pytest.mark.qt_log_ignore("does not support")

BEGUN = ("nation keld", "team salt_road", "go", "place 1")


def begin(*commands: str) -> Session:
    """Salt Road with fixed chance, after these commands."""
    session = Session.new("warfighter", mission="salt_road", seed=3, options={"objective": "convoy"})
    for command in commands:
        session.submit(session.game.parse(command))
    return session


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    """Open windows with a game; each is closed at the end, and an error in what Qt calls fails the test."""
    tables: list[OpenTable] = []

    def show(session: Session, language: str = "en", size: tuple[int, int] = (1280, 800)) -> OpenTable:
        tables.append(OpenTable(session, tmp_path / f"{len(tables)}", language, "dark", size))
        return tables[-1]

    yield show
    for table in tables:
        table.close()
    assert [error for table in tables for error in table.failed] == []


def view(table: OpenTable) -> Any:
    """The view, whose class is the plugin's."""
    return table.view


def piece(table: OpenTable, kind: str, id: str) -> QAbstractButton:
    found = view(table).row.pieces[kind, id]
    assert isinstance(found, QAbstractButton)
    return found


def test_a_turn_by_mouse(opened: Any) -> None:
    table = opened(begin(*BEGUN))
    row, column = view(table).row, view(table).column
    # A first click shows the attacks with the best weapon first, a second one makes the attack.
    table.click(piece(table, "hostile", "conscripts.1"))
    assert table.question == "Roa attacks Conscripts: with what?"
    assert table.choices[0] == "Assault rifle, 3 dice"
    assert row.view.spaces[1].hostiles[1].picked
    assert row.card.isVisible()
    table.click(piece(table, "hostile", "conscripts.1"))
    assert row.roll.isVisible()
    assert "Conscripts" in row.roll.view.result
    # A click on a Soldier makes it the active one, in the row and in the rail.
    table.click(piece(table, "soldier", "2"))
    assert [card.view.active for card in column.cards.values()] == [False, True, False, False]
    table.click(column.cards["1"])
    assert view(table).game.active == "1"
    # A click on the next space pays with cards of the hand, which are clicked.
    before = len(table.session.state.team["1"].hand)
    table.click(piece(table, "move", "1"))
    hand = view(table).tray.hand.cards
    assert all(card.view.follows == "pay with it" for card in hand)
    table.click(hand[-1])
    table.click(view(table).tray.hand.cards[-1])
    assert table.session.state.team["1"].space == 1
    assert QApplication.focusWidget() not in (*row._decks, view(table).tray.end)
    assert len(table.session.state.team["1"].hand) == before - 2
    assert row.roll.view.dice
    table.click(view(table).tray.end)
    # Each card of the Hostile turn shows what it does to whom.
    assert table.question == "Hostile turn: Reinforcements"
    assert view(table).tray.end.isHidden()
    while not row.view.shots:
        table.choose("Continue")
    shot = row.view.shots[0]
    token = row.pieces["soldier", shot.soldier].view
    assert token.struck == shot.tone
    assert row.pieces["hostile", shot.hostile].view.acts
    assert row.roll.view.enemy


def test_a_turn_by_keys(opened: Any) -> None:
    table = opened(begin())
    table.press("2")
    assert table.session.state.nation == "keld"
    table.press("Return")
    assert len(table.session.state.team) == 4
    table.press("E")
    assert table.session.state.turn == 1
    table.press("X")
    assert table.session.state.row == ("farm",)
    # Arrows lead from the surface into the row; Enter presses what has the focus.
    table.press("B")
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
    row = view(table).row
    assert row.held == ("hostile", "wire_team.1")
    assert row.card.isVisible()
    table.press("Return")
    assert view(table).game.picked == "wire_team.1"
    table.press("Escape")
    assert view(table).game.picked == ""
    table.press("PgDown")
    assert view(table).game.active == "2"
    table.press("Alt+1")
    assert view(table).game.active == "1"
    # G is the fifth card, the first attack is the first choice.
    table.press("G")
    assert [laid.card for laid in table.session.state.team["1"].laid] == ["aimed"]
    table.press("1")
    assert table.session.state.team["1"].laid == ()
    table.press("E")
    assert type(table.session.state.frame).__name__ == "HostileTurn"


def test_everything_can_be_read_and_what_cannot_be_done_says_why(opened: Any) -> None:
    table = opened(begin(*BEGUN))
    row = view(table).row
    assert all(one.accessibleName() for one in row.pieces.values())
    assert "moves toward" in row.pieces["hostile", "wire_team.1"].accessibleName()
    assert {kind for kind, _ in row.pieces} == {"space", "hostile", "soldier", "move"}
    known = {one.id for one in view(table).game.table.subjects()}
    cards = view(table).column.cards.values()
    assert {one.property("subject") for one in (*row.pieces.values(), *cards)} <= known
    assert view(table).subject in known
    assert faults(row.window()) == []
    table.click(piece(table, "space", "2"))
    assert table.told[-1] == "A Location was placed this turn."
    table.click(view(table).column.rows[0])
    assert "XP" in table.told[-1]


@pytest.mark.slow
def test_the_muster_buys_and_gives_back(opened: Any) -> None:
    table = opened(begin("nation keld"))
    panel = view(table).muster
    assert panel.isVisible()
    table.click(panel.goods["roa"])
    assert [one.card for one in table.session.state.team.values()] == ["roa"]
    table.click(panel.goods["smg"])
    assert [one.id for one in table.session.state.team["1"].weapons] == ["smg"]
    table.choose("Take the ready-made team")
    table.choose("Begin the Mission")
    assert not panel.isVisible()


@pytest.mark.parametrize(("target", "first", "seen"), [
    ("riflemen.1", -1, True), ("objective", -1, True), ("objective", 0, False), ("picket.9", -1, False)])  # fmt: skip
def test_the_line_of_an_attack_leads_to_what_is_in_sight(
    qapp: QApplication, target: str, first: int, seen: bool
) -> None:
    found = places(shown(salt_road()), 866 if first == 0 else 1004, 536, 1.5 if first == 0 else 1.0, first=first)
    image = QImage(1004, 536, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    RowPainter(painter, DARK).shot(found, "1", target, DARK.team)
    painter.end()
    empty = QImage(image.size(), image.format())
    empty.fill(0)
    assert (image != empty) == seen


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_tray_has_the_whole_hand(opened: Any, scale: float) -> None:
    session = Session.new("warfighter", mission="high_pass", seed=3)
    for command in ("team high_pass", "go"):
        session.submit(session.game.parse(command))
    table = opened(session)
    tray = view(table).tray
    tray.window().change(scale=scale)
    table.settle()
    tray = view(table).tray
    assert len(tray.hand.cards) == 8
    assert tray.rect().contains(tray.hand.geometry())
    assert all(tray.hand.rect().contains(card.geometry()) for card in tray.hand.cards)


def test_chances_are_counted_once_for_a_state(opened: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(begin(*BEGUN))
    game = view(table).game
    counted: list[Any] = []
    odds = game.session.game.odds

    def count(state: Any, command: Any) -> Any:
        counted.append(command)
        return odds(state, command)

    monkeypatch.setattr(game.session.game, "odds", count)
    for key in ("Alt+2", "Alt+1", "Alt+2"):
        table.press(key)
    assert counted
    assert len(counted) == len(set(counted))
    table.press("1")
    first = game.odds(counted[0])
    assert counted[-1] == counted[0]
    assert first is game.odds(counted[0])


LOOKS = [(language, scale) for language in ("en", "es", "ru") for scale in (1.0, 1.5)]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "scale"), LOOKS)
def test_every_text_fits(opened: Any, language: str, scale: float) -> None:
    table = opened(begin("nation keld", "buy roa"), language)
    window = view(table).row.window()
    window.change(language=language, scale=scale)
    table.settle()
    wrong = {"muster": faults(window)}
    for command in ("team salt_road", "go", "place 1", "fire 1 assault_rifle.3 conscripts.1", "move 1 right"):
        table.submit(command)
        wrong[command] = faults(window)
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_guide_that_does_a_step_leaves_the_next_key_to_the_table(opened: Any) -> None:
    """A Space meant to let the Hostile turn go on pressed the button of the guide again."""
    table = opened(Session.lesson("fire", "warfighter"))
    card = table._table.sheets.lesson
    card.show_me.setFocus()
    card.show_me.click()
    assert card.show_me.isVisible()
    assert QApplication.focusWidget() is view(table).row


@pytest.mark.rule("W-066")
def test_locations_to_choose_from_say_what_tells_them_apart(opened: Any) -> None:
    """Recon gave three bare names."""
    table = opened(Session.lesson("fire", "warfighter"))
    table.submit("play 2 recon")
    table.submit("pay surge")
    cards = view(table).game.rules.catalog.locations
    choices = table._table.presenter.frame.question.choices
    assert len(choices) == 3
    for one in choices:
        card = cards[one.command.id]
        low, high = card.reinforce
        assert one.consequence.startswith(f"entry {card.entry} · Values {low}–{high} · Hostiles for {card.table[1]} XP")


def test_a_menu_begins_with_what_is_asked(opened: Any) -> None:
    """A style sheet paints a section as an empty line."""
    table = opened(begin(*BEGUN))
    game = view(table).game
    menu = table._table.menu("What?", game.choices(game.offers.commands[:2]))
    first = menu.actions()[0]
    assert (first.text(), first.isSeparator(), first.isEnabled()) == ("What?", False, False)


def test_what_had_the_focus_passes_it_to_the_row_and_never_to_the_end_of_the_turn(opened: Any) -> None:
    """A key meant for a card that is gone would end the turn."""
    table = opened(begin(*BEGUN))
    view(table).tray.hand.cards[-1].setFocus()
    table.press("G")
    assert [laid.card for laid in table.session.state.team["1"].laid] == ["aimed"]
    assert QApplication.focusWidget() is view(table).row


def level_ups() -> list[Any]:
    """The commands of a card that has more than a few: its targets, and who pays a level-up."""
    targets, payers = ("riflemen.1", "sergeant.1", "wire_team.1", "conscripts.1"), ("", "1", "2", "3")
    return [c.Play("1", "aimed", target, level) for target in targets for level in payers]


def test_a_long_menu_of_level_ups_has_a_menu_within_it_for_each_who_could_pay(opened: Any) -> None:
    """Sixteen lines of targets and payers covered the table, and seven had no key."""
    table = opened(begin(*BEGUN))
    game = view(table).game
    commands = level_ups()
    game._do(commands)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    within = menu.findChildren(QMenu)
    lines = [one for one in menu.actions()[2:] if one.menu() is None]
    assert (len(lines), len(within)) == (4, 3)
    assert all(len(one.actions()) == 4 for one in within)
    keyed = [*lines, *(entry for one in within for entry in one.actions())]
    assert all(one.text().startswith("&") for one in keyed)
    menu.close()
    game._do(commands[:3])
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert len(menu.actions()) == 5
    assert not any(one.menu() for one in menu.actions())
    menu.close()


def test_the_target_is_chosen_anew_after_an_act(opened: Any) -> None:
    """It stayed chosen, and the click meant to choose it fired again."""
    table = opened(begin(*BEGUN))
    game, conscripts = view(table).game, piece(table, "hostile", "conscripts.1")
    table.click(conscripts)
    assert game.picked == "conscripts.1"
    head = table.session.head
    table.click(conscripts)
    assert table.session.head == head + 1
    assert game.picked == ""
