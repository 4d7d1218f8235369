"""Says which plugin is to blame when a game cannot be played with what plugins bring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence

from defiance_qt.core.errors import ContentError, DefianceError, Message
from defiance_qt.core.port import Game, Setup
from defiance_qt.extend import loader
from defiance_qt.extend.guard import unusable

_SOUND: set[Hashable] = set()
"""Scenarios that were examined without a fault, each with the plugins that it was examined with."""
MOST_FAULTS = 3  # faults that a refusal names


def unsound(game: Game, setup: Setup, loaded: loader.Loaded) -> Sequence[Message]:
    """Return why what plugins bring to a scenario cannot be played. The system's own content is not examined, and the
    same files only once."""
    if not loaded.owners:
        return ()
    examined = (setup.system, setup.mission, tuple((stamp.id, stamp.sha256) for stamp in loaded.stamps))
    if examined in _SOUND:
        return ()
    faults = game.unsound(tuple(loaded.owners))
    if not faults:
        _SOUND.add(examined)
    return faults


def unplayable(faults: Sequence[Message]) -> ContentError:
    """Return an error that names the first faults."""
    why = faults[0]
    for fault in faults[1:MOST_FAULTS]:
        why = Message("content.also", "{first}; {second}", first=why, second=fault)
    if len(faults) <= MOST_FAULTS:
        return ContentError("content.unplayable", "it cannot be played as written: {why}", why=why)
    return ContentError(
        "content.unplayable_more",
        "it cannot be played as written: {why}; and {count} more",
        why=why,
        count=len(faults) - MOST_FAULTS,
    )


def blamed(error: ContentError, loaded: loader.Loaded) -> DefianceError:
    """Return the error with the name of the plugin whose content it is about; unchanged without plugins."""
    said = str(error)
    named = {id for name, id in loaded.owners.items() if name in said} or set(loaded.owners.values())
    if not named:
        return error
    return unusable(", ".join(sorted(named)), (Message("fault.content", "its content is faulty: {why}", why=error),))


def at_fault(error: DefianceError, loaded: loader.Loaded, attempt: Callable[..., object]) -> DefianceError:
    """Return the error of a system that failed with the content of plugins, with the names of those to blame.

    `attempt(content, loaded)` raises as well if the system fails without them. Who fails alone is to blame; if no
    plugin does, all are.
    """
    ids = sorted(set(loaded.owners.values()))
    if not ids or not _holds(attempt, loaded, ()):
        return error
    alone = [id for id in ids if len(ids) > 1 and not _holds(attempt, loaded, (id,))]
    why = Message("fault.content", "its content is faulty: {why}", why=error)
    return unusable(", ".join(alone or ids), (why,))


def _holds(attempt: Callable[..., object], loaded: loader.Loaded, ids: Collection[str]) -> bool:
    """Return whether the attempt succeeds with the system's own content and that of these plugins only."""
    theirs = {name: loaded.content[name] for name, id in loaded.owners.items() if id in ids}
    try:
        attempt({**loaded.system.rules.content(), **theirs}, loaded)
    except DefianceError:
        return False
    return True
