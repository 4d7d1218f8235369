"""What a person calls up beside the table: the reference of the rules, a Unit's turn explained, who answers chance,
corrections by hand. Owns these windows and the picking of a space on the board for one of them; what they change goes
through the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from defiance_qt.shell.dialogs.chance import ChanceDialog
from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.panels.editors import SpaceEditor
from defiance_qt.shell.panels.reference import ReferenceSheet
from defiance_qt.shell.present.reference import RuleView, rule_view
from defiance_qt.shell.theme import icon
from defiance_qt.systems.defiance.engine.words.turns import Turn
from defiance_qt.systems.defiance.view.panels.turn import TurnSheet
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.present.overrule import SubjectView, subjects
from defiance_qt.systems.defiance.view.present.turn import turn_view
from defiance_qt.systems.defiance.view.present.values import LineView

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.table import Table


class Sheets(QObject):
    """The windows of one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._table = table
        self._overrule: OverruleDialog | None = None
        self._picks: SpaceEditor | None = None
        self._reference: ReferenceSheet | None = None
        self._turn: TurnSheet | None = None
        self._told: LineView | None = None
        self._unit = ""
        table.deeds.bind("look.turn", lambda: self.explain_unit(""))

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
            made.asked.connect(self.why)
            made.jumped.connect(table.bridge.jump)
            made.covers.connect(self._covered)
        return self._reference

    def _covered(self, width: int) -> None:
        """A sheet lies over a part of the board, or no longer does: what floats there makes room."""
        sheets = [one for one in (self._reference, self._turn) if one is not None and one.isVisible()]
        width = max((one.width() for one in sheets), default=0)
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
        if self._turn is not None and self._turn.isVisible():
            found = self._found_turn()
            if found is None:
                self._turn.hide()
            else:
                self._turn.go_on(turn_view(found, self._table.bridge.names))

    def place(self) -> None:
        for sheet in (self._reference, self._turn):
            if sheet is not None:
                sheet.place()

    def put_away(self) -> bool:
        """Esc: the sheet that lies on top goes. Whether there was one."""
        for sheet in (self._reference, self._turn):
            if sheet is not None and sheet.isVisible():
                sheet.hide()
                return True
        return False

    # -- a Unit's turn

    def why(self, line: LineView) -> None:
        """Why a line of the log happened; that a Unit is activated is explained by its whole turn."""
        if self._table.bridge.reader.opens_turn(line):
            self._table.reasons.hide()
            self.explain(line)
        else:
            self._table.reasons.show_why(self._table.bridge.reader.why(line))

    def explain(self, line: LineView) -> None:
        """The turn of the Unit that a line of the log belongs to, from that line on."""
        self._told, self._unit = line, ""
        self._explain(None if self._table.bridge.reader.opens_turn(line) else line.step)

    def explain_unit(self, unit: str) -> None:
        """What a Unit did when it was activated last; without a Unit whichever that was."""
        self._told, self._unit = None, unit
        if self._explain(None):
            self.turn.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _explain(self, step: int | None) -> bool:
        """Open the sheet, or say that there is nothing to explain yet."""
        table, words = self._table, self._table.words
        found = self._found_turn()
        if found is None:
            unit = self._unit
            table.tell(words("ui.turn.none", unit=table.bridge.names.unit(unit)) if unit else words("ui.turn.nobody"))
            return False
        table.message.hide()
        self.turn.show_turn(turn_view(found, table.bridge.names), step)
        table.announce(f"{self.turn.heading.text()}. {words('ui.turn.title')}")
        return True

    def _found_turn(self) -> Turn | None:
        """The turn that the sheet is about, as it stands now."""
        reader = self._table.bridge.reader
        return reader.turn(self._told) if self._told is not None else reader.last_turn(self._unit)

    @property
    def turn(self) -> TurnSheet:
        """The sheet of a Unit's turn, made when it is first wanted."""
        if self._turn is None:
            table = self._table
            made = self._turn = TurnSheet(table.theme, table.words, table, table.foes)
            made.ruled.connect(self.read_rule)
            made.covers.connect(self._covered)
        return self._turn

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
        if about.startswith("unit:"):
            action = menu.addAction(icon("why", self._table.theme.text, 16), self._table.words("ui.turn.explain"))
            action.setObjectName("turn")
            action.triggered.connect(lambda: self.explain_unit(about[5:]))
            menu.addSeparator()
        self.add_corrections(menu, tuple(ids))
        if menu.actions():
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)
