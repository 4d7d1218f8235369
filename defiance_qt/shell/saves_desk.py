"""What is done with saves from the start screen: list, look into, rename, note, copy, show in the folder, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QDate, QFile, QLocale, QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk
from defiance_qt.shell.background import Apart, Flow, Job
from defiance_qt.shell.present.start import ContinueView, SaveView, continue_view, replays_text, save_views
from defiance_qt.shell.saves import Inspected, Recent, bin_files, inspected

if TYPE_CHECKING:
    from defiance_qt.shell.screens.saves import SavesDialog
    from defiance_qt.shell.window import Window


class SavesDesk(QObject):
    """The saves of one window. `list` is the open list; `looking` is whether saves are being looked into."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.looking = False
        self.list: SavesDialog | None = None

    # -- what is shown

    def shown(self) -> tuple[ContinueView | None, int, str]:
        """Return what the start screen shows of the saves: the game to go on with, how many others there are, and the
        games that are over."""
        window, saves = self._window, self._window.saves.recent()
        words, texts = window.words, window.texts
        now, faults = window.saves.now(), window.saves.faults
        going = continue_view(saves, faults, words, texts, now, self._spell, _drawings)
        return going, len(saves) - (going is not None), replays_text(saves, words, texts)

    def views(self) -> tuple[SaveView, ...]:
        """Return the list of saves."""
        window = self._window
        found = window.saves.recent()
        return save_views(found, window.saves.faults, window.words, window.texts, window.saves.now(), self._spell)

    def copies(self) -> tuple[SaveView, ...]:
        """Return the list of copies that the program has made."""
        window, kept = self._window, self._window.copies
        found = [one for one in kept.recent() if not one.missing]
        views = save_views(found, kept.faults, window.words, window.texts, kept.now(), self._spell)
        return tuple(replace(one, actions=("restore", "folder", "delete")) for one in views)

    def refresh(self) -> None:
        """Show the saves as they are now."""
        if self._window.start is not None:
            self._window.start.set_saves(*self.shown())
        if self.list is not None:
            self.list.set_saves(self.views(), self.copies())

    def _spell(self, day: date) -> str:
        same = QDate.currentDate().year() == day.year
        locale = QLocale(self._window.words.language)
        return locale.toString(QDate(day.year, day.month, day.day), "d MMMM" if same else "d MMMM yyyy")

    def show_list(self, shown: str = "all") -> None:
        """Open the list of all saves ("all"), of the games that are over ("over") or of the copies ("copies")."""
        from defiance_qt.shell.screens.saves import SavesDialog

        window = self._window
        self.list = SavesDialog(window, window.theme, window.words, window.pictures, shown)
        self.list.acted.connect(self.act)
        self.list.finished.connect(self._closed)
        self.list.set_saves(self.views(), self.copies())
        self.list.open()
        self.look()

    def _closed(self) -> None:
        if self.list is not None:
            self.list.deleteLater()
            self.list = None

    def look(self) -> None:
        """Look into all saves that are listed: which have changed since, which cannot be opened."""
        if self.looking:
            return
        self.looking = True
        window = self._window
        listed = [one.path for one in window.saves.recent() if not one.missing]
        window.pictures.keep(map(Path, listed))
        window.background.start(partial(_looked, listed, set(window.saves.doubtful())), self._looked)

    def _looked(self, job: Job[list[Inspected]]) -> None:
        self.looking = False
        if job.result is not None:
            self._window.saves.learn(job.result)
            self.refresh()

    # -- what is done

    def act(self, action: str, path: Path) -> None:
        """Do one of the actions of a save (`SaveView.actions`)."""
        acts = {
            "open": self._open,
            "copy": self.open_copy,
            "restore": self.open_copy,
            "rename": self.ask_name,
            "comment": self.ask_note,
            "folder": self.show_folder,
            "forget": self.forget,
            "delete": self.ask_delete,
        }
        acts[action](path)

    def _open(self, path: Path) -> None:
        if self.list is not None:
            self.list.accept()
        self._window.open(path)

    def open_copy(self, path: Path) -> None:
        """Write a copy, beside the saves, of one that cannot be written to or that the program has made; open it."""
        self._window.do(self._opening_copy(path))

    def _opening_copy(self, path: Path) -> Flow[None]:
        copy = self._window.saves.new_path(self._recent(path).name or path.stem)
        yield Apart(partial(_copied, path, copy))
        if self.list is not None:
            self.list.accept()
        yield from self._window.opening(copy)

    def ask_name(self, path: Path) -> None:
        self._ask("name", path, self._recent(path).name, lambda text: self.describe(path, name=text))

    def ask_note(self, path: Path) -> None:
        self._ask("comment", path, self._recent(path).note, lambda text: self.describe(path, note=text))

    def _ask(self, what: str, path: Path, text: str, then: object) -> None:
        from defiance_qt.shell.dialogs.text import TextDialog

        words = self._window.words
        title, note = words(f"ui.ask_{what}.title"), words(f"ui.ask_{what}.note")
        dialog = TextDialog(self.list or self._window, title, note, words, text, empty=True)
        dialog.given.connect(then)  # type: ignore[arg-type]
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def describe(self, path: Path, name: str | None = None, note: str | None = None) -> None:
        """Store a name or a note in a save. An error is shown as one sentence."""
        self._window.do(self._describing(path, name, note))

    def _describing(self, path: Path, name: str | None, note: str | None) -> Flow[None]:
        yield Apart(partial(_described, path, name, note))
        self._window.saves.describe(path, name, note)
        self.refresh()
        if not self._recent(path).known:
            self.look()

    def show_folder(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def forget(self, path: Path) -> None:
        """Take a save off the list. Its file, if there is one, stays."""
        self._window.saves.forget(path)
        self._window.pictures.remove(path)
        self.refresh()

    def ask_delete(self, path: Path) -> None:
        """Ask, then move a save into the bin."""
        words = self._window.words
        view = next((one for one in (*self.views(), *self.copies()) if one.path == str(path)), None)
        box = QMessageBox(self.list or self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setObjectName("delete")
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(words("ui.saves.do.delete"))
        box.setText(words("ui.saves.bin.ask", name=view.title if view is not None else path.stem))
        box.setInformativeText(words("ui.saves.bin.note"))
        sure = box.addButton(words("ui.saves.do.delete"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(words("ui.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        sure.setObjectName("sure")
        sure.setProperty("role", "danger")
        sure.clicked.connect(lambda: self.delete(path))
        box.finished.connect(box.deleteLater)
        box.open()

    def delete(self, path: Path) -> None:
        """Move a save and the files that belong to it into the bin. An error is shown as one sentence."""
        window = self._window
        for one in bin_files(path):
            if not QFile(str(one)).moveToTrash():
                refused = SaveError("save.no_bin", "{file} could not be moved to the bin.", file=disk.shown(one))
                window.show_error(refused)
                break
        else:
            window.saves.forget(path)
            window.copies.forget(path)
            window.pictures.remove(path)
        self.refresh()

    def _recent(self, path: Path) -> Recent:
        known = (*self._window.saves.recent(), *self._window.copies.recent())
        return next((one for one in known if one.path == str(path)), Recent(str(path)))


# -- work on a thread


def _looked(listed: list[str], doubtful: set[str]) -> list[Inspected]:
    """Look into the doubtful ones of the listed saves, and whether the others can be written to."""
    from defiance_qt.journal.file import is_locked

    return [inspected(path) if path in doubtful else Inspected(path, locked=is_locked(Path(path))) for path in listed]


def _described(path: Path, name: str | None, note: str | None) -> None:
    from defiance_qt.extend.opening import describe_save

    describe_save(path, name, note)


def _copied(path: Path, copy: Path) -> None:
    from defiance_qt.extend.opening import open_save

    with open_save(path, read_only=True) as session:
        session.copy_to(copy)


def _drawings(system: str, ids: Sequence[str]) -> Mapping[str, str]:
    """Return the drawings of figures. The start screen imports what looks for them once there is a save."""
    from defiance_qt.extend.figures import system_drawings

    return system_drawings(system, ids)
