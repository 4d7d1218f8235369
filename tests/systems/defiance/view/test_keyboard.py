"""The table by keyboard alone: every key goes to whatever has the focus, as a person's would."""

from __future__ import annotations

import pytest

from defiance_qt.shell.window import Window
from tests.systems.defiance.view.walks import Fingers, play_three_rounds

# The offscreen platform says so of windows with a smallest size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_three_rounds_by_keyboard_alone(window: Window) -> None:
    window.change(speed="step")
    play_three_rounds(Fingers(window))
