"""The card of a Character: role, values, weapons, what else it has."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.positions import deployed, new_game, table
from tests.systems.defiance.view.seated import at
from tests.texts import defiance_words


def test_it_tells_what_a_character_is_for_and_what_it_has() -> None:
    board, _ = table(deployed())
    view = board.person("uma")
    assert view is not None
    assert view.role == "Leads, stuns, patches up others"
    assert (view.speed, view.health, view.aggro) == ("4", "9 of 9", "0/3")
    assert [part.dice for part in view.defense] == [("black",)]
    pistol, stun = view.weapons
    assert (pistol.name, pistol.range, pistol.dice[0].dice) == ("Pistol", "1–5", ("red", "yellow"))
    assert [part.text for part in stun.switches] == ["target: Stunned"]
    assert view.gear == ("Helmet", "MediKit", "AutoMediKit")
    assert view.grows == "Grows in Command, Marksmanship, Survival"
    for part in (view.name, view.role, "Speed 4", "Defense: Black", "Aggro: 0/3", "Helmet", view.grows):
        assert part in view.spoken


def test_it_follows_the_state_and_enemies_have_none() -> None:
    board, _ = table(at("U .\n\numa damage=3 stunned speed=5", "activate uma"))
    view = board.person("uma")
    assert view is not None
    assert (view.speed, view.health) == ("5", "7 of 10")
    assert any("Stunned" in one for one in view.states)
    assert board.person("nobody") is None


def test_a_weapon_of_its_own_has_its_name_and_an_ally_gains_no_aggro() -> None:
    board, _ = table(deployed())
    view = board.person("billie")
    assert view is not None
    assert view.aggro == ""
    assert view.grows == ""
    assert [(one.name, one.range) for one in view.weapons] == [("Flash pulse", "1–6")]


def test_without_a_role_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = table(deployed())
    monkeypatch.setattr(board.names, "text", lambda key, fallback="": fallback)
    view = board.person("uma")
    assert view is not None
    assert view.role == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_short_role_in_every_language(language: str) -> None:
    words = defiance_words(language)
    for id in rules_of(new_game()).catalog.characters:
        key = f"character.{id}.role"
        assert words(key) != key
        assert len(words(key).split()) <= 7, key
        assert len(words(key)) <= 44, key


def test_the_card_of_a_token_says_it_in_short() -> None:
    board, notes = table(deployed())
    board.linger("", "uma")
    assert notes.hover is not None
    assert "Leads, stuns, patches up others" in notes.hover.lines
    assert "Speed 4, Defense Black" in notes.hover.lines
    assert "Pistol: Range 1–5, Red + Yellow" in notes.hover.lines
