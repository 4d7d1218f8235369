"""View models of the plugins' page: the list, what one of them is and may do, and what an incoming one would change.
Without Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.core.port import Words
from defiance_qt.extend.clashes import Apart, Clash
from defiance_qt.extend.compared import FileChange, readme
from defiance_qt.extend.manifest import Manifest, Option, Value
from defiance_qt.extend.survey import Brought, Since, Surveyed
from defiance_qt.extend.versions import requirement, within
from defiance_qt.words.errors import format_message
from defiance_qt.words.languages import LANGUAGES

MARKS = {
    "house-rule": "settings",
    "unit": "enemy",
    "missions": "target",
    "expansion": "card",
    "system": "die",
    "look": "sun",
    "language": "language",
    "bot": "ally",
}
"""The icons of the kinds of plugins."""

State = Literal["on", "clash", "idle", "trust", "fault", "game", "chosen"]
TONES: dict[State, str] = {"on": "team", "clash": "danger", "trust": "gold", "fault": "danger"}
MOST_NAMES = 6
MOST_FAULTS = 8
FIRST = 8  # digits of a file's digest that are shown


class PluginRow(msgspec.Struct, frozen=True):
    """A plugin in the list. `group` is "installed" or "bundled"."""

    id: str
    title: str
    text: str
    state: State
    chip: str
    mark: str
    group: str

    @property
    def spoken(self) -> str:
        return f"{self.title}, {self.text}, {self.chip}"


class BroughtView(msgspec.Struct, frozen=True):
    """A line of what a plugin brings: an icon, the text, and a note at the right."""

    mark: str
    text: str
    note: str = ""
    tone: str = ""


class FileView(msgspec.Struct, frozen=True):
    """A file of a plugin: the beginning of its SHA-256, and how it differs from the copy in use: "same", "changed",
    "new" or "gone"; "" without another copy."""

    name: str
    digest: str
    change: str = ""
    note: str = ""


class PluginView(msgspec.Struct, frozen=True):
    """One plugin. `about` is a line of version, kind, authors and licence. `switchable`: new games can have it.
    `trust` is "free" (no code), "bundled", "linked", "trusted" or "waits". `back` is what removing it brings back, ""
    if it cannot be removed. `readme` names the file to be read first; `changes` are the files that differ, and
    `compared` says from which."""

    row: PluginRow
    about: str
    home: str
    text: str
    source: str
    switchable: bool
    on: bool
    trust: Literal["free", "bundled", "linked", "trusted", "waits"]
    removable: bool
    back: str
    brought: tuple[BroughtView, ...]
    relations: tuple[BroughtView, ...]
    faults: tuple[str, ...]
    files: tuple[FileView, ...]
    sha256: str
    options: tuple[Option, ...] = ()
    values: Mapping[str, Value] = {}
    readme: str = ""
    changes: tuple[FileChange, ...] = ()
    compared: str = ""
    stays: str = ""
    """The version that can be used instead of one that waits for trust, "" for none."""
    linked: bool = False
    """Whether it is used from the folder where its author works."""


class IncomingView(msgspec.Struct, frozen=True):
    """A plugin that could be installed. `replaced` says which version goes, "" for none; `downgrade`: it is newer."""

    title: str
    about: str
    text: str
    mark: str
    code: bool
    brought: tuple[BroughtView, ...]
    replaced: str
    downgrade: bool
    files: tuple[FileView, ...]
    readme: str = ""
    changes: tuple[FileChange, ...] = ()


class PartView(msgspec.Struct, frozen=True):
    """A plugin and the open game. `state`: "in" takes part, "out" is switched off, "wrong" cannot be used, "other" was
    never part of it. With `defaults` it can be used with those of its options."""

    id: str
    title: str
    text: str
    state: Literal["in", "out", "wrong", "other"]
    defaults: bool = False


class SettleView(msgspec.Struct, frozen=True):
    """Plugins that do not go together: why, and their ids and names."""

    text: str
    plugins: tuple[tuple[str, str], ...]


class UseView(msgspec.Struct, frozen=True):
    """A save that uses a plugin. `state` is "" (not checked), "same", "differs" or "wrong"."""

    path: str
    title: str
    version: str
    state: str = ""
    note: str = ""


def named(message: Message, names: Mapping[str, str]) -> Message:
    """Return a message about plugins with their names in place of their ids."""
    values: dict[str, object] = {}
    for slot, value in message.values.items():
        if slot in ("name", "names", "other") and isinstance(value, str):
            values[slot] = ", ".join(names.get(one, one) for one in value.split(", "))
        elif slot == "faults" and isinstance(value, tuple):
            values[slot] = tuple(_other_named(one, names) for one in value)
    return message.with_values(**values)


def _other_named(fault: object, names: Mapping[str, str]) -> object:
    """Return a fault with the name of the other plugin; its own name is that of something in the plugin."""
    if isinstance(fault, Message) and isinstance(other := fault.values.get("other"), str):
        return fault.with_values(other=names.get(other, other))
    return fault


def settle_views(
    apart: Sequence[Apart], clashes: Sequence[Clash], names: Mapping[str, str], words: Words
) -> tuple[SettleView, ...]:
    """Return what does not go together among plugins, each with the ways out: one of them alone, or none of a plugin
    that cannot be used at all."""
    found: list[tuple[tuple[str, ...], tuple[Message, ...]]] = [(one.plugins, (one.why.message,)) for one in apart]
    found += [(tuple(side.plugin for side in one.sides), one.told) for one in clashes]
    return tuple(
        SettleView(
            " ".join(_sentence(format_message(named(message, names), words)) for message in told),
            tuple((id, names.get(id, id)) for id in sorted(ids, key=lambda id: (names.get(id, id).casefold(), id))),
        )
        for ids, told in found
    )


def rows(
    surveyed: Sequence[Surveyed],
    on: Collection[str],
    words: Words,
    search: str = "",
    clashing: Collection[str] = (),
) -> tuple[PluginRow, ...]:
    """Return the list: those in the user's folder, then those that came with the program, each by name. `clashing` are
    those that are on and cannot be used as they are."""
    found = [_row(one, on, words, clashing) for one in surveyed]
    wanted = search.casefold().split()
    found = [row for row in found if all(word in f"{row.title} {row.text} {row.id}".casefold() for word in wanted)]
    return tuple(sorted(found, key=lambda row: (row.group != "installed", row.title.casefold(), row.id)))


def _row(one: Surveyed, on: Collection[str], words: Words, clashing: Collection[str] = ()) -> PluginRow:
    manifest = one.found.manifest
    state = _state(one, on)
    if state == "on" and one.id in clashing:
        state = "clash"
    kind = words(f"ui.plugins.kind.{manifest.kind}") if manifest is not None else words("ui.plugins.unreadable")
    # A version does not begin a line without its dot.
    version = f" ·\N{NO-BREAK SPACE}{manifest.version}" if manifest is not None else ""
    return PluginRow(
        one.id,
        one.found.name(words.language),
        f"{kind}{version}",
        state,
        words(f"ui.plugins.is.{state}"),
        MARKS[manifest.kind] if manifest is not None else "alert",
        "bundled" if one.bundled and not one.installed else "installed",
    )


def _state(one: Surveyed, on: Collection[str]) -> State:
    if one.found.manifest is None:
        return "fault"
    if one.waits:
        return "trust"
    if one.found.system:
        return "game"
    if one.found.manifest.kind == "language":
        return "chosen"
    return "on" if one.id in on else "idle"


def plugin_view(
    one: Surveyed,
    surveyed: Sequence[Surveyed],
    on: Collection[str],
    values: Mapping[str, Mapping[str, Value]],
    words: Words,
    clashing: Collection[str] = (),
) -> PluginView:
    """Return the page of one plugin among all there are."""
    manifest, row = one.found.manifest, _row(one, on, words, clashing)
    removable = one.installed
    mine = values.get(one.id, {})
    options = manifest.options if manifest is not None else ()
    return PluginView(
        row,
        _about(manifest, words),
        manifest.home if manifest is not None else "",
        one.found.description(words.language),
        _source(one, words),
        manifest is not None and not one.found.system and manifest.kind != "language",
        row.state in ("on", "clash"),
        _trust(one),
        removable,
        _back(one, words),
        _brought(one.brought, manifest, words),
        _relations(manifest, surveyed, words) if manifest is not None else (),
        _faults(one, words),
        _changed(one.brought.files, one.since, words),
        one.sha256,
        options,
        manifest.fitting(mine) if manifest is not None else {},
        readme(one.brought.files, words.language),
        one.since.changes if one.since is not None else (),
        words(f"ui.changes.{one.since.origin}") if one.since is not None else "",
        one.stays,
        one.linked,
    )


def _about(manifest: Manifest | None, words: Words) -> str:
    if manifest is None:
        return words("ui.plugins.unreadable")
    by = words("ui.plugins.by", names=", ".join(manifest.authors)) if manifest.authors else ""
    kind = words(f"ui.plugins.kind.{manifest.kind}")
    return " · ".join(part for part in (manifest.version, kind, by, manifest.licence) if part)


def _source(one: Surveyed, words: Words) -> str:
    if one.linked:
        return words("ui.plugins.source.linked", folder=str(one.found.folder))
    if one.bundled:
        own = next((copy.manifest for copy in one.others if copy.manifest is not None), None)
        if one.installed and own is not None:
            return words("ui.plugins.source.older", version=own.version)
        return words("ui.plugins.source.bundled")
    other = next((copy.manifest for copy in one.others if copy.manifest is not None), None)
    if other is not None:
        return words("ui.plugins.source.replaces", version=other.version)
    return words("ui.plugins.source.installed", folder=str(one.found.folder.parent))


def _back(one: Surveyed, words: Words) -> str:
    """Return what removing a plugin brings back."""
    if not one.installed:
        return ""
    other = next((copy.manifest for copy in one.others if copy.manifest is not None), None)
    if one.bundled or other is None:
        return words("ui.plugins.back.nothing")
    return words("ui.plugins.back.bundled", version=other.version)


def _trust(one: Surveyed) -> Literal["free", "bundled", "linked", "trusted", "waits"]:
    if not one.found.runs_code:
        return "free"
    if one.linked:
        return "linked"
    if one.bundled:
        return "bundled"
    return "trusted" if one.trusted else "waits"


def _faults(one: Surveyed, words: Words) -> tuple[str, ...]:
    if one.found.manifest is not None:
        return ()
    shown = [_sentence(format_message(fault, words)) for fault in one.found.faults[:MOST_FAULTS]]
    return (*shown, *(("…",) if len(one.found.faults) > MOST_FAULTS else ()))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "…")) else f"{text}."


def _names(names: Sequence[str]) -> str:
    return ", ".join((*names[:MOST_NAMES], "…") if len(names) > MOST_NAMES else names)


def _brought(found: Brought, manifest: Manifest | None, words: Words) -> tuple[BroughtView, ...]:
    """Return what a plugin brings, and whether it runs code."""
    if manifest is None:
        return ()
    lines = []
    if found.content:
        parts = [f"{name} {count}" for name, count in found.content.items()]
        lines.append(
            BroughtView("card", words.count("ui.plugins.brings.content", sum(found.content.values())), _names(parts))
        )
    if manifest.replaces:
        lines.append(
            BroughtView(
                "overrule", words.count("ui.plugins.brings.replaces", len(manifest.replaces)), _names(manifest.replaces)
            )
        )
    if found.hooks:
        lines.append(
            BroughtView("branch", words.count("ui.plugins.brings.hooks", len(found.hooks)), _names(found.hooks))
        )
    if manifest.options:
        lines.append(BroughtView("settings", words.count("ui.plugins.brings.options", len(manifest.options))))
    if found.texts:
        spoken = [words(f"ui.language.{one}") for one in manifest.languages or LANGUAGES if one in LANGUAGES]
        lines.append(BroughtView("language", words.count("ui.plugins.brings.texts", found.texts), _names(spoken)))
    if manifest.module:
        code = BroughtView("console", words("ui.plugins.brings.code"), words("ui.plugins.brings.code.aside"), "gold")
        lines.append(code)
    else:
        lines.append(BroughtView("check", words("ui.plugins.brings.no_code"), words("ui.plugins.brings.no_code.aside")))
    return tuple(lines)


def _relations(manifest: Manifest, surveyed: Sequence[Surveyed], words: Words) -> tuple[BroughtView, ...]:
    """Return what a plugin requires and what it cannot be used with, each with whether it is there."""
    there = {one.id: one for one in surveyed}
    found = []
    for key, texts, good in (("needs", manifest.requires, True), ("conflicts", manifest.conflicts, False)):
        for text in texts:
            id, limits = requirement(text)
            other = there[id].found.manifest if id in there else None
            met = other is not None and within(other.version, limits)
            name = f"{there[id].found.name(words.language)} {limits}".strip() if id in there else text
            note = words("ui.plugins.there" if met else "ui.plugins.not_there")
            wrong = met is not good
            found.append(
                BroughtView(
                    "alert" if wrong else "check",
                    words(f"ui.plugins.{key}", name=name),
                    note,
                    ("danger" if good else "gold") if wrong else "",
                )
            )
    return tuple(found)


def _files(files: Mapping[str, str]) -> tuple[FileView, ...]:
    return tuple(FileView(name, digest[:FIRST]) for name, digest in files.items())


def incoming_view(
    manifest: Manifest,
    found: Brought,
    present: Manifest | None,
    since: Since | None,
    downgrade: bool,
    words: Words,
) -> IncomingView:
    """Return what installing a plugin would bring and change."""
    language = words.language
    replaced = ""
    if present is not None:
        key = "downgrade" if downgrade else "same" if present.version == manifest.version else "update"
        replaced = words(f"ui.incoming.{key}", old=present.version, new=manifest.version)
    return IncomingView(
        manifest.name.get(language) or manifest.name.get("en") or manifest.id,
        _about(manifest, words),
        manifest.description.get(language) or manifest.description.get("en") or "",
        MARKS[manifest.kind],
        bool(manifest.module),
        _brought(found, manifest, words),
        replaced,
        downgrade,
        _changed(found.files, since, words),
        readme(found.files, language),
        since.changes if since is not None else (),
    )


def _changed(files: Mapping[str, str], since: Since | None, words: Words) -> tuple[FileView, ...]:
    """Return the files with how each differs from what they are compared with."""
    if since is None:
        return _files(files)
    differ = {one.name: one for one in since.changes}
    return tuple(
        FileView(
            name,
            (files.get(name) or since.files[name])[:FIRST],
            differ[name].kind if name in differ else "same",
            change_note(differ[name], words) if name in differ else words("ui.incoming.file.same"),
        )
        for name in sorted({*files, *since.files})
    )


def change_note(change: FileChange, words: Words) -> str:
    """Return how a file differs, with the numbers of lines that came and went."""
    signs = (f"+{change.added}" if change.added else "", f"\N{MINUS SIGN}{change.removed}" if change.removed else "")
    lines = "\N{NO-BREAK SPACE}".join(sign for sign in signs if sign)
    return ", ".join(part for part in (words(f"ui.incoming.file.{change.kind}"), lines) if part)


def use_view(path: str, title: str, version: str, verdict: Message | None, same: str, words: Words) -> UseView:
    """Return a save that uses a plugin. `same` is the key of a verdict that finds no difference."""
    title = title or Path(path).stem
    if verdict is None:
        return UseView(path, title, version)
    if verdict.key == same:
        return UseView(path, title, version, "same", words("ui.plugins.uses.same"))
    if verdict.key == "verdict.differs":
        step = verdict.values["step"]
        return UseView(path, title, version, "differs", words("ui.plugins.uses.differs", step=step))
    return UseView(path, title, version, "wrong", format_message(verdict, words))


def part_views(
    surveyed: Sequence[Surveyed],
    chosen: Sequence[str],
    part: Collection[str],
    versions: Mapping[str, str],
    wrong: Mapping[str, str],
    defaults: Collection[str],
    system: str,
    words: Words,
) -> tuple[PartView, ...]:
    """Return the plugins of a game: those it began with or was given (`chosen`), then others that it could use.
    `versions` are those that take part now, `wrong` says why one cannot be used, and `defaults` are those of them that
    could be with the defaults of their options."""
    there = {one.id: one for one in surveyed}
    found = []
    for id in chosen:
        title = there[id].found.name(words.language) if id in there else id
        if id in wrong:
            found.append(PartView(id, title, wrong[id], "wrong", id in defaults))
        elif id in part:
            version = words("ui.game_plugins.part", version=versions.get(id, ""))
            found.append(PartView(id, title, version, "in"))
        else:
            found.append(PartView(id, title, words("ui.game_plugins.out"), "out"))
    for one in surveyed:
        manifest = one.found.manifest
        usable = manifest is not None and manifest.kind != "language" and one.found.serves(system) and not one.waits
        if usable and one.id not in chosen:
            text = one.found.description(words.language)
            found.append(PartView(one.id, one.found.name(words.language), text, "other"))
    return tuple(found)
