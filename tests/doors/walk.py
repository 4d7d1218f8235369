"""A person at the window, for any game: begins it, plays by keys and mouse, undoes, lets the opponent play, corrects,
types dice, asks why, leaves and comes back.

As a program: `python -m tests.doors.walk SYSTEM FOLDER`. It knows the port and the shell, and of a game only
what `Played` says.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QSpinBox, QWidget

from defiance_qt.core.port import DiceForm
from defiance_qt.extend.opening import open_save
from defiance_qt.lab.bots import make_bot
from defiance_qt.shell.app import make_window
from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.doors.games import GAMES, Played
from tests.waiting import at_rest, eventually

LEFT = Qt.MouseButton.LeftButton
SEED = "11"


class Person:
    """Hands and eyes at a window."""

    def __init__(self, game: Played, folder: Path) -> None:
        self.game = game
        self.window: Window = make_window(folder / "data", folder / "config")
        self.window.resize(1600, 1000)
        self.window.show()
        self.look()

    # -- hands

    def look(self, milliseconds: int = 20) -> None:
        """Let the window catch up."""
        QTest.qWait(milliseconds)
        at_rest(self.window)
        QApplication.processEvents()

    def until(self, true: Callable[[], bool], what: str) -> None:
        eventually(true, what)

    def key(self, name: str) -> None:
        self._activate()
        focused = QApplication.focusWidget()
        modifier = Qt.KeyboardModifier.NoModifier
        *held, key = name.split("+")
        for one in held:
            modifier |= getattr(Qt.KeyboardModifier, f"{one}Modifier")
        QTest.keyClick(focused or self.window, getattr(Qt.Key, f"Key_{key}"), modifier)
        self.look()

    def _activate(self) -> None:
        """Without a window manager nobody gives a window the focus, or gives it back after a dialog."""
        if QApplication.activeWindow() is not None:
            return
        top = QApplication.activeModalWidget() or self.window
        top.activateWindow()
        if QApplication.platformName() == "xcb":
            subprocess.run(["xdotool", "windowfocus", "--sync", str(int(top.winId()))], check=True, timeout=20)
        self.until(lambda: QApplication.activeWindow() is not None, "the window has the focus")

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), widget
        assert widget.isEnabled(), widget
        QTest.mouseClick(widget, LEFT, pos=widget.rect().center())
        self.look()

    # -- eyes

    @property
    def table(self) -> Table:
        table = self.window.table
        assert table is not None
        return table

    @property
    def state(self) -> object:
        return self.table.presenter.state

    def log(self) -> list[str]:
        model = self.table.log_model
        return [model.line(row).text for row in range(model.rowCount())]

    def waits(self) -> bool:
        """Whether it is for the person to act."""
        game, state = self.table.session.game, self.state
        legal = game.legal(state)
        return game.result(state) is not None or not (legal and all(map(game.automatic, legal)))

    # -- doors

    def begin(self, *, dice: bool = False) -> None:
        """A new game from the new-game screen; with `dice` people roll all that can be rolled."""
        self.window.named_actions.do("game.new")
        self.look()
        screen = self._screen()
        screen.game.setCurrentIndex(screen.game.findData(self.game.system))
        self.look()
        screen = self._screen()
        for row in range(screen.missions.count()):
            if screen.missions.item(row).data(Qt.ItemDataRole.UserRole) == self.game.scenario:
                screen.missions.setCurrentRow(row)
        screen.seed.setText(SEED)
        for key, box in screen._chances.items():
            box.setChecked(dice and key.endswith(".dice"))
        self.click(screen.begin)
        assert self.table.session.setup.system == self.game.system
        assert self.table.session.setup.mission == self.game.scenario
        self.table.timeline.sped.emit("instant")

    def _screen(self) -> NewGameScreen:
        screen = self.window.stack.currentWidget()
        assert isinstance(screen, NewGameScreen)
        return screen

    def plays_by_keys(self) -> None:
        before = self.state
        for name in self.game.keys:
            self.key(name)
        self.until(lambda: self.state is not before, "the keys did something")

    def undoes(self) -> None:
        after = self.state
        count = len(self.table.session.timeline.path)
        self.key("Control+Z")
        self.until(lambda: self.state != after, "undone")
        assert len(self.table.session.timeline.path) < count
        self.key("Control+Y")
        self.until(lambda: self.state == after, "done again")

    def plays_by_mouse(self) -> None:
        """Answer with the buttons of the question where it has any; else a bot finds the way to one that has."""
        bot = make_bot("random", 5, self.game.system)
        for _ in range(400):
            self.until(self.waits, "the person's turn")
            question = self.table.presenter.frame.question
            if question is not None and question.choices:
                before = self.state
                self.click(self.table.question.choice(0))
                assert self.state is not before
                return
            self._bot_acts(bot)
        raise AssertionError("no question was answered with the mouse")

    def lets_the_opponent_play(self) -> None:
        """A bot gives the person's commands; what is automatic comes by itself."""
        bot = make_bot("", 5, self.game.system)
        session = self.table.session
        for _ in range(400):
            self.until(self.waits, "the person's turn")
            given = len(session.timeline.path)
            if session.game.result(self.state) is not None:
                break
            self._bot_acts(bot)
            self.until(self.waits, "the person's turn again")
            own = [session.timeline.step(id).commands[0] for id in session.timeline.path[given:]]
            if any(map(session.game.automatic, own)):
                return
        raise AssertionError("the opponent never played")

    def _bot_acts(self, bot: object) -> None:
        game, state = self.table.session.game, self.state
        assert game.result(state) is None, "the game is over"
        self.table.presenter.submit(bot.choose(game, state, game.legal(state)))  # type: ignore[attr-defined]
        self.look(1)

    def reads_the_account(self) -> None:
        """Of the opponent's last turn, with its rules."""
        self.key("Shift+W")
        account = self.table.sheets.account
        self.until(account.isVisible, "the account is open")
        assert account.cards
        assert any(label.text() for label in account.findChildren(QLabel))
        self.key("Escape")

    def asks_why(self) -> None:
        """Of the last line of the log that has a reason."""
        self.key("W")
        why = self.table.sheets.reasons
        self.until(why.isVisible, "the reason is shown")
        assert why.view.rules
        self.key("Escape")

    def looks_up_the_rules(self) -> None:
        self.key("F2")
        self.until(self.table.sheets.reference.isVisible, "the rules are open")
        self.key("Escape")

    def corrects(self) -> None:
        """A number, with a reason for the log."""
        self.until(self.waits, "the person's turn")
        before = self.state
        self.key("Control+E")
        dialog = self._dialog(OverruleDialog)
        spins = [one for one in dialog.findChildren(QSpinBox) if one.isVisible() and one.isEnabled()]
        assert spins
        for spin in spins:
            spin.setValue(spin.value() + 1 if spin.value() < spin.maximum() else spin.value() - 1)
            dialog.give()
            self.look()
            if self.state != before:
                break
            spin.setValue(spin.value() - 1)
        assert self.state != before
        assert QApplication.activeModalWidget() is None

    def _dialog(self, kind: type[QDialog]) -> OverruleDialog:
        self.until(lambda: any(one.isVisible() for one in self.window.findChildren(kind)), kind.__name__)
        found = next(one for one in self.window.findChildren(kind) if one.isVisible())
        assert isinstance(found, OverruleDialog)
        return found

    def types_dice(self) -> None:
        """Into a roll that is asked for at the table, with the keyboard."""
        session, game = self.table.session, self.table.session.game
        bot = make_bot("", 5, self.game.system)
        for _ in range(400):
            self.until(self.waits, "the person's turn")
            prompt = game.prompt(self.state)
            if any(isinstance(form, DiceForm) for form in prompt.forms):
                break
            if (request := game.request(self.state)) is not None:
                self.table.presenter.answer_chance((0,) * len(request.sizes))
                continue
            self._bot_acts(bot)
        entry = game.entry(self.state, self.table.words)
        assert entry is not None
        field = next(one for one in self.table.findChildren(QLineEdit, "chance") if one.isVisible())
        before = len(session.timeline.path)
        field.setFocus()
        QTest.keyClicks(field, " ".join(die.typed(1) for die in entry.dice))
        self.look()
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.until(lambda: len(session.timeline.path) > before, "the dice are taken")
        command = session.timeline.step(session.timeline.path[before]).commands[-1]
        assert isinstance(command, game.answer_types)

    def leaves_and_comes_back(self) -> None:
        """Through the list of saves on the start screen."""
        self.until(self.waits, "the person's turn")
        state, log, path = self.state, self.log(), self.window.path
        assert path is not None
        self.window.close_game()
        self.look()
        start = self.window.start
        assert isinstance(start, StartScreen)
        start.opened.emit(path)
        self.look()
        assert self.state == state
        # The lines before the first page come once the window is shown.
        self.until(lambda: self.log() == log, "the log is there again")
        self.window.close_game()
        self.look()
        with open_save(path, read_only=True) as session:
            assert session.verify().ok
        self.look()

    def walk(self) -> None:
        """All of it."""
        self.begin()
        self.plays_by_keys()
        self.undoes()
        self.plays_by_mouse()
        self.lets_the_opponent_play()
        self.reads_the_account()
        self.asks_why()
        self.looks_up_the_rules()
        self.corrects()
        self.leaves_and_comes_back()
        self.begin(dice=True)
        self.types_dice()
        self.leaves_and_comes_back()
        self.window.close()


def main(system: str, folder: str) -> None:
    application = QApplication.instance() or QApplication([])
    assert application is not None
    Person(next(game for game in GAMES if game.system == system), Path(folder)).walk()
    print("walked", QApplication.platformName())


if __name__ == "__main__":
    main(*sys.argv[1:])
