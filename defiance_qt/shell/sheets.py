"""The windows and floating cards around a table: why, the rules, the account of an opponent's turn, who answers chance,
corrections by hand. What they change goes through the presenter; the table only opens, places and closes them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from defiance_qt.core.system import Account, ChanceKind, Field, Words
from defiance_qt.shell.dialogs.chance import ChanceDialog
from defiance_qt.shell.dialogs.correct import CorrectDialog
from defiance_qt.shell.dialogs.overrule import OverruleDialog
from defiance_qt.shell.panels.account import AccountSheet
from defiance_qt.shell.panels.editors import Editor, PlaceEditor, editor
from defiance_qt.shell.panels.reference import ReferenceSheet
from defiance_qt.shell.panels.why import WhyCard
from defiance_qt.shell.present.reference import RuleView, rule_view
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.view import SystemView


class DialogController(QObject):
    """The windows of one table. `over` is the table's widget, `beside` the column that sheets lie over. `covered`
    carries how many pixels of the surface's right a sheet hides now; `opened` that a window took the user's eye."""

    covered = Signal(int)
    opened = Signal()

    def __init__(
        self,
        presenter: TablePresenter,
        view: SystemView,
        theme: Theme,
        words: Words,
        chance: Sequence[ChanceKind],
        over: QWidget,
        beside: QWidget,
    ) -> None:
        super().__init__(over)
        self._presenter, self._view, self._theme, self._words = presenter, view, theme, words
        self._chance, self._over, self._beside = tuple(chance), over, beside
        self._overrule: OverruleDialog | None = None
        self._picks: PlaceEditor | None = None
        self._reference: ReferenceSheet | None = None
        self._account: AccountSheet | None = None
        self._line: LineView | None = None
        self._subject = ""
        self.reasons = WhyCard(theme, words, view.surface)
        self.reasons.ruled.connect(self.read_rule)
        self.reasons.turned.connect(self.explain)

    # -- the rules

    def read_rule(self, id: str = "") -> None:
        """Open the reference, at a rule if one is named."""
        self.reference.open_at(id)

    @property
    def reference(self) -> ReferenceSheet:
        """The reference of the rules, made when it is first wanted."""
        if self._reference is None:
            made = self._reference = ReferenceSheet(self._theme, self._words, self._look_up, self._over, self._beside)
            made.asked.connect(self.why)
            made.jumped.connect(self._presenter.jump)
            made.covers.connect(self._cover)
        return self._reference

    def _cover(self) -> None:
        """A sheet covers a part of the surface, or no longer does: what floats there makes room."""
        width = max((one.width() for one in self._sheets() if one.isVisible()), default=0)
        over = max(0, width - (self._beside.width() if self._beside is not self._view.surface else 0))
        self.reasons.cover(over)
        self.covered.emit(over)

    def _sheets(self) -> list[ReferenceSheet | AccountSheet]:
        return [one for one in (self._reference, self._account) if one is not None]

    def _look_up(self, id: str) -> RuleView | None:
        return rule_view(id, self._presenter.session, self._words, self._presenter.reader)

    def refresh(self) -> None:
        """The session has moved."""
        if self._reference is not None:
            self._reference.refresh()
        if self._account is not None and self._account.isVisible():
            found = self._find_account()
            if found is None:
                self._account.hide()
            else:
                self._account.extend(found)

    def place(self) -> None:
        """The table was resized."""
        self.reasons.place()
        for sheet in self._sheets():
            sheet.place()

    def put_away(self) -> bool:
        """Esc: hide the topmost sheet. Returns whether there was one."""
        self.reasons.hide()
        for sheet in self._sheets():
            if sheet.isVisible():
                sheet.hide()
                return True
        return False

    # -- why, and accounts

    def why(self, line: LineView) -> None:
        """Why a log line happened; one that opens an account is explained by all of it."""
        if self._presenter.reader.opens_account(line):
            self.reasons.hide()
            self.explain(line)
        else:
            self.reasons.show_why(self._presenter.reader.why(line))

    def why_last(self) -> None:
        """Why the last thing happened that has reasons."""
        found = self._presenter.reader.why_last()
        if found is not None:
            self.reasons.show_why(found)
            self._presenter.screen.announce(" ".join((found.title, *found.lines)))

    def explain(self, line: LineView) -> None:
        """The account that a log line belongs to, from that line on."""
        self._line, self._subject = line, ""
        self._explain(None if self._presenter.reader.opens_account(line) else line.step)

    def explain_subject(self, subject: str = "") -> None:
        """The last account of a subject, or of anybody."""
        self._line, self._subject = None, subject
        if self._explain(None):
            self.account.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _explain(self, step: int | None) -> bool:
        """Open the sheet, or say that there is nothing to explain yet."""
        found = self._find_account()
        if found is None:
            self._presenter.screen.tell(self._words("ui.account.none"))
            return False
        self.opened.emit()
        self.account.show_account(found, step)
        self._presenter.screen.announce(f"{found.name}. {self._words('ui.account.title')}")
        return True

    def _find_account(self) -> Account | None:
        """What the sheet is about, as it is now."""
        reader = self._presenter.reader
        return reader.account(self._line) if self._line is not None else reader.last_account(self._subject)

    @property
    def account(self) -> AccountSheet:
        """The sheet of an account, made when it is first wanted."""
        if self._account is None:
            view = self._view
            made = self._account = AccountSheet(
                self._theme, self._words, self._over, self._beside, view.portrait, view.details
            )
            made.ruled.connect(self.read_rule)
            made.covers.connect(self._cover)
        return self._account

    # -- chance

    def chance(self) -> None:
        """Who answers chance from now on."""
        presenter = self._presenter
        fresh = presenter.session.dice_after_undo == "fresh"
        answers = presenter.session.game.answers(presenter.state)
        dialog = ChanceDialog(self._over, self._words, self._chance, answers, fresh)
        dialog.answers_set.connect(presenter.set_answer)
        dialog.dice_set.connect(presenter.set_dice_after_undo)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- corrections by hand

    def correct(self, line: LineView) -> None:
        """Another command in place of the one that a log line's step was given with."""
        alternatives = self._presenter.alternatives(line.step)
        if not alternatives:
            self._presenter.screen.tell(self._words("ui.correct.none"))
            return
        given = self._presenter.session.label(line.step, self._words)
        dialog = CorrectDialog(self._over, self._words, given, alternatives)
        dialog.chosen.connect(lambda command: self._presenter.correct(line.step, command))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def overrule(self, id: str = "") -> None:
        """Correct values by hand: those of the subject with this id, else of what is in hand."""
        self.close()
        presenter = self._presenter
        dialog = OverruleDialog(
            self._over, self._words, self._theme, presenter.subjects(), self._editor, presenter.overrule
        )
        dialog.choose(id or self._view.subject)
        dialog.picking.connect(self._pick)
        dialog.ruled.connect(self.read_rule)
        dialog.finished.connect(lambda: self._ended(dialog))
        self._overrule = dialog
        dialog.open()

    def _editor(self, field: Field) -> Editor:
        made = editor(field, self._words, self._theme) or self._view.editor(field)
        assert made is not None, f"no editor for {field.kind}"
        return made

    def _ended(self, dialog: OverruleDialog) -> None:
        """Accepted or left; a dialog that only steps aside while a place is picked stays."""
        if self._picks is None:
            dialog.deleteLater()
            self._overrule = None

    def _pick(self, made: PlaceEditor) -> None:
        if self._overrule is None:
            return
        self._picks = made
        self._overrule.hide()
        self._over.window().activateWindow()
        self._presenter.screen.tell(self._words("ui.overrule.pick_now"))
        self._view.surface.setFocus(Qt.FocusReason.OtherFocusReason)

    def picked(self, place: str) -> bool:
        """A place was clicked, or "" for Esc. Returns whether one was being picked, and takes it then."""
        made, self._picks = self._picks, None
        if made is None or self._overrule is None:
            return False
        self.opened.emit()
        self._overrule.set_place(made, place)
        return True

    def close(self) -> None:
        """The table has changed under a dialog, or leaves the screen."""
        self._picks = None
        if self._overrule is not None:
            self._overrule.reject()

    # -- the context menu

    def add_corrections(self, menu: QMenu, ids: Sequence[str]) -> None:
        """An entry to correct each of these subjects by hand."""
        names = {one.id: one.name for one in self._presenter.subjects()}
        for id in dict.fromkeys(ids):
            if id in names:
                action = menu.addAction(
                    icon("overrule", self._theme.text, 16), self._words("ui.overrule.menu", name=names[id])
                )
                action.setObjectName(f"overrule:{id}")
                action.triggered.connect(lambda checked=False, id=id: self.overrule(id))

    def add_account(self, menu: QMenu, subject: str) -> None:
        """An entry that explains the last turn of a subject."""
        action = menu.addAction(icon("why", self._theme.text, 16), self._words("ui.account.explain"))
        action.setObjectName("account")
        action.triggered.connect(lambda: self.explain_subject(subject))
        menu.addSeparator()

    def popup(self, menu: QMenu, place: QPoint) -> None:
        """Show a menu of entries that live as long as it is open."""
        if menu.actions():
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)
        else:
            menu.deleteLater()
