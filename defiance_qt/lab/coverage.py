"""The coverage of a system's rules, as it was recorded: where each is enforced, named and cited, which tests claim it.

Reads `rules/coverage.json` in the system's folder. The file is measured and written in the repository of the program
(`make rules-map`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import ContentError, DefianceError
from defiance_qt.core.port import Rule, Words
from defiance_qt.extend.systems import load_system


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coverage of one rule. Places in the source are dotted names below the system's folder; tests are pytest node
    ids. `enforced_by` are the places of `named_in` that a test claiming the rule runs."""

    enforced_by: tuple[str, ...] = ()
    named_in: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()
    tested_by: tuple[str, ...] = ()


Map = dict[str, Row]


def file_of(folder: Path) -> Path:
    """Return the file with the coverage of the system in a folder."""
    return folder / "rules" / "coverage.json"


def decoded(data: bytes) -> Map:
    """Return the rows in a file. Raises `msgspec.MsgspecError`."""
    return msgspec.json.decode(data, type=Map)


def coverage(system: str) -> Map:
    """Return the recorded rows of a system, by rule. Raises `DefianceError` if it has none, and `PluginError` for an
    unknown system."""
    path = file_of(load_system(system).found.folder)
    try:
        return decoded(path.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        raise DefianceError(
            "command.no_coverage",
            "The coverage of the rules of {name!r} is not recorded; `defiance-qt docs plugins` says how to.",
            name=system,
        ) from error


def report(rows: Map, ids: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Return {"rules": [{"id", "enforced_by", "named_in", "cited_by", "tested_by"}]} for those of the rules that have a
    row."""
    return {"rules": [{"id": id, **msgspec.structs.asdict(rows[id])} for id in ids if id in rows]}


# ---- output ----


def rules_of(rules: Mapping[str, Rule], id: str) -> dict[str, Rule]:
    """Return the rule with that id, also in small letters, or all for "". Raises `ContentError` for an unknown id."""
    if not id:
        return dict(rules)
    for name in (id, id.upper()):
        if name in rules:
            return {name: rules[name]}
    raise ContentError("content.rule", "there is no rule {name!r}", name=id)


def rule_lines(rule: Rule) -> tuple[str, str]:
    """Format a rule: its id with heading and page, then its text."""
    page = f" · {rule.page}" if rule.page is not None else ""
    return f"{rule.id} · {rule.area}{page}", f"  {rule.text}"


def row_lines(rows: Map, rules: Mapping[str, Rule], words: Words) -> Iterator[str]:
    """Format one line per rule with the number of places in each column; for a single rule, its text and the places."""
    for id, rule in rules.items():
        columns = msgspec.structs.asdict(rows.get(id, Row()))
        if len(rules) > 1:
            counts = (f"{words(f'cli.coverage.{name}')} {len(places)}" for name, places in columns.items())
            yield f"{id}  " + "  ".join(counts)
            continue
        yield from rule_lines(rule)
        for name, places in columns.items():
            yield words(f"cli.coverage.{name}")
            yield from (f"  {place}" for place in places)
