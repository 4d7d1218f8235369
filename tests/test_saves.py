"""The recorded games: each replays, is decided the same under today's rules, and can be walked from end to end.

When rules or content have changed on purpose: `python -m tests.workshop.defiance.recordings` plays them all
again.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from defiance_qt.extend import found
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.systems import DEFAULT
from tests.bounds import repeat
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

SAVES = sorted((ROOT / "saves").glob("*.defiance"))
LARGEST = 1 << 20
WALKED = [path for path in SAVES if path.stem in ("extraction-branches", "extraction-typed", "plugin-night_raid")]
"""With other branches, with chance entered by hand, with a plugin; the frozen saves are walked too."""


def test_the_recordings_show_what_there_is() -> None:
    results, openings, editions, plugins = set(), set(), set(), set()
    for path in SAVES:
        with open_save(path, read_only=True) as session:
            results.add(session.result)
            openings.add(session.state.switches["opening"])
            editions.add(session.setup.edition)
            plugins |= set(session.setup.plugins)
    assert len(SAVES) >= 6
    assert len(WALKED) == 3
    assert results == {"victory", "defeat"}
    assert openings == {"en", "es"}
    assert editions == {"en", "es", "en-print"}
    assert plugins == {one.id for one in found.available(found.bundled_folders()) if one.serves(DEFAULT)}


def test_every_recording_is_one_small_file() -> None:
    assert {path.suffix for path in (ROOT / "saves").iterdir()} <= {".defiance", ".md"}
    for path in SAVES:
        assert path.stat().st_size < LARGEST, path.name


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_recording_is_of_the_content_there_is(path: Path) -> None:
    """Otherwise whoever opens one is told first that the content has changed."""
    with open_save(path, read_only=True) as session:
        assert session.host.changes == ()
        assert session.host.missing == ()


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_recording_is_decided_as_it_was(path: Path) -> None:
    with open_save(path, read_only=True) as session:
        assert session.host.missing == ()
        assert str(session.verify().message) == "ok"
        assert list(session.game.invariants(session.state)) == []


@pytest.mark.parametrize("path", WALKED, ids=lambda path: path.stem)
def test_undo_to_the_first_step_and_redo_to_the_last_lands_on_equal_states(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copyfile(path, copy)
    with open_save(copy) as session:
        last, line = session.state, list(session.timeline.line)
        first = session.timeline.state_at(0)
        for _ in repeat(lambda: session.timeline.parent(session.head) is not None, lambda: session.head, 2000):
            session.undo()
        assert session.state == first
        for _ in repeat(lambda: session.timeline.following is not None, lambda: session.head, 2000):
            change = session.redo()
            assert change.after == session.timeline.state_at(session.head)
        assert session.head == line[-1]
        assert session.state == last
    with open_save(copy, read_only=True) as again:
        assert again.state == last
