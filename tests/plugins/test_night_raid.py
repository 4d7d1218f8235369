"""The bundled house rule of missions in the dark: Range, dice, Aggro, Remotes and Speed."""

from __future__ import annotations

from typing import Any

from defiance_qt.api import Session
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import load
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.commands import Attack
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn

ID = "night_raid"


def hooks(**options: Any) -> Hooks:
    found = load([ID], {ID: options}, found=available(bundled_folders()))
    assert found.failures == ()
    return hooks_of(found)


def shooting(distance: int, **options: Any) -> Play:
    row = "U" + " ." * (distance - 1) + " 1"
    game = position(f"{row}\n\numa carries=stun_pistol\ndummy 1", hooks=hooks(**options))
    return game.do("activate uma")


def test_weapons_do_not_reach_far() -> None:
    assert shooting(5).can("attack uma stun_pistol.shot dummy.1")
    game = shooting(5, sight=3)
    assert game.refused("attack uma stun_pistol.shot dummy.1") == "out_of_range R-069"
    game = shooting(3, sight=3)
    assert game.can("attack uma stun_pistol.shot dummy.1")
    seen = preview.attack(game.game.rules, game.state, Attack("uma", "stun_pistol", "shot", "dummy.1"))
    assert seen.sources == ("night_raid.name",)


def test_a_shot_loses_a_die_and_the_odds_know_it() -> None:
    dark, plain = shooting(2), position("U . 1\n\numa carries=stun_pistol\ndummy 1").do("activate uma")
    attack = Attack("uma", "stun_pistol", "shot", "dummy.1")
    now, was = (preview.attack(one.game.rules, one.state, attack) for one in (dark, plain))
    assert len(now.team_dice) == len(was.team_dice) - 1
    assert now.expected_dealt < was.expected_dealt


def test_a_shot_gives_its_shooter_away_and_a_blow_does_not() -> None:
    game = shooting(1).do("attack uma stun_pistol.shot dummy.1", team="-", enemy="-")
    assert game.one("uma").aggro == 1
    assert any(isinstance(one, e.AggroChanged) and one.rules == ("night-raid-4",) for one in game.events)
    knife = position("U 1\n\numa carries=knife\ndummy 1", hooks=hooks()).do("activate uma")
    blow = knife.options("attack")[0]
    assert knife.do(blow, team="-", enemy="-").one("uma").aggro == 0


def test_the_team_is_slower() -> None:
    for slow, points in ((True, 3), (False, 4)):
        game = position("U . .\n\numa speed=4", hooks=hooks(slow=slow)).do("activate uma", "move uma")
        assert game.points() == points


GUARD = """
    [[ai_cards]]
    id = "aim"
    blue = ["attack least_distance"]
    red = ["focused"]

    [[units]]
    id = "guard"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      defense = ["any"]
      attacks = [{ id = "beam", dice = ["any", "any"], range = [1, 8] }]
    """


def aimed_at(used: Hooks | None) -> str:
    """Whom a guard aims at: the Remote is 4 spaces away, Uma 5."""
    text = "1 . . . . U\n . . . . .\n\nguard 1 ai=aim\ninitiative guard\numa\nbillie D2\njazz activated"
    game = foes_turn(text, GUARD, hooks=used).do("proceed", team="-", enemy="-")
    return chosen(game)[0].split()[-1]


def test_an_enemy_does_not_notice_a_remote_from_afar() -> None:
    assert aimed_at(None) == "billie"
    assert aimed_at(hooks()) == "uma"


def test_every_word_is_there() -> None:
    session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
    for language in LANGUAGES:
        words = session.words(language)
        for key in ("night_raid.name", "refusal.night_raid_unnoticed", *(f"rule.night-raid-{n}" for n in range(1, 5))):
            assert words(key) != key
