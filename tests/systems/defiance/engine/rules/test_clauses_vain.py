"""What an Enemy does not pay for because it would be in vain (R-104), and what a roll says of what goes into it."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

UNIT = (
    orders("attack least_distance")
    + """
    [[states]]
    id = "dazzled"
    modifiers = [{{ rolls = ["attack"], fewer = 1 }}]

    [[units]]
    id = "payer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{{ id = "cry", dice = ["any", "any", "any"], range = [1, 8], switches = [
        {{ cost = "!", effects = [{}] }},
      ] }}]
    """
)

CARDS = """
    [[equipment]]
    id = "gun"
    tabs = [["hand"]]
    attacks = [{ id = "shot", dice = ["any", "any"], range = [1, 8] }]

    [[equipment]]
    id = "sight"
    modifiers = [{ rolls = ["attack"], symbols = "S" }]

    [[equipment]]
    id = "barrel"
    modifiers = [{ rolls = ["attack", "hacking"], dice = ["black"] }]

    [[equipment]]
    id = "trigger"
    modifiers = [{ rolls = ["attack"], switches = [{ cost = "!", effects = [{ do = "calm", amount = 1 }] }] }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["bite"]

    [[units]]
    id = "guard"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      biotech = ["any"]
      abilities = ["hackable"]
      switches = [{ cost = "!", effects = [{ do = "reinforce" }] }]
      attacks = [{ id = "beam", dice = ["any"], range = [1, 8] }]

    # Its Defense is a dash.
    [[units]]
    id = "husk"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      abilities = ["hackable"]
      biotech = ["any"]
    """


def paid(effect: str, figures: str = "", enemy: str = "! !") -> tuple[int, list[str]]:
    """How often the Enemy pays, and why no more."""
    text = f"U . 1\n\n{figures}\npayer 1 ai=orders\ninitiative payer"
    game = foes_turn(text, UNIT.format(effect)).do("proceed", enemy=enemy, team="-")
    return len(game.told("switch_used")), [line.split()[-2] for line in game.told("switch_spared")]


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("flags", "times"), [("flags other", 1), ("flags seen", 0)])
def test_an_enemy_pays_once_for_what_happens_once(flags: str, times: int) -> None:
    assert paid('{ do = "flag", flag = "seen" }', flags) == (times, ["reason.no_change"])


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("aggro", "times"), [(0, 0), (1, 1), (2, 2)])
def test_an_enemy_pays_for_aggro_to_go_only_while_there_is_some(aggro: int, times: int) -> None:
    effect = '{ do = "calm", amount = -1, on = "target" }'
    assert paid(effect, f"uma aggro={aggro}") == (times, ["reason.no_change"] * (times < 2))


@pytest.mark.rule("R-104")
def test_an_enemy_pays_for_aggro_to_come_as_often_as_it_can() -> None:
    assert paid('{ do = "calm", amount = 1, on = "target" }') == (2, [])


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("state", "held", "times"),
    [
        ("dazzled", "dazzled", 1),
        ("dazzled", "suppressed", 0),
        ("*", "suppressed", 1),
        ("*", "dazzled suppressed", 2),
        ("*", "", 0),
    ],
)
def test_an_enemy_pays_only_to_lose_what_it_has(state: str, held: str, times: int) -> None:
    left = 3 - len(held.split())  # each takes a die away
    effect = f'{{ do = "relieve", state = "{state}", on = "user" }}'
    enemy = " ".join("!" * min(left, 2)) if times < 2 else "!"
    mine = f"payer.1 {held}" if held else ""
    found, why = paid(effect, mine, enemy)
    assert found == min(times, len(enemy.split()))
    assert why == (["reason.no_state"] if found < len(enemy.split()) else [])


# ---- what a roll says of its dice


def cited(game: Play) -> str:
    (line,) = game.told("roll_opened")
    return line.rpartition("[")[2].removesuffix("]")


@pytest.mark.rule("R-075", "R-099", "R-105", "R-147")
@pytest.mark.parametrize(
    ("carries", "unit", "rules"),
    [
        ("gun", "dummy", "R-073 R-074 R-086"),
        ("gun,sight", "dummy", "R-073 R-074 R-086 R-075"),
        ("gun,barrel", "dummy", "R-073 R-074 R-086 R-075"),
        ("gun,trigger", "dummy", "R-073 R-074 R-086 R-099"),
        ("gun", "guard", "R-073 R-074 R-086 R-099 R-105"),
        ("gun", "husk", "R-073 R-074 R-086 R-147"),
    ],
    ids=["nothing", "a symbol", "a die", "a Switch", "a Switch of the Unit", "a dash"],
)
def test_a_roll_names_the_rules_by_which_cards_changed_it(carries: str, unit: str, rules: str) -> None:
    game = position(f"U . 1\n\numa carries={carries}\n{unit} 1", CARDS).do("activate uma")
    enemy = {} if unit == "husk" else {"enemy": "-"}
    assert cited(game.do(f"attack uma gun.shot {unit}.1", team="S" if "sight" in carries else "-", **enemy)) == rules


@pytest.mark.rule("R-110", "R-113")
def test_what_is_added_to_a_hacking_value_is_named_as_such() -> None:
    game = position("U . 1\n\numa carries=deck,barrel\nhusk 1", CARDS).do("activate uma")
    assert cited(game.do("hack uma bite husk.1", team="-", enemy="-")).split()[-1] == "R-110"


@pytest.mark.rule("R-105")
def test_switches_of_a_unit_that_attacks_are_not_named_as_its_defence() -> None:
    game = foes_turn("U . 1\n\nguard 1 ai=attack_twice\ninitiative guard", CARDS)
    assert cited(game.do("proceed", team="-", enemy="-")) == "R-193 R-074 R-086 R-099"
