"""The module that plugins import: what it names is there, typed, and documented."""

from __future__ import annotations

import collections.abc
import inspect
import pydoc
import re
import subprocess
import sys
import typing

import pytest

from defiance_qt import api
from defiance_qt.systems.defiance import api as built_in


@pytest.mark.parametrize("name", [name for name in api.__all__ if name != "API_VERSION"])
def test_everything_it_names_has_a_help_page(name: str) -> None:
    value = getattr(api, name)
    page = pydoc.plain(pydoc.render_doc(value))
    assert page.count("\n") > 2
    if inspect.isclass(value):
        assert value.__doc__


def test_its_own_help_page_lists_what_plugins_use() -> None:
    """In an interpreter of its own: nothing has been imported late by another test."""
    code = "import defiance_qt.api; help(defiance_qt.api); from defiance_qt.systems.defiance import api; help(api)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "class Session" in done.stdout
    assert "class Ability" in done.stdout
    assert "untargetable(rules, state, attacker, bearer, distance)" in done.stdout


def test_the_types_of_an_ability_can_be_read() -> None:
    types = typing.get_type_hints(built_in.Ability)
    for name in ("react", "apply", "untargetable"):
        function = next(one for one in typing.get_args(types[name]) if one is not type(None))
        assert typing.get_args(function)[0][:2] == [built_in.PlayRules, built_in.State]


def test_the_roll_that_an_ability_modifies_can_be_named() -> None:
    """An author who writes `modify` needs its name."""
    function = next(
        one for one in typing.get_args(typing.get_type_hints(built_in.Ability)["modify"]) if one is not None
    )
    assert typing.get_args(function)[0] == [built_in.PlayRules, built_in.State, built_in.Roll, str]


@pytest.mark.parametrize("name", ["PlayContext", "SetupContext"])
def test_rules_are_typed_for_authors(name: str) -> None:
    types = typing.get_type_hints(getattr(built_in, name))
    assert types.get("rules", built_in.PlayRules) is built_in.PlayRules
    assert typing.Any not in types.values()


def test_what_a_state_holds_can_be_named() -> None:
    types = typing.get_type_hints(built_in.State)
    assert typing.get_args(types["team"])[1] is built_in.Character
    assert typing.get_args(types["enemies"])[1] is built_in.Enemy
    assert typing.get_args(types["units"])[1] is built_in.Unit
    assert built_in.MissionState in typing.get_args(types["mission"])


def test_names_of_the_built_in_game_are_had_from_here_too() -> None:
    """Plugins imported them from here before."""
    assert [getattr(api, name) for name in built_in.__all__] == [getattr(built_in, name) for name in built_in.__all__]
    everything: dict[str, object] = {}
    exec("from defiance_qt.api import *", everything)  # noqa: S102  a constant
    assert {"Session", *built_in.__all__} <= everything.keys()


def test_symbols_are_a_value_of_their_own() -> None:
    assert built_in.Symbols.parse("S S !") == built_in.Symbols(success=2, special=1)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        api.nothing  # noqa: B018


def test_all_types_of_the_port_can_be_imported_from_it() -> None:
    """A game system with lessons needs what `Course` takes and returns."""
    kinds = (api.port.GameSystem, api.port.Game, api.port.Course, api.port.Bot)
    members = [one for kind in kinds for name, one in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"]
    named = {word for one in members for word in re.findall(r"[A-Z]\w+", str(list(one.__annotations__.values())))}
    python = (*dir(typing), *dir(collections.abc), "ModuleType", "None")
    assert {word for word in named if not hasattr(api.port, word)} - {*python} == set()
