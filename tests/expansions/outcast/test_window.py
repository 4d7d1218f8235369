"""The Saltgate run at the window: its team, and a ship that has no engines to cover."""

from __future__ import annotations

import random

import pytest
from PySide6.QtWidgets import QApplication

from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.ship_parts import Engines
from defiance_qt.systems.defiance.view.present.guide import step_now
from tests.bounds import repeat
from tests.expansions.outcast.saltgate import ID
from tests.workshop.defiance.hastening import hasten
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.mark.parametrize(("campaign", "engines"), [("saltgate", False), ("defiance", True)])
def test_a_ship_shows_engines_only_where_there_is_a_track(window: Window, campaign: str, engines: bool) -> None:
    window.games.begin(NewGame(DEFAULT, f"campaign.{campaign}.name", campaign, 3, "en", {}, (ID,)))
    table = window.table
    assert isinstance(table, Table)
    session = table.session
    assert isinstance(session, Session)
    for _ in range(4):
        session.submit(session.legal()[0])
    session.submit(hasten(session, random.Random(1))[0])
    for step in repeat(lambda: step_now(session.state) not in ("", "crew") and step_now(session.state), str):
        ways = session.legal()
        session.submit(next((one for one in ways if isinstance(one, c.AcceptDefeat | c.FinishStep)), ways[0]))
        assert step
    QApplication.processEvents()
    found = table.findChildren(Engines)
    assert found
    assert [one.isVisibleTo(table) for one in found] == [engines] * len(found)
    assert faults(window) == []
