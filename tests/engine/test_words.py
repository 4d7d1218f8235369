"""Events as sentences and commands as labels, and the three catalogues they come from."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from defiance_qt.content.words import LANGUAGES, Words
from defiance_qt.core.system import Setup
from defiance_qt.engine import commands as c
from defiance_qt.engine import content as k
from defiance_qt.engine import events as e
from defiance_qt.engine import frames as f
from defiance_qt.engine import words as w
from defiance_qt.engine.dice import Symbols
from defiance_qt.engine.enemies.instructions import KINDS
from defiance_qt.engine.enemies.targeting import SELECTORS, TIE_BREAKS
from defiance_qt.engine.state import Carried, Character, ConsoleState, Container, Door, Enemy, Neutral, State, Unit
from tests.engine import samples

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "defiance_qt" / "engine"
EVENTS: tuple[Any, ...] = get_args(e.Event)
COMMANDS: tuple[Any, ...] = get_args(c.Command)

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

# What the content calls its things, as far as this table goes.
NAMES = {
    "ability.redeploy.name": "Redeploy",
    "ai_card.rush.name": "Rush",
    "ai_card.waver.name": "Waver",
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
    "mission.extraction.element.console_1": "Console 1",
    "mission.extraction.element.crate": "Supply crate",
    "mission.extraction.element.lab_door": "Laboratory door",
    "mission.extraction.end.out_of_time": "the convoy is here",
    "mission.extraction.flag.alarm": "The alarm goes off",
    "mission.extraction.input.console_1.1": "Open the laboratory",
    "mission.extraction.name": "Extraction",
    "mission.extraction.trigger.0": "Somebody wakes",
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
    "event.plugin_fact.weather.storm": "A storm breaks",
    "command.extension.store": "Store a symbol",
}


class TableWords:
    """The engine's catalogue of a language, and for the content the names above."""

    def __init__(self, language: str) -> None:
        self._words = Words(language)

    def __call__(self, key: str, /, **values: Any) -> str:
        own = key.startswith(("event.", "command.", "reason.")) and key not in NAMES
        return self._words(key, **values) if own else NAMES.get(key, key)

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return self._words.count(key, n, **values)


# Every event that a person reads, with its sentence.
CADIN = "Cadin"
UMA = "Uma"
JAZZ = "Jazz"
NOX = "Nox Spec-Ops #2"
OUT_OF_REACH = "not in Range and Line of Sight of any Attack"
CLOSES_IN = "nobody can be attacked after this Move, so it closes in"
SENTENCES: list[tuple[e.Event, str]] = [
    (e.MissionSetUp(TABLE), "The mission Extraction is laid out"),
    (e.CharacterDeployed("uma", "J6"), f"{UMA} deploys on J6"),
    (e.RoundBegan(4), "Round 4 begins"),
    (e.PhaseBegan("start"), "Start Phase"),
    (e.PhaseBegan("activations"), "Activations Phase"),
    (e.PhaseBegan("end"), "End Phase"),
    (e.CardsStraightened(), "Turned cards are straightened"),
    (e.GameEnded("defeat", "team_down"), "Defeat: every Character is Unconscious and nobody can recover"),
    (e.GameEnded("defeat", "out_of_time"), "Defeat: the convoy is here"),
    (e.GameEnded("victory", "of_a_plugin"), "Victory"),
    (e.GameEnded("defeat", "of_a_plugin"), "Defeat"),
    (e.MissionDecided("victory", "agent_out"), "The mission is won"),
    (e.MissionDecided("defeat", "team_down", ("uma",)), "The mission is lost"),
    (e.CrewJoined("goldstein"), "Goldstein joins the crew of the Defiance"),
    (e.ActivationBegan("uma"), f"{UMA} is activated, 2 Actions"),
    (e.ActivationBegan("uma", 1), f"{UMA} is activated, 1 Action"),
    (e.ActivationEnded("uma"), f"{UMA} ends the Activation"),
    (e.ActionSpent("uma", "equip"), f"{UMA} takes time to rearrange Equipment"),
    (e.ActionSpent("uma", "console_extra", 0), f"{UMA} goes on at the Console for two Reinforcements"),
    (e.ActionSpent("uma", "attack"), ""),
    (e.PointsGained("cadin", 6), f"{CADIN} gains 6 movement points"),
    (e.Moved("cadin", "J5", ("K7",), 1), f"{CADIN} moves from J5 to K7 (1 point)"),
    (e.Moved("nox_spec_ops.2", "J5", ("J6", "K7"), 3), f"{NOX} moves from J5 to K7 (3 points)"),
    (e.Dragged("uma", "cadin", "J5", "J6"), f"{CADIN} drags {UMA} to J6"),
    (e.Rested("uma"), f"{UMA} rests"),
    (e.AttackDeclared("cadin", "nox_spec_ops.2", "rippers", "slash", 1), f"{CADIN} attacks {NOX} with Rippers"),
    (
        e.AttackDeclared("billie", "nox_spec_ops.2", "billie", "flash_pulse", 3),
        f"Billie attacks {NOX} with Flash pulse",
    ),
    (
        e.AttackDeclared("nox_spec_ops.2", "cadin", "nox_spec_ops", "combi_rifle", 5),
        f"{NOX} attacks {CADIN} with Combi rifle",
    ),
    (
        e.AttackDeclared("nox_spec_ops.2", "uma", "nox_spec_ops", "tail", 1),
        f"{NOX} attacks {UMA} with an Attack of its own",
    ),
    (e.AttackDeclared("cadmus.1", "uma", "cadmus", "hack_attack", 5), f"Cadmus #1 makes a Hack Attack on {UMA}"),
    (e.HackDeclared("jazz", "cadmus.1", "skullbuster", 4), f"{JAZZ} runs Skullbuster on Cadmus #1"),
    (e.HackDeclared("jazz", "jazz", "geist_aid", 0), f"{JAZZ} runs Geist-Aid"),
    (
        e.DiceRolled("team", (0, 1), Symbols(2, 1, special=1)),
        f"{CADIN} rolls 2 Successes, 1 Critical Success, 1 Special",
    ),
    (e.DiceRolled("enemy", (5,), Symbols()), f"{NOX} rolls no symbols"),
    (e.DiceRolled("enemy", (5,), Symbols(block=1), True), f"{NOX} rolls 1 Block (entered by hand)"),
    (e.DieRolledAgain("team", 0, 3, Symbols(1)), f"{CADIN} rolls a die again: 1 Success in all"),
    (
        e.SymbolsNullified("enemy", Symbols(2, 1), Symbols(), Symbols()),
        f"{NOX} spends a critical and nullifies what {CADIN} rolled: 2 Successes, 1 Critical Success",
    ),
    (
        e.SymbolsNullified("team", Symbols(), Symbols(), Symbols()),
        f"{CADIN} spends a critical; {NOX} has nothing to lose by it",
    ),
    (
        e.DieStored("cadin", "steady_hand", 0, Symbols(1, special=1), "S"),
        f"{CADIN} takes a die out of the roll and keeps on Steady hand: 1 Success",
    ),
    (e.StoredAdded("cadin", "steady_hand", "!"), f"{CADIN} adds from Steady hand to the roll: 1 Special"),
    (e.CriticalAdded("team", "success", Symbols(2)), f"{CADIN} spends a Critical Success to add two Successes"),
    (e.CriticalAdded("team", "block", Symbols(2)), f"{CADIN} spends a Critical Block to add two Blocks"),
    (
        e.SwitchUsed("team", 0, "equipment.rippers.name", Symbols(1, special=1), "nox_spec_ops.1"),
        f"{CADIN} activates a Switch of Rippers for 1 Success, 1 Special, on Nox Spec-Ops #1",
    ),
    (
        e.SwitchUsed("enemy", 0, "unit.nox_spec_ops.name", Symbols(special=2)),
        f"{NOX} activates a Switch of Nox Spec-Ops for 2 Specials",
    ),
    (
        e.SwitchSpared("enemy", 0, "unit.nox_spec_ops.name", "reason.has_state"),
        f"{NOX} does not pay for a Switch of Nox Spec-Ops: the State is there already",
    ),
    (e.SwitchSpared("enemy", 0, "unit.nox_spec_ops.name", ""), f"{NOX} does not pay for a Switch of Nox Spec-Ops"),
    (e.RollBoosted("team", Symbols(1)), f"{CADIN} adds to the roll: 1 Success"),
    (e.RollBoosted("team", damage=2), f"{CADIN} adds 2 Damage that no Block stops"),
    (e.RollBoosted("team", Symbols(1), 2), f"{CADIN} adds to the roll: 1 Success, and 2 Damage that no Block stops"),
    (
        e.SymbolsCancelled(Symbols(), Symbols(), 2, 0),
        "Uncancelled Successes: 2 of the team, 0 of the Enemy",
    ),
    (e.RollSucceeded("jazz", True), f"The roll of {JAZZ} succeeds"),
    (e.RollSucceeded("jazz", False), f"The roll of {JAZZ} fails"),
    (e.DamageSuffered("nox_spec_ops.2", 2, 3, "cadin"), f"{NOX} suffers 2 Damage (3 of 4)"),
    (e.DamageSuffered("uma", 1, 1), f"{UMA} suffers 1 Damage (1 of 9)"),
    (e.DamageSuffered("jazz", 1, 1), f"{JAZZ} suffers 1 Damage (now 1)"),
    (e.DamageHealed("cadin", 2, 1), f"{CADIN} heals 2 Damage (1 of 11)"),
    (e.DamageHealed("jazz", 2, 1), f"{JAZZ} heals 2 Damage (now 1)"),
    (e.StateGained("nox_spec_ops.2", "stunned"), f"{NOX} gains the State Stunned"),
    (e.StateLost("uma", "focused"), f"{UMA} loses the State Focused"),
    (e.FellUnconscious("uma"), f"{UMA} falls Unconscious, without Aggro and other States"),
    (e.RemoteDisabled("billie"), "Billie is out of action and leaves the board"),
    (e.RemoteRedeployed("billie", "C3"), "Billie comes back on C3"),
    (e.AggroChanged("cadin", 1, 3), f"{CADIN}: Aggro +1 (now 3)"),
    (e.AggroChanged("cadin", -2, 1), f"{CADIN}: Aggro −2 (now 1)"),
    (e.AggroChanged("cadin", 0, 1), ""),
    (e.MiniatureDied("nox_hacker.1"), "Nox Hacker #1 dies"),
    (e.MiniatureDied("nox_hacker.1", "cadin"), f"Nox Hacker #1 dies, brought down by {CADIN}"),
    (e.MiniatureDied("nox_hacker.1", "equipment.grenade.name"), "Nox Hacker #1 dies, brought down by Grenade"),
    (e.MiniatureRetreated("nox_hacker.1"), "Nox Hacker #1 retreats from the board"),
    (e.UnitEliminated("nox_hacker", True), "Nox Hacker: the Unit is eliminated and goes under the Available deck"),
    (e.UnitEliminated("gwailos", False), "Gwailos: the Unit is eliminated and leaves the game"),
    (e.CardDrawn("consequence", "deep_cut", "uma"), f"{UMA} draws Deep cut"),
    (e.CardDrawn("consequence", "deep_cut"), "Drawn: Deep cut"),
    (e.CardDrawn("loot", "grenade", "uma"), ""),
    (e.CardDiscarded("consequence", "deep_cut"), "Discarded: Deep cut"),
    (e.DeckRebuilt("ai"), "AI deck: the discards are shuffled into a new deck"),
    (e.DeckRebuilt("of_a_plugin"), "Deck: the discards are shuffled into a new deck"),
    (e.ConsequenceSuffered("uma", "deep_cut"), f"{UMA} suffers a Consequence: Deep cut"),
    (e.ConsequenceSuffered("uma", "deep_cut", False), f"{UMA} takes a Consequence face down: one Wound fewer"),
    (e.LootFound("uma", "grenade"), f"{UMA} finds Grenade"),
    (e.CarriedChanged("uma", (Carried("pistol", "0"),), "placed", "pistol"), f"{UMA} equips Pistol"),
    (e.CarriedChanged("uma", (Carried("medikit", "light"),), "placed", "medikit"), f"{UMA} keeps MediKit within reach"),
    (
        e.CarriedChanged("uma", (Carried("knife", "backpack"),), "placed", "knife"),
        f"{UMA} puts Knife into the Backpack",
    ),
    (e.CarriedChanged("uma", (Carried("knife", ""),), "placed", "knife"), f"{UMA} takes off Knife"),
    (e.CarriedChanged("uma", (), "given", "knife"), f"{UMA} hands over Knife"),
    (e.CarriedChanged("uma", (), "received", "picklock"), f"{UMA} receives Picklock"),
    (e.CarriedChanged("uma", (), "found", "knife"), f"{UMA} picks up Knife"),
    (e.CarriedChanged("uma", (), "dropped", "knife"), f"{UMA} leaves Knife behind: it is out of the game"),
    (e.CarriedChanged("uma", (), "used", "automedikit"), f"{UMA} uses up AutoMediKit"),
    (e.CarriedChanged("uma", (), "of_a_plugin", "knife"), f"{UMA}: Equipment changes (Knife)"),
    (e.CardUsed("uma", "medikit", "treat", "cadin"), f"{UMA} uses MediKit on {CADIN}: Treat wounds"),
    (e.CardUsed("uma", "stimulant", "inject", "uma"), f"{UMA} uses Stimulant: Inject"),
    (e.CardUsed("jazz", "jazz", "redeploy", "billie"), f"{JAZZ}: Redeploy Billie, for Billie"),
    (e.CardUsed("jazz", "jazz", "redeploy", ""), f"{JAZZ}: Redeploy Billie"),
    (e.IntelGained("uma", 2), f"{UMA} gains 2 Intel Packs"),
    (e.DoorOpened("lab_door"), "Laboratory door opens"),
    (e.DoorOpened("side_door", "uma"), f"{UMA} opens the Door"),
    (e.ContainerEmptied("crate", "uma"), f"{UMA} searches Supply crate; it is empty now"),
    (e.SymbolAssigned("console_1", 0, Symbols(1)), "Console 1: 1 Success to input 1"),
    (e.SymbolsDiscarded("console_1", Symbols(special=1)), "Console 1: no input takes 1 Special"),
    (e.SymbolsDiscarded("console_1", Symbols()), ""),
    (e.InputCompleted("console_1", 0), "Console 1: input 1 is complete (Open the laboratory)"),
    (e.InputCompleted("console_9", 0), "console 9: input 1 is complete"),
    (e.AllyJoined("goldstein", GOLDSTEIN), "Goldstein joins the team as an Ally"),
    (e.UnitDeployed(TABLE.units["nox_spec_ops"], "selected"), "Nox Spec-Ops enters play (Rookie)"),
    (
        e.UnitDeployed(Unit("gwailos", 0, (PROFILE,), hidden_away=True), "selected"),
        "Gwailos enters play (Rookie) and waits off the board",
    ),
    (e.UnitDeployed(Unit("gwailos", 0, (PROFILE,)), "surprise"), "Gwailos comes out of hiding"),
    (e.EnemyDeployed(TABLE.enemies["nox_spec_ops.2"]), f"{NOX} appears on K7"),
    (e.EnemyDeployed(Enemy("gwailos.1", "gwailos", 1, "")), ""),
    (e.UnitFlipped("cadmus", 1, replace(PROFILE, colour="red")), "Cadmus: the card is flipped (Veteran)"),
    (e.InitiativeShuffled(("cadmus", "gwailos")), "2 Initiative cards are shuffled"),
    (e.InitiativeShuffled(()), ""),
    (e.InitiativeRevealed("cadmus"), "Initiative: Cadmus"),
    (e.InitiativeRevealed("cadmus", False), "Initiative: Cadmus, no longer deployed, so another card is revealed"),
    (e.AiCardDealt("cadmus", "rush"), "Cadmus is dealt an AI card face down"),
    (e.AiCardRevealed("cadmus", "rush", "blue"), "Cadmus reveals the AI card Rush"),
    (e.AiCardsDiscarded(("cadmus",), ("rush",)), "1 AI card is discarded"),
    (e.AiCardsDiscarded((), ()), ""),
    (e.UnitActivated("cadmus"), "Cadmus: the Unit is activated"),
    (
        e.InstructionChosen("cadmus.1", "acquire", "least_distance", "uma"),
        f"Cadmus #1: Acquire Target, Least Distance. Target: {UMA}",
    ),
    (
        e.InstructionChosen("cadmus.1", "acquire", "most_aggro", "uma", (), "random", "reason.closer"),
        f"Cadmus #1: Acquire Target, Most Aggro. Target: {UMA} ({CLOSES_IN}, picked by chance among equals)",
    ),
    (e.InstructionChosen("cadmus.1", "retreat", "", ""), "Cadmus #1: Retreat!"),
    (
        e.InstructionSkipped("cadmus.1", "assault", "most_damage", "reason.in_contact"),
        "Cadmus #1 skips Assault, Most Damage: in Contact already",
    ),
    (e.InstructionSkipped("cadmus.1", "focused", "", ""), "Cadmus #1 skips Focused"),
    (e.RandomPicked("uma", ("uma", "jazz")), f"Chance picks {UMA} (out of {UMA}, {JAZZ})"),
    (e.ReserveChanged(1, 3, "unit_eliminated"), "Reserve +1 (now 3): a Unit was eliminated"),
    (e.ReserveChanged(1, 3, "loot.silent_alarm.name"), "Reserve +1 (now 3): Silent alarm"),
    (e.ReserveChanged(-2, 1, ""), "Reserve −2 (now 1)"),
    (e.AlertChanged(2, "ai_deck"), "Alert Level 2: the AI deck ran out"),
    (e.AlertChanged(2, ""), "Alert Level 2"),
    (e.HighFaceSet(), "Maximum Alert: from now on Units deploy on their high face"),
    (e.FlagSet("alarm"), "The alarm goes off"),
    (e.FlagSet("agent_free"), ""),
    (e.TriggerFired(0, "door_opened lab_door"), "Somebody wakes"),
    (e.TriggerFired(1, "door_opened lab_door"), ""),
    (e.PluginFact("weather", "storm", True), "A storm breaks"),
    (e.PluginFact("weather", "wind", 3), ""),
    (e.AnswerSet("enemy", "dice", "person"), "From now on people answer for the Enemy: dice"),
    (e.AnswerSet("team", "loot", "app"), "From now on the program answers for the team: Loot cards"),
    (e.Overruled("team.cadin.damage", 3, 2), f"Corrected by hand. {CADIN}: Damage: 3 → 2"),
    (
        e.Overruled("enemies.nox_spec_ops.2.states", [], ["stunned"], "forgot it"),
        f"Corrected by hand. {NOX}: States: nothing → Stunned (forgot it)",
    ),
    (e.Overruled("reserve", 1, 4), "Corrected by hand. Reinforcements Reserve: 1 → 4"),
    (e.Overruled("high_face", False, True), "Corrected by hand. Units deploy on their high face: no → yes"),
    (e.Overruled("decks.ai", ["rush"], ["rush", "waver"]), "Corrected by hand. AI deck: Rush → Rush, Waver"),
    (e.Overruled("doors.lab_door.open", False, True), "Corrected by hand. Laboratory door: Open: no → yes"),
    (
        e.Overruled("team.uma.carried", [], [{"item": "knife", "place": "0"}]),
        f"Corrected by hand. {UMA}: Equipment: nothing → Knife",
    ),
    (e.Overruled("facts.weather", None, {"a": 1}), "Corrected by hand. Note of a plugin: nothing → another value"),
]
QUIET = (
    e.StepDone,
    e.TurnPassed,
    e.FrameOpened,
    e.FrameSet,
    e.FrameClosed,
    e.RollOpened,
    e.RollStep,
    e.RollClosed,
    e.UnitActivationEnded,
)

LABELS: list[tuple[c.Command, str]] = [
    (c.Deploy("uma", "J6"), f"{UMA}: Deploy on J6"),
    (c.Activate("uma"), f"{UMA}: Activate"),
    (c.EndActivation("uma"), f"{UMA}: End the Activation"),
    (c.Move("uma"), f"{UMA}: Move"),
    (c.StepTo("uma", "J7"), f"{UMA}: Step to J7"),
    (c.Drag("cadin", "J7", "uma", "J6"), f"{CADIN}: Step to J7, dragging {UMA} to J6"),
    (c.Attack("cadin", "rippers", "slash", "nox_spec_ops.2"), f"{CADIN}: Attack {NOX} with Rippers (Slash)"),
    (c.Attack("billie", "billie", "flash_pulse", "nox_spec_ops.2"), f"Billie: Attack {NOX} with Flash pulse"),
    (c.Hack("jazz", "geist_aid", "uma"), f"{JAZZ}: Run Geist-Aid on {UMA}"),
    (c.Hack("jazz", "geist_aid", "jazz"), f"{JAZZ}: Run Geist-Aid"),
    (c.Equip("uma"), f"{UMA}: Equip"),
    (c.Rest("uma"), f"{UMA}: Rest"),
    (c.Rest("uma", "stunned"), f"{UMA}: Rest and shake off Stunned"),
    (c.Interact("uma", "lab_door"), f"{UMA}: Open Laboratory door"),
    (c.Interact("uma", "crate"), f"{UMA}: Search Supply crate"),
    (c.Interact("uma", "goldstein"), f"{UMA}: Make contact with Goldstein"),
    (c.Interact("uma", "console_1"), f"{UMA}: Work on Console 1"),
    (c.Interact("jazz", "console_1", "hacking_device"), f"{JAZZ}: Work on Console 1 with Hacking device"),
    (c.Interact("uma", "console_1", "", True), f"{UMA}: Work on Console 1 as a Free Action (two Reinforcements)"),
    (
        c.Interact("jazz", "console_1", "hacking_device", True),
        f"{JAZZ}: Work on Console 1 with Hacking device as a Free Action (two Reinforcements)",
    ),
    (c.UseAutoMediKit("uma"), f"{UMA}: Use the AutoMediKit"),
    (c.UseCard("uma", "medikit", "treat", "cadin"), f"{UMA}: MediKit: Treat wounds ({CADIN})"),
    (c.UseCard("uma", "stimulant", "inject", "uma"), f"{UMA}: Stimulant: Inject"),
    (c.UseCard("jazz", "jazz", "redeploy", "billie"), f"{JAZZ}: Redeploy Billie (Billie)"),
    (c.UseCard("jazz", "jazz", "redeploy", "jazz"), f"{JAZZ}: Redeploy Billie"),
    (c.SpendCritical("success", "nullify"), f"{CADIN}: Spend a Critical Success: nullify all rival Blocks"),
    (c.SpendCritical("success", "add"), f"{CADIN}: Spend a Critical Success: add two Successes"),
    (c.SpendCritical("block", "nullify"), f"{CADIN}: Spend a Critical Block: nullify all rival Successes"),
    (c.SpendCritical("block", "add"), f"{CADIN}: Spend a Critical Block: add two Blocks"),
    (c.KeepCritical("success"), f"{CADIN}: Keep the Critical Success"),
    (c.KeepCritical("block"), f"{CADIN}: Keep the Critical Block"),
    (c.UseSwitch(0, "nox_spec_ops.1"), f"{CADIN}: Pay 1 Success, 1 Special: another Enemy: 1 Damage (Nox Spec-Ops #1)"),
    (c.UseSwitch(1), f"{CADIN}: Pay 2 Specials: target: Stunned, oneself: Aggro −1"),
    (c.UseSwitch(7), f"{CADIN}: Activate Switch 8"),
    (c.LetStand(), f"{CADIN}: Go on with the roll"),
    (c.RollAgain(1), f"{CADIN}: Roll die 2 again (orange)"),
    (c.RollAgain(7), f"{CADIN}: Roll die 8 again"),
    (c.StoreDie("steady_hand", 0, "CS"), f"{CADIN}: Store from die 1 on Steady hand: 1 Critical Success"),
    (c.AddStored("steady_hand", "B"), f"{CADIN}: Add from Steady hand: 1 Block"),
    (c.KeepDice(), f"{CADIN}: Keep the dice"),
    (c.Assign("!", 1), "1 Special to input 2"),
    (c.SplitCritical("CS"), "Turn into two plain symbols: 1 Critical Success"),
    (c.ConsoleRollAgain(), "Roll once more for two Reinforcements"),
    (c.LeaveConsole(), "Leave the Console"),
    (c.Place("uma", "knife", "0"), f"{UMA}: Equip Knife"),
    (c.Place("uma", "knife", "backpack"), f"{UMA}: Put Knife into the Backpack"),
    (c.Place("uma", "medikit", "light"), f"{UMA}: Keep MediKit within reach"),
    (c.Place("uma", "knife", ""), f"{UMA}: Take off Knife"),
    (c.Give("uma", "cadin", "knife"), f"{UMA}: Give Knife to {CADIN}"),
    (c.Install("jazz", "picklock", "jazz", "hacking_device"), f"{JAZZ}: Install Picklock in Hacking device"),
    (c.FinishEquip(), "Done with Equipment"),
    (c.Keep("deep_cut"), "Keep Deep cut"),
    (c.Proceed(), "Go on"),
    (c.EnterDice((1, 6)), "Dice rolled: 1, 6"),
    (c.EnterCard("rush"), "The card is Rush"),
    (c.SetAnswer("enemy", "dice", "person"), "Let people answer for the Enemy: dice"),
    (c.SetAnswer("enemy", "dice", "app"), "Let the program answer for the Enemy: dice"),
    (c.Overrule("team.cadin.damage", 3), f"Correct {CADIN}: Damage: 3"),
    (c.UseExtension("x"), "Answer for a plugin"),
    (c.UseExtension("store"), "Store a symbol"),
]

SOMETIMES = {*QUIET, *(type(event) for event, sentence in SENTENCES if not sentence)}

KEY = re.compile(r"\b[a-z_]+\.[a-z_]+")


def of_event(pair: tuple[Any, str]) -> str:
    return str(type(pair[0]).__struct_config__.tag)


@pytest.fixture(scope="module")
def english() -> TableWords:
    return TableWords("en")


# ---- what is said ----


@pytest.mark.parametrize("pair", SENTENCES, ids=of_event)
def test_the_sentence_of_an_event(pair: tuple[e.Event, str], english: TableWords) -> None:
    event, sentence = pair
    assert w.narrate(event, TABLE, english) == sentence


@pytest.mark.parametrize("pair", LABELS, ids=of_event)
def test_the_label_of_a_command(pair: tuple[c.Command, str], english: TableWords) -> None:
    command, text = pair
    assert w.label(command, TABLE, english) == text


def test_no_event_and_no_command_is_forgotten() -> None:
    told = {type(event) for event, sentence in SENTENCES if sentence}
    assert told | set(QUIET) == set(EVENTS)
    assert not told & set(QUIET)
    assert {type(command) for command, _ in LABELS} == set(COMMANDS)


@pytest.mark.parametrize("kind", QUIET)
def test_bookkeeping_is_not_told(kind: Any, english: TableWords) -> None:
    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    @given(event=samples.of(kind, plain=True))
    def says_nothing(event: e.Event) -> None:
        assert w.narrate(event, TABLE, english) == ""

    says_nothing()


@pytest.mark.parametrize("language", ["es", "ru"])
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    words = TableWords(language)
    told = [(w.narrate(event, TABLE, words), bool(sentence)) for event, sentence in SENTENCES]
    told += [(w.label(command, TABLE, words), True) for command, _ in LABELS]
    for text, wanted in told:
        assert bool(text) == wanted
        assert not KEY.search(text), text


def test_a_label_can_leave_out_who_acts(english: TableWords) -> None:
    assert w.label(c.Move("uma"), TABLE, english, actor=False) == "Move"
    assert w.label(c.LetStand(), TABLE, english, actor=False) == "Go on with the roll"


def test_who_acts_is_found_in_the_frame(english: TableWords) -> None:
    at_console = replace(TABLE, agenda=(f.Activation("jazz"), f.Console("jazz", "console_1")))
    assert w.label(c.LeaveConsole(), at_console, english) == f"{JAZZ}: Leave the Console"
    assert w.label(c.LetStand(), at_console, english) == "Go on with the roll"
    keeping = replace(TABLE, agenda=(f.KeepConsequence("uma", ("deep_cut",)),))
    assert w.label(c.Keep("deep_cut"), keeping, english) == f"{UMA}: Keep Deep cut"


def test_wounds_in_force_are_told_when_they_are_given(english: TableWords) -> None:
    told = w.narrate(e.DamageSuffered("jazz", 1, 1), TABLE, english, wounds=lambda state, figure: 7)
    assert told == f"{JAZZ} suffers 1 Damage (1 of 7)"


def test_candidates_are_told_with_what_they_scored(english: TableWords) -> None:
    looked = (
        e.Candidate("uma", 5, 5, 1, 0, sight=True),
        e.Candidate("jazz", 9, 9, 2, 3, because="reason.out_of_reach"),
    )
    event = e.InstructionChosen("cadmus.1", "attack", "least_distance", "uma", looked)
    assert w.candidates(event, TABLE, english) == (
        f"{UMA}: Distance 5, Aggro 1, Damage 0, in Line of Sight",
        f"{JAZZ}: Distance 9, Aggro 2, Damage 3, out of sight; passed over, {OUT_OF_REACH}",
    )
    assert w.candidates(e.RoundBegan(1), TABLE, english) == ()


EFFECTS: list[tuple[k.Effect, str]] = [
    (k.Impose("stunned"), "target: Stunned"),
    (k.Relieve("stunned", "user"), "oneself: no longer Stunned"),
    (k.Relieve(), "target: one State fewer"),
    (k.Suffer(2, "other_character"), "another Character: 2 Damage"),
    (k.Heal(3), "oneself: heal 3 Damage"),
    (k.Revive(4), "target: conscious again, heal 4 Damage"),
    (k.Calm(-2, "team"), "the whole team: Aggro −2"),
    (k.AddSymbols("S B"), "add 1 Success, 1 Block"),
    (k.Reinforce(1), "Reserve +1"),
    (k.RaiseAlert(-1), "Alert Level −1"),
    (k.Suffering(1, "characters"), "all Characters: 1 Consequence"),
    (k.Receive("knife"), "receive Knife"),
    (k.GainIntel(2), "2 Intel Packs"),
    (k.OpenDoors(("lab_door",)), "open Laboratory door"),
    (k.DeployUnits(("cadmus", "gwailos"), ()), "deploy Cadmus, Gwailos"),
    (k.FlipUnit("cadmus"), "flip Cadmus"),
    (k.SetFlag("alarm"), ""),
    (k.UseAbility("redeploy"), "Redeploy"),
    (k.UseAbility("of_a_plugin"), "an effect of its own"),
]


def test_effects_in_words(english: TableWords) -> None:
    assert {type(effect) for effect, _ in EFFECTS} == set(get_args(k.Effect))
    for effect, text in EFFECTS:
        assert w.describe((effect,), TABLE, english) == text


def test_plurals_in_russian() -> None:
    words = TableWords("ru")
    told = [w.narrate(e.PointsGained("uma", n), TABLE, words).partition("получает ")[2] for n in (1, 2, 5, 21)]
    assert told == ["1 очко движения", "2 очка движения", "5 очков движения", "21 очко движения"]


SYMBOLS = st.sampled_from(["S", "CS", "B", "CB", "!"])
# What the types alone do not say: a way has an end, and the face that lies up is one of the card's.
PROPER = {
    e.Moved: st.builds(
        e.Moved, samples.IDS, samples.IDS, st.lists(samples.IDS, min_size=1).map(tuple), st.integers(0, 9)
    ),
    e.UnitDeployed: st.builds(
        e.UnitDeployed, st.just(TABLE.units["nox_spec_ops"]), st.sampled_from(["selected", "surprise"])
    ),
    c.Assign: st.builds(c.Assign, SYMBOLS, st.integers(0, 3)),
    c.StoreDie: st.builds(c.StoreDie, samples.IDS, st.integers(0, 3), SYMBOLS),
    c.AddStored: st.builds(c.AddStored, samples.IDS, SYMBOLS),
    e.DieStored: st.builds(e.DieStored, samples.IDS, samples.IDS, st.integers(0, 3), st.just(Symbols(1)), SYMBOLS),
    e.StoredAdded: st.builds(e.StoredAdded, samples.IDS, samples.IDS, SYMBOLS),
    c.SplitCritical: st.builds(c.SplitCritical, st.sampled_from(["CS", "CB"])),
}


@pytest.mark.parametrize("kind", [*EVENTS, *COMMANDS])
def test_nothing_that_can_happen_is_without_words(kind: Any) -> None:
    """Ids that no catalogue knows, a plugin's or a removed one's, are no reason to fail."""
    words = TableWords("ru")

    @settings(max_examples=40 if kind in (c.Overrule, e.Overruled) else 4, suppress_health_check=list(HealthCheck))
    @given(value=PROPER[kind] if kind in PROPER else samples.of(kind, plain=True))
    def can_be_told(value: Any) -> None:
        if kind in COMMANDS:
            assert w.label(value, TABLE, words)
        else:
            assert bool(w.narrate(value, TABLE, words)) or kind in SOMETIMES

    can_be_told()


# ---- the catalogues ----

Texts = dict[str, tuple[str, ...]]


def catalogue(language: str) -> Texts:
    path = ROOT / "defiance_qt/content/locale" / language / "LC_MESSAGES" / "engine.po"
    with path.open("rb") as source:
        return {
            message.id if isinstance(message.id, str) else message.id[0]: (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
            for message in read_po(source, locale=language, abort_invalid=True)
            if message.id
        }


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_catalogues_have_the_same_keys_in_order() -> None:
    english = CATALOGUES["en"]
    assert list(english) == sorted(english)
    for language in LANGUAGES:
        assert list(CATALOGUES[language]) == list(english), language


@pytest.mark.parametrize("key", CATALOGUES["en"])
def test_a_text_says_the_same_in_every_language(key: str) -> None:
    plural = len(CATALOGUES["en"][key]) > 1
    wanted = {name for form in CATALOGUES["en"][key] for name in places(form)}
    for language, forms in (("en", 2), ("es", 2), ("ru", 3)):
        texts = CATALOGUES[language][key]
        assert len(texts) == (forms if plural else 1), language
        for text in texts:
            assert text == text.strip() or key == "event.list"
            assert places(text) | ({"n"} & wanted) == wanted, (language, text)


@pytest.mark.parametrize(("language", "letters"), [("es", r"[a-zá-úñ]"), ("ru", r"[а-яё]")])
def test_no_text_was_left_in_english(language: str, letters: str) -> None:
    """Only names and words that the language shares say the same."""
    shared = r"\{\w+\}|Aggro|Intel Packs?|\bno\b"
    for key, texts in CATALOGUES["en"].items():
        for text in texts:
            if re.search(r"\w", re.sub(shared, "", text)):
                assert all(other != text and re.search(letters, other) for other in CATALOGUES[language][key]), key


# ---- no key is asked for in vain, none is idle ----

LITERAL = re.compile(r"(?:event|command|reason|why)\.[a-z_.]+")


def asked() -> Iterator[tuple[str, bool]]:
    """Every key that the modules of words name: the key or its beginning, and whether it is whole."""
    for path in sorted((ENGINE / "words").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                start = str(node.values[0].value)
                if LITERAL.match(start):
                    yield start, False
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and LITERAL.fullmatch(node.value):
                yield node.value, True


def test_every_key_asked_for_has_a_text() -> None:
    keys = CATALOGUES["en"]
    optional = {"command.extension.", "event.plugin_fact.", "reason."}
    for key, whole in asked():
        if whole and not key.endswith("."):
            assert key in keys or any(one.startswith(f"{key}.") for one in keys), key
        else:
            assert key in optional or any(one.startswith(key) for one in keys), key


def test_every_text_is_asked_for() -> None:
    named = list(asked())
    whole = {key for key, _ in named}
    starts = tuple(key for key, complete in named if not complete)
    given_as_reasons = {f"reason.{group}.{code}" if group else code for _, group, code in reasons()}
    given_as_reasons |= {f"reason.tie_break.{name}" for name, _ in TIE_BREAKS} | {"reason.tie_break.random"}
    for key in CATALOGUES["en"]:
        if key in given_as_reasons or key.startswith(("refusal.", "fault.")):  # tests/engine/test_refusals.py
            continue
        stem = key
        while stem and stem not in whole:
            stem = stem.rpartition(".")[0]
        assert stem or key.startswith(starts), key


# What gives reasons by a code, and the group that its codes belong to.
REASONED = {
    "reinforce": "reserve",
    "ReserveChanged": "reserve",
    "raise_alert": "alert",
    "AlertChanged": "alert",
    "_decide": "end",
    "GameEnded": "end",
}


def reasons() -> Iterator[tuple[str, str, str]]:
    """Every reason that the engine gives as a literal: file, group, and code or whole key."""
    for path in sorted(ENGINE.rglob("*.py")):
        if path.parent.name == "words":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("reason."):
                yield path.name, "", node.value
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for argument in node.args if called in REASONED else ():
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield path.name, REASONED[called], argument.value


def test_every_reason_of_the_engine_has_words() -> None:
    known = CATALOGUES["en"]
    found = list(reasons())
    for file, group, code in found:
        if code not in ("victory", "defeat"):
            assert (f"reason.{group}.{code}" if group else code) in known, (file, code)


def test_tie_breaks_selectors_and_kinds_have_words() -> None:
    known = CATALOGUES["en"]
    assert all(f"reason.kind.{kind}" in known for kind in KINDS)
    assert all(f"reason.selector.{selector}" in known for selector in SELECTORS)
    assert all(f"reason.tie_break.{name}" in known for name, _ in TIE_BREAKS)
    assert "reason.tie_break.random" in known
