"""The gallery: every part of the kit is in it, in every theme, with its states."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from defiance_qt.shell import kit
from defiance_qt.shell.kit.cards import HandCard
from defiance_qt.shell.theme import DARK, LIGHT, Theme
from tests.conftest import ROOT
from tests.systems.defiance.view.positions import english
from tests.workshop.window.gallery import Gallery, hovered

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

INSIDE = {"Gallery", "Item", "HandCard", "PadButton", "Editor", "FreeSpin", "Scroll", "Flowing"}
"""What is the gallery, a base, a piece of another part, or only holds others."""


@pytest.fixture(params=[DARK, LIGHT], ids=lambda theme: theme.name)
def gallery(qtbot, request) -> Gallery:
    theme: Theme = request.param
    made = Gallery(theme, english())
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    made.activateWindow()
    return made


def classes() -> Iterator[str]:
    for module in iter_modules(kit.__path__):
        for name, value in vars(import_module(f"{kit.__name__}.{module.name}")).items():
            if isinstance(value, type) and issubclass(value, QWidget) and value.__module__.startswith(kit.__name__):
                yield name


def test_it_has_every_part(gallery: Gallery) -> None:
    assert set(classes()) - INSIDE == set(gallery.parts) - {"label"}
    assert all(widgets for widgets in gallery.parts.values())


def test_the_documentation_names_every_part() -> None:
    documented = (ROOT / "docs/plugins.md").read_text(encoding="utf-8")
    assert [name for name in set(classes()) - INSIDE if f"`{name}`" not in documented] == []


def within(gallery: Gallery) -> list[QWidget]:
    """Return every part that takes part in the keyboard's way, at rest."""
    found = [one for widgets in gallery.parts.values() for widget in widgets for one in (widget, *children(widget))]
    return [one for one in found if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isEnabled() and one.isVisible()]


def children(widget: QWidget) -> list[QWidget]:
    return widget.findChildren(QWidget)


def test_the_focus_is_seen_on_each_that_takes_it(gallery: Gallery) -> None:
    taking = within(gallery)
    assert len(taking) > 20
    for widget in taking:
        gallery.setFocus()
        before = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        assert widget.hasFocus(), widget.accessibleName()
        assert widget.grab().toImage() != before, type(widget).__name__


def test_what_is_under_the_pointer_is_seen(gallery: Gallery) -> None:
    buttons = [one for one in within(gallery) if isinstance(one, QAbstractButton)]
    resting = [one for one in buttons if not one.underMouse() and not one.isChecked()]
    resting = [one for one in resting if not isinstance(one, HandCard) or one.view.command is not None]
    assert len(resting) > 12
    same = {type(one).__name__ for one in resting if one.grab().toImage() == hovered(one).grab().toImage()}
    assert same == set()


def test_each_has_a_name_for_a_screen_reader(gallery: Gallery) -> None:
    nameless = [type(one).__name__ for one in within(gallery) if not (one.accessibleName() or one.property("text"))]
    assert nameless == []
