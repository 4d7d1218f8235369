"""A hand of cards: by click, by key, and where there is little room."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.kit.cards import Hand, HandCard
from defiance_qt.shell.kit.elided import elided_lines
from defiance_qt.shell.present.values import HandCardView
from defiance_qt.shell.theme import DARK, font

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SHOT = HandCardView("Aimed Shot", "This attack: +2 on every d10", "shot", "[+3]", "play: 0.93 killed", key="A")
DIVE = HandCardView("Dive", "When wounded: cancel 1 Wound", why="in the Hostile turn")


def picture(hand: Hand) -> QImage:
    return hand.grab().toImage()


@pytest.fixture
def hand(qtbot) -> Hand:
    made = Hand(DARK)
    qtbot.addWidget(made)
    made.resize(660, 112)
    made.show()
    made.activateWindow()
    return made


def test_a_click_plays_a_card_and_none_that_cannot_be_played(hand: Hand) -> None:
    hand.show_hand((SHOT, DIVE), "Roa's hand")
    played: list[object] = []
    hand.played.connect(played.append)
    for card in hand.cards:
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert played == ["shot"]


def test_arrows_go_round_the_hand_and_space_plays(hand: Hand) -> None:
    hand.show_hand((DIVE, SHOT), "Roa's hand")
    played: list[object] = []
    hand.played.connect(played.append)
    hand.cards[0].setFocus()
    for key, focused in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, 1)):
        QTest.keyClick(next(card for card in hand.cards if card.hasFocus()), key)
        assert hand.cards[focused].hasFocus()
    QTest.keyClick(hand.cards[1], Qt.Key.Key_Space)
    assert played == ["shot"]


def test_a_card_reads_out_what_it_does_or_why_it_cannot_be_played(hand: Hand) -> None:
    hand.show_hand((SHOT, DIVE), "Roa's hand")
    shot, dive = hand.cards
    assert hand.accessibleName() == "Roa's hand"
    assert (shot.accessibleName(), dive.accessibleName()) == ("Aimed Shot", "Dive")
    assert shot.accessibleDescription() == "This attack: +2 on every d10\n[+3]\nplay: 0.93 killed"
    assert dive.accessibleDescription().endswith("in the Hostile turn")
    assert "0.93" in shot.toolTip()


def test_many_cards_lie_over_each_other_within_the_hand(hand: Hand) -> None:
    hand.show_hand((SHOT,) * 4, "Roa's hand")
    assert all(one.geometry().right() < other.x() for one, other in pairwise(hand.cards))
    hand.show_hand((SHOT,) * 6, "Roa's hand")
    assert hand.cards[-1].geometry().right() < hand.width()
    assert all(one.x() < other.x() for one, other in pairwise(hand.cards))
    hand.cards[2].setFocus()
    assert hand.childAt(hand.cards[3].x() + 5, 50) is hand.cards[2]


def test_cards_that_would_hide_each_other_are_low_and_side_by_side(hand: Hand) -> None:
    for wide, rows in ((580, 2), (370, 3)):
        hand.resize(wide, 112)
        hand.show_hand((SHOT, DIVE) * 4, "Roa's hand")
        places = [card.geometry() for card in hand.cards]
        assert all(hand.rect().contains(one) for one in places)
        assert not any(one.intersects(other) for one, other in combinations(places, 2))
        assert len({one.y() for one in places}) == rows
    hand.resize(1200, 112)
    assert hand.cards[0].size().toTuple() == (HandCard.WIDE, HandCard.HIGH)


def test_a_low_card_has_its_texts_as_far_as_there_is_room(hand: Hand) -> None:
    hand.resize(580, 112)
    hand.show_hand((SHOT,) * 8, "Roa's hand")
    whole = picture(hand)
    hand.show_hand((replace(SHOT, text=""),) * 8, "Roa's hand")
    assert picture(hand) != whole
    # In three rows there is one line, which what the card does now fills.
    hand.resize(370, 112)
    bare = picture(hand)
    hand.show_hand((replace(SHOT, follows="play: 9.93 killed"),) * 8, "Roa's hand")
    assert picture(hand) != bare


def test_a_text_breaks_into_lines_of_which_the_last_is_elided(qapp: QApplication) -> None:
    face = font(DARK, DARK.size_small)
    text = "In this Soldier's next attack the target's Cover is 2 less"
    lines = elided_lines(text, face, 120, 9)
    assert len(lines) > 2
    assert "".join(lines) == text
    assert elided_lines(text, face, 120, len(lines)) == lines
    first, second = elided_lines(text, face, 120, 2)
    assert first == lines[0]
    assert second.startswith(lines[1].split()[0])
    assert second.endswith("…")


def test_a_smaller_hand_forgets_its_cards(hand: Hand) -> None:
    hand.show_hand((SHOT,) * 5, "Roa's hand")
    hand.cards[4].setFocus()
    hand.show_hand((DIVE,), "Roa's hand")
    assert hand.cards[0].hasFocus()
    assert hand.findChildren(HandCard) == hand.cards
    assert [card.view for card in hand.cards] == [DIVE]
    hand.show_hand((), "Roa's hand")
    assert hand.isHidden()
