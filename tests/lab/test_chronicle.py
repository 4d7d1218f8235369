"""The chronicle on paper: the command, its forms, the user's own notes, and texts that are not to be trusted."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port.chronicle import Cell, Chronicle, Line, Plot, Point, Row, Section, Series, Table
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chronicle import Kept, _with, kept, write
from defiance_qt.lab.chronicle.page import LIGHT, colored, page, printed
from defiance_qt.lab.chronicle.plots import svg
from defiance_qt.lab.chronicle.sheet import sheet
from defiance_qt.lab.chronicle.text import WIDE, lines
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.texts import defiance_words

SAVE = ROOT / "saves/extraction-en-victory.defiance"
EVIL = '</p><script>alert("1")</script>&amp;\x1b[31m'


@pytest.fixture(scope="module")
def found() -> Kept:
    with open_save(SAVE, read_only=True) as session:
        return kept(session, defiance_words("en"))


def noted() -> Session:
    """A game in memory with notes, names and a title that are not to be trusted."""
    session = Session.new(mission="extraction", seed=1, journal=False)
    for command in session.legal()[:1]:
        session.submit(command)
    session.note(EVIL)
    session.note("=1+1\nsecond line", 0)
    session.checkpoint("<b>here</b>", 1)
    session.describe(title="<i>ours</i>", comment="<u>sad</u>")
    return session


class Tags(HTMLParser):
    """Collects the tags and the text of a page, and checks that tags are closed in order."""

    VOID = ("meta", "img", "br", "line", "rect", "polyline", "polygon", "circle")

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.ids += [given["id"]] if given.get("id") else []  # type: ignore[list-item]
        self.links += [given["href"]] if given.get("href") else []  # type: ignore[list-item]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(source: str) -> Tags:
    tags = Tags()
    tags.feed(source)
    tags.close()
    assert tags.open == []
    return tags


# ---- own notes ----


def test_notes_and_names_of_steps_are_in_the_diary() -> None:
    session = noted()
    told = kept(session, defiance_words("en"))
    own = [line for section in told.chronicle.sections for line in section.lines if line.tone in ("note", "name")]
    assert [(line.step, line.tone) for line in own] == [(0, "note"), (1, "name"), (1, "note")]
    assert own[0].text == "=1+1\nsecond line"
    assert "\x1b" not in own[2].text
    assert (told.name, told.comment) == ("<i>ours</i>", "<u>sad</u>")


def test_a_note_on_a_line_that_was_left_is_not_told() -> None:
    session = Session.new(mission="extraction", seed=1, journal=False)
    session.submit(session.legal()[0])
    session.note("left behind")
    session.undo()
    told = kept(session, defiance_words("en"))
    assert not [line for section in told.chronicle.sections for line in section.lines if line.tone == "note"]


def test_a_step_between_two_sections_has_its_note_once() -> None:
    own = [Line("note", 5, "5", "note")]
    first = _with(Section("a", "A", first=1, last=5), own)
    second = _with(Section("b", "B", first=5, last=9), own)
    assert ([one.text for one in first.lines], second.lines) == (["note"], ())


# ---- HTML ----


def test_the_page_is_one_sound_file(found: Kept) -> None:
    source = page(found, defiance_words("en"))
    tags = read(source)
    assert tags.tags.count("svg") == 3
    assert "script" not in tags.tags
    assert not re.search(r'(src|href)="(?!#)', source.replace('xmlns="http', ""))
    assert "prefers-color-scheme:dark" in source
    assert "Goldstein joins the team." in tags.text
    assert len(tags.ids) == len(set(tags.ids))
    assert {link.removeprefix("#") for link in tags.links} <= set(tags.ids)


def test_texts_of_users_are_escaped() -> None:
    words = defiance_words("en")
    for source in (page(kept(noted(), words), words), printed(kept(noted(), words), words)[0]):
        tags = read(source)
        assert not {"script", "u", "i"} & set(tags.tags)
        assert '</p><script>alert("1")</script>&amp;' in tags.text
        assert "<b>here</b>" in tags.text
        assert "\x1b" not in source


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_page(language: str) -> None:
    with open_save(SAVE, read_only=True) as session:
        source = page(kept(session, defiance_words(language)), defiance_words(language))
    assert f'<html lang="{language}">' in source
    assert not re.search(r">[^<]*\b(cli|chronicle)\.[a-z]+", source)


def test_lines_of_counts_begin_at_0_and_are_told_apart() -> None:
    """The axis went as far below 0 as above, and two lines had one color and no names."""
    series = tuple(Series(name, (Point(1, y, 0), Point(2, y, 1)), name) for name, y in (("team", 16), ("enemy", 2)))
    drawn = ET.fromstring(svg(Plot("Course", "", "Turn", "Number", series)))
    told = [one.text for one in drawn.iter() if one.tag.endswith("}text")]
    assert not [text for text in told if text and text.startswith("−")]
    assert {"team", "enemy"} <= set(told)
    inks = [one.attrib["stroke"] for one in drawn.iter() if one.tag.endswith("}polyline")]
    assert inks == ["var(--team)", "var(--enemy)"]


def test_plots_are_sound_svg(found: Kept) -> None:
    for plot in found.chronicle.sections[0].plots:
        tree = ET.fromstring(colored(svg(plot), LIGHT))
        assert tree.get("aria-label", "").startswith(plot.title)
        assert "var(" not in colored(svg(plot), LIGHT)
        kinds = {one.tag.rpartition("}")[2] for one in tree.iter()}
        assert ("rect" if plot.kind == "bars" else "polyline") in kinds


def test_a_plot_without_points_beyond_zero_has_axes_all_the_same() -> None:
    empty = Plot("t", "", "x", "y", (Series("s", (Point(0, 0),)),), "band")
    bars = Plot("t", "", "x", "y", (Series("s", (Point(1, 0),)),), kind="bars")
    for plot in (empty, bars):
        assert ET.fromstring(svg(plot)) is not None


# ---- CSV ----


def test_the_sheet_reads_back(found: Kept) -> None:
    rows = list(csv.DictReader(StringIO(sheet(found, defiance_words("en")), newline="")))
    jazz = {row["column"]: row for row in rows if (row["table"], row["row"]) == ("Who did what", "Jazz")}
    assert (jazz["Kills"]["value"], jazz["Kills"]["steps"]) == ("4", "41 250 296 297")
    (section,) = found.chronicle.sections
    told = [row["value"] for row in rows if row["table"] == "Diary"]
    assert told == [line.text for line in section.lines]
    values = sum(
        bool(cell.text) for table in (*section.tables, *section.proofs) for row in table.rows for cell in row.cells
    )
    assert len(rows) == len(told) + values


def test_no_value_of_a_sheet_is_a_formula() -> None:
    words = defiance_words("en")
    rows = list(csv.reader(StringIO(sheet(kept(noted(), words), words), newline="")))
    assert [value for row in rows for value in row if "1+1" in value] == ["'=1+1\nsecond line"]
    assert not [value for row in rows for value in row if value.startswith(("=", "+", "-", "@"))]


# ---- the terminal ----


def test_the_text_fits_a_terminal(found: Kept) -> None:
    told = list(lines(found, defiance_words("en")))
    assert told[2] == "Extraction: won in Round 8 of 12"
    assert max(map(len, told)) <= WIDE
    assert any(re.fullmatch(r"  Jazz +4\* +14\* +16 +1 +6\* +2\* +2 +2", line) for line in told)


def test_a_table_is_aligned() -> None:
    table = Table("T", ("Who", "Many words here"), (Row("a", (Cell("1"),)), Row("bcd", (Cell("22", best=True),))))
    told = list(lines(Kept(Chronicle("t", (Section("s", "S", tables=(table,)),))), defiance_words("en")))
    at = told.index("T")
    assert told[at + 1 :] == ["  Who  Many words", "             here", "  a             1", "  bcd          22*"]


# ---- the command ----


# Without an application the PDF makes one without windows, in which no later test of the window could run.
@pytest.mark.usefixtures("qapp")
def test_the_command_writes_each_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, begin in (("a.html", b"<!doctype html>"), ("a.csv", b"\xef\xbb\xbfsection,table"), ("a.pdf", b"%PDF-")):
        assert main(["chronicle", str(SAVE), "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begin)
    assert capsys.readouterr().out == ""
    assert main(["chronicle", str(SAVE), "--lang", "ru"]) == 0
    assert "победа в раунде 8 из 12" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.defiance"], "nowhere.defiance does not exist.\n"),
        ([str(SAVE), "--out", "a.txt"], "A chronicle cannot be written to a.txt: choose .html, .csv, .pdf.\n"),
        ([str(SAVE), "--out", "no/such/folder/a.csv"], "a.csv could not be written: No such file or directory\n"),
    ],
)
def test_errors_are_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chronicle", *arguments]) == 2
    assert capsys.readouterr().err.splitlines(keepends=True)[-1] == sentence


def test_a_file_that_is_there_is_left_alone(tmp_path: Path, found: Kept) -> None:
    out = tmp_path / "a.csv"
    out.write_text("mine")
    assert main(["chronicle", str(SAVE), "--out", str(out)]) == 2
    assert out.read_text() == "mine"
    write(found, out, defiance_words("en"), None, over=True)
    assert out.read_text() != "mine"


def test_a_game_without_a_chronicle_says_so() -> None:
    session = Session.new("pig", mission="duel", seed=1, journal=False)
    with pytest.raises(DefianceError, match="keeps no chronicle") as refused:
        kept(session, session.words("en"), "pig.defiance")
    assert str(refused.value) == "pig.defiance: this game keeps no chronicle."


def test_a_pdf_needs_a_printer(found: Kept, tmp_path: Path) -> None:
    with pytest.raises(DefianceError, match=r"a\.pdf cannot be made without Qt"):
        write(found, tmp_path / "a.pdf", defiance_words("en"), None)
    with pytest.raises(DefianceError, match="cannot be written to a: choose"):
        write(found, tmp_path / "a", defiance_words("en"), None)


def test_marks_without_room_for_their_names_have_numbers() -> None:
    marks = tuple((float(at), "A long name of a mission") for at in range(1, 31))
    plot = Plot("t", "", "x", "y", (Series("s", tuple(Point(at, 1) for at in range(1, 31))),), marks=marks, kind="bars")
    told = [one.text for one in ET.fromstring(svg(plot)).iter() if one.tag.endswith("}text")]
    assert {"1", "30"} <= set(told)
    assert "A long name of a mission" not in told
