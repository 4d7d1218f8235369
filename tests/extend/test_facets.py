"""What a plugin's game has to be: a missing member, one of a wrong type and a useless answer are named, and the program
and its saves go on without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from tests.extend.plugins import SIEGES, plugin

GAME = """
import msgspec
from defiance_qt.api import port


class Take(msgspec.Struct, frozen=True, tag_field="command", tag="take"):
    count: int


class Taken(msgspec.Struct, frozen=True, tag_field="event", tag="taken"):
    left: int


class Heap(msgspec.Struct, frozen=True):
    left: int = 7


class Nim(port.BasicGame):
    command_type = Take
    event_type = Taken
    state_type = Heap

    def blank(self):
        return Heap()

    def start(self, setup):
        return [Taken(7)]

    def decide(self, state, command):
        if command.count > state.left:
            raise port.Illegal("too_many", "", "there are not that many")
        return [Taken(state.left - command.count)]

    def evolve(self, state, event):
        return Heap(event.left)

    def legal(self, state):
        return tuple(Take(count) for count in range(1, min(3, state.left) + 1))

    def result(self, state):
        return None if state.left else "victory"


class System(port.BasicSystem):
    id = "three-sieges"
    game = Nim


def contribute_system():
    return System()
"""

DEFAULTS = "bots, content, dice_odds, hookspecs, lesson, lessons, offerings, tools"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's plugins are."""
    place = tmp_path / "plugins"
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: place)
    return place


def nim(folder: Path, was: str = "", now: str = "") -> Path:
    assert was in GAME
    return plugin(folder, "sieges", GAME.replace(was, now), kind="system", system=SIEGES, api=">=2,<3")


def test_a_game_of_rules_alone_is_played_told_undone_and_verified(folder: Path, tmp_path: Path) -> None:
    nim(folder)
    path = tmp_path / "game.defiance"
    with Session.new(SIEGES, mission=SIEGES, seed=1, path=path) as session:
        words, game = session.words("en"), session.game
        assert words(game.summary(session.state).title) == "N"
        assert game.question(session.state, words) == "What do you do?"
        command = game.parse('take {"count": 3}')
        assert game.format(command) == 'take {"count":3}'
        assert game.label(command, session.state, words) == "Take: count 3"
        change = session.submit(command)
        assert game.narrate(change.events[0], change.after, words) == "Taken: left 4"
        assert session.undo().after.left == 7
        session.play([command, command, game.parse('take {"count": 1}')])
        assert session.result == "victory"
        ending = game.ending(session.state, session.words("es"))
        assert ending is not None
        assert ending.title == "Victoria"
        assert game.why_not(session.state, command, words).words == ("there are not that many",)
    with open_save(path) as again:
        assert again.verify().ok


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("    def legal", "    def lawful", "it lacks legal of Game"),
        ("    event_type = Taken\n", "", "it lacks event_type of Game"),
        ("event_type = Taken", "event_type = 3",
         "event_type of Game has to be a msgspec struct or a union of tagged ones"),
        ("class Nim(port.BasicGame):", "class Nim(port.BasicGame):\n    prompt = 3",
         "prompt of Game has to be a method"),
        ('return [Taken(7)]', 'return 7', "start returns 7, not list, tuple"),
        ('return [Taken(7)]', 'return ["seven"]', "start returns 'seven', not Taken"),
        ('return Heap(event.left)', 'return None', "evolve returns None, not Heap"),
        ('return None if state.left', 'return 0 if state.left', "result returns 0, not str, None"),
        (
            "class Nim(port.BasicGame):",
            "class Nim(port.BasicGame):\n    def summary(self, state):\n        return 'a heap'\n",
            "summary returns 'a heap', not Summary",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_game_is_named_and_its_saves_open_to_be_read(
    folder: Path, tmp_path: Path, was: str, now: str, fault: str
) -> None:
    place = nim(folder)
    path = tmp_path / "game.defiance"
    Session.new(SIEGES, mission=SIEGES, seed=1, path=path).close()
    (place / "hooks.py").write_text(GAME.replace(was, now), encoding="utf-8")
    with pytest.raises(PluginError) as error:
        Session.new(SIEGES, mission=SIEGES, seed=1)
    assert str(error.value) == f"The plugin 'sieges' cannot be used: {fault}."
    assert SIEGES in systems()
    with open_save(path, read_only=True) as session:
        assert session.readable_only


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("    game = Nim\n", "", "it lacks bind of GameSystem"),
        ('id = "three-sieges"', "id = 3", "id of GameSystem has to be a text"),
        ("class System(port.BasicSystem):", "class System(port.BasicSystem):\n    bots = {}",
         "bots of GameSystem has to be a method"),
        ("class System(port.BasicSystem):", "class System:\n    bind = Nim",
         f"it lacks {DEFAULTS}: derive it from port.BasicSystem"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_system_is_named(folder: Path, was: str, now: str, fault: str) -> None:
    nim(folder, was, now)
    with pytest.raises(PluginError) as error:
        Session.new(SIEGES, mission=SIEGES, seed=1)
    assert str(error.value) == f"The plugin 'sieges' cannot be used: {fault}."


def test_a_plugin_for_the_earlier_api_works(folder: Path) -> None:
    plugin(folder, "sieges", GAME, kind="system", system=SIEGES, api=">=1,<2")
    with Session.new(SIEGES, mission=SIEGES, seed=1) as session:
        assert len(session.legal()) == 3
