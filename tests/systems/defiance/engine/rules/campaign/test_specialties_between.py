"""Acquire Specialties (R-299…R-302).

Spans `rules.campaign.shop`, `rules.campaign.entered` and `rules.campaign.course`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.rules.campaign.shop import level
from tests.systems.defiance.engine.positions import catalog
from tests.systems.defiance.engine.voyages import at, step, voyage

ONE = ("orders",)


def specialties(who: str, number: int = 1, **more: object) -> set[str]:
    """What a Character can acquire."""
    play = voyage("specialties", number=number, **more)  # type: ignore[arg-type]
    return {line.split()[2] for line in play.options(f"acquire {who}")}


@pytest.mark.rule("R-299", "R-311", "R-318")
def test_one_specialty_a_mission_from_the_groups_of_its_card() -> None:
    play = voyage("specialties", team={"uma": {"specialties": ()}})
    known = play.game.rules.catalog
    groups = known.characters["uma"].specialties
    first = {id for id, card in known.specialties.items() if card.group in groups and card.level == 1}
    assert {line.split()[2] for line in play.options("acquire uma")} == first
    play.do("acquire uma orders")
    assert play.one("uma").specialties == ONE
    assert play.options("acquire uma") == []
    assert play.options("acquire jazz"), "the others may still"
    assert not any(line.split()[1:2] == ["uma"] for line in play.options()), "it stays with Uma"
    assert play.told("specialty_acquired") == ["specialty_acquired uma orders [R-299 R-318]"]


@pytest.mark.rule("R-301", "R-311")
def test_a_level_opens_with_the_missions_finished_and_needs_the_one_before() -> None:
    team = {"uma": {"specialties": ONE}}
    assert "focus_fire" not in specialties("uma", 2, team=team), "levels I I II"
    assert "focus_fire" in specialties("uma", 3, team=team)
    assert "focus_fire" not in specialties("uma", 3), "without the one before it"
    assert "focus_fire" in specialties("uma", 4, team=team), "the last level stays open"


@pytest.mark.rule("R-301")
def test_the_levels_of_the_built_in_campaign() -> None:
    """I after missions 1 and 2, II after 3 and 4, III after 5 and 6, IV from 7 on (ruling after mission 8)."""
    levels = catalog().campaigns["defiance"].levels
    assert [levels[min(number, len(levels)) - 1] for number in range(1, 13)] == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4]


@pytest.mark.rule("R-300")
def test_nobody_has_more_than_eight() -> None:
    eight = tuple(voyage("crew").game.rules.catalog.specialties)[:8]
    assert specialties("uma", team={"uma": {"specialties": eight}}) == set()
    assert specialties("uma", team={"uma": {"specialties": eight[:7]}})
    assert catalog().campaigns["defiance"].specialties == 8


@pytest.mark.rule("R-302", "R-299")
@pytest.mark.parametrize(("switch", "whom"), [("participants", ["uma"]), ("anyone", ["uma", "cadin", "qiang", "jazz"])])
def test_who_acquires_one_switch_d36(switch: str, whom: list[str]) -> None:
    play = voyage("specialties", participants=("uma",), options={"switches": {"specialty_for": switch}})
    assert list(dict.fromkeys(line.split()[1] for line in play.options("acquire"))) == whom


@pytest.mark.rule("R-284", "R-299")
def test_where_they_have_no_step_of_their_own_they_are_acquired_with_intel_packs_switch_d34() -> None:
    play = voyage("intel", options={"switches": {"campaign_order": "six"}})
    play.do("acquire uma orders")
    assert (play.one("uma").specialties, step(play)) == (ONE, "intel")
    assert not voyage("intel", options={"switches": {"campaign_order": "seven"}}).options("acquire")


@pytest.mark.rule("R-299")
def test_after_the_next_mission_another_one_may_be_acquired() -> None:
    play = voyage("specialties").do("acquire uma orders", *["finish_step"] * 3)
    assert at(play).learned == ("uma",)
    play.do(
        "begin_mission",
        *(
            f"deploy {id} {at}"
            for id, at in zip(("uma", "cadin", "qiang", "jazz"), ("A1", "B1", "C1", "D1"), strict=True)
        ),
    )
    play.do("activate uma", "end_activation uma", "finish_step", "finish_step")
    assert play.options("acquire uma")


@pytest.mark.rule("R-311", "R-301")
def test_any_one_of_the_cards_before_suffices_and_before_the_first_mission_the_first_level_is_open() -> None:
    for known in ("orders", "calm_voice"):
        assert "focus_fire" in specialties("uma", 3, team={"uma": {"specialties": (known,)}})
    play = voyage("specialties", number=0)
    assert level(play.game.rules, play.state) == 1


@pytest.mark.rule("R-300")
def test_who_has_more_than_eight_by_a_correction_acquires_none() -> None:
    nine = tuple(voyage("crew").game.rules.catalog.specialties)[:9]
    assert specialties("uma", team={"uma": {"specialties": nine}}) == set()


@pytest.mark.rule("R-301")
@pytest.mark.parametrize(("finished", "open_"), [(0, 1), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_each_mission_opens_the_level_that_the_campaign_names_for_it(finished: int, open_: int) -> None:
    play = voyage("specialties", card={"levels": (1, 2, 3)}, number=finished)
    assert level(play.game.rules, play.state) == open_


@pytest.mark.rule("R-301", "R-299")
def test_cards_of_lower_levels_stay_open() -> None:
    """The first group of Uma's card has two of level I and, once one of them is known, one of level II."""
    opened = specialties("uma", 3, team={"uma": {"specialties": ONE}})
    assert {"calm_voice", "focus_fire"} <= opened
