"""Words that abilities bring to content: terrain, effects, facts and conditions of missions.

Spans `abilities`, `catalog` and `checks`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import load
from defiance_qt.systems.defiance.api import (
    Ability,
    CardAction,
    Effects,
    EnemyAction,
    PlayRules,
    State,
    TerrainMoment,
    Values,
    effects,
    events,
)
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.catalog import content_faults
from defiance_qt.systems.defiance.engine.chances import needs_chance
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.frames import PoolDie, RollSide
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.plugin import contribute_abilities
from defiance_qt.systems.defiance.system import hooks_of
from tests.extend.plugins import plugin
from tests.systems.defiance.engine.positions import Play, position

ROOM = """
    C . . . . 1
     . . . . . .
    . . . . . .

    cadin
    dummy 1 ai=take_aim
    zone haze B1 C1
    initiative dummy
    """
HAZE: dict[str, Any] = {"zone_rules": {"haze": ("fume",)}}


def hooks(*more: Ability) -> Hooks:
    return Hooks(abilities=(*contribute_abilities(), *more))


def table(text: str, *more: Ability, cards: str = "", **mission: Any) -> Play:
    return position(text, cards, hooks(*more), **mission)


def noted(rules: PlayRules, state: State, moment: TerrainMoment) -> Sequence[events.Event]:
    return (events.PluginFact("fume", f"{moment.what}.{moment.zone}", moment.figure, ("fume-1",)),)


FUME = Ability("fume", terrain=noted)


def rules_of(game: Play) -> Rules:
    return game.game.rules


def moments(game: Play) -> list[str]:
    return [line.split()[2] + " " + line.split()[3] for line in game.told("plugin_fact")]


# ---- terrain ----


def test_whoever_comes_into_a_zone_enters_it_once() -> None:
    game = table(ROOM, FUME, **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1", "step_to cadin C1", "step_to cadin D1")
    assert moments(game) == ['enters.haze "cadin"']


def test_an_activation_that_ends_in_a_zone_stays_there() -> None:
    game = table(ROOM, FUME, **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1", "end_activation cadin")
    assert moments(game) == ['enters.haze "cadin"', 'stays.haze "cadin"']


def test_an_enemy_stays_when_the_activation_of_its_unit_ends() -> None:
    game = table(ROOM.replace("dummy 1", "dummy C1"), FUME, **HAZE)
    game.do("activate cadin", "end_activation cadin").pass_on()
    assert moments(game) == ['stays.haze "dummy.1"']


def test_a_roll_is_offered_when_it_is_over_with_its_dice() -> None:
    seen: list[TerrainMoment] = []

    def look(rules: PlayRules, state: State, moment: TerrainMoment) -> Sequence[events.Event]:
        seen.append(moment)
        return ()

    text = ROOM.replace("C . .", ". C .").replace("dummy 1", "dummy C1")
    game = table(text, Ability("fume", terrain=look), **HAZE)
    game.do("activate cadin", "attack cadin rippers.slash dummy.1", team="S ! S", enemy="B")
    rolls = [moment for moment in seen if moment.what == "rolls"]
    assert [moment.figure for moment in rolls] == ["cadin", "dummy.1"]
    assert rolls[0].roll is not None
    assert rolls[0].roll.team is not None
    shown = rules_of(game).play.faces(rolls[0].roll.team)
    assert len(shown) == len(rolls[0].roll.team.dice)
    assert sum(one.special for one in shown) >= 1


def test_without_the_rule_a_zone_is_only_a_zone() -> None:
    game = table(ROOM, FUME, zone_rules={"haze": ("difficult",)})
    game.do("activate cadin", "move cadin", "step_to cadin B1", "end_activation cadin")
    assert moments(game) == []


@pytest.mark.parametrize("kinds", [("difficult",), ("low",), ("blocked",), ("low", "difficult")])
def test_the_ground_of_an_ability_is_that_of_its_zones(kinds: tuple[Any, ...]) -> None:
    game = table(ROOM, Ability("fume", ground=kinds), **HAZE)
    spaces = rules_of(game).zones["haze"]
    assert {kind: bool(mask) for kind, mask in rules_of(game).terrain(game.state).items()} == {
        kind: kind in kinds for kind in ("low", "difficult", "blocked")
    }
    assert all(mask in (0, spaces) for mask in rules_of(game).terrain(game.state).values())


def test_difficult_ground_of_an_ability_costs_two() -> None:
    game = table(ROOM, Ability("fume", ground=("difficult",)), **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1")
    assert game.told("moved") == ["moved cadin A1>B1 cost=2 [R-217]"]


# ---- effects that an ability causes ----


def resist(needs: str, of: Any = "defense") -> Ability:
    def gas(rules: PlayRules, state: State, moment: TerrainMoment) -> Sequence[Effects]:
        test = effects.Test(of=of, needs=needs, failed=(effects.Suffer(2, on="user"),))
        stays = moment.what == "stays"
        return (Effects((test,), moment.figure, source="ability.fume.name", rules=("fume-1",)),) if stays else ()

    return Ability("fume", terrain=gas)


@pytest.mark.parametrize(("rolled", "damage"), [("B", 0), ("S", 2), ("-", 2)])
def test_a_test_of_a_value_needs_its_symbols_and_else_its_failure_follows(rolled: str, damage: int) -> None:
    game = table(ROOM.replace("cadin\n", "cadin defense=any\n", 1), resist("B"), **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1", "end_activation cadin", team=rolled)
    assert game.state.team["cadin"].damage == damage
    assert game.told("roll_succeeded") == [f"roll_succeeded cadin {'no' if damage else 'yes'} [R-084]"]
    suffered = game.told("damage_suffered")
    assert suffered == (["damage_suffered cadin 2 2 source=ability.fume.name [fume-1 R-079]"] if damage else [])


@pytest.mark.parametrize(("needs", "chance"), [("B", 1 / 2), ("B B", 1 / 6), ("S", 1 / 2), ("!", 0)])
def test_the_chance_of_a_test_counts_what_it_needs(needs: str, chance: float) -> None:
    cards = """
        [dice]
        four = ["S", "CS", "B", "CB", "B", "S"]
        """
    rules = rules_of(table(ROOM, cards=cards))
    side = RollSide("cadin", (PoolDie("four", "x"),))
    assert needs_chance(rules, side, needs) == pytest.approx(chance)


def test_a_critical_block_counts_as_two_blocks_when_it_is_added() -> None:
    game = table(ROOM.replace("cadin\n", "cadin defense=any\n", 1), resist("B B"), **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1", "end_activation cadin", team="CB")
    game.do("spend_critical block add")
    assert game.state.team["cadin"].damage == 0


def test_a_value_without_dice_fails() -> None:
    game = table(ROOM, resist("B", "biotech"), **HAZE)
    game.do("activate cadin", "move cadin", "step_to cadin B1", "end_activation cadin")
    assert game.state.team["cadin"].damage == 2


def test_an_enemy_tests_its_own_value() -> None:
    game = table(ROOM.replace("dummy 1", "dummy C1"), resist("B"), **HAZE)
    game.do("activate cadin", "end_activation cadin").pass_on(enemy="S")
    assert game.told("roll_succeeded") == ["roll_succeeded dummy.1 no [R-084]"]
    assert game.foe("dummy.1").damage == 2


def test_what_an_ability_causes_causes_no_reactions() -> None:
    def echo(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[Effects]:
        hurt = isinstance(event, events.DamageSuffered | events.AlertChanged)
        return (Effects((effects.RaiseAlert(1),), next(iter(state.team)), source="x"),) if hurt else ()

    game = table(ROOM, Ability("echo", react=echo), abilities=("echo",), triggers=(
        t.Trigger("activation_ended cadin", (t.RaiseAlert(1),)),
    ))  # fmt: skip
    game.do("activate cadin", "end_activation cadin")
    assert len(game.told("alert_changed")) == 2


# ---- facts and conditions ----


def told(rules: PlayRules, state: State, event: events.Event) -> Sequence[str]:
    if isinstance(event, events.Moved):
        return (f"step {event.path[-1]} by {event.figure}",)
    return ("",) if isinstance(event, events.ActivationEnded) else ()


STRIDE = Ability("stride", fact=told)


@pytest.mark.parametrize(
    ("on", "flag"),
    [("stride step B1", True), ("stride *", True), ("stride", True), ("stride step C1", False)],
)
def test_a_mission_waits_for_the_fact_of_an_ability(on: str, flag: bool) -> None:
    game = table(ROOM, STRIDE, triggers=(t.Trigger(on, (t.SetFlag("seen"),)),))
    game.do("activate cadin", "move cadin", "step_to cadin B1")
    assert ("seen" in game.state.flags) is flag


def test_a_fact_is_not_asked_for_where_nothing_waits_for_it() -> None:
    assert rules_of(table(ROOM, STRIDE)).stating == ()


def test_a_fact_says_who_caused_it() -> None:
    trigger = t.Trigger("stride step B1", (t.SetFlag("seen"),), by="enemy")
    game = table(ROOM, STRIDE, triggers=(trigger,)).do("activate cadin", "move cadin", "step_to cadin B1")
    assert "seen" not in game.state.flags


def at_least(rules: PlayRules, state: State, values: Values) -> bool:
    return state.alert >= int(str(values["alert"]))


@pytest.mark.parametrize(("alert", "flag"), [(1, True), (2, False)])
def test_a_condition_asks_an_ability(alert: int, flag: bool) -> None:
    need = t.Requirement(ability=t.AskAbility("loud", {"alert": alert}))
    trigger = t.Trigger("activation_ended cadin", (t.SetFlag("seen"),), needs=need)
    game = table(ROOM, Ability("loud", condition=at_least), triggers=(trigger,))
    game.do("activate cadin", "end_activation cadin")
    assert ("seen" in game.state.flags) is flag


def test_the_condition_of_an_ability_that_is_gone_does_not_hold() -> None:
    need = t.Requirement(ability=t.AskAbility("loud"))
    trigger = t.Trigger("activation_ended cadin", (t.SetFlag("seen"),), needs=need)
    game = table(ROOM, triggers=(trigger,)).do("activate cadin", "end_activation cadin")
    assert "seen" not in game.state.flags


# ---- what content names ----

MISSION = "missions/extraction.toml"
TRIGGER = '[[missions.triggers]]\non = "quake dock"\neffects = [{ do = "alert" }]\n\n  '
FAULTS = {
    "a fact": ("[[missions.steps]]", TRIGGER + "[[missions.steps]]", r"triggers\[\d\]\.on: 'quake' is not one of"),
    "a condition": (
        "[[missions.victory]]",
        '[[missions.victory]]\nability = { id = "quake" }',
        r"victory\[0\]\.ability\.id: 'quake' is not one of",
    ),
    "a rule of a zone": (
        "[missions.zones]",
        'zone_rules = { extraction = ["quake"] }\n\n[missions.zones]',
        r"zone_rules\.extraction: there is no ability 'quake'",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_an_unknown_word_is_named_with_file_key_and_reason(what: str) -> None:
    old, new, sentence = FAULTS[what]
    text = files()[MISSION].decode()
    assert old in text
    content = {**{name: one for name, one in files().items() if name != "campaign.toml" and "missions/" not in name}}
    content[MISSION] = text.replace(old, new, 1).encode()
    told = [str(one) for one in content_faults(content, vocabulary=vocabulary(contribute_abilities()))]
    assert len(told) == 1
    assert re.match(rf"{MISSION}: missions 'extraction': {sentence}", told[0]), told


# ---- the gate: what a plugin answers wrongly drops it, and the game goes on ----

GATED = {
    "terrain that is text": ("terrain", "return 'fog'"),
    "an effect with an unknown State": (
        "terrain",
        "return (Effects((effects.Impose('angry', 'user'),), moment.figure),)",
    ),
    "an effect of no figure": ("terrain", "return (Effects((effects.RaiseAlert(),), 'nobody'),)"),
    "an effect without a user": ("terrain", "return (Effects((effects.RaiseAlert(),), ''),)"),
    "an event that only the rules cause": ("terrain", "return (events.TurnPassed('team', '', ()),)"),
    "a fact that is no text": ("fact", "return (7,)"),
    "a fact of two lines": ("fact", "return ('a\\n b',)"),
    "facts that are a number": ("fact", "return 7"),
    "an unknown space": ("instruct", "return EnemyAction(to=('Z99',))"),
    "an action that is text": ("instruct", "return 'run'"),
    "an event of the rules": ("instruct", "return EnemyAction(events=(events.TurnPassed('team', '', ()),))"),
    "a score that is true": ("select", "return True"),
    "a score without end": ("select", "return 10**9"),
    "an Action that is text": ("command", "return ('run',)"),
    "two Actions of one id": ("command", "return (CardAction('a', ()), CardAction('a', ()))"),
    "an Action that turns a card": ("command", "return (CardAction('a', (effects.Calm(-1),), use='tap'),)"),
    "an Action with an unknown State": ("command", "return (CardAction('a', (effects.Impose('angry', 'user'),)),)"),
    "an Action at an unknown target": ("command", "return (CardAction('a', (effects.Calm(-1),), target='moon'),)"),
    "a condition that is text": ("condition", "return 'perhaps'"),
    "a condition that raises": ("condition", "raise KeyError('values')"),
}
ARGUMENTS = {
    "terrain": "rules, state, moment",
    "fact": "rules, state, event",
    "condition": "rules, state, values",
    "instruct": "rules, state, enemy, target",
    "select": "rules, state, enemy, target",
    "command": "rules, state, bearer",
}
CODE = """
from defiance_qt.systems.defiance.api import Ability, CardAction, Effects, EnemyAction, effects, events


def {point}({arguments}):
    {body}


def contribute_abilities(context):
    return (Ability("fume", {point}={point}),)
"""


OWN = {
    "instruct": '[[ai_cards]]\nid = "own"\nblue = ["fume least_distance", "focused"]\nred = ["focused"]',
    "select": '[[ai_cards]]\nid = "own"\nblue = ["assault fume", "focused"]\nred = ["focused"]',
}


@pytest.mark.parametrize("what", GATED)
def test_what_an_ability_answers_wrongly_drops_its_plugin(what: str, tmp_path: Path) -> None:
    point, body = GATED[what]
    code = CODE.format(point=point, arguments=ARGUMENTS[point], body=body)
    plugin(tmp_path, "odd", code)
    loaded = load(["odd"], found=(*available(bundled_folders()), *available([tmp_path])))
    need = t.Requirement(ability=t.AskAbility("fume")) if point == "condition" else None
    on = "fume" if point == "fact" else "activation_ended cadin"
    mission: dict[str, Any] = {
        "zone_rules": {"haze": ("fume",)} if point == "terrain" else {},
        "abilities": ("fume",) if point == "command" else (),
        "triggers": (t.Trigger(on, (t.SetFlag("seen"),), needs=need),),
    }
    text = ROOM.replace("take_aim", "own") if point in OWN else ROOM
    game = position(text, OWN.get(point, ""), hooks_of(loaded), **mission).do("activate cadin")
    assert game.options("move") == ["move cadin"], "Actions of abilities are asked for where commands are listed"
    game.do("move cadin", "step_to cadin B1", "end_activation cadin").pass_on()
    assert len(loaded.failures) == 1
    assert f"fume.{point}" in str(loaded.failures[0])


# ---- Instructions and Actions of abilities ----


@pytest.mark.parametrize("gone", [True, False])
def test_an_instruction_without_its_ability_is_skipped(gone: bool) -> None:
    own = () if gone else (Ability("fume", instruct=lambda rules, state, enemy, target: None),)
    game = table(ROOM.replace("take_aim", "own"), *own, cards=OWN["instruct"])
    game.do("activate cadin", "end_activation cadin").pass_on()
    assert game.told("instruction_skipped")[0].startswith(
        "instruction_skipped dummy.1 fume least_distance reason.not_now"
    )
    assert game.told("state_gained") == ["state_gained dummy.1 focused source=dummy.1 [R-185 R-275]"]


def test_an_enemy_walks_to_the_best_of_the_spaces_and_attacks_from_there() -> None:
    def rush(rules: PlayRules, state: State, enemy: str, target: str) -> EnemyAction:
        return EnemyAction(to=("D1", "E1", "A3"), attack=True, rules=("fume-1",))

    game = table(ROOM.replace("take_aim", "own"), Ability("fume", instruct=rush), cards=OWN["instruct"])
    game.do("activate cadin", "end_activation cadin").pass_on(enemy="-", team="-")
    assert game.told("instruction_chosen")[0].startswith("instruction_chosen dummy.1 fume least_distance cadin")
    assert game.told("moved") == ["moved dummy.1 F1>E1 cost=1 [R-061 R-212]"]
    assert game.told("attack_declared")[0].startswith("attack_declared dummy.1 cadin dummy.beam 4")


def test_spaces_out_of_reach_are_no_answer() -> None:
    def rush(rules: PlayRules, state: State, enemy: str, target: str) -> EnemyAction:
        return EnemyAction(to=("A3",))

    game = table(ROOM.replace("take_aim", "own"), Ability("fume", instruct=rush), cards=OWN["instruct"])
    game.do("activate cadin", "end_activation cadin").pass_on()
    assert game.told("moved") == []


def test_a_selector_without_its_ability_leaves_the_choice_to_the_tie_breaks() -> None:
    game = table(ROOM.replace("take_aim", "own"), cards=OWN["select"])
    game.do("activate cadin", "end_activation cadin").pass_on()
    assert game.told("instruction_chosen")[0].startswith("instruction_chosen dummy.1 assault fume cadin")


def test_the_mission_can_give_each_of_the_team_an_action() -> None:
    def shout(rules: PlayRules, state: State, bearer: str) -> Sequence[CardAction]:
        return (CardAction("loud", (effects.RaiseAlert(1),)),) if state.alert < 3 else ()

    game = table(ROOM, Ability("shout", command=shout), abilities=("shout",))
    game.do("activate cadin", "use_card cadin shout.loud cadin", "use_card cadin shout.loud cadin")
    assert (game.state.alert, game.actions()) == (3, 0)
    assert [line.split()[:3] for line in game.told("card_used")] == [["card_used", "cadin", "shout.loud"]] * 2


def test_a_free_action_of_an_ability_is_offered_once_in_an_activation() -> None:
    """Whoever chooses could otherwise go on without end."""

    def shout(rules: PlayRules, state: State, bearer: str) -> Sequence[CardAction]:
        return (CardAction("loud", (effects.RaiseAlert(1),), free=True),)

    game = table(ROOM, Ability("shout", command=shout), abilities=("shout",))
    game.do("activate cadin", "use_card cadin shout.loud cadin")
    assert (game.state.alert, game.actions()) == (2, 2)
    assert game.options("use_card") == []
    game.do("end_activation cadin").pass_on()


def test_without_such_abilities_nothing_is_asked() -> None:
    rules = rules_of(table(ROOM))
    assert (rules.commanding, rules.terrains, rules.stating) == (False, {}, ())


# ---- States and keywords: content and an ability, no more ----


def test_a_state_of_content_works_by_its_numbers_and_by_its_keyword() -> None:
    """ "Chilled" takes an Action away by its card, and keeps its bearer from moving by an ability of a plugin."""
    cards = """
        [[states]]
        id = "chilled"
        actions = -1
        until = ["activation"]
        harm = 3
        abilities = ["frozen"]
        """
    frozen = Ability("frozen", pins_when=lambda rules, state, bearer: state.round == 1)
    game = table(ROOM.replace("cadin\n", "cadin chilled\n", 1), frozen, cards=cards).do("activate cadin")
    assert game.actions() == 1
    assert game.options("move") == []
    game.do("end_activation cadin")
    assert game.one("cadin").states == ()


def test_a_keyword_of_a_plugin_works_on_a_unit() -> None:
    cards = """
        [[units]]
        id = "mist"

          [[units.faces]]
          colour = "blue"
          number = 1
          speed = 3
          wounds = 2
          abilities = ["wisp"]

            [[units.faces.attacks]]
            id = "touch"
            dice = ["black"]
            range = [1, 1]
        """
    far = Ability("wisp", untargetable=lambda rules, state, attacker, bearer, distance: distance > 2)
    text = ROOM.replace("dummy 1 ai=take_aim", "mist 1 ai=take_aim").replace("initiative dummy", "initiative mist")
    text = text.replace("cadin\n", "cadin carries=stick\n", 1)
    assert table(text, far, cards=cards).do("activate cadin").options("attack") == []
    near = table(text.replace("C . . . . 1", ". . . C . 1"), far, cards=cards).do("activate cadin")
    assert near.options("attack")
