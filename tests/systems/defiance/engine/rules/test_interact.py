"""Interact: Containers, doors and Neutral Characters (R-123 … R-131, R-322)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import DeployUnits, OpenDoors, Reinforce, Seal, Trigger
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders

GUIDE = """
    [[characters]]
    id = "guide"
    ally = true
    speed = 4
    wounds = 4
    defense = ["any"]
    """


CARDS = pack("bless", "mend", "ward", "bite", "deck")


ANY_DECK = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "any_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    """
)


# ---- Containers


@pytest.mark.rule("R-123", "R-124")
@pytest.mark.parametrize(
    ("board", "wall", "reached"), [("U X", "", True), ("U . X", "", False), ("U X", "A1:e", False)]
)
def test_a_container_is_opened_from_an_adjacent_space(board: str, wall: str, reached: bool) -> None:
    game = position(f"{board}\n\ncontainer crate X\nwall {wall}").do("activate uma")
    assert game.can("interact uma crate") == reached
    if not reached:
        assert game.refused("interact uma crate") == "not_in_contact R-123"


@pytest.mark.rule("R-124")
def test_as_many_cards_as_printed_then_one_free_equip() -> None:
    game = position(
        """
        U X

        container crate X 2
        """
    ).do("activate uma", "interact uma crate", loot=["intel_pack", "knife"])
    assert [line.split()[2] for line in game.told("loot_found")] == ["intel_pack", "knife"]
    assert game.one("uma").intel == 1
    assert game.asks() == "team equipping"
    game.do("place uma knife backpack", "finish_equip")
    assert game.actions() == 1
    assert ("knife", "backpack") in [(held.item, held.place) for held in game.one("uma").carried]


@pytest.mark.rule("R-124", "R-117", "R-033")
def test_the_free_equip_exchanges_and_drops_like_any_other() -> None:
    game = position(
        """
        U X
         C .

        container crate X 2
        uma carries=pistol,stun_pistol,helmet@backpack
        cadin tabs=hand carries=club
        """
    ).do("activate uma", "interact uma crate", loot=["knife", "medjector"])
    game.do("give uma cadin knife", "finish_equip")
    assert "knife" not in [held.item for held in game.one("cadin").carried]
    assert "medjector" not in [held.item for held in game.one("uma").carried]
    assert len([line for line in game.told("carried_changed") if " dropped " in line]) == 2


@pytest.mark.rule("R-124")
def test_an_empty_container_gives_nothing_more() -> None:
    game = position("U X\n\ncontainer crate X").do("activate uma", "interact uma crate", "finish_equip")
    assert game.state.containers["crate"].empty
    assert game.refused("interact uma crate") == "empty R-124"


@pytest.mark.rule("R-124")
@pytest.mark.parametrize(("deck", "drawn"), [("intel_pack", ["intel_pack"]), ("", [])])
def test_what_is_left_of_the_loot_is_drawn_and_no_more(deck: str, drawn: list[str]) -> None:
    game = position(f"U X\n\ncontainer crate X 3\ndeck loot {deck}").do("activate uma", "interact uma crate")
    assert [line.split()[2] for line in game.told("loot_found")] == drawn
    assert game.asks() == "team equipping"


@pytest.mark.rule("R-125", "R-219")
@pytest.mark.parametrize("thing", ["container crate X", "console one X S"])
def test_containers_and_consoles_stand_on_obstructed_spaces(thing: str) -> None:
    game = position(f"U X .\n\n{thing}\numa speed=2").do("activate uma", "move uma")
    assert game.refused("step_to uma B1") == "occupied R-219"
    game.do("move uma", "step_to uma B1")
    assert game.points() == 2
    assert game.options() == ["step_to uma A1", "step_to uma C1"]
    assert game.refused("end_activation uma") == "must_move_on R-056"


@pytest.mark.rule("R-125", "R-066")
def test_what_stands_on_an_obstructed_space_does_not_block_sight() -> None:
    game = position("U X 1\n\ncontainer crate X\numa carries=pistol\ndummy 1 -").do("activate uma")
    assert game.can("attack uma pistol.shot dummy.1")


# ---- doors


@pytest.mark.rule("R-126", "R-038")
def test_a_door_opens_without_a_roll_from_either_side() -> None:
    for board in ("U .", ". U"):
        game = position(f"{board}\n\ndoor gate A1:e").do("activate uma", "interact uma gate")
        assert game.told("door_opened") == ["door_opened gate by=uma [R-126]"]
        assert not game.told("roll_opened")
        assert game.actions() == 1


@pytest.mark.rule("R-123", "R-038", "R-024")
def test_a_door_that_is_out_of_use_is_opened_by_nobody() -> None:
    text = "J U .\n\ndoor gate A1:e\ndoor hatch B1:e"
    game = position(text, triggers=(Trigger("set_up", (Seal(("gate",)),)),)).do("activate uma")
    assert game.options("interact") == ["interact uma hatch"]
    assert game.refused("interact uma gate") == "sealed R-024"


@pytest.mark.rule("R-126", "R-123")
def test_a_door_is_opened_only_from_beside_it() -> None:
    game = position("U . .\n\ndoor gate B1:e").do("activate uma")
    assert game.refused("interact uma gate") == "not_in_contact R-123"


@pytest.mark.rule("R-127")
def test_a_security_door_is_opened_by_a_console_and_not_by_hand() -> None:
    more = position("U .\n\nsecurity vault A1:e").do("activate uma")
    assert more.options("interact") == []
    assert more.refused("interact uma vault") == "security_door R-127"
    game = position(
        """
        X J .

        security vault B1:e
        console one X S
        """,
        triggers=(Trigger("flag one_1", (OpenDoors(("vault",)),)),),
    ).do("activate jazz", "interact jazz one using=hacking_device", "keep_dice", "assign S 0", team="S")
    assert game.told("door_opened") == ["door_opened vault by=jazz [R-024 R-127]"]
    assert game.state.doors["vault"].open


@pytest.mark.rule("R-128")
@pytest.mark.parametrize("kind", ["open", "door"])
def test_an_open_door_stays_open(kind: str) -> None:
    game = position(f"U .\n\n{kind} gate A1:e").do("activate uma")
    if kind == "door":
        game.do("interact uma gate")
    assert game.refused("interact uma gate") == "already_open R-128"


@pytest.mark.rule("R-129", "R-059", "R-064")
@pytest.mark.parametrize(("kind", "passes"), [("door", False), ("security", False), ("open", True)])
def test_closed_doors_stop_movement_and_sight(kind: str, passes: bool) -> None:
    game = position(
        f"""
        U . 1

        {kind} gate A1:e
        uma carries=pistol
        dummy 1 -
        """
    ).do("activate uma", "move uma")
    assert game.can("step_to uma B1") == passes
    assert game.can("attack uma pistol.shot dummy.1") == passes


@pytest.mark.rule("R-130", "R-170")
def test_opening_a_door_may_deploy_a_unit_with_its_cards() -> None:
    game = position(
        """
        U . . .

        door gate A1:e
        selected dummy
        """,
        triggers=(Trigger("door_opened gate", (DeployUnits(("dummy",), ("C1", "D1")),)),),
    ).do("activate uma", "interact uma gate")
    assert [foe.space for foe in game.state.enemies.values()] == ["C1", "D1"]
    assert game.state.selected == ()
    assert game.state.initiative == ("dummy",)
    assert game.unit("dummy").ai_card
    assert not game.unit("dummy").revealed
    game.do("end_activation uma")
    assert game.told("initiative_revealed") == ["initiative_revealed dummy [R-172]"]


# ---- Neutral Characters


@pytest.mark.rule("R-131", "R-151", "R-143")
def test_a_neutral_character_joins_at_once_and_may_still_act_this_round() -> None:
    game = position("U N\n\nneutral goldstein N").do("activate uma", "interact uma goldstein")
    assert game.told("ally_joined")
    assert "goldstein" not in game.state.neutrals
    assert game.one("goldstein").space == "B1"
    game.do("end_activation uma")
    assert game.can("activate goldstein")


@pytest.mark.rule("R-131", "R-123")
def test_a_neutral_character_is_met_from_an_adjacent_space() -> None:
    game = position("U . N\n\nneutral goldstein N").do("activate uma")
    assert game.refused("interact uma goldstein") == "not_in_contact R-123"


@pytest.mark.rule("R-322")
def test_a_neutral_character_holds_its_space_and_does_not_act() -> None:
    game = position(
        """
        U N . 1

        neutral goldstein N
        uma carries=pistol speed=2
        dummy 1 -
        """
    )
    assert game.options("activate") == ["activate uma"]
    game.do("activate uma", "move uma")
    assert not game.can("attack uma pistol.shot dummy.1")
    game.do("step_to uma B1")
    assert game.points() == 1
    assert game.refused("end_activation uma") == "must_move_on R-056"


@pytest.mark.rule("R-322", "R-186")
def test_a_neutral_character_is_no_target() -> None:
    game = foes_turn(
        """
        U . . 1 N

        neutral guide N
        dummy 1 - ai=attack_twice
        initiative dummy
        """,
        GUIDE,
    ).do("proceed", enemy="-", team="-")
    assert chosen(game) == ["dummy.1 attack least_distance uma"]
    assert "guide" not in game.told("instruction_chosen")[0]


# ---- what the mission makes of it


@pytest.mark.rule("R-024", "R-131", "R-124", "R-138")
def test_the_mission_may_wait_for_any_of_it() -> None:
    """An Ally met, a Container opened, a Console completed: each is a fact that a mission can name."""
    facts = ("ally_joined guide", "container_opened crate", "console_completed one")
    game = position(
        """
        . X .
         J N .
        . Y .

        neutral guide N
        container crate X
        console one Y "S" "!"
        """,
        GUIDE,
        triggers=tuple(Trigger(fact, (Reinforce(number),)) for number, fact in enumerate(facts, start=1)),
    ).do("activate jazz", "interact jazz guide")
    assert game.state.reserve == 1
    game.do("interact jazz crate", "finish_equip", "end_activation jazz", loot="intel_pack")
    assert game.state.reserve == 3
    game.do("activate guide", "end_activation guide", "activate jazz")
    before = game.state.reserve
    game.do("interact jazz one using=hacking_device", "keep_dice", "assign S 0", team="S")
    assert game.state.reserve == before
    game.do("interact jazz one using=hacking_device", "keep_dice", "assign ! 1", team="!")
    assert game.state.reserve == before + 3


@pytest.mark.rule("R-024")
@pytest.mark.parametrize(("repeats", "tokens"), [(False, 1), (True, 2)])
def test_what_the_mission_brings_about_happens_once_or_each_time(repeats: bool, tokens: int) -> None:
    game = position("U C", triggers=(Trigger("activation_ended uma", (Reinforce(1),), repeats),))
    game.do("activate uma", "end_activation uma", "activate cadin", "end_activation cadin")
    quiet = game.state.reserve - 1
    game.do("activate uma", "end_activation uma")
    assert game.state.reserve == quiet + tokens


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


@pytest.mark.rule("R-135", "R-141")
def test_a_critical_that_no_input_lists_may_be_let_go() -> None:
    game = position("J X\n\njazz carries=any_deck\nconsole one X S !", ANY_DECK).do("activate jazz")
    game.do("interact jazz one using=any_deck", team="CS")
    assert game.options() == ["split_critical CS", "leave_console"]
    game.do("leave_console")
    assert game.told("symbols_discarded") == ["symbols_discarded one CS [R-135]"]
