"""The table that events, commands and effects are told of, and its words."""

from __future__ import annotations

from typing import Any

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.state import (
    CampaignState,
    Carried,
    Character,
    ConsoleState,
    Container,
    Door,
    Enemy,
    Neutral,
    State,
    Unit,
)
from tests.texts import defiance_words

SWITCHES = (
    f.Offer("equipment.rippers.name", k.Switch("S !", (k.Suffer(1, "other_enemy"),))),
    f.Offer("equipment.rippers.name", k.Switch("! !", (k.Impose("stunned"), k.Calm(-1), k.SetFlag("x")))),
)
DICE = (f.PoolDie("red", "equipment.rippers.name"), f.PoolDie("orange", "equipment.rippers.name"))
ROLL = f.Roll(
    "attack",
    "cadin",
    "nox_spec_ops.2",
    "rippers",
    f.RollSide("cadin", DICE, offers=SWITCHES),
    f.RollSide("nox_spec_ops.2", ()),
)
PROFILE = k.Profile("blue", 2, 4, 4, ("blue",))
GOLDSTEIN = Character("goldstein", 4, 6, None, ally=True)
TABLE = State(
    Setup("infinity-defiance", "extraction", 7),
    team={
        "cadin": Character("cadin", 6, 11, ("green",), space="J5", damage=3),
        "uma": Character(
            "uma", 4, 10, ("green",), space="J6", carried=(Carried("pistol", "0"),), face_down=("deep_cut",)
        ),
        "jazz": Character("jazz", 4, 8, ("blue",), space="B2", consequences=("deep_cut",)),
    },
    enemies={
        "nox_spec_ops.1": Enemy("nox_spec_ops.1", "nox_spec_ops", 1, "K8"),
        "nox_spec_ops.2": Enemy("nox_spec_ops.2", "nox_spec_ops", 2, "K7", damage=3),
    },
    units={"nox_spec_ops": Unit("nox_spec_ops", 0, (PROFILE,))},
    doors={"lab_door": Door("K7:ne"), "side_door": Door("K8:ne")},
    containers={"crate": Container("C3", 1)},
    consoles={"console_1": ConsoleState("D4", (), ())},
    neutrals={"goldstein": Neutral("H2", GOLDSTEIN)},
    agenda=(f.Round("activations"), f.Activation("cadin"), ROLL),
)

# The same, between two missions of a campaign.
BETWEEN = State(
    Setup("infinity-defiance", "defiance", 7),
    team=TABLE.team | {"billie": Character("billie", 6, 3, None, ally=True, remote=True, consequences=("deep_cut",))},
    agenda=(f.Campaign(("crew", "sickbay", "briefing")),),
    campaign=CampaignState(
        "defiance", ("extraction", "dead_air"), ("uma", "cadin", "jazz"), 1, crew={"uma": "cabins", "billie": ""}
    ),
)

# What the content calls its things, as far as this table goes.
NAMES = {
    "ability.redeploy.name": "Redeploy",
    "ai_card.rush.name": "Rush",
    "ai_card.waver.name": "Waver",
    "area.cabins.name": "Cabins",
    "area.workshop.name": "Workshop",
    "campaign.defiance.name": "The Defiance campaign",
    "character.billie.attack.flash_pulse": "Flash pulse",
    "character.billie.name": "Billie",
    "character.cadin.name": "Cadin the Wolf",
    "character.cadin.short": "Cadin",
    "character.goldstein.name": "Goldstein",
    "character.jazz.action.redeploy": "Redeploy Billie",
    "character.jazz.name": "Jazz",
    "character.uma.name": "Uma",
    "colour.blue": "Rookie",
    "colour.red": "Veteran",
    "consequence.deep_cut.name": "Deep cut",
    "die.orange": "orange",
    "equipment.automedikit.name": "AutoMediKit",
    "equipment.grenade.name": "Grenade",
    "equipment.hacking_device.name": "Hacking device",
    "equipment.knife.name": "Knife",
    "equipment.medikit.action.treat": "Treat wounds",
    "equipment.medikit.name": "MediKit",
    "equipment.pistol.name": "Pistol",
    "equipment.rippers.attack.slash": "Slash",
    "equipment.rippers.name": "Rippers",
    "equipment.stimulant.action.inject": "Inject",
    "equipment.stimulant.name": "Stimulant",
    "loot.grenade.name": "Grenade",
    "loot.silent_alarm.name": "Silent alarm",
    "mission.dead_air.name": "Dead Air",
    "mission.extraction.element.console_1": "Console 1",
    "mission.extraction.element.crate": "Supply crate",
    "mission.extraction.element.lab_door": "Laboratory door",
    "mission.extraction.end.out_of_time": "the convoy is here",
    "mission.extraction.flag.alarm": "The alarm goes off",
    "mission.extraction.input.console_1.1": "Open the laboratory",
    "mission.extraction.counter.power": "Power",
    "mission.extraction.name": "Extraction",
    "mission.extraction.result.quiet": "Without a shot",
    "mission.extraction.token.true": "True",
    "mission.extraction.trigger.0": "Somebody wakes",
    "mission.extraction.zone.dock": "Dock",
    "recipe.program.name": "a program of up to 3 Intel Packs",
    "software.geist_aid.name": "Geist-Aid",
    "software.picklock.name": "Picklock",
    "software.skullbuster.name": "Skullbuster",
    "specialty.steady_hand.name": "Steady hand",
    "state.focused.name": "Focused",
    "state.stunned.name": "Stunned",
    "unit.cadmus.name": "Cadmus",
    "unit.gwailos.name": "Gwailos",
    "unit.nox_hacker.name": "Nox Hacker",
    "unit.nox_spec_ops.attack.combi_rifle": "Combi rifle",
    "unit.nox_spec_ops.name": "Nox Spec-Ops",
    "upgrade.fabricator.name": "Fabricator",
    "event.plugin_fact.weather.storm": "A storm breaks",
}


class TableWords:
    """The engine's catalogue of a language, and for the content the names above."""

    def __init__(self, language: str) -> None:
        self._words = defiance_words(language)
        self.language = language
        self.rules = self._words.rules

    def __call__(self, key: str, /, **values: Any) -> str:
        own = key.startswith(("event.", "command.", "reason.", "campaign.", "why.")) and key not in NAMES
        return self._words(key, **values) if own else NAMES.get(key, key)

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return self._words.count(key, n, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._words or key in NAMES


# How they are called in sentences.
CADIN = "Cadin"
UMA = "Uma"
JAZZ = "Jazz"
NOX = "Nox Spec-Ops #2"
OUT_OF_REACH = "out of reach of its Attacks"
