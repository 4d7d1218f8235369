"""A field of a form: its name with what it can hold, its editor, and why its value was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.core.port import Field, Words
from defiance_qt.lab.form_input import possible
from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.editors import ChoiceEditor, Editor, FlagEditor, NumberEditor, SetEditor, TextEditor
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.rule_chip import RuleChips
from defiance_qt.shell.theme import Theme

TEXT = 220
"""The width of a field for a text."""


class FieldBox(QWidget):
    """The name of a field over its editor, and below it a refusal with its rules, which `asked` opens."""

    def __init__(self, theme: Theme, words: Words, field: Field, asked: Callable[[str], object]) -> None:
        super().__init__()
        self.field = field
        self.editor = _editor(field, words)
        can = possible(field, words) if field.kind == "number" else ""
        name = label(f"{field.name}  {can}" if can else field.name, "small")
        self._refused = label("", "small", "danger", wrap=True)
        self._rules = RuleChips(words, asked)
        below = hbox((self._refused, 1), self._rules, gap=theme.px(5))
        column = vbox(of=self, margins=0, gap=theme.px(2))
        for part in (name, self.editor):
            column.addWidget(part, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addLayout(below)
        if field.kind == "text":
            self.editor.setFixedWidth(theme.px(TEXT))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._can = can
        self.refuse("")

    @property
    def refused(self) -> str:
        """Why the value was refused, or ""."""
        return self._refused.text()

    @property
    def inputs(self) -> list[QWidget]:
        """The widgets that take the keyboard. The list of a box is a window of its own."""
        found = [one for one in self.editor.findChildren(QWidget) if one.window() is self.window()]
        return [one for one in found if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None]

    def refuse(self, text: str, rules: tuple[str, ...] = ()) -> None:
        """Show why the value was refused, with the rules behind it; "" for a value that stands."""
        show_text(self._refused, text)
        self._rules.show_rules(rules)
        self._rules.setVisible(bool(rules))
        for one in self.inputs:
            set_property(one, "tone", "danger" if text else "")
            one.setAccessibleDescription(". ".join(part for part in (self._can, text) if part))

    def read(self) -> Any:
        return self.editor.read()


def _editor(field: Field, words: Words) -> Editor:
    made: dict[str, Callable[[], Editor]] = {
        "number": lambda: NumberEditor(field, free=True),
        "flag": lambda: FlagEditor(field, words),
        "choice": lambda: ChoiceEditor(field),
        "set": lambda: SetEditor(field),
        "text": lambda: TextEditor(field),
    }
    return made[field.kind]()
