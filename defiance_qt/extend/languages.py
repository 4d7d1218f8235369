"""Languages of plugins: adds those of the plugins of kind "language" that may run to the languages of this process."""

from __future__ import annotations

from collections.abc import Iterable

from defiance_qt.core.errors import ContentError, Message, PluginError
from defiance_qt.extend.found import Found, available, default_folders
from defiance_qt.extend.guard import unusable
from defiance_qt.extend.looks import asked
from defiance_qt.extend.trust import untrusted
from defiance_qt.words.catalogue import no_language
from defiance_qt.words.languages import LANGUAGES, add, known

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


def is_there(language: str) -> bool:
    """Return whether a language is available, once those of plugins were asked too. Built-in ones need no plugin."""
    if language not in known():
        add_languages()
    return language in known()


def check_language(language: str) -> None:
    """Raise `ContentError` for a language that is neither built in nor brought by a plugin that may run. It names the
    languages there are, and the plugins that wait for trust."""
    if is_there(language):
        return
    found = (one for one in available(default_folders()) if one.manifest is not None and one.manifest.kind == KIND)
    waiting = [one.id for one in found if untrusted(one, one.sha256) is not None]
    if not waiting:
        raise no_language(language)
    raise ContentError(
        "content.language_waiting",
        "there is no language {name!r}: {known}; these plugins of languages are not trusted yet: {waiting}",
        name=language,
        known=", ".join(known()),
        waiting=", ".join(waiting),
    )
