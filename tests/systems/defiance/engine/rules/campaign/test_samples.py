"""Samples: won, used, stored or lost; and what is made of them (R-288…R-290, R-298).

Spans `rules.campaign.ship`, `rules.campaign.course` and `rules.harm`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.enemies.reinforcements import deploy_unit
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, WIN, at, embark, pass_by, step, voyage

MAKERS = ("fabricator", "code_foundry")


def hunting(count: int = 1) -> Play:
    """A mission with a dummy whose card bears Samples."""
    opening = k.Opening((k.MissionUnit("dummy", ("F1", "F2")),))
    fields = {"selected": ("dummy",), "openings": {"en": opening, "es": opening}, "respawn": ("F3",)}
    play = embark(missions={"one": fields}).do("begin_mission", *DEPLOY)
    unit = play.state.units["dummy"]
    faces = tuple(replace(face, biological_samples=count, tech_samples=2) for face in unit.faces)
    play.state = replace(play.state, units={"dummy": replace(unit, faces=faces)})
    return play


@pytest.mark.rule("R-288")
def test_a_unit_that_is_completely_eliminated_leaves_its_samples() -> None:
    play = hunting().do("overrule enemies.dummy.1.damage 5")
    assert play.told("gained") == []
    play.do("overrule enemies.dummy.2.damage 5")
    assert play.told("gained") == ["gained biological dummy 1 [R-288]", "gained tech dummy 2 [R-288]"]
    play.do(*WIN)
    assert (at(play).biological, at(play).tech) == (1, 2)


@pytest.mark.rule("R-288")
def test_a_card_leaves_its_samples_once_a_mission() -> None:
    play = hunting().do("overrule enemies.dummy.1.damage 5", "overrule enemies.dummy.2.damage 5")
    assert play.state.mission
    twice = [kind for kind, id, _ in play.state.mission.gained if id == "dummy"]
    assert twice == ["biological", "tech"]


def won(run: Transaction) -> tuple[tuple[str, str, int], ...]:
    assert run.state.mission
    return run.state.mission.gained


@pytest.mark.rule("R-288", "R-199")
@pytest.mark.parametrize("last", ["retreats", "dies"])
def test_a_retreat_is_not_a_kill(last: str) -> None:
    """A Unit of which one has retreated leaves no Samples, whoever goes first; deployed anew and killed, it does."""
    play = hunting()
    run = Transaction(play.game.rules_for(play.state), play.state)
    if last == "retreats":
        harm.hurt(run, "dummy.1", 9, "x", ())
        harm.settle(run, "dummy.1", "x")
        harm.retreat(run, "dummy.2")
    else:
        harm.retreat(run, "dummy.1")
        harm.hurt(run, "dummy.2", 9, "x", ())
        harm.settle(run, "dummy.2", "x")
    assert run.state.enemies == {}
    assert won(run) == ()
    deploy_unit(run, "dummy", ("F1", "F2"), "selected", ("R-250",))
    faces = tuple(replace(face, tech_samples=2) for face in run.state.units["dummy"].faces)
    run.state = replace(run.state, units={"dummy": replace(run.state.units["dummy"], faces=faces)})
    for enemy in ("dummy.1", "dummy.2"):
        harm.hurt(run, enemy, 9, "x", ())
        harm.settle(run, enemy, "x")
    assert won(run) == (("tech", "dummy", 2),)


@pytest.mark.rule("R-288")
def test_a_unit_that_the_mission_takes_away_leaves_none() -> None:
    play = hunting()
    run = Transaction(play.game.rules_for(play.state), play.state)
    apply_effects(run, (k.Leave(("dummy",)),), "uma", "uma", "x", "x", ())
    assert run.state.enemies == {}
    assert won(run) == ()


@pytest.mark.rule("R-288")
def test_a_unit_without_samples_leaves_none() -> None:
    play = hunting(0).do("overrule enemies.dummy.1.damage 5", "overrule enemies.dummy.2.damage 5")
    assert play.told("gained") == ["gained tech dummy 2 [R-288]"]


@pytest.mark.rule("R-289", "R-290")
def test_samples_that_are_not_used_are_lost() -> None:
    play = voyage("sickbay", biological=1, tech=3).do("finish_step")
    assert (at(play).biological, at(play).tech, at(play).kept) == (0, 0, {})
    assert play.told("samples_stored") == ['samples_stored {} {"biological":1,"tech":3} [R-290]']


@pytest.mark.rule("R-289", "R-290")
def test_what_can_be_stored_is_kept_for_a_later_step() -> None:
    play = voyage("sickbay", biological=3, tech=1, upgrades=("cryopreservation_tank", "sample_container"))
    play.do("finish_step")
    assert (at(play).kept, at(play).biological, at(play).tech) == ({"biological": 2, "tech": 1}, 0, 0)
    pass_by(play, "briefing").do("begin_mission", *DEPLOY, *WIN)
    pass_by(play, "sickbay")
    assert at(play).kept == {"biological": 2, "tech": 1}
    play.do("finish_step")
    assert at(play).kept == {"biological": 2, "tech": 1}


@pytest.mark.rule("R-289", "R-298")
def test_fresh_samples_are_used_before_those_in_the_stores() -> None:
    play = voyage("sickbay", upgrades=(*MAKERS, "sample_container"), crew={"uma": "workshop"}, tech=1, kept={"tech": 2})
    play.do("craft uma grenade")
    assert (at(play).tech, at(play).kept) == (0, {"tech": 1})


@pytest.mark.rule("R-298")
def test_an_upgrade_lets_those_in_its_area_make_things_of_samples() -> None:
    play = voyage("sickbay", upgrades=("fabricator",), crew={"uma": "workshop", "jazz": "sickbay"}, tech=5)
    assert play.options("craft") == ["craft uma grenade"]
    play.do("craft uma grenade")
    assert [held.item for held in at(play).store] == ["grenade"]
    assert (at(play).tech, play.options("craft")) == (3, []), "one thing a step each"
    assert voyage("sickbay", crew={"uma": "workshop"}, tech=5).options("craft") == [], "nothing is built"
    later = voyage("sickbay", upgrades=("fabricator",), crew={"uma": "sickbay"}, biological=1, number=2)
    assert later.options("craft") == ["craft uma medjector"]


@pytest.mark.rule("R-298")
def test_a_program_of_up_to_its_value_is_made_for_the_stores() -> None:
    play = voyage("sickbay", upgrades=MAKERS, crew={"qiang": "workshop"}, tech=2)
    programs = {line.split()[-1].removeprefix("program=") for line in play.options("craft qiang program")}
    known = play.game.rules.catalog.software
    assert programs == {id for id, card in known.items() if card.value is not None and card.value <= 3}
    one = min(programs)
    play.do(f"craft qiang program program={one}")
    assert (at(play).programs, at(play).tech, at(play).store) == ((one,), 0, ())


@pytest.mark.rule("R-286", "R-298")
def test_crew_makes_things_cheaper() -> None:
    play = voyage("sickbay", upgrades=MAKERS, crew={"jazz": "workshop"}, tech=1)
    assert [line.split()[2] for line in play.options("craft")][:1] == ["program"]
    assert not play.can("craft jazz grenade")
    play = voyage("sickbay", upgrades=MAKERS, crew={"jazz": "workshop", "pell": "workshop"}, tech=1)
    assert play.do("craft jazz grenade").state.campaign
    assert at(play).tech == 0


@pytest.mark.rule("R-298")
def test_no_more_is_made_than_there_are_cards() -> None:
    play = voyage("sickbay", upgrades=MAKERS, crew={"uma": "workshop", "jazz": "workshop"}, tech=9, gone=("grenade",))
    play.do("craft uma grenade")
    assert play.refused("craft jazz grenade") == "none_left R-298"
    assert step(play) == "sickbay"


@pytest.mark.rule("R-298")
def test_more_samples_than_are_needed_are_no_hindrance() -> None:
    """What fails is told by itself: here no card is left, of the Biological Samples there are more than enough."""
    crew = {"uma": "sickbay", "jazz": "sickbay"}
    play = voyage("sickbay", upgrades=MAKERS, crew=crew, biological=3, tech=3, number=2, gone=("medjector",) * 2)
    assert play.refused("craft uma medjector") == "none_left R-298"
    assert (
        voyage("sickbay", upgrades=MAKERS, crew=crew, number=2).refused("craft uma medjector").startswith("no_biolog")
    )


@pytest.mark.rule("R-289", "R-290")
def test_what_just_fits_the_stores_is_kept_and_nothing_is_lost() -> None:
    """One kind alone is stored too; without Samples there is nothing to tell."""
    tank = ("cryopreservation_tank", "sample_container")
    full = voyage("sickbay", biological=2, upgrades=tank).do("finish_step")
    assert full.told("samples_stored") == ['samples_stored {"biological":2} {} [R-289]']
    assert voyage("sickbay", upgrades=tank).do("finish_step").told("samples_stored") == []


@pytest.mark.rule("R-298", "R-289")
def test_samples_of_both_kinds_are_spent_and_a_recipe_waits_for_its_mission() -> None:
    early = voyage("sickbay", upgrades=MAKERS, crew={"uma": "sickbay"}, biological=2)
    assert early.options("craft") == [], "the medjector is known after the second mission"
    play = voyage("sickbay", upgrades=MAKERS, crew={"uma": "sickbay"}, biological=2, number=2).do("craft uma medjector")
    assert at(play).biological == 1


@pytest.mark.rule("R-288")
def test_a_unit_killed_again_leaves_no_more() -> None:
    play = hunting()
    run = Transaction(play.game.rules_for(play.state), play.state)
    unit = run.state.units["dummy"]
    for _ in range(2):
        run.state = replace(run.state, units={"dummy": unit})
        for enemy in [id for id in run.state.enemies if id.startswith("dummy")]:
            harm.hurt(run, enemy, 9, "x", ())
            harm.settle(run, enemy, "x")
        deploy_unit(run, "dummy", ("F1", "F2"), "selected", ("R-250",))
    assert won(run) == (("biological", "dummy", 1), ("tech", "dummy", 2))


@pytest.mark.rule("R-298", "R-286")
def test_no_help_makes_a_thing_cost_less_than_nothing() -> None:
    """Pell takes three Tech Samples off a price of two: none is spent, and none is gained."""
    pell = k.CrewMember("pell", {"workshop": k.Boon(cheaper={"recipes": 3})})
    crew = {"uma": "workshop", "pell": "workshop"}
    play = voyage("sickbay", upgrades=MAKERS, crew=crew, card={"members": (pell,)}, tech=1)
    assert at(play.do("craft uma grenade")).tech == 1


@pytest.mark.rule("R-289", "R-290")
def test_what_does_not_fit_the_stores_is_lost() -> None:
    """What was in them already counts, and either kind is told without the other."""
    play = voyage("sickbay", tech=4, kept={"tech": 1}, upgrades=("sample_container",)).do("finish_step")
    assert play.told("samples_stored") == ['samples_stored {"tech":2} {"tech":3} [R-290]']
    assert at(play).kept == {"tech": 2}
    small = voyage("sickbay", tech=1, upgrades=("sample_container",)).do("finish_step")
    assert small.told("samples_stored") == ['samples_stored {"tech":1} {} [R-289]']
