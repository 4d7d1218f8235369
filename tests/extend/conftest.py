"""The plugins in `wrong` have tests of their own, which are no tests of this program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from defiance_qt.extend import guard

collect_ignore = ["wrong"]


@pytest.fixture(autouse=True)
def no_call_is_left() -> Iterator[None]:
    """A call that is still watched after its end interrupts a later test."""
    yield
    assert guard._watchdog.calls() == ()
