"""What is refused between missions, a case for each check: the campaign at a step, the command and its refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import CardAction, Condition, Gain, Requirement, Result, Terms, Trigger
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, VOYAGE, embark, voyage

CARDS = """
    [[equipment]]
    id = "axe"
    tabs = [["hand"]]
    value = 1
    owner = "cadin"

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 3], slots = 1 }

    [[equipment]]
    id = "relic"
    tabs = [["hand"]]
    value = 1
    market = "x"
    """
SPECIALTIES = ("orders", "calm_voice", "focus_fire")


class Between(NamedTuple):
    """A campaign, the command that is refused there, and how."""

    begin: Callable[[], Play]
    command: str
    refusal: str


def on(
    where: str, command: str, refusal: str, *done: str, answers: dict[str, Any] | None = None, **fields: Any
) -> Between:
    """A refusal at a step, after some commands."""
    return Between(lambda: voyage(where, more=CARDS, **fields).do(*done, **(answers or {})), command, f"{refusal}")


def carrying(*items: str, software: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"carried": tuple(Carried(item, "" if item != "automedikit" else "light", software) for item in items)}


def ready(*done: str) -> Play:
    """Two Characters of the team start Focused; Billie comes along."""
    play = voyage("briefing", missions={"two": {"allies": ("billie",)}}, upgrades=("training_simulator",))
    return play.do("begin_mission", *DEPLOY, "deploy billie E1", *done)


ENLISTING = {"size": 3}
FOUR = {id: {"intel": 9} for id in ("uma", "cadin", "qiang", "jazz")}
HURT = {"uma": {"consequences": ("deep_cut",)}, "billie": {"consequences": ("torn_muscle",)}}
BOTH = ("fabricator", "code_foundry")

COMES = {"terms": (Terms("two", companion=True),)}

TIMED = {"two": {"defeat": (Condition(id="late", after_round=9, when="round"),)}}


def line(id: str, *effects: Any, **needs: Any) -> Result:
    return Result(id=id, effects=effects, needs=Requirement(**needs))


TELLING = {
    "two": {
        "results": (
            line("a", Gain("record", "lost"), Gain("component"), outcome="defeat"),
            line("b", Gain("record", "home"), outcome="victory", standing=("*",), zone="dock"),
            line("c", Gain("record", "stayed"), outcome="victory", standing=("uma",), zone="core"),
            line("d", Gain("crew", "cho"), outcome="victory", flags=("x",)),
        ),
        "zones": {"dock": ("A1", "A2"), "core": ("F1", "F2")},
        "actions": {
            id: (CardAction("hold", (Gain("record", f"{id}_held"), Gain("crew", id, -1))),) for id in ("cho", "pell")
        },
        "triggers": (Trigger("round_began 3", (Gain("wreck", "bridge"), Gain("wreck", "cabins"))),),
    }
}

HEALING = {"areas": tuple(replace(area, cures=True) for area in VOYAGE.areas)}

BARE: dict[str, Any] = {id: {} for id in ("uma", "cadin", "qiang", "jazz")}


def entered(number: int, **uma: Any) -> str:
    """A campaign from paper in which the others have nothing."""
    return f"enter_campaign {number} {json.dumps(BARE | {'uma': uma}, separators=(',', ':'))}"


CASES = (
    # written down
    on("briefing", "begin_mission companion=cho", "no_companion R-283"),
    on("briefing", "begin_mission", "companion_wanted R-283", card=COMES, crew={"cho": ""}),
    on("crew", "write_down victory round=8", "not_in_briefing R-282"),
    on("briefing", "write_down victory round=-1", "below_zero"),
    on("briefing", 'write_down victory round=8 intel={"ghost":1}', "not_aboard R-287"),
    on("briefing", 'write_down victory round=8 intel={"uma":9}', "too_much_intel R-303"),
    on("briefing", "write_down victory round=8 biological=99", "too_many_biological R-288"),
    on("briefing", "write_down victory round=8 tech=99", "too_many_tech R-288"),
    on("briefing", "write_down victory round=8 components=9", "too_many_components R-291"),
    on("briefing", 'write_down victory round=8 consequences={"uma":["ghost"]}', "unknown_card R-237"),
    on("briefing", 'write_down victory consequences={"uma":["deep_cut","deep_cut","deep_cut"]}', "no_copy_left R-240"),
    on("briefing", 'write_down victory round=8 face_down={"uma":99}', "no_cards_left R-240"),
    on("briefing", "write_down victory round=8 crew=cho", "not_to_join R-150"),
    on("briefing", "write_down victory round=8 records=ghost", "no_such_record R-282"),
    on("briefing", "write_down victory round=8 wrecked=bridge", "not_wrecked_here R-282"),
    on("briefing", "write_down victory", "round_too_early R-045"),
    on("briefing", "write_down victory round=10", "round_too_late R-045", missions=TIMED),
    on("briefing", "write_down victory round=8 alert=9", "alert_too_high R-260"),
    on("briefing", 'write_down victory round=8 face_down={"uma":3}', "too_many_face_down R-233"),
    on("briefing", "write_down defeat round=8", "too_few_components R-291", missions=TELLING),
    on("briefing", "write_down defeat round=8 components=1 crew=cho", "not_to_join_so R-150", missions=TELLING),
    on("briefing", "write_down victory round=8 records=lost", "record_not_so R-282", missions=TELLING),
    on("briefing", "write_down victory round=8 records=home,stayed", "contradicting_records R-282", missions=TELLING),
    on("briefing", "write_down victory round=8 records=cho_held,pell_held", "one_companion R-283", missions=TELLING,
       card=COMES, crew={"cho": "", "pell": ""}),
    on("briefing", "write_down victory round=8 wrecked=bridge,cabins", "too_many_wrecked R-282", missions=TELLING,
       card={"terms": (Terms("two", wrecks=2),)}),
    Between(embark, entered(40), "no_such_mission R-282"),
    Between(embark, 'enter_campaign 1 {"uma":{}}', "team_size R-280"),
    Between(embark, entered(1, equipment=["stick"] * 9), "no_room R-026"),
    Between(embark, entered(1, specialties=["orders", "steady_hand"]), "too_many_specialties R-299"),
    Between(embark, entered(1, equipment=["pistol"], software=["blackout"]), "no_device_left R-108"),
    Between(embark, entered(1) + " lost=two", "not_yet_played R-282"),
    Between(embark, entered(1) + " tech=1", "too_many_stored R-290"),
    Between(embark, entered(1) + ' crew={"cho":""}', "not_joined_yet R-150"),
    Between(embark, entered(1, intel=99), "too_much_intel R-303"),
    Between(embark, entered(1, equipment=["drive_core"]), "cargo_gone R-285"),
    Between(embark, entered(1) + " store=knife,knife,knife", "too_many_copies R-304"),
    Between(embark, entered(1) + " upgrades=fabricator,fabricator", "built R-306"),
    Between(embark, entered(1) + " upgrades=fabricator,code_foundry", "too_many_upgrades R-306"),
    on("crew", entered(1), "campaign_begun R-280"),
    on("crew", "cure uma deep_cut", "not_in_step R-286"),
    on("crew", "move uma", "not_in_step R-286"),
    on("crew", "place uma pistol 0", "not_in_step R-286"),
    on("sickbay", "station uma cabins", "not_in_step R-293"),
    on("specialties", "begin_mission", "not_in_step R-299"),
    on("intel", "give uma cadin pistol", "not_in_step R-303"),
    on("equipment", "accept_defeat", "not_in_step R-307"),
    on("briefing", "finish_step", "not_in_step R-282"),
    Between(lambda: embark(ENLISTING), "begin_mission", "not_in_step R-280"),
    # the team
    Between(lambda: embark(ENLISTING), "enlist ghost", "unknown_character R-003"),
    Between(lambda: embark(ENLISTING).do("enlist uma"), "enlist uma", "already_enlisted R-280"),
    # the crew
    on("crew", "station ghost cabins", "not_aboard R-287"),
    on("crew", "station uma hangar", "unknown_area R-287"),
    on("crew", "station uma cabins", "in_area R-287", crew={"uma": "cabins"}),
    on("crew", "station cadin cabins", "area_full R-287", crew={"uma": "cabins"}),
    on("crew", "swap uma ghost", "not_aboard R-287"),
    on("crew", "swap ghost uma", "not_aboard R-287"),
    on("crew", "swap uma cadin", "same_area R-287"),
    on("crew", "finish_step", "crew_unplaced R-286", options={"switches": {"crew": "must"}}),
    # Sickbay and Workshop
    on("sickbay", "cure ghost deep_cut", "not_aboard R-287"),
    on("sickbay", "cure uma torn_muscle", "no_such_consequence R-294", team=HURT),
    on("sickbay", "cure uma deep_cut", "not_in_cabin R-294", team=HURT),
    on("sickbay", "cure uma deep_cut", "cure_tried R-294", "cure uma deep_cut", team=HURT, crew={"uma": "cabins"},
       answers={"team": "-"}),
    on("sickbay", "cure billie torn_muscle", "cure_tried R-294", "cure billie torn_muscle", team=HURT,
       answers={"team": "-"}),
    on("sickbay", "cure uma deep_cut", "area_wrecked R-294", team=HURT, crew={"uma": "cabins"}, wrecked=("cabins",)),
    on("sickbay", "craft uma grenade", "area_wrecked R-298", crew={"uma": "workshop"}, upgrades=BOTH, tech=2,
       wrecked=("workshop",)),
    on("sickbay", "craft uma grenade", "treated R-297", "cure uma deep_cut", answers={"team": "-"}, team=HURT, tech=2,
       crew={"uma": "workshop"}, upgrades=BOTH, card=HEALING),
    on("sickbay", "take_sample ghost", "not_aboard R-287"),
    on("sickbay", "take_sample uma", "no_sample R-286", crew={"uma": "sickbay"}),
    on("sickbay", "craft uma spoon", "unknown_recipe R-298"),
    on("sickbay", "craft uma grenade", "not_built R-298"),
    on("sickbay", "craft uma medjector", "recipe_later R-298", upgrades=BOTH),
    on("sickbay", "craft uma grenade", "not_in_area R-298", upgrades=BOTH),
    on("sickbay", "craft uma grenade", "not_in_area R-297", upgrades=BOTH, crew={"uma": "cabins"}),
    on("sickbay", "craft uma grenade", "crafted R-298", "craft uma grenade", upgrades=BOTH, crew={"uma": "workshop"},
       tech=4),
    on("sickbay", "craft uma grenade", "no_tech_samples R-298", upgrades=BOTH, crew={"uma": "workshop"}, tech=1),
    on("sickbay", "craft uma medjector", "no_biological_samples R-298", upgrades=BOTH, crew={"uma": "sickbay"},
       number=2),
    on("sickbay", "craft uma grenade", "none_left R-298", upgrades=BOTH, crew={"uma": "workshop"}, tech=2,
       gone=("grenade", "grenade")),
    on("sickbay", "craft uma program program=ghost", "unknown_program R-298", upgrades=BOTH,
       crew={"uma": "workshop"}, tech=2),
    on("sickbay", "craft billie grenade", "not_in_team R-280", upgrades=BOTH, crew={"billie": "workshop"}, tech=2),
    # Specialties
    on("specialties", "acquire uma ghost", "unknown_card R-304"),
    on("specialties", "acquire billie orders", "not_in_team R-280"),
    on("specialties", "acquire uma orders", "specialty_owned R-299", team={"uma": {"specialties": SPECIALTIES}}),
    on("specialties", "acquire cadin orders", "specialty_group R-299"),
    on("specialties", "acquire uma steady_hand", "specialty_full R-300", team={"uma": {"specialties": SPECIALTIES}},
       card={"specialties": 3}),
    on("specialties", "acquire uma steady_hand", "specialty_once R-299", "acquire uma orders"),
    on("specialties", "acquire uma orders", "specialty_absent R-302", participants=("cadin",),
       options={"switches": {"specialty_for": "participants"}}),
    on("specialties", "acquire uma focus_fire", "specialty_level R-301", team={"uma": {"specialties": ("orders",)}}),
    on("specialties", "acquire uma focus_fire", "specialty_requires R-311", number=3),
    on("intel", "acquire uma orders", "not_in_step R-303", options={"switches": {"campaign_order": "seven"}}),
    # Intel Packs
    on("intel", "buy uma pistol using=goldstein", "no_discount R-286", team=FOUR),
    on("intel", "buy uma ghost", "unknown_card R-304", team=FOUR),
    on("intel", "buy uma axe", "not_its_card R-307", team=FOUR),
    on("intel", "buy uma relic", "not_for_sale R-304", team=FOUR),
    on("intel", "buy uma stick", "not_for_sale R-304", team=FOUR),
    on("intel", "buy uma pistol", "none_left R-304", team=FOUR, store=(Carried("pistol", ""),) * 2),
    on("intel", "buy uma stick", "not_for_sale R-304", team=FOUR, store=(Carried("stick", ""),) * 2),
    on("intel", "buy cadin axe", "too_dear R-304"),
    on("intel", "buy billie pistol", "not_in_team R-280"),
    on("intel", "sell uma rippers", "not_held R-116"),
    on("intel", "sell uma automedikit", "personal_card R-307"),
    on("intel", "pool uma ghost 1", "unknown_upgrade R-306", team=FOUR),
    on("intel", "pool uma fabricator 1", "built R-306", team=FOUR, upgrades=BOTH),
    on("intel", "pool uma drone_cradle 1", "upgrade_later R-306", team=FOUR),
    on("intel", "pool uma fabricator 1", "one_upgrade R-306", "pool uma recovery_cabins 3", team=FOUR,
       options={"switches": {"upgrades": "one"}}),
    on("intel", "pool uma fabricator 1", "other_upgrade R-306", "pool uma recovery_cabins 1", team=FOUR),
    on("intel", "pool uma fabricator 6", "wrong_amount R-306", team=FOUR),
    # Equipment
    on("equipment", "stow uma rippers", "not_held R-116"),
    on("equipment", "stow uma automedikit", "personal_card R-307"),
    on("equipment", "fetch uma grenade", "not_in_stores R-308"),
    on("equipment", "fetch uma axe", "not_its_card R-307", store=(Carried("axe", ""),)),
    on("equipment", "fetch uma relic", "cannot_carry R-146", store=(Carried("relic", ""),),
       team={"uma": {"tabs": (), "carried": ()}}),
    on("equipment", "load jazz blackout hacking_device", "not_in_stores R-308"),
    on("equipment", "load uma blackout deck", "not_a_device R-114", programs=("blackout",)),
    on("equipment", "load uma blackout deck", "same_device R-114", programs=("blackout",),
       team={"uma": carrying("deck", software=("blackout",))}),
    on("equipment", "load uma blackout deck", "device_full R-108", programs=("blackout",),
       team={"uma": carrying("deck", software=("geist_aid",))}),
    on("equipment", "scrap grenade", "not_in_stores R-308"),
    on("equipment", "scrap grenade owner=ghost", "not_aboard R-287"),
    on("equipment", "scrap grenade owner=billie", "not_in_team R-280"),
    on("equipment", "scrap grenade owner=uma", "not_held R-116"),
    on("equipment", "scrap automedikit owner=uma", "personal_card R-307"),
    on("equipment", "give uma billie pistol", "not_in_team R-280"),
    on("equipment", "give billie uma pistol", "not_in_team R-280"),
    on("equipment", "give uma uma pistol", "not_in_exchange R-117"),
    on("equipment", "give uma cadin rippers", "not_held R-116"),
    on("equipment", "give uma cadin automedikit", "personal_card R-307"),
    on("equipment", "give cadin uma rippers", "not_its_card R-307"),
    on("equipment", "give cadin uma relic", "cannot_carry R-146",
       team={"cadin": carrying("relic"), "uma": {"tabs": (), "carried": ()}}),
    on("equipment", "install uma geist_aid ghost/deck deck", "not_aboard R-287"),
    on("equipment", "install uma geist_aid billie/deck deck", "not_in_team R-280"),
    on("equipment", "install uma geist_aid uma/deck deck", "no_program R-114"),
    on("equipment", "place uma rippers 0", "not_held R-116"),
    on("equipment", "place uma automedikit backpack", "light_item R-028"),
    # before Round 1
    Between(ready, "ready billie", "no_character R-286"),
    Between(lambda: ready("ready uma"), "ready uma", "is_focused R-278"),
    Between(ready, "activate uma", "not_asked R-286"),
)  # fmt: skip
