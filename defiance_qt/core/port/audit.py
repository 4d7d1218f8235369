"""The facet of the audit: what of the content can be read and not be played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from defiance_qt.core.errors import Message


class Audit(Protocol):
    """What is wrong with a scenario as written. By default nothing."""

    def unsound(self, files: Collection[str]) -> Sequence[Message]:
        """Return why what these content files hold of the scenario, or add to it, cannot be played as written; empty if
        it can. Scenarios of other files are not examined."""
        return ()
