"""Labels and headings, and the roles and tones that the style sheet and painted parts share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from defiance_qt.shell.kit.boxes import hbox
from defiance_qt.shell.theme import Theme

WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_TONES = ("team", "enemy", "ally", "danger", "gold", "blue")


def label(text: str = "", role: str = "", tone: str = "", wrap: bool = False) -> QLabel:
    """Return a label with one of the style sheet's roles."""
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        result.setProperty("role", role)
    if tone:
        result.setProperty("tone", tone)
    result.setWordWrap(wrap)
    return result


def show_text(of: QLabel, text: str) -> None:
    """Show a text; without one, hide the label."""
    of.setText(text)
    of.setVisible(bool(text))


def heading(title: str, note: str | QLabel = "") -> QHBoxLayout:
    """Return the head of a part of a rail: its title, and a note or a label for one at the right."""
    return hbox(label(title, "strong"), ..., label(note, "small") if isinstance(note, str) else note, gap=8)


def divider(theme: Theme, high: int = 0) -> QFrame:
    """Return a line between parts that are side by side, as high as they are or of this height."""
    line = QFrame()
    line.setFixedWidth(1)
    if high:
        line.setFixedHeight(theme.px(high))
    line.setStyleSheet(f"background: {theme.panel_border}")
    return line


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet selects on, and apply the style again. A widget that has not been on the
    screen gets its style there."""
    if (widget.property(name) or "") != (value or ""):
        widget.setProperty(name, value)
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.style().unpolish(widget)
            widget.style().polish(widget)


def chip_colours(theme: Theme, tone: str) -> tuple[str, str]:
    """Return the fill and text color of a chip."""
    if tone in ("red", "black"):
        return theme.face(tone)
    if tone == "ally":
        return theme.ally_fill, theme.ally
    if tone in _TONES:
        return getattr(theme, f"{tone}_fill"), getattr(theme, f"{tone}_ink")
    return theme.raised, theme.text
