"""Undo and redo name what they change with its amount, alike in the top bar and in the menu."""

from __future__ import annotations

import pytest

from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from tests.systems.defiance.view.hands import at_instant, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_undo_names_the_amount_in_bar_and_menu(window: Window) -> None:
    table = begin(window)
    deploy(at_instant(table))
    presenter, undo, redo = table.presenter, window.named_actions["time.undo"], window.named_actions["time.redo"]
    presenter.submit(c.Activate("cadin"))
    presenter.submit(c.Move("cadin"))
    first = next(one for one in table.session.legal() if isinstance(one, c.StepTo))
    presenter.submit(first)
    walked = f"Undo: Cadin, 1 space to {first.space}"
    assert undo.text() == walked
    assert table.top._undo.toolTip() == walked
    assert redo.text() == "Redo"
    presenter.undo()
    assert undo.text() == "Undo: Cadin: Move"
    assert redo.text() == table.top._redo.toolTip() == f"Redo: Cadin, 1 space to {first.space}"
    presenter.redo()
    assert undo.text() == walked
    window.close_game()
