"""A game of a plugin that fails while it is played: each member that raises, or returns what it must not, is named in a
sentence by `plugin check`, in text play and in the window."""

from __future__ import annotations

import io
import re
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QMessageBox

from defiance_qt.cli import main
from defiance_qt.core.port import Game
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.facets import TYPES, members
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.kit.check import USUAL, check
from defiance_qt.shell.app import keep_playing
from defiance_qt.shell.window import Window
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin
from tests.waiting import settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

GAME = '''
import msgspec
from defiance_qt.api import Illegal, Request, port


class Take(msgspec.Struct, frozen=True, tag_field="command", tag="take"):
    count: int


class Rest(msgspec.Struct, frozen=True, tag_field="command", tag="rest"):
    pass


class Rolled(msgspec.Struct, frozen=True, tag_field="command", tag="rolled"):
    face: int


class Taken(msgspec.Struct, frozen=True, tag_field="event", tag="taken"):
    left: int
    asks: bool = False


class Heap(msgspec.Struct, frozen=True):
    left: int = 9
    asks: bool = False
    rolls: int = 0
    answers: dict[str, str] = {}


class Nim(port.BasicGame):
    """A heap: a take of two rolls a die, which takes as many more; below five all of it runs by itself."""

    command_type = Take | Rest | Rolled | port.SetAnswer | port.Overrule
    event_type = Taken | port.AnswerSet | port.Overruled
    state_type = Heap
    automatic_types = (Rest,)
    answer_types = (Rolled,)
    chance_kinds = ("team.dice",)
    correctable = (("left", 9),)

    def start(self, setup):
        return [Taken(9)]

    def decide(self, state, command):
        if isinstance(command, port.SetAnswer | port.Overrule):
            return port.settled(self, state, command)
        if isinstance(command, Rolled):
            return [Taken(max(0, state.left - command.face))]
        if isinstance(command, Rest):
            return [Taken(max(0, state.left - 1))]
        if command.count > state.left or state.asks:
            raise Illegal("too_many", "", "there are not that many")
        return [Taken(state.left - command.count, command.count == 2)]

    def evolve(self, state, event):
        if isinstance(event, port.AnswerSet | port.Overruled):
            return port.applied(state, event)
        rolls = state.rolls + (state.asks and not event.asks)
        return msgspec.structs.replace(state, left=event.left, asks=event.asks and event.left > 0, rolls=rolls)

    def legal(self, state):
        if state.asks or not state.left:
            return ()
        return (Rest(),) if state.left < 5 else tuple(Take(count) for count in (2, 1, 3))

    def result(self, state):
        return None if state.left else "victory"

    def request(self, state):
        if not state.asks:
            return None
        return Request("dice", "team", (2,), state.rolls, by_app=self.answers(state)["team.dice"] == "app")

    def answer(self, state, values):
        return Rolled(values[0] + 1)

    def prompt(self, state):
        prompt = super().prompt(state)
        if prompt.asks == "turn":
            form = port.FieldsForm("some", (port.Field("count", "some", "number", 1, low=1, high=3),))
            return msgspec.structs.replace(prompt, forms=(*prompt.forms, form))
        return prompt

    def filled(self, state, form, values):
        return Take(values["count"])

    def opens_account(self, event):
        return "rests" if isinstance(event, Taken) and event.left == 4 else ""


class System(port.BasicSystem):
    id = "nim"
    game = Nim

    def offerings(self, content):
        kinds = (port.ChanceKind("team.dice", "game.name", "dice", "team"),)
        return port.Offerings((port.Scenario("nim", "game.name"),), chance=kinds)


def contribute_system():
    return System()
'''

HARM = """

class Faulty(Nim):
    def {member}(self, *values, **named):
        if any(isinstance(one, Heap) and one.left > {above} for one in values):
            return super().{member}(*values, **named)
        {harm}

System.game = Faulty
"""
PLACE = GAME.count("\n") + 7  # the line of the harm

RAISES = 'raise KeyError("boo")'
RETURNS = "return ..."

COMMANDS = "Take, Rest, Rolled, SetAnswer, Overrule"
ANSWERS = {
    "account": "Account, None", "answer": COMMANDS, "answers": "Mapping", "blank": "Heap", "category": "str",
    "decide": "list, tuple", "deed": "str", "die": "Die", "ending": "Ending, None", "entry": "Entry, None",
    "evolve": "Heap", "filled": COMMANDS, "forecast": "Forecast, None", "format": "str", "given": "Mapping",
    "invariants": "list, tuple", "label": "str", "legal": "tuple", "marks": "list, tuple", "moment": "Moment, None",
    "narrate": "str", "odds": "Odds, None", "opens_account": "str", "outcome": "Outcome", "overrule": "tuple",
    "owner": "str", "parse": COMMANDS, "play": "tuple", "players": "list, tuple", "progress": "Progress, None",
    "prompt": "Prompt", "question": "str", "redealt": "Heap", "refusal": "str", "request": "Request, None",
    "result": "str, None", "seed": "int", "set_answer": COMMANDS, "side": "str", "start": "list, tuple",
    "step": "tuple", "subjects": "list, tuple", "summary": "Summary", "switches": "list, tuple",
    "tell": "list, tuple", "unsound": "list, tuple", "why": "Reason",
    "why_not": "Reason", "worded_form": "FieldsForm",
}  # fmt: skip
TRUTHS = ("automatic", "closes_account", "joins")
"""Members whose answer can be anything: it counts as true or false."""

CASES = [(member, RAISES) for member in (*ANSWERS, *TRUTHS)] + [(member, RETURNS) for member in ANSWERS]


def faulty(folder: Path, member: str, harm: str, above: int = 0) -> Path:
    """Write the game with a member that fails as soon as no more than so many are left."""
    code = GAME + HARM.format(member=member, harm=harm, above=above)
    return plugin(folder, "nim", code, kind="system", system="nim", api=">=2,<3")


def sentence(member: str, harm: str) -> str:
    if harm == RAISES:
        return f"The plugin 'nim' failed in {member}: KeyError: 'boo'."
    return f"The plugin 'nim' cannot be used: {member} returns Ellipsis, not {ANSWERS[member]}."


def test_the_table_has_every_method_of_a_game() -> None:
    methods = [name for name in members(Game) if name not in TYPES and callable(getattr(Game, name, None))]
    assert sorted((*ANSWERS, *TRUTHS)) == methods


@pytest.mark.slow
@pytest.mark.parametrize("above", [9, 6])
@pytest.mark.parametrize(("member", "harm"), CASES)
def test_the_check_names_the_member(tmp_path: Path, member: str, harm: str, above: int) -> None:
    (fault, *others) = check(faulty(tmp_path, member, harm, above), Words("en"), USUAL._replace(tests=False)).faults
    assert others == []
    if harm == RAISES:
        assert fault.line(Words("en")) == f"hooks.py:{PLACE}: {member}: KeyError: 'boo'"
    else:
        expected = f"{member} returns Ellipsis, not {ANSWERS[member]}"
        assert re.sub(r"^hooks\.py:[\d: ]+", "", fault.line(Words("en"))) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "harm", "fault"),
    [
        ("result", 'return "won"', "a random game broke .* 'won' is no result: 'victory', 'defeat', 'draw', None"),
        ("legal", 'return (*super().legal(*values), "pass")', "legal returns 'pass', not " + COMMANDS),
        ("decide", "return (one for one in ())", "decide returns <generator object .*>, not list, tuple"),
        ("decide", "return [7]", "decide returns 7, not Taken, AnswerSet, Overruled"),
        ("summary", "return port.Summary(7)", "summary: ValidationError: Expected `str`, got `int` - at `.*title`"),
        ("request", 'return Request("dice", (2,), 0, "team") if values[0].asks else None',
         "request: ValidationError: Expected `str`, got `array` - at `.*side`"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_an_answer_is_named(tmp_path: Path, member: str, harm: str, fault: str) -> None:
    (found,) = check(faulty(tmp_path, member, harm, 6), Words("en"), USUAL._replace(tests=False)).faults
    assert re.fullmatch(rf"hooks\.py:[\d: ]+{fault}", found.line(Words("en")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "command", "event"),
    [("chance_kinds", "port.SetAnswer", "port.AnswerSet"), ("correctable", "port.Overrule", "port.Overruled")],
)
def test_what_the_port_needs_among_the_commands_is_named(tmp_path: Path, member: str, command: str, event: str) -> None:
    code = GAME.replace(f" | {command}", "", 1).replace(f" | {event}", "", 1)
    place = plugin(tmp_path, "nim", code, kind="system", system="nim", api=">=2,<3")
    (fault,) = check(place, Words("en"), USUAL._replace(tests=False)).faults
    assert fault.line(Words("en")) == (
        f"hooks.py: {member}: it needs {command} among the commands and {event} among the events"
    )


SCRIPT = ("3", "goals", "hint", "7", 'take {"count": 9}', "count=1", "undo", "count=2", "1", "why", "log", "1", "1")
SHOWN_IN_TEXT = frozenset(
    {
        "answer", "answers", "automatic", "blank", "decide", "deed", "die", "ending", "entry", "evolve", "filled",
        "label", "legal", "narrate", "opens_account", "account", "closes_account", "parse", "play", "progress",
        "prompt", "question", "refusal", "request", "result", "seed", "set_answer", "side", "start", "step", "summary",
        "worded_form",
    }
)  # fmt: skip
"""What text play asks once no more than six are left."""


@pytest.mark.slow
@pytest.mark.parametrize(("member", "harm"), CASES)
def test_text_play_says_it_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, member: str, harm: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(SCRIPT)))
    with authored(faulty(tmp_path, member, harm, 6)):
        code = main(["play", "nim", "--system", "nim", "--seed", "1", "--ask", "dice"])
    told = capsys.readouterr()
    assert code in (0, 2)
    assert (sentence(member, harm) in told.out + told.err) == (member in SHOWN_IN_TEXT)


CLOSED = frozenset(
    {
        "answers", "category", "ending", "entry", "forecast", "label", "legal", "moment", "narrate", "opens_account",
        "progress", "prompt", "question", "request", "result", "set_answer", "summary", "tell", "worded_form",
    }
)  # fmt: skip
"""What the window asks as it opens a game in which six are left: without an answer it closes the game."""
READ = frozenset({"automatic", "blank", "side", "start"})
"""What fails at the beginning already: the game opens to be read."""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game in which six are left."""
    path = tmp_path / "game.defiance"
    sound = plugin(tmp_path / "sound", "nim", GAME, kind="system", system="nim", api=">=2,<3")
    with authored(sound), Session.new("nim", mission="nim", seed=1, path=path) as session:
        session.submit(session.legal()[2])
    return path


def complaints(window: Window) -> list[str]:
    return [box.text() for box in window.findChildren(QMessageBox, "complaint") if box.isVisible()]


@pytest.mark.slow
@pytest.mark.parametrize(("member", "harm"), CASES)
def test_the_window_says_it_as_it_opens_the_game(
    window: Window, save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], member: str, harm: str
) -> None:
    with authored(faulty(tmp_path / "faulty", member, harm, 6)):
        window.open(save)
        settle()
        told = complaints(window)
        if member in CLOSED:
            assert (told, window.table) == ([sentence(member, harm)], None)
            return
        assert window.table is not None
        if member in READ:
            assert sentence(member, harm) in [label.text() for label in window.table.findChildren(QLabel)]
        else:
            assert told == ["Plugin nim 1.0 has changed."]
    assert capsys.readouterr().err == ""


def test_the_window_says_which_view_fails_as_it_opens_the_game(window: Window, save: Path, tmp_path: Path) -> None:
    code = GAME + "\n\ndef show_table():\n    return {'nim': lambda table: {}[table]}\n"
    with authored(plugin(tmp_path / "faulty", "nim", code, kind="system", system="nim", api=">=2,<3")):
        window.open(save)
        settle()
        (told,) = complaints(window)
    assert told.startswith("The plugin 'nim' failed in show_table: KeyError: ")
    assert window.table is None
    assert window.start is not None


@pytest.mark.qt_no_exception_capture
def test_the_window_says_it_after_a_click_and_the_game_stays_open(
    window: Window, save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    with authored(faulty(tmp_path / "faulty", "label", RAISES, 5)):
        window.open(save)
        assert window.table is not None
        assert window.session is not None
        QTimer.singleShot(0, partial(window.table.presenter.submit, window.session.legal()[1]))
        settle()
        assert complaints(window)[-1] == sentence("label", RAISES)
        assert window.session.state.left == 5
        window.named_actions["time.undo"].trigger()
        settle()
        assert window.session.state.left == 6
    assert capsys.readouterr().err == ""
