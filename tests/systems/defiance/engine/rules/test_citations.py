"""An event cites the rule that caused it, and no other.

Spans `rules.decks`, `rules.rounds` and `rules.effects`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import ConsoleInput, DeployUnits, MissionConsole, OpenDoors, Trigger
from tests.systems.defiance.engine.positions import Play, position

KITS = """
    [[consequences]]
    id = "poisoned"
    effects = [{ do = "suffer", amount = 9, on = "user" }]

    [[consequences]]
    id = "frail"
    wounds = -9

    [[software]]
    id = "lens"
    kind = "demon"
    modifiers = [{ rolls = ["console"], dice = ["yellow"] }]

    [[equipment]]
    id = "field_kit"

      [[equipment.actions]]
      id = "wake"
      target = "unconscious"
      range = [1, 1]
      effects = [{ do = "revive", heal = 3, draw = 2 }]
    """


def cited(game: Play, tag: str) -> list[str]:
    """The rules that the events of that kind cite."""
    return [line.partition(" [")[2].rstrip("]") for line in game.told(tag)]


@pytest.mark.rule("R-231", "R-232")
def test_another_card_that_revives_is_no_automedikit() -> None:
    text = "U J\n\numa carries=medikit\njazz damage=10 unconscious"
    game = position(text).do("activate uma", "use_card uma medikit.revive jazz", consequence="torn_muscle")
    assert cited(game, "card_drawn") == ["R-232 R-231"]
    assert cited(game, "state_lost") == ["R-048 R-149 R-231 R-232"], "each rule once"


@pytest.mark.rule("R-160", "R-162")
def test_of_several_consequences_the_cause_is_cited() -> None:
    cards = ["torn_muscle", "deep_cut"]
    game = position("C U\n\ncadin damage=10 unconscious").do("activate cadin", "use_automedikit cadin",
                                                             consequence=cards)  # fmt: skip
    assert cited(game, "card_drawn") == ["R-160", "R-160"]
    assert cited(game.do("keep torn_muscle"), "card_discarded") == ["R-160"]
    text = "U J\n\numa carries=field_kit\njazz damage=10 unconscious"
    game = position(text, KITS).do("activate uma", "use_card uma field_kit.wake jazz", consequence=cards)
    assert cited(game, "card_drawn") == ["R-232 R-231", "R-232 R-231"]
    assert game.refused("keep cold_anger") == "not_drawn R-232"
    assert cited(game.do("keep torn_muscle"), "card_discarded") == ["R-232 R-231"]


@pytest.mark.rule("R-224", "R-321")
@pytest.mark.parametrize(("card", "rules"), [("poisoned", "R-224"), ("frail", "R-224 R-321")])
def test_a_fall_cites_lowered_wounds_only_where_wounds_were_lowered(card: str, rules: str) -> None:
    text = "U J\n\numa carries=medikit\njazz damage=10 unconscious"
    game = position(text, KITS).do("activate uma", "use_card uma medikit.revive jazz", consequence=card)
    assert cited(game, "fell_unconscious") == [rules]


@pytest.mark.rule("R-133", "R-141")
def test_a_console_roll_is_not_a_simple_roll() -> None:
    game = position('U X\n\nconsole one X "!"').do("activate uma", "interact uma one", team="!")
    assert cited(game, "dice_rolled") == ["R-133"]


@pytest.mark.rule("R-127", "R-138")
@pytest.mark.parametrize(("kind", "rules"), [("door", "R-138"), ("security", "R-138 R-127")])
def test_a_console_cites_security_doors_for_those_only(kind: str, rules: str) -> None:
    text = f'U X .\n . . .\n\nconsole one X "!"\n{kind} gate C1:se'
    consoles = (MissionConsole("one", "B1", (ConsoleInput("!", (OpenDoors(("gate",)),)),)),)
    game = position(text, consoles=consoles).do("activate uma", "interact uma one", team="!").do("assign ! 0")
    assert cited(game, "door_opened") == [rules]


@pytest.mark.rule("R-130", "R-016")
@pytest.mark.parametrize(
    ("on", "rules"), [("door_opened gate", "R-024 R-016 R-130 R-170"), ("round_began 2", "R-024 R-016 R-170")]
)
def test_a_deployment_cites_a_door_only_if_one_was_opened(on: str, rules: str) -> None:
    triggers = (Trigger(on, (DeployUnits(("dummy",), ("C1",)),)),)
    game = position("U . .\n\ndoor gate A1:e\nselected dummy", triggers=triggers).do("activate uma")
    game.do("interact uma gate" if "door" in on else "end_activation uma")
    assert cited(game, "unit_deployed") == [rules]


@pytest.mark.rule("R-170", "R-171")
def test_cards_of_a_unit_that_arrives_later_are_not_those_of_the_start_phase() -> None:
    triggers = (Trigger("door_opened gate", (DeployUnits(("dummy",), ("C1",)),)),)
    game = position("U . .\n\ndoor gate A1:e\nselected dummy", triggers=triggers)
    assert cited(game.do("activate uma", "interact uma gate"), "ai_card_dealt") == ["R-170"]
    game = position("U . 1\n\ndummy 1 activated").do("activate uma", "end_activation uma")
    assert cited(game, "ai_card_dealt") == ["R-171"]


@pytest.mark.rule("R-171", "R-176", "R-178", "R-261")
def test_the_end_and_the_start_of_a_round_cite_what_applies() -> None:
    game = position("U . 1\n\ndummy 1 activated ai=take_aim").do("activate uma", "end_activation uma")
    assert cited(game, "ai_cards_discarded") == ["R-176"], "no eliminated Unit"
    assert cited(game, "initiative_shuffled") == ["R-171"]
    assert cited(game, "round_began") == ["R-039 R-045"]
    game = position("U . .\n\n").do("activate uma", "end_activation uma")
    assert cited(game, "initiative_shuffled") == ["R-171"], "no Unit at Alert 1 is not Alert 0"
    game = position("U . .\n\nalert 0").do("activate uma", "end_activation uma")
    assert cited(game, "initiative_shuffled") == ["R-261"]


@pytest.mark.rule("R-086", "R-188")
def test_typed_chance_is_refused_by_the_rule_that_needs_it() -> None:
    game = position("U . 1\n\ndummy 1 -\nanswers team.dice=person")
    game.do("activate uma", "attack uma stun_pistol.shot dummy.1")
    assert game.refused("enter_dice 1,1,1,1,1,1,1,1") == "wrong_dice R-086"
    game = position("U . 1\n\ndummy 1 - ai=attack_twice\nanswers enemy.initiative=person\ninitiative dummy")
    game.do("activate uma", "end_activation uma")
    assert game.refused("enter_card ghost") == "wrong_card R-172"
