"""A pack for Pig: an option, a text, a face of the die and a hook, by what Pig itself offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt import api
from defiance_qt.core.errors import PluginError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chance_input import read_entry
from defiance_qt.systems.defiance import api as built_in
from tests.extend.plugins import plugin

CODE = """
def modify_points(context, faces):
    return context.options["luck"] if 7 in faces else 0
"""
OPTION = """
[[options]]
id = "luck"
kind = "int"
default = 3
low = 0
high = 9
text = { en = "Luck", es = "Suerte", ru = "Удача" }
"""
TEXTS = """
[en]
"command.roll" = "Try your luck"
[es]
"command.roll" = "Prueba suerte"
[ru]
"command.roll" = "Испытать удачу"
"""
ASKED = {"team.dice": "person", "enemy.dice": "person"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "plugins"
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: place)
    return place


def pack(folder: Path, die: str = "faces = [7]") -> None:
    place = plugin(folder, "lucky", CODE, more=OPTION, system="pig", api=">=2,<3", content={"lucky.toml": die})
    (place / "locale").mkdir()
    (place / "locale" / "words.toml").write_text(TEXTS, encoding="utf-8")


def test_a_pack_adds_an_option_a_text_and_a_face(folder: Path, tmp_path: Path) -> None:
    pack(folder)
    path = tmp_path / "game.defiance"
    options = {"answers": ASKED, "plugins": {"lucky": {"luck": 5}}}
    with Session.new("pig", mission="duel", seed=1, plugins=["lucky"], options=options, path=path) as session:
        game = session.game
        assert game.label(session.legal()[0], session.state, session.words("en")) == "Try your luck"
        session.submit(session.legal()[0])
        request = game.request(session.state)
        assert request is not None
        assert request.sizes == (7,)
        session.submit(game.answer(session.state, (6,)))
        assert session.state.faces == (7,)
        assert session.state.pot == 12
    with open_save(path) as again:
        assert again.state.pot == 12
        assert again.verify().ok


def test_a_face_is_typed_by_its_number(folder: Path) -> None:
    pack(folder, "faces = [12]")
    with Session.new("pig", mission="duel", seed=1, plugins=["lucky"], options={"answers": ASKED}) as session:
        session.submit(session.legal()[0])
        words = session.words("en")
        entry = session.game.entry(session.state, words)
        assert entry is not None
        (face,) = read_entry("12", entry, words)
        assert face is not None
        session.submit(session.game.answer(session.state, (face,)))
        assert session.state.faces == (12,)


def test_packs_have_its_names() -> None:
    pig = api.game("pig")
    context = pig.RollContext(50, {"luck": 2})
    assert (context.options, pig.state.Roll().__struct_config__.tag) == ({"luck": 2}, "roll")
    assert api.game("infinity-defiance") is built_in


def test_a_face_that_cannot_be_is_named(folder: Path) -> None:
    pack(folder, "faces = [1]")
    with pytest.raises(PluginError, match=r"lucky/lucky.toml: Expected `int` >= 2"):
        Session.new("pig", mission="duel", seed=1, plugins=["lucky"])
