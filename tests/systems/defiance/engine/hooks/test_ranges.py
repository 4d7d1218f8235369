"""`modify_range`: how far Attacks and devices reach, for the team, the Enemy, refusals, bots and the log.

Spans `hooks` and `rules.ranges`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.bots.evaluator import Evaluator
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import ModifyRange
from defiance_qt.systems.defiance.engine.outlook import dangers, threat_areas
from defiance_qt.systems.defiance.tell.reasons import explain
from tests.systems.defiance.engine.enemies.test_targeting import CARDS
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.orders import CARDS as ORDERED
from tests.systems.defiance.engine.rules.orders import turn as turned
from tests.systems.defiance.engine.rules.test_hacking import CARDS as HACKING
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders
from tests.texts import defiance_words

SOURCE = "equipment.medikit.name"
ORDERS = orders("attack least_distance", red=("focused",))


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


@pytest.mark.rule("R-069")
@pytest.mark.parametrize(("distance", "change", "can"), [(6, 0, False), (6, 1, True), (5, -1, False), (1, -9, True)])
def test_an_attack_reaches_farther_or_not_so_far(distance: int, change: int, can: bool) -> None:
    game = shooting(distance, by(change))
    assert game.can("attack uma stun_pistol.shot dummy.1") == can
    if not can:
        assert game.refused("attack uma stun_pistol.shot dummy.1") == "out_of_range R-069"


@pytest.mark.rule("R-069", "R-073")
def test_the_log_names_the_source() -> None:
    game = shooting(6, by(1, "stun_pistol"))
    before = game.state
    game.do("attack uma stun_pistol.shot dummy.1", team="-", enemy="-")
    event = next(one for one in game.events if isinstance(one, e.AttackDeclared))
    assert event.changes == (NumberChange(SOURCE, 1, ("x-1",)),)
    assert event.rules == ("R-073", "R-069", "R-062", "x-1")
    lines = explain(event, before, evolve(before, event), defiance_words("en"), game.game.rules)
    assert lines[-1] == "MediKit: +1"
    assert lines[-2].endswith("the Attack reaches 1 to 6")


@pytest.mark.rule("R-107", "R-109")
def test_a_device_reaches_farther() -> None:
    text = "J . . . . 1\n\njazz carries=deck\ndrone 1 -"
    plain = position(text, HACKING).do("activate jazz")
    assert plain.refused("hack jazz bite drone.1") == "out_of_range R-109"
    game = position(text, HACKING, rules(modify_range=(by(2, "deck"),))).do("activate jazz")
    game.do("hack jazz bite drone.1", team="-", enemy="-")
    event = next(one for one in game.events if isinstance(one, e.HackDeclared))
    assert [one.source for one in event.changes] == [SOURCE]
    assert event.rules == ("R-107", "R-109", "x-1")


@pytest.mark.rule("R-109")
@pytest.mark.parametrize(
    ("using", "change", "reaches"), [("deck", 2, 5), ("deck", -9, 0), ("fast_deck", -1, 5), ("fast_deck", -9, 0)]
)
def test_every_device_reaches_as_far_as_house_rules_let_it(using: str, change: int, reaches: int) -> None:
    """The first of the two reaches 3 spaces, the other 6; both reach their own space."""
    for distance, can in ((max(1, reaches), reaches > 0), (reaches + 1, False)):
        row = "J" + " ." * (distance - 1) + " 1"
        text = f"{row}\n\njazz tabs=hand,hand carries=deck,fast_deck\ndrone 1 -"
        game = position(text, HACKING, rules(modify_range=(by(change, using),))).do("activate jazz")
        assert game.can(f"hack jazz bite drone.1 using={using}") == can
        if can:
            game.do(f"hack jazz bite drone.1 using={using}", team="-", enemy="-")
            (event,) = (one for one in game.events if isinstance(one, e.HackDeclared))
            assert event.changes == (NumberChange(SOURCE, change, ("x-1",)),)
            assert game.told("hack_declared")[0].endswith("[R-107 R-109 x-1]")


@pytest.mark.rule("R-069")
@pytest.mark.parametrize(("weapon", "attacks"), [("stun_pistol", 2), ("stick", 1), ("uma", 0)])
def test_only_the_weapon_that_a_house_rule_means_reaches_farther(weapon: str, attacks: int) -> None:
    """The stick reaches 8 spaces and 4, the stun pistol 5; the target is 6 spaces away."""
    text = "U . . . . . 1\n\numa tabs=hand,hand,hand carries=stick,stun_pistol\ndummy 1 -"
    game = position(text, hooks=rules(modify_range=(by(1, weapon),))).do("activate uma")
    assert game.can("attack uma stun_pistol.shot dummy.1") == (weapon == "stun_pistol")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    (event,) = (one for one in game.events if isinstance(one, e.AttackDeclared))
    assert [one.amount for one in event.changes] == ([1] if weapon == "stick" else [])


def turn(*functions: ModifyRange) -> Play:
    text = "U . . . 1 . . . . .\n\nstalker 1 ai=orders\ninitiative stalker\numa"
    return foes_turn(text, CARDS.format("attack least_distance"), hooks=rules(modify_range=functions))


@pytest.mark.rule("R-069", "R-193")
def test_the_enemy_decides_by_it() -> None:
    plain = turn().do("proceed")
    assert not plain.told("attack_declared")
    game = turn(by(2)).do("proceed", team="-", enemy="-")
    assert chosen(game)[0].endswith(" uma")
    event = next(one for one in game.events if isinstance(one, e.AttackDeclared))
    assert event.rules[-1] == "x-1"


@pytest.mark.rule("R-200", "R-202")
@pytest.mark.parametrize("unit", ["jammer", "borrower"])
@pytest.mark.parametrize(("change", "hacked"), [(0, False), (1, True), (-1, False)])
def test_a_hack_attack_reaches_farther(unit: str, change: int, hacked: bool) -> None:
    """The jammer prints 0 to 3 spaces, the borrower has the 2 to 4 of its pistol; Uma's vest is Hackable."""
    text = f"U{' .' * (3 if unit == 'jammer' else 4)} 1\n\n{unit} 1 ai=orders\ninitiative {unit}\numa carries=vest"
    cards = ORDERED + ORDERS
    game = foes_turn(text, cards, hooks=rules(modify_range=(by(change, unit),)))
    game.do("proceed", **({"team": "-", "enemy": "-"} if hacked else {}))
    assert [".hack_attack " in line for line in game.told("attack_declared")] == [True] * hacked


@pytest.mark.rule("R-200", "R-069")
@pytest.mark.parametrize(
    ("unit", "distance", "change", "hacks"),
    [
        ("jammer", 3, 0, True),
        ("jammer", 4, 0, False),
        ("jammer", 4, 1, True),
        ("jammer", 3, -1, False),
        ("borrower", 5, 1, True),
        ("borrower", 4, -1, False),
        ("caller", 8, -1, False),
    ],
)
def test_a_hack_attack_reaches_farther_or_not_so_far(unit: str, distance: int, change: int, hacks: bool) -> None:
    """The jammer's is printed with Range 3, the borrower goes by its pistol's 4, the caller has no Attack to go by."""
    functions = (by(change, unit),) if change else ()
    board = "U" + " ." * (distance - 1) + " 1"
    hooks = rules(modify_range=functions)
    game = turned(board, "attack least_distance", "uma carries=vest", f"{unit} 1", hooks=hooks)
    game.pass_on(**({"team": "-", "enemy": "-"} if hacks else {}))
    declared = [one for one in game.events if isinstance(one, e.AttackDeclared)]
    assert [(one.attack, one.distance, [by.amount for by in one.changes]) for one in declared] == (
        [("hack_attack", distance, [change] if change else [])] if hacks else []
    )


@pytest.mark.rule("R-069", "R-193")
@pytest.mark.parametrize(("distance", "attack"), [(6, "bow"), (2, "knife")])
def test_every_attack_of_an_enemy_reaches_farther(distance: int, attack: str) -> None:
    """The bow reaches 3 to 5 spaces, the knife 1."""
    board = "U" + " ." * (distance - 1) + " 1"
    game = turned(board, "attack least_distance", hooks=rules(modify_range=(by(1),)))
    game.pass_on(team="-", enemy="-")
    (event,) = (one for one in game.events if isinstance(one, e.AttackDeclared))
    assert (event.attack, event.changes) == (attack, (NumberChange(SOURCE, 1, ("x-1",)),))


def longest(context: object, figure: str, card: str, attack: str, low: int, high: int) -> NumberChange:
    """A house rule that adds the printed Range once more: the change shows which Attack it was asked about."""
    return NumberChange(SOURCE, high)


@pytest.mark.rule("R-069")
@pytest.mark.parametrize(
    ("carries", "shot", "change"), [("stick", "stick.lob", 4), ("stick", "stick.point", 8), ("club", "club.hit", 1)]
)
def test_a_house_rule_is_asked_about_the_attack_that_is_made(carries: str, shot: str, change: int) -> None:
    """Uma has a pistol besides."""
    text = f"U . 1\n\numa tabs=hand,hand,hand carries=pistol,{carries}\ndummy 1 -"
    game = position(text, hooks=rules(modify_range=longest)).do("activate uma")
    game.do(f"attack uma {shot} dummy.1", team="-", enemy="-")
    (event,) = (one for one in game.events if isinstance(one, e.AttackDeclared))
    assert [one.amount for one in event.changes] == [change]


@pytest.mark.rule("R-069", "R-200")
@pytest.mark.parametrize(
    ("unit", "board", "carries", "change"),
    [
        ("jammer", "U . 1", "vest", 3),
        ("jammer", "U . 1", "stick", 8),
        ("archer", "U . . 1", "stick", 5),
        ("archer", "U 1", "stick", 1),
    ],
)
def test_a_house_rule_is_asked_about_the_attack_that_an_enemy_makes(
    unit: str, board: str, carries: str, change: int
) -> None:
    hooks = rules(modify_range=longest)
    game = turned(board, "attack least_distance", f"uma carries={carries}", f"{unit} 1", hooks=hooks)
    game.pass_on(team="-", enemy="-")
    (event,) = (one for one in game.events if isinstance(one, e.AttackDeclared))
    assert [one.amount for one in event.changes] == [change]


@pytest.mark.rule("R-069", "R-313")
def test_an_enemy_that_a_card_makes_attack_reaches_farther_too() -> None:
    """It is a house rule of the Enemy, and the log names it."""
    robot = """
        [[units]]
        id = "robot"

          [[units.faces]]
          colour = "blue"
          number = 2
          speed = 4
          wounds = 6
          defense = ["any"]
          abilities = ["hackable"]
          attacks = [{ id = "saw", dice = ["any"], range = [1, 1] }]
        """

    def modify(context: object, figure: str, card: str, attack: str, low: int, high: int) -> NumberChange | None:
        return NumberChange(SOURCE, 1) if figure == "robot.1" else None

    text = "J 1 . 2\n\njazz specialties=puppeteer\nrobot 1 2"
    game = position(text, robot, rules(modify_range=modify)).do("activate jazz")
    game.do("use_card jazz puppeteer.pull_strings robot.1")
    before = game.state
    game.do("attack jazz robot.saw robot.2", team="-", enemy="-")
    (event,) = (one for one in game.events if isinstance(one, e.AttackDeclared))
    assert event.changes == (NumberChange(SOURCE, 1),)
    lines = explain(event, before, evolve(before, event), defiance_words("en"), game.game.rules)
    assert lines[-1] == "MediKit: +1"
    assert lines[-2].endswith("the Attack reaches 1 to 2")


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
