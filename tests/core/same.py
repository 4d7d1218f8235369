"""Two timelines compared, for tests."""

from __future__ import annotations

from defiance_qt.core.timeline import Timeline


def assert_same(one: Timeline, other: Timeline) -> None:
    """They have the same steps, states, head, lines and writing on them."""
    assert len(one) == len(other)
    assert list(one.steps()) == list(other.steps())
    assert [one.state_at(step) for step in range(len(one))] == [other.state_at(step) for step in range(len(other))]
    assert (one.head, one.entries, one.following) == (other.head, other.entries, other.following)
    assert (one.path, one.line, one.branches) == (other.path, other.line, other.branches)
    assert (one.names, one.notes, one.settings) == (other.names, other.notes, other.settings)
    assert one.updates == other.updates
    for step in range(len(one)):
        assert one.parent(step) == other.parent(step)
        assert one.children(step) == other.children(step)
        assert one.events_until(step) == other.events_until(step)
