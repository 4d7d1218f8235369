"""Sheets for a printed table: what is on them, and the pages they are printed on."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from defiance_qt import cli
from defiance_qt.core.port.sheets import Block, Card, Fact, Sheet, Sheeted, Ticks
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.sheets import boxes, page, sheets
from defiance_qt.shell.paper import fitted, pages, room
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT

GAME = ROOT / "saves/extraction-en-victory.defiance"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign after its first mission, as a bot has played it."""
    path = tmp_path_factory.mktemp("campaign") / "game.defiance"
    bot = make_bot("", 3)
    with Session.new("infinity-defiance", mission="defiance", seed=3, path=path) as session:
        while not session.state.campaign.number:
            session.submit(bot.choose(session.game, session.state, session.legal()))
    return path


def found(path: Path, language: str = "en") -> tuple[Sheet, ...]:
    with open_save(path, read_only=True) as session:
        return sheets(session, session.words(language), path.name)


def texts(sheet: Sheet) -> str:
    parts = [sheet.title, sheet.note]
    for card in sheet.cards:
        parts += [card.title, card.note]
        parts += [f"{one.name} {one.text}" for one in card.facts]
        parts += [f"{one.name} {one.done}/{one.of}" for one in card.ticks]
        parts += [line for block in card.blocks for line in (block.title, *block.lines)]
    return "\n".join(parts)


# ---- what is on them ----


def test_a_mission_has_a_sheet_of_its_team() -> None:
    (team,) = found(GAME)
    assert (team.title, team.note) == ("The team", "Extraction · Round 8")
    assert [card.title for card in team.cards][:2] == ["Uma Sørensen", "Cadin “Firststrike”"]
    qiang = team.cards[2]
    assert Ticks("Damage", 8, 8) in qiang.ticks
    assert [block.title for block in qiang.blocks] == ["Weapons", "Equipment", "Consequences", "States"]
    assert qiang.blocks[0].lines[0].startswith("Heavy machine gun (Long burst): Range 2–8, 2\xa0×\xa0red die")
    assert qiang.blocks[2].lines == ("2 face-down Consequence cards",)
    assert qiang.blocks[3].lines == ("Unconscious",)


def test_a_campaign_has_sheets_of_team_ship_and_crew(campaign: Path) -> None:
    team, ship, crew = found(campaign)
    assert {one.note for one in (team, ship, crew)} == {"The Defiance campaign · 1 of 12 missions"}
    assert len(team.cards) in (4, 5)
    assert "Intel Packs" in texts(team)
    road = ship.cards[0].blocks[0].lines
    assert len(road) == 12
    assert road[0][:14] in ("✓ 1. Extractio", "✗ 1. Extractio")
    assert road[1].startswith("○ 2. ")
    assert Ticks("Covered positions", 7, 0) in ship.cards[1].ticks
    with open_save(campaign, read_only=True) as session:
        aboard = set(session.state.campaign.crew)
        words = session.words("en")
        names = Names(session.state, words)
        named = [names.figure(id) for id in aboard]
    assert [name for name in named if name not in texts(crew)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(language: str, campaign: Path) -> None:
    told = "\n".join(map(texts, (*found(campaign, language), *found(GAME, language))))
    assert [line for line in told.splitlines() if line.startswith(("sheet.", "character.", "area.", "upgrade."))] == []
    assert "{" not in told


def test_a_game_without_sheets_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pig.defiance"
    with Session.new("pig", mission="duel", seed=1, path=path) as session:
        assert not isinstance(session.game, Sheeted)
    assert cli.main(["sheets", str(path), str(tmp_path / "out.pdf")]) == 2
    assert capsys.readouterr().err == "pig.defiance: this game has no sheets to print here.\n"


# ---- on paper ----

WILD = Sheet(
    "<b>&",
    "note",
    (Card("<i>", "n", (Fact("a", "<1>"),), (Ticks("t", 3, 1), Ticks("none", 0)), (Block("", ("x<y",)),)),),
)


def test_names_are_no_markup_and_boxes_are_pictures() -> None:
    pictures: dict[str, str] = {}
    made = page(WILD, pictures)
    for text in ("<b>&", "<i>", "<1>", "x<y"):
        assert escape(text) in made
        assert text not in made
    assert pictures == {"ticks-1-3": boxes(3, 1)}
    assert (boxes(3, 1).count("<rect"), boxes(3, 1).count("<path")) == (3, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_has_room_on_its_page(qtbot: QtBot, language: str, campaign: Path) -> None:
    pictures: dict[str, str] = {}
    for sheet in (*found(campaign, language), *found(GAME, language)):
        document, scale = fitted(page(sheet, pictures), pictures)
        assert document.size().height() * scale <= room().height()
        assert document.idealWidth() * scale <= room().width() + 1
        assert scale >= 0.7


def test_a_long_sheet_is_made_smaller(qtbot: QtBot) -> None:
    long = Sheet("Long", "", (Card("A", blocks=(Block("", ("line",) * 90),)),), 1)
    document, scale = fitted(page(long, {}), {})
    assert scale < 1
    assert document.size().height() * scale <= room().height()


def test_a_pdf_has_a_page_for_each_sheet(qtbot: QtBot) -> None:
    made = pages([page(WILD, {})] * 3, {"ticks-1-3": boxes(3, 1)})
    assert made.startswith(b"%PDF")
    assert made.count(b"/Type /Page\n") == 3


def test_the_command_writes_them_once(campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheets.pdf"
    assert cli.main(["sheets", str(campaign), str(out), "--lang", "es"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    capsys.readouterr()
    assert cli.main(["sheets", str(campaign), str(out)]) == 2
    assert capsys.readouterr().err == "sheets.pdf already exists.\n"
    assert cli.main(["sheets", str(campaign), str(tmp_path / "sheets.txt")]) == 2
    assert capsys.readouterr().err == "Sheets cannot be written to sheets.txt: choose .pdf.\n"
