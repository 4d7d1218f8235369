"""Clauses of decks, Rounds, effects and what lies on the board that no other file's positions bring about."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import (
    Calm,
    Condition,
    ConsoleInput,
    DeployUnits,
    FlipUnit,
    MissionConsole,
    MissionUnit,
    OpenDoors,
    Opening,
    RaiseAlert,
    Revive,
    SetFlag,
    Suffer,
    Trigger,
)
from defiance_qt.systems.defiance.engine.preview import obstacles
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.positions import position, start
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[equipment]]
    id = "big_kit"

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      effects = [{ do = "revive", heal = 4, draw = 3 }]

    [[equipment]]
    id = "satin"
    actions = [{ id = "wave", use = "tap", effects = [{ do = "calm", amount = 1 }] }]

    [[characters]]
    id = "guest"
    ally = true
    speed = 4
    wounds = 6

    [[characters]]
    id = "medic"
    ally = true
    speed = 4
    wounds = 6
    equipment = ["automedikit"]

    [[characters]]
    id = "dancer"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    actions = [{ id = "twirl", use = "tap", effects = [{ do = "calm", amount = 1 }] }]

    [[characters]]
    id = "twofold"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

      [[characters.actions]]
      id = "song"
      effects = [{ do = "calm", amount = 1 }]

      [[characters.actions]]
      id = "hands"
      target = "unconscious"
      effects = [{ do = "revive", heal = 1 }]
    """


# ---- decks


@pytest.mark.rule("R-232", "R-231", "R-160", "R-238", "R-241", "R-242")
def test_a_card_may_offer_a_choice_among_three_and_the_others_are_discarded() -> None:
    game = position("U J\n\numa carries=big_kit\njazz damage=10 unconscious", CARDS).do("activate uma")
    drawn = ["torn_muscle", "deep_cut", "cold_anger"]
    game.do("use_card uma big_kit.treat jazz", consequence=drawn)
    assert game.asks() == "team keep_consequence"
    assert game.refused("move uma") == "not_asked R-160"
    assert all(line.endswith("[R-232 R-231]") for line in game.told("card_drawn"))
    game.do("keep deep_cut")
    assert game.state.discards["consequence"] == ("torn_muscle", "cold_anger")
    assert [line.rpartition(" [")[2] for line in game.told("card_discarded")] == ["R-232 R-231]"] * 2
    assert game.told("consequence_suffered") == ["consequence_suffered jazz deep_cut [R-232 R-231 R-238]"]
    assert game.one("jazz").consequences == ("deep_cut",)


@pytest.mark.rule("R-160", "R-162", "R-238", "R-240", "R-241")
def test_a_kept_consequence_lies_by_the_character_and_the_other_among_the_discards() -> None:
    game = position("U C\n\numa damage=10 unconscious").do("activate uma")
    game.do("use_automedikit uma", "keep torn_muscle", consequence=["torn_muscle", "deep_cut"])
    assert game.told("consequence_suffered") == ["consequence_suffered uma torn_muscle [R-160 R-162 R-238]"]
    assert game.told("card_discarded") == ["card_discarded consequence deep_cut [R-160]"]
    assert (game.one("uma").consequences, game.state.discards["consequence"]) == (("torn_muscle",), ("deep_cut",))


@pytest.mark.rule("R-232", "R-238", "R-241")
def test_one_that_is_drawn_alone_is_kept_without_a_choice() -> None:
    game = position("U J\n\numa carries=medikit\njazz damage=10 unconscious").do("activate uma")
    game.do("use_card uma medikit.revive jazz", consequence="torn_muscle")
    assert game.told("consequence_suffered") == ["consequence_suffered jazz torn_muscle [R-232 R-238]"]


@pytest.mark.rule("R-233", "R-239", "R-045")
def test_everybody_who_ends_the_mission_unconscious_takes_two_face_down() -> None:
    figures = "cadin damage=10 unconscious\nqiang damage=10 unconscious"
    done = Condition(id="done", flags=("bell",))
    game = position(f"U C Q\n\n{figures}\nflags bell", victory=(done,)).do("activate uma", "end_activation uma")
    assert game.state.result == "victory"
    assert {id: len(game.one(id).face_down) for id in ("uma", "cadin", "qiang")} == {"uma": 0, "cadin": 2, "qiang": 2}
    assert all(line.endswith("no [R-233 R-239]") for line in game.told("consequence_suffered"))
    assert game.told("game_ended") == ["game_ended victory done [R-045]"]


@pytest.mark.rule("R-154", "R-239")
def test_a_remote_that_falls_takes_one_face_down() -> None:
    game = foes_turn("B . 1\n . .\n\nbillie damage=9\njazz\ndummy 1 - ai=attack_twice\ninitiative dummy")
    game.do("proceed", enemy="S", team="-")
    assert len(game.one("billie").face_down) == 1
    assert game.told("consequence_suffered")[0].endswith("no [R-154 R-239]")
    assert game.told("state_gained") == [], "Jazz is not on the board"


@pytest.mark.rule("R-124", "R-178")
@pytest.mark.parametrize(
    ("deck", "found"), [("knife", 1), ("knife intel_pack", 2), ("knife intel_pack combat_drug", 2)]
)
def test_a_container_gives_what_is_left_of_the_loot(deck: str, found: int) -> None:
    game = position(f"U X\n\ncontainer crate X 2\ndeck loot {deck}").do("activate uma", "interact uma crate")
    assert len(game.told("loot_found")) == found


@pytest.mark.rule("R-170", "R-171", "R-172")
def test_a_card_is_dealt_by_the_rule_of_the_moment() -> None:
    door = Trigger("door_opened gate", (DeployUnits(("dummy",), ("D1",)),))
    game = position("U . . . .\n\ndoor gate A1:e\nselected dummy", triggers=(door,))
    game.do("activate uma", "interact uma gate", ai="take_aim")
    assert game.told("ai_card_dealt") == ["ai_card_dealt dummy take_aim [R-170]"]
    assert game.unit("dummy").ai_card == "take_aim"
    game = position("U . . . 1\n\ndummy 1 -\nround 1").do("activate uma", "end_activation uma", ai="take_aim")
    assert game.told("ai_card_dealt") == ["ai_card_dealt dummy take_aim [R-171]"]


# ---- Rounds


@pytest.mark.rule("R-021", "R-039", "R-045")
def test_the_first_round_is_set_up_and_the_others_follow() -> None:
    game = start("U . .")
    game.do("deploy uma A1")
    assert game.told("round_began") == ["round_began 1 [R-039 R-021]"]
    game.do("activate uma", "end_activation uma")
    assert game.told("round_began") == ["round_began 2 [R-039 R-045]"]


@pytest.mark.rule("R-043", "R-314")
@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("uma carries=stimulant,satin tapped=satin", 1),
        ("cadin carries=satin activated tapped=satin", 1),
        ("dancer activated tapped=dancer", 1),
        ("uma carries=satin flipped=satin", 0),
        ("uma carries=satin", 0),
    ],
    ids=["one of two cards", "another's card", "a card of its own", "face down", "none"],
)
def test_turned_cards_are_straightened_whoever_has_them(figures: str, told: int) -> None:
    game = position(f"U . C\n\ncadin activated\n{figures}", CARDS).do("activate uma", "end_activation uma")
    assert len(game.told("cards_straightened")) == told
    assert all(one.tapped == () for one in game.state.team.values())


@pytest.mark.rule("R-043", "R-314")
@pytest.mark.parametrize("carries", ["satin", "pistol,satin"])
def test_a_card_turned_in_play_is_straightened_as_the_round_ends(carries: str) -> None:
    game = position(f"C U\n\ncadin activated\numa carries={carries}", CARDS).do("activate uma")
    game.do("use_card uma satin.wave uma")
    assert game.one("uma").carried[-1].turned == "tap"
    game.do("end_activation uma")
    assert game.one("uma").carried[-1].turned == ""
    assert len(game.told("cards_straightened")) == 1


# ---- setup


@pytest.mark.rule("R-320", "R-011", "R-149")
@pytest.mark.parametrize(("who", "has"), [("guest", False), ("medic", True), ("uma", True)])
def test_only_an_ally_whose_card_says_so_has_an_automedikit(who: str, has: bool) -> None:
    game = position(f"U .\n\n{who} {'A1' if who == 'uma' else 'B1'} printed", CARDS)
    assert any(held.item == "automedikit" for held in game.one(who).carried) == has


@pytest.mark.rule("R-024", "R-015", "R-167", "R-168")
def test_units_that_start_deployed_fire_no_trigger() -> None:
    opening = Opening((MissionUnit("dummy", ("C1", "D1")),))
    there = Trigger("unit_deployed dummy", (RaiseAlert(1),))
    game = start("U . . .", openings={"en": opening, "es": opening}, selected=("dummy",), triggers=(there,))
    game.do("deploy uma A1")
    assert set(game.state.enemies) == {"dummy.1", "dummy.2"}
    assert (game.state.alert, game.state.fired) == (1, ())


@pytest.mark.rule("R-253")
def test_a_card_of_the_available_deck_shows_its_low_face_unless_it_left_with_the_other() -> None:
    game = position("U . . R\n\navailable dummy")
    assert game.state.face("dummy") == 0
    assert replace(game.state, faces={"nox_spec_ops": 1}).face("dummy") == 0
    assert replace(game.state, faces={"dummy": 1}).face("dummy") == 1


# ---- what lies on the board


@pytest.mark.rule("R-125", "R-219", "R-129", "R-322")
@pytest.mark.parametrize("space", ["B1", "C1", "D1", "E1"])
def test_every_container_and_every_console_obstructs(space: str) -> None:
    text = 'U X Y Z W . .\n . . . . . . .\n\ncontainer a X\ncontainer b Y\nconsole c Z "S"\nconsole d W "S"'
    game = position(text)
    rules, view = game.game.rules, game.game.rules.view(game.state)
    assert view.obstructed >> rules.board.by_name[space] & 1
    assert not view.obstructed >> rules.board.by_name["F1"] & 1


@pytest.mark.rule("R-322", "R-129", "R-063")
def test_every_neutral_character_occupies_its_space() -> None:
    more = """
        [[characters]]
        id = "bystander"
        ally = true
        speed = 4
        wounds = 4
        """
    game = position("U N . M .\n\nneutral goldstein N\nneutral bystander M", more)
    rules, view = game.game.rules, game.game.rules.view(game.state)
    taken = [name for name, cell in rules.board.by_name.items() if view.taken >> cell & 1]
    assert taken == ["A1", "B1", "D1"]
    assert not rules.sees(game.state, view, "uma", "bystander")


@pytest.mark.rule("R-055", "R-056", "R-057", "R-063", "R-066", "R-227")
def test_where_everybody_is() -> None:
    game = position("U C B 1 2\n\ncadin damage=10 unconscious\njazz\ndummy 1 2")
    rules, view = game.game.rules, game.game.rules.view(game.state)

    def spaces(mask: int) -> str:
        return " ".join(name for name, cell in rules.board.by_name.items() if mask >> cell & 1)

    assert spaces(view.team) == "A1 B1 C1"
    assert spaces(view.conscious) == "A1 C1"
    assert spaces(view.enemies) == "D1 E1"
    assert spaces(view.obstructed) == "B1"
    assert spaces(view.taken) == "A1 B1 C1 D1 E1"
    assert spaces(view.crowded) == ""
    assert set(view.cells) == {"uma", "cadin", "billie", "dummy.1", "dummy.2"}


@pytest.mark.rule("R-055", "R-063", "R-156")
@pytest.mark.parametrize(("board", "crowded"), [("U C 1 .", "B1"), ("U 1 C .", "B1"), ("U . C 1", "")])
def test_a_space_that_two_share_in_passing_still_hides(board: str, crowded: str) -> None:
    game = position(f"{board}\n\ndummy 1 -").do("activate uma", "move uma", "step_to uma B1")
    rules, view = game.game.rules, game.game.rules.view(game.state)
    assert " ".join(name for name, cell in rules.board.by_name.items() if view.crowded >> cell & 1) == crowded


# ---- effects


@pytest.mark.rule("R-127", "R-024")
def test_an_effect_opens_all_the_doors_that_it_names() -> None:
    ended = Trigger("activation_ended uma", (OpenDoors(("gate", "vault", "hatch")),))
    text = "U . . . .\n\ndoor gate A1:e\nsecurity vault B1:e\nopen hatch C1:e\ncadin E1"
    game = position(text, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert game.told("door_opened") == ["door_opened gate by=uma [R-024]", "door_opened vault by=uma [R-024 R-127]"]


@pytest.mark.rule("R-231", "R-232")
def test_an_effect_may_bring_several_round_at_once() -> None:
    """Who has not been Unconscious does not recover, and suffers no Consequence by it."""
    ended = Trigger("activation_ended uma", (Revive(heal=4, draw=1, on="team"),))
    text = "U C Q .\n\ncadin damage=10 unconscious\nqiang damage=10 unconscious\njazz D1"
    game = position(text, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert [game.one(id).conscious for id in ("cadin", "qiang")] == [True, True]
    assert [line.split()[1] for line in game.told("consequence_suffered")] == ["cadin", "qiang"]
    assert game.told("state_lost") == [f"state_lost {id} unconscious [R-024 R-231 R-232]" for id in ("cadin", "qiang")]


@pytest.mark.rule("R-101", "R-226", "R-048")
def test_an_effect_on_the_team_leaves_out_who_is_not_there() -> None:
    ended = Trigger("activation_ended uma", (Suffer(1, on="team"),))
    game = position("U C\n\njazz\ngoldstein", triggers=(ended,)).do("activate uma", "end_activation uma")
    assert {id for id, one in game.state.team.items() if one.damage} == {"uma", "cadin"}


@pytest.mark.rule("R-153", "R-157")
@pytest.mark.parametrize(("who", "healed"), [("billie", 0), ("cadin", 1)])
def test_a_remote_is_not_healed_by_what_heals_others(who: str, healed: int) -> None:
    spray = """
        [[software]]
        id = "spray"
        kind = "controller"
        targets = "any"
        effects = [{ do = "heal", amount = 1, on = "target" }]

        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = { hacking = ["any"], range = [0, 6], slots = 1 }
        software = ["spray"]
        """
    text = "J B C 1\n\njazz carries=deck\nbillie damage=2\ncadin damage=2\ndummy 1 -\ndummy.1 damage=2"
    game = position(text, spray).do("activate jazz", f"hack jazz spray {who}", team="S")
    assert len(game.told("damage_healed")) == healed
    assert len(game.told("unaffected")) == 1 - healed
    game.do("hack jazz spray dummy.1", team="S")
    assert game.foe("dummy.1").damage == 1, "nor is an Enemy a Remote"


# ---- harm


@pytest.mark.rule("R-277", "R-121")
def test_all_states_of_the_activation_end_and_each_says_why() -> None:
    game = position("U C\n\numa stunned suppressed focused").do("activate uma")
    game.do("rest uma state=focused")
    assert game.told("state_lost") == ["state_lost uma focused [R-121 R-277]"]
    game.do("end_activation uma")
    assert game.one("uma").states == ()
    assert game.told("state_lost") == ["state_lost uma stunned [R-277]", "state_lost uma suppressed [R-277]"]


@pytest.mark.rule("R-221", "R-132", "R-121")
def test_aggro_is_told_with_what_it_was_and_what_it_is() -> None:
    game = position("U . 1\n\numa carries=stick aggro=2\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="-")
    assert game.told("aggro_changed") == ["aggro_changed uma 1 3 for_damage=yes [R-221]"]
    game.do("rest uma")
    assert game.told("aggro_changed") == ["aggro_changed uma -1 2 [R-121]"]


@pytest.mark.rule("R-104", "R-192", "R-277")
def test_which_state_is_lost_does_not_hang_on_the_order_in_which_they_came() -> None:
    game = position("U . 1\n\ndummy 1 -")
    lost = set()
    for states in (("stunned", "suppressed"), ("suppressed", "stunned")):
        state = replace(game.state, team={**game.state.team, "uma": replace(game.one("uma"), states=states)})
        run = Transaction(game.game.rules, state)
        lost.add((harm.state_to_lose(run, "uma", False), harm.state_to_lose(run, "uma", True)))
    assert len(lost) == 1
    alike = '[[states]]\nid = "red_one"\nharm = 2\n[[states]]\nid = "blue_one"\nharm = 2\n'
    for held in ("red_one blue_one", "blue_one red_one"):
        game = position(f"U .\n\numa {held}", alike)
        assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", False) == "red_one"
    game = position("U C\n\numa damage=10 unconscious")
    assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", False) == ""
    assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", True) == ""


# ---- the mission


@pytest.mark.rule("R-045", "R-319", "R-117")
@pytest.mark.parametrize(("ally", "lost"), [("twofold", False), ("dancer", True)])
def test_an_ally_may_revive_by_any_of_its_actions(ally: str, lost: bool) -> None:
    text = f"U M 1 C\n\n{ally} M\numa damage=10 unconscious carries=\ncadin damage=9 carries=stick\ndummy 1 -"
    game = position(text, CARDS).do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result == "defeat") == lost


@pytest.mark.rule("R-233", "R-150", "R-024")
def test_what_was_caused_before_the_end_still_happens_but_no_ai_card_is_dealt() -> None:
    """As Uma's Activation ends the mission is won; at Alert 0 the dummy sees her, and a trigger angers her."""
    ended = Trigger("activation_ended uma", (SetFlag("bell"), Suffer(1, on="user")))
    done = Condition(id="done", standing=("uma",), zone="out")
    game = position("U . . 1\n\nzone out A1\nalert 0\ndummy 1 -\njazz", victory=(done,), triggers=(ended,))
    game.do("activate uma", "end_activation uma")
    assert game.state.result == "victory"
    assert game.state.flags == ("bell",)
    assert game.one("uma").damage == 1
    assert not game.told("ai_card_dealt")


# ---- what cuts a line


@pytest.mark.rule("R-063", "R-064", "R-062")
@pytest.mark.parametrize(
    ("board", "figures", "cut"),
    [
        ("U C . 1", "", ("cadin",)),
        ("U C Q 1", "", ("cadin", "qiang")),
        ("U . . 1", "wall A1:e\ndoor gate C1:e", ("wall", "gate")),
        ("U . . 1", "red A1:e", ("red",)),
        ("U . . 1", "violet B1:e", ("violet",)),
        ("U C . 1", "cadin damage=10 unconscious", ()),
        ("U . . 1", "open gate B1:e", ()),
    ],
)
def test_everything_that_cuts_a_line_is_named(board: str, figures: str, cut: tuple[str, ...]) -> None:
    game = position(f"{board}\n\ndummy 1 -\n{figures}")
    assert obstacles(game.game.rules, game.state, "uma", "dummy.1") == cut


@pytest.mark.rule("R-323", "R-203")
def test_a_unit_that_waits_off_the_board_is_turned_there() -> None:
    lurker = """
        [[units]]
        id = "lurker"
        faces = [
          { colour = "blue", number = 1, speed = 4, wounds = 1, abilities = ["surprise_attack"] },
          { colour = "red", number = 3, speed = 4, wounds = 1, abilities = ["surprise_attack"] },
        ]
        """
    ended = Trigger("activation_ended uma", (FlipUnit("lurker", 1),))
    game = position("U C . .\n\nlurker away", lurker, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert (game.unit("lurker").face, game.state.enemies) == (1, {})


@pytest.mark.rule("R-170", "R-016", "R-130", "R-138")
def test_a_unit_that_a_console_brings_is_not_brought_by_a_door() -> None:
    inputs = (ConsoleInput("S", (DeployUnits(("dummy",), ("D1",)),)),)
    text = "J . . .\n . . . .\n\njazz carries=deck\nselected dummy"
    deck = """
        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = { hacking = ["any", "any"], range = [0, 6], slots = 1 }
        """
    game = position(text, deck, consoles=(MissionConsole("one", "A2", inputs),)).do("activate jazz")
    game.do("interact jazz one using=deck", team="S B").do("assign S 0")
    (line,) = game.told("unit_deployed")
    assert line.endswith("[R-138 R-016 R-170]")


# ---- who is gone, and who is not


BOMB = """
    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 8]
      effects = [
        { do = "suffer", amount = 9, on = "target" },
        { do = "impose", state = "stunned", on = "target" },
        { do = "relieve", state = "focused", on = "target" },
        { do = "heal", amount = 1, on = "target" },
      ]
    """


@pytest.mark.rule("R-234", "R-275", "R-277", "R-236", "R-225")
def test_what_else_a_card_does_to_one_who_is_gone_is_nothing() -> None:
    game = position("U . 1 2 3\n\numa carries=bomb\nnox_spec_ops 3 -\ndummy 1 2", BOMB).do("activate uma")
    game.do("use_card uma bomb.throw dummy.1")
    assert "dummy.1" not in game.state.enemies
    assert not game.told("state_gained", "state_lost", "damage_healed")
    assert "dummy" in game.state.units, "its second is still there"
    game.do("use_card uma bomb.throw dummy.2")
    assert list(game.state.units) == ["nox_spec_ops"]
    assert game.told("reserve_changed") == ["reserve_changed 1 1 unit_eliminated about=dummy [R-243]"]


@pytest.mark.rule("R-224", "R-045")
def test_whoever_falls_by_a_correction_has_fallen() -> None:
    game = position("U .\n\numa carries=stick").do("activate uma", "overrule team.uma.damage 10")
    assert not game.one("uma").conscious
    assert (game.state.result, game.state.because) == ("defeat", "team_down")


@pytest.mark.rule("R-224", "R-221", "R-154")
def test_whoever_lies_there_or_is_not_there_gains_no_aggro() -> None:
    ended = Trigger("activation_ended uma", (Calm(1, on="team"),))
    game = position("U C\n\ncadin damage=10 unconscious\njazz\nbillie", triggers=(ended,))
    game.do("activate uma", "end_activation uma")
    assert {id: one.aggro for id, one in game.state.team.items() if one.aggro} == {"uma": 1}


@pytest.mark.rule("R-031", "R-026")
@pytest.mark.parametrize(
    ("reading", "tabs", "fits"),
    [
        ("tab", "backpack", True),
        ("icon", "backpack", False),
        ("icon", "backpack,backpack", True),
        ("tab", "backpack,backpack", True),
    ],
)
def test_a_card_of_two_icons_takes_one_place_of_the_backpack_or_two(reading: str, tabs: str, fits: bool) -> None:
    text = f"U J\n\numa tabs={tabs} carries=stick@-,knife@-\nswitch backpack={reading}"
    game = position(text).do("activate uma", "equip uma")
    assert ("place uma stick backpack" in game.options()) == fits
    if fits:
        game.do("place uma stick backpack")
        left = tabs.count("backpack") - (1 if reading == "tab" else 2)
        assert bool(game.options("place uma knife")) == bool(left)


@pytest.mark.rule("R-277", "R-279")
def test_everybody_who_hides_beside_an_activation_that_ends_is_found() -> None:
    game = position(
        "1 U 2 . 3\n\ndummy 1 2\ndummy.1 hidden\ndummy.2 hidden\nnox_spec_ops 3 -\nnox_spec_ops.1 hidden\ncadin"
    )
    game.do("activate uma", "end_activation uma")
    assert {id for id, foe in game.state.enemies.items() if "hidden" in foe.states} == {"nox_spec_ops.1"}


@pytest.mark.rule("R-135", "R-141", "R-139")
@pytest.mark.parametrize(("extra", "again"), [("interaction", []), ("roll", ["console_roll_again"])])
def test_only_criticals_that_could_be_split_may_be_left(extra: str, again: list[str]) -> None:
    deck = """
        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = { hacking = ["any", "any"], range = [0, 6], slots = 1 }
        """
    text = f'J X\n\njazz carries=deck\nconsole one X "S S S" "B"\nswitch console_extra={extra}'
    game = position(text, deck).do("activate jazz", "interact jazz one using=deck", team="CS B")
    assert game.options() == ["split_critical CS", "assign B 1"]
    game.do("assign B 1")
    assert game.options() == ["split_critical CS", *again, "leave_console"]


@pytest.mark.rule("R-007", "R-008", "R-009", "R-013", "R-014", "R-018", "R-020", "R-022", "R-023", "R-024", "R-167")
def test_the_set_up_cites_each_of_its_steps() -> None:
    (line,) = start("U . .").told("mission_set_up")
    cited = line.rpartition("[")[2].rstrip("]").split()
    assert cited == [f"R-{number:03}" for number in (*range(7, 12), 13, 14, *range(18, 25), 167)]


@pytest.mark.rule("R-024", "R-012")
def test_before_anybody_was_activated_a_trigger_means_the_first_of_the_team() -> None:
    game = start("U J . .", triggers=(Trigger("round_began 1", (Calm(1, on="user"),)),))
    game.do("deploy uma A1", "deploy jazz B1")
    assert {id: one.aggro for id, one in game.state.team.items()} == {"uma": 1, "jazz": 0}


@pytest.mark.rule("R-045", "R-117", "R-314", "R-315")
@pytest.mark.parametrize(
    ("uma", "more", "lost"),
    [
        ("stick,big_kit", "", False),
        ("stick", "qiang damage=10 unconscious carries=big_kit", True),
        ("stick", "qiang C2 damage=10 unconscious carries=big_kit", False),
    ],
    ids=["not the first of the cards", "off the board", "of somebody else"],
)
def test_a_kit_that_an_ally_can_take_may_be_any_card_of_anybody_there(uma: str, more: str, lost: bool) -> None:
    text = f"U M 1 C\n . . . .\n\nguest M carries=\numa damage=10 unconscious carries={uma}\n{more}"
    game = position(f"{text}\ncadin damage=9 carries=stick\ndummy 1 -", CARDS)
    game.do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result == "defeat") == lost
