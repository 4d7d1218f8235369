"""The facet of accounts: stretches of a game that are explained as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from defiance_qt.core.port.rules import Event
from defiance_qt.core.port.story import EventContext
from defiance_qt.core.port.text import told
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game


class Detail(msgspec.Struct, frozen=True):
    """A line below a passage. `kind` is an alternative that was chosen or passed over, a weighed value, or a result.
    `data` is the system's own, for its view."""

    kind: Literal["chosen", "passed", "weighed", "result"]
    text: str
    data: Any = None


class Passage(msgspec.Struct, frozen=True):
    """One paragraph of an account: a decision (named by `heading`), or the events between two decisions (no heading).

    `step` is its step; `actor` is the name of the acting figure, "" if the passage concerns all.
    """

    step: int
    actor: str
    heading: str
    text: str
    details: tuple[Detail, ...] = ()
    rules: tuple[str, ...] = ()
    skipped: bool = False


class Account(msgspec.Struct, frozen=True):
    """A stretch of the game explained as a whole, such as the turn of an automatic opponent.

    `subject` is the id of its owner, `name` the owner's name, `chapter` its chapter. `over` is true when the stretch
    has ended.
    """

    subject: str
    name: str
    chapter: str
    passages: tuple[Passage, ...]
    over: bool


class Accounts(Protocol):
    """Explained stretches. By default there are none. A game that says what opens and closes one, and which events are
    `decisions`, has an account of them."""

    decisions: tuple[type, ...] = ()
    """The events that are decisions of an automatic opponent. The text `account.<tag>` names what was decided."""

    def opens_account(self, event: Event) -> str:
        """Return the subject of the account that the event opens, "" if it opens none. The text `account.<subject>` is
        its name."""
        return ""

    def closes_account(self, event: Event) -> bool:
        """Return whether the event closes an account."""
        return False

    def account(self: Game, events: Sequence[EventContext], words: Words) -> Account | None:
        """Return the account of a stretch of events that begins with the opening one and may be unfinished."""
        subject = self.opens_account(events[0].event) if events else ""
        if not subject:
            return None
        chapter = self.summary(events[0].after).chapter
        name = words(f"account.{subject}")
        places = [place for place, one in enumerate(events) if isinstance(one.event, self.decisions)]
        passages = tuple(
            _passage(self, name, events[place:following], words)
            for place, following in zip(places, [*places[1:], len(events)], strict=False)
        )
        over = self.closes_account(events[-1].event)
        return Account(subject, name, words("mark.chapter", n=chapter), passages, over)


def _passage(game: Game, name: str, events: Sequence[EventContext], words: Words) -> Passage:
    """Return a decision, the first of the events, with its reasons and what follows from it."""
    decided, *following = events
    why = game.why(decided.event, decided.before, words)
    results = [game.narrate(one.event, one.after, words) for one in following]
    details = (
        *(Detail("weighed", reason) for reason in why.words),
        *(Detail("result", sentence) for sentence in results if sentence),
    )
    heading = told("account", words, decided.after, decided.event)
    return Passage(decided.step, name, heading, game.narrate(decided.event, decided.after, words), details, why.rules)
