"""Phones at the table: begun and ended by the user, off when the game closes. What a phone gives is submitted like a
click."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Change
from defiance_qt.shell.background import Job

if TYPE_CHECKING:
    from defiance_qt.core.session import Session
    from defiance_qt.journal.store import StoredJournal
    from defiance_qt.lab.companion.hub import Phone
    from defiance_qt.lab.companion.process import Companion, Given
    from defiance_qt.shell.dialogs.phones import PhonesDialog
    from defiance_qt.shell.window import Window

LOOK = 40
"""Milliseconds between two looks at what phones have given."""


class Network(NamedTuple):
    """A network that this computer is in: the name of its interface, and the address in it."""

    name: str
    host: str


class Serving(NamedTuple):
    """How phones are served: at which network, with which address of the page, "" while it is not there yet; which
    phones there are, with what they play."""

    network: Network
    address: str = ""
    phones: tuple[tuple[Phone, str], ...] = ()


class Phones(QObject):
    """The phones of one window. `dialog` is shown while it is open, phones or not."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: PhonesDialog | None = None
        self.serving: Serving | None = None
        self._companion: Companion | None = None
        self._stored_as = ""
        self._begun = 0
        self._leave = _nothing
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self.look)
        self.networks = networks
        """Returns the networks of this computer. Tests replace it."""

    def show(self) -> None:
        """Open the dialog, or bring the open one to the front."""
        from defiance_qt.shell.dialogs.phones import PhonesDialog

        window = self._window
        if self.dialog is None and window.session is not None:
            self.dialog = PhonesDialog(window, window.theme, window.words, self.networks())
            self.dialog.begun.connect(self.begin)
            self.dialog.ended.connect(self.end)
            self.dialog.finished.connect(self._closed)
            self.dialog.show_serving(self.serving)
            self.dialog.show()
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()

    def renew(self) -> None:
        """Show the dialog, if it is open, in the window's language and theme."""
        self._tell(self.serving)
        if self.dialog is not None:
            self.dialog.reject()
            self.show()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    # -- serving

    def begin(self, network: Network) -> None:
        """Serve phones at a network. Those that were served at another one are not any more."""
        self.end()
        window = self._window
        session = window.session
        if session is None:
            return
        journal = _journal(session)
        rows, stay, language = journal.rows(), session.host.stay, window.words.language
        self._stored_as, self._begun = journal.id, self._begun + 1
        self._tell(Serving(network))
        work = partial(_begun, rows, journal.name, network.host, language, stay)
        window.background.start(work, partial(self._arrived, self._begun), _close)

    def _arrived(self, begun: int, job: Job[Companion]) -> None:
        """Take the process over, unless serving has ended meanwhile."""
        session = self._window.session
        if job.error is not None:
            self._fail(job.error)
        elif begun != self._begun or self.serving is None or session is None:
            _close(job.result)
        else:
            self._companion = job.result
            self._leave = session.subscribe(self._stored)
            self._hand_over()
            self._timer.start()

    def _stored(self, change: Change) -> None:
        if change.cause != "look":
            self._hand_over()

    def _hand_over(self) -> None:
        """Hand over what the game was stored with since. A game that is stored elsewhere now is begun again by hand."""
        session, companion = self._window.session, self._companion
        if session is None or companion is None:
            return
        journal = _journal(session)
        if journal.id != self._stored_as:
            self.end()
        elif rows := journal.rows(companion.count):
            companion.stored(rows)

    def look(self) -> None:
        """Take what has come from the phones."""
        from defiance_qt.lab.companion.process import Failed, Opened, Present

        if self._companion is None or self.serving is None:
            return
        try:
            found = self._companion.news()
        except DefianceError as error:
            self._fail(error)
            return
        for one in found:
            if isinstance(one, Opened):
                self._tell(self.serving._replace(address=one.address))
            elif isinstance(one, Present):
                phones = tuple((phone, self._played(phone)) for phone in one.phones if phone.stream)
                self._tell(self.serving._replace(phones=phones))
            elif isinstance(one, Failed):
                self.end()
                self._window.tell(one.why)
                return
            elif self._companion is not None:
                self._companion.answer(one.ticket, self._give(one))

    def _give(self, given: Given) -> str:
        """Submit what a phone gives. Return why not, "" if it was done."""
        from PySide6.QtWidgets import QApplication

        from defiance_qt.lab.companion.process import command_of

        window = self._window
        table, session = window.table, window.session
        if (
            table is None
            or session is None
            or window.background.waiting
            or QApplication.activeModalWidget() is not None
        ):
            return "busy"
        if session.looking:
            return "looking"
        if session.head != given.step:
            return "moved"
        return table.presenter.give(command_of(given, session.game), given.values).text

    def _played(self, phone: Phone) -> str:
        """Return the names of what a phone plays."""
        table, session = self._window.table, self._window.session
        if table is None or session is None:
            return ""
        names = {one.id: one.name for one in session.game.players(session.state, table.words)}
        return ", ".join(names[id] for id in phone.players if id in names)

    def _fail(self, error: BaseException) -> None:
        self.end()
        if not isinstance(error, DefianceError | OSError):
            raise error
        self._window.show_error(error)

    def end(self) -> None:
        """Serve phones no more, without waiting for anything."""
        self._timer.stop()
        self._leave()
        self._leave = _nothing
        _close(self._companion)
        self._companion = None
        self._tell(None)

    def close(self) -> None:
        """End with the game."""
        self.end()
        if self.dialog is not None:
            self.dialog.reject()

    def _tell(self, serving: Serving | None) -> None:
        self.serving = serving
        words, count = self._window.words, 0 if serving is None else len(serving.phones)
        text = words("ui.do.game.phones") if serving is None else words("ui.phones.on", n=count)
        self._window.named_actions.name("game.phones", text)
        if self.dialog is not None:
            self.dialog.show_serving(serving)


def _journal(session: Session) -> StoredJournal:
    """Return what a session of the window is stored in, if only in memory."""
    from defiance_qt.journal.store import StoredJournal

    assert isinstance(session.journal, StoredJournal), "the window plays no game without a journal"
    return session.journal


def _begun(rows: list, name: str, host: str, language: str, stay: bool) -> Companion:
    from defiance_qt.lab.companion.page import Look
    from defiance_qt.lab.companion.process import Companion
    from defiance_qt.shell.theme import icons
    from defiance_qt.shell.theme.theme import DICE

    sources = {one: (icons.FOLDER / f"{one}.svg").read_text(encoding="utf-8") for one in icons.icon_names()}
    return Companion(rows, name, host, language, Look(sources, DICE), stay=stay)


def _close(companion: Companion | None) -> None:
    if companion is not None:
        companion.close()


def networks() -> tuple[Network, ...]:
    """Return the networks of this computer, the one of this computer alone last."""
    from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface

    found = []
    for interface in QNetworkInterface.allInterfaces():
        flags = interface.flags()
        if flags & QNetworkInterface.InterfaceFlag.IsUp and flags & QNetworkInterface.InterfaceFlag.IsRunning:
            alone = bool(flags & QNetworkInterface.InterfaceFlag.IsLoopBack)
            found += [
                (alone, Network(interface.humanReadableName(), entry.ip().toString()))
                for entry in interface.addressEntries()
                if entry.ip().protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
            ]
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0]))


def _nothing() -> None:
    pass
