"""Who sits at the table with a phone, what each plays, and what it may give.

A phone names itself by a secret of its own. What it plays can be taken over by another phone: the last that chose it
has it. What it gives waits as a ticket until the thread that has the session has looked at it and the table has
answered.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Words
from defiance_qt.core.session import Session
from defiance_qt.lab.companion.asked import check_values, commands_of, owner_of
from defiance_qt.lab.companion.feed import Feed

SEATS = 16
"""How many phones there may be."""
PATIENCE = 8.0
"""Seconds that a phone waits for the table."""

_ID = re.compile(r"[0-9a-f]{32}")


class Refused(Exception):
    """What a phone asked for is refused. `why` is one of `texts.REFUSALS`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to what is asked at a step: one of the choices, or the values of dice or cards, None for one that the
    app rolls."""

    phone: str
    step: int
    choice: int | None = None
    values: tuple[int | None, ...] | None = None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone plays from now on."""

    phone: str
    players: tuple[str, ...]


class Phone(msgspec.Struct):
    """A phone: its number at the table, its address, what it plays, the number of its stream, 0 while it is away."""

    number: int
    address: str
    players: tuple[str, ...] = ()
    stream: int = 0


class Ticket:
    """What a phone gives, until it is answered: "" if it was done, else why not: one of `texts.REFUSALS`, or a sentence
    of the game by language."""

    def __init__(self, phone: Phone, play: Play) -> None:
        self.phone, self.play = phone, play
        self._answered = threading.Event()
        self._answer: str | dict[str, str] = ""

    def answer(self, why: str | dict[str, str]) -> None:
        self._answer = why
        self._answered.set()

    def wait(self, seconds: float) -> str | dict[str, str]:
        return self._answer if self._answered.wait(seconds) else "silent"


class Wanted(msgspec.Struct, frozen=True):
    """What a ticket wants of the table: a command, or the values of the chance that is asked for."""

    step: int
    command: Command | None = None
    values: tuple[int | None, ...] = ()


class Hub:
    """The phones of one table. `give` hands a ticket to the thread that has the session; `changed` is called by any
    thread when a phone comes, goes, or chooses what it plays."""

    def __init__(self, feed: Feed, give: Callable[[Ticket], object], changed: Callable[[], object]) -> None:
        self.feed = feed
        self._give = give
        self._changed = changed
        self._lock = threading.Condition()
        self._phones: dict[str, Phone] = {}
        self._streams = 0

    # -- for the server's threads

    def enter(self, id: str, address: str) -> tuple[Phone, int]:
        """Return a phone whose page is opened, and the number of its stream. One that it had before has ended: it
        broke off unnoticed, or another page has taken its place. Raises `Refused`."""
        if not _ID.fullmatch(id):
            raise Refused("unreadable")
        with self._lock:
            phone = self._phones.get(id)
            if phone is None:
                if len(self._phones) >= SEATS and not self._forget():
                    raise Refused("full")
                phone = self._phones[id] = Phone(self._free(), address)
            self._streams += 1
            phone.stream, phone.address = self._streams, address
            stream = self._streams
        self._changed()
        return phone, stream

    def leave(self, phone: Phone, stream: int) -> None:
        """A stream of a phone has ended. What it plays stays its own."""
        with self._lock:
            if phone.stream != stream:
                return
            phone.stream = 0
            self._lock.notify_all()
        self._changed()

    def claim(self, claim: Claim) -> None:
        """Let a phone play these from now on. Raises `Refused`."""
        with self._lock:
            phone = self._known(claim.phone)
            if len(claim.players) > SEATS or not set(claim.players) <= set(self.feed.players):
                raise Refused("unreadable")
            for other in self._phones.values():
                other.players = tuple(one for one in other.players if one not in claim.players)
            phone.players = claim.players
            seats = {id: one.number for one in self._phones.values() for id in one.players}
            self.feed.tell(seats=seats)
        self._changed()

    def play(self, play: Play) -> str | dict[str, str]:
        """Hand over what a phone gives, and return why it was refused, "" if it was done. Raises `Refused`."""
        with self._lock:
            phone = self._known(play.phone)
        ticket = Ticket(phone, play)
        self._give(ticket)
        return ticket.wait(PATIENCE)

    def present(self) -> list[Phone]:
        """Return the phones as they are now, by number."""
        with self._lock:
            return sorted((msgspec.structs.replace(one) for one in self._phones.values()), key=lambda one: one.number)

    def wait_for_the_last(self, seconds: float) -> None:
        """Wait until every phone has gone, at most so long."""
        with self._lock:
            self._lock.wait_for(lambda: not any(one.stream for one in self._phones.values()), seconds)

    def _known(self, id: str) -> Phone:
        phone = self._phones.get(id)
        if phone is None or not phone.stream:
            raise Refused("unreadable")
        return phone

    def _free(self) -> int:
        taken = {one.number for one in self._phones.values()}
        return next(number for number in range(1, SEATS + 1) if number not in taken)

    def _forget(self) -> bool:
        """Forget a phone that is gone and plays nothing. Returns whether there was one."""
        for id, one in self._phones.items():
            if not one.stream and not one.players:
                del self._phones[id]
                return True
        return False


def examine(ticket: Ticket, session: Session, words: Mapping[str, Words]) -> Wanted | None:
    """Return what a ticket wants of the table, None if that cannot be: then the ticket has been answered. `words` are
    those of each language."""
    try:
        found = _wanted(ticket, session, next(iter(words.values())))
        if found.command is not None:
            session.game.decide(session.state, found.command)
        return found
    except Refused as refused:
        ticket.answer(refused.why)
    except Illegal as error:
        game, state = session.game, session.state
        ticket.answer({language: game.refusal(error, state, one) for language, one in words.items()})
    return None


def _wanted(ticket: Ticket, session: Session, words: Words) -> Wanted:
    """Raises `Refused`, and `Illegal` for values that do not answer the chance that is asked for."""
    play, mine = ticket.play, ticket.phone.players
    game, state = session.game, session.state
    ids = {one.id for one in game.players(state, words)}
    if ids and not mine:
        raise Refused("spectator")
    if play.step != session.timeline.stands:
        raise Refused("moved")
    if play.values is not None and play.choice is None:
        check_values(session, play.values)
        _check_owner(owner_of(game, state, None, ids), mine)
        return Wanted(play.step, values=play.values)
    commands = commands_of(session)
    if play.choice is None or play.values is not None or not 0 <= play.choice < len(commands):
        raise Refused("unreadable")
    command = commands[play.choice]
    _check_owner(owner_of(game, state, command, ids), mine)
    return Wanted(play.step, command)


def _check_owner(owner: str, mine: tuple[str, ...]) -> None:
    if owner and owner not in mine:
        raise Refused("not_yours")
