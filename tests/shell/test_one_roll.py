"""Typing one roll that the app would roll cost eight clicks: it costs one more than the act."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from tests.bounds import repeat
from tests.systems.defiance.view.hands import at_instant, begin, deploy
from tests.systems.defiance.view.positions import Notes, can_attack, deployed, english, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def presented(session: Session) -> tuple[TablePresenter, Notes]:
    notes = Notes()
    presenter = TablePresenter(session, english(), notes, "step")
    presenter.refresh()
    return presenter, notes


def attack(session: Session) -> Any:
    return next(one for one in session.legal() if isinstance(one, c.Attack))


def typed_attack(path: Path | None = None) -> tuple[Session, TablePresenter, Notes]:
    """An Attack whose dice are asked for."""
    session = until(deployed() if path is None else new_on_disk(path), can_attack)
    presenter, notes = presented(session)
    presenter.type_next()
    presenter.submit(attack(session))
    return session, presenter, notes


def new_on_disk(path: Path) -> Session:
    session = Session.new(mission="extraction", seed=7, path=path)
    for deploys in repeat(lambda: [one for one in session.legal() if isinstance(one, c.Deploy)], session.legal):
        session.submit(deploys[len(deploys) // 2])
    return session


def dice(session: Session) -> int:
    entry = session.game.entry(session.state, english())
    assert entry is not None
    return len(entry.dice)


def test_the_next_roll_is_typed_and_the_one_after_is_the_apps() -> None:
    session, presenter, notes = typed_attack()
    assert notes.frame.question is not None
    assert notes.frame.question.entry is not None
    assert session.state.answers["team.dice"] == "person"
    assert not presenter.one_roll.armed
    presenter.answer_chance((5,) * dice(session))
    assert session.state.answers["team.dice"] == "app"
    step = session.timeline.step(session.head)
    assert c.EnterDice((6,) * len(step.commands[0].faces)) == step.commands[0]
    assert any("entered by hand" in text for text in presenter.log.sentences(session.head))
    assert session.verify().ok


def test_undo_takes_the_source_back_with_the_act_and_names_the_act() -> None:
    session, presenter, notes = typed_attack()
    assert "attack" in notes.frame.top.undo.casefold()
    presenter.undo()
    assert session.state.answers.get("team.dice", "app") == "app"
    session.redo()
    presenter.answer_chance((2,) * dice(session))
    assert notes.frame.top.undo
    assert session.undo_label(english()) != session.game.label(
        session.game.set_answer("team.dice", "app"), session.state, english()
    )


def test_a_save_closed_before_the_values_goes_on_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "typed.defiance"
    session, _, _ = typed_attack(path)
    session.close()
    again = open_save(path)
    presenter, _ = presented(again)
    presenter.answer_chance((3,) * dice(again))
    assert again.state.answers["team.dice"] == "app"
    again.close()


def test_acts_without_chance_leave_the_wish_and_escape_drops_it() -> None:
    session = deployed()
    presenter, notes = presented(session)
    presenter.type_next()
    assert presenter.one_roll.armed
    assert "next roll" in notes.told[-1]
    presenter.submit(c.Activate("uma"))
    assert presenter.one_roll.armed
    assert session.timeline.step(session.head).commands == (c.Activate("uma"),)
    presenter.cancel()
    assert not presenter.one_roll.armed


def test_a_source_set_for_the_whole_game_stays() -> None:
    session = until(deployed(), can_attack)
    presenter, _ = presented(session)
    presenter.set_answer("team.dice", True)
    presenter.submit(attack(session))
    presenter.answer_chance((1,) * dice(session))
    assert session.state.answers["team.dice"] == "person"


def test_the_enemys_roll_can_be_typed_while_its_turn_runs() -> None:
    session = deployed()
    presenter, _ = presented(session)
    presenter.type_next()
    for _ in range(200):
        if session.game.entry(session.state, english()) is not None:
            break
        automatic = next((one for one in session.legal() if session.game.automatic(one)), None)
        if automatic is not None:
            presenter.autoplay.speed = "normal"
            presenter.tick()
        else:
            ending = (one for one in session.legal() if isinstance(one, c.EndActivation))
            presenter.submit(next(ending, session.legal()[0]))
    entry = session.game.entry(session.state, english())
    assert entry is not None
    changed = [key for key, who in session.state.answers.items() if who == "person"]
    assert len(changed) == 1
    request = session.game.request(session.state)
    assert request is not None
    presenter.answer_chance((0,) * len(request.sizes))
    assert session.state.answers[changed[0]] == "app"


def test_a_refused_act_says_why_and_keeps_the_wish() -> None:
    session = deployed()
    presenter, notes = presented(session)
    presenter.type_next()
    presenter.submit(c.Rest("uma", ""))
    assert presenter.one_roll.armed
    assert notes.told[-1] != english()("ui.type.armed")


def test_the_button_in_the_bar_and_its_key(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    button = next(
        one for one in table.top.findChildren(QToolButton) if one.defaultAction() is window.named_actions["turn.enter"]
    )
    button.click()
    assert table.presenter.one_roll.armed
    assert button.isChecked()
    QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert not table.presenter.one_roll.armed
    assert not button.isChecked()
    table.session.submit(c.Activate("jazz"))
    button.click()
    table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, c.Hack)))
    assert table.question.entry.isVisible()
    assert not button.isChecked()
