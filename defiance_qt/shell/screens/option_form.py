"""Options as widgets: a box to tick, a number within its limits, or a choice with its names. The new-game screen and
the plugins' page build their forms of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from defiance_qt.core.port import Option
from defiance_qt.extend.manifest import Option as PluginOption
from defiance_qt.shell.kit.elided import ElidedBox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.wrapped import WrappedBox


def plugin_option(option: PluginOption, language: str) -> tuple[str, QWidget]:
    """Return the text of a plugin's option in a language, and its widget."""
    text = option.text.get(language, option.text["en"])
    return text, option_widget(option, text, {choice: option.name_of(choice, language) for choice in option.choices})


def named(text: str, widget: QWidget) -> QWidget:
    """Return a label for a widget. The label is also the widget's accessible name."""
    result = label(text, "muted", wrap=True)
    result.setBuddy(widget)
    widget.setAccessibleName(text)
    return result


def option_widget(option: Option | PluginOption, text: str, choices: Mapping[str, str]) -> QWidget:
    """Return the widget of an option. `choices` maps a value to its name."""
    if option.kind == "bool":
        check = WrappedBox(text)
        check.setChecked(bool(option.default))
        return check
    if option.kind == "int":
        spin = QSpinBox()
        spin.setRange(option.low if option.low is not None else -999, option.high if option.high is not None else 999)
        spin.setValue(int(option.default))
        spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return spin
    box = ElidedBox()
    for choice, name in choices.items():
        box.addItem(name, choice)
    box.setCurrentIndex(max(0, box.findData(option.default)))
    return box


def value_of(widget: QWidget) -> Any:
    if isinstance(widget, QCheckBox):
        return widget.isChecked()
    if isinstance(widget, QSpinBox):
        return widget.value()
    return widget.currentData() if isinstance(widget, QComboBox) else None


def on_change(widget: QWidget, call: Callable[[], None]) -> None:
    """Call a function whenever the user changes the widget of an option."""
    if isinstance(widget, QCheckBox):
        widget.toggled.connect(call)
    elif isinstance(widget, QSpinBox):
        widget.valueChanged.connect(call)
    elif isinstance(widget, QComboBox):
        widget.currentIndexChanged.connect(call)


def set_value(widget: QWidget, value: Any) -> None:
    if isinstance(widget, QCheckBox):
        widget.setChecked(value)
    elif isinstance(widget, QSpinBox):
        widget.setValue(value)
    elif isinstance(widget, QComboBox):
        widget.setCurrentIndex(max(0, widget.findData(value)))
