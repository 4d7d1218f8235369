"""Nothing that a plugin is shown can be changed: it walks through all that its hooks and abilities get."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from defiance_qt.extend import loader
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.shown import PlayRules
from tests.extend.plugins import plugin

SEEN: list[tuple[str, tuple[Any, ...]]] = []
"""The calls of the plugin's functions, with their arguments."""

CODE = """
from defiance_qt.api import Ability
from tests.extend.test_shown import SEEN


def seen(name, arguments, answer=None):
    SEEN.append((name, arguments))
    return answer


def contribute_content(context):
    return seen("contribute_content", (context,), {})


def contribute_abilities(context):
    functions = {"untargetable": False, "pins_when": False, "modify": (), "orders": None, "react": (), "apply": ()}
    guarded = {
        name: lambda *given, name=name, answer=answer: seen(name, given, answer) for name, answer in functions.items()
    }
    return seen("contribute_abilities", (context,), (Ability("watched", **guarded),))


def choose_sight(context):
    return seen("choose_sight", (context,))


def check_command(context, command):
    return seen("check_command", (context, command))


def modify_roll(context, roll):
    return seen("modify_roll", (context, roll), ())


def modify_symbols(context, side, symbols):
    return seen("modify_symbols", (context, side, symbols))


def modify_attribute(context, figure, attribute):
    return seen("modify_attribute", (context, figure, attribute), 0)


def react_event(context, event):
    return seen("react_event", (context, event), ())
"""
OPTION = '[[options]]\nid = "a"\nkind = "bool"\ndefault = true\ntext = { en = "A", es = "A", ru = "A" }'
STATE = '[[states]]\nid = "watchful"\nabilities = ["watched"]\n'


def changeable(value: Any, path: str, known: dict[int, Any]) -> Iterator[str]:
    """Yield the places inside a value that can be changed."""
    if id(value) in known:
        return
    known[id(value)] = value
    if isinstance(value, dict | list | set | bytearray):
        yield f"{path}: {type(value).__name__}"
    elif isinstance(value, MappingProxyType):
        for key, one in value.items():
            yield from changeable(one, f"{path}[{key}]", known)
    elif isinstance(value, tuple):
        for one in value:
            yield from changeable(one, f"{path}[]", known)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from changeable(getattr(value, field), f"{path}.{field}", known)
    elif isinstance(value, PlayRules):
        for name in ("switches", "catalog", "mission"):
            yield from changeable(getattr(value, name), f"{path}.{name}", known)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    plugin(tmp_path / "plugins", "watcher", CODE, more=OPTION, content={"states.toml": STATE})
    folders = lambda: (tmp_path / "plugins",)
    monkeypatch.setattr(loader, "default_folders", folders)
    SEEN.clear()
    yield "watcher"
    SEEN.clear()


def played(session: Session, turns: int) -> None:
    chance = random.Random(2)
    for _ in range(turns):
        if session.result is not None:
            return
        session.submit(chance.choice(session.legal()))


def hand(session: Session, path: str, value: Any) -> None:
    session.submit(*session.game.overrule({path: value}, "watched"))


@pytest.mark.parametrize("mission", ["extraction", "defiance"])
def test_nothing_that_a_plugin_is_shown_can_be_changed(watched: str, mission: str) -> None:
    with Session.new(mission=mission, seed=3, plugins=[watched], options={"switches": {"opening": "en"}}) as session:
        known: dict[int, Any] = {}
        found: set[str] = set()
        for turn in range(40):
            if turn == 20:
                deck = session.state.decks["consequence"]
                figure = next(iter(session.state.team))
                where = f"team.{figure}.consequences,team.{figure}.face_down,decks.consequence"
                hand(session, where, [list(deck[:1]), [], list(deck[1:])])
                hand(session, f"team.{figure}.states", ["watchful"])
            played(session, 5)
            for name, arguments in SEEN:
                for number, argument in enumerate(arguments):
                    if hasattr(argument, "options"):
                        for field in argument.__struct_fields__:
                            found |= set(changeable(getattr(argument, field), f"{name}: {field}", known))
                    else:
                        found |= set(changeable(argument, f"{name}: {number}", known))
            called = {name for name, _ in SEEN}
            SEEN.clear()
            if turn == 0:
                first = called
        assert not session.host.failures
        assert {"contribute_content", "contribute_abilities", "choose_sight", "check_command"} <= first
        assert found == set()
        assert session.verify().ok
