"""The tools of a system for authors: the check of content, and the ids that it can name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.core.port import Plugins
from defiance_qt.extend.systems import DEFAULT, load_system


class Examined(NamedTuple):
    """What a system says of content files: every fault, the keys of the texts that they need, the ids of the scenarios
    in them, and the keys of the texts that are shown if they are there."""

    faults: tuple[Message, ...]
    texts: tuple[str, ...]
    scenarios: tuple[str, ...]
    optional: tuple[str, ...] = ()


class NoTools(DefianceError):
    """The system provides no tools. `value` is its id."""

    def __init__(self, value: str) -> None:
        super().__init__("command.no_tools", "The game system {name!r} provides no tools for this.", name=value)
        self.value = value


class SystemTools:
    """The tools of one system. A system derives it and fills those that it has; a default that cannot be raises
    `NoTools`."""

    def __init__(self, system: str) -> None:
        self.system = system

    def examine(self, content: Mapping[str, bytes], files: Collection[str], plugins: Plugins) -> Examined:
        """Check content for its author. `files` names those of its files that are the author's."""
        raise NoTools(self.system)

    def ids(self, content: Mapping[str, bytes], plugins: Plugins) -> Mapping[str, Mapping[str, str]]:
        """Return the ids that content can name, by the kind of content, each with the key of its name, "" without."""
        raise NoTools(self.system)


def tools_of(system: str = DEFAULT) -> SystemTools:
    """Return the tools of a system. Raises `PluginError` for an unknown system."""
    return load_system(system).rules.tools() or SystemTools(system)
