"""The style sheet of all common widgets, and the palette for parts that a style sheet does not cover.

Widgets select their style through dynamic properties and set no colors of their own:
- QFrame/QWidget `role`: "card", "panel", "bar", "floating", "banner", "moment", "message" (with `rank`);
  `state` of a card: "active", "enemy", "dim", "differs", "drop"
- QLabel `role`: "title", "heading", "strong", "muted", "small", "figure" (a small number), "number", "prompt", "chip",
  "key"; `tone` of a label or chip: "team", "enemy", "ally", "danger", "gold", "blue", "red", "black"
- QPushButton/QToolButton `role`: "primary", "offer" (available now), "quiet", "danger", "chip", "key" (the id of
  a rule), "row" (a choice as wide as its panel, words on the left)
A property that changes at run time takes effect after `style().unpolish(w); style().polish(w)`.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QPalette

from defiance_qt.shell.theme.theme import FAMILIES, Theme

ICONS = Path(__file__).parent / "icons"


def _url(name: str) -> str:
    return f"url({(ICONS / f'qss_{name}.svg').as_posix()})"


def stylesheet(theme: Theme) -> str:
    """Return the style sheet for `QApplication.setStyleSheet`."""
    return "\n".join(
        part(theme) for part in (_base, _labels, _surfaces, _buttons, _inputs, _lists, _bars, _floating, _start)
    )


def _base(t: Theme) -> str:
    families = ", ".join(f'"{family}"' for family in FAMILIES)
    return f"""
QWidget {{ color: {t.text}; font-family: {families}; font-size: {t.size_text}px; }}
QMainWindow, QDialog, QMessageBox {{ background: {t.panel}; }}
QMainWindow::separator {{ background: {t.panel_border}; width: 1px; height: 1px; }}
QSplitter::handle {{ background: {t.panel_border}; }}
QSplitter::handle:hover {{ background: {t.team}; }}
QStatusBar {{ background: {t.panel}; color: {t.muted}; }}
QToolTip {{ background: {t.floating}; color: {t.text}; border: 1px solid {t.floating_border};
  border-radius: {t.radius_small}px; padding: {t.gap_small}px {t.gap}px; }}
"""


def _labels(t: Theme) -> str:
    tones = {
        "team": (t.team, t.team_fill, t.team_ink),
        "enemy": (t.enemy, t.enemy_fill, t.enemy_ink),
        "ally": (t.ally, t.ally_fill, t.ally),
        "danger": (t.danger, t.danger_fill, t.danger_ink),
        "gold": (t.gold_ink, t.gold_fill, t.gold_ink),
        "blue": (t.blue, t.blue_fill, t.blue_ink),
    }
    rules = [
        f"""
QLabel {{ background: transparent; }}
QLabel[role="title"] {{ font-size: {t.size_title}px; font-weight: 700; color: {t.text_strong}; }}
QLabel[role="heading"] {{ font-size: {t.size_heading}px; font-weight: 600; color: {t.text_strong}; }}
QLabel[role="prompt"] {{ font-size: {t.size_heading}px; color: {t.text_strong}; }}
QLabel[role="strong"] {{ font-weight: 600; color: {t.text_strong}; }}
QLabel[role="number"] {{ font-size: {t.size_number}px; font-weight: 700; color: {t.text_strong}; }}
QLabel[role="figure"] {{ font-size: {t.size_small}px; font-weight: 700; color: {t.text_strong}; }}
QLabel[role="muted"] {{ color: {t.muted}; }}
QLabel[role="small"] {{ color: {t.muted}; font-size: {t.size_small}px; }}
QLabel[role="chip"] {{ background: {t.raised}; color: {t.text}; border-radius: {t.size_small // 2 + 2}px;
  padding: 2px {t.px(9)}px;
  font-size: {t.size_small}px; }}
QLabel[role="key"] {{ background: {t.raised}; color: {t.muted}; border: 1px solid {t.raised_border};
  border-radius: {t.px(4)}px;
  padding: 0 {t.px(6)}px; font-size: {t.size_small}px; }}
QLabel:disabled {{ color: {t.faint}; }}
"""
    ]
    for tone, (accent, fill, ink) in tones.items():
        rules.append(f'QLabel[tone="{tone}"] {{ color: {accent}; }}')
        rules.append(f'QLabel[role="chip"][tone="{tone}"] {{ background: {fill}; color: {ink}; }}')
    for colour in ("red", "black"):
        fill, ink = t.face(colour)
        rules.append(f'QLabel[role="chip"][tone="{colour}"] {{ background: {fill}; color: {ink}; }}')
    return "\n".join(rules)


def _surfaces(t: Theme) -> str:
    return f"""
QWidget[role="panel"] {{ background: {t.panel}; }}
QWidget[role="bar"] {{ background: {t.panel}; border: 0 solid {t.panel_border}; }}
QWidget[role="bar"][looking="true"] {{ background: {t.blue_fill}; border-bottom: 2px solid {t.blue}; }}
QToolButton[role="look"] {{ background: {t.blue_ink}; color: {t.blue_fill}; border: 1px solid {t.blue_ink};
  border-radius: {t.radius_small}px; }}
QFrame[role="card"] {{ background: {t.card}; border: 1px solid {t.card_border}; border-radius: {t.radius}px; }}
QFrame[role="card"][state="active"] {{ border: 2px solid {t.team}; }}
QFrame[role="card"][state="enemy"] {{ border: 2px solid {t.enemy}; }}
QFrame[role="card"][state="drop"] {{ border: 2px dashed {t.choice}; }}
QFrame[role="card"][state="differs"] {{ border: 1px solid {t.gold}; }}
QFrame[role="card"][state="dim"] {{ background: {t.panel}; }}
QFrame[role="card"]:focus {{ border: 2px solid {t.blue}; }}
QLabel:focus {{ border: 1px solid {t.blue}; border-radius: {t.radius_small}px; }}
QFrame[role="floating"], QDialog[role="floating"] {{ background: {t.floating}; border: 1px solid {t.floating_border};
  border-radius: {t.radius}px; }}
QFrame[role="banner"] {{ background: {t.danger_fill}; border: 1px solid {t.danger}; border-radius: {t.radius}px; }}
QFrame[role="banner"] QLabel {{ color: {t.danger_ink}; }}
QFrame[role="message"] {{ background: {t.raised}; border: 1px solid {t.raised_border}; border-radius: {t.radius}px; }}
QFrame[role="message"] QLabel {{ color: {t.text}; }}
QFrame[role="message"][rank="hint"] {{ background: {t.team_fill}; border-color: {t.team}; }}
QFrame[role="message"][rank="refusal"] {{ background: {t.danger_fill}; border-color: {t.danger}; }}
QFrame[role="message"][rank="refusal"] QLabel {{ color: {t.danger_ink}; }}
QFrame[role="moment"] {{ background: {t.floating}; border: 2px solid {t.team}; border-radius: {t.radius}px; }}
QFrame[role="moment"][tone="gold"] {{ background: {t.gold_fill}; border-color: {t.gold}; }}
QFrame[role="moment"][tone="enemy"] {{ border-color: {t.enemy}; }}
QFrame[role="moment"][tone="ally"] {{ border-color: {t.ally}; }}
QFrame[role="line"] {{ background: {t.panel_border}; border: none; max-height: 1px; min-height: 1px; }}
QGroupBox {{ background: {t.card}; border: 1px solid {t.card_border}; border-radius: {t.radius}px;
  margin-top: {t.size_text}px; padding: {t.gap}px; padding-top: {t.size_text}px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: {t.gap}px; padding: 0 {t.px(4)}px; color: {t.muted}; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QDockWidget {{ color: {t.text_strong}; }}
QDockWidget::title {{ background: {t.panel}; padding: {t.gap_small}px; }}
QTabWidget::pane {{ border: 1px solid {t.card_border}; border-radius: {t.radius_small}px; }}
QTabBar::tab {{ background: transparent; color: {t.muted}; padding: {t.px(7)}px {t.px(14)}px; border: none;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar::tab:selected {{ color: {t.text_strong}; border-bottom: 2px solid {t.team}; }}
QTabBar::tab:focus {{ color: {t.blue}; }}
"""


def _buttons(t: Theme) -> str:
    pad = f"padding: {t.px(6)}px {t.margin}px"
    return f"""
QPushButton, QToolButton {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.raised_border};
  border-radius: {t.radius_small + 2}px; {pad}; icon-size: {t.px(16)}px; }}
QToolButton {{ padding: {t.px(5)}px {t.px(9)}px; }}
QPushButton:hover, QToolButton:hover {{ background: {t.hover}; border-color: {t.muted}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {t.pressed}; }}
QPushButton:checked, QToolButton:checked {{ background: {t.team_fill}; border-color: {t.team}; color: {t.team_ink}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {t.blue}; padding: {t.px(6) - 1}px {t.margin - 1}px; }}
QToolButton:focus {{ padding: {t.px(5) - 1}px {t.px(9) - 1}px; }}
QPushButton[tight="true"] {{ padding: {t.px(6)}px {t.px(5)}px; }}
QPushButton[keyed="true"] {{ text-align: left; padding: {t.px(6)}px {t.px(5)}px {t.px(6)}px {t.px(12)}px; }}
QPushButton[keyed="true"]:focus {{ padding: {t.px(6) - 1}px {t.px(5) - 1}px {t.px(6) - 1}px {t.px(12) - 1}px; }}
QPushButton[dense="true"] {{ padding: {t.px(3)}px {t.px(5)}px; font-size: {t.size_small}px; }}
QPushButton[dense="true"]:focus {{ padding: {t.px(3) - 1}px {t.px(5) - 1}px; }}
QToolButton[tight="true"] {{ padding: 2px {t.px(4)}px; font-size: {t.size_small}px; }}
QToolButton[tight="true"]:focus {{ padding: 1px {t.px(4) - 1}px; }}
QPushButton[tight="true"]:focus {{ padding: {t.px(6) - 1}px {t.px(5) - 1}px; }}
QPushButton:disabled, QToolButton:disabled {{ background: transparent; color: {t.faint};
  border-color: {t.panel_border}; }}
QPushButton[role="primary"], QToolButton[role="primary"] {{ background: {t.team}; color: {t.on_accent};
  border-color: {t.team}; font-weight: 600; }}
QPushButton[role="primary"]:hover {{ background: {QColor(t.team).lighter(108).name()}; }}
QPushButton[role="primary"]:focus {{ border: 2px solid {t.text_strong}; }}
QPushButton[role="primary"]:disabled {{ background: {t.raised}; color: {t.faint}; border-color: {t.raised_border}; }}
QPushButton[role="offer"], QToolButton[role="offer"] {{ border-color: {t.team}; color: {t.team_ink}; }}
QPushButton[role="offer"]:hover {{ background: {t.team_fill}; }}
QPushButton[role="offer"]:focus {{ border: 2px solid {t.team_ink}; }}
QPushButton[role="offer"]:disabled {{ color: {t.faint}; border-color: {t.panel_border}; }}
QPushButton[role="danger"] {{ border-color: {t.danger}; color: {t.danger_ink}; }}
QPushButton[role="danger"]:hover {{ background: {t.danger_fill}; }}
QPushButton[role="locked"] {{ background: transparent; color: {t.faint}; border: 1px dashed {t.muted}; }}
QPushButton[role="quiet"], QToolButton[role="quiet"] {{ background: transparent; border-color: transparent;
  color: {t.muted}; }}
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover {{ background: {t.hover}; color: {t.text}; }}
QPushButton[role="quiet"]:focus, QToolButton[role="quiet"]:focus {{ border-color: {t.blue}; }}
QPushButton[role="quiet"]:disabled, QToolButton[role="quiet"]:disabled {{ color: {t.faint};
  border-color: transparent; }}
QPushButton[role="chip"], QToolButton[role="chip"] {{ border-radius: {t.size_text // 2 + 5}px;
  padding: {t.px(4)}px {t.margin}px; }}
QToolButton[role="chip"] {{ padding: {t.px(4)}px {t.px(4)}px {t.px(4)}px {t.gap}px; }}
QToolButton[role="chip"]:focus {{ padding: {t.px(4) - 1}px {t.px(4) - 1}px {t.px(4) - 1}px {t.gap - 1}px; }}
QToolButton[role="key"] {{ background: {t.raised}; color: {t.muted}; border: 1px solid {t.raised_border};
  border-radius: {t.px(4)}px; padding: 0 {t.px(6)}px; font-size: {t.size_small}px; }}
QToolButton[role="key"]:hover {{ color: {t.team_ink}; border-color: {t.team}; }}
QToolButton[role="key"]:focus {{ border: 1px solid {t.blue}; padding: 0 {t.px(6)}px; }}
QPushButton[role="row"] {{ text-align: left; padding: {t.px(8)}px {t.px(12)}px; }}
QPushButton[role="row"]:focus {{ padding: {t.px(8) - 1}px {t.px(12) - 1}px; }}
QPushButton::menu-indicator, QToolButton::menu-indicator {{ image: {_url("down")}; width: {t.px(10)}px;
  right: {t.px(6)}px; subcontrol-origin: padding; subcontrol-position: right center; }}
QToolButton[drops="true"] {{ padding-right: {t.px(20)}px; }}
QToolButton[tight="true"]::menu-indicator, QToolButton[bare="true"]::menu-indicator {{ image: none; width: 0; }}
QCheckBox, QRadioButton {{ spacing: {t.px(8)}px; background: transparent; }}
QCheckBox::indicator, QListView::indicator, QRadioButton::indicator {{ width: {t.px(16)}px; height: {t.px(16)}px;
  background: {t.raised}; border: 1px solid {t.raised_border}; border-radius: {t.px(4)}px; }}
QRadioButton::indicator {{ border-radius: {t.px(16) // 2 + 1}px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {t.team}; }}
QCheckBox:focus, QRadioButton:focus {{ color: {t.blue}; }}
QCheckBox::indicator:checked, QListView::indicator:checked {{ background: {t.team}; border-color: {t.team};
  image: {_url("tick_on_dark" if t.dark else "tick_on_light")}; }}
QRadioButton::indicator:checked {{ border: {t.px(5)}px solid {t.team}; background: {t.on_accent};
  width: {t.px(16) + 2 - 2 * t.px(5)}px; height: {t.px(16) + 2 - 2 * t.px(5)}px; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.faint}; }}
"""


def _inputs(t: Theme) -> str:
    return f"""
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {{ background: {t.raised};
  color: {t.text_strong}; border: 1px solid {t.raised_border}; border-radius: {t.radius_small}px;
  padding: {t.px(5)}px {t.px(9)}px;
  selection-background-color: {t.team}; selection-color: {t.on_accent}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{
  border: 2px solid {t.blue}; padding: {t.px(5) - 1}px {t.px(9) - 1}px; }}
/* The field within it is higher than the words of a combo box. */
QSpinBox, QDoubleSpinBox {{ padding: {t.px(5) - 1}px {t.px(9)}px; }}
QSpinBox:focus, QDoubleSpinBox:focus {{ padding: {t.px(5) - 2}px {t.px(9) - 1}px; }}
QSpinBox[tone="danger"], QLineEdit[tone="danger"], QComboBox[tone="danger"] {{ border-color: {t.danger}; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{ color: {t.faint}; background: transparent; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ border: none; background: transparent; padding: 0 {t.px(9)}px; }}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: {t.px(24)}px; }}
QComboBox::down-arrow {{ image: {_url("down")}; width: {t.px(12)}px; height: {t.px(12)}px; }}
QComboBox QAbstractItemView {{ background: {t.floating}; border: 1px solid {t.floating_border}; outline: none;
  selection-background-color: {t.team_fill}; selection-color: {t.team_ink}; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{
  border: none; width: {t.px(18)}px; background: transparent; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: {_url("up")}; width: {t.px(10)}px; height: {t.px(10)}px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: {_url("down")}; width: {t.px(10)}px; height: {t.px(10)}px; }}
QSlider::groove:horizontal {{ height: {t.px(4)}px; background: {t.pip_empty}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ height: {t.px(4)}px; background: {t.team}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: {t.px(16)}px; height: {t.px(16)}px; margin: -{t.px(6)}px 0;
  border-radius: {t.px(8)}px;
  background: {t.text_strong};
  border: none; }}
QSlider::handle:horizontal:hover {{ background: {t.team_ink}; }}
QSlider:focus {{ border: 1px solid {t.blue}; border-radius: {t.radius_small}px; }}
QSlider::groove:vertical {{ width: {t.px(4)}px; background: {t.pip_empty}; border-radius: 2px; }}
QSlider::handle:vertical {{ width: {t.px(16)}px; height: {t.px(16)}px; margin: 0 -{t.px(6)}px;
  border-radius: {t.px(8)}px;
  background: {t.text_strong}; }}
QProgressBar {{ background: {t.pip_empty}; border: none; border-radius: {t.px(4)}px; height: {t.px(8)}px;
  text-align: center; }}
QProgressBar::chunk {{ background: {t.team}; border-radius: {t.px(4)}px; }}
"""


def _lists(t: Theme) -> str:
    return f"""
QListView, QTreeView, QTableView, QListWidget, QTreeWidget {{ background: transparent; border: none; outline: none;
  alternate-background-color: {t.card}; }}
QListView::item, QTreeView::item, QTableView::item {{ padding: {t.px(5)}px {t.px(8)}px;
  border-radius: {t.radius_small}px;
  color: {t.text}; }}
QListView::item:disabled {{ color: {t.muted}; font-weight: 600; background: transparent; }}
QListView::item:hover, QTreeView::item:hover, QTableView::item:hover {{ background: {t.hover}; }}
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {{ background: {t.team_fill};
  color: {t.team_ink}; }}
QListView:focus, QTreeView:focus, QTableView:focus {{ border: 1px solid {t.blue}; border-radius: {t.radius_small}px; }}
QListWidget[role="pile"] {{ background: {t.card}; border: 1px solid {t.card_border};
  border-radius: {t.radius_small}px; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{ background: transparent; color: {t.muted}; border: none;
  border-bottom: 1px solid {t.panel_border};
  padding: {t.px(5)}px {t.px(8)}px; }}
QTableCornerButton::section {{ background: transparent; border: none; }}
"""


def _bars(t: Theme) -> str:
    return f"""
QScrollBar:vertical {{ background: transparent; width: {t.px(10)}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {t.px(10)}px; margin: 0; }}
QScrollBar::handle {{ background: {t.raised_border}; border-radius: {t.px(4)}px; min-height: {t.px(28)}px;
  min-width: {t.px(28)}px;
  margin: 1px; }}
QScrollBar::handle:hover {{ background: {t.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QToolBar {{ background: {t.panel}; border: none; spacing: {t.gap_small}px; padding: {t.gap_small}px; }}
QMenuBar {{ background: {t.panel}; color: {t.text}; }}
QMenuBar::item {{ background: transparent; padding: {t.px(5)}px {t.px(10)}px; border-radius: {t.radius_small}px; }}
QMenuBar::item:selected {{ background: {t.hover}; }}
"""


def _floating(t: Theme) -> str:
    return f"""
QMenu {{ menu-scrollable: 1; background: {t.floating}; border: 1px solid {t.floating_border};
  border-radius: {t.radius_small}px; padding: {t.px(5)}px; }}
QMenu::item {{ padding: {t.px(6)}px {t.px(26)}px {t.px(6)}px {t.px(12)}px; border-radius: {t.radius_small - 2}px; }}
QMenu::item:selected {{ background: {t.team_fill}; color: {t.team_ink}; }}
QMenu::item:disabled {{ color: {t.faint}; }}
QMenu::separator {{ height: 1px; background: {t.panel_border}; margin: {t.px(5)}px {t.px(8)}px; }}
QMenu::icon {{ padding-left: {t.px(8)}px; }}
QGraphicsView {{ border: none; background: {t.background}; }}
"""


def _start(t: Theme) -> str:
    return f"""
QFrame[role="quick"] {{ border: 1px solid {t.team}; border-radius: {t.radius + 2}px;
  background: qlineargradient(x1:0, y1:0, x2:1, y2:1, stop:0 {t.team_fill}, stop:1 {t.card}); }}
QPushButton[big="true"] {{ font-size: {t.size_heading + 1}px; }}
QFrame[role="fault"] {{ background: {t.danger_fill}; border: none; border-radius: {t.radius_small}px; }}
QFrame[role="fault"] QLabel {{ color: {t.danger_ink}; }}
"""


def palette(theme: Theme) -> QPalette:
    """Return the palette for `QApplication.setPalette`, which themes links, placeholder text and native parts."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, colour in (
        (roles.Window, theme.panel),
        (roles.WindowText, theme.text),
        (roles.Base, theme.raised),
        (roles.AlternateBase, theme.card),
        (roles.Text, theme.text),
        (roles.Button, theme.raised),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.text_strong),
        (roles.Highlight, theme.team),
        (roles.HighlightedText, theme.on_accent),
        (roles.Link, theme.team),
        (roles.Accent, theme.blue),
        (roles.LinkVisited, theme.enemy),
        (roles.PlaceholderText, theme.muted),
        (roles.ToolTipBase, theme.floating),
        (roles.ToolTipText, theme.text),
    ):
        result.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.faint))
    return result
