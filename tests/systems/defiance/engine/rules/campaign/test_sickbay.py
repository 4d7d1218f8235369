"""Sickbay: recovery and cures (R-293…R-297).

Spans `rules.campaign.ship`, `rules.campaign.rolled` and `chances`.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.state import Stored
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, VOYAGE, WIN, at, sail, voyage

CUT = {"uma": {"consequences": ("deep_cut",)}}


def sick(crew: dict[str, str] | None = None, team: dict[str, Any] | None = None, **more: Any) -> Play:
    return voyage("sickbay", crew={"uma": "cabins", **(crew or {})}, team=team or CUT, **more)


@pytest.mark.rule("R-293")
def test_states_damage_and_aggro_are_removed_from_everybody() -> None:
    hurt = {"damage": 3, "states": ("stunned", "focused"), "aggro": 2, "stored": (Stored("x", "S"),)}
    play = voyage("crew", team={"uma": hurt, "billie": {"damage": 1}}).do("finish_step")
    for one in play.state.team.values():
        assert (one.damage, one.states, one.aggro, one.stored) == (0, (), 0, ())
    assert play.told("team_recovered") == ["team_recovered [R-293]"]


@pytest.mark.rule("R-294", "R-084")
@pytest.mark.parametrize(("dice", "left"), [("S", ()), ("CS", ("deep_cut",)), ("B", ("deep_cut",))])
def test_one_success_of_a_medicine_roll_discards_a_consequence(dice: str, left: tuple[str, ...]) -> None:
    """A Critical Success that is not turned into Successes is none (R-084)."""
    play = sick().do("cure uma deep_cut", team=dice)
    if dice == "CS":
        play.do("keep_critical success")
    assert play.one("uma").consequences == left
    assert not play.can("cure uma deep_cut")
    deck = play.state.decks["consequence"].count("deep_cut")
    assert deck == play.game.rules.catalog.consequences["deep_cut"].copies - len(left)


@pytest.mark.rule("R-294")
def test_a_critical_success_becomes_two() -> None:
    play = sick().do("cure uma deep_cut", team="CS").do("spend_critical success add")
    assert play.one("uma").consequences == ()


@pytest.mark.rule("R-294")
def test_only_in_a_cabin_and_each_card_once() -> None:
    team = {"uma": {"consequences": ("deep_cut", "torn_muscle")}, "cadin": {"consequences": ("concussion",)}}
    play = sick(team=team)
    assert play.options("cure") == ["cure uma deep_cut", "cure uma torn_muscle"]
    play.do("cure uma deep_cut", "cure uma torn_muscle", team=["-", "S"])
    assert (play.options("cure"), play.one("uma").consequences) == ([], ("deep_cut",))


@pytest.mark.rule("R-294")
def test_each_copy_of_a_card_has_its_own_roll() -> None:
    play = sick(team={"uma": {"consequences": ("deep_cut",), "face_down": ("deep_cut", "concussion")}})
    play.do("cure uma ?", team="S")
    assert (play.one("uma").consequences, play.one("uma").face_down) == (("deep_cut",), ("concussion",))
    play.do("cure uma ?", team="-")
    assert play.options("cure") == ["cure uma deep_cut"], "the face-down card that is left has been tried"


@pytest.mark.rule("R-295")
def test_a_remote_needs_an_engineering_roll_and_no_cabin() -> None:
    team = {"billie": {"consequences": ("concussion",)}}
    play = sick({"uma": "sickbay"}, team).do("cure billie concussion", team="S")
    assert (play.one("billie").consequences, len(play.dice("team"))) == ((), 1)
    assert play.told("consequence_cured")[0].endswith("[R-295]")


@pytest.mark.rule("R-295", "R-306")
def test_in_a_drone_cradle_it_needs_no_roll() -> None:
    play = sick(team={"billie": {"face_down": ("concussion",)}}, upgrades=("drone_cradle",))
    play.do("cure billie ?")
    assert play.one("billie").face_down == ()


@pytest.mark.rule("R-296")
def test_crew_in_the_sickbay_and_upgrades_change_the_roll() -> None:
    play = sick({"okonjo": "sickbay"}, upgrades=("recovery_cabins",))
    play.do("cure uma deep_cut", team="-")
    assert play.options() == ["roll_again 0", "roll_again 1", "keep_dice"]
    play.do("roll_again 1", team="S")
    assert play.one("uma").consequences == ()


@pytest.mark.rule("R-296")
def test_crew_in_the_workshop_changes_the_roll_for_a_remote() -> None:
    play = sick({"billie": "workshop"}, {"billie": {"consequences": ("concussion",)}})
    play.do("cure billie concussion", team="S")
    assert play.dice("team") == ["any", "any"]


@pytest.mark.rule("R-286", "R-288", "R-296")
def test_a_sample_instead_of_the_dice_or_the_dice() -> None:
    play = sick({"okonjo": "sickbay"}, upgrades=("recovery_cabins",)).do("take_sample okonjo")
    assert (at(play).biological, play.can("take_sample okonjo")) == (1, False)
    play.do("cure uma deep_cut", team="-")
    assert len(play.dice("team")) == 1
    play = sick({"okonjo": "sickbay"}).do("cure uma deep_cut", team="-")
    assert not play.can("take_sample okonjo")


@pytest.mark.rule("R-294", "R-084")
def test_the_roll_of_a_cure_cites_its_rule() -> None:
    play = sick().do("cure uma deep_cut", team="S")
    assert play.told("roll_closed") == ["roll_closed [R-294]"]
    assert play.told("roll_succeeded") == ["roll_succeeded uma yes [R-084]"]


@pytest.mark.rule("R-297", "R-298")
def test_who_does_not_lie_in_a_cabin_makes_one_of_the_things_that_can_be_paid() -> None:
    crew = {"qiang": "workshop", "uma": "cabins"}
    play = sick(crew, upgrades=("fabricator", "code_foundry"), tech=3)
    made = {line.split()[2] for line in play.options("craft qiang")}
    assert (made, play.options("craft uma")) == ({"grenade", "program"}, [])
    assert sick(crew, upgrades=("fabricator",), tech=1).options("craft") == []


@pytest.mark.rule("R-297")
def test_whoever_lies_in_a_cabin_makes_nothing() -> None:
    play = sick({"qiang": "workshop"}, upgrades=("fabricator",), tech=2)
    assert play.options("craft") == ["craft qiang grenade"]
    assert play.refused("craft uma grenade") == "not_in_area R-297"


@pytest.mark.rule("R-294")
def test_dice_of_a_cure_are_typed_where_people_roll() -> None:
    play = sick(options={"answers": {"team.dice": "person"}})
    play.do("cure uma deep_cut")
    assert play.asks() == "table roll"
    play.do("enter_dice 1")
    assert play.one("uma").consequences == ()


def test_a_consequence_weighs_on_the_next_mission_until_it_is_cured() -> None:
    play = voyage("briefing", team={"uma": {"face_down": ("deep_cut",)}})
    sail(play)
    assert play.one("uma").face_down == ("deep_cut",)


@pytest.mark.rule("R-294", "R-295", "R-296")
def test_all_who_help_with_a_roll_are_counted_and_named() -> None:
    """Those for the other kind of roll between them are passed over."""
    crew = {"okonjo": "sickbay", "billie": "workshop", "cadin": "cabins", "uma": "sickbay"}
    team = {"cadin": {"consequences": ("deep_cut",)}}
    play = sick(crew, team, upgrades=("recovery_cabins",)).do("cure cadin deep_cut", team="-")
    [opened] = play.told("roll_opened")
    helpers = ("character.okonjo.name", "character.uma.name", "upgrade.recovery_cabins.name")
    assert [key for key in helpers if key not in opened] == []
    assert len(play.dice("team")) == 3


@pytest.mark.rule("R-294", "R-286")
def test_each_of_the_crew_offers_a_sample_of_its_own() -> None:
    nurse = k.CrewMember("cho", {"sickbay": k.Boon(roll="medicine", dice=("any",), sample="tech")})
    card = {"members": (*VOYAGE.members, nurse)}
    play = sick({"okonjo": "sickbay", "cho": "sickbay"}, card=card)
    assert play.options("take_sample") == ["take_sample okonjo", "take_sample cho"]
    play.do("take_sample cho", "take_sample okonjo")
    assert (at(play).biological, at(play).tech) == (1, 1)


@pytest.mark.rule("R-297", "R-298")
def test_an_ally_makes_nothing_and_each_of_the_team_one_thing() -> None:
    crew = {"qiang": "workshop", "pell": "workshop"}
    play = sick(crew, upgrades=("fabricator",), tech=9)
    assert play.options("craft") == ["craft qiang grenade"]
    assert play.do("craft qiang grenade").options("craft") == []


@pytest.mark.rule("R-293")
def test_wounds_of_a_mission_last_until_the_sickbay() -> None:
    """Off the board at once are the figure, its Aggro and its Activation."""
    suffered = ("overrule team.jazz.damage 1", 'overrule team.jazz.states ["stunned"]')
    play = voyage("briefing").do("begin_mission", *DEPLOY, "overrule team.uma.aggro 1", *suffered, *WIN)
    uma, jazz = play.one("uma"), play.one("jazz")
    assert (uma.space, uma.aggro, uma.activated) == ("", 0, False)
    assert (jazz.space, jazz.damage, jazz.states) == ("", 1, ("stunned",))
    play.do("finish_step")
    assert (play.one("jazz").damage, play.one("jazz").states) == (0, ())


@pytest.mark.rule("R-294", "R-295")
def test_each_attempt_cites_the_rule_of_its_roll() -> None:
    play = sick(team=CUT | {"billie": {"consequences": ("concussion",)}}).do("cure uma deep_cut", team="-")
    assert play.told("effect_spent") == ['effect_spent "cure uma deep_cut" [R-294]']
    play.do("cure billie concussion", team="-")
    assert play.told("effect_spent") == ['effect_spent "cure billie concussion" [R-295]']


@pytest.mark.rule("R-286", "R-294")
def test_all_whose_dice_are_rolled_offer_no_sample_any_more() -> None:
    """Dice for the other kind of roll stay unused."""
    nurse = k.CrewMember("cho", {"sickbay": k.Boon(roll="medicine", dice=("any",), sample="tech")})
    smith = k.CrewMember("pell", {"workshop": k.Boon(roll="engineering", dice=("any",), sample="tech")})
    crew = {"okonjo": "sickbay", "cho": "sickbay", "pell": "workshop"}
    members = tuple(one for one in VOYAGE.members if one.id != "pell")
    play = sick(crew, card={"members": (*members, nurse, smith)})
    assert play.options("take_sample") == [f"take_sample {id}" for id in ("okonjo", "cho", "pell")]
    play.do("cure uma deep_cut", team="-")
    assert play.options("take_sample") == ["take_sample pell"]
    spent = [line.split('"')[1] for line in play.told("effect_spent")]
    assert spent == ["cure uma deep_cut", "dice okonjo", "dice cho"]


@pytest.mark.rule("R-294", "R-296")
def test_all_dice_of_a_helper_are_rolled() -> None:
    doctor = k.CrewMember("cho", {"sickbay": k.Boon(roll="medicine", dice=("any", "any"))})
    play = sick({"cho": "sickbay"}, card={"members": (doctor,)}).do("cure uma deep_cut", team="S")
    assert play.dice("team") == ["any", "any", "any"]
    assert play.one("uma").consequences == ()


@pytest.mark.rule("R-297", "R-298")
def test_every_program_that_is_missing_can_be_made() -> None:
    play = sick({"qiang": "workshop"}, upgrades=("code_foundry",), tech=2, programs=("veil",))
    known = play.game.rules.catalog.software.values()
    cheap = [card.id for card in known if card.value is not None and card.value <= 3 and card.id != "veil"]
    assert len(cheap) > 1
    assert play.options("craft") == [f"craft qiang program program={id}" for id in cheap]


@pytest.mark.rule("R-297", "R-298")
def test_what_cannot_be_paid_or_is_used_up_keeps_nobody_from_making_something_else() -> None:
    crew = {"qiang": "workshop", "jazz": "sickbay"}
    both = ("fabricator", "code_foundry")
    poor = sick(crew, upgrades=both, biological=1, number=2)
    assert poor.options("craft") == ["craft jazz medjector"], "no Tech Samples"
    used_up = sick(crew, upgrades=both, biological=1, tech=2, number=2, gone=("grenade", "grenade"))
    assert {line.split()[2] for line in used_up.options("craft")} == {"medjector", "program"}


@pytest.mark.rule("R-294", "R-295", "R-298")
def test_a_wrecked_area_neither_cures_nor_makes_anything() -> None:
    """Remotes are mended wherever they are; who works in another area goes on."""
    team = {"uma": {"consequences": ("deep_cut",)}, "billie": {"consequences": ("torn_muscle",)}}
    crew = {"uma": "cabins", "cadin": "workshop", "qiang": "sickbay"}
    samples: dict[str, Any] = {"upgrades": ("fabricator",), "tech": 2, "biological": 2, "number": 2}

    def options(*wrecked: str) -> list[str]:
        return voyage("sickbay", team=team, crew=crew, **samples, wrecked=wrecked).options("cure", "craft")

    cure, mend = "cure uma deep_cut", "cure billie torn_muscle"
    assert options() == [cure, mend, "craft cadin grenade", "craft qiang medjector"]
    assert options("cabins") == [mend, "craft cadin grenade", "craft qiang medjector"]
    assert options("workshop") == [cure, mend, "craft qiang medjector"]


@pytest.mark.rule("R-297")
def test_who_tries_to_remove_consequences_makes_nothing_even_where_both_are_done() -> None:
    """Whichever comes first excludes the other, also where an area of another campaign does both."""
    areas = tuple(replace(area, cures=area.id in ("cabins", "workshop")) for area in VOYAGE.areas)
    crew = {"uma": "workshop", "cadin": "workshop"}
    ship: dict[str, Any] = {"card": {"areas": areas}, "crew": crew, "team": CUT, "upgrades": ("fabricator",), "tech": 4}
    play = voyage("sickbay", **ship).do("cure uma deep_cut", team="-")
    assert play.refused("craft uma grenade") == "treated R-297"
    assert play.options("craft") == ["craft cadin grenade"]
    play = voyage("sickbay", **ship).do("craft uma grenade")
    assert play.options("cure") == []
    assert play.refused("cure uma deep_cut") == "crafted R-297"
