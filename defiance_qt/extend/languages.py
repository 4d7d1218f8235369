"""Languages of plugins: adds those of the plugins of kind "language" that may run to the languages of this process."""

from __future__ import annotations

from collections.abc import Iterable

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend.found import Found
from defiance_qt.extend.looks import asked
from defiance_qt.extend.registry import unusable
from defiance_qt.words.languages import LANGUAGES, add

KIND = "language"


def add_languages(found: Iterable[Found] | None = None) -> tuple[PluginError, ...]:
    """Add the languages of plugins, of two with one code that of the first plugin. Return the plugins that cannot be
    used."""
    answers, _, failures = asked(KIND, "contribute_language", found)
    owners: dict[str, str] = {}
    for plugin, answer in answers:
        for id, language in answer.items():
            if id in LANGUAGES or id in owners:
                other = owners.get(id, "defiance-qt")
                taken = Message(
                    "fault.language_taken", "its language {name!r} is one of {other!r}", name=id, other=other
                )
                failures.append(unusable(plugin, (taken,)))
            else:
                owners[id] = plugin
                add(id, language.name, language.texts)
    return tuple(failures)
