"""Abilities of the campaign's Units beyond the keywords of the rulebook (R-212)."""

from __future__ import annotations

import textwrap

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import DeployUnits, Trigger
from defiance_qt.systems.defiance.engine.content.missions import Counter
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.outlook import threat_areas
from defiance_qt.systems.defiance.engine.state import MissionState
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, skipped

CARDS = """
    [[ai_cards]]
    id = "run"
    blue = ["assault least_distance", "attack least_distance"]
    red = ["assault least_distance", "attack least_distance"]

    [[ai_cards]]
    id = "sees"
    blue = ["acquire least_distance", "attack least_distance"]
    red = ["acquire least_distance", "attack least_distance"]

    [[ai_cards]]
    id = "aim"
    blue = ["focused"]
    red = ["focused"]
    """
UNIT = """
    [[units]]
    id = "{id}"

      [[units.faces]]
      colour = "{colour}"
      number = {number}
      speed = {speed}
      wounds = 4
      defense = ["any", "any"]
      abilities = ["{ability}"]
      {more}

        [[units.faces.attacks]]
        id = "hit"
        dice = ["any", "any"]
        range = [1, {reach}]
    """


def with_unit(
    ability: str, number: int = 1, speed: int = 4, reach: int = 1, colour: str = "blue", more: str = ""
) -> str:
    """The cards, and a Unit "beast" with that ability."""
    values = {"id": "beast", "ability": ability, "number": number, "speed": speed, "reach": reach}
    return CARDS + UNIT.format(colour=colour, more=more, **values)


def cited(game: Play, tag: str) -> list[str]:
    return [line.partition(" [")[2].rstrip("]") for line in game.told(tag)]


# ---- skitter ----


@pytest.mark.rule("R-212", "R-217")
@pytest.mark.parametrize(
    ("ability", "cost"), [("visor", 5), ("skitter", 4), ('skitter", "visor', 4), ('visor", "skitter', 4)]
)
def test_skitter_pays_nothing_for_difficult_terrain(ability: str, cost: int) -> None:
    text = "U . . . . 1\n\nbeast 1 ai=run\ndifficult C1:e\ninitiative beast"
    game = foes_turn(text, with_unit(ability, speed=5)).do("proceed")
    assert game.told("moved") == [f"moved beast.1 F1>E1>D1>C1>B1 cost={cost} [R-061 R-197]"]


@pytest.mark.rule("R-212", "R-217")
def test_the_threat_of_the_nimble_reaches_farther() -> None:
    text = "U . . . . 1\n\nbeast 1\ndifficult C1:e\ndifficult D1:e"
    seen = {}
    for ability in ("visor", "skitter"):
        game = position(text, with_unit(ability))
        (area,) = threat_areas(game.game.rules, game.state)
        seen[ability] = "A1" in area.close
    assert seen == {"visor": False, "skitter": True}


# ---- breacher ----

SHUT = "U . . . 1\n\nbeast 1 ai=run\n{} gate C1:e\ninitiative beast"


@pytest.mark.rule("R-212", "R-126", "R-197")
@pytest.mark.parametrize(
    ("side", "ability"),
    [("C1:e", "breacher"), ("D1:e", "breacher"), ("B1:e", 'breacher", "visor'), ("C1:e", 'visor", "breacher')],
)
def test_a_breacher_opens_the_doors_on_its_way(side: str, ability: str) -> None:
    game = foes_turn(SHUT.format("door").replace("C1:e", side), with_unit(ability))
    game.do("proceed")
    assert game.told("door_opened", "moved") == [
        "door_opened gate by=beast.1 [R-126 R-212]",
        "moved beast.1 E1>D1>C1>B1 cost=3 [R-061 R-197]",
    ]
    assert game.state.doors["gate"].open
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-127", "R-212")
def test_a_security_door_stops_a_breacher() -> None:
    game = foes_turn(SHUT.format("security"), with_unit("breacher")).pass_on()
    assert not game.told("door_opened")
    assert game.foe("beast.1").space == "D1"


@pytest.mark.rule("R-129", "R-061")
def test_a_door_stops_all_others() -> None:
    game = foes_turn(SHUT.format("door"), with_unit("visor")).pass_on()
    assert not game.state.doors["gate"].open


@pytest.mark.rule("R-130", "R-212")
def test_the_mission_hears_of_a_door_that_a_breacher_opens() -> None:
    trigger = Trigger("door_opened gate", (DeployUnits(("dummy",), ("E1",)),))
    game = foes_turn(SHUT.format("door") + "\nselected dummy", with_unit("breacher"), triggers=(trigger,))
    game.do("proceed")
    assert game.told("unit_deployed")


@pytest.mark.rule("R-212")
def test_a_door_beside_the_way_stays_shut() -> None:
    text = "U . . . 1\n . . . .\n\nbeast 1 ai=run\ndoor gate C1:se\ninitiative beast"
    game = foes_turn(text, with_unit("breacher")).do("proceed")
    assert game.told("moved")
    assert not game.state.doors["gate"].open


# ---- graft ----


@pytest.mark.rule("R-212")
def test_a_grafter_heals_the_worst_hurt_enemy_in_range_after_acting() -> None:
    text = "U . 1 2 3 4 5\n\nbeast 1 ai=aim\ndummy 2 3\ndummy.1 damage=1\ndummy.2 damage=3\ninitiative beast"
    game = foes_turn(text, with_unit("graft")).pass_on()
    assert game.told("damage_healed") == ["damage_healed dummy.2 2 1 source=ability.graft.name [R-212]"]


@pytest.mark.rule("R-212")
@pytest.mark.parametrize(
    ("hurt", "healed"),
    [
        ("dummy.1 damage=3\ndummy.2 damage=4", "dummy.2"),  # closest to death
        ("dummy.1 damage=3 poisoned\ndummy.2 damage=1", "dummy.2"),
        ("beast.1 damage=2", "beast.1"),
        ("clamp.1 damage=2", ""),
    ],
)
def test_whom_a_grafter_heals(hurt: str, healed: str) -> None:
    text = f"U . 1 2 3 4 5\n\nbeast 1 ai=aim\ndummy 2 3\nclamp 4 - -\n{hurt}\ninitiative beast"
    game = foes_turn(text, with_unit("graft")).pass_on()
    assert [line.split()[1] for line in game.told("damage_healed")] == ([healed] if healed else [])


@pytest.mark.rule("R-212", "R-070")
@pytest.mark.parametrize(("gap", "healed"), [(". . .", 1), (". . . .", 0)])
def test_a_grafter_reaches_four_spaces(gap: str, healed: int) -> None:
    text = f"1 {gap} 2 U\n\nbeast 1 ai=aim\ndummy 2 -\ndummy.1 damage=3\ninitiative beast"
    game = foes_turn(text, with_unit("graft")).pass_on()
    assert len(game.told("damage_healed")) == healed


# ---- static ----


@pytest.mark.rule("R-212", "R-133")
@pytest.mark.parametrize(("board", "dice"), [("U X . . 1 2", 2), ("U X . . . 1 2", 3)])
def test_a_console_in_range_of_static_loses_one_die(board: str, dice: int) -> None:
    """Two bearers in Range take no more than one."""
    text = f'{board}\n\numa carries=hacking_device\nconsole one X "S"\nbeast 1 2'
    game = position(text, with_unit("static", number=2)).do("activate uma")
    game.do("interact uma one using=hacking_device", team="-")
    assert len(game.dice("team")) == dice


@pytest.mark.rule("R-212", "R-133")
def test_the_roll_tells_where_the_die_went() -> None:
    text = 'U X . 1\n\numa carries=hacking_device\nconsole one X "S"\nbeast 1'
    game = position(text, with_unit("static")).do("activate uma", "interact uma one using=hacking_device", team="-")
    side = game.roll().team
    assert side is not None
    assert "ability.static.name" in [one.source for one in side.applied]
    assert "R-212" in game.roll().rules


@pytest.mark.rule("R-133", "R-134")
def test_static_may_leave_no_die_at_all() -> None:
    text = 'U X . 1\n\numa carries=pistol\nconsole one X "S"\nbeast 1'
    game = position(text, with_unit("static")).do("activate uma", "interact uma one")
    assert game.one("uma").aggro == 1
    assert game.state.consoles["one"].completed == ()
    assert game.can("end_activation uma")


# ---- slip_away ----

SLIP = "U . 1 . . .\n\numa carries=stick aggro=0\nbeast 1 -"


def shot(game: Play, team: str = "S") -> Play:
    return game.do("attack uma stick.point beast.1", team=team, enemy="-")


@pytest.mark.rule("R-212")
def test_hurt_it_hides_and_slips_away() -> None:
    game = shot(position(SLIP.replace(" -", ""), with_unit("slip_away")).do("activate uma"))
    assert game.foe("beast.1").states == ("hidden",)
    assert game.told("moved") == ["moved beast.1 C1>D1>E1 cost=2 [R-212 R-061]"]
    assert game.state.facts == {"slip_away.beast.1": 1}


@pytest.mark.rule("R-212")
def test_it_slips_away_once_a_round() -> None:
    game = shot(position(SLIP.replace(" -", ""), with_unit("slip_away")).do("activate uma"))
    game.do("overrule enemies.beast.1.states []", "attack uma stick.point beast.1", team="S", enemy="-")
    assert game.foe("beast.1").damage == 2
    assert game.foe("beast.1").states == ()
    assert not game.told("moved")


@pytest.mark.rule("R-212")
def test_dead_it_slips_nowhere_and_pinned_it_only_hides() -> None:
    dead = shot(position(SLIP.replace(" -", ""), with_unit("slip_away")).do("activate uma"), "S S S S")
    assert dead.state.enemies == {}
    text = SLIP.replace(" -", "") + "\nbeast.1 pinned"
    held = shot(position(text, with_unit("slip_away")).do("activate uma"))
    assert held.foe("beast.1").space == "C1"
    assert set(held.foe("beast.1").states) == {"pinned", "hidden"}


@pytest.mark.rule("R-212")
def test_cornered_it_stays_where_it_is() -> None:
    text = "U 1\n\numa carries=stick\nbeast 1"
    game = shot(position(text, with_unit("slip_away")).do("activate uma"))
    assert game.foe("beast.1").space == "B1"
    assert game.foe("beast.1").states == ("hidden",)


# ---- inert, and Structures ----


@pytest.mark.rule("R-212", "R-171")
def test_what_is_inert_gets_no_cards() -> None:
    text = "U . . 1 2\n\nbeast 1\ndummy 2 -"
    game = position(text, with_unit("inert")).do("activate uma", "end_activation uma")
    assert game.state.round == 2
    assert game.state.initiative == ("dummy",)
    assert (game.unit("beast").ai_card, bool(game.unit("dummy").ai_card)) == ("", True)


@pytest.mark.rule("R-212", "R-170", "R-262")
def test_what_is_inert_gets_none_when_it_arrives_or_is_attacked() -> None:
    text = "U . 1\n\numa carries=stick\nbeast 1\nalert 0"
    game = position(text, with_unit("inert")).do("activate uma", "attack uma stick.point beast.1", team="-", enemy="-")
    assert game.state.initiative == ()
    assert game.unit("beast").ai_card == ""


@pytest.mark.rule("R-271", "R-272")
def test_at_maximum_alert_a_structure_is_repaired_but_not_built_again() -> None:
    text = "U . 1 2\n\nclamp 1 2 -\nclamp.1 damage=3"
    game = position(text).do("overrule alert 5", "activate uma", "end_activation uma")
    assert game.state.high_face
    assert [game.foe(id).damage for id in ("clamp.1", "clamp.2")] == [0, 0]
    assert "clamp.3" not in game.state.enemies


@pytest.mark.rule("R-175", "R-212")
def test_a_gate_anchor_shoots_and_never_moves() -> None:
    text = "U . . 1\n\ngate_anchor 1 - - - - ai=rush\ninitiative gate_anchor"
    game = foes_turn(text).pass_on(enemy="-", team="-")
    assert chosen(game) == ["gate_anchor.1 attack least_distance uma"]
    assert game.foe("gate_anchor.1").space == "D1"


# ---- undying ----

TIDE = "U . . 1 . . .\n\numa carries=stick\nbeast 1\nrespawn G1"


@pytest.mark.rule("R-212", "R-250")
def test_the_undying_leave_the_board_and_come_back_two_rounds_later() -> None:
    game = position(TIDE, with_unit("undying")).do("activate uma")
    game.do("attack uma stick.point beast.1", team="S S S S", enemy="-")
    assert game.told("miniature_died", "unit_eliminated") == []
    assert game.told("miniature_retreated") == ["miniature_retreated beast.1 [R-212]"]
    assert game.state.reserve == 0
    assert "beast" in game.state.units
    game.do("end_activation uma")
    assert game.state.round == 2
    assert game.state.enemies == {}
    assert (game.state.initiative, game.unit("beast").ai_card) == ((), "")
    game.do("activate uma", "end_activation uma")
    assert game.state.round == 3
    assert game.foe("beast.1").space == "G1"
    assert game.foe("beast.1").damage == 0
    assert game.state.initiative == ("beast",)
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-212", "R-250")
def test_only_the_undying_come_back_by_themselves() -> None:
    """The first has slipped away before it dies, and that is noted of it until the game ends."""
    game = position("U . 1 . . .\n\numa carries=stick\nbeast 1 F1\nrespawn E1", with_unit("slip_away", number=2))
    game.do("activate uma", "attack uma stick.point beast.1", team="S", enemy="-")
    assert game.state.facts == {"slip_away.beast.1": 1}
    game.do("overrule enemies.beast.1.states []", "attack uma stick.point beast.1", team="S S S S", enemy="-")
    game.do("end_activation uma")
    assert game.state.round == 2
    assert list(game.state.enemies) == ["beast.2"]


@pytest.mark.rule("R-212", "R-250")
def test_the_undying_do_not_come_back_to_a_unit_that_is_gone() -> None:
    game = position(TIDE.replace("beast 1", "beast 1 -"), with_unit("undying", number=2)).do("activate uma")
    game.do("attack uma stick.point beast.1", team="S S S S", enemy="-")
    game.state = replace(game.state, units={}, removed=("beast",))
    game.do("end_activation uma", "activate uma", "end_activation uma")
    assert (game.state.round, game.state.enemies) == (3, {})


@pytest.mark.rule("R-212", "R-250")
def test_without_a_respawn_space_the_undying_wait_for_one() -> None:
    game = position(TIDE.replace("\nrespawn G1", ""), with_unit("undying")).do("activate uma")
    game.do("attack uma stick.point beast.1", "end_activation uma", team="S S S S", enemy="-")
    for _ in range(3):
        game.do("activate uma", "end_activation uma")
    assert game.state.round == 5
    assert game.state.enemies == {}
    game.state = replace(game.state, mission=MissionState(game.state.mission_id, respawn=("G1",)))
    assert game.do("activate uma", "end_activation uma").foe("beast.1").space == "G1"


@pytest.mark.rule("R-212", "R-250")
def test_all_the_undying_come_back_once_and_nearest_to_the_team() -> None:
    text = "U . . 1 2 . . .\n\numa carries=stick\nbeast 1 2\nrespawn G1 E1\ndeck ai take_aim"
    game = position(text, with_unit("undying", number=2)).do("activate uma")
    for id in ("beast.1", "beast.2"):
        game.do(f"attack uma stick.point {id}", team="S S S S", enemy="-")
    game.do("end_activation uma", "activate uma", "end_activation uma")
    assert (game.state.round, [game.foe(id).space for id in ("beast.1", "beast.2")]) == (3, ["E1", "D1"])
    game.do("activate uma", "end_activation uma").pass_on()
    assert (game.state.round, game.told("enemy_deployed")) == (4, [])


@pytest.mark.rule("R-212", "R-272")
def test_maximum_alert_does_not_call_the_undying_back() -> None:
    game = position(TIDE, with_unit("undying")).do("activate uma")
    game.do("attack uma stick.point beast.1", "end_activation uma", "overrule alert 5", team="S S S S", enemy="-")
    game.do("activate uma", "end_activation uma")
    assert (game.state.round, len(game.told("enemy_deployed"))) == (3, 1), "once, as Round 3 begins"


# ---- bolt ----

PREY = """
    U . . 1 . . . . . . . .

    beast 1 ai=aim
    zone pad L1
    initiative beast
    """
RUNS = with_unit("bolt", reach=8, more='instructions = ["bolt", "attack least_distance", "attack least_distance"]')


def spooked(text: str) -> Play:
    game = position(f"{textwrap.dedent(text).strip()}\ngoldstein", RUNS)
    return game.do('overrule flags ["spooked"]', "activate goldstein", "end_activation goldstein")


@pytest.mark.rule("R-212")
def test_until_it_is_spooked_the_prey_rests() -> None:
    game = foes_turn(PREY, RUNS).pass_on()
    assert chosen(game) == skipped(game) == []


@pytest.mark.rule("R-212")
def test_spooked_it_runs_its_whole_speed_and_shoots_once() -> None:
    game = spooked(PREY).pass_on(enemy="-", team="-")
    assert chosen(game)[0].startswith("beast.1 bolt")
    assert game.told("moved") == ["moved beast.1 D1>E1>F1>G1>H1 cost=4 [R-061 R-212]"]
    assert len(game.told("attack_declared")) == 1


@pytest.mark.rule("R-212")
def test_without_an_open_way_it_stays_and_shoots_twice() -> None:
    game = spooked(PREY.rstrip() + "\n    door gate H1:e\n").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert "no_open_way" in skipped(game)[0]
    assert len(game.told("attack_declared")) == 2


@pytest.mark.rule("R-212")
def test_it_takes_the_way_that_is_open() -> None:
    """The straight way is shut: it goes round, although that leads it away at first."""
    walls = "wall B1:e\nwall B1:se"
    text = f"1 . . .\n . . . .\nU . . .\n\nbeast 1 ai=aim\nzone pad D1\n{walls}\ninitiative beast"
    game = spooked(text).pass_on(enemy="-", team="-")
    assert game.told("moved")[0].startswith("moved beast.1 A1>A2>B2>C1>D1")


@pytest.mark.rule("R-212")
def test_on_the_pad_it_stays() -> None:
    game = spooked(PREY.replace("L1", "D1")).pass_on(enemy=["-", "-"], team=["-", "-"])
    assert not game.told("moved")
    assert "on_pad" in skipped(game)[0]


@pytest.mark.rule("R-212", "R-024")
def test_its_first_damage_spooks_it_and_the_mission_hears_of_it() -> None:
    trigger = Trigger("flag spooked", (DeployUnits(("dummy",), ("H1",)),))
    text = "U . 1 . . . . .\n\numa carries=stick\nbeast 1\nselected dummy"
    game = position(text, RUNS, triggers=(trigger,)).do("activate uma")
    game.do("attack uma stick.point beast.1", team="S", enemy="-")
    assert game.state.flags == ("spooked",)
    assert game.told("unit_deployed")


# ---- voice ----


@pytest.mark.rule("R-212", "R-074")
@pytest.mark.parametrize("live", [0, 2])
def test_the_voice_defends_with_a_die_for_each_live_anchor_gone(live: int) -> None:
    text = "U . 1\n\numa carries=stick\narchon 1"
    game = position(text, counters={"live": Counter(live)}).do("activate uma")
    game.do("attack uma stick.point archon.1", team="-", enemy="-")
    assert game.dice("enemy") == ["green", "black"] + ["black"] * live


@pytest.mark.rule("R-212")
def test_the_voice_attacks_as_its_card_says() -> None:
    cards = CARDS.replace('red = ["focused"]', 'red = ["attack least_distance"]')
    text = "U . 1\n\narchon 1 ai=aim\ninitiative archon"
    game = foes_turn(text, cards, counters={"live": Counter(2)}).do("proceed", enemy="-", team="-")
    assert game.dice("enemy") == ["red", "red", "orange"]


def test_an_ability_cannot_change_the_mission_that_it_is_shown() -> None:
    game = position("U . 1\n\narchon 1", counters={"live": Counter(2)})
    shown = game.game.rules.play.shown(game.state)
    assert shown.mission
    with pytest.raises(TypeError):
        shown.mission.counters["live"] = 9
