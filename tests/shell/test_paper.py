"""The chronicle on paper: pages of A4 on which nothing is cut, and headings stay with what they are about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from defiance_qt.extend.opening import open_save
from defiance_qt.lab.chronicle import kept
from defiance_qt.lab.chronicle.page import printed
from defiance_qt.shell.paper import laid_out, pdf, room
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT


def page_of(language: str) -> tuple[str, dict[str, str]]:
    with open_save(ROOT / "saves/extraction-en-defeat.defiance", read_only=True) as session:
        words = session.words(language)
        page, pictures = printed(kept(session, words), words)
        return page, dict(pictures)


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_and_no_heading_is_left_alone(qtbot: QtBot, language: str) -> None:
    document, space = laid_out(*page_of(language)), room()
    layout = document.documentLayout()
    assert document.pageCount() > 1
    assert document.idealWidth() <= space.width()
    headings = 0
    for block in blocks(document):
        box = layout.blockBoundingRect(block)
        assert not block.text() or box.right() <= space.width() + 1, block.text()
        table = QTextCursor(block).currentTable()
        if table is not None:
            assert layout.frameBoundingRect(table).width() <= space.width() - 8, block.text()
        if block.blockFormat().headingLevel():
            headings += 1
            below = layout.blockBoundingRect(block.next())
            assert box.top() // space.height() == below.top() // space.height(), block.text()
    assert headings > 4


def test_a_heading_at_the_foot_of_a_page_goes_to_the_next_with_its_table(qtbot: QtBot) -> None:
    space = room()
    table = "<table>" + "<tr><td>row</td></tr>" * 8 + "</table>"
    lines = int(space.height() // 20) - 6
    for shift in range(12):
        page = "<p>line</p>" * (lines + shift) + f"<h3>The heading</h3>{table}"
        document = laid_out(page, {})
        layout = document.documentLayout()
        heading = next(block for block in blocks(document) if block.blockFormat().headingLevel())
        frame = QTextCursor(heading.next()).currentTable()
        assert frame is not None
        top, box = layout.blockBoundingRect(heading).top(), layout.frameBoundingRect(frame)
        assert top // space.height() == (box.bottom() - 1) // space.height()


def test_the_paper_is_a4(qtbot: QtBot) -> None:
    data = pdf("<h1>One</h1>", {})
    assert b"/MediaBox [0 0 595 842]" in data.replace(b".000000", b"")
