"""The tray's widgets: rows keep their places, the picture is spoken, motion ends at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.panels.question import QuestionPanel
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.shell.theme import DARK, load_fonts
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.actions import ActionBar
from defiance_qt.systems.defiance.view.panels.roll import RollBody
from defiance_qt.systems.defiance.view.panels.roll_painter import Pen
from defiance_qt.systems.defiance.view.present.values import BoxView, ButtonView, CardView, QuestionDetails
from tests.systems.defiance.view.positions import english, new_game
from tests.systems.defiance.view.present.test_tray import ONE_OF_EACH, THREE_SUCCESSES, asked, fired
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def tray(qapp: QApplication) -> Iterator[QuestionPanel]:
    panel = QuestionPanel(DARK, english(), RollBody(DARK, english()))
    panel.setFixedSize(1004, 148)
    panel.show()
    yield panel
    panel.close()
    panel.deleteLater()


def body(tray: QuestionPanel) -> RollBody:
    found = tray.findChild(RollBody)
    assert isinstance(found, RollBody)
    return found


def places(tray: QuestionPanel) -> list[tuple[int, int]]:
    QApplication.processEvents()
    return [(one.y(), one.height()) for one in tray._choices if one.isVisible()]


def test_rows_stay_where_they_are_whatever_follows_from_them(tray: QuestionPanel) -> None:
    """Buttons moved under the cursor."""
    plain = QuestionView(
        "roll", "Choose", choices=tuple(ChoiceView(name, name, str(key)) for key, name in enumerate("abc", 1))
    )
    tray.show_question(plain)
    before = places(tray)
    longer = tuple(
        ChoiceView(name * 30, name, str(key), consequence="deals 2", loss="suffers 1")
        for key, name in enumerate("abc", 1)
    )
    tray.show_question(QuestionView("roll", "Choose", choices=longer))
    assert places(tray) == before
    # Three rows are seen without scrolling.
    assert before[-1][0] + before[-1][1] <= tray.rows.viewport().height()


def test_short_answers_that_are_many_stand_in_two_columns_and_all_are_seen(tray: QuestionPanel) -> None:
    """Of five who could act three were seen."""
    five = tuple(ChoiceView(name, name, str(key), detail="9 of 9") for key, name in enumerate("abcde", 1))
    tray.show_question(QuestionView("choice", "Choose who acts", choices=five, body=QuestionDetails()))
    seen = [
        QRect(one.mapTo(tray.rows.viewport(), QPoint(0, 0)), one.size()) for one in tray._choices if one.isVisible()
    ]
    assert len(seen) == 5
    assert len({place.x() for place in seen}) == 2
    assert all(tray.rows.viewport().rect().contains(place) for place in seen)
    tray.show_question(QuestionView("choice", "Choose", choices=five[:3], body=QuestionDetails()))
    assert len({one.x() for one in tray._choices if one.isVisible()}) == 1


def test_the_tray_says_everything_to_a_screen_reader(tray: QuestionPanel) -> None:
    question = asked(fired(THREE_SUCCESSES, ONE_OF_EACH))
    tray.show_question(question)
    assert tray.accessibleName() == "Spend symbols, or let it stand"
    assert "2 hit, 1 blocked" in tray.accessibleDescription()
    assert body(tray).accessibleName() == "Face-to-Face Roll"
    suppress = tray.choice(2)
    assert suppress.accessibleName() == "block, special: #2: Suppressed. rolls 1 die fewer"
    assert suppress.accessibleDescription() == "deals 2 · suffers 1, the Block is spent"


def test_nothing_of_a_roll_is_cut_at_the_least_size(tray: QuestionPanel) -> None:
    tray.show_question(asked(fired(THREE_SUCCESSES, ONE_OF_EACH)))
    tray.grab()
    assert body(tray).cut == []
    assert [one.view.text for one in tray._choices if one.isVisible() and one.cut] == []


def test_no_word_of_an_instruction_is_cut(tray: QuestionPanel) -> None:
    """The Russian for "closest" ran over the edge of its box, and was not counted as cut."""
    boxes = (
        BoxView("1. Атака", "Наименьшая дистанция → Ума", "done"),
        BoxView("2. Отход", "Наименьшая дистанция", "now"),
        BoxView("3. Сфокусирован"),
    )
    roll = asked(fired(THREE_SUCCESSES, ONE_OF_EACH)).body
    assert isinstance(roll, QuestionDetails)
    tray.show_question(QuestionView("enemy", "Enemy", body=QuestionDetails(roll.roll, boxes, "Nox", fresh=True)))
    tray.grab()
    assert [text for text in body(tray).cut if any(text in (box.title, box.text) for box in boxes)] == []
    endless = (*boxes[:2], BoxView("3. Сфокусирован", "Наименьшая" * 9))
    tray.show_question(QuestionView("enemy", "Enemy", body=QuestionDetails(roll.roll, endless, "Nox", fresh=True)))
    tray.grab()
    assert endless[2].text in body(tray).cut


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_the_title_of_the_answers_is_whole_and_four_who_can_act_are_seen_at_150_percent(qtbot, language: str) -> None:
    load_fonts()
    theme, words = DARK.scaled(1.5), new_game().words(language)
    tray = QuestionPanel(theme, words, RollBody(theme, words))
    qtbot.addWidget(tray)
    tray.setFixedSize(865, 222)
    tray.show()
    health = words("view.tray.health", left=10, all=10)
    four = tuple(ChoiceView(name, name, str(key), detail=health) for key, name in enumerate("abcd", 1))
    for title in ("view.tray.switches", "view.tray.round"):
        tray.show_question(QuestionView("choice", words(title), choices=four, body=QuestionDetails()))
        QApplication.processEvents()
        assert tray._title.text() == tray._title.whole, title
        assert tray.rows.verticalScrollBar().maximum() == 0


def test_the_dice_of_a_new_roll_fall_once_and_can_be_skipped(tray: QuestionPanel) -> None:
    tray.show_question(asked(fired(THREE_SUCCESSES, ONE_OF_EACH)))
    picture = body(tray)
    picture.animate()
    assert picture.moving
    picture.skip()
    assert not picture.moving
    picture.animate()
    assert not picture.moving


def test_the_dice_come_to_rest_by_themselves(tray: QuestionPanel) -> None:
    tray.show_question(asked(fired(THREE_SUCCESSES, ONE_OF_EACH)))
    picture = body(tray)
    picture.set_motion(20)
    picture.animate()
    eventually(lambda: not picture.moving, "rest")


def test_without_motion_the_dice_lie_at_once(tray: QuestionPanel) -> None:
    tray.show_question(asked(fired(THREE_SUCCESSES, ONE_OF_EACH)))
    picture = body(tray)
    picture.set_motion(0)
    picture.animate()
    assert not picture.moving


def test_a_click_on_a_row_gives_its_command(tray: QuestionPanel) -> None:
    given: list[object] = []
    tray.answered.connect(given.append)
    tray.show_question(asked(fired(THREE_SUCCESSES, ONE_OF_EACH)))
    tray.choice(1).click()
    assert given == [c.UseSwitch(0, "nox_spec_ops.1")]


@pytest.mark.parametrize(("width", "seen"), [(620, "keys"), (440, "words")])
def test_the_actions_move_closer_before_one_of_them_is_out_of_view(qtbot, width: int, seen: str) -> None:
    """At 150 % half of the Actions had to be scrolled to."""
    bar = ActionBar(DARK, english(), dict.fromkeys("abcdefgh", "K"))
    qtbot.addWidget(bar)
    bar.setFixedSize(width, 90)
    buttons = tuple(ButtonView(name, f"Action {name}", icon="move") for name in "abcdefgh")
    bar.show_card(CardView("uma", "Uma", "US", "", False, 0, 9, 0, 3, active=True, actions=2, buttons=buttons))
    bar.show()
    QApplication.processEvents()
    assert bar.area.verticalScrollBar().maximum() == 0
    assert all(button.property("keyed") == (seen == "keys") for button in bar._buttons)
    assert all(button.text() == f"Action {name}" for name, button in zip("abcdefgh", bar._buttons, strict=True))
    assert "(K)" in bar._buttons[0].toolTip()


def test_a_note_beside_a_title_shows_whole_parts(qtbot) -> None:
    """It broke off in the middle of a word: "Combi rifle, Ran…"."""
    picture = QImage(400, 40, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    pen = Pen(painter, DARK, english(), 400, 40, 1.0, 0)
    text = "Combi rifle, Range 5 · 1.0 Damage on average"
    for shown in ("", "Combi rifle", "Combi rifle, Range 5", text):
        drawn: list[str] = []
        pen.text = lambda area, text, *rest, drawn=drawn: drawn.append(text) or 0.0  # type: ignore[method-assign]
        pen.note(QRectF(0, 0, pen.measure(shown, 12) + 2, 20), text)
        assert drawn == ([shown] if shown else [])
    assert pen.cut == [text] * 3
    painter.end()
