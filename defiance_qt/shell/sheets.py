"""Side sheets and dialogs of the table: explanations, rules reference, accounts, source of chance, manual corrections.
Changes go through the presenter; the table only opens, places and closes these widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from defiance_qt.core.port import Account, ChanceKind, Field, Words
from defiance_qt.shell.panels.editors import Editor, PlaceEditor, editor
from defiance_qt.shell.panels.side import Beside, SideSheet
from defiance_qt.shell.panels.why import WhyCard
from defiance_qt.shell.present.correcting import correction_view
from defiance_qt.shell.present.reference import RuleView, rule_view
from defiance_qt.shell.present.values import LineView, MessageView
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.view import SystemView

if TYPE_CHECKING:
    # Imported by the first use: until the first frame each module costs time.
    from defiance_qt.shell.boards import Boards
    from defiance_qt.shell.dialogs.overrule import OverruleDialog
    from defiance_qt.shell.panels.account import AccountSheet
    from defiance_qt.shell.panels.glance import Glance
    from defiance_qt.shell.panels.guide import GuideDock
    from defiance_qt.shell.panels.legend import LegendSheet
    from defiance_qt.shell.panels.lesson import LessonCard
    from defiance_qt.shell.panels.reference import ReferenceSheet


class DialogController(QObject):
    """The sheets and dialogs of one table. `over` is the table's widget, `beside` returns what sheets cover.
    `covered` carries the width in pixels that a sheet hides at the right of the surface. `opened` is emitted when a
    window takes the user's attention, `left` when the user leaves a lesson, `onward` when the next one is
    wanted. Each sheet is made on first use."""

    covered = Signal(int)
    opened = Signal()
    left = Signal()
    onward = Signal()

    def __init__(
        self,
        presenter: TablePresenter,
        view: SystemView,
        theme: Theme,
        words: Words,
        chance: Sequence[ChanceKind],
        over: QWidget,
        beside: Beside,
    ) -> None:
        super().__init__(over)
        self._presenter, self._view, self._theme, self._words = presenter, view, theme, words
        self._chance, self._over, self._beside = tuple(chance), over, beside
        self._overrule: OverruleDialog | None = None
        self._picks: PlaceEditor | None = None
        self._reference: ReferenceSheet | None = None
        self._account: AccountSheet | None = None
        self._legend: LegendSheet | None = None
        self._line: LineView | None = None
        self._subject = ""
        self._reasons: WhyCard | None = None
        self._lesson: LessonCard | None = None
        self._boards: Boards | None = None
        self._glance: Glance | None = None
        self.guide: GuideDock | None = self._make_guide() if presenter.session.guided else None
        """The guide of a guided game, for the tray."""
        self._covered = 0
        self._show_lesson()

    @property
    def reasons(self) -> WhyCard:
        """The card that explains a log line."""
        if self._reasons is None:
            made = self._reasons = WhyCard(self._theme, self._words, self._view.surface)
            made.ruled.connect(self.read_rule)
            made.turned.connect(self.explain)
            made.cover(self._covered)
        return self._reasons

    def hide_reasons(self) -> None:
        if self._reasons is not None:
            self._reasons.hide()

    @property
    def lesson(self) -> LessonCard:
        """The card of a lesson."""
        if self._lesson is None:
            from defiance_qt.shell.panels.lesson import LessonCard

            made = self._lesson = LessonCard(self._theme, self._words, self._over, self._beside)
            made.ruled.connect(self.read_rule)
            made.shown.connect(self._follow)
            made.onward.connect(self.onward)
            made.again.connect(self._presenter.start_over)
            made.left.connect(self.left)
        return self._lesson

    def _follow(self, command: str) -> None:
        """Do a step of a lesson. The surface gets the focus: the next key is for the table, not for a further step."""
        self._view.surface.setFocus(Qt.FocusReason.OtherFocusReason)
        self._presenter.follow(command)

    def _make_guide(self) -> GuideDock:
        from defiance_qt.shell.panels.guide import GuideDock

        made = GuideDock(self._theme, self._words, self._over)
        made.shown.connect(self._follow)
        made.closed.connect(lambda: self._presenter.show_guide(False))
        made.onward.connect(self.onward)
        return made

    def _show_guide(self, guide: GuideDock) -> None:
        """Show how far the guide has come, unless the user has closed it; announce each step."""
        session = self._presenter.session
        before, now = guide.view, session.lesson_progress(self._words) if session.guide_shown else None
        guide.show_guide(now, session.course is not None and bool(session.course.following))
        if before is not None and now is not None and now.next != before.next:
            self._presenter.screen.announce(guide.text.text())

    def _show_lesson(self) -> None:
        """Show how far the lesson has come; announce its outcome once it is played."""
        if self.guide is not None:
            self._show_guide(self.guide)
            return
        session = self._presenter.session
        now = session.lesson_progress(self._words)
        if now is None and self._lesson is None:
            return
        before = self.lesson.view
        follows = now is not None and now.done and session.course is not None and bool(session.course.following)
        self.lesson.show_lesson(now, follows)
        if before is not None and now is not None and now.done and not before.done:
            self._presenter.screen.announce(f"{self.lesson.outcome} {now.reason}")

    # -- the rules

    def read_rule(self, id: str = "") -> None:
        """Open the reference, at a rule if one is given."""
        self.reference.open_at(id)

    @property
    def reference(self) -> ReferenceSheet:
        """The rules reference."""
        if self._reference is None:
            from defiance_qt.shell.panels.reference import ReferenceSheet

            made = self._reference = ReferenceSheet(self._theme, self._words, self._look_up, self._over, self._beside)
            made.asked.connect(self.why)
            made.jumped.connect(self._presenter.look)
            made.covers.connect(self._cover)
        return self._reference

    def read_legend(self) -> None:
        """Open the legend."""
        if self._legend is None:
            from defiance_qt.shell.panels.legend import LegendSheet

            made = self._legend = LegendSheet(self._theme, self._words, self._view.legend(), self._over, self._beside)
            made.ruled.connect(self.read_rule)
            made.covers.connect(self._cover)
        self._legend.open()

    def _cover(self) -> None:
        """Move floating widgets away from the part of the surface that a sheet covers."""
        width = max((one.width() for one in self._sheets() if one.isVisible()), default=0)
        beside = self._beside()
        over = max(0, width - (beside.width() if beside is not self._view.surface else 0))
        self._covered = over
        if self._reasons is not None:
            self._reasons.cover(over)
        self.covered.emit(over)

    def _sheets(self) -> list[SideSheet]:
        return [one for one in (self._reference, self._account, self._legend) if one is not None]

    def _look_up(self, id: str) -> RuleView | None:
        return rule_view(id, self._presenter.session, self._words, self._presenter.reader)

    def refresh(self) -> None:
        """Update the open sheets after a change of the session."""
        self._show_lesson()
        if self._reference is not None:
            self._reference.refresh()
        if self._account is not None and self._account.isVisible():
            found = self._find_account()
            if found is None:
                self._account.hide()
            else:
                self._account.extend(found)

    def place(self) -> None:
        """Place the sheets after the table was resized."""
        if self._reasons is not None:
            self._reasons.place()
        if self._lesson is not None:
            self._lesson.place()
        for sheet in self._sheets():
            sheet.place()

    def put_away(self) -> bool:
        """Hide the topmost sheet, as Esc does. Returns whether one was visible."""
        self.hide_reasons()
        stacked = self._over.children()
        seen = sorted((one for one in self._sheets() if one.isVisible()), key=stacked.index)
        if seen:
            seen[-1].hide()
        return bool(seen)

    # -- explanations and accounts

    def why(self, line: LineView) -> None:
        """Explain a log line. A line that opens an account shows the whole account."""
        if self._presenter.reader.opens_account(line):
            self.hide_reasons()
            self.explain(line)
        else:
            self.reasons.show_why(self._presenter.reader.why(line))

    def why_last(self) -> None:
        """Explain the last log line that has reasons."""
        found = self._presenter.reader.why_last()
        if found is not None:
            self.reasons.show_why(found)
            self._presenter.screen.announce(" ".join((found.title, *found.lines)))

    def explain(self, line: LineView) -> None:
        """Show the account that covers a log line, from that line on."""
        self._line, self._subject = line, ""
        self._explain(None if self._presenter.reader.opens_account(line) else line.step)

    def explain_subject(self, subject: str = "") -> None:
        """Show the last account of a subject; "" means any subject."""
        self._line, self._subject = None, subject
        if self._explain(None):
            self.account.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _explain(self, step: int | None) -> bool:
        """Open the sheet, or report that there is nothing to explain yet. Returns whether it opened."""
        found = self._find_account()
        if found is None:
            self._presenter.screen.tell(MessageView(self._words("ui.account.none")))
            return False
        self.opened.emit()
        self.account.show_account(found, step)
        self._presenter.screen.announce(f"{found.name}. {self._words('ui.account.title')}")
        return True

    def _find_account(self) -> Account | None:
        """Return the account that the sheet shows, in its current state."""
        reader = self._presenter.reader
        return reader.account(self._line) if self._line is not None else reader.last_account(self._subject)

    @property
    def account(self) -> AccountSheet:
        """The account sheet."""
        if self._account is None:
            from defiance_qt.shell.panels.account import AccountSheet

            view = self._view
            made = self._account = AccountSheet(
                self._theme, self._words, self._over, self._beside, view.portrait, view.details
            )
            made.ruled.connect(self.read_rule)
            made.covers.connect(self._cover)
        return self._account

    # -- chance

    def chance(self) -> None:
        """Open the dialog for the source of chance."""
        from defiance_qt.shell.dialogs.chance import ChanceDialog

        presenter = self._presenter
        fresh = presenter.session.dice_after_undo == "fresh"
        answers = presenter.session.game.answers(presenter.state)
        dialog = ChanceDialog(self._over, self._words, self._chance, answers, fresh)
        dialog.answers_set.connect(presenter.set_answer)
        dialog.dice_set.connect(presenter.set_dice_after_undo)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- earlier steps

    @property
    def boards(self) -> Boards:
        """The boards of all states of the game."""
        if self._boards is None:
            from defiance_qt.shell.boards import Boards

            self._boards = Boards(self._presenter.session, self._theme, self._words)
        return self._boards

    @property
    def glance(self) -> Glance:
        """The card that shows a step of the timeline."""
        if self._glance is None:
            from defiance_qt.shell.panels.glance import Glance

            self._glance = Glance(self._theme, self._over)
        return self._glance

    def show_glance(self, step: int, marks: tuple[str, ...], over: QPoint) -> None:
        """Show a step in short above a point of the table. The few figures that differ from the step before are
        ringed."""
        from defiance_qt.shell.boards import standing_out

        parent = self._presenter.session.timeline.parent(step)
        board = self.boards.at(step)
        before = None if parent is None else self.boards.at(parent)
        ringed = frozenset() if board is None or before is None else standing_out(before, board)
        self.glance.show_glance(self._presenter.glance(step, marks), board, ringed, over)

    def branches(self) -> None:
        """Open the dialog with the branches of the game."""
        from defiance_qt.shell.dialogs.branches import BranchesDialog, Desk
        from defiance_qt.shell.present.branches import Branches

        presenter, words = self._presenter, self._words
        desk = Desk(lambda: Branches(presenter.session, words), self.boards.at, presenter.look, presenter.rename_branch)
        dialog = BranchesDialog(self._over, self._theme, words, desk)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def hide_glance(self) -> bool:
        """Hide the card of a step. Returns whether it was visible."""
        seen = self._glance is not None and self._glance.isVisible()
        if self._glance is not None:
            self._glance.hide()
        return seen

    # -- manual corrections

    def correct(self, line: LineView) -> None:
        """Open the dialog that corrects the step of a log line."""
        from defiance_qt.shell.dialogs.correct import CorrectDialog, Desk

        presenter, words, step = self._presenter, self._words, line.step
        parts = presenter.step_parts(step)
        if not any(one.replaceable for one in parts):
            presenter.screen.tell(MessageView(words("ui.correct.none")))
            return
        desk = Desk(
            lambda asked: presenter.correcting(step, *asked),
            lambda found: correction_view(presenter.session, found, words),
            lambda place, values: presenter.answer_at(parts[place].before, values),
            lambda place, form, values: presenter.filled_at(parts[place].before, form, values),
            presenter.refusal,
            lambda state: self.boards.board(state, presenter.session.game),
            presenter.correct,
        )
        dialog = CorrectDialog(self._over, self._theme, words, step, parts, desk, self.boards.there)
        dialog.form.ruled.connect(self.read_rule)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        dialog.choose_part(presenter.part_of(step, line.index))

    def overrule(self, id: str = "") -> None:
        """Open the dialog for manual corrections, at the subject with this id. The default is the subject of the
        view."""
        from defiance_qt.shell.dialogs.overrule import OverruleDialog

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
        """Delete the closed dialog. A dialog that is only hidden while the user picks a place is kept."""
        if self._picks is None:
            dialog.deleteLater()
            self._overrule = None

    def _pick(self, made: PlaceEditor) -> None:
        if self._overrule is None:
            return
        self._picks = made
        self._overrule.hide()
        self._over.window().activateWindow()
        self._presenter.screen.tell(MessageView(self._words("ui.overrule.pick_now")))
        self._view.surface.setFocus(Qt.FocusReason.OtherFocusReason)

    def picked(self, place: str) -> bool:
        """Pass a clicked place to the correction dialog, or "" for Esc. Returns whether a place was being picked."""
        made, self._picks = self._picks, None
        if made is None or self._overrule is None:
            return False
        self.opened.emit()
        self._overrule.set_place(made, place)
        return True

    def close(self) -> None:
        """Close the correction dialog when the table changes or leaves the screen."""
        self._picks = None
        if self._overrule is not None:
            self._overrule.reject()

    # -- the context menu

    def add_corrections(self, menu: QMenu, ids: Sequence[str]) -> None:
        """Add a menu entry to correct each of these subjects manually."""
        names = {one.id: one.name for one in self._presenter.subjects()}
        for id in dict.fromkeys(ids):
            if id in names:
                action = menu.addAction(
                    icon("overrule", self._theme.text, self._theme.px(16)),
                    self._words("ui.overrule.menu", name=names[id]),
                )
                action.setObjectName(f"overrule:{id}")
                action.triggered.connect(lambda checked=False, id=id: self.overrule(id))

    def add_account(self, menu: QMenu, subject: str) -> None:
        """Add a menu entry that explains the last turn of a subject."""
        action = menu.addAction(icon("why", self._theme.text, self._theme.px(16)), self._words("ui.account.explain"))
        action.setObjectName("account")
        action.triggered.connect(lambda: self.explain_subject(subject))
        menu.addSeparator()

    def popup(self, menu: QMenu, place: QPoint) -> None:
        """Show a menu and delete it when it closes. An empty menu is not shown."""
        if menu.actions():
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)
        else:
            menu.deleteLater()
