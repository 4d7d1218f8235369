"""Every rule is named in the code, cited by something that a user reads, and claimed by a test."""

from __future__ import annotations

import pytest

from tests.workshop.coverage import claimed
from tests.workshop.coverage.cited import cited_in_play, cited_in_source, refused
from tests.workshop.coverage.named import named_in
from tests.workshop.tools import tools_of


@pytest.mark.slow
def test_every_rule_is_named_cited_and_tested() -> None:
    """Slow: reads all sources, and plays a game to collect what its events cite by default."""
    sources = tools_of("warfighter").rule_sources()
    rules = set(sources.rules("en"))
    assert rules - set(named_in(sources)) == set()
    assert rules - {*cited_in_source(sources), *refused(sources), *cited_in_play(sources, (1,))} == set()
    assert rules - set(claimed.tested_by(sources.root, sources.tests)) == set()
