"""Bots answer with legal commands, the same ones every time."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import DefianceError, PluginError
from defiance_qt.lab.bots import bot_name, bots, make_bot
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.notation import format_command
from tests.bounds import repeat
from tests.lab.games import active, begun


def line(name: str, seed: int, steps: int) -> list[str]:
    """The first commands of a game by a bot."""
    session, bot = begun(seed), make_bot(name, seed)
    told = []
    for _ in range(steps):
        command = bot.choose(session.game, session.state, session.legal())
        assert command in session.legal()
        told.append(format_command(command))
        session.submit(command)
    return told


@pytest.mark.parametrize("name", list(bots()))
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert line(name, 5, 120) == line(name, 5, 120)


def test_random_bots_differ_by_their_seed() -> None:
    session = begun()
    chosen = {
        format_command(make_bot("random", seed).choose(session.game, session.state, session.legal()))
        for seed in range(20)
    }
    assert len(chosen) > 5


def test_the_best_bot_of_a_system_plays_when_none_is_named() -> None:
    assert list(bots()) == ["heuristic", "random"]
    assert bot_name("") == "heuristic"
    assert line("", 5, 40) == line("heuristic", 5, 40)


def test_the_bots_of_a_system_that_is_not_there() -> None:
    with pytest.raises(PluginError, match="There is no game system 'three-sieges': infinity-defiance"):
        bots("three-sieges")


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(DefianceError, match=r"no bot 'clever': heuristic, random"):
        make_bot("clever", 1)


def test_the_heuristic_bot_uses_no_equip_action_on_its_own() -> None:
    session, bot = active("uma"), make_bot("heuristic", 1)
    for _ in repeat(lambda: session.state.agenda[-1].__struct_config__.tag == "activation", session.legal):
        command = bot.choose(session.game, session.state, session.legal())
        assert not isinstance(command, c.Equip)
        session.submit(command)
