"""Every screen of a campaign that `make shots` takes, in the extreme looks: nothing is cut, everything has a name."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.shell.test_every_screen import nameless
from tests.systems.defiance.view.hands import defiance_view
from tests.workshop.window.campaign_shots import photograph_campaign
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SCREENS = {
    "briefing",
    "defeat",
    "entered",
    "written",
    "crew",
    "sickbay",
    "specialties",
    "intel",
    "equipment",
    "next-mission",
    "chronicle",
    "end",
}
SMALL, LARGE = (1280, 800), (1920, 1080)


class Reader:
    """A camera that reads every screen instead of keeping its picture."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.seen: set[str] = set()
        self.wrong: dict[str, list[str]] = {}

    @property
    def table(self) -> Table:
        assert isinstance(self.window.table, Table)
        return self.window.table

    @property
    def view(self) -> DefianceView:
        return defiance_view(self.table)

    def take(self, name: str, shown: QWidget | None = None) -> None:
        screen = shown if shown is not None else self.window
        self.view.skip()
        self.seen.add(name)
        if found := [*faults(screen), *(f"nameless: {one}" for one in nameless(screen))]:
            self.wrong[name] = found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "scale", "size"),
    [
        ("en", 1.0, SMALL),
        ("es", 1.0, LARGE),
        ("es", 1.5, SMALL),
        ("ru", 1.5, SMALL),
        ("es", 2.0, SMALL),
    ],
)
def test_nothing_is_cut_on_the_screens_of_a_campaign(
    window: Window, language: str, scale: float, size: tuple[int, int]
) -> None:
    """The guide's chips were pushed out of the rail at 200 %; an aimed space kept the height it had before."""
    window.resize(*size)
    window.change(language=language, scale=scale)
    reader = Reader(window)
    photograph_campaign(reader)
    assert reader.wrong == {}
    assert reader.seen == SCREENS
