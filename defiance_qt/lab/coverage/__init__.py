"""Rule coverage of a game: where each rule is enforced and named, which events cite it, which tests claim it.

Independent of the game: all its parameters are in a `RuleSources`. Reads sources and plays games. The tests measure
what is enforced; here the result is only read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Rule, Words
from defiance_qt.lab.coverage.cited import cited_in_play, cited_in_source, refused
from defiance_qt.lab.coverage.claimed import tested_by
from defiance_qt.lab.coverage.enforced import encoded, enforced_by, recorded, runs_in
from defiance_qt.lab.coverage.named import named_in
from defiance_qt.lab.coverage.sources import RuleSources, gathered, pairs
from defiance_qt.words.languages import FALLBACK

SEEDS = (1, 2, 3)


class Row(NamedTuple):
    """One rule. Places in the source are dotted names below the package; tests are pytest node ids.

    `enforced_by` are the places of `named_in` that a test claiming the rule runs.
    """

    id: str
    enforced_by: tuple[str, ...] = ()
    named_in: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()
    tested_by: tuple[str, ...] = ()


Report = dict[str, list[dict[str, Any]]]


def coverage(sources: RuleSources, ids: Iterable[str] | None = None) -> Report:
    """Return {"rules": [{"id", "enforced_by", "named_in", "cited_by", "tested_by"}]} for these rules, by default for
    the whole index, ordered by id."""
    wanted = None if ids is None else set(ids)
    return {"rules": [row._asdict() for row in rows(sources) if wanted is None or row.id in wanted]}


@cache
def rows(sources: RuleSources) -> tuple[Row, ...]:
    """Return every rule of the index. Takes a few seconds, because games are played to collect the cited rules."""
    enforced, named, tested = recorded(sources), named_in(sources), tested_by(sources.root, sources.tests)
    cited = gathered(pairs(cited_in_source(sources), cited_in_play(sources, SEEDS), refused(sources)))
    columns = (enforced, named, cited, tested)
    return tuple(Row(id, *(column.get(id, ()) for column in columns)) for id in sources.rules(FALLBACK))


def gaps(sources: RuleSources) -> dict[str, list[str]]:
    """Return the rules with an empty column, by column, among the rules expected to be enforced."""
    expected = [row for row in rows(sources) if row.id not in sources.outside]
    return {name: [row.id for row in expected if not getattr(row, name)] for name in Row._fields[1:]}


# ---- output ----


def rules_of(rules: Mapping[str, Rule], id: str) -> tuple[Rule, ...]:
    """Return the rule with that id, also in small letters, or all for "". Raises `ContentError` for an unknown id."""
    if not id:
        return tuple(rules.values())
    for name in (id, id.upper()):
        if name in rules:
            return (rules[name],)
    raise ContentError("content.rule", "there is no rule {name!r}", name=id)


def rule_lines(rule: Rule) -> tuple[str, str]:
    """Format a rule: its id with heading and page, then its text."""
    page = f" · {rule.page}" if rule.page is not None else ""
    return f"{rule.id} · {rule.area}{page}", f"  {rule.text}"


def report_lines(sources: RuleSources, report: Report, words: Words) -> Iterator[str]:
    """Format one line per rule with the number of places in each column; for a single rule, its text and the places."""
    for row in report["rules"]:
        if len(report["rules"]) > 1:
            counts = (f"{words(f'cli.coverage.{name}')} {len(row[name])}" for name in Row._fields[1:])
            yield f"{row['id']}  " + "  ".join(counts)
            continue
        yield from rule_lines(sources.rules(words.language)[row["id"]])
        for name in Row._fields[1:]:
            yield words(f"cli.coverage.{name}")
            yield from (f"  {place}" for place in row[name])


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


def document(sources: RuleSources) -> str:
    """Return the page with every rule in our own words and its coverage, in Markdown."""
    lines = list(sources.opening)
    area = ""
    for row in rows(sources):
        known = sources.rules(FALLBACK)[row.id]
        if known.area != area:
            area = known.area
            lines += ["", f"## {area}"]
        lines += ["", f"**{row.id}** {known.text}", ""]
        for name, places in zip(_HEADINGS, row[1:], strict=True):
            lines.append(f"- {name}: {', '.join(f'`{place}`' for place in places) if places else 'none'}")
    return "\n".join(lines) + "\n"


def write(sources: RuleSources, runs: Path | None = None) -> None:
    """Write the page of a game's rules, and before it the places that enforce each, by the runs of its tests in a file
    of `pytest --runs-json`."""
    if runs is not None:
        sources.measured.write_text(encoded(enforced_by(sources, runs_in(runs))), encoding="utf-8")
    page = document(sources)
    if sources.document.exists() and (table := table_in(sources.document.read_text(encoding="utf-8"))):
        page = with_table(page, table)
    sources.document.parent.mkdir(exist_ok=True)
    sources.document.write_text(page, encoding="utf-8")


def gap_lines(sources: RuleSources) -> Iterator[str]:
    """Format one line per column with the rules that have nothing in it."""
    for name, ids in gaps(sources).items():
        yield f"{name}: {len(ids)} without" + (f" ({' '.join(ids)})" if ids else "")
