"""What can never stand on a table: each invariant, on both sides of its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.state import Carried, MissionState, State
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.voyages import DEPLOY, at, voyage

TABLE = """
    C U J . ! X . .
     B 1 2 # Y N . .

    container crate X
    console one Y "S !" "B"
    neutral goldstein N
    dummy 1 2
    selected brute
    available lurker
    """
CARDS = """
    [[units]]
    id = "brute"
    faces = [{ colour = "black", number = 1, speed = 3, wounds = 6, attacks = [] }]

    [[units]]
    id = "lurker"
    faces = [{ colour = "blue", number = 1, speed = 3, wounds = 6, attacks = [] }]

    [[equipment]]
    id = "cannon"
    tabs = [["hand", "hand"]]
    """


BYSTANDER = pack("bystander")


@pytest.fixture(scope="module")
def game() -> Play:
    return position(TABLE, CARDS)


def faults(game: Play, state: State) -> list[str]:
    """The names of the invariants that a state breaks."""
    return [fault.name for fault in broken(game.game.rules, state)]


def with_one(game: Play, id: str, **fields: Any) -> State:
    return replace(game.state, team={**game.state.team, id: replace(game.one(id), **fields)})


def with_foe(game: Play, id: str, **fields: Any) -> State:
    return replace(game.state, enemies={**game.state.enemies, id: replace(game.foe(id), **fields)})


def in_progress(game: Play, *frames: f.Frame, state: State | None = None) -> State:
    """The state with these frames on its agenda."""
    state = state or game.state
    return replace(state, agenda=(*state.agenda, *frames))


@pytest.mark.rule("R-056", "R-219", "R-026", "R-224", "R-167", "R-168", "R-169", "R-259", "R-124", "R-240", "R-136")
def test_a_sound_table_breaks_none(game: Play) -> None:
    assert faults(game, game.state) == []


# ---- where figures stand ----


@pytest.mark.rule("R-056", "R-219")
@pytest.mark.parametrize(
    ("space", "found"),
    [
        ("D1", []),
        ("E1", []),
        ("", []),
        ("Z9", ["off_the_board"]),
        ("B1", ["two_on_a_space"]),
        ("B2", ["two_on_a_space"]),
        ("F1", ["on_what_is_obstructed"]),
        ("E2", ["on_what_is_obstructed"]),
        ("F2", ["on_what_is_obstructed"]),
        ("D2", ["on_what_is_blocked"]),
    ],
)
def test_no_two_figures_share_a_space_and_none_stands_on_an_element(game: Play, space: str, found: list[str]) -> None:
    assert faults(game, with_one(game, "cadin", space=space)) == found


@pytest.mark.rule("R-056", "R-219")
@pytest.mark.parametrize(
    ("space", "found"),
    [
        ("D1", []),
        ("C2", ["two_on_a_space"]),
        ("A1", ["two_on_a_space"]),
        ("F1", ["on_what_is_obstructed"]),
        ("D2", ["on_what_is_blocked"]),
    ],
)
def test_an_enemy_shares_no_space_either(game: Play, space: str, found: list[str]) -> None:
    assert faults(game, with_foe(game, "dummy.1", space=space)) == found


@pytest.mark.rule("R-056", "R-219")
@pytest.mark.parametrize("space", ["B1", "F1"])
def test_only_who_has_movement_points_left_may_be_passing_through(game: Play, space: str) -> None:
    standing = with_one(game, "cadin", space=space)
    assert faults(game, in_progress(game, f.Activation("cadin", points=1), state=standing)) == []
    assert faults(game, in_progress(game, f.Activation("cadin", points=0), state=standing)) != []
    assert faults(game, in_progress(game, f.Activation("uma", points=1), state=with_one(game, "cadin", space="F1")))
    down = with_one(game, "cadin", space=space, damage=10, states=("unconscious",))
    assert faults(game, in_progress(game, f.Activation("cadin", points=1), state=down)) != []


@pytest.mark.rule("R-056")
def test_one_who_passes_does_not_excuse_two_others(game: Play) -> None:
    state = with_one(game, "cadin", space="B1")
    state = replace(state, team={**state.team, "jazz": replace(state.team["jazz"], space="B1")})
    passing = in_progress(game, f.Activation("cadin", points=2), state=state)
    assert faults(game, passing) == ["two_on_a_space"]


@pytest.mark.rule("R-056")
def test_three_on_a_space_are_two_too_many(game: Play) -> None:
    state = with_one(game, "cadin", space="B1")
    state = replace(state, team={**state.team, "jazz": replace(state.team["jazz"], space="B1")})
    assert faults(game, state) == ["two_on_a_space"]


@pytest.mark.rule("R-219", "R-056")
def test_every_neutral_character_takes_its_space() -> None:
    game = position(TABLE + "\n    neutral bystander G2\n", CARDS + BYSTANDER)
    assert faults(game, with_one(game, "cadin", space="G2")) == ["on_what_is_obstructed"]


# ---- what figures have ----


@pytest.mark.rule("R-224", "R-225")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"damage": 9}, []),
        ({"damage": 10}, ["conscious_and_down"]),
        ({"damage": 11}, ["damage_or_aggro", "conscious_and_down"]),
        ({"damage": 10, "states": ("unconscious",)}, []),
        ({"damage": 12, "states": ("unconscious",)}, []),
        ({"damage": -1}, ["damage_or_aggro"]),
        ({"aggro": -1}, ["damage_or_aggro"]),
        ({"aggro": 5}, []),
        ({"damage": 10, "states": ("unconscious",), "aggro": 1}, ["unconscious_with_aggro"]),
        ({"damage": 10, "states": ("unconscious", "focused")}, ["unconscious_with_states"]),
        ({"damage": 10, "states": ("unconscious", "stunned")}, ["unconscious_with_states"]),
    ],
)
def test_damage_aggro_and_states_of_a_character(game: Play, fields: dict[str, Any], found: list[str]) -> None:
    assert faults(game, with_one(game, "cadin", **fields)) == found


@pytest.mark.rule("R-224")
@pytest.mark.parametrize("frame", [f.Draw("consequence", 1, "consequence", "cadin"), f.KeepConsequence("cadin", ())])
def test_while_consequences_are_drawn_wounds_may_be_lower_than_damage(game: Play, frame: f.Frame) -> None:
    """Who falls by a Consequence does so when all of them are drawn (R-321)."""
    assert faults(game, in_progress(game, frame, state=with_one(game, "cadin", damage=11))) == []
    assert faults(game, in_progress(game, frame, state=with_one(game, "cadin", damage=-1))) == ["damage_or_aggro"]
    other = f.Equipping("cadin")
    assert faults(game, in_progress(game, other, state=with_one(game, "cadin", damage=10))) == ["conscious_and_down"]


@pytest.mark.rule("R-224", "R-321")
def test_without_wounds_and_damage_off_the_board_nobody_has_fallen(game: Play) -> None:
    """A Remote whose Wounds are used up waits beside the board (R-155)."""
    gone = {"wounds": 0, "space": ""}
    assert faults(game, with_one(game, "billie", **gone)) == []
    assert "conscious_and_down" in faults(game, with_one(game, "billie", wounds=0))
    assert "conscious_and_down" in faults(game, with_one(game, "billie", **gone, damage=1))


@pytest.mark.rule("R-154", "R-278")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, []),
        ({"damage": 1}, ["marked_off_board"]),
        ({"states": ("focused",)}, ["marked_off_board"]),
    ],
)
def test_a_remote_off_the_board_keeps_nothing(game: Play, fields: dict[str, Any], found: list[str]) -> None:
    assert faults(game, with_one(game, "billie", space="", **fields)) == found
    assert faults(game, with_one(game, "cadin", space="", **fields)) == []


@pytest.mark.rule("R-154", "R-224")
def test_only_the_controller_of_a_remote_lies_there_stunned(game: Play) -> None:
    down = {"damage": 10, "states": ("unconscious", "stunned")}
    assert game.one("billie").controller == "jazz"
    assert faults(game, with_one(game, "jazz", **down)) == []
    assert faults(game, with_one(game, "uma", **down)) == ["unconscious_with_states"]


@pytest.mark.rule("R-278")
@pytest.mark.parametrize(("states", "found"), [(("focused", "stunned"), []), (("focused", "focused"), ["state_twice"])])
def test_no_figure_has_a_state_twice(game: Play, states: tuple[str, ...], found: list[str]) -> None:
    assert faults(game, with_one(game, "cadin", states=states)) == found
    assert faults(game, with_foe(game, "dummy.2", states=states)) == found


@pytest.mark.rule("R-026")
@pytest.mark.parametrize(
    ("items", "found"),
    [
        (("pistol", "pistol"), []),
        (("pistol", "pistol", "pistol"), ["wears_too_much"]),
        (("cannon",), []),
        (("cannon", "pistol"), ["wears_too_much"]),
    ],
)
def test_no_more_is_equipped_than_slots_allow(game: Play, items: tuple[str, ...], found: list[str]) -> None:
    carried = tuple(Carried(item, "0") for item in items)
    assert faults(game, with_one(game, "cadin", carried=carried)) == found


@pytest.mark.rule("R-234", "R-225")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"damage": 0}, []),
        ({"damage": 4}, []),
        ({"damage": 5}, ["enemy_damage"]),
        ({"damage": -1}, ["enemy_damage"]),
        ({"space": ""}, ["misplaced_miniature"]),
        ({"number": 0}, ["misplaced_miniature"]),
        ({"number": 1}, []),
        ({"number": 2}, []),
        ({"number": 3}, ["misplaced_miniature"]),
        ({"unit": "brute"}, ["no_deployed_unit"]),
    ],
)
def test_a_miniature_alive_is_on_the_board_with_a_deployed_unit(
    game: Play, fields: dict[str, Any], found: list[str]
) -> None:
    assert faults(game, with_foe(game, "dummy.1", **fields)) == found


@pytest.mark.rule("R-234", "R-278")
def test_a_miniature_without_a_unit_does_not_hide_what_is_wrong_with_the_next(game: Play) -> None:
    state = with_foe(game, "dummy.1", unit="brute")
    state = replace(state, enemies={**state.enemies, "dummy.2": replace(game.foe("dummy.2"), damage=5)})
    assert faults(game, state) == ["no_deployed_unit", "enemy_damage"]


# ---- cards and tracks ----


@pytest.mark.rule("R-167", "R-168", "R-169", "R-234")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"selected": (), "removed": ("brute",)}, []),
        ({"selected": ("brute", "lurker"), "available": ()}, []),
        ({"available": ("lurker", "brute"), "selected": ()}, []),
        ({"selected": ()}, ["unit_nowhere"]),
        ({"available": ()}, ["unit_nowhere"]),
        ({"selected": ("brute", "lurker")}, ["unit_in_two_places"]),
        ({"selected": ("brute", "brute")}, ["unit_in_two_places"]),
        ({"available": ("lurker", "dummy")}, ["unit_in_two_places"]),
        ({"removed": ("lurker",)}, ["unit_in_two_places"]),
        ({"removed": ("lurker", "dummy")}, ["unit_in_two_places"] * 2),
        ({"initiative": ("dummy",)}, []),
        ({"initiative": ("dummy", "lurker")}, []),
        ({"initiative": ("dummy", "dummy")}, ["initiative_twice"]),
    ],
)
def test_a_unit_card_is_in_one_place_and_no_more(game: Play, fields: dict[str, Any], found: list[str]) -> None:
    game = position(TABLE, CARDS, selected=("dummy", "brute", "lurker"))
    assert faults(game, replace(game.state, **fields)) == found


@pytest.mark.rule("R-168", "R-167")
def test_a_deployed_unit_card_counts_where_it_lies() -> None:
    game = position(TABLE, CARDS, selected=("dummy", "brute", "lurker"))
    assert faults(game, replace(game.state, units={}, enemies={})) == ["unit_nowhere"]
    assert faults(game, replace(game.state, units={}, enemies={}, removed=("dummy",))) == []


@pytest.mark.rule("R-259")
@pytest.mark.parametrize(("alert", "found"), [(0, []), (5, []), (6, ["alert_off_track"]), (-1, ["alert_off_track"])])
def test_the_alert_track_has_six_positions(game: Play, alert: int, found: list[str]) -> None:
    assert faults(game, replace(game.state, alert=alert)) == found


@pytest.mark.rule("R-259", "R-136")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"reserve": 0}, []),
        ({"reserve": 1}, []),
        ({"reserve": -1}, ["reserve_below_zero"]),
        ({"round": 0}, []),
        ({"round": -1}, ["reserve_below_zero"]),
    ],
)
def test_the_reserve_and_the_rounds_begin_at_nothing(game: Play, fields: dict[str, Any], found: list[str]) -> None:
    assert faults(game, replace(game.state, **fields)) == found


@pytest.mark.rule("R-136")
@pytest.mark.parametrize(
    ("held", "found"),
    [
        (("-", "-"), []),
        (("S !", "B"), []),
        (("S S", "-"), ["input_overfull"]),
        (("-", "B B"), ["input_overfull"]),
        (("B", "S"), ["input_overfull"] * 2),
        (("-",), ["console_symbols"]),
        (("-", "-", "-"), ["console_symbols"]),
    ],
)
def test_an_input_holds_no_more_than_it_lists(game: Play, held: tuple[str, ...], found: list[str]) -> None:
    console = replace(game.state.consoles["one"], assigned=tuple(map(Symbols.parse, held)))
    assert faults(game, replace(game.state, consoles={"one": console})) == found


@pytest.mark.rule("R-136")
def test_no_input_of_any_console_holds_more_than_it_lists() -> None:
    game = position('U . X Y\n\nconsole one X "S"\nconsole two Y "B"')
    two = replace(game.state.consoles["two"], assigned=(Symbols.parse("B B"),))
    assert faults(game, replace(game.state, consoles={**game.state.consoles, "two": two})) == ["input_overfull"]


@pytest.mark.rule("R-039", "R-136")
def test_a_game_in_progress_is_in_a_round_or_at_its_end(game: Play) -> None:
    done = f.Ending("victory", "")
    assert faults(game, replace(game.state, agenda=(f.Activation("cadin"),))) == ["no_round"]
    assert faults(game, replace(game.state, agenda=(done,))) == []
    assert faults(game, replace(game.state, agenda=())) == []
    assert faults(game, replace(game.state, agenda=(f.Deployment(("cadin",)),), round=0)) == []


@pytest.mark.rule("R-179", "R-136")
@pytest.mark.parametrize(
    ("limit", "performed", "found"), [(2, 1, 0), (2, 2, 0), (2, 3, 1), (3, 3, 0), (3, 4, 1), (1, 2, 0)]
)
def test_a_miniature_performs_no_more_instructions_than_it_may(
    game: Play, limit: int, performed: int, found: int
) -> None:
    frame = f.EnemyActivation("dummy.1", (), limit, performed=performed)
    assert faults(game, in_progress(game, frame)) == ["too_many_instructions"] * found


# ---- people and spaces that a rule asks for later ----


@pytest.mark.rule("R-250")
@pytest.mark.parametrize(
    ("spaces", "found"),
    [(None, []), ((), []), (("A1", "H1"), []), (("A1", "x.1"), ["unknown_respawn"])],
)
def test_units_return_to_spaces_of_the_board(game: Play, spaces: tuple[str, ...] | None, found: list[str]) -> None:
    assert faults(game, replace(game.state, mission=MissionState(game.state.mission_id, respawn=spaces))) == found


@pytest.mark.parametrize(
    ("zone", "found"),
    [("A1 0", []), ("A1 2", []), ("A1", ["unknown_zone"]), ("x.1 2", ["unknown_zone"]), ("A1 -1", ["unknown_zone"])],
)
def test_rules_of_a_zone_are_for_a_zone_that_exists(game: Play, zone: str, found: list[str]) -> None:
    mission = MissionState(game.state.mission_id, zones={zone: ("difficult",)})
    assert faults(game, replace(game.state, mission=mission)) == found


@pytest.mark.rule("R-150")
@pytest.mark.parametrize(
    ("id", "found"), [("uma", []), ("goldstein", []), ("ghost", ["unknown_member"]), ("", ["unknown_member"])]
)
def test_who_joins_the_crew_is_at_the_table(game: Play, id: str, found: list[str]) -> None:
    assert faults(game, replace(game.state, crew=(id,))) == found


@pytest.mark.rule("R-150", "R-286")
@pytest.mark.parametrize("field", ["team", "crew"])
def test_who_is_of_the_crew_is_aboard_or_at_the_table(field: str) -> None:
    for play in (voyage("briefing"), voyage("briefing").do("begin_mission")):
        campaign = at(play)
        assert faults(play, play.state) == []
        more = {"team": (*campaign.team, "ghost"), "crew": {**campaign.crew, "ghost": ""}}[field]
        changed = replace(campaign, **{field: more})
        assert faults(play, replace(play.state, campaign=changed)) == ["unknown_member"]
        there = {"ghost": play.one("uma")}
        assert "unknown_member" not in faults(play, replace(play.state, campaign=replace(changed, aboard=there)))
        assert "unknown_member" not in faults(play, replace(play.state, campaign=replace(changed, before=there)))


@pytest.mark.rule("R-233")
@pytest.mark.parametrize(
    ("waiting", "found"), [((), []), (("uma",), []), (("uma", "yes"), ["unknown_figure"]), (("",), ["unknown_figure"])]
)
def test_the_consequences_of_the_end_are_for_the_team(game: Play, waiting: tuple[str, ...], found: list[str]) -> None:
    assert faults(game, replace(game.state, agenda=(f.Ending("defeat", "x", waiting),))) == found


@pytest.mark.rule("R-039", "R-045")
def test_between_two_missions_none_ends() -> None:
    ending = f.Ending("victory", "x")
    resolving = f.Effects((), "uma")
    for play, found in ((voyage("crew"), ["no_mission"]), (voyage("briefing").do("begin_mission"), [])):
        campaign = play.state.agenda[0]
        assert faults(play, replace(play.state, agenda=(campaign, ending))) == found
        assert faults(play, replace(play.state, agenda=(campaign, resolving, ending))) == found
        assert faults(play, replace(play.state, agenda=(campaign, resolving))) == []


@pytest.mark.rule("R-039")
def test_a_mission_of_a_campaign_is_in_a_round_as_well() -> None:
    play = voyage("briefing").do("begin_mission", *DEPLOY)
    campaign, *course = play.state.agenda
    assert faults(play, play.state) == []
    assert faults(play, replace(play.state, agenda=(campaign, f.Effects((), "uma"), *course))) == ["no_round"]


# ---- decks ----


def piles() -> Play:
    text = "U . 1\n\ndummy 1 -\ndeck ai attack_twice take_aim\ndeck consequence rattled rattled concussion\n"
    return position(text, CARDS)


@pytest.mark.rule("R-176", "R-240")
def test_every_card_is_somewhere_and_only_there() -> None:
    game = piles()
    state = game.state
    assert faults(game, state) == []
    assert faults(game, replace(state, decks={**state.decks, "ai": ("take_aim",)})) == ["card_count"]
    lost = replace(state, decks={**state.decks, "consequence": ("rattled", "concussion")})
    assert faults(game, lost) == ["card_count"]
    assert faults(game, replace(lost, discards={**state.discards, "consequence": ("rattled",)})) == []
    assert faults(game, replace(lost, discards={**state.discards, "consequence": ("rattled",) * 2})) == ["card_count"]


@pytest.mark.rule("R-240")
@pytest.mark.parametrize("field", ["consequences", "face_down"])
def test_a_consequence_beside_a_character_is_out_of_the_deck(field: str) -> None:
    game = piles()
    dealt = with_one(game, "uma", **{field: ("rattled",)})
    assert faults(game, dealt) == ["card_count"]
    decks = {**game.state.decks, "consequence": ("rattled", "concussion")}
    assert faults(game, replace(dealt, decks=decks)) == []


@pytest.mark.rule("R-240", "R-176", "R-124")
@pytest.mark.parametrize(
    "frame",
    [
        f.KeepConsequence("uma", ("rattled", "concussion")),
        f.Draw("consequence", 3, "consequence", "uma", ("rattled", "concussion")),
    ],
)
def test_cards_being_drawn_are_in_nobodys_pile(frame: f.Frame) -> None:
    game = piles()
    drawing = in_progress(game, frame)
    assert faults(game, drawing) == ["card_count"] * 2
    assert faults(game, replace(drawing, decks={**game.state.decks, "consequence": ("rattled",)})) == []


@pytest.mark.rule("R-176")
@pytest.mark.parametrize(("card", "found"), [("attack_twice", []), ("", ["card_count"]), ("?", ["card_count"])])
def test_an_ai_card_dealt_to_a_unit_is_out_of_the_deck(card: str, found: list[str]) -> None:
    game = piles()
    state = replace(game.state, decks={**game.state.decks, "ai": ("take_aim",)})
    dealt = replace(state, units={"dummy": replace(game.unit("dummy"), ai_card=card)})
    assert faults(game, dealt) == found
    left = {**game.state.discards, "ai_held": (card or "?",)}
    assert faults(game, replace(state, discards=left)) == found, "the card of a Unit that is gone"


@pytest.mark.rule("R-124")
def test_loot_of_the_team_is_out_of_the_deck(game: Play) -> None:
    first, *rest = game.state.decks["loot"]
    taken = replace(game.state, decks={**game.state.decks, "loot": tuple(rest)})
    assert faults(game, taken) == ["card_count"]
    assert faults(game, replace(taken, loot=(first,))) == []
    assert faults(game, replace(game.state, loot=(first,))) == ["card_count"]


@pytest.mark.rule("R-240")
def test_before_the_decks_are_built_no_card_is_missing(game: Play) -> None:
    assert faults(game, replace(game.state, decks={})) == []


@pytest.mark.rule("R-293")
@pytest.mark.parametrize(
    ("step", "begun", "found"),
    [
        ("crew", False, []),
        ("sickbay", False, []),
        ("sickbay", True, ["marked_off_board"]),
        ("intel", False, ["marked_off_board"]),
    ],
)
@pytest.mark.parametrize("frames", [(), (f.Effects((), "uma"),)], ids=["asked", "resolving"])
def test_nobody_is_marked_off_the_board_once_the_sickbay_is_over(
    step: str, begun: bool, found: list[str], frames: tuple[f.Frame, ...]
) -> None:
    play = voyage(step)
    campaign = play.state.agenda[0]
    assert isinstance(campaign, f.Campaign)
    state = replace(with_one(play, "billie", damage=2), agenda=(replace(campaign, begun=begun), *frames))
    assert faults(play, state) == found
