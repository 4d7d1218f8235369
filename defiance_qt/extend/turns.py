"""Says what changes where a game goes on with other plugins or other content."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Message
from defiance_qt.core.port import PluginStamp
from defiance_qt.journal.mapper import Header


def from_here_on(before: Header, after: Header) -> Iterator[Message]:
    """Yield sentences on how the later header of a game differs from the one before it."""
    were = {stamp.id: stamp for stamp in before.passport.plugins if stamp.id in before.setup.plugins}
    are = {stamp.id: stamp for stamp in after.passport.plugins if stamp.id in after.setup.plugins}
    for id in sorted(were.keys() - are.keys()):
        yield Message("turn.without", "From here on without the plugin {id}.", id=id)
    for id in sorted(are.keys() - were.keys()):
        yield Message("turn.with", "From here on with the plugin {id} {version}.", id=id, version=are[id].version)
    changed = [id for id in sorted(were.keys() & are.keys()) if were[id].sha256 != are[id].sha256]
    for id in changed:
        yield _changed(were[id], are[id])
    if before.passport.version != after.passport.version:
        version = after.passport.version
        yield Message(
            "turn.program", "From here on with the content of the program's version {version}.", version=version
        )
    elif not changed and before.passport.content != after.passport.content:
        yield Message("turn.content", "From here on with other content.")


def _changed(before: PluginStamp, after: PluginStamp) -> Message:
    if before.version == after.version:
        return Message(
            "turn.changed",
            "From here on with other files of the plugin {id} {version}.",
            id=after.id,
            version=after.version,
        )
    return Message(
        "turn.version",
        "From here on with the plugin {id} {version}; before it was {old}.",
        id=after.id,
        version=after.version,
        old=before.version,
    )
