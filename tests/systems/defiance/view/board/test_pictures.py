"""Pictures of states without a window: every figure where it is, with its health, in parts that few drawings make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from defiance_qt.core.port import Piece
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.pictures import BoardPictures, board_pictures
from tests.conftest import ROOT
from tests.texts import defiance_words

STEPS = (0, 60, 150, 229, 300, 403)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with open_save(ROOT / "saves/extraction-en-victory.defiance", read_only=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def pictures(session: Session) -> BoardPictures:
    return board_pictures(session.game)


def pieces(session: Session, pictures: BoardPictures, step: int, language: str = "en") -> dict[str, Piece]:
    found = pictures.pieces(session.timeline.state_at(step), defiance_words(language))
    named = {one.id: one for one in found}
    assert len(named) == len(found)
    return named


@pytest.mark.parametrize("step", STEPS)
def test_every_figure_is_in_its_space_with_its_health(session: Session, pictures: BoardPictures, step: int) -> None:
    state: Any = session.timeline.state_at(step)
    rules = session.game.rules_for(state)  # type: ignore[attr-defined]  # of this game
    found = pieces(session, pictures, step)
    figures = [one for one in (*state.team.values(), *state.enemies.values()) if one.space]
    assert {id for id, one in found.items() if one.name} - set(state.neutrals) >= {one.id for one in figures}
    for one in figures:
        piece = found[one.id]
        x, y = geometry.centre(rules.board.hex(rules.board.space(one.space)))
        assert abs(piece.x - x) < 15
        assert abs(piece.y - y) < 12
        most = rules.loadout(one).wounds if one.id in state.team else state.units[one.unit].profile.wounds
        assert piece.note == f"{one.space} · {max(0, most - one.damage)}/{most}"


def test_names_are_in_the_language_and_drawings_in_none(session: Session, pictures: BoardPictures) -> None:
    english, russian = (pieces(session, pictures, 229, language)["jazz"] for language in ("en", "ru"))
    assert english.name == "Jazz (Stunned)"
    assert russian.name.startswith("Джаз (")
    assert english.drawings == russian.drawings


def test_few_drawings_make_a_whole_game(session: Session, pictures: BoardPictures) -> None:
    drawn = {id for step in range(404) for one in pieces(session, pictures, step).values() for id in one.drawings}
    assert len(drawn) < 150


def test_a_drawing_has_the_same_shapes_in_both_themes_and_no_letters(session: Session, pictures: BoardPictures) -> None:
    ids = {id for step in STEPS for one in pieces(session, pictures, step).values() for id in one.drawings}
    for id in (pictures.ground(session.timeline.state_at(0)), *sorted(ids)):
        dark, light = (pictures.draw(id, theme) for theme in ("dark", "light"))  # type: ignore[arg-type]  # both
        shapes = [[(one.tag, one.get("d")) for one in ET.fromstring(text).iter()] for text in (dark, light)]
        assert shapes[0] == shapes[1]
        assert not re.search("<(text|image)", dark)
        assert dark != light


def test_the_acting_figure_is_marked_and_not_dimmed(session: Session, pictures: BoardPictures) -> None:
    for step in range(404):
        found = pieces(session, pictures, step)
        if "active" in found:
            place = found["active"]
            assert any((one.x, one.y) == (place.x, place.y) for id, one in found.items() if one.name)
            return
    pytest.fail("nobody ever acts")


def test_a_ground_is_drawn_without_an_empty_path() -> None:
    """Readers of SVG complain of one; Boarders had two."""
    session = Session.new(mission="boarders", seed=1, journal=False)
    found = board_pictures(session.game)
    assert ' d=""' not in found.draw(found.ground(session.state), "dark")
