"""Plugins under work are used from their folders, ahead of others, without trust, and only in the block."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.authoring import Impure, asked_twice, authored, twice
from defiance_qt.extend.found import available, default_folders
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.api import Ability
from tests.conftest import ROOT
from tests.extend.plugins import plugin

STEADY = "def modify_attribute(context, figure, attribute):\n    return 0\n"


def test_a_plugin_under_work_runs_where_it_lies_and_only_then(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "steady", STEADY)
    with authored(folder):
        assert Session.new(mission="extraction", seed=1, plugins=["steady"]).host.failures == ()
    assert "steady" not in {one.id for one in available(default_folders())}


def test_it_comes_before_a_newer_one_with_its_id(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "field_mender", STEADY, version="0.1")
    with authored(folder):
        (found,) = (one for one in available(default_folders()) if one.id == "field_mender")
    assert found.folder == folder.resolve()


def test_it_does_not_replace_the_built_in_game(tmp_path: Path) -> None:
    with authored(plugin(tmp_path, "defiance", STEADY)):
        assert Session.new(mission="extraction", seed=1).host.failures == ()


def test_questions_are_asked_twice_only_of_it(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "steady", STEADY)
    with authored(folder, twice=True):
        assert asked_twice("steady")
        assert not asked_twice("field_mender")
    assert not asked_twice("steady")


def test_two_answers_are_told() -> None:
    answers = iter((1, 1, 1, 2))
    ask = twice(lambda: next(answers))
    assert ask() == 1
    with pytest.raises(Impure, match="1, then 2"):
        ask()


def test_functions_that_are_made_anew_are_alike() -> None:
    """A bot's maker, an ability with a function of its own: what they do is asked when they are used."""
    assert twice(lambda: {"careful": lambda seed: seed})().keys() == {"careful"}
    assert twice(lambda: (Ability("x", react=lambda rules, state, event, bearer: ()),))()[0].id == "x"
    ids = iter("ab")
    with pytest.raises(Impure):
        twice(lambda: (Ability(next(ids)),))()


def test_iterators_are_compared_by_their_parts() -> None:
    assert twice(lambda: iter((1, 2)))() == (1, 2)


def test_the_folder_may_be_named_in_any_way() -> None:
    with authored(ROOT / "plugins" / ".." / "plugins" / "field_mender"):
        assert "field_mender" in {one.id for one in available(default_folders())}
