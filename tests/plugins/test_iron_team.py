"""The bundled hard mode: each part by its option, said in the log, and known to previews and Evil AI."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defiance_qt.api import Session
from defiance_qt.extend import loader
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.extend.opening import open_save
from defiance_qt.lab.bots import RandomBot
from defiance_qt.lab.story import story
from defiance_qt.systems.defiance.api import commands
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.commands import Attack
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.rules.alert import raise_alert
from defiance_qt.systems.defiance.engine.transaction import Transaction
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.systems.defiance.view.present.costs import cost, cost_line
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.preview import PreviewService
from defiance_qt.words.languages import LANGUAGES
from tests.plugins.test_critical_fumbles import FOE, TABLE
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.voyages import LOSE, sail, step, voyage

ID = "iron_team"


def loaded(**options: Any) -> Loaded:
    found = load([ID], {ID: options}, found=available(bundled_folders()))
    assert found.failures == ()
    return found


def hooks(**options: Any) -> Hooks:
    return hooks_of(loaded(**options))


@pytest.mark.parametrize(("rest", "actions"), [("dear", 0), ("printed", 1)])
def test_rest_costs_what_the_option_says(rest: str, actions: int) -> None:
    game = position("U . .\n\numa damage=3", hooks=hooks(rest=rest)).do("activate uma", "rest uma")
    assert game.actions() == actions


def test_there_may_be_no_rest_at_all() -> None:
    assert read_catalog(loaded(rest="none").content, missions=()).edition("en")["rest"] == "no"
    assert read_catalog(loaded(rest="dear").content, missions=()).edition("en")["rest"] == "yes"


@pytest.mark.parametrize("more", [0, 2])
def test_enemies_hit_harder_and_the_preview_says_so(more: int) -> None:
    game, plain = position(TABLE, FOE, hooks(damage=more)), position(TABLE, FOE)
    attack = Attack("uma", "stick", "point", "foe.1")
    was, now = (preview.attack(one.game.rules, one.state, attack) for one in (plain, game))
    assert dict(now.suffered) == {amount + more * (amount > 0): chance for amount, chance in was.suffered}
    assert now.dealt == was.dealt
    assert now.sources == (("iron_team.name",) if more else ())
    game.do("activate uma", "end_activation uma", "proceed", team="-", enemy="S")
    assert game.one("uma").damage == 1 + more


@pytest.mark.parametrize(("sirens", "level"), [(True, 3), (False, 2)])
def test_the_alert_rises_faster(sirens: bool, level: int) -> None:
    game = position("U . 1\n\ndummy 1 -\nalert 1", hooks=hooks(sirens=sirens))
    run = Transaction(game.game.rules, game.state)
    raise_alert(run, 1, "ai_deck", ("R-260",))
    assert run.state.alert == level


@pytest.mark.parametrize(("alert", "tokens"), [(1, 0), (2, 3)])
def test_more_reinforcements_from_alert_two_on(alert: int, tokens: int) -> None:
    game = position(f"U . 1\n\ndummy 1 -\nalert {alert}", hooks=hooks(reserves=2))
    game.do("activate uma", "end_activation uma")
    assert (
        sum(one.amount for one in game.events if isinstance(one, e.ReserveChanged) and one.because == "alert") == tokens
    )


def test_hard_bargains() -> None:
    play = sail(voyage("briefing", hooks=hooks(pay=2)))
    assert play.one("uma").intel == 1
    market = voyage("intel", team={"uma": {"intel": 9}}, hooks=hooks(prices=2))
    value = market.game.rules.catalog.equipment["grenade"].value or 0
    assert market.do("buy uma grenade").one("uma").intel == 9 - value - 2


@pytest.mark.parametrize("one_try", [True, False])
def test_a_lost_mission_is_not_played_again(one_try: bool) -> None:
    play = sail(voyage("briefing", hooks=hooks(one_try=one_try)), LOSE)
    assert step(play) == "verdict"
    assert play.options() == (["accept_defeat"] if one_try else ["play_again", "accept_defeat"])
    if one_try:
        assert play.refused("play_again") == "iron_team_one_try iron-team-1"
        session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
        told = [
            play.game.why_not(play.state, parse_command("play_again"), session.words(language)).words
            for language in LANGUAGES
        ]
        assert len(set(told)) == len(LANGUAGES)


def test_enemies_take_more_and_the_team_bears_less_attention() -> None:
    game = position("U 1 .\n\numa printed\ndummy 1", hooks=hooks(wounds=2, aggro=1))
    plain = position("U 1 .\n\numa printed\ndummy 1")
    for was, now in zip(plain.state.units["dummy"].faces, game.state.units["dummy"].faces, strict=True):
        assert now.wounds == was.wounds + 2
    assert game.one("uma").max_aggro == 2
    assert game.one("uma").wounds == plain.one("uma").wounds


def test_what_a_game_began_with_is_read_without_the_plugin(tmp_path: Path) -> None:
    """The numbers are in the save: its log and its cards are the same with the plugin gone."""
    path = tmp_path / "game.defiance"
    options = {"plugins": {ID: {"wounds": 3, "aggro": 2}}}
    with Session.new(mission="extraction", seed=3, plugins=[ID], options=options, path=path) as session:
        bot = RandomBot(3)
        for _ in range(120):
            if session.legal():
                session.submit(bot.choose(session.game, session.state, session.legal()))
        told = list(story(session, session.words("en")))
        state = session.state
        assert {one.max_aggro for one in state.team.values() if not one.ally} <= {1, 2, 3}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "default_folders", tuple)
        with open_save(path, read_only=True) as session:
            assert session.host.missing
            assert session.state == state
            assert list(story(session, session.words("en"))) == told


def test_nothing_is_changed_with_every_part_off() -> None:
    off = {"damage": 0, "sirens": False, "reserves": 0, "rest": "printed", "prices": 0, "pay": 0, "one_try": False}
    game, plain = position(TABLE, FOE, hooks(**off)), position(TABLE, FOE)
    for one in (game, plain):
        one.do("activate uma", "move uma", "end_activation uma", "proceed", team="-", enemy="S")
    assert game.events == plain.events


def test_the_hover_card_names_what_makes_a_rest_dear() -> None:
    session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
    while not (rests := [one for one in session.legal() if isinstance(one, commands.Rest)]):
        session.submit(session.legal()[0])
    found = cost(session, rests[:1])
    assert found.actions == 2
    names = Names(session.words("en"), rules_of(session).catalog)
    assert cost_line(names, found) == "2 Actions · Iron Team: +1"


def test_the_hover_card_of_an_attack_names_what_changes_its_damage() -> None:
    session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
    bot = RandomBot(1)
    while not (attacks := [one for one in session.legal() if isinstance(one, commands.Attack)]):
        session.submit(bot.choose(session.game, session.state, session.legal()))
    service = PreviewService(session, Names(session.words("en"), rules_of(session).catalog))
    hover, _ = service.figure(attacks[0].target, Offers(session.legal(), session.state, {}), "attack")
    assert hover is not None
    assert "House rules: Iron Team" in hover.lines
