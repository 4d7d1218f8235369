"""A campaign entered from paper: what is aboard afterwards, and every entry that cannot be (R-280…R-310)."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from defiance_qt.extend.sessions import Session as Sessions
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.rules.campaign import entered
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.voyages import TEAM, at, embark, pass_by, sail

TEAM_ENTERED = {id: c.Entered() for id in TEAM}
OUR_RULE = "our own rule"


def paper(number: int = 1, jazz: c.Entered | None = None, **given: Any) -> c.EnterCampaign:
    """A campaign on paper; nobody but Jazz has anything."""
    return c.EnterCampaign(**{"number": number, "characters": TEAM_ENTERED | {"jazz": jazz or c.Entered()}, **given})


def wrong(command: c.EnterCampaign, card: dict[str, Any] | None = None, **options: Any) -> list[tuple[str, str]]:
    """The refusal of every entry that cannot be, with its field."""
    play = embark(card, **options)
    found = entered.faults(play.game.rules, play.state, command)
    return [(one.code, str(one.values.get("field", ""))) for one in found]


def enter(command: c.EnterCampaign, card: dict[str, Any] | None = None, **options: Any) -> Play:
    play = embark(card, **options)
    play.state = reduce(play.game.evolve, play.game.decide(play.state, command), play.state)
    return play


@pytest.mark.rule("R-280", "R-282")
def test_all_but_the_last_mission_can_be_finished() -> None:
    """Of four missions. The number alone is refused: what it would mean for the rest is not known."""
    assert [wrong(paper(number)) for number in (0, 1, 3)] == [[], [], []]
    for number in (-1, 4, 5):
        assert wrong(paper(number, c.Entered(-1), characters={}, tech=-1)) == [("no_such_mission", "number")]


@pytest.mark.rule("R-280")
def test_the_team_is_complete_and_nobody_is_too_many() -> None:
    three = {id: c.Entered() for id in TEAM[:3]}
    assert wrong(paper(characters=three)) == [("team_size", "characters")]
    card = {"size": 3}
    assert wrong(paper(characters=three), card) == []
    assert wrong(paper(), card) == [("team_size", "characters")]


@pytest.mark.rule("R-280", "R-282")
def test_nothing_is_entered_once_a_mission_is_over_or_under_way() -> None:
    play = embark()
    assert list(entered.faults(play.game.rules, play.state, paper())) == []
    play.do("begin_mission")
    [begun] = entered.faults(play.game.rules, play.state, paper(9))
    assert begun.code == "campaign_begun"
    assert wrong(paper(), {"size": 3}) == [("team_size", "characters")], "while the team is being chosen it can be"
    later = pass_by(sail(embark({"jump": ""})), "briefing")
    [begun] = entered.faults(later.game.rules, later.state, paper())
    assert begun.code == "campaign_begun"


@pytest.mark.rule("R-280", "R-282")
def test_a_mission_played_alone_is_no_campaign_to_enter_or_to_write_down() -> None:
    play = position("U C")
    assert play.refused('enter_campaign 1 {"uma":{}}') == "campaign_begun R-280"
    assert play.refused("write_down victory round=8") == "not_in_briefing R-282"


@pytest.mark.rule("R-280", "R-282")
def test_everything_wrong_is_named_at_once() -> None:
    """In the order of the fields."""
    found = wrong(paper(1, c.Entered(-1), biological=-1, tech=-1, components=-1, lost=("two",), records=("door",)))
    assert found == [
        *(("below_zero", field) for field in ("biological", "tech", "components")),
        ("not_yet_played", "lost"),
        ("no_such_record", "records"),
        ("below_zero", "intel"),
    ]


@pytest.mark.rule("R-280", "R-281", "R-282", "R-287")
@pytest.mark.parametrize(
    ("given", "field", "code"),
    [
        ({"characters": dict.fromkeys((*TEAM[:3], "ghost"), c.Entered())}, "characters", "unknown_card"),
        ({"characters": dict.fromkeys((*TEAM[:3], "billie"), c.Entered())}, "characters", "unknown_card"),
        ({"crew": {"cho": "bridge", "ghost": ""}}, "crew", "unknown_card"),
        ({"crew": {"cho": "bridge", "pell": "attic"}}, "crew", "unknown_area"),
        ({"store": ("knife", "ghost")}, "store", "unknown_card"),
        ({"programs": ("veil", "ghost")}, "programs", "unknown_card"),
        ({"upgrades": ("fabricator", "ghost")}, "upgrades", "unknown_card"),
    ],
)
def test_with_a_name_that_nobody_knows_nothing_else_is_judged(given: dict[str, Any], field: str, code: str) -> None:
    assert wrong(paper(**given, lost=("four",))) == [(code, field)]


@pytest.mark.rule("R-282")
def test_only_finished_missions_are_lost_or_leave_an_entry() -> None:
    def left(*ids: str) -> dict[str, Any]:
        return {"results": tuple(k.Result(id=id, effects=(k.Gain("record", id),)) for id in ids)}

    missions = {"one": left("door"), "two": left("gate", "hatch"), "three": left("lock")}
    assert wrong(paper(2, lost=("one", "two"), records=("door", "gate", "hatch")), missions=missions) == []
    assert wrong(paper(2, lost=("one", "three", "four")), missions=missions) == [("not_yet_played", "lost")] * 2
    assert wrong(paper(2, records=("door", "lock", "key")), missions=missions) == [("no_such_record", "records")] * 2


@pytest.mark.rule("R-280", "R-240")
def test_no_consequence_is_held_more_often_than_there_are_copies() -> None:
    """All of the team count, and both sides of the cards. Of this card there are two."""
    deep = ("deep_cut",)
    two = {"uma": c.Entered(consequences=deep), "jazz": c.Entered(face_down=deep)}
    assert wrong(paper(characters=TEAM_ENTERED | two)) == []
    three = two | {"qiang": c.Entered(consequences=deep), "cadin": c.Entered(consequences=("limp",))}
    assert wrong(paper(characters=TEAM_ENTERED | three)) == [("no_copy_left", "consequences")]
    four = three | {"cadin": c.Entered(consequences=("limp", "limp"))}
    assert wrong(paper(characters=TEAM_ENTERED | four)) == [("no_copy_left", "consequences")] * 2
    unknown = c.Entered(consequences=("hiccups", "hiccups"))
    assert wrong(paper(jazz=unknown)) == [("unknown_card", "consequences")], "there is nothing to count"


@pytest.mark.rule("R-026", "R-108", "R-299", "R-307", "R-311")
@pytest.mark.parametrize(
    ("jazz", "found"),
    [
        (c.Entered(0), []),
        (c.Entered(-1), [("below_zero", "intel")]),
        (c.Entered(-1, ("spoon",)), [("below_zero", "intel"), ("unknown_card", "equipment")]),
        (c.Entered(0, ("automedikit", "spoon", "fork")), [("unknown_card", "equipment")]),
        (c.Entered(software=("veil", "ghost")), [("unknown_card", "software")]),
        (c.Entered(specialties=("orders", "ghost")), [("unknown_card", "specialties")]),
        (c.Entered(consequences=("limp", "ghost")), [("unknown_card", "consequences")]),
        (c.Entered(face_down=("limp", "ghost")), [("unknown_card", "face_down")]),
        (c.Entered(0, ("hacking_device", "automedikit")), []),
        (c.Entered(0, ("automedikit", "rippers")), [("not_its_card", "equipment")]),
        (c.Entered(0, ("stick", "stick", "stick")), [("no_room", "equipment")]),
        (c.Entered(0, ("stick",) * 3, software=("veil",), specialties=("whirl",)),
         [("no_room", "equipment"), ("specialty_group", "specialties")]),
        (c.Entered(0, ("hacking_device",), software=("veil", "spike", "trace")), []),
        (c.Entered(0, ("hacking_device",), software=("veil", "spike", "trace", "blackout")),
         [("no_device_left", "software")]),
        (c.Entered(0, software=("veil",)), [("no_device_left", "software")]),
        (c.Entered(0, software=()), []),
        (c.Entered(specialties=("orders", "focus_fire", "second_wind")), []),
        (c.Entered(specialties=("calm_voice", "focus_fire")), []),
        (c.Entered(specialties=("focus_fire",)), [("specialty_requires", "specialties")]),
        (c.Entered(specialties=("orders", "second_wind")), [("specialty_requires", "specialties")]),
        (c.Entered(specialties=("orders", "orders", "whirl")),
         [("specialty_owned", "specialties"), ("specialty_group", "specialties")]),
    ],
)  # fmt: skip
def test_a_character_has_only_cards_that_it_can_have(jazz: c.Entered, found: list[tuple[str, str]]) -> None:
    """A reason keeps what is beyond the limits of the campaign, and none of these."""
    assert wrong(paper(jazz=jazz, reason=OUR_RULE)) == found


LEVELS = {"levels": (1, 2, 3), "specialties": 3}
LINE = ("orders", "focus_fire", "second_wind", "hold_fast")


@pytest.mark.rule("R-299", "R-301", "R-300")
@pytest.mark.parametrize(
    ("number", "specialties", "found"),
    [
        (0, (), []),
        (0, LINE[:1], ["too_many_specialties"]),
        (0, LINE[:2], ["too_many_specialties", "specialty_level"]),
        (1, LINE[:1], []),
        (1, LINE[:2], ["too_many_specialties", "specialty_level"]),
        (2, LINE[:2], []),
        (2, LINE[:3], ["too_many_specialties", "specialty_level"]),
        (3, LINE[:3], []),
        (4, LINE[:3], []),
        (4, ("calm_voice", *LINE[:3]), ["too_many_specialties"]),
        (4, LINE, ["too_many_specialties", "specialty_level"]),
    ],
)
def test_each_mission_brings_one_specialty_of_the_levels_that_are_open(
    number: int, specialties: tuple[str, ...], found: list[str]
) -> None:
    """Three at most in this campaign, of levels I, II and III after its missions."""
    card = LEVELS | {"missions": ("one", "two", "three", "four", "five")}
    jazz = c.Entered(specialties=specialties)
    assert wrong(paper(number, jazz), card) == [(code, "specialties") for code in found]
    assert wrong(paper(number, jazz, reason=OUR_RULE), card) == []


@pytest.mark.rule("R-299", "R-300", "R-301")
def test_it_is_said_how_many_specialties_there_can_be_and_which_level_is_closed() -> None:
    def refusals(number: int, *specialties: str) -> list[tuple[str, object]]:
        play = embark({"levels": (1, 1, 1), "specialties": 2})
        found = entered.faults(play.game.rules, play.state, paper(number, c.Entered(specialties=specialties)))
        return [(one.code, one.values.get("most", one.values.get("level"))) for one in found]

    assert refusals(1, "orders", "calm_voice") == [("too_many_specialties", 1)]
    assert refusals(3, "orders", "calm_voice", "ghost_login") == [("too_many_specialties", 2)]
    assert refusals(2, "orders", "focus_fire") == [("specialty_level", 2)]


RICH = k.Result(id="rich", effects=(k.Gain("component", amount=2),))


@pytest.mark.rule("R-290", "R-291", "R-306")
@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"number": 1, "upgrades": ("fabricator", "drone_cradle")}, [("upgrade_later", "upgrades")]),
        ({"number": 2, "upgrades": ("fabricator", "drone_cradle")}, []),
        ({"number": 2, "biological": 2, "tech": 2, "upgrades": ("sample_container", "cryopreservation_tank")}, []),
        ({"biological": 1, "upgrades": ("cryopreservation_tank",)}, []),
        ({"number": 2, "biological": 3, "tech": 2, "upgrades": ("sample_container", "cryopreservation_tank")},
         [("too_many_stored", "biological")]),
        ({"biological": 1, "tech": 3, "upgrades": ("sample_container",)},
         [("too_many_stored", "biological"), ("too_many_stored", "tech")]),
        ({"components": 2}, []),
        ({"components": 3}, [("too_many_components", "components")]),
        ({"number": 2, "components": 4}, []),
        ({"number": 3, "components": 5}, [("too_many_components", "components")]),
    ],
)  # fmt: skip
def test_the_ship_has_and_holds_no_more_than_it_can(given: dict[str, Any], found: list[tuple[str, str]]) -> None:
    """Each of the missions brings two components; the track has four positions."""
    missions = {id: {"results": (RICH,)} for id in ("one", "two", "three")}
    assert wrong(paper(**given), missions=missions) == found
    assert wrong(paper(**given, reason=OUR_RULE)) == []


@pytest.mark.rule("R-287", "R-299")
def test_no_area_has_more_tokens_than_spaces() -> None:
    """Those of Upgrades that are built count."""
    two = {"uma": "cabins", "cho": "cabins", "pell": "sickbay", "okonjo": "sickbay"}
    assert wrong(paper(crew=two, reason=OUR_RULE)) == [("area_full", "crew")]
    assert wrong(paper(crew=two, upgrades=("fabricator", "recovery_cabins"), reason=OUR_RULE)) == []
    three = two | {"qiang": "cabins", "goldstein": "sickbay"}
    full = wrong(paper(crew=three, upgrades=("recovery_cabins",), reason=OUR_RULE))
    assert full == [("area_full", "crew")] * 2
    assert wrong(paper(crew=dict.fromkeys(TEAM, ""))) == []


@pytest.mark.rule("R-108", "R-114")
def test_programs_fill_the_devices_in_their_order() -> None:
    """No device holds a program twice: the second copy goes into the next one."""

    def devices(software: tuple[str, ...] | None) -> list[tuple[str, ...]]:
        jazz = c.Entered(0, ("hacking_device", "automedikit", "heavy_device"), software=software)
        return [held.software for held in enter(paper(jazz=jazz, reason=OUR_RULE)).one("jazz").carried]

    assert devices(("veil", "spike", "trace", "deadhand")) == [("veil", "spike", "trace"), (), ("deadhand",)]
    assert devices(("veil", "veil", "spike")) == [("veil", "spike"), (), ("veil",)]
    assert devices(()) == [(), (), ()]
    assert devices(None) == [("geist_aid", "skullbuster", "picklock"), (), ()], "as printed"


@pytest.mark.rule("R-280", "R-281", "R-282")
def test_whatever_is_on_paper_is_aboard() -> None:
    jazz = c.Entered(7, ("automedikit",), ("orders",), ("limp", "deep_cut"), ("nightmares",))
    play = enter(
        paper(
            2,
            jazz,
            lost=("one",),
            crew={"cho": "bridge", "jazz": "workshop"},
            biological=1,
            tech=2,
            components=3,
            upgrades=("cryopreservation_tank", "sample_container"),
            store=("hacking_device", "knife"),
            programs=("veil", "spike"),
            notes="rain on the window",
            reason=OUR_RULE,
        )
    )
    one, now = play.one("jazz"), at(play)
    assert (one.intel, one.specialties, one.consequences) == (7, ("orders",), ("limp", "deep_cut"))
    assert (one.face_down, [held.item for held in one.carried]) == (("nightmares",), ["automedikit"])
    assert play.one("uma").carried == (), "nothing that is not on paper"
    finished = [(each.mission, each.result, each.round, each.written, each.notes) for each in now.played]
    assert finished == [("one", "defeat", 0, True, ""), ("two", "victory", 0, True, "rain on the window")]
    assert (now.number, now.team, now.participants) == (2, TEAM, TEAM)
    assert now.crew == {"uma": "", "cadin": "", "qiang": "", "jazz": "workshop", "cho": "bridge"}
    assert set(play.state.team) == set(now.crew)
    assert (now.kept, now.biological, now.tech) == ({"biological": 1, "tech": 2}, 0, 0)
    assert (now.components, now.upgrades) == (3, ("cryopreservation_tank", "sample_container"))
    printed = ("geist_aid", "skullbuster", "picklock")
    assert now.store == (Carried("hacking_device", "", printed), Carried("knife", ""))
    assert (now.programs, now.market, now.active) == (("veil", "spike"), "", ("jazz workshop", "cho bridge"))
    copies = play.game.rules.catalog.consequences
    deck = play.state.decks["consequence"]
    for id in ("limp", "deep_cut", "nightmares"):
        assert deck.count(id) == copies[id].copies - 1, "it is not in the deck"
    assert play.options() == ["begin_mission"]


@pytest.mark.rule("R-280", "R-282")
def test_a_campaign_entered_before_its_first_mission_has_played_none() -> None:
    play = enter(paper(0, notes="nothing yet"))
    assert (at(play).number, at(play).played, at(play).records, at(play).kept) == (0, (), (), {})


@pytest.mark.rule("R-282", "R-292", "R-304")
@pytest.mark.parametrize(("number", "market"), [(2, ""), (3, "x")])
def test_after_the_jump_its_market_is_open(number: int, market: str) -> None:
    """The jump follows the third mission."""
    assert at(enter(paper(number))).market == market


@pytest.mark.rule("R-280", "R-282")
def test_entries_and_the_reason_are_kept() -> None:
    fields = {"results": (k.Result(id="x", effects=(k.Gain("record", "door"), k.Gain("record", "gate"))),)}
    command = paper(records=("gate", "door"), tech=9, reason=OUR_RULE)
    play = embark(missions={"one": fields})
    [event] = play.game.decide(play.state, command)
    assert (getattr(event, "reason", ""), getattr(event, "rules", ())) == (OUR_RULE, ("R-280", "R-282"))
    now = enter(command, missions={"one": fields})
    assert (at(now).records, at(now).kept) == (("gate", "door"), {"tech": 9})


def printed(number: int, **given: Any) -> list[tuple[str, str]]:
    """What cannot be in a campaign on paper of the built-in missions, with its field."""
    with Sessions.new("infinity-defiance", mission="defiance", seed=3, journal=False) as session:
        game = session.game
        assert isinstance(game, DefianceGame)
        found = entered.faults(game.rules, session.state, paper(number, **given))
        return [(one.code, str(one.values.get("field", ""))) for one in found]


@pytest.mark.rule("R-150", "R-286")
def test_only_who_can_have_joined_is_aboard() -> None:
    for number, member in ((0, "goldstein"), (2, "cho"), (11, "mule")):
        assert printed(number, crew={member: ""}) == [("not_joined_yet", "crew")]
        assert printed(number, crew={member: ""}, reason=OUR_RULE) == []
    assert printed(1, crew={"goldstein": "bridge", "billie": "workshop"}) == []
    assert printed(3, crew={"cho": "", "okonjo": ""}) == []
    assert printed(3, crew={"cho": "", "okonjo": ""}, lost=("cold_wake",)) == [("not_joined_yet", "crew")]


@pytest.mark.rule("R-285", "R-304")
def test_there_are_no_more_cards_than_in_the_box() -> None:
    jazz = c.Entered(equipment=("pistol", "drive_core"))
    assert printed(1, jazz=jazz, store=("drive_case",)) == [("cargo_gone", "equipment"), ("cargo_gone", "store")]
    team = TEAM_ENTERED | {id: c.Entered(equipment=("pistol",)) for id in TEAM[:2]}
    assert printed(1, characters=team) == []
    assert printed(1, characters=team, store=("pistol", "knife")) == [("too_many_copies", "store")]
    three = team | {"jazz": c.Entered(equipment=("pistol",))}
    assert printed(1, characters=three) == [("too_many_copies", "equipment")]
    everybody = {id: c.Entered(equipment=("automedikit",)) for id in TEAM}
    assert printed(1, characters=everybody) == [], "each begins with one"


@pytest.mark.rule("R-304", "R-108")
def test_a_program_is_there_once() -> None:
    assert printed(1, programs=("veil", "spike")) == []
    assert printed(1, programs=("veil", "veil")) == [("too_many_copies", "programs")]
    loaded = c.Entered(equipment=("hacking_device",), software=("veil",))
    assert printed(1, jazz=loaded, programs=("veil",)) == [("too_many_copies", "programs")]
    with_it = c.Entered(equipment=("hacking_device",))
    assert printed(1, jazz=with_it, store=("hacking_device",)) == [], "what comes with a device comes with each"


@pytest.mark.rule("R-306")
def test_an_upgrade_is_built_once_and_one_after_each_mission() -> None:
    """Those of the built-in campaign can be built after missions 2 to 6."""
    tank, container, suite = "cryopreservation_tank", "sample_container", "surgical_suite"
    assert printed(2, upgrades=(tank,)) == []
    assert printed(3, upgrades=(tank, container)) == []
    assert printed(3, upgrades=(tank, container, suite)) == [("too_many_upgrades", "upgrades")]
    assert printed(4, upgrades=(tank, tank)) == [("built", "upgrades")]
    assert printed(4, upgrades=(tank, tank), reason=OUR_RULE) == [("built", "upgrades")]
    many = ("fabricator", "code_foundry", "sample_container")
    assert [wrong(paper(number, upgrades=many)) for number in (2, 3)] == [[("too_many_upgrades", "upgrades")], []]
    assert wrong(paper(1, upgrades=many), switches={"upgrades": "several"}) == [], "where a step can build several"


@pytest.mark.rule("R-303", "R-305")
def test_nobody_has_more_intel_packs_than_the_missions_and_what_the_team_began_with_bring() -> None:
    """Every mission pays 3, half of it after a defeat; for what the team began with there is a price."""

    def most(number: int, **given: Any) -> int:
        play = embark(**given)
        [error] = entered.faults(play.game.rules, play.state, paper(number, c.Entered(500)))
        assert (error.code, error.values["field"]) == ("too_much_intel", "intel")
        return int(str(error.values["most"]))

    began = most(0)
    catalog = embark().game.rules.catalog
    cards = (catalog.equipment[item] for id in TEAM for item in catalog.characters[id].equipment)
    assert began == sum((one.value or 0) // 2 for one in cards if not one.personal)
    assert (most(1), most(2)) == (began + 3, began + 6)
    box = k.MissionContainer("crate", "A2", 2)
    assert most(1, missions={"one": {"containers": (box,)}}) == began + 3 + 3, "the archive and a pack"
    four = {"one": {"results": (k.Result(id="x", effects=(k.Gain("component", amount=5),)),)}}
    assert most(1, missions=four) == began + 3 + 2, "one component more than the track has positions"
    play = embark()
    [error] = entered.faults(play.game.rules, play.state, paper(1, c.Entered(500), lost=("one",)))
    assert error.values["most"] == began + 1


@pytest.mark.rule("R-299", "R-303", "R-304", "R-306")
def test_each_finished_mission_counts_as_it_ended_and_each_program_and_device_counts() -> None:
    pays = {"one": {"intel": 8}, "two": {"intel": 2}}
    play = embark(missions=pays)

    def most(*lost: str) -> int:
        found = entered.faults(play.game.rules, play.state, paper(2, c.Entered(500), lost=lost))
        return next(int(str(one.values["most"])) for one in found if one.code == "too_much_intel")

    assert (most() - most("one"), most() - most("two")) == (4, 1)
    assert printed(1, programs=("veil", "spike", "spike")) == [("too_many_copies", "programs")]
    both = c.Entered(equipment=("automedikit", "hacking_device"))
    assert printed(1, jazz=both, programs=("geist_aid",)) == [("too_many_copies", "programs")], "it is in the device"
