"""Names: nothing on the table is told of by its id, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from defiance_qt.core.port import Setup
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.rules.campaign.ship import ENGINES
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.names import Names
from tests.texts import defiance_words

LANGUAGES = ("en", "es", "ru")


@cache
def catalog() -> Catalog:
    with Session.new("infinity-defiance", mission="extraction", seed=1, journal=False) as session:
        assert isinstance(session.game, DefianceGame)
        return session.game.rules.catalog


def picks(mission: k.Mission) -> Iterator[tuple[str, ...]]:
    """The options of every random pick of a mission."""
    for hidden in mission.hidden:
        yield tuple(dict.fromkeys(hidden.tokens))
        yield hidden.on
    for one in held(mission):
        if isinstance(one, k.RandomEffects):
            yield tuple(str(number + 1) for number in range(len(one.of)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_chance_picks_is_told_in_words(language: str) -> None:
    """Each by the name that the catalogue has for it; effects are numbered."""
    words, seen = defiance_words(language), 0
    for mission in catalog().missions.values():
        state = State(Setup("infinity-defiance", mission.id, 1))
        for options in picks(mission):
            text = narrate(e.RandomPicked(options[0], options), state, words)
            names = Names(state, words)
            assert "_" not in text, text
            seen += 1
            for id in options:
                named = names.known(*(f"mission.{mission.id}.{kind}.{id}" for kind in ("token", "zone", "place")))
                named = named or names.known(f"character.{id}.short", f"character.{id}.name", f"unit.{id}.name")
                assert id.isdigit() or (named and named in text), f"{mission.id}: {id} in {text!r}"
    assert seen >= 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_side_of_a_roll_has_a_name(language: str) -> None:
    words = defiance_words(language)
    names = Names(State(Setup("infinity-defiance", "moorings", 1)), words)
    for side in ("team", "enemy"):
        assert names.side(side) != f"event.side.{side}"
    assert names.figure(ENGINES) == words("engines.name")
    assert ENGINES not in names.figure(ENGINES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_zones_and_tokens_of_every_mission_have_names(language: str) -> None:
    words = defiance_words(language)
    for mission in catalog().missions.values():
        names = Names(State(Setup("infinity-defiance", mission.id, 1)), words)
        for hidden in mission.hidden:
            for id in hidden.tokens:
                assert words(f"mission.{mission.id}.token.{id}") == names.token(id)
            for id in hidden.on:
                assert "_" not in names.spot(id)
