"""Tool tips: words of others stay words, whatever they hold, and no source sets a tip another way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QLabel, QListWidgetItem

from defiance_qt.shell.kit.elided import Elided, ElidedBox
from defiance_qt.shell.present.start import SaveView
from defiance_qt.shell.screens.saves import saves_model
from defiance_qt.shell.tips import APART, WIDE, plain, set_tip
from tests.sources import tree

ROOT = Path(__file__).parents[2]
SETTER = Path("defiance_qt/shell/tips.py")
CARDS = {"term_card", "tip_card"}  # markup on purpose, with its words escaped

MARKUP = (
    "<b>x</b>",
    "Save <h1>broken</h1><img src='file:///red.png'>",
    "\n\n<img src='//host/share'>",
    "a &lt;b&gt; c",
    "<!DOCTYPE html><p>x",
    "x <qt>y",
    "&<b>lt;",
    "<br/>",
)


@pytest.mark.parametrize("words", MARKUP)
def test_markup_is_shown_as_it_is_written(words: str) -> None:
    assert Qt.mightBeRichText(words)
    shown = plain(words)
    assert not Qt.mightBeRichText(shown)
    assert shown.replace(APART, "") == words
    assert plain(shown) == shown, "a tip may be handed on"
    assert not Qt.mightBeRichText(plain(f"{shown}\n{words}"))


@pytest.mark.parametrize("words", ["", "Attack", "1 < 2 & 3 > 2", "R-001\n<- back", "¡Fuego! <3", "a <", "Tom & Jerry"])
def test_words_without_markup_are_left_alone(words: str) -> None:
    assert plain(words) == words


def test_a_long_line_is_broken_and_short_ones_are_kept() -> None:
    """The rule of a card was one line that ran off the screen."""
    words = "Treat wounds\n" + "Once per Round: revive an Unconscious Character in Contact, or heal 3 Damage. " * 2
    shown = plain(words)
    assert max(map(len, shown.splitlines())) <= WIDE
    assert shown.startswith("Treat wounds\n")
    assert shown.split() == words.split()


def test_a_label_that_shows_all_its_words_does_not_repeat_them(qtbot) -> None:
    label = Elided("strong", text="Uma Sørensen")
    qtbot.addWidget(label)
    label.resize(400, 20)
    label.show()
    assert label.toolTip() == ""
    label.resize(50, 20)
    assert label.toolTip() == "Uma Sørensen"


def test_widgets_actions_and_items_are_given_tips_alike(qapp) -> None:
    for one in (QLabel(), QAction(), QListWidgetItem()):
        set_tip(one, MARKUP[0])
        assert one.toolTip() == plain(MARKUP[0])


def test_a_name_with_markup_is_no_markup_in_the_tips_of_labels_boxes_and_lists(qtbot) -> None:
    label, box = Elided("strong", text=MARKUP[1]), ElidedBox()
    qtbot.addWidget(label)
    label.resize(50, 20)
    label.show()
    qtbot.addWidget(box)
    box.addItem(MARKUP[1])
    saves = saves_model([SaveView(MARKUP[1], "", "", "", "", "", "", ())])
    for tip in (label.toolTip(), box.toolTip(), saves.index(0).data(Qt.ItemDataRole.ToolTipRole)):
        assert not Qt.mightBeRichText(tip)
        assert tip.replace(APART, "") == MARKUP[1]


def sources() -> list[Path]:
    return [
        path
        for room in ("defiance_qt", "plugins", "expansions")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT) != SETTER
    ]


def is_card(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CARDS


def is_plain(node: ast.expr | None) -> bool:
    if isinstance(node, ast.IfExp):
        return is_plain(node.body) and is_plain(node.orelse)
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plain"


def is_set_before(node: ast.expr | None) -> bool:
    """A tip of a widget that has one, or the card of a term."""
    return node is not None and ast.unparse(node).endswith((".toolTip()", "part.tip"))


def asks_for_tips(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr == "ToolTipRole" for one in ast.walk(node))


def raw_tips(module: ast.Module) -> Iterator[int]:
    """Yield the lines of a module where words become a tip of any kind unguarded."""
    guarded: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = node.args
            if node.func.attr == "setToolTip" and is_card(given[0]):
                guarded.add(node.func)
            shown = given[1] if node.func.attr == "showText" and ast.unparse(node.func.value) == "QToolTip" else None
            if not (is_plain(shown) or is_card(shown) or is_set_before(shown)):
                yield node.lineno
        elif isinstance(node, ast.If) and asks_for_tips(node.test):
            guarded.update(one for one in ast.walk(node.test) if asks_for_tips(one))
            answers = [one for part in node.body for one in ast.walk(part) if isinstance(one, ast.Return)]
            if not answers or not all(is_plain(one.value) for one in answers):
                yield node.lineno
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in ("setToolTip", "ToolTipRole") and node not in guarded:
            yield node.lineno


@pytest.mark.parametrize(
    ("source", "raw"),
    [
        ("widget.setToolTip(words)", True),
        ("changed.connect(widget.setToolTip)", True),
        ("item.setData(Qt.ToolTipRole, words)", True),
        ("if role == Qt.ToolTipRole:\n    return words", True),
        ("QToolTip.showText(place, words, widget)", True),
        ("widget.setToolTip(term_card(term))", False),
        ("if role in (Qt.ToolTipRole, Qt.Other):\n    return plain(words) if words else None", False),
        ("QToolTip.showText(place, plain(words), widget)", False),
    ],
)
def test_what_counts_as_raw(source: str, raw: bool) -> None:
    assert bool(list(raw_tips(ast.parse(source)))) is raw


def test_every_tip_goes_through_one_place() -> None:
    named = [path for path in sources() if "ToolTip" in path.read_text(encoding="utf-8")]
    assert len(named) > 8
    found = {f"{path.relative_to(ROOT)}:{line}" for path in named for line in raw_tips(tree(path))}
    assert not found


def test_no_message_takes_words_for_markup() -> None:
    """Its sentence may name a file or a plugin; a box decides by itself whether it is markup unless it is told."""
    boxes = {
        path.name: path.read_text(encoding="utf-8") for path in sources() if "QMessageBox(" in path.read_text("utf-8")
    }
    assert boxes
    for name, text in boxes.items():
        assert text.count("QMessageBox(") == text.count("box.setTextFormat(Qt.TextFormat.PlainText)"), name
