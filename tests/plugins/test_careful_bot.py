"""The bundled bot, and the hook that brings bots (contribute_bot)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import DefianceError, PluginError
from defiance_qt.extend.loader import load
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import advise, make_bot, plans, plugin_bots
from defiance_qt.lab.playing import play
from defiance_qt.lab.simulate import Plan, simulate
from defiance_qt.shell.adviser import Adviser
from tests.extend.plugins import plugin

ALONE = ("careful_bot",)


def session(*plugins: str) -> Session:
    return Session.new(mission="extraction", seed=3, plugins=plugins)


def test_it_plays_a_game_to_its_end_and_the_game_verifies() -> None:
    with session(*ALONE) as game:
        played = play(game, make_bot("careful", 3, more=game.bots))
        assert played.result in ("victory", "defeat")
        assert game.verify().ok


def test_the_same_seed_plays_the_same_game() -> None:
    lines = []
    for _ in range(2):
        with session(*ALONE) as game:
            bot = make_bot("careful", 5, more=game.bots)
            for _ in range(12):
                game.submit(bot.choose(game.game, game.state, game.legal()))
            lines.append(game.state)
    assert lines[0] == lines[1]


def test_simulate_and_auto_know_it_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan("extraction", "careful", 3, plugins=ALONE)
    assert simulate(plan, 1).bot == "careful"
    code = main(["auto", "extraction", "--seed", "3", "--plugin", "careful_bot", "--bot", "careful", "--json"])
    assert code == 0
    assert json.loads(capsys.readouterr().out)["bot"] == "careful"
    with pytest.raises(DefianceError, match="no bot"):
        make_bot("careful", 3)


@pytest.mark.parametrize(("language", "name"), [("en", "The careful adviser. "), ("ru", "Осторожный советчик. ")])
def test_it_gives_the_hints_of_its_games(language: str, name: str) -> None:
    with session(*ALONE) as game:
        assert Adviser(game).hint(game.state, game.words(language)).text.startswith(name)
    with session() as game:
        assert not Adviser(game).hint(game.state, game.words(language)).text.startswith(name)


def test_its_option_makes_it_bolder() -> None:
    bots = plugin_bots("infinity-defiance", ALONE, {"careful_bot": {"bold": 3}})
    assert list(bots) == ["careful"]


WRONG = {
    "raises": "raise ValueError('boo')",
    "elsewhere": "return 'no command'",
    "ends": "raise SystemExit",
}


@pytest.mark.parametrize("how", WRONG)
def test_a_bot_that_fails_is_named(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"""
class Bot:
    def choose(self, game, state, legal):
        {WRONG[how]}

def contribute_bot(context):
    return {{"odd": lambda seed: Bot()}}
"""
    plugin(tmp_path, "odd_bot", code)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    with session("odd_bot") as game:
        bot = make_bot("odd", 1, more=game.bots)
        with pytest.raises(PluginError, match="odd_bot") as caught:
            bot.choose(game.game, game.state, game.legal())
        assert "contribute_bot" in str(caught.value)


def test_a_bot_without_reasons_gives_its_choice_as_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
class Bot:
    def choose(self, game, state, legal):
        return legal[-1]

def contribute_bot(context):
    return {"last": lambda seed: Bot()}
"""
    plugin(tmp_path, "last_bot", code)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    with session("last_bot") as game:
        bot = make_bot("last", 1, more=game.bots)
        advice = advise(bot, game.game, game.state, game.words())
        assert advice is not None
        assert advice.command == game.legal()[-1]


@pytest.mark.parametrize("id", ["heuristic", "random", "careful"])
def test_an_id_that_is_taken_refuses_the_plugin(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin(tmp_path, "zz_bot", f"def contribute_bot(context):\n    return {{{id!r}: lambda seed: None}}\n")
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    loaded = load(("careful_bot", "zz_bot"))
    assert [one.message.values["name"] for one in loaded.refused] == ["zz_bot"]
    assert f"its bot {id!r} has the id" in str(loaded.refused[0])


def test_a_bot_that_takes_the_state_apart_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
class Bot:
    def choose(self, game, state, legal):
        state.team["uma"] = None
        return legal[0]

def contribute_bot(context):
    return {"rude": lambda seed: Bot()}
"""
    plugin(tmp_path, "rude_bot", code)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    with session("rude_bot") as game:
        before = game.state.team["uma"]
        with pytest.raises(PluginError, match="rude_bot"):
            make_bot("rude", 1, more=game.bots).choose(game.game, game.state, game.legal())
        assert game.state.team["uma"] is before


PLANNER = """
from defiance_qt.api import port


class Bot:
    def choose(self, game, state, legal):
        return legal[0]

    def plans(self, game, state, legal, words):
        return [port.Candidate(({commands}), "Wait")]


def contribute_bot(context):
    return {{"planner": lambda seed: Bot()}}
"""


@pytest.fixture
def planner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Session]:
    """Begins a game with a bot whose plan has these commands."""

    def begun(commands: str) -> Session:
        plugin(tmp_path, "planner", PLANNER.format(commands=commands))
        monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
        return session("planner")

    return begun


def test_a_bot_without_plans_leaves_them_to_the_systems_best() -> None:
    with session(*ALONE) as game:
        for _ in range(6):
            game.submit(game.legal()[0])
        words = game.words("en")
        found = plans(game.game, game.state, game.bots, words)
        assert found
        assert found == plans(game.game, game.state, {}, words)


def test_the_plans_of_a_plugins_bot_are_its_own(planner: Callable[[str], Session]) -> None:
    with planner("legal[0],") as game:
        assert [one.text for one in plans(game.game, game.state, game.bots, game.words("en"))] == ["Wait"]


@pytest.mark.parametrize("commands", ["", "None,"])
def test_a_plan_that_cannot_begin_names_its_plugin(commands: str, planner: Callable[[str], Session]) -> None:
    with planner(commands) as game, pytest.raises(PluginError, match="planner"):
        plans(game.game, game.state, game.bots, game.words("en"))
