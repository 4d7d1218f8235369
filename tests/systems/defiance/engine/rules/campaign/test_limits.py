"""What a mission can leave in the campaign by its result (R-282…R-303)."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.rules.campaign import limits
from defiance_qt.systems.defiance.engine.rules.campaign.limits import Ended
from defiance_qt.systems.defiance.engine.ruleset import Rules
from tests.systems.defiance.engine.voyages import TEAM, voyage

WON, LOST = Ended("victory"), Ended("defeat")
CASE = "case"


def of(terms: tuple[k.Terms, ...] = (), **mission: Any) -> Rules:
    """The rules of the second mission."""
    return voyage("briefing", missions={"two": mission}, card={"terms": terms}).game.rules.of("two")


def line(*effects: Any, **needs: Any) -> k.Result:
    return k.Result("x", effects, k.Requirement(**needs) if needs else None)


def lines(*given: k.Result) -> dict[str, Any]:
    return {"results": given}


@pytest.mark.rule("R-045")
def test_a_mission_ends_between_its_first_and_its_last_round() -> None:
    late, early = (k.Condition(id="late", after_round=at, when="round") for at in (9, 6))
    home = k.Condition(id="home", standing=("uma",), zone="dock")
    zones = {"dock": ("A1",)}
    assert limits.rounds(of(), "victory") == (1, 0)
    assert limits.rounds(of(victory=(home,), zones=zones, defeat=(late, early)), "victory") == (1, 6)
    assert limits.rounds(of(victory=(late,)), "victory") == (9, 9)
    assert limits.rounds(of(victory=(late,)), "defeat") == (1, 9)
    assert limits.rounds(of(victory=(late, home), zones=zones), "victory") == (1, 9)
    for result, first in (("victory", 1), ("defeat", 9)):
        ends = k.Trigger("round_began 2", (k.EndMission(result, "x"),))  # type: ignore[arg-type]
        assert limits.rounds(of(victory=(late,), triggers=(ends,)), "victory") == (first, 9)


@pytest.mark.rule("R-282")
@pytest.mark.parametrize(
    ("need", "end", "can"),
    [
        (None, LOST, True),
        (k.Requirement(outcome="victory"), WON, True),
        (k.Requirement(outcome="victory"), LOST, False),
        (k.Requirement(round=k.Span(max=8)), WON, True),
        (k.Requirement(round=k.Span(max=8)), Ended("victory", 8), True),
        (k.Requirement(round=k.Span(max=8)), Ended("victory", 9), False),
        (k.Requirement(round=k.Span(min=3)), Ended("victory", 2), False),
        (k.Requirement(alert=k.Span(max=0)), WON, True),
        (k.Requirement(alert=k.Span(max=0)), Ended("victory", 5, 0), True),
        (k.Requirement(alert=k.Span(max=0)), Ended("victory", 5, 1), False),
        (k.Requirement(alert=k.Span(min=2)), Ended("victory", 5, 1), False),
        (k.Requirement(any=(k.Requirement(outcome="victory"), k.Requirement(flags=("x",)))), LOST, True),
        (k.Requirement(any=(k.Requirement(outcome="victory"),)), LOST, False),
        (k.Requirement(all=(k.Requirement(flags=("x",)), k.Requirement(outcome="victory"))), LOST, False),
        (k.Requirement(all=(k.Requirement(flags=("x",)),)), LOST, True),
        (k.Requirement(flags=("x",), unhurt=("uma",)), WON, True),
    ],
)
def test_a_line_goes_together_with_an_end_or_does_not(need: k.Requirement | None, end: Ended, can: bool) -> None:
    assert limits.can_hold(need, end) is can


@pytest.mark.rule("R-303")
def test_every_line_that_can_hold_pays_those_of_the_campaign_too() -> None:
    more = k.Terms("two", intel=1, results=(line(k.GainIntel(2, "characters"), outcome="victory"),))
    own = line(k.SetFlag("x"), k.GainIntel(1, "characters"), flags=("x",))
    rules = of((more,), intel=4, **lines(own))
    assert (limits.most_intel(rules, WON), limits.most_intel(rules, LOST)) == (5 + 2 + 1, 2 + 1)


@pytest.mark.rule("R-303")
@pytest.mark.parametrize(("drawn", "most"), [((), 0), ((1,), 2), ((1, 1), 3), ((4, 1), 6), ((9, 9), 6)])
def test_the_containers_hold_the_best_cards_of_the_loot(drawn: tuple[int, ...], most: int) -> None:
    """One card is worth two Intel Packs and four one each; all others bring none."""
    boxes = tuple(k.MissionContainer(f"crate_{at}", f"A{at + 2}", loot) for at, loot in enumerate(drawn))
    assert limits.loot_intel(of(containers=boxes)) == most


@pytest.mark.rule("R-288", "R-291")
def test_what_a_mission_brings_is_counted_by_its_kind() -> None:
    outside = k.Trigger("round_began 2", (k.Gain("component"), k.Gain("tech", amount=3), k.Gain("crew", "cho")))
    rules = of(triggers=(outside,), **lines(line(k.Gain("component", amount=2), outcome="victory")))
    loot = 2
    assert (limits.most_of(rules, "components", WON), limits.most_of(rules, "components", LOST)) == (3, 1)
    assert (limits.most_of(rules, "tech", WON), limits.most_of(rules, "biological", WON)) == (3 + loot, loot)


@pytest.mark.rule("R-150")
def test_who_may_join_is_met_named_by_a_line_or_joins_a_lost_mission() -> None:
    terms = k.Terms("two", lost=(k.Gain("crew", "pell"), k.Gain("crew", "uma", -1), k.Gain("tech")))
    rules = of(
        (terms,),
        neutrals=(k.MissionNeutral("rue", "A2"), k.MissionNeutral("goldstein", "B2")),
        **lines(
            line(k.Gain("crew", "cho"), k.Gain("crew", "okonjo", -1), outcome="victory"), line(k.Gain("record", "door"))
        ),
    )
    assert limits.may_join(rules, WON) == ("cho", "rue", "goldstein")
    assert limits.may_join(rules, LOST) == ("rue", "goldstein", "pell")
    assert (limits.may_leave(rules, WON), limits.may_leave(rules, LOST)) == (("door",), ("door",))


@pytest.mark.rule("R-282")
def test_only_areas_of_the_ship_are_wrecked_and_one_less_than_loses_the_mission() -> None:
    wrecks = tuple(k.Gain("wreck", id) for id in ("cabins", "engine_room", "bridge", "sickbay"))
    trigger = k.Trigger("round_began 2", (*wrecks, k.Gain("record", "training")))
    assert limits.may_wreck(of(triggers=(trigger,))) == ("bridge", "sickbay", "cabins")
    for terms, won, lost in (((), 3, 3), ((k.Terms("two", wrecks=3),), 2, 3), ((k.Terms("two", wrecks=1),), 0, 3)):
        rules = of(terms, triggers=(trigger,))
        assert (limits.most_wrecked(rules, "victory"), limits.most_wrecked(rules, "defeat")) == (won, lost)


@pytest.mark.rule("R-282", "R-291", "R-150")
def test_what_a_line_brings_without_a_further_condition_is_certain() -> None:
    home = k.Condition(id="home", standing=("*",), zone="dock", carrying=CASE)
    other = k.Condition(id="other", standing=("*",), zone="dock", carrying=CASE, flags=("x",))
    given = lines(
        line(k.Gain("component"), k.Gain("record", "always"), k.Gain("crew", "cho", -1), k.SetFlag("x")),
        line(k.Gain("record", "won"), k.Gain("crew", "cho"), outcome="victory"),
        line(k.Gain("record", "lost"), outcome="defeat"),
        line(k.Gain("component", amount=2), outcome="victory", carrying=CASE),
        line(k.Gain("component", amount=4), outcome="victory", carrying=CASE, count=2),
        line(k.Gain("record", "flag"), outcome="victory", flags=("x",)),
    )
    rules = of(victory=(home, other), zones={"dock": ("A1",)}, **given)
    assert limits.certain_records(rules, "victory") == ("always", "won")
    assert limits.certain_records(rules, "defeat") == ("always", "lost")
    assert (limits.certain_crew(rules, "victory"), limits.certain_crew(rules, "defeat")) == (("cho",), ())
    assert (limits.least_components(rules, "victory"), limits.least_components(rules, "defeat")) == (3, 1)
    ends = k.Trigger("round_began 2", (k.EndMission("victory", "x"),))
    rules = of(victory=(home,), zones={"dock": ("A1",)}, triggers=(ends,), **given)
    assert limits.least_components(rules, "victory") == 1, "it can be won without the case"


@pytest.mark.rule("R-150")
def test_who_must_be_there_for_every_victory_joins_by_it() -> None:
    met = (k.MissionNeutral("goldstein", "A2"), k.MissionNeutral("rue", "B2"))
    usual: dict[str, Any] = {"neutrals": met, "zones": {"dock": ("A1",)}}
    one = k.Condition(id="one", standing=("goldstein", "rue", "*"), zone="dock")
    two = k.Condition(id="two", standing=("rue",), zone="dock")
    some = k.Condition(id="some", standing=("goldstein", "rue"), zone="dock", count=1)
    ends = k.Trigger("round_began 2", (k.EndMission("victory", "x"),))
    assert limits.certain_crew(of(victory=(one,), **usual), "victory") == ("goldstein", "rue")
    assert limits.certain_crew(of(victory=(one, two), **usual), "victory") == ("rue",)
    assert limits.certain_crew(of(victory=(some,), **usual), "victory") == ()
    assert limits.certain_crew(of(victory=(one,), **usual), "defeat") == ()
    assert limits.certain_crew(of(victory=(one,), triggers=(ends,), **usual), "victory") == ()


ZONES = {"dock": ("A1", "A2"), "core": ("F1", "F2"), "ramp": ("A2", "B2")}


def apart(first: dict[str, Any], second: dict[str, Any], **mission: Any) -> bool:
    """Whether the entries of two lines exclude each other, in both orders."""
    given = (line(k.Gain("record", "a"), **first), line(k.Gain("record", "b"), **second))
    rules = of(zones=ZONES, results=given, **mission)
    found = list(limits.contradictions(rules, TEAM, ("a", "b")))
    assert bool(found) == bool(list(limits.contradictions(rules, TEAM, ("b", "a"))))
    return found == [("a", "b")]


@pytest.mark.rule("R-282")
def test_nobody_is_in_two_places_at_once() -> None:
    def at(zone: str, *who: str, **more: Any) -> dict[str, Any]:
        return {"standing": who, "zone": zone, **more}

    assert apart(at("dock", "uma"), at("core", "uma"))
    assert apart(at("dock", "cadin", "uma"), at("core", "jazz", "uma"))
    assert apart(at("dock", "*"), at("core", "uma"))
    assert apart(at("dock", "team"), at("core", "cho"))
    assert apart(at("dock", "*"), at("core", "*"))
    assert not apart(at("dock", "*"), at("core", "cho")), "she is no Character of the team"
    assert not apart(at("dock", "uma"), at("core", "cadin"))
    assert not apart(at("dock", "uma"), at("ramp", "uma")), "they have a space in common"
    assert not apart(at("dock", "uma", "cadin", count=1), at("core", "uma", "cadin"))
    assert not apart(at("dock", "uma"), at("core", "uma", count=1))
    assert not apart({"flags": ("x",)}, at("core", "uma"))
    assert not apart(at("core", "uma"), {"flags": ("x",)})
    elsewhere = k.Trigger("round_began 2", (k.Gain("record", "b"),))
    assert not apart(at("dock", "uma"), at("core", "uma"), triggers=(elsewhere,)), "it can be left otherwise"


@pytest.mark.rule("R-282")
def test_of_several_entries_each_pair_that_excludes_each_other_is_told() -> None:
    given = [
        line(k.Gain("record", id), standing=("uma",), zone=zone)
        for id, zone in (("a", "dock"), ("b", "core"), ("c", "ramp"), ("d", "core"))
    ]
    either = line(k.Gain("record", "a"), flags=("x",))
    ids = ("a", "b", "c", "d", "a")
    pairs = [("a", "b"), ("a", "d"), ("b", "c"), ("c", "d")]
    assert list(limits.contradictions(of(zones=ZONES, results=tuple(given)), TEAM, ids)) == pairs
    assert list(limits.contradictions(of(zones=ZONES, results=(*given, either)), TEAM, ids)) == pairs[2:]


@pytest.mark.rule("R-282", "R-283")
def test_an_entry_tells_who_has_acted_if_nothing_else_leaves_it() -> None:
    def hold(*records: str) -> tuple[k.CardAction, ...]:
        return (k.CardAction("hold", (k.SetFlag("x"), *(k.Gain("record", id) for id in records))),)

    actions = {"cho": hold("cho_held", "seen"), "pell": hold("pell_held", "seen"), "okonjo": hold("told", "gate")}
    trigger = k.Trigger("round_began 2", (k.SetFlag("gate"), k.Gain("record", "told")))
    rules = of(actions=actions, triggers=(trigger,))
    assert [limits.who_acted(rules, id) for id in ("cho_held", "pell_held", "gate")] == ["cho", "pell", "okonjo"]
    assert [limits.who_acted(rules, id) for id in ("seen", "told", "nothing")] == ["", "", ""]
