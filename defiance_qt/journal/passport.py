"""The passport of a game: the versions of program, content and plugins it is played with. Compares passports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

import msgspec

from defiance_qt.core.errors import Message, SaveError
from defiance_qt.core.port import PluginStamp


class Passport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program's version, the SHA-256 of the content in hex, and the plugins, sorted by id."""

    version: str
    content: str
    plugins: tuple[PluginStamp, ...] = ()


def fingerprint(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256, in hex, of files by name, independent of their order. Names and lengths are included."""
    digest = sha256()
    for name in sorted(files):
        title = name.encode()
        digest.update(b"%d %d " % (len(title), len(files[name])))
        digest.update(title)
        digest.update(files[name])
    return digest.hexdigest()


def passport(version: str, content: Mapping[str, bytes], plugins: Iterable[PluginStamp] = ()) -> Passport:
    return Passport(version, fingerprint(content), tuple(sorted(plugins, key=lambda plugin: plugin.id)))


def check_passport(passport: Passport, content: Mapping[str, bytes], name: str) -> None:
    """Check that a file's content is the content of its passport. Raises `SaveError` with the file's name."""
    if fingerprint(content) != passport.content:
        raise SaveError("save.content", "{file} was changed: its content does not match its passport.", file=name)


def differences(before: Passport, now: Passport, *, content_changed: bool) -> Iterator[Message]:
    """Yield the differences between two passports as messages for a warning.

    `content_changed` is whether the built-in content differs: the passport's digest is of all content, that of plugins
    too.
    """
    if before.version != now.version:
        yield Message("passport.program", "Program: {before}, now {now}.", before=before.version, now=now.version)
    if content_changed:
        yield Message("passport.content", "The built-in content has changed.")
    old = {plugin.id: plugin for plugin in before.plugins}
    new = {plugin.id: plugin for plugin in now.plugins}
    for id in sorted(old.keys() | new.keys()):
        if id not in new:
            version = old[id].version
            yield Message("passport.plugin_missing", "Plugin {id} {version} is missing.", id=id, version=version)
        elif id not in old:
            version = new[id].version
            yield Message(
                "passport.plugin_new", "Plugin {id} {version} was not part of this game.", id=id, version=version
            )
        else:
            yield from _plugin_differences(old[id], new[id])


def _plugin_differences(before: PluginStamp, now: PluginStamp) -> list[Message]:
    found: list[Message] = []
    if before.version != now.version:
        found.append(
            Message(
                "passport.plugin_version",
                "Plugin {id}: {before}, now {now}.",
                id=now.id,
                before=before.version,
                now=now.version,
            )
        )
    elif before.sha256 != now.sha256:
        found.append(
            Message("passport.plugin_changed", "Plugin {id} {version} has changed.", id=now.id, version=now.version)
        )
    for option in sorted(before.options.keys() | now.options.keys()):
        was, is_now = before.options.get(option), now.options.get(option)
        if was != is_now:
            found.append(
                Message(
                    "passport.option",
                    "Plugin {id}, option {option}: {before}, now {now}.",
                    id=now.id,
                    option=option,
                    before=was,
                    now=is_now,
                )
            )
    return found
