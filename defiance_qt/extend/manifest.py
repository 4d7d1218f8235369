"""The manifest of a plugin, `plugin.toml`: its metadata, available without importing it.

Reading reports all faults at once, each as a message. Owns the format of the file and of the options, not the relations
between plugins (loader.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import Message, SaveError
from defiance_qt.extend.sources import Unreadable, manifest_source, table
from defiance_qt.extend.versions import VersionError, requirement, version, within
from defiance_qt.words.languages import FALLBACK, LANGUAGES

FILE = "plugin.toml"
API_VERSION = "2.0.0"
"""The version of the hooks, their contexts and `defiance_qt.api`. Semantic: a new major version breaks plugins."""

EARLIER = ("1.0.0",)
"""The versions whose plugins work as they are."""

_ID = re.compile(r"[a-z][a-z0-9_]*")
_SYSTEM = re.compile(r"[a-z][a-z0-9_-]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_HOME = re.compile(r"https?://[^\s<>\"]{1,300}")
_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")

Texts = dict[str, str]
Value = bool | int | str


MOST = 1 << 53
"""The largest number that an option may have: one that every reader of a save can hold."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setting of a plugin. `choices` are the values of a choice, `names` their texts by value and language; a value
    without a text is shown as it is. `low` and `high` bound an integer. `was` is the id, or the ids, that it had in
    earlier versions: what a game has chosen for them is carried over."""

    id: str
    kind: Literal["bool", "int", "choice"]
    default: Value
    text: Texts
    choices: tuple[str, ...] = ()
    names: dict[str, Texts] = {}
    low: int | None = None
    high: int | None = None
    was: str | tuple[str, ...] = ()

    @property
    def earlier(self) -> tuple[str, ...]:
        """The ids that it had in earlier versions."""
        return (self.was,) if isinstance(self.was, str) else self.was

    def name_of(self, choice: str, language: str) -> str:
        """Return the text of a choice in a language."""
        return self.names.get(choice, {}).get(language, choice)

    def fault(self, value: object) -> Message | None:
        """Return the fault of the value, None if it is valid."""
        if self.kind == "bool":
            if isinstance(value, bool):
                return None
            return Message("fault.truth", "{value!r} is neither true nor false", value=value)
        if self.kind == "choice":
            if value in self.choices:
                return None
            return Message(
                "fault.none_of", "{value!r} is not one of {known}", value=value, known=", ".join(self.choices)
            )
        if isinstance(value, bool) or not isinstance(value, int):
            return Message("fault.whole", "{value!r} is not a whole number", value=value)
        if abs(value) > MOST:
            return Message("fault.too_far", "{value} is too large a number", value=value)
        if self.low is not None and value < self.low:
            return Message("fault.below", "{value} is below {limit}", value=value, limit=self.low)
        if self.high is not None and value > self.high:
            return Message("fault.above", "{value} is above {limit}", value=value, limit=self.high)
        return None


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a plugin's manifest.

    `languages` are those that its texts are in, English among them. `home` is the address of its page. `module` is
    the Python module in the plugin's folder that holds its hooks, "" for a plugin with content only. Every
    `content/**/*.toml` of the folder is contributed without code; `replaces` names those that replace the built-in
    file of the same name. `requires` and `conflicts` name other plugins with version limits: "radar >=1,<2".
    """

    id: str
    version: str
    api: str
    kind: Literal["house-rule", "unit", "missions", "expansion", "system", "look", "language", "bot"]
    systems: tuple[str, ...]
    name: Texts
    description: Texts
    module: str = ""
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    authors: tuple[str, ...] = ()
    licence: str = ""
    home: str = ""
    languages: tuple[str, ...] = LANGUAGES

    def chosen(self, values: Mapping[str, object]) -> tuple[dict[str, Any], tuple[Message, ...]]:
        """Return the value of every option, with the default for one that is not given or not valid, and the faults of
        the given values. Values that are given under an earlier id of an option are carried over."""
        known = {option.id: option for option in self.options}
        given = self._carried(values)
        faults = [
            Message("fault.no_option", "it has no option {name!r}", name=key) for key in given if key not in known
        ]
        chosen: dict[str, Any] = {}
        for key, option in known.items():
            fault = option.fault(given[key]) if key in given else None
            if fault is not None:
                faults.append(Message("fault.option", "its option {name!r}: {why}", name=key, why=fault))
            chosen[key] = given[key] if key in given and fault is None else option.default
        return chosen, tuple(faults)

    def fitting(self, values: Mapping[str, object]) -> dict[str, Any]:
        """Return the given values that are valid, by the ids that the options have now."""
        given = self._carried(values)
        return {one.id: given[one.id] for one in self.options if one.id in given and one.fault(given[one.id]) is None}

    def _carried(self, values: Mapping[str, object]) -> dict[str, object]:
        earlier = {id: option.id for option in self.options for id in option.earlier}
        return {earlier[key]: value for key, value in values.items() if key in earlier} | {
            key: value for key, value in values.items() if key not in earlier
        }


def read(folder: Path) -> tuple[Manifest | None, tuple[Message, ...]]:
    """Return the manifest of the plugin in the folder and all its faults. The manifest is None if there is a fault."""
    try:
        fields, options, wrong = _decoded(manifest_source(folder / FILE))
        faults = (*wrong, *_disagreements(fields, folder))
        return (None, faults) if faults else (Manifest(**{**fields, "options": options}), ())
    except SaveError as error:
        return None, (error.message,)
    except Unreadable as error:
        return None, (Message("fault.toml", "{file} is not valid TOML: {why}", file=FILE, why=error.why),)
    except (RecursionError, OverflowError, ValueError) as error:
        return None, (Message("fault.unreadable", "{file} cannot be read: {why}", file=FILE, why=str(error)),)


@lru_cache(64)
def _decoded(source: bytes) -> tuple[Mapping[str, Any], tuple[Option, ...], tuple[Message, ...]]:
    """Return the fields and the options of a manifest, with what is wrong in them. Kept: every start of the program and
    every new game reads all manifests. Raises `Unreadable`, or what an odd value brings."""
    tables = table(source)
    fields, of_fields = _fields(Manifest, {key: one for key, one in tables.items() if key != "options"}, "")
    options, of_options = _options(tables.get("options", []), fields.get("languages", LANGUAGES))
    return fields, options, (*of_fields, *of_options)


def _fields(kind: type[msgspec.Struct], table: dict[str, Any], where: str) -> tuple[dict[str, Any], list[Message]]:
    """Decode the fields of the struct. Return them with a fault for each field that is invalid, missing or unknown."""
    known = _fields_of(kind)
    faults = [_no_key(where, key, [name for name in known if name not in table]) for key in table if key not in known]
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in table:
            try:
                values[name] = msgspec.convert(table[name], ready(field.type))
            except msgspec.ValidationError as error:
                faults.append(_at(f"{where}{name}", _none_of(table[name], field.type) or error))
        elif field.required:
            faults.append(_missing(f"{where}{name}"))
    return values, faults


def _no_key(where: str, key: str, known: Sequence[str]) -> Message:
    """Return the fault of an unknown key, with the one of the keys that are not there which is most like it."""
    # Imported only for a fault: every opening of a game reads all manifests.
    from difflib import get_close_matches

    if near := get_close_matches(key, known, 1):
        return Message("fault.key_near", "{key}: no such key (did you mean {near}?)", key=f"{where}{key}", near=near[0])
    return Message("fault.key", "{key}: no such key", key=f"{where}{key}")


@cache
def _fields_of(kind: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """Return the fields of a struct by name. Every opening of a game reads all manifests, and msgspec would evaluate
    the annotations each time."""
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _none_of(value: object, kind: object) -> Message | None:
    """Return a fault that lists what may stand there, None unless the field takes one of a few words."""
    if get_origin(kind) is not Literal:
        return None
    return Message("fault.none_of", "{value!r} is not one of {known}", value=value, known=", ".join(get_args(kind)))


def _at(key: str, why: Message | Exception) -> Message:
    """Return a fault at a key of the file."""
    return Message("fault.at", "{key}: {why}", key=key, why=why)


def _missing(key: str) -> Message:
    return Message("fault.missing", "{key}: is missing", key=key)


def _not_an_id(key: str, id: str, sample: str) -> Message:
    return Message("fault.id", "{key}: {id!r} is not a valid id (example: {sample})", key=key, id=id, sample=sample)


def _options(tables: object, languages: Sequence[str]) -> tuple[tuple[Option, ...], list[Message]]:
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        return (), [Message("fault.options", "options: must be a list of tables")]
    options: list[Option] = []
    faults: list[Message] = []
    for index, one in enumerate(tables):
        where = f"options[{one.get('id', index)}]."
        values, wrong = _fields(Option, one, where)
        faults += wrong
        if "text" in values:
            faults += _texts(values["text"], f"{where}text", languages)
        for choice, texts in values.get("names", {}).items():
            faults += _texts(texts, f"{where}names.{choice}", languages)
            if choice not in values.get("choices", ()):
                faults.append(Message("fault.key", "{key}: no such key", key=f"{where}names.{choice}"))
        if wrong:
            continue
        option = Option(**values)
        if not _ID.fullmatch(option.id):
            faults.append(_not_an_id(f"{where}id", option.id, "extra_dice"))
        if option.id in {other.id for other in options}:
            faults.append(Message("fault.twice", "{key}: appears twice", key=f"{where}id"))
        faults += _earlier(option, options, where)
        if option.low is not None and option.high is not None and option.low > option.high:
            why = Message("fault.above", "{value} is above {limit}", value=option.low, limit=option.high)
            faults.append(_at(f"{where}low", why))
        elif option.kind == "choice" and not option.choices:
            faults.append(_missing(f"{where}choices"))
        elif fault := option.fault(option.default):
            faults.append(_at(f"{where}default", fault))
        options.append(option)
    return tuple(options), faults


def _earlier(option: Option, before: Sequence[Option], where: str) -> list[Message]:
    """Return the faults of an option's earlier ids, and one for an id that another option had, among those before."""
    faults = [_not_an_id(f"{where}was", id, "extra_dice") for id in option.earlier if not _ID.fullmatch(id)]
    taken = {id for other in before for id in (other.id, *other.earlier)}
    if len({option.id, *option.earlier}) <= len(option.earlier) or not taken.isdisjoint(option.earlier):
        faults.append(Message("fault.twice", "{key}: appears twice", key=f"{where}was"))
    elif any(option.id in other.earlier for other in before):
        faults.append(Message("fault.twice", "{key}: appears twice", key=f"{where}id"))
    return faults


def _texts(texts: Mapping[str, str], where: str, languages: Sequence[str]) -> list[Message]:
    faults = [_missing(f"{where}.{language}") for language in languages if not texts.get(language, "").strip()]
    return faults + [
        Message("fault.key_language", "{key}: unknown language", key=f"{where}.{language}")
        for language in texts
        if language not in languages
    ]


def _origin(fields: Mapping[str, Any]) -> list[Message]:
    """Return the faults of what it says of its languages and its home page."""
    faults = []
    languages = fields.get("languages", LANGUAGES)
    if FALLBACK not in languages:
        faults.append(_missing(f"languages: {FALLBACK}"))
    faults += [
        Message("fault.key_language", "{key}: unknown language", key=f"languages.{one}")
        for one in languages
        if not _LANGUAGE.fullmatch(one)
    ]
    if fields.get("home") and not _HOME.fullmatch(fields["home"]):
        faults.append(Message("fault.home", "home: {address!r} is not the address of a page", address=fields["home"]))
    return faults


def _disagreements(fields: Mapping[str, Any], folder: Path) -> list[Message]:
    """Return the faults of fields that have the right type."""
    faults: list[Message] = []
    if "id" in fields:
        if not _ID.fullmatch(fields["id"]):
            faults.append(_not_an_id("id", fields["id"], "generous_sight"))
        elif fields["id"] != folder.name:
            faults.append(
                Message(
                    "fault.folder_id",
                    "id: is {id!r}, but the folder is named {folder!r}",
                    id=fields["id"],
                    folder=folder.name,
                )
            )
    faults += _versions(fields)
    for key in ("name", "description"):
        if key in fields:
            faults += _texts(fields[key], key, fields.get("languages", LANGUAGES))
    faults += _origin(fields)
    if "systems" in fields and not fields["systems"]:
        faults.append(Message("fault.empty", "{key}: is empty", key="systems"))
    faults += [
        _not_an_id("systems", system, "infinity-defiance")
        for system in fields.get("systems", ())
        if not _SYSTEM.fullmatch(system)
    ]
    if fields.get("module"):
        faults += _module(fields["module"], folder)
    faults += [
        Message("fault.replaces_absent", "replaces: {name!r} is not among the files of its content folder", name=name)
        for name in fields.get("replaces", ())
        if not (folder / "content" / name).is_file()
    ]
    return faults


def _versions(fields: Mapping[str, Any]) -> list[Message]:
    """Return the faults of the versions and limits in the fields."""
    faults: list[Message] = []
    try:
        version(fields.get("version", "0"))
    except VersionError as error:
        faults.append(_at("version", error))
    try:
        if not any(within(one, fields.get("api", "")) for one in (API_VERSION, *EARLIER)):
            faults.append(
                Message(
                    "fault.api",
                    "api: requires {wanted}, this program offers {offered}",
                    wanted=fields["api"],
                    offered=API_VERSION,
                )
            )
    except VersionError as error:
        faults.append(_at("api", error))
    for key in ("requires", "conflicts"):
        for text in fields.get(key, ()):
            try:
                requirement(text)
            except VersionError as error:
                faults.append(_at(key, error))
    return faults


def _module(name: str, folder: Path) -> list[Message]:
    if not _MODULE.fullmatch(name):
        return [Message("fault.module_name", "module: {name!r} is not a valid module name", name=name)]
    if not (folder / f"{name}.py").is_file() and not (folder / name / "__init__.py").is_file():
        return [Message("fault.module", "module: there is no {name}.py in the folder", name=name)]
    return []
