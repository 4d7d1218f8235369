"""`modify_range`: how far Attacks and devices reach, for the team, the Enemy, refusals, bots and the log."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.bots.evaluator import Evaluator
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import ModifyRange
from defiance_qt.systems.defiance.engine.outlook import dangers, threat_areas
from defiance_qt.systems.defiance.engine.words.reasons import explain
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.test_hacking import CARDS as HACKING
from tests.systems.defiance.engine.rules.test_targeting import CARDS
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn
from tests.texts import defiance_words

SOURCE = "equipment.medikit.name"


def by(amount: int, weapon: str = "", source: str = SOURCE) -> ModifyRange:
    """A house rule on the Range of one card, or of all."""

    def modify(context: object, figure: str, card: str, attack: str, low: int, high: int) -> NumberChange | None:
        return NumberChange(source, amount, ("x-1",)) if weapon in ("", card) else None

    return modify


def shooting(distance: int, *functions: ModifyRange) -> Play:
    row = "U" + " ." * (distance - 1) + " 1"
    return position(f"{row}\n\numa carries=stun_pistol\ndummy 1", hooks=rules(modify_range=functions)).do(
        "activate uma"
    )


@pytest.mark.parametrize(("distance", "change", "can"), [(6, 0, False), (6, 1, True), (5, -1, False), (1, -9, True)])
def test_an_attack_reaches_farther_or_not_so_far(distance: int, change: int, can: bool) -> None:
    game = shooting(distance, by(change))
    assert game.can("attack uma stun_pistol.shot dummy.1") == can
    if not can:
        assert game.refused("attack uma stun_pistol.shot dummy.1") == "out_of_range R-069"


def test_the_log_names_the_source() -> None:
    game = shooting(6, by(1, "stun_pistol"))
    before = game.state
    game.do("attack uma stun_pistol.shot dummy.1", team="-", enemy="-")
    event = next(one for one in game.events if isinstance(one, e.AttackDeclared))
    assert event.changes == (NumberChange(SOURCE, 1, ("x-1",)),)
    lines = explain(event, before, evolve(before, event), defiance_words("en"), game.game.rules)
    assert lines[-1] == "MediKit: +1"
    assert lines[-2].endswith("the Attack reaches 1 to 6")


def test_a_device_reaches_farther() -> None:
    text = "J . . . . 1\n\njazz carries=deck\ndrone 1 -"
    plain = position(text, HACKING).do("activate jazz")
    assert plain.refused("hack jazz bite drone.1") == "out_of_range R-109"
    game = position(text, HACKING, rules(modify_range=(by(2, "deck"),))).do("activate jazz")
    game.do("hack jazz bite drone.1", team="-", enemy="-")
    event = next(one for one in game.events if isinstance(one, e.HackDeclared))
    assert [one.source for one in event.changes] == [SOURCE]


def turn(*functions: ModifyRange) -> Play:
    text = "U . . . 1 . . . . .\n\nstalker 1 ai=orders\ninitiative stalker\numa"
    return foes_turn(text, CARDS.format("attack least_distance"), hooks=rules(modify_range=functions))


def test_the_enemy_decides_by_it() -> None:
    plain = turn().do("proceed")
    assert not plain.told("attack_declared")
    game = turn(by(2)).do("proceed", team="-", enemy="-")
    assert chosen(game)[0].endswith(" uma")
    event = next(one for one in game.events if isinstance(one, e.AttackDeclared))
    assert event.rules[-1] == "x-1"


def test_what_is_foreseen_knows_it() -> None:
    plain, game = turn(), turn(by(2))
    assert dangers(plain.game.rules, plain.state, "uma")[0].moves
    assert not dangers(game.game.rules, game.state, "uma")[0].moves
    areas = [sum(len(area.far) for area in threat_areas(one.game.rules, one.state)) for one in (plain, game)]
    assert areas[0] < areas[1]
    feared = []
    for one in (plain, game):
        view = one.game.rules.view(one.state)
        feared.append(Evaluator(one.game.rules, one.state).danger("uma", view.cells["uma"], view.blockers))
    assert feared[0] == 0 < feared[1]


def test_the_order_of_plugins_does_not_matter() -> None:
    functions = (by(2, source="b.name"), by(-1, source="a.name"))
    found = set()
    for order in (functions, functions[::-1]):
        game = shooting(6, *order).do("attack uma stun_pistol.shot dummy.1", team="-", enemy="-")
        found.add(next(one for one in game.events if isinstance(one, e.AttackDeclared)))
    assert len(found) == 1
