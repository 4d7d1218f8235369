"""Hostile zones by their rules N-001 … N-036, as they are on this board (docs/decisions.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.api import Change, Session, open_save
from defiance_qt.extend import loader
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.lab.bots import make_bot
from defiance_qt.systems.defiance.api import events
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.sentences import SENTENCES
from defiance_qt.words.languages import LANGUAGES
from expansions.hostile_environment import hostile_environment as rules
from tests.systems.defiance.engine.positions import Play, catalog, position

ID = "hostile_environment"
ROOM = """
    . C 1 2 .
     . . . . .
    . . . . .

    cadin carries=probe tabs=hand
    dummy 1 2 ai=take_aim
    zone haze {zone}
    initiative dummy
    """
PROBE = """
    [[equipment]]
    id = "probe"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "arc"
      dice = ["orange", "yellow"]
      range = [1, 8]

      [[equipment.attacks]]
      id = "spike"
      dice = ["red", "red"]
      range = [1, 8]
    """
ARC = "attack cadin probe.arc dummy.1"
# Faces: orange 1 "S S !", 2 "S", 4 "S B !"; yellow 1 "S B !", 2 "S ! !", 4 "!"; red 1 "CS", 4 "S", 5 "S S !".
NOTHING, SHALLOW, PAIR, TWO_SPECIALS, ANY_THREE, BOTH = "2 4", "2 3", "1 4", "2 2", "4 4", "1 1"


@cache
def loaded(**options: Any) -> Loaded:
    found = load([ID], options={ID: options}, found=available(bundled_folders()))
    assert found.failures == ()
    return found


def table(level: str, kind: str, zone: str = "B1", text: str = ROOM, **options: Any) -> Play:
    game = position(text.format(zone=zone), PROBE, hooks_of(loaded(**options)), zone_rules={"haze": ("hostile",)})
    game.state = replace(game.state, facts={"hostile_level.haze": level, "hostile_harm.haze": kind})
    return game


def rules_of(game: Play) -> Rules:
    return game.game.rules


def attacked(game: Play, faces: str, *more: str, command: str = ARC) -> Play:
    """Cadin attacks with these faces; `more` are what the environment's rolls show. The dummy shows nothing."""
    return game.do("activate cadin", command, team=[faces, *more], enemy="-")


# ---- the tables ----

LEVELS = [
    (1, "unsafe"), (5, "unsafe"), (6, "adverse"), (10, "adverse"), (11, "dangerous"), (14, "dangerous"),
    (15, "aggressive"), (17, "aggressive"), (18, "lethal"), (19, "lethal"), (20, "savage"),
]  # fmt: skip


@pytest.mark.rule("N-012", "N-013", "N-014", "N-015", "N-016", "N-017")
@pytest.mark.parametrize(("number", "level"), LEVELS)
def test_a_d20_gives_the_level(number: int, level: str) -> None:
    assert rules.of_table(rules.LEVELS, number) == level


KINDS = [
    (1, "ph"), (3, "ph"), (4, "ph_3"), (6, "ph_3"), (7, "10"), (10, "10"), (11, "11"), (14, "11"), (15, "both_11"),
    (16, "12"), (18, "12"), (19, "12_twice"), (20, "13"),
]  # fmt: skip


@pytest.mark.rule("N-018", "N-019", "N-020", "N-021", "N-022", "N-023", "N-024", "N-025")
@pytest.mark.parametrize(("number", "line"), KINDS)
def test_a_d20_gives_the_type_of_damage(number: int, line: str) -> None:
    assert rules.of_table(rules.HARMS, number) == line


@pytest.mark.rule("N-026", "N-034")
@pytest.mark.parametrize(("line", "attribute", "kind"), [
    ("10", "arm", "arm_10"), ("12_twice", "bts", "bts_12_twice"), ("13", "ph", "ph_13"), ("ph", "arm", "ph"),
    ("ph_3", "bts", "ph_3"), ("both_11", "ph", "both_11"),
])  # fmt: skip
def test_what_the_table_leaves_open_is_settled_with_the_conditions(line: str, attribute: str, kind: str) -> None:
    assert rules.kind_of(line, attribute) == kind
    assert rules.harm_of(kind)[1] is rules.HARMS[line]


@pytest.mark.parametrize("kind", ["", "arm", "arm_14", "head_10", "arm_ph", "arm_both_11", "10"])
def test_there_are_no_other_types_of_damage(kind: str) -> None:
    with pytest.raises(ValueError, match="there is no type of damage"):
        rules.harm_of(kind)


# ---- what triggers ----

RANKS = [("CS", 1), ("CB", 1), ("S ! !", 2), ("S S !", 3), ("B B !", 3), ("S B !", 4), ("S !", 0), ("B", 0), ("-", 0)]


@pytest.mark.rule("N-029", "N-031")
@pytest.mark.parametrize(("face", "rank"), RANKS)
def test_a_face_has_a_rank(face: str, rank: int) -> None:
    assert rules.rank(Symbols.parse(face)) == rank


@pytest.mark.rule("N-012", "N-013", "N-014", "N-015", "N-016", "N-017")
def test_the_levels_count_as_many_faces_as_their_d20_nearly() -> None:
    """The chances of the ruling: the mean number of rolls of the Attacks, Hacks and Console rolls that the team begins
    with, and what a d20 with two dice gives."""
    faces = {name: die.faces for name, die in catalog().dice.dice.items()}
    pools = [
        ("red", "yellow"), ("orange", "yellow"), ("red", "orange", "orange"), ("red", "red", "orange"),
        ("yellow", "yellow"), ("red", "orange"), ("yellow",),
    ]  # fmt: skip

    def mean(level: str, pool: Sequence[str]) -> float:
        one = rules.LEVELS[level]
        shares = [sum(0 < rules.rank(face) <= one.rank for face in faces[die]) / 6 for die in pool]
        none = 1.0
        for share in shares:
            none *= 1 - share
        return 1 - none if one.once else sum(shares)

    found = {level: round(sum(mean(level, pool) for pool in pools) / len(pools), 2) for level in rules.LEVELS}
    assert found == {
        "unsafe": 0.12, "adverse": 0.24, "dangerous": 0.4, "aggressive": 0.48, "lethal": 0.57, "savage": 0.71,
    }  # fmt: skip
    book = {"unsafe": 20, "adverse": 19, "dangerous": 18, "aggressive": 17, "lethal": 16, "savage": 14}
    assert all(abs(found[level] - 2 * (21 - least) / 20) <= 0.12 for level, least in book.items())


TRIGGERS = [
    ("unsafe", NOTHING, 0), ("unsafe", TWO_SPECIALS, 0), ("adverse", TWO_SPECIALS, 1), ("adverse", PAIR, 0),
    ("dangerous", PAIR, 1), ("dangerous", ANY_THREE, 0), ("aggressive", PAIR, 1), ("aggressive", ANY_THREE, 0),
    ("lethal", ANY_THREE, 1), ("lethal", BOTH, 1), ("savage", BOTH, 2), ("savage", SHALLOW, 0),
]  # fmt: skip


@pytest.mark.rule("N-028", "N-029", "N-032")
@pytest.mark.parametrize(("level", "faces", "count"), TRIGGERS)
def test_each_die_that_triggers_obliges_to_a_roll(level: str, faces: str, count: int) -> None:
    game = attacked(table(level, "arm_10"), faces, *["B"] * count)
    assert len(game.told("roll_succeeded")) == count
    assert len(game.told("plugin_fact")) == min(count, 1)


@pytest.mark.rule("N-012")
def test_a_critical_triggers_at_every_level_whatever_becomes_of_it() -> None:
    """N-031: it is added as two Successes before the roll is over, and it was a critical on the die."""
    game = table("unsafe", "arm_10")
    game.do("activate cadin", "attack cadin probe.spike dummy.1", team="1 4", enemy="-")
    game.do("spend_critical success add", team="B")
    assert game.told("roll_succeeded") == ["roll_succeeded cadin yes [R-084]"]


@pytest.mark.rule("N-032", "N-118")
def test_two_dice_at_savage_are_two_rolls_and_both_can_hurt() -> None:
    game = attacked(table("savage", "arm_10"), BOTH, "-", "S")
    assert game.one("cadin").damage == 2
    assert game.told("damage_suffered")[-2:] == [
        "damage_suffered cadin 1 1 source=ability.hostile.name [N-028 N-029 N-032 N-017 N-020 R-079]",
        "damage_suffered cadin 1 2 source=ability.hostile.name [N-028 N-029 N-032 N-017 N-020 R-079]",
    ]


# ---- who is struck ----


@pytest.mark.rule("N-006", "N-028", "N-121")
def test_who_rolls_outside_the_zone_is_not_struck() -> None:
    assert attacked(table("savage", "arm_10", zone="C1 D1"), BOTH).told("plugin_fact") == []


@pytest.mark.rule("N-035", "N-121")
def test_another_figure_in_the_zone_is_not_struck() -> None:
    game = attacked(table("savage", "arm_10", zone="B1 C1 D1"), BOTH, "B", "B")
    assert [line.split()[2] for line in game.told("plugin_fact")] == ["cadin"]


@pytest.mark.rule("N-030")
def test_the_defense_of_the_one_attacked_never_triggers() -> None:
    """The dummy shows criticals in its Defense, and nothing strikes it."""
    game = table("savage", "arm_10", zone="C1")
    game.do("activate cadin", ARC, team=NOTHING, enemy="CB CB")
    assert game.told("plugin_fact") == []


@pytest.mark.rule("N-030")
def test_the_roll_against_the_environment_never_triggers() -> None:
    game = table("savage", "arm_10")
    game.do("activate cadin", ARC, team=[PAIR, "CB"], enemy="-")
    game.do("spend_critical block add")
    assert game.told("plugin_fact") == []
    assert game.one("cadin").damage == 0


@pytest.mark.rule("N-029", "N-035")
def test_an_enemy_that_attacks_is_struck_too() -> None:
    """Its first Attack shows a critical, and it withstands nothing; its second shows nothing."""
    text = ROOM.replace("dummy 1 2 ai=take_aim", "dummy 1 - ai=crossfire")
    game = table("savage", "arm_12", "C1", text).do("activate cadin", "end_activation cadin")
    game.pass_on(team=["-", "-"], enemy=["CS", "-", "-"])
    assert [line.split()[2] for line in game.told("plugin_fact")] == ["dummy.1"]
    assert game.foe("dummy.1").damage == 2


@pytest.mark.rule("N-029", "N-030", "N-119")
def test_one_who_answers_with_a_cc_attack_has_declared_it() -> None:
    unit = """
        [[units]]
        id = "duellist"

          [[units.faces]]
          colour = "red"
          number = 1
          speed = 3
          wounds = 5
          defense = ["black"]
          abilities = ["cc_specialist"]

            [[units.faces.attacks]]
            id = "claw"
            dice = ["orange", "orange"]
            range = [1, 1]
            cc = true
        """
    text = ROOM.replace("dummy 1 2 ai=take_aim", "duellist 1 ai=take_aim").replace("initiative dummy", "")
    game = position(text.format(zone="C1"), PROBE + unit, hooks_of(loaded()), zone_rules={"haze": ("hostile",)})
    game.state = replace(game.state, facts={"hostile_level.haze": "savage", "hostile_harm.haze": "arm_10"})
    game.do("activate cadin", "attack cadin probe.arc duellist.1", team=NOTHING, enemy=["1 2", "B"])
    assert [line.split()[2] for line in game.told("plugin_fact")] == ["duellist.1"]


# ---- what it does ----

OUTCOMES = [
    ("arm_10", ("B",), 0), ("arm_10", ("S",), 1), ("arm_11", ("-",), 2), ("arm_12", ("B",), 2), ("arm_12", ("B B",), 0),
    ("arm_13", ("B",), 3), ("arm_12_twice", ("B B", "B"), 2), ("arm_12_twice", ("-", "-"), 4),
    ("both_11", ("B",), 2), ("both_11", ("-",), 4), ("bts_11", (), 2), ("ph_11", ("2",), 0), ("ph_11", ("5",), 2),
]  # fmt: skip


@pytest.mark.rule("N-020", "N-021", "N-022", "N-023", "N-024", "N-025", "N-026", "N-033", "N-034", "N-124")
@pytest.mark.parametrize(("kind", "shown", "damage"), OUTCOMES)
def test_a_roll_with_too_few_blocks_costs_damage(kind: str, shown: tuple[str, ...], damage: int) -> None:
    """Cadin has no BioTech here, so nothing withstands that."""
    text = ROOM.replace("tabs=hand", "tabs=hand defense=any,any")
    game = attacked(table("aggressive", kind, text=text), PAIR, *shown)
    assert game.one("cadin").damage == damage


@pytest.mark.rule("N-033")
def test_no_modifier_helps_against_the_environment() -> None:
    """Shielded adds two blue dice to Defense, and is not used up here."""
    text = ROOM.replace("tabs=hand", "tabs=hand defense=any shielded")
    game = attacked(table("aggressive", "arm_10", text=text), PAIR, "-")
    assert game.one("cadin").damage == 1
    assert "shielded" in game.one("cadin").states


@pytest.mark.rule("N-018", "N-019", "N-036")
@pytest.mark.parametrize(("kind", "face", "pinned"), [
    ("ph", "2", False), ("ph", "5", True), ("ph_3", "1", False), ("ph_3", "4", True), ("ph_3", "3", True),
])  # fmt: skip
def test_a_failure_against_no_damage_pins(kind: str, face: str, pinned: bool) -> None:
    game = attacked(table("aggressive", kind), PAIR, face)
    assert ("pinned" in game.one("cadin").states) is pinned
    assert game.one("cadin").damage == 0


# ---- the conditions of a zone ----


def kiln(seed: int = 3, **options: Any) -> Session:
    return Session.new(mission="kiln", seed=seed, plugins=[ID], options={"plugins": {ID: options}}, journal=False)


def conditions(session: Session) -> dict[str, Any]:
    return {key: value for key, value in session.state.facts.items() if key.startswith("hostile_")}


PASSING = (c.EndActivation, c.Proceed, c.KeepCritical, c.LetStand)


def passed(session: Session) -> Change:
    """Submit what comes to least."""
    legal = session.legal()
    return session.submit(next((one for one in legal if isinstance(one, PASSING)), legal[0]))


def begun(session: Session) -> Session:
    """Deploy, and begin Round 1."""
    while not session.state.round:
        passed(session)
    return session


@pytest.mark.rule("N-001", "N-004", "N-007", "N-008", "N-011", "N-116")
def test_the_mission_sets_the_conditions_of_its_zone() -> None:
    assert conditions(kiln()) == {"hostile_level.furnace": "aggressive", "hostile_harm.furnace": "arm_12"}


@pytest.mark.rule("N-008", "N-009", "N-010")
def test_rolled_conditions_come_from_the_tables_as_the_game_begins() -> None:
    found = {tuple(conditions(begun(kiln(seed, conditions="rolled", attribute="bts"))).values()) for seed in range(6)}
    assert len(found) > 2
    for level, kind in found:
        assert level in rules.LEVELS
        assert rules.harm_of(kind)[0] in ("bts", "ph", "ph_3", "both_11")


@pytest.mark.rule("N-027")
def test_variable_conditions_are_rolled_each_round() -> None:
    def rolls(**options: Any) -> int:
        session = kiln(5, **options)
        found = 0
        while session.state.round < 3:
            picks = [event for event in passed(session).events if isinstance(event, events.RandomPicked)]
            found += sum(len(event.options) == len(rules.TABLE) for event in picks)
        return found

    assert [rolls(conditions=one) for one in ("mission", "rolled", "variable")] == [0, 2, 6]


@pytest.mark.rule("N-010")
def test_each_zone_has_a_roll_of_its_own_unless_it_is_common() -> None:
    two = {"haze": ("hostile",), "fumes": ("hostile",)}
    for common, count in ((True, 2), (False, 4)):
        hooks = hooks_of(loaded(conditions="rolled", common=common))
        game = position(ROOM.format(zone="B1") + "zone fumes E1\n", PROBE, hooks, zone_rules=two)
        play = rules_of(game).play
        weather = rules_of(game).abilities["hostile"].react
        assert weather is not None
        assert len(weather(play, play.shown(game.state), events.RoundBegan(1), "field")) == count


@pytest.mark.rule("N-002", "N-003", "N-005")
def test_a_hostile_zone_can_have_other_rules_too() -> None:
    three = {"haze": ("hostile", "difficult", "low")}
    game = position(ROOM.format(zone="B1"), PROBE, hooks_of(loaded()), zone_rules=three)
    ground = rules_of(game).terrain(game.state)
    assert ground["difficult"] == ground["low"] == rules_of(game).zones["haze"]


@pytest.mark.parametrize(("level", "holds"), [("dangerous", False), ("lethal", True), ("savage", True), ("", False)])
def test_a_condition_compares_levels(level: str, holds: bool) -> None:
    game = table(level, "ph")
    play = rules_of(game).play
    assert rules.at_least(play, play.shown(game.state), {"zone": "haze", "level": "lethal"}) is holds


def test_a_mission_waits_for_the_fact_that_a_zone_strikes() -> None:
    game = position(
        ROOM.format(zone="B1"), PROBE, hooks_of(loaded()), zone_rules={"haze": ("hostile",)},
        triggers=(t.Trigger("hostile haze", (t.SetFlag("struck"),), by="team"),),
    )  # fmt: skip
    game.state = replace(game.state, facts={"hostile_level.haze": "lethal", "hostile_harm.haze": "arm_10"})
    assert "struck" in attacked(game, PAIR, "B").state.flags


# ---- the save, the words, the log ----


def test_a_save_plays_back_without_the_expansion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kiln.defiance"
    session = Session.new(mission="kiln", seed=3, plugins=[ID], path=path)
    bot = make_bot("heuristic", 3)
    for _ in range(120):
        session.submit(bot.choose(session.game, session.state, session.legal()))
    assert any(key.startswith("hostile_struck") for key in session.state.facts)
    state = session.state
    session.close()
    only = tuple(one for one in bundled_folders() if one.name != "expansions")
    monkeypatch.setattr(loader, "default_folders", lambda: only)
    opened = open_save(path)
    assert opened.state == state
    assert opened.words("es")("mission.kiln.name") == "El horno"
    for _ in range(10):
        opened.submit(bot.choose(opened.game, opened.state, opened.legal()))
    opened.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_types_and_rules_have_words_in_every_language(language: str) -> None:
    words = kiln().words(language)
    kinds = {rules.kind_of(line, attribute) for line in rules.HARMS for attribute in rules.ATTRIBUTES}
    keys = [f"event.plugin_fact.hostile_level.{level}" for level in rules.LEVELS]
    keys += [f"event.plugin_fact.hostile_harm.{kind}" for kind in kinds]
    assert [key for key in keys if words(key, zone="Z").partition("Z: ")[2] in ("", key)] == []
    assert [key for key in (f"rule.N-{number:03}" for number in range(1, 37)) if words(key) == key] == []


def test_the_log_says_what_a_zone_does_by_its_name() -> None:
    session = kiln()
    names = Names(session.state, session.words("en"))
    fact = events.PluginFact(rules.LEVEL, "furnace", "lethal", ())
    assert SENTENCES[events.PluginFact](names, fact).startswith("Furnace hall: Hostility Lethal")
    assert "Cadin" in SENTENCES[events.PluginFact](names, events.PluginFact(rules.STRUCK, "cadin", "furnace", ()))
