"""What a person calls up beside the table: the reference of the rules, who answers
chance, corrections by hand. Owns these windows and the picking
of a space on the board for one of them; what they change goes through the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from defiance_qt.ui.dialogs.chance import ChanceDialog
from defiance_qt.ui.dialogs.overrule import OverruleDialog
from defiance_qt.ui.panels.editors import SpaceEditor
from defiance_qt.ui.panels.reference import ReferenceSheet
from defiance_qt.ui.present.names import rules_of
from defiance_qt.ui.present.overrule import SubjectView, subjects
from defiance_qt.ui.present.reference import RuleView, rule_view
from defiance_qt.ui.theme import icon

if TYPE_CHECKING:
    from defiance_qt.ui.table import Table


class Sheets(QObject):
    """The windows of one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._table = table
        self._overrule: OverruleDialog | None = None
        self._picks: SpaceEditor | None = None
        self._reference: ReferenceSheet | None = None

    # -- the rules

    def read_rule(self, id: str = "") -> None:
        """Open the reference, at a rule if one is named."""
        self.reference.open_at(id)

    @property
    def reference(self) -> ReferenceSheet:
        """The reference of the rules, made when it is first wanted."""
        if self._reference is None:
            table = self._table
            made = self._reference = ReferenceSheet(table.theme, table.words, self._look, table, table.foes)
            made.asked.connect(lambda line: table.reasons.show_why(table.bridge.reader.why(line)))
            made.jumped.connect(table.bridge.jump)
            made.covers.connect(self._covered)
        return self._reference

    def _covered(self, width: int) -> None:
        """The sheet lies over a part of the board: what floats there makes room."""
        over = max(0, width - self._table.foes.width())
        self._table.reasons.cover(over)
        self._table.message.cover(over)

    def _look(self, id: str) -> RuleView | None:
        bridge = self._table.bridge
        return rule_view(id, bridge.session, bridge.words, bridge.reader)

    def catch_up(self) -> None:
        """The game went on."""
        if self._reference is not None:
            self._reference.refresh()

    def place(self) -> None:
        if self._reference is not None:
            self._reference.place()

    def put_away(self) -> None:
        """Esc."""
        if self._reference is not None:
            self._reference.hide()

    # -- chance

    def chance(self) -> None:
        """Who answers chance from now on."""
        table = self._table
        fresh = table.bridge.session.dice_after_undo == "fresh"
        dialog = ChanceDialog(table, table.words, table.bridge.state.answers, fresh)
        dialog.answers_set.connect(table.bridge.set_answer)
        dialog.dice_set.connect(table.bridge.set_dice_after_undo)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- corrections by hand

    def subjects(self) -> tuple[SubjectView, ...]:
        bridge = self._table.bridge
        return subjects(bridge.state, rules_of(bridge.session), bridge.names)

    def overrule(self, id: str = "") -> None:
        """Correct something by hand: what has this id, else who acts, else the table."""
        table = self._table
        self.close()
        dialog = OverruleDialog(table, table.words, table.theme, self.subjects(), table.bridge.overrule)
        dialog.choose(id or table.bridge.picture.board.active or "table")
        dialog.picking.connect(self._pick)
        dialog.ruled.connect(self.read_rule)
        dialog.finished.connect(lambda: self._ended(dialog))
        self._overrule = dialog
        dialog.open()

    def _ended(self, dialog: OverruleDialog) -> None:
        """Accepted or left; a dialog that only steps aside while a space is picked stays."""
        if self._picks is None:
            dialog.deleteLater()
            self._overrule = None

    def _pick(self, made: SpaceEditor) -> None:
        if self._overrule is None:
            return
        self._picks = made
        self._overrule.hide()
        self._table.window().activateWindow()
        self._table.tell(self._table.words("ui.overrule.pick_now"))
        self._table.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def picked(self, space: str) -> bool:
        """A space was clicked, or "" for Esc: takes it if one is being picked."""
        made, self._picks = self._picks, None
        if made is None or self._overrule is None:
            return False
        self._table.message.hide()
        self._overrule.set_space(made, space)
        return True

    def close(self) -> None:
        """The table has changed under a dialog, or goes away."""
        self._picks = None
        if self._overrule is not None:
            self._overrule.reject()

    # -- the context menu

    def add_corrections(self, menu: QMenu, ids: tuple[str, ...]) -> None:
        """An entry to correct each of these things by hand."""
        names = {one.id: one.name for one in self.subjects()}
        for id in dict.fromkeys(ids):
            if id in names:
                text = self._table.words("ui.overrule.menu", name=names[id])
                action = menu.addAction(icon("overrule", self._table.theme.text, 16), text)
                action.setObjectName(f"overrule:{id}")
                action.triggered.connect(lambda checked=False, id=id: self.overrule(id))

    def about(self, widget: QWidget | None) -> str:
        """What a widget of the table shows: the id in the property "subject" of it or whatever it lies in."""
        while widget is not None and widget is not self._table:
            found = widget.property("subject")
            if found:
                return str(found)
            widget = widget.parentWidget()
        return ""

    def menu_for(self, about: str, place: QPoint) -> None:
        """The context menu of a card at the side."""
        state = self._table.bridge.state
        ids = [about]
        if about.startswith("unit:"):
            ids += [enemy.id for enemy in state.enemies.values() if enemy.unit == about[5:]]
        menu = QMenu(self._table)
        self.add_corrections(menu, tuple(ids))
        if menu.actions():
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)
