"""The ship, without Qt: areas and tokens, and what a move gains and loses."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.rules.campaign import ship
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.present.ship import keys_of, move_view, ship_view
from tests.systems.defiance.view.present.test_between import names, won


def hurt(state: State, id: str, *cards: str) -> State:
    return replace(state, team={**state.team, id: replace(state.team[id], consequences=cards)})


@pytest.mark.rule("R-287")
def test_tokens_stand_in_areas_and_free_spaces_are_counted() -> None:
    session = won()
    session.submit(c.Station("qiang", "workshop"))
    view = ship_view(session.state, rules_of(session), names(session), True)
    workshop = next(area for area in view.areas if area.id == "workshop")
    assert [token.id for token in workshop.tokens] == ["qiang"]
    assert workshop.free == 1
    assert workshop.tokens[0].counts
    assert "orange" in workshop.tokens[0].effect
    assert {token.id for token in view.ramp} == {"uma", "cadin", "jazz", "billie", "goldstein"}
    assert {token.id for token in view.ramp if token.crew} == {"billie", "goldstein"}


def test_each_area_has_a_key_of_its_own() -> None:
    assert keys_of(("bridge", "sickbay", "workshop", "training", "cabins")) == {
        "bridge": "B",
        "sickbay": "S",
        "workshop": "W",
        "training": "T",
        "cabins": "C",
    }
    assert keys_of(("cabins", "cargo")) == {"cabins": "C", "cargo": "A"}


@pytest.mark.rule("R-286", "R-296")
def test_a_move_tells_its_effect_and_the_chance_before_and_after() -> None:
    session = won()
    move = move_view(session.state, rules_of(session), names(session), "uma", "sickbay")
    assert move.command == c.Station("uma", "sickbay")
    assert any("Medicine" in gain and "→" in gain for gain in move.gains)
    assert not move.losses
    session.submit(move.command)
    back = move_view(session.state, rules_of(session), names(session), "uma", "cabins")
    assert any("Medicine" in loss and "→" in loss for loss in back.losses)


@pytest.mark.rule("R-294")
def test_a_cabin_lets_its_occupant_be_treated() -> None:
    session = won()
    state = hurt(session.state, "jazz", "limp", "rattled")
    rules, texts = rules_of(session), names(session)
    assert move_view(state, rules, texts, "jazz", "cabins").gains == ("may try to discard 2 Consequences",)
    assert move_view(state, rules, texts, "qiang", "cabins").gains == ()


@pytest.mark.rule("R-287")
def test_a_full_area_says_so_and_a_taken_space_exchanges() -> None:
    session = won()
    for member in ("qiang", "billie"):
        session.submit(c.Station(member, "workshop"))
    session.submit(c.Station("jazz", "cabins"))
    rules, texts = rules_of(session), names(session)
    full = move_view(session.state, rules, texts, "jazz", "workshop")
    assert full.command is None
    assert full.refused
    swap = move_view(session.state, rules, texts, "jazz", "workshop", "qiang")
    assert swap.command in session.legal()
    assert any(gain.startswith("Jazz: ") for gain in swap.gains)
    assert any(loss.startswith("Qiang: ") for loss in swap.losses)
    assert move_view(session.state, rules, texts, "qiang", "workshop", "billie").command is None
    assert move_view(session.state, rules, texts, "qiang", "workshop").refused


def unordered(commands: set[Any]) -> set[Any]:
    """The commands, an exchange of two tokens as both of them: their order means nothing."""
    return {frozenset((one.member, one.other)) if isinstance(one, c.Swap) else one for one in commands}


def test_every_move_that_is_offered_is_legal_and_no_other() -> None:
    """All moves and exchanges of the view are exactly the commands that the rules allow."""
    session = won()
    for member, area in (("qiang", "workshop"), ("billie", "workshop"), ("uma", "cabins")):
        session.submit(c.Station(member, area))
    rules, texts = rules_of(session), names(session)
    view = ship_view(session.state, rules, texts, True)
    found = set()
    for token in view.tokens:
        for area_ in ("", *(area.id for area in view.areas)):
            found.add(move_view(session.state, rules, texts, token.id, area_).command)
        for other in view.tokens:
            if other.id != token.id:
                found.add(move_view(session.state, rules, texts, token.id, other.area, other.id).command)
    found.discard(None)
    assert unordered(found) == unordered(set(session.legal()) - {c.FinishStep()})


@pytest.mark.rule("R-291", "R-292")
def test_the_engines_show_what_is_covered_and_what_a_jump_would_cost() -> None:
    session = won()
    rules, texts = rules_of(session), names(session)
    state = session.state
    assert state.campaign
    part = replace(state, campaign=replace(state.campaign, components=3))
    view = ship_view(part, rules, texts, False).engines
    assert [one.covered for one in view.positions] == [True] * 3 + [False] * 4
    assert [one.letter for one in view.positions[3:]] == ["Y", "O", "", "Y"]
    assert "about" in view.jump
    whole = replace(state, campaign=replace(state.campaign, components=7))
    assert ship_view(whole, rules, texts, False).engines.jump == "A jump today would cost nothing"


@pytest.mark.rule("R-287")
def test_an_area_with_more_tokens_than_spaces_is_full() -> None:
    """A campaign that was played on paper may be entered so, with a reason."""
    session = won()
    state = session.state
    assert state.campaign
    crew = {**state.campaign.crew, "qiang": "workshop", "billie": "workshop", "jazz": "workshop"}
    state = replace(state, campaign=replace(state.campaign, crew=crew))
    rules, texts = rules_of(session), names(session)
    workshop = next(area for area in ship_view(state, rules, texts, True).areas if area.id == "workshop")
    assert (len(workshop.tokens), workshop.free) == (3, 0)
    full = move_view(state, rules, texts, "uma", "workshop")
    assert (full.command, full.refused) == (None, "no free space: drop it on a token to exchange both")


def test_a_move_tells_nothing_of_what_stays_the_same() -> None:
    session = won()
    session.submit(c.Station("jazz", "cabins"))
    state = hurt(session.state, "jazz", "limp")
    rules = copy(rules_of(session))
    assert rules.campaign
    rules.campaign = replace(rules.campaign, areas=tuple(replace(one, cures=True) for one in rules.campaign.areas))
    move = move_view(state, rules, names(session), "jazz", "training")
    cures = "may try to discard 1 Consequence"
    assert not any(cures in told for told in (*move.gains, *move.losses))
    assert cures in move_view(state, rules, names(session), "jazz", "").losses


def test_a_place_without_an_effect_in_words_tells_of_none() -> None:
    """A campaign of a plugin may name an area for a member and no text."""
    session = won()
    session.submit(c.Station("uma", "bridge"))
    rules = copy(rules_of(session))
    assert rules.campaign
    boon = next(one for one in rules.campaign.members if one.id == "uma").areas["sickbay"]
    members = tuple(replace(one, areas={"bridge": boon}) if one.id == "uma" else one for one in rules.campaign.members)
    rules.campaign = replace(rules.campaign, members=members)
    view = ship_view(session.state, rules, names(session), True)
    (uma,) = (one for one in view.tokens if one.id == "uma")
    assert (uma.effect, uma.counts) == ("no effect here", False)


def test_who_could_make_something_is_told_for_each_area_with_a_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    session = won()
    rules, texts = rules_of(session), names(session)
    assert rules.campaign
    recipes = [replace(rules.campaign.recipes[0], area=area) for area in ("workshop", "training")]
    monkeypatch.setattr(ship, "known_recipes", lambda rules, state: iter(recipes))
    told = {
        (member, area): "Uma can make things" in " ".join(move_view(session.state, rules, texts, member, area).gains)
        for member, area in (("uma", "workshop"), ("uma", "training"), ("uma", "bridge"))
    }
    assert told == {("uma", "workshop"): True, ("uma", "training"): True, ("uma", "bridge"): False}
