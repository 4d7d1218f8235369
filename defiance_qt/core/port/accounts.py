"""The facet of accounts: stretches of a game that are explained as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from defiance_qt.core.port.rules import Event
from defiance_qt.core.port.story import EventContext
from defiance_qt.core.port.words import Words


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
    """Explained stretches. By default there are none."""

    def opens_account(self, event: Event) -> str:
        """Return the subject of the account that the event opens, "" if it opens none."""
        return ""

    def closes_account(self, event: Event) -> bool:
        """Return whether the event closes an account."""
        return False

    def account(self, events: Sequence[EventContext], words: Words) -> Account | None:
        """Return the account of a stretch of events that begins with the opening one and may be unfinished."""
        return None
