"""Less motion when the system asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from defiance_qt.shell import motion
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin, defiance_view

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(autouse=True)
def unasked() -> Iterator[None]:
    yield
    motion._asked.clear()
    motion._waiting.clear()


@pytest.mark.parametrize(
    ("answer", "less"), [([False], True), ([True], False), ([], False), (["no"], False), ([0], False)]
)
def test_what_the_portal_answers(answer: list[object], less: bool) -> None:
    assert motion.asks_for_less(answer) is less


def test_asking_waits_for_nobody_and_a_desktop_without_an_answer_asks_for_nothing(qapp) -> None:
    motion.ask()
    qapp.processEvents()
    assert not motion.reduced()


@pytest.mark.parametrize("less", [True, False])
def test_a_table_shows_no_movement_if_the_system_asks(
    window: Window, monkeypatch: pytest.MonkeyPatch, less: bool
) -> None:
    monkeypatch.setattr(motion, "reduced", lambda: less)
    window.change(motion="full", speed="normal")
    table = begin(window)
    assert bool(defiance_view(table).board._speed) is not less
    table.timeline.sped.emit("slow")
    assert bool(defiance_view(table).board._speed) is not less
