"""The bundled Unit of Field Menders: in the mission, on the board, in words."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.api import Session, open_save
from defiance_qt.systems.defiance.engine.commands import Overrule
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.texts import text_keys
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.testing import Position
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.systems.defiance.engine.positions import Play

ID = "field_mender"
MATES = """
    C . . 1 . . .
     . . 3 2 . . .
    . . . . . . .

    {unit} 1 {second} ai=take_aim
    dummy 3 -
    dummy.1 damage=3
    initiative {unit}
    """


@pytest.fixture
def plugin_folder() -> Path:
    """The tests of bundled plugins stand outside of their folders."""
    return ROOT / "plugins" / ID


@pytest.fixture
def enemies_turn(position: Position) -> Callable[[str], Play]:
    """Return a position after the Enemy's turn."""
    return lambda text: position(text).do("activate cadin", "end_activation cadin").pass_on()


def rules_of(session: Session) -> Rules:
    assert isinstance(session.game, DefianceGame)
    return session.game.rules


def test_each_miniature_mends_a_mate_in_contact(enemies_turn: Callable[[str], Play]) -> None:
    game = enemies_turn(MATES.format(unit=ID, second="2"))
    assert game.told("damage_healed") == [
        "damage_healed dummy.1 1 2 source=ability.mender.name [mender-1]",
        "damage_healed dummy.1 1 1 source=ability.mender.name [mender-1]",
    ]
    assert game.foe("dummy.1").damage == 1


def test_others_do_not_mend(enemies_turn: Callable[[str], Play]) -> None:
    game = enemies_turn(MATES.format(unit="nox_spec_ops", second="2"))
    assert game.told("damage_healed") == []


@pytest.mark.parametrize(
    ("where", "words", "healed"),
    [("G3", "damage=3", 0), ("C2", "", 0), ("C2", "damage=1", 1)],
    ids=["out of Contact", "unhurt", "hurt"],
)
def test_only_the_hurt_in_contact_are_mended(
    where: str, words: str, healed: int, enemies_turn: Callable[[str], Play]
) -> None:
    text = MATES.format(unit=ID, second="-").replace("dummy 3 -", f"dummy {where} -").replace("damage=3", words)
    assert len(enemies_turn(text).told("damage_healed")) == healed


def test_a_mender_does_not_mend_itself(enemies_turn: Callable[[str], Play]) -> None:
    text = MATES.format(unit=ID, second="-").replace("dummy.1 damage=3", f"{ID}.1 damage=1")
    assert enemies_turn(text).told("damage_healed") == []


def test_the_unit_waits_in_extraction_under_those_that_are_there() -> None:
    without, with_it = (Session.new(mission="extraction", seed=1, plugins=chosen) for chosen in ((), (ID,)))
    assert with_it.state.available == (*without.state.available, ID)
    assert ID not in without.state.available
    assert ID not in with_it.state.selected


def test_it_respawns_and_the_game_goes_on() -> None:
    """Random games in which the Reserve is full: the Unit comes, and all stays well."""
    session = Session.new(mission="extraction", seed=3, plugins=(ID,), journal=False)
    luck = random.Random(3)
    came = False
    for step in range(400):
        if session.state.result is not None:
            break
        session.submit(luck.choice(session.legal()))
        came |= ID in session.state.units
        if step == 20:
            session.submit(Overrule("reserve", 9))
        assert broken(rules_of(session), session.state) == []
    assert came


def test_a_save_carries_the_unit_and_opens_with_its_words(tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    session = Session.new(mission="extraction", seed=1, plugins=(ID,), path=path)
    session.close()
    opened = open_save(path)
    assert opened.state.available[-1] == ID
    assert ID in rules_of(opened).catalog.units
    assert opened.words("es")(f"unit.{ID}.name") == "Remendador de campaña"
    opened.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_cards_have_words_in_every_language(language: str) -> None:
    session = Session.new(mission="extraction", seed=1, plugins=(ID,), journal=False)
    words, plain = session.words(language), Session.new(mission="extraction", seed=1, journal=False).words(language)
    own = [key for key in text_keys(rules_of(session).catalog) if ID in key or "mender" in key]
    assert own
    for key in own:
        assert words(key) != key, key
        assert plain(key) == key
    assert len({session.words(one)(f"unit.{ID}.name") for one in LANGUAGES}) == 3
