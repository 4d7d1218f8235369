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
    motion._aloud.clear()
    motion._waiting.clear()


class Reply:
    """An answer of the bus, as its watcher gives it."""

    def __init__(self, values: list[object], wrong: bool = False) -> None:
        self._values, self._wrong = values, wrong

    def isError(self) -> bool:
        return self._wrong

    def reply(self) -> Reply:
        return self

    def arguments(self) -> list[object]:
        return self._values


@pytest.mark.parametrize(
    ("answer", "less", "aloud"),
    [
        ([False], True, False),
        ([True], False, True),
        ([], False, False),
        (["no"], False, False),
        ([0], False, False),
        ([1], False, False),
    ],
)
def test_what_the_bus_answers(qapp, answer: list[object], less: bool, aloud: bool) -> None:
    portal, reply = motion._Portal(), Reply(answer)
    portal._motion_answered(reply)
    assert (motion.reduced(), motion.aloud()) == (less, False)
    portal._reader_answered(reply)
    assert (motion.reduced(), motion.aloud()) == (less or aloud, aloud), "a screen reader asks for less motion too"


def test_a_bus_without_an_answer_asks_for_nothing(qapp) -> None:
    portal, reply = motion._Portal(), Reply([False], wrong=True)
    portal._motion_answered(reply)
    portal._reader_answered(reply)
    assert not motion.reduced()


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
