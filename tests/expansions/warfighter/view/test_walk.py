"""A whole First Light at the window: what the hint advises is done by clicks on what can be seen, to the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import hint
from defiance_qt.shell.open_table import OpenTable
from tests.bounds import repeat

pytestmark = pytest.mark.qt_log_ignore("does not support")

MOST = 3
"""The most clicks that a command may need."""


class Walker:
    """A user with the mouse, who knows only what the window shows."""

    def __init__(self, table: OpenTable) -> None:
        self.table, self.clicks = table, 0
        self.view: Any = table.view

    def click(self, widget: Any) -> None:
        self.clicks += 1
        self.table.click(widget)

    def take(self, command: Any) -> bool:
        """Take the command where the window offers it: as a choice, or as a card of the hand."""
        frame = self.view.game.table.frame
        for choice in frame.question.choices if frame.question is not None else ():
            if choice.command == command:
                self.clicks += 1
                self.table.choose(choice.text)
                return True
        card = next((one for one in self.view.tray.hand.cards if command in (one.view.command or ())), None)
        if card is None:
            return False
        several = len(card.view.command)
        self.click(card)
        if several > 1:
            self.pick(self.view.game.label(command))
        return True

    def pick(self, text: str) -> None:
        """Choose from the menu that has just opened."""
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        entries = [one for part in (menu, *menu.findChildren(QMenu)) for one in part.actions()]
        action = next(one for one in entries if one.text().endswith(text))
        self.clicks += 1
        action.trigger()
        menu.close()
        self.table.settle()

    def do(self, command: Any) -> None:
        """Give a command by clicks: at once, else for the Soldier that it is about, on its target, or from its menu."""
        self.clicks = 0
        head = self.table.session.head
        soldier, target = getattr(command, "soldier", ""), getattr(command, "target", "")
        support = getattr(command, "support", "")
        rows = {one.view.id: one for one in self.view.column.rows if not one.isHidden()}
        if support in rows and not self.take(command):
            self.click(rows[support])
            self.pick(self.view.game.label(command))
        elif target == "objective":
            # A click on the Objective aims at it; the Move into it has a place of its own.
            if soldier != self.view.game.active:
                self.click(self.view.column.cards[soldier])
            self.click(self.view.row.pieces["space", str(self.view.game.state.space)])
            assert self.view.game.picked == target
            assert self.take(command), command
        elif not support and not self.take(command):
            if soldier and (soldier != self.view.game.active or self.view.game.picked):
                self.click(self.view.column.cards[soldier])
            if not self.take(command):
                self.click(self.view.row.pieces["hostile", target])
                assert self.take(command), command
        assert self.table.session.head != head, command


@pytest.mark.slow
def test_who_follows_the_hints_by_what_can_be_seen_comes_to_the_end(tmp_path: Path) -> None:
    session = Session.new("warfighter", mission="first_light", seed=6, options={"objective": "cache"})
    table = OpenTable(session, tmp_path, "en", "dark", (1280, 800))
    try:
        walker = Walker(table)
        needed: Counter[int] = Counter()
        for _ in repeat(lambda: session.result is None, lambda: session.state):
            advice = hint(session.game, session.state, session.bots, walker.view.game.words)
            assert advice is not None
            assert table.question
            walker.do(advice.command)
            needed[walker.clicks] += 1
        assert max(needed) <= MOST, needed
        assert table.question.startswith("Mission ")
        assert table.failed == []
    finally:
        table.close()
