"""Clauses of a Character's Actions that no other file's positions bring about (R-041 … R-056, R-107 … R-163, R-230)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.frames import Equipping
from tests.systems.defiance.engine.positions import position

CARDS = """
    [[software]]
    id = "bless"
    kind = "controller"
    targets = "enemy"
    effects = [{ do = "impose", state = "suppressed" }]

    [[software]]
    id = "mend"
    kind = "controller"
    targets = "self"
    effects = [{ do = "impose", state = "focused" }]

    [[software]]
    id = "ward"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]
    switches = [{ cost = "!", effects = [{ do = "impose", state = "focused", on = "other_character" }] }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]
    multiplier = 2

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 3], slots = 5 }
    software = ["mend", "bless", "ward", "bite"]

    [[equipment]]
    id = "flask"
    actions = [{ id = "drink", use = "discard", effects = [{ do = "calm", amount = 1 }] }]

    [[equipment]]
    id = "salts"

      [[equipment.actions]]
      id = "smell"
      target = "character"
      range = [0, 1]
      effects = [{ do = "impose", state = "focused" }]

    [[units]]
    id = "drone"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      biotech = ["any", "any"]
      abilities = ["big", "hackable"]

    [[characters]]
    id = "twin"
    ally = true
    automedikit = false
    synchronized = true
    controller = "uma"
    speed = 4
    wounds = 4
    """


# ---- the Activation


@pytest.mark.rule("R-145", "R-041", "R-042", "R-046")
@pytest.mark.parametrize(
    ("who", "figures", "cited"),
    [
        ("uma", "", "R-041 R-042 R-046"),
        ("goldstein", "goldstein B1", "R-041 R-042 R-046 R-145"),
        ("uma", "uma damage=10 unconscious", "R-041 R-042 R-046 R-228"),
    ],
)
def test_an_activation_begins_by_these_rules(who: str, figures: str, cited: str) -> None:
    game = position(f"U . J\n\n{figures}").do(f"activate {who}")
    assert game.told("activation_began") == [f"activation_began {who} [{cited}]"]


@pytest.mark.rule("R-152")
def test_only_its_own_synchronized_ally_follows_a_controller() -> None:
    """Billie is Jazz's, the twin Uma's."""
    game = position("U J B T . .\n\ntwin T", CARDS).do("activate uma", "end_activation uma")
    assert game.options("activate") == ["activate twin"]
    game = position("U J B T . .\n\ntwin T", CARDS).do("activate jazz", "end_activation jazz")
    assert game.options("activate") == ["activate billie"]


@pytest.mark.rule("R-152")
@pytest.mark.parametrize(("synchronized", "options"), [("yes", ["twin"]), ("no", ["jazz", "twin"])])
def test_an_ally_that_is_not_synchronized_waits_for_its_own_turn(synchronized: str, options: list[str]) -> None:
    cards = CARDS.replace("synchronized = true", "synchronized = " + {"yes": "true", "no": "false"}[synchronized])
    game = position("U J T .\n\ntwin T", cards).do("activate uma", "end_activation uma")
    assert game.options("activate") == [f"activate {id}" for id in options]


@pytest.mark.rule("R-152", "R-154")
@pytest.mark.parametrize(
    ("billie", "options"),
    [
        ("billie A2", ["activate billie"]),
        ("billie", ["activate uma", "activate jazz"]),
        ("billie A2 activated", ["activate uma", "activate jazz"]),
    ],
    ids=["there", "off the board", "activated"],
)
def test_a_partner_that_cannot_be_activated_keeps_nobody_waiting(billie: str, options: list[str]) -> None:
    assert position(f"U J .\n . . .\n\n{billie}\nblock billie").options("activate") == options


@pytest.mark.rule("R-230", "R-228")
def test_only_the_unconscious_are_dragged_and_each_of_them() -> None:
    game = position(". J U Q .\n . . . . .\n\nqiang damage=10 unconscious\ncadin unconscious damage=10")
    game.do("activate uma", "move uma")
    assert {line.split()[3] for line in game.options("drag")} == {"qiang"}
    game = position(". J U Q .\n . . . . .\n\nqiang damage=10 unconscious\njazz damage=10 unconscious")
    game.do("activate uma", "move uma")
    assert {line.split()[3] for line in game.options("drag")} == {"qiang", "jazz"}


@pytest.mark.rule("R-046", "R-279", "R-041")
@pytest.mark.parametrize(("states", "actions"), [("", 2), ("stunned", 1), ("focused stunned", 1), ("stunned dazed", 0)])
def test_every_state_counts_for_the_actions_that_are_left(states: str, actions: int) -> None:
    dazed = '[[states]]\nid = "dazed"\nactions = -2\nuntil = ["activation"]\n'
    game = position(f"U J\n\numa {states}", dazed).do("activate uma")
    assert game.actions() == actions
    assert bool(game.options("move")) == bool(actions)


@pytest.mark.rule("R-046", "R-047", "R-049", "R-139")
def test_after_two_actions_only_what_is_free_is_left() -> None:
    game = position('U X .\n\numa carries=stimulant\nconsole one X "S S"').do("activate uma", "move uma", "move uma")
    steps = game.options("step_to")
    assert steps
    assert game.options() == [
        *steps,
        "interact uma one extra=yes",
        "use_card uma stimulant.inject uma",
        "end_activation uma",
    ]


# ---- programs


@pytest.mark.rule("R-107", "R-109", "R-046")
def test_every_program_is_offered_on_every_target_in_range() -> None:
    """The first dummy is out of Range, the second is not; none of them is Hackable."""
    game = position("J U 1 . . . . 2\n\njazz carries=deck\ndummy 2 1", CARDS).do("activate jazz")
    assert game.options("hack") == [
        "hack jazz mend jazz",
        "hack jazz bless dummy.2",
        "hack jazz ward jazz",
        "hack jazz ward uma",
    ]


@pytest.mark.rule("R-112", "R-109")
def test_a_controller_finds_nobody_off_the_board_or_unconscious() -> None:
    figures = "jazz carries=deck\numa damage=10 unconscious\ngoldstein\nbillie"
    game = position(f"J U Q\n\n{figures}", CARDS).do("activate jazz")
    assert game.options("hack jazz ward") == ["hack jazz ward jazz", "hack jazz ward qiang"]


@pytest.mark.rule("R-112", "R-107", "R-279")
def test_a_hidden_friend_is_helped_from_afar_and_a_hidden_enemy_is_not_found() -> None:
    figures = "jazz carries=deck\numa hidden\ndummy 1 2\ndummy.1 hidden"
    game = position(f"J . . U\n . 2 1 .\n\n{figures}", CARDS).do("activate jazz")
    assert "hack jazz ward uma" in game.options("hack")
    assert game.options("hack jazz bless") == ["hack jazz bless dummy.2"]


@pytest.mark.rule("R-113", "R-202")
def test_hackable_may_be_one_of_several_abilities() -> None:
    game = position("J . 1 2\n\njazz carries=deck\ndrone 1\ndummy 2 -", CARDS).do("activate jazz")
    assert game.options("hack jazz bite") == ["hack jazz bite drone.1"]


@pytest.mark.rule("R-113", "R-094", "R-110")
def test_the_factor_of_a_program_counts_what_is_left_after_blocks() -> None:
    game = position("J . 1\n\njazz carries=deck\ndrone 1", CARDS).do("activate jazz")
    game.do("hack jazz bite drone.1", team="S S S", enemy="S B")
    assert (game.foe("drone.1").damage, game.one("jazz").damage) == (4, 1)


@pytest.mark.rule("R-109", "R-112", "R-100")
def test_a_program_helps_another_behind_a_wall() -> None:
    """Its Range alone counts: 3."""
    game = position("J U . Q . C\n\njazz carries=deck\nwall B1:e", CARDS).do("activate jazz")
    game.do("hack jazz ward uma", team="S !")
    assert game.options("use_switch") == ["use_switch 0 target=jazz", "use_switch 0 target=qiang"]


@pytest.mark.rule("R-226", "R-101", "R-112")
def test_a_switch_for_another_is_for_oneself_too_and_for_a_hidden_friend_but_not_for_the_unconscious() -> None:
    text = "J U . Q C\n\njazz carries=deck\nqiang hidden\ncadin damage=10 unconscious"
    game = position(text, CARDS).do("activate jazz", "hack jazz ward uma", team="S !")
    assert game.options("use_switch") == ["use_switch 0 target=jazz", "use_switch 0 target=qiang"]


@pytest.mark.rule("R-277", "R-112", "R-084")
@pytest.mark.parametrize("dice", ["S", "-"])
def test_a_controller_uses_up_what_helped_it_whether_it_succeeds_or_not(dice: str) -> None:
    game = position("J U\n\njazz carries=deck focused", CARDS).do("activate jazz", "hack jazz ward uma", team=dice)
    if dice == "S":
        game.do("let_stand") if game.options("let_stand") else None
    assert game.one("jazz").states == ()


# ---- cards


@pytest.mark.rule("R-048", "R-049")
def test_what_is_discarded_is_that_card_and_no_other() -> None:
    game = position("U J\n\numa carries=pistol,flask,flask,stimulant", CARDS).do("activate uma")
    game.do("use_card uma flask.drink uma")
    assert [held.item for held in game.one("uma").carried] == ["pistol", "flask", "stimulant"]
    assert game.told("carried_changed")[0].endswith("[R-048]")
    assert game.told("action_spent") == ["action_spent uma drink [R-048]"]


@pytest.mark.rule("R-048", "R-037", "R-069")
def test_an_action_from_range_0_reaches_oneself_and_those_in_contact() -> None:
    game = position("U J\n Q .\n\numa carries=salts\nwall A1:e", CARDS).do("activate uma")
    assert game.options("use_card") == ["use_card uma salts.smell uma", "use_card uma salts.smell qiang"]


@pytest.mark.rule("R-153", "R-149", "R-231")
def test_kits_are_offered_on_whom_they_help() -> None:
    figures = "uma carries=repair_kit,medikit\njazz damage=10 unconscious\nbillie damage=1"
    game = position(f"J U B\n\n{figures}").do("activate uma")
    assert game.options("use_card uma repair_kit") == ["use_card uma repair_kit.repair billie"]
    assert game.options("use_card uma medikit.revive") == ["use_card uma medikit.revive jazz"]
    gone = position("J U .\n\numa carries=repair_kit\nbillie").do("activate uma")
    assert gone.options("use_card uma repair_kit") == []
    lying = position("J U B\n\numa carries=medikit\nbillie damage=9 unconscious").do("activate uma")
    assert lying.options("use_card uma medikit.revive") == []


@pytest.mark.rule("R-155")
def test_a_remote_comes_back_on_the_first_free_space_beside_its_controller() -> None:
    game = position(". . .\n J U .\n. . .\n\nbillie\njazz printed").do("activate jazz")
    game.do("use_card jazz jazz.redeploy billie")
    assert game.one("billie").space == "A1"
    game = position("Q C .\n J U .\n. . .\n\nbillie\njazz printed").do("activate jazz")
    game.do("use_card jazz jazz.redeploy billie")
    assert game.one("billie").space == "A3"


@pytest.mark.rule("R-048")
def test_an_action_for_somebody_else_is_offered_for_everybody_else_in_range() -> None:
    cheer = """
        [[equipment]]
        id = "cheer"

          [[equipment.actions]]
          id = "cheer"
          range = [0, 2]
          effects = [{ do = "calm", amount = 1 }, { do = "impose", state = "focused", on = "other_character" }]
        """
    game = position("U J Q C\n\numa carries=cheer", cheer).do("activate uma")
    assert [line.split()[-1] for line in game.options("use_card")] == ["other=jazz", "other=qiang"]
    alone = position("U . . C\n\numa carries=cheer", cheer).do("activate uma")
    assert alone.options("use_card") == ["use_card uma cheer.cheer uma"]


# ---- Interact


@pytest.mark.rule("R-123", "R-133", "R-140", "R-142")
@pytest.mark.parametrize(("board", "offered"), [("U X", True), ("U . X", False), ("U X\n\nwall A1:e", False)])
def test_a_console_is_worked_from_beside_it(board: str, offered: bool) -> None:
    board, _, more = board.partition("\n\n")
    game = position(f'{board}\n\nconsole one X "S"\n{more}').do("activate uma")
    assert bool(game.options("interact uma one")) == offered


@pytest.mark.rule("R-133")
@pytest.mark.parametrize(("using", "source"), [("", "console"), (" using=deck", "deck")])
def test_the_roll_at_a_console_says_what_it_is_made_with(using: str, source: str) -> None:
    game = position('J X\n\njazz carries=deck\nconsole one X "S"', CARDS).do("activate jazz")
    game.do(f"interact jazz one{using}", team="-")
    (line,) = game.told("roll_opened")
    assert f" source={source} " in line
    assert "[R-133" in line


@pytest.mark.rule("R-134", "R-141")
@pytest.mark.parametrize(
    ("inputs", "options"),
    [
        ('"S S" "CS"', ["assign CS 1"]),
        ('"CS" "S S"', ["assign CS 0"]),
        ('"B" "S S"', ["split_critical CS", "leave_console"]),
    ],
)
def test_a_critical_is_split_only_where_no_input_at_all_lists_it(inputs: str, options: list[str]) -> None:
    game = position(f"J X\n\njazz carries=deck\nconsole one X {inputs}", CARDS).do("activate jazz")
    assert game.do("interact jazz one using=deck", team="CS").options() == options


# ---- Equip


@pytest.mark.rule("R-117", "R-118")
def test_who_has_received_anything_rearranges_once_and_the_giver_does_not() -> None:
    game = position("U J Q\n\numa carries=pistol,knife\njazz carries=club").do("activate uma", "equip uma")

    def partners() -> tuple[str, ...]:
        frame = game.state.agenda[-1]
        assert isinstance(frame, Equipping)
        return frame.partners

    game.do("give jazz uma club")
    assert partners() == ()
    game.do("give uma jazz pistol", "give uma jazz knife")
    assert partners() == ("jazz",)
    assert game.options("place jazz pistol") == ["place jazz pistol 0", "place jazz pistol backpack"]


@pytest.mark.rule("R-146", "R-117")
@pytest.mark.parametrize(
    ("tabs", "switch", "items"),
    [
        ("", "light", ["stimulant"]),
        ("tabs=hand", "light", ["pistol", "stimulant"]),
        ("tabs=backpack", "light", ["pistol", "stimulant"]),
        ("tabs=backpack", "no_location", ["stimulant"]),
        ("tabs=backpack,hand", "no_location", ["pistol", "stimulant"]),
        ("tabs=hand,backpack", "no_location", ["pistol", "stimulant"]),
    ],
)
def test_what_an_ally_can_be_given(tabs: str, switch: str, items: list[str]) -> None:
    text = f"U G\n\ngoldstein G {tabs}\numa carries=pistol,stimulant\nswitch ally_gear={switch}"
    game = position(text).do("activate uma", "equip uma")
    assert [line.split()[3] for line in game.options("give uma goldstein")] == items


@pytest.mark.rule("R-025", "R-026")
def test_every_card_that_is_matched_takes_its_tab() -> None:
    game = position("U J\n\numa tabs=hand,hand,hand carries=pistol,knife,club@-").do("activate uma", "equip uma")
    assert "place uma club 0" in game.options()
    game = position("U J\n\numa tabs=hand,hand carries=pistol,knife,club@-").do("activate uma", "equip uma")
    assert game.options("place uma club") == []


@pytest.mark.rule("R-116")
def test_equip_goes_on_until_it_is_finished() -> None:
    game = position("U J\n\numa carries=pistol").do("activate uma", "equip uma")
    game.do("place uma pistol backpack", "place uma pistol 0")
    assert game.asks() == "team equipping"
    assert game.do("finish_equip").asks() == "team activation"


@pytest.mark.rule("R-003", "R-144")
def test_the_team_is_asked_for_whatever_is_to_be_decided_next() -> None:
    game = position("U J\n\ngoldstein")
    assert game.asks() == "team round"
    assert game.do("activate uma").asks() == "team activation"
    assert game.do("equip uma").asks() == "team equipping"
    assert game.do("finish_equip", "end_activation uma", "activate goldstein").asks() == "team activation"


# ---- by which rules


@pytest.mark.rule("R-052", "R-055", "R-057", "R-217", "R-219", "R-058")
@pytest.mark.parametrize(
    ("board", "more", "told"),
    [
        ("C . . .", "", "[R-052]"),
        ("C U . .", "", "[R-052 R-055]"),
        ("C 1 . .", "dummy 1 -", "cost=2 [R-055 R-057]"),
        ("C X . .", "container crate X", "cost=2 [R-219]"),
        ("C . . .", "difficult A1:e", "cost=2 [R-217]"),
        ("C 1 . .", "dummy 1 -\ndifficult A1:e", "cost=2 [R-055 R-057]"),
    ],
    ids=["free", "a friend", "an Enemy", "obstructed", "a difficult side", "an Enemy behind one"],
)
def test_a_step_says_what_it_costs_and_why(board: str, more: str, told: str) -> None:
    game = position(f"{board}\n\n{more}").do("activate cadin", "move cadin", "step_to cadin B1")
    (line,) = game.told("moved")
    assert line.startswith("moved cadin A1>B1 ")
    assert line.endswith(told)


@pytest.mark.rule("R-048", "R-049", "R-149", "R-153", "R-231", "R-155")
@pytest.mark.parametrize(
    ("figures", "command", "cited"),
    [
        ("uma carries=medikit\njazz damage=1", "uma medikit.treat jazz", "R-048"),
        ("uma carries=medikit\njazz damage=10 unconscious", "uma medikit.revive jazz", "R-048 R-149 R-231"),
        ("uma carries=repair_kit\nbillie damage=1", "uma repair_kit.repair billie", "R-048 R-153"),
        ("uma carries=stimulant", "uma stimulant.inject uma", "R-048 R-049"),
    ],
)
def test_a_card_says_by_which_rules_it_is_used(figures: str, command: str, cited: str) -> None:
    board = "J U B" if "billie" in figures else "J U ."
    game = position(f"{board}\n\n{figures}").do("activate uma", f"use_card {command}")
    assert game.told("action_spent")[0].endswith(f"[{cited}]")
    assert game.told("card_used")[0].endswith(f"[{cited}]")
