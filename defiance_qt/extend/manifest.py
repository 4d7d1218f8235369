"""The manifest of a plugin, `plugin.toml`: all that can be known of it without importing it.

Reading reports every fault at once, each as a sentence. It owns the form of the file and of the options, not the
rules between plugins (loader.py).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from defiance_qt.extend.versions import requirement, version, within

FILE = "plugin.toml"
API_VERSION = "1.0.0"
"""Version of the hooks, their contexts and what `defiance_qt.api` offers. Semantic: a major number breaks plugins."""

LANGUAGES = ("en", "es", "ru")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Texts = dict[str, str]
Value = bool | int | str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setting of a plugin. `choices` are a choice's values, `low` and `high` the limits of a whole number."""

    id: str
    kind: Literal["bool", "int", "choice"]
    default: Value
    text: Texts
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    def fault(self, value: object) -> str:
        """What is wrong with the value, as a sentence without an end; "" when nothing is."""
        if self.kind == "bool":
            return "" if isinstance(value, bool) else f"{value!r} is neither true nor false"
        if self.kind == "choice":
            return "" if value in self.choices else f"{value!r} is none of {', '.join(self.choices)}"
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{value!r} is no whole number"
        if self.low is not None and value < self.low:
            return f"{value} is below {self.low}"
        if self.high is not None and value > self.high:
            return f"{value} is above {self.high}"
        return ""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a plugin says of itself.

    `module` is the Python module in the plugin's folder that holds its hooks, "" for one of content alone. Every
    `content/**/*.toml` of the folder is contributed without code; `replaces` names files among them that stand in for
    the built-in file of the same name. `requires` and `conflicts` name other plugins, with limits: "radar >=1,<2".
    """

    id: str
    version: str
    api: str
    kind: Literal["house-rule", "unit", "expansion", "system"]
    systems: tuple[str, ...]
    name: Texts
    description: Texts
    module: str = ""
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()

    def chosen(self, values: Mapping[str, object]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The value of every option, defaults filled in, and what is wrong with the values given."""
        known = {option.id: option for option in self.options}
        faults = [f"it has no option {key!r}" for key in values if key not in known]
        for key, option in known.items():
            if key in values and (fault := option.fault(values[key])):
                faults.append(f"its option {key!r}: {fault}")
        return {key: values.get(key, option.default) for key, option in known.items()}, tuple(faults)


def read(folder: Path) -> tuple[Manifest | None, tuple[str, ...]]:
    """The manifest of the plugin in the folder and every fault in it; without a manifest when there is a fault."""
    try:
        table = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
    except OSError as error:
        return None, (f"{FILE} cannot be read: {error.strerror}",)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, (f"{FILE} is no TOML: {error}",)
    options, of_options = _options(table.pop("options", []))
    fields, of_fields = _fields(Manifest, table, "")
    faults = (*of_fields, *of_options, *_disagreements(fields, folder))
    return (None, faults) if faults else (Manifest(**{**fields, "options": options}), ())


def _fields(kind: type[msgspec.Struct], table: dict[str, Any], where: str) -> tuple[dict[str, Any], list[str]]:
    """The fields of the struct that decode, and a fault for each that does not, is missing or is unknown."""
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    faults = [f"{where}{key}: no such key" for key in table if key not in known]
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in table:
            try:
                values[name] = msgspec.convert(table[name], field.type)
            except msgspec.ValidationError as error:
                faults.append(f"{where}{name}: {error}")
        elif field.required:
            faults.append(f"{where}{name}: is missing")
    return values, faults


def _options(tables: object) -> tuple[tuple[Option, ...], list[str]]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return (), ["options: is no list of tables"]
    options: list[Option] = []
    faults: list[str] = []
    for index, table in enumerate(tables):
        where = f"options[{table.get('id', index)}]."
        values, wrong = _fields(Option, table, where)
        faults += wrong
        if "text" in values:
            faults += _texts(values["text"], f"{where}text")
        if wrong:
            continue
        option = Option(**values)
        if not _ID.fullmatch(option.id):
            faults.append(f"{where}id: {option.id!r} is no id like extra_dice")
        if option.id in {other.id for other in options}:
            faults.append(f"{where}id: stands twice")
        if option.kind == "choice" and not option.choices:
            faults.append(f"{where}choices: is missing")
        elif fault := option.fault(option.default):
            faults.append(f"{where}default: {fault}")
        options.append(option)
    return tuple(options), faults


def _texts(texts: Mapping[str, str], where: str) -> list[str]:
    faults = [f"{where}.{language}: is missing" for language in LANGUAGES if not texts.get(language, "").strip()]
    return faults + [f"{where}.{language}: no such language" for language in texts if language not in LANGUAGES]


def _disagreements(fields: Mapping[str, Any], folder: Path) -> list[str]:
    """What is wrong with fields that have the right type."""
    faults: list[str] = []
    if "id" in fields:
        if not _ID.fullmatch(fields["id"]):
            faults.append(f"id: {fields['id']!r} is no id like generous_sight")
        elif fields["id"] != folder.name:
            faults.append(f"id: is {fields['id']!r}, but the folder is named {folder.name!r}")
    faults += _versions(fields)
    for key in ("name", "description"):
        if key in fields:
            faults += _texts(fields[key], key)
    if "systems" in fields and not fields["systems"]:
        faults.append("systems: is empty")
    if fields.get("module"):
        faults += _module(fields["module"], folder)
    faults += [
        f"replaces: {name!r} is not among the files of its content folder"
        for name in fields.get("replaces", ())
        if not (folder / "content" / name).is_file()
    ]
    return faults


def _versions(fields: Mapping[str, Any]) -> list[str]:
    """What is wrong with the versions and the limits that the fields name."""
    faults: list[str] = []
    try:
        version(fields.get("version", "0"))
    except ValueError as error:
        faults.append(f"version: {error}")
    try:
        if not within(API_VERSION, fields.get("api", "")):
            faults.append(f"api: wants {fields['api']}, this program offers {API_VERSION}")
    except ValueError as error:
        faults.append(f"api: {error}")
    for key in ("requires", "conflicts"):
        for text in fields.get(key, ()):
            try:
                requirement(text)
            except ValueError as error:
                faults.append(f"{key}: {error}")
    return faults


def _module(name: str, folder: Path) -> list[str]:
    if not _MODULE.fullmatch(name):
        return [f"module: {name!r} is no name of a module"]
    if not (folder / f"{name}.py").is_file() and not (folder / name / "__init__.py").is_file():
        return [f"module: there is no {name}.py in the folder"]
    return []
