"""The contents of a roll: dice with the source of each, and the available Switches (R-073…R-076, R-099…R-105)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Roll
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders, skipped

CARDS = (
    pack("firewall", "drone", "husk")
    + """
    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 3 }
    software = ["bite", "help"]

    [[equipment]]
    id = "scope"
    modifiers = [{ rolls = ["attack"], symbols = "S" }]

    [[equipment]]
    id = "booster"
    modifiers = [{ rolls = ["hacking", "console"], symbols = "S" }]

    [[equipment]]
    id = "dagger"
    tabs = [["hand"]]
    attacks = [{ id = "stab", dice = ["any"], range = [1, 1], cc = true }]

    [[states]]
    id = "inspired"
    modifiers = [{ rolls = ["attack"], dice = ["any"] }]

    [[states]]
    id = "encrypted"
    modifiers = [{ rolls = ["biotech"], dice = ["any"] }]

    [[equipment]]
    id = "dampener"
    modifiers = [{ rolls = ["attack"], fewer = 9 }]

    [[characters]]
    id = "android"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    abilities = ["hackable"]
    modifiers = [{ rolls = ["biotech", "defense"], dice = ["any"] }]

    [[units]]
    id = "fighter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any"]
      abilities = ["big", "natural_born_warrior"]
      attacks = [{ id = "axe", dice = ["any"], range = [1, 1], cc = true }]

    # Two CC Attacks to answer with, and one from afar.
    [[units]]
    id = "duelist"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any"]
      abilities = ["cc_specialist"]
      attacks = [
        { id = "jab", dice = ["any"], range = [1, 1], cc = true },
        { id = "cut", dice = ["any", "any", "any"], range = [1, 1], cc = true },
        { id = "parry", dice = ["any", "any"], range = [1, 1], cc = true },
        { id = "throw", dice = ["any", "any", "any", "any"], range = [2, 3] },
      ]

    [[equipment]]
    id = "shocker"
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }] }]

    [[specialties]]
    id = "fencing"
    abilities = ["cc_specialist"]
    """
)


VEST = (
    orders("attack least_distance")
    + pack("vest", "conductor")
    + """
    [[equipment]]
    id = "firewall"
    modifiers = [{ rolls = ["biotech"], symbols = "B" }]
    """
)


GUN = """
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


HACKABLE_HAT = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "hackable_hat"
    hackable = true
    modifiers = [{ rolls = ["biotech"], dice = ["black"] }]

    [[units]]
    id = "spider"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      hack_attack = { dice = ["any", "any"], range = [1, 8] }
    """
)


def cited(game: Play) -> str:
    (line,) = game.told("roll_opened")
    return line.rpartition("[")[2].removesuffix("]")


def opened(game: Play) -> tuple[Roll, str]:
    """The roll that was opened last, and the rules that its event cites."""
    return game.roll(), game.told("roll_opened")[-1].rpartition("[")[2].rstrip("]")


def attacking(figures: str, board: str = "U . 1", shot: str = "stick.point") -> Play:
    game = position(f"{board}\n\n{figures}", CARDS).do("activate uma")
    foe = next(iter(game.state.enemies))
    game.do("set_answer team dice person", "set_answer enemy dice person", f"attack uma {shot} {foe}")
    return game


def attacked(figures: str, unit: str, board: str = "U . 1") -> Play:
    """The Unit attacks; the team's dice are asked for."""
    text = f"{board}\n\n{unit} 1 ai=attack_twice\ninitiative {unit}\n{figures}"
    return foes_turn(text, CARDS).do("set_answer team dice person", "set_answer enemy dice person", "proceed")


def hacking(program: str, target: str, figures: str = "") -> Play:
    game = position(f"J U . 1\n\njazz carries=deck{figures}\ndrone 1", CARDS).do("activate jazz")
    return game.do("set_answer team dice person", f"hack jazz {program} {target}")


@pytest.mark.rule("R-073", "R-074", "R-086", "R-075", "R-099", "R-105", "R-147", "R-208")
@pytest.mark.parametrize(
    ("figures", "board", "shot", "cited"),
    [
        ("uma carries=stick\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086"),
        ("uma carries=stick,scope\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick focused\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick\ndrone 1", "U . 1", "stick.point", "R-073 R-074 R-086 R-099 R-105"),
        ("uma carries=stick\ndrone 1", "U 1 .", "stick.point", "R-073 R-074 R-086 R-208 R-099 R-105"),
        ("uma carries=stick\nhusk 1", "U . 1", "stick.point", "R-073 R-074 R-086 R-147"),
        ("uma carries=stick,dampener\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
        ("uma carries=stick,scope,dampener\ndummy 1 -", "U . 1", "stick.point", "R-073 R-074 R-086 R-075"),
    ],
    ids=["plain", "a symbol", "a die", "Switches", "CC Specialist", "no Defense", "no dice left", "a symbol, no dice"],
)
def test_an_attack_cites_what_its_roll_is_made_of(figures: str, board: str, shot: str, cited: str) -> None:
    assert opened(attacking(figures, board, shot))[1] == cited


@pytest.mark.rule("R-193", "R-074", "R-086", "R-099", "R-200", "R-201", "R-208", "R-212")
@pytest.mark.parametrize(
    ("figures", "unit", "board", "cited"),
    [
        ("", "dummy", "U . 1", "R-193 R-074 R-086"),
        ("", "drone", "U . 1", "R-193 R-074 R-086 R-099"),
        ("uma carries=firewall", "drone", "U . 1", "R-200 R-201 R-086 R-099"),
        ("uma carries=firewall\ndrone.1 focused", "drone", "U . 1", "R-200 R-201 R-086 R-212 R-099"),
        ("drone.1 focused", "drone", "U . 1", "R-193 R-074 R-086 R-075 R-099"),
        ("uma carries=club specialties=fencing", "dummy", "U 1 .", "R-193 R-074 R-086 R-208"),
    ],
    ids=["plain", "Switches", "Hack Attack", "Focused, hacking", "Focused", "CC Specialist"],
)
def test_an_enemys_attack_cites_what_its_roll_is_made_of(figures: str, unit: str, board: str, cited: str) -> None:
    assert opened(attacked(figures, unit, board))[1] == cited


@pytest.mark.rule("R-107", "R-110", "R-112", "R-113", "R-080", "R-086", "R-105", "R-109")
@pytest.mark.parametrize(
    ("program", "target", "figures", "cited"),
    [
        ("help", "uma", "", "R-107 R-112 R-080"),
        ("help", "uma", ",booster", "R-107 R-112 R-080 R-110"),
        ("bite", "drone.1", "", "R-107 R-113 R-086 R-110 R-099 R-105"),
        ("bite", "drone.1", "\ndrone.1 encrypted", "R-107 R-113 R-086 R-110 R-212 R-099 R-105"),
    ],
    ids=["a Controller", "a symbol", "Antipersonnel", "more Biotech Protection"],
)
def test_a_program_cites_what_its_roll_is_made_of(program: str, target: str, figures: str, cited: str) -> None:
    roll, rules = opened(hacking(program, target, figures))
    assert rules == cited
    assert roll.sight is False


@pytest.mark.rule("R-133", "R-212", "R-110", "R-075")
@pytest.mark.parametrize(("carries", "cited"), [("deck", "R-133"), ("deck,booster", "R-133 R-212")])
def test_a_roll_at_a_console_cites_cards_by_their_own_text(carries: str, cited: str) -> None:
    game = position(f'J X\n\njazz carries={carries}\nconsole one X "S S S S"', CARDS).do("activate jazz")
    game.do("interact jazz one using=deck", team="S S" if "booster" in carries else "S")
    assert game.told("roll_opened")[-1].endswith(f"[{cited}]")
    assert game.told("dice_rolled")[-1].endswith("[R-133]")


@pytest.mark.rule("R-105", "R-147", "R-099")
def test_a_value_printed_as_nothing_brings_no_switches() -> None:
    roll, _ = opened(attacking("uma carries=stick\nhusk 1"))
    assert roll.enemy is not None
    assert (roll.enemy.dice, roll.enemy.offers) == ((), ())


@pytest.mark.rule("R-100", "R-075")
def test_no_more_dice_are_taken_away_than_there_are() -> None:
    roll, _ = opened(attacking("uma carries=stick,dampener\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.dice == ()


@pytest.mark.rule("R-005", "R-200", "R-147")
@pytest.mark.parametrize(
    ("figures", "board", "dice"),
    [("android A", "A . 1", []), ("uma carries=firewall", "U . 1", ["any"])],
    ids=["an Ally without any", "a Character's cards"],
)
def test_an_ally_without_biotech_protection_rolls_nothing(figures: str, board: str, dice: list[str]) -> None:
    roll, _ = opened(attacked(figures, "drone", board))
    assert roll.team is not None
    assert roll.purpose == "enemy_hack"
    assert [pool.die for pool in roll.team.dice] == dice


@pytest.mark.rule("R-200")
@pytest.mark.parametrize(
    ("board", "hacks"), [("U 1 . .", False), ("U . 1 .", True), ("U . . 1", True), ("U . . . 1", False)]
)
def test_without_a_range_of_its_own_a_hack_attack_goes_by_the_attack_printed_first(board: str, hacks: bool) -> None:
    text = f"{board}\n\numa carries=firewall\ndrone 1 ai=attack_twice\ninitiative drone"
    game = foes_turn(text, CARDS).pass_on(**({"team": ["-", "-"], "enemy": ["-", "-"]} if hacks else {}))
    assert len(game.told("attack_declared")) == 2 * hacks


@pytest.mark.rule("R-210", "R-208")
@pytest.mark.parametrize(("unit", "board", "silenced"), [("fighter", "U 1 .", True), ("dummy", "U 1 .", False)])
def test_a_natural_born_warrior_may_have_other_keywords(unit: str, board: str, silenced: bool) -> None:
    """Its target neither uses Switches nor answers with an Attack."""
    roll, _ = opened(attacked("uma carries=shocker,club specialties=fencing", unit, board))
    assert roll.team is not None
    assert bool(roll.team.silenced) == silenced
    assert [pool.die for pool in roll.team.dice] == ["any"] * (4 if silenced else 6)


@pytest.mark.rule("R-277", "R-100")
@pytest.mark.parametrize(
    ("figures", "spent"), [("", ()), (" focused", ("focused",)), (" stunned", ()), (" inspired", ())]
)
def test_only_a_state_that_helped_is_used_up(figures: str, spent: tuple[str, ...]) -> None:
    roll, _ = opened(attacking(f"uma carries=stick,scope{figures}\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.spent == spent


@pytest.mark.rule("R-075", "R-100", "R-147")
@pytest.mark.parametrize(("shot", "dice"), [("club.hit", ["any"] * 6 + ["yellow"]), ("stick.point", ["any"] * 6)])
def test_a_card_for_cc_attacks_joins_those_for_all(shot: str, dice: list[str]) -> None:
    figures = f"uma carries={shot.partition('.')[0]},scope specialties=first_strike\ndummy 1 -"
    roll, _ = opened(attacking(figures, "U 1 .", shot))
    assert roll.team is not None
    assert [pool.die for pool in roll.team.dice] == dice
    assert roll.team.fixed == Symbols.parse("S")


@pytest.mark.rule("R-208", "R-210")
@pytest.mark.parametrize(
    ("carries", "reading", "dice"),
    [
        ("dagger,club", "cc", 6),
        ("club,dagger", "cc", 6),
        ("stick,dagger", "cc", 1),
        ("dagger,stick", "attack", 6),
        ("stick", "cc", 4),
    ],
)
def test_a_cc_specialist_answers_with_the_best_of_its_attacks(carries: str, reading: str, dice: int) -> None:
    """Without a CC Attack it rolls its Defense."""
    figures = f"uma tabs=hand,hand,hand carries={carries} specialties=fencing\nswitch cc_specialist={reading}"
    roll, _ = opened(attacked(figures, "dummy", "U 1 ."))
    assert roll.team is not None
    assert len(roll.team.dice) == dice


@pytest.mark.rule("R-208", "R-086")
@pytest.mark.parametrize(("reading", "dice"), [("cc", 3), ("attack", 4)])
def test_an_enemy_answers_with_the_most_harmful_of_its_attacks(reading: str, dice: int) -> None:
    roll, _ = opened(attacking(f"uma carries=stick\nduelist 1\nswitch cc_specialist={reading}", "U 1 ."))
    assert roll.enemy is not None
    assert len(roll.enemy.dice) == dice


@pytest.mark.rule("R-100", "R-075")
@pytest.mark.parametrize(("carries", "fixed"), [("stick", "-"), ("stick,scope", "S"), ("stick,scope,scope", "S S")])
def test_symbols_that_cards_bring_are_there_whatever_is_rolled(carries: str, fixed: str) -> None:
    roll, _ = opened(attacking(f"uma carries={carries}\ndummy 1 -"))
    assert roll.team is not None
    assert roll.team.fixed == Symbols.parse(fixed)


@pytest.mark.rule("R-147", "R-075", "R-200")
def test_symbols_that_a_card_adds_count_where_there_are_no_dice() -> None:
    text = "U 1\n\numa carries=vest,firewall\nconductor 1 - ai=orders\ninitiative conductor"
    game = foes_turn(text, VEST).do("proceed", enemy="S S")
    assert game.dice("team") == []
    assert game.told("symbols_cancelled") == ["symbols_cancelled B S+S 0 1 [R-093]"]


@pytest.mark.rule("R-200", "R-062")
@pytest.mark.parametrize(("unit", "reached"), [("borrower", False), ("caller", True)], ids=["sight", "none"])
def test_a_hack_attack_needs_the_sight_that_its_card_prints(unit: str, reached: bool) -> None:
    """Cadin hides Uma, whose vest is Hackable; he himself is too near for the pistol."""
    game = turn("U . C 1", "attack least_distance", "uma carries=vest", unit=f"{unit} 1")
    game.pass_on(**({"team": "-", "enemy": "-"} if reached else {}))
    assert [line.split()[3] for line in chosen(game)] == (["uma"] if reached else [])
    assert len(skipped(game)) == 1 - reached


@pytest.mark.rule("R-200", "R-202")
def test_a_unit_without_a_hack_attack_attacks_the_hackable_like_others() -> None:
    game = turn("U . . . 1", "attack least_distance", "uma carries=vest").pass_on(team="-", enemy="-")
    assert ".bow " in game.told("attack_declared")[0]


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
    game = position(f"U . 1\n\numa carries={carries}\n{unit} 1", GUN).do("activate uma")
    enemy = {} if unit == "husk" else {"enemy": "-"}
    assert cited(game.do(f"attack uma gun.shot {unit}.1", team="S" if "sight" in carries else "-", **enemy)) == rules


@pytest.mark.rule("R-110", "R-113")
def test_what_is_added_to_a_hacking_value_is_named_as_such() -> None:
    game = position("U . 1\n\numa carries=deck,barrel\nhusk 1", GUN).do("activate uma")
    assert cited(game.do("hack uma bite husk.1", team="-", enemy="-")).split()[-1] == "R-110"


@pytest.mark.rule("R-105")
def test_switches_of_a_unit_that_attacks_are_not_named_as_its_defence() -> None:
    game = foes_turn("U . 1\n\nguard 1 ai=attack_twice\ninitiative guard", GUN)
    assert cited(game.do("proceed", team="-", enemy="-")) == "R-193 R-074 R-086 R-099"


@pytest.mark.rule("R-075", "R-200")
def test_what_modifies_biotech_counts_where_no_equipment_gives_any() -> None:
    game = foes_turn("U . 1\n\numa carries=hackable_hat\nspider 1 - ai=orders\ninitiative spider", HACKABLE_HAT)
    game.do("proceed", enemy="-", team="-")
    assert game.dice("team") == ["black"]
