"""Rolls, step by step (R-079 … R-098)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.state import Stored
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

PROGRAMS = (
    pack("dice_cup")
    + """
    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]
    switches = [
      { cost = "S", effects = [{ do = "calm", amount = 1 }] },
      { cost = "B B", effects = [{ do = "calm", amount = 2 }] },
    ]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any", "any"], range = [0, 6], slots = 1 }
    software = ["help"]

    [[equipment]]
    id = "charm"
    modifiers = [{ rolls = ["attack"], symbols = "S !" }]
    """
)

FOE = """
    [[units]]
    id = "foe"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any", "any", "any", "any"]
      switches = [{ cost = "! !", effects = [{ do = "reinforce", amount = 1 }] }]
      attacks = [{ id = "beam", dice = ["any", "any", "any", "any", "any"], range = [1, 8] }]
    """


CARDS = pack("herald")


BURST = (
    orders("attack least_distance")
    + """
    [dice]
    burst = ["S S !", "S S !", "S S !", "S S !", "S S !", "S S !"]

    [[units]]
    id = "martyr"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "blast", dice = ["burst"], range = [1, 8], switches = [
        { cost = "!", effects = [{ do = "suffer", amount = 9, on = "user" }] },
      ] }]

    [[states]]
    id = "steady"
    modifiers = [{ rolls = ["attack"], reroll = 1 }]
    """
)


def simple(team: str) -> Play:
    """Jazz runs a program that needs a Simple Roll."""
    return position("J U\n\njazz carries=deck", PROGRAMS).do("activate jazz", "hack jazz help uma", team=team)


def duel(team: str, enemy: str, words: str = "carries=stick") -> Play:
    return position(f"U . 1\n\numa {words}\nfoe 1", PROGRAMS + FOE).do(
        "activate uma", "attack uma stick.point foe.1", team=team, enemy=enemy
    )


def attacked(team: str, enemy: str) -> Play:
    """Uma is attacked."""
    game = position("U . 1\n\numa\nfoe 1 ai=attack_twice\ninitiative foe\ngoldstein", FOE)
    return game.do("activate goldstein", "end_activation goldstein", "proceed", team=team, enemy=enemy)


def cancelled(game: Play) -> str:
    (line,) = game.told("symbols_cancelled")
    return line.removeprefix("symbols_cancelled ").removesuffix(" [R-093]")


# ---- Simple Rolls ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-079")
def test_a_simple_roll_has_one_side_and_a_face_to_face_roll_two() -> None:
    assert [line.split()[1] for line in simple("!").told("dice_rolled")] == ["team"]
    assert [line.split()[1] for line in duel("-", "-").told("dice_rolled")] == ["team", "enemy"]


@pytest.mark.rule("R-080")
def test_a_simple_roll_begins_with_the_dice() -> None:
    """Whoever rolls at the table is asked for the faces before anything else is."""
    game = position("J U\n\njazz carries=deck\nanswers team.dice=person", PROGRAMS)
    game.do("activate jazz", "hack jazz help uma")
    assert game.asks() == "table roll"
    assert game.refused("enter_dice 1,2") == "wrong_dice R-080"
    assert game.refused("enter_dice 1,2,3,7") == "wrong_face R-080"
    game.do("enter_dice 2,5,6,6")
    assert game.told("dice_rolled") == ["dice_rolled team 1,4,5,5 CS+! typed=yes [R-080]"]
    assert game.options("spend_critical") == ["spend_critical success add"]


@pytest.mark.rule("R-081", "R-084")
def test_a_critical_may_become_two_successes() -> None:
    game = simple("CS")
    assert game.options() == ["spend_critical success add", "keep_critical success"]
    game.do("spend_critical success add")
    assert game.told("critical_added") == ["critical_added team success S+S [R-081 R-095]"]
    game.do("let_stand")
    assert game.told("roll_succeeded") == ["roll_succeeded jazz yes [R-084]"]


@pytest.mark.rule("R-082", "R-083")
def test_a_critical_block_may_become_two_blocks() -> None:
    """And they pay for a Switch; a critical block that is kept pays for none."""
    game = simple("S CB").do("spend_critical block add")
    assert game.shown("team") == "S B B"
    assert game.options("use_switch") == ["use_switch 0", "use_switch 1"]
    kept = simple("S CB").do("keep_critical block")
    assert kept.options("use_switch") == ["use_switch 0"]


@pytest.mark.rule("R-081", "R-082", "R-095")
def test_every_critical_may_be_spent_one_by_one() -> None:
    game = simple("CS CS").do("spend_critical success add")
    assert game.options() == ["spend_critical success add", "keep_critical success"]
    game.do("spend_critical success add")
    assert game.shown("team") == "S S S S"


@pytest.mark.rule("R-083", "R-084")
@pytest.mark.parametrize(("rolled", "success"), [("S S", "yes"), ("S", "no")])
def test_successes_spent_on_switches_no_longer_count(rolled: str, success: str) -> None:
    game = simple(rolled).do("use_switch 0")
    if game.can("let_stand"):
        game.do("let_stand")
    assert game.one("jazz").aggro == 1
    assert (game.one("uma").states == ("focused",)) == (success == "yes")


@pytest.mark.rule("R-084")
@pytest.mark.parametrize(("rolled", "success"), [("S", True), ("-", False), ("B ! !", False)])
def test_one_success_is_enough_and_needed(rolled: str, success: bool) -> None:
    game = simple(rolled)
    if game.can("let_stand"):
        game.do("let_stand")
    assert game.told("roll_succeeded") == [f"roll_succeeded jazz {'yes' if success else 'no'} [R-084]"]
    assert (game.one("uma").states == ("focused",)) == success


# ---- Face-to-Face Rolls ------------------------------------------------------------------------------------------


@pytest.mark.rule("R-086")
def test_both_sides_roll_before_anything_is_spent() -> None:
    game = duel("CB", "CB ! !")
    words = [line.split()[0] for line in game.told()]
    assert words.index("symbols_nullified") > max(at for at, word in enumerate(words) if word == "dice_rolled")


@pytest.mark.rule("R-086")
def test_either_side_may_be_rolled_at_the_table() -> None:
    game = position("U . 1\n\numa carries=stick\nfoe 1\nanswers enemy.dice=person", FOE)
    game.do("activate uma", "attack uma stick.point foe.1", team="S")
    assert game.asks() == "table roll"
    game.do("enter_dice 1,6,6,6,6")
    assert cancelled(game) == "S S 1 1"


@pytest.mark.rule("R-087", "R-098")
def test_an_enemys_critical_block_nullifies_all_success_and_critical() -> None:
    """Blocks and specials stay; what is gone pays for nothing."""
    assert cancelled(duel("S S CS B !", "CB")) == "B+! - 0 0"
    game = attacked("S CS B", "CB S")
    assert game.told("symbols_nullified") == ["symbols_nullified enemy S+CS B S [R-087 R-095]"]


@pytest.mark.rule("R-088")
def test_a_characters_critical_block_nullifies_or_adds() -> None:
    assert cancelled(duel("CB", "S S CS").do("spend_critical block nullify")) == "- - 0 0"
    assert cancelled(duel("CB", "S S").do("spend_critical block add")) == "B+B S+S 0 0"
    assert cancelled(duel("CB", "S S").do("keep_critical block")) == "CB S+S 0 2"


@pytest.mark.rule("R-088")
def test_a_defending_character_uses_critical_blocks_too() -> None:
    game = attacked("CB", "S S").do("spend_critical block nullify")
    assert game.one("uma").damage == 0


@pytest.mark.rule("R-089")
def test_an_enemys_critical_nullifies_all_blocks() -> None:
    """Its own Successes then pass; a Critical Block is no Block."""
    assert cancelled(duel("B B S", "CS S S")) == "S S+S 1 2"
    game = duel("B CB", "CS S").do("keep_critical block")
    assert cancelled(game) == "CB S 0 1"


@pytest.mark.rule("R-090")
def test_a_characters_critical_nullifies_or_adds() -> None:
    assert cancelled(duel("CS S", "B B").do("spend_critical success nullify")) == "S - 1 0"
    assert cancelled(duel("CS", "B").do("spend_critical success add")) == "S+S B 1 0"
    assert cancelled(duel("CS", "B").do("keep_critical success")) == "CS B 0 0"


@pytest.mark.rule("R-090")
def test_a_nullifying_critical_takes_blocks_and_nothing_else() -> None:
    """Successes and Specials stay."""
    game = duel("CS S", "B B S !").do("spend_critical success nullify")
    assert cancelled(game) == "S S+! 1 1"


@pytest.mark.rule("R-088", "R-090", "R-095")
def test_criticals_of_a_kind_are_spent_one_by_one() -> None:
    game = duel("CS CS", "B B B").do("spend_critical success nullify", "spend_critical success add")
    assert cancelled(game) == "S+S - 2 0"
    blocks = duel("CB CB", "S S").do("spend_critical block add")
    assert blocks.options("spend_critical") == ["spend_critical block nullify", "spend_critical block add"]


@pytest.mark.rule("R-095")
def test_enemies_never_add_and_always_nullify() -> None:
    game = duel("S B", "CS CB S")
    assert [line.split()[1] for line in game.told("symbols_nullified")] == ["enemy", "enemy"]
    assert cancelled(game) == "- S 0 1"


@pytest.mark.rule("R-091", "R-092", "R-103")
def test_the_enemy_uses_its_switches_before_the_character() -> None:
    more = (
        PROGRAMS
        + FOE
        + """
    [[equipment]]
    id = "prod"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "jab"
      dice = ["any", "any", "any"]
      range = [1, 4]
      switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]
    """
    )
    game = position("U . 1\n\numa carries=prod\nfoe 1", more)
    game.do("activate uma", "attack uma prod.jab foe.1", team="! S", enemy="! !")
    assert [line.split()[1] for line in game.told("switch_used")] == ["enemy"]
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do("use_switch 0")
    assert [line.split()[1] for line in game.told("switch_used")] == ["team"]


@pytest.mark.rule("R-093")
@pytest.mark.parametrize(
    ("team", "enemy", "result"),
    [
        ("S S S", "B B", "S+S+S B+B 1 0"),
        ("S", "B B B", "S B+B+B 0 0"),
        ("B", "S S S", "B S+S+S 0 2"),
        ("B B", "S S S", "B+B S+S+S 0 1"),
        ("S B !", "S B !", "S+B+! S+B+! 0 0"),
    ],
)
def test_blocks_cancel_the_other_sides_successes_one_for_one(team: str, enemy: str, result: str) -> None:
    assert cancelled(duel(team, enemy)) == result


@pytest.mark.rule("R-094")
def test_both_sides_suffer_at_once() -> None:
    """A Character and an Enemy may fall by the same roll."""
    game = position(
        """
        U . 1

        uma carries=stick damage=9
        foe 1
        foe.1 damage=8
        goldstein
        """,
        FOE,
    ).do("activate uma", "attack uma stick.point foe.1", team="S", enemy="S")
    assert [line.split()[0] for line in game.told("damage_suffered", "miniature_died", "fell_unconscious")] == [
        "damage_suffered",
        "damage_suffered",
        "miniature_died",
        "fell_unconscious",
    ]


@pytest.mark.rule("R-094")
def test_a_simple_roll_hurts_nobody() -> None:
    game = simple("S S S").do("let_stand")
    assert game.told("damage_suffered") == []


@pytest.mark.rule("R-096", "R-086")
def test_criticals_come_before_switches_and_the_enemys_before_the_teams() -> None:
    """Enemy block, team block, Enemy critical, team critical, Enemy Switches: in this order."""
    game = duel("CB CS S", "CS B ! !")
    assert game.options("spend") == ["spend_critical block nullify", "spend_critical block add"]
    game.do("spend_critical block add")
    assert [line.split()[:2] for line in game.told("critical_added", "symbols_nullified")] == [
        ["critical_added", "team"],
        ["symbols_nullified", "enemy"],
    ]
    assert game.told("switch_used") == []
    assert game.options("spend") == ["spend_critical success nullify", "spend_critical success add"]
    game.do("spend_critical success add")
    assert [line.split()[1] for line in game.told("switch_used")] == ["enemy"]


@pytest.mark.rule("R-098")
def test_nullified_symbols_pay_for_no_switch() -> None:
    more = """
    [[equipment]]
    id = "prod"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "jab"
      dice = ["any", "any", "any"]
      range = [1, 4]
      switches = [{ cost = "S", effects = [{ do = "impose", state = "stunned" }] }]
    """
    game = position("U . 1\n\numa carries=prod\nfoe 1", FOE + more)
    game.do("activate uma", "attack uma prod.jab foe.1", team="S S", enemy="CB")
    assert game.told("roll_closed")
    assert game.foe("foe.1").states == ()


@pytest.mark.rule("R-075", "R-080")
def test_fixed_symbols_join_the_dice() -> None:
    game = duel("S S ! B", "B", "carries=stick,charm")
    assert cancelled(game) == "S+S+B+! B 1 0"


@pytest.mark.rule("R-080")
def test_a_die_may_be_rolled_again_where_a_card_says_so() -> None:
    game = position("U . 1\n\numa carries=stick,dice_cup\nfoe 1", PROGRAMS + FOE)
    game.do("activate uma", "attack uma stick.point foe.1", team="6 6 6 6 6 6", enemy="B")
    assert game.options() == [*(f"roll_again {die}" for die in range(6)), "keep_dice"]
    game.do("roll_again 2", team="CS")
    assert game.shown("team") == "CS"
    assert game.options("roll_again") == []


SATCHEL = pack("satchel")


def storing(text: str) -> Play:
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("satchel", stores=1)))
    return position(text, SATCHEL + FOE, hooks)


@pytest.mark.rule("R-097")
def test_a_stored_symbol_may_be_added_to_any_own_roll_before_the_switches() -> None:
    """To an Attack, to a Defense; also after the criticals; once."""
    game = storing("U . 1\n\numa carries=stick,satchel\nfoe 1 ai=attack_twice\ninitiative foe\ngoldstein")
    game.do("activate uma", "attack uma stick.point foe.1", "store_die satchel 0 S", team="S S", enemy="B")
    assert game.one("uma").stored[0].symbol == "S"
    assert game.shown("team") == "S"
    assert not game.options("store_die"), "it holds one symbol"
    game.do("let_stand")
    game.do("add_stored satchel S")
    assert game.one("uma").stored == ()
    assert not game.can("add_stored satchel S")
    game.do("let_stand")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S B 1 0 [R-093]"]


@pytest.mark.rule("R-316")
def test_the_whole_die_leaves_the_roll_for_the_token_of_one_symbol() -> None:
    """The Success of the die that is not chosen is gone too, the other die stays."""
    more = """
    [[equipment]]
    id = "carbine"
    tabs = [["hand"]]
    attacks = [{ id = "shot", dice = ["red", "red", "any"], range = [1, 8] }]
    """
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("satchel", stores=1)))
    game = position("U . 1\n\numa carries=carbine,satchel\nfoe 1", SATCHEL + FOE + more, hooks).do("activate uma")
    game.do("attack uma carbine.shot foe.1", team="2 6 3", enemy="-")
    assert game.shown("team") == "S B !"
    assert game.options("store_die") == [
        "store_die satchel 0 S",
        "store_die satchel 0 !",
        "store_die satchel 2 B",
    ]
    game.do("store_die satchel 0 !")
    assert [(token.card, token.symbol) for token in game.one("uma").stored] == [("satchel", "!")]
    assert game.shown("team") == "B"


@pytest.mark.rule("R-316", "R-098")
def test_a_die_whose_symbols_are_gone_cannot_be_stored() -> None:
    """Before the Enemy's Critical Block both dice can be stored. It takes the Success; the Block is still
    there."""
    game = storing("U . 1\n\numa carries=stick,satchel\nfoe 1").do("activate uma")
    game.do("attack uma stick.point foe.1", team="S B", enemy="CB")
    assert [line.split()[3] for line in game.options("store_die")] == ["S", "B"]
    game.do("let_stand")
    assert game.shown("team") == "B"
    assert [line.split()[3] for line in game.options("store_die")] == ["B"]


@pytest.mark.rule("R-316", "R-097")
def test_every_card_stores_as_many_symbols_as_it_can_hold() -> None:
    """Two cards: the one that is full takes no more, the other still does, and both give back."""
    more = (
        SATCHEL
        + """
    [[equipment]]
    id = "chest"
    abilities = ["chest"]

    [[equipment]]
    id = "carbine"
    tabs = [["hand"]]
    attacks = [{ id = "shot", dice = ["yellow", "any", "any"], range = [1, 8] }]
    """
    )
    abilities = (*builtin.contribute_abilities(), Ability("satchel", stores=1), Ability("chest", stores=3))
    game = position("U . 1\n\numa carries=carbine,satchel,chest\nfoe 1", more + FOE, Hooks(abilities=abilities))
    game.do("activate uma", "attack uma carbine.shot foe.1", team="2 1 3", enemy="-")
    assert game.shown("team") == "S S B ! !"
    cards = {tuple(line.split()[1:]) for line in game.options("store_die")}
    symbols = {("0", "S"), ("0", "!"), ("1", "S"), ("2", "B")}
    assert cards == {(card, *symbol) for card in ("satchel", "chest") for symbol in symbols}
    game.do("store_die chest 0 !", "store_die satchel 2 B")
    assert game.shown("team") == "S"
    left = [line.split()[1:] for line in game.options("store_die")]
    assert left == [["chest", "0", "S"], ["chest", "0", "!"], ["chest", "1", "S"]]
    game.do("store_die chest 0 S")
    assert [line.split()[2:] for line in game.options("store_die")] == [["0", "!"], ["1", "S"]]
    game.do("store_die chest 0 !")
    assert not game.options("store_die")
    assert [(token.card, token.symbol) for token in game.one("uma").stored] == [
        ("chest", "!"),
        ("satchel", "B"),
        ("chest", "S"),
        ("chest", "!"),
    ]


@pytest.mark.rule("R-097", "R-316")
def test_every_stored_symbol_is_offered() -> None:
    game = storing("U . 1\n\numa carries=stick,satchel\nfoe 1")
    tokens = (Stored("satchel", "S"), Stored("chest", "B"))
    game.state = replace(game.state, team={**game.state.team, "uma": replace(game.one("uma"), stored=tokens)})
    game.do("activate uma", "attack uma stick.point foe.1", team="-", enemy="-")
    assert game.options("add_stored") == ["add_stored satchel S", "add_stored chest B"]


@pytest.mark.rule("R-097", "R-141")
def test_a_stored_symbol_goes_to_a_console_too() -> None:
    """What one roll at the Console has to spare, the next one wants."""
    game = storing("U X\n\numa carries=satchel\nconsole one X S !").do("activate uma")
    game.do("interact uma one", "store_die satchel 0 !", team="B !")
    assert game.shown("team") == "-"
    game.do("let_stand", "interact uma one", "add_stored satchel !", team="-")
    assert game.one("uma").stored == ()
    assert game.options() == ["assign ! 1"]


@pytest.mark.rule("R-097")
def test_a_stored_symbol_helps_in_defence() -> None:
    game = storing("U . 1\n\numa carries=stick,satchel damage=3\nfoe 1 ai=attack_twice\ninitiative foe\ngoldstein")
    game.do("activate uma", "attack uma stick.point foe.1", "store_die satchel 0 B", team="B", enemy="-")
    game.do("let_stand", "let_stand")
    game.do("end_activation uma", "proceed", "add_stored satchel B", team="-", enemy="S S")
    assert game.told("symbols_cancelled") == ["symbols_cancelled B S+S 0 1 [R-093]"]


@pytest.mark.rule("R-106", "R-075")
def test_a_correction_by_hand_leaves_the_roll_as_it_is() -> None:
    game = position("U . 1\n\numa carries=stick\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="CS", enemy="-")
    game.do("overrule reserve 3")
    assert "keep_critical success" in game.options()
    assert not game.told("roll_closed")


@pytest.mark.rule("R-106", "R-075")
@pytest.mark.parametrize("line", ['overrule team.uma.space ""', "overrule enemies.dummy.1.damage 5"])
def test_a_roll_is_void_once_one_of_its_figures_has_been_removed_by_hand(line: str) -> None:
    game = position("U . 1 2\n\numa carries=stick\ndummy 1 2").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="CS", enemy="-")
    game.do(line)
    assert game.told("roll_closed") == ["roll_closed"]
    assert not game.told("damage_suffered")
    assert game.asks() == "team activation"


@pytest.mark.rule("R-075")
@pytest.mark.parametrize("die", [0, 2])
def test_a_die_that_a_person_rolls_again_is_asked_for(die: int) -> None:
    cup = """
        [[equipment]]
        id = "dice_cup"
        modifiers = [{ rolls = ["attack"], reroll = 1 }]
        """
    text = "U . 1\n\numa carries=stick,dice_cup\ndummy 1 -\nanswers team.dice=person"
    game = position(text, cup).do("activate uma", "attack uma stick.point dummy.1")
    game.do("enter_dice 6,6,6,6,6,6", enemy="-")
    game.do(f"roll_again {die}")
    request = game.game.request(game.state)
    assert request is not None
    assert (request.kind, len(request.sizes), request.by_app) == ("dice", 1, False)
    game.do("enter_dice 1")
    assert game.foe("dummy.1").damage == 1


@pytest.mark.rule("R-105", "R-075")
def test_an_enemy_rolls_no_die_again() -> None:
    lucky = '[[states]]\nid = "lucky"\nmodifiers = [{ rolls = ["attack"], reroll = 1 }]\n'
    text = "U . 1\n\ndummy 1 - ai=attack_twice\ndummy.1 lucky\ninitiative dummy"
    game = foes_turn(text, lucky).do("set_answer team dice person", "set_answer enemy dice person", "proceed")
    side = game.roll().enemy
    assert side is not None
    assert side.rerolls == 0


@pytest.mark.rule("R-087", "R-089", "R-095")
def test_an_enemy_spends_its_criticals_even_on_nothing() -> None:
    game = position("U . 1\n\numa carries=stick\nherald 1 -", CARDS).do("activate uma")
    game.do("attack uma stick.point herald.1", team="!", enemy="CB CS")
    assert [line.split()[1:3] for line in game.told("symbols_nullified")] == [["enemy", "-"], ["enemy", "-"]]
    assert game.told("symbols_cancelled") == ["symbols_cancelled ! - 0 0 [R-093]"]


@pytest.mark.rule("R-095", "R-088", "R-090", "R-001")
def test_a_character_may_keep_both_criticals_and_then_they_do_nothing() -> None:
    game = position("U . 1\n\numa carries=stick\nherald 1 -", CARDS).do("activate uma")
    game.do("attack uma stick.point herald.1", team="CB CS S", enemy="B S S")
    game.do("keep_critical block", "keep_critical success")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+CS+CB S+S+B 0 2 [R-093]"]


@pytest.mark.rule("R-106", "R-094")
def test_who_falls_by_its_own_switch_is_in_the_roll_to_its_end() -> None:
    game = foes_turn("U . 1\n\nmartyr 1 - ai=orders\ninitiative martyr", BURST).do("proceed", enemy="S S !", team="-")
    assert game.state.enemies == {}
    assert game.one("uma").damage == 2
    assert game.told("symbols_cancelled") == ["symbols_cancelled - S+S 0 2 [R-093]"]


@pytest.mark.rule("R-075")
def test_an_enemy_rolls_no_die_again_and_none_is_told() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=orders\ndummy.1 steady\ninitiative dummy", BURST)
    (opened,) = game.do("proceed", enemy="-", team="-").told("roll_opened")
    assert "reroll" not in opened
