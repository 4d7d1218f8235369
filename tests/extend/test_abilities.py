"""Abilities that do not exist: named before a game starts, told once and without effect in a save."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import loader
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import RandomBot
from defiance_qt.systems.defiance import content
from tests.extend.plugins import plugin

EFFECT = '{ do = "ability", id = "nerves" }'
PLACES = {
    "a Unit's face": (
        "units.toml",
        'abilities = ["visor", "cc_specialist"]',
        'abilities = ["nerves"]',
        r"units '\w+': faces\[1\]\.abilities",
    ),
    "an Equipment": (
        "equipment.toml",
        '[[equipment]]\nid = "',
        '[[equipment]]\nabilities = ["nerves"]\nid = "',
        r"equipment '\w+': abilities",
    ),
    "a State": ("states.toml", 'abilities = ["hidden"]', 'abilities = ["nerves"]', "states 'hidden': abilities"),
    "a Consequence": (
        "consequences.toml",
        'id = "deep_cut"\n',
        f'id = "deep_cut"\neffects = [{EFFECT}]\n',
        r"consequences 'deep_cut': effects\[0\]\.id",
    ),
    "a mission": (
        "missions/extraction.toml",
        'id = "extraction"\n',
        'id = "extraction"\nabilities = ["nerves"]\n',
        "missions 'extraction': abilities",
    ),
    "an effect": (
        "characters.toml",
        'effects = [{ do = "ability", id = "redeploy" }]',
        f"effects = [{EFFECT}]",
        r"characters '\w+': actions\[0\]\.effects\[0\]\.id",
    ),
}
"""The file, the text that is replaced in it, the text instead, and the place that the fault names."""

NERVES = """
from defiance_qt.api import Ability


def contribute_abilities(context):
    return (Ability("nerves"),)
"""
FAILING = NERVES + "\n\ndef choose_sight(context):\n    raise ValueError('blind')\n"

Write = Callable[..., str]


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Write:
    """Write a plugin that changes one built-in file, the only plugin there is, and return its id."""

    def written(place: str, code: str | None = None) -> str:
        name, old, new, _ = PLACES[place]
        text = content.files()[name].decode()
        assert old in text
        shutil.rmtree(tmp_path / "plugins", ignore_errors=True)
        files = {name: text.replace(old, new, 1)}
        plugin(tmp_path / "plugins", "odd", code, more=f'replaces = ["{name}"]', content=files)
        monkeypatch.setattr(loader, "default_folders", lambda: (tmp_path / "plugins",))
        return "odd"

    return written


def started(id: str, **more: object) -> Session:
    return Session.new(mission="extraction", seed=3, plugins=[id], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("place", PLACES)
def test_an_ability_that_does_not_exist_is_named_and_no_game_starts(write: Write, place: str) -> None:
    told = rf"^The plugin 'odd' cannot be used: its content is faulty: {PLACES[place][0]}: {PLACES[place][3]}: "
    with pytest.raises(PluginError, match=rf"{told}there is no ability 'nerves'\.$"):
        started(write(place))


@pytest.mark.parametrize("place", PLACES)
def test_an_ability_of_the_plugin_itself_exists(write: Write, place: str) -> None:
    session = started(write(place, NERVES))
    assert (session.host.failures, session.host.changes) == ((), ())


def test_an_ability_of_a_plugin_that_failed_is_named(write: Write) -> None:
    with pytest.raises(PluginError, match=r"'odd' cannot be used: .*there is no ability 'nerves'"):
        started(write("a State", FAILING))


@pytest.mark.parametrize("place", PLACES)
def test_a_save_with_such_an_ability_opens_tells_it_once_and_goes_on(write: Write, tmp_path: Path, place: str) -> None:
    path = tmp_path / "game.defiance"
    started(write(place, NERVES), path=path).close()
    id = write(place)
    session = open_save(path)
    told = [str(one) for one in session.host.changes if "nerves" in str(one)]
    assert len(told) == 1
    assert told[0].startswith(f"{PLACES[place][0]}: ")
    assert session.verify().ok
    bot = RandomBot(3)
    for _ in range(40):
        if session.result is not None:
            break
        session.submit(bot.choose(session.game, session.state, session.legal()))
    assert not session.host.failures
    assert id in session.setup.plugins
    session.close()
