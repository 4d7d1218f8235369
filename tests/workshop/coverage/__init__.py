"""Measures the rule coverage of a game: where each rule is enforced and named, which events cite it, which tests claim
it.

Independent of the game: all its parameters are in a `RuleSources`. Reads sources and plays games. What is enforced
comes from the runs of its tests (`measuring`). The result is recorded beside the rules, and written as a page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from defiance_qt.lab.coverage import Map, Row
from defiance_qt.words.languages import FALLBACK
from tests.workshop.coverage.cited import cited_in_play, cited_in_source, refused
from tests.workshop.coverage.claimed import tested_by
from tests.workshop.coverage.enforced import enforced_by, recorded, runs_in
from tests.workshop.coverage.named import named_in
from tests.workshop.coverage.sources import Found, RuleSources, gathered, pairs

SEEDS = (1, 2, 3)


@cache
def rows(sources: RuleSources) -> Map:
    """Return every rule of the index, with the recorded places that enforce it. Takes a few seconds, because games are
    played to collect the cited rules."""
    return measured(sources, recorded(sources))


def measured(sources: RuleSources, enforced: Found) -> Map:
    """Return every rule of the index, with these places that enforce it."""
    named, tested = named_in(sources), tested_by(sources.root, sources.tests)
    cited = gathered(pairs(cited_in_source(sources), cited_in_play(sources, SEEDS), refused(sources)))
    columns = (enforced, named, cited, tested)
    return {id: Row(*(column.get(id, ()) for column in columns)) for id in sources.rules(FALLBACK)}


def gaps(sources: RuleSources) -> dict[str, list[str]]:
    """Return the rules with an empty column, by column, among the rules expected to be enforced."""
    expected = {id: row for id, row in rows(sources).items() if id not in sources.outside}
    return {name: [id for id, row in expected.items() if not getattr(row, name)] for name in Row.__struct_fields__}


# ---- output ----


_HEADINGS = ("Enforced by (run by a claiming test)", "Named in", "Cited by", "Tests")


# Between these lines the page has a table that is measured separately (`make mutate`). Writing the page keeps it.
TABLE = ("<!-- mutants -->", "<!-- /mutants -->")


def table_in(page: str) -> str:
    """Return the separately measured table of a page with its two markers, "" if it has none."""
    begin, end = TABLE
    _, found, rest = page.partition(begin)
    return f"{begin}{rest.partition(end)[0]}{end}" if found else ""


def with_table(page: str, table: str) -> str:
    """Return the page with this table in place of its own, or after its opening."""
    if held := table_in(page):
        return page.replace(held, table)
    opening, heading, rest = page.partition("\n## ")
    return f"{opening}\n{table}\n{heading}{rest}"


def document(sources: RuleSources, found: Map) -> str:
    """Return the page with every rule in our own words and its coverage, in Markdown."""
    lines = list(sources.opening)
    area = ""
    for id, row in found.items():
        known = sources.rules(FALLBACK)[id]
        if known.area != area:
            area = known.area
            lines += ["", f"## {area}"]
        lines += ["", f"**{id}** {known.text}", ""]
        for heading, places in zip(_HEADINGS, msgspec.structs.astuple(row), strict=True):
            lines.append(f"- {heading}: {', '.join(f'`{place}`' for place in places) if places else 'none'}")
    return "\n".join(lines) + "\n"


def encoded(found: Map) -> str:
    """Return the recorded form: a JSON object with one rule per line."""
    lines = (f'"{id}": {json.dumps(msgspec.structs.asdict(found[id]))}' for id in sorted(found))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(sources: RuleSources, runs: Path | None = None) -> None:
    """Record the coverage of a game's rules and write their page. What enforces each follows from the runs of its
    tests, a file of `pytest --runs-json`; without one, what was recorded of it stays."""
    found = rows(sources) if runs is None else measured(sources, enforced_by(sources, runs_in(runs)))
    sources.measured.write_text(encoded(found), encoding="utf-8")
    page = document(sources, found)
    if sources.document.exists() and (table := table_in(sources.document.read_text(encoding="utf-8"))):
        page = with_table(page, table)
    sources.document.parent.mkdir(exist_ok=True)
    sources.document.write_text(page, encoding="utf-8")


def gap_lines(sources: RuleSources) -> Iterator[str]:
    """Format one line per column with the rules that have nothing in it."""
    for name, ids in gaps(sources).items():
        yield f"{name}: {len(ids)} without" + (f" ({' '.join(ids)})" if ids else "")
