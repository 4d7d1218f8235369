"""What a run found: counted by kind and outcome, findings gathered by what they have in common."""

from __future__ import annotations

import platform
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt import __version__
from tests.workshop.torture.cases import BAD, DIED, GOOD, HANGS, SENTENCE, Result

SHOWN = 6
"""The number of cases named for each finding."""


class Finding(msgspec.Struct, frozen=True):
    """Results that look alike: how many, some of their cases, and the detail of the first."""

    outcome: str
    kinds: dict[str, int]
    cases: tuple[str, ...]
    stage: str
    detail: str
    base: str

    @property
    def count(self) -> int:
        return sum(self.kinds.values())


class Report(msgspec.Struct, frozen=True):
    """One part of a run. `outcomes` counts by outcome, `kinds` by kind and outcome."""

    part: str
    seconds: float
    seed: int
    outcomes: dict[str, int]
    kinds: dict[str, dict[str, int]]
    findings: tuple[Finding, ...]
    skipped: tuple[str, ...] = ()
    figures: dict[str, int] = {}

    @property
    def count(self) -> int:
        return sum(self.outcomes.values())

    @property
    def bad(self) -> int:
        return sum(finding.count for finding in self.findings)


def report(part: str, results: Iterable[Result], seconds: float, seed: int, **figures: int) -> Report:
    """Return the report of a part's results."""
    outcomes: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    alike: dict[str, list[Result]] = {}
    skipped: dict[str, None] = {}
    for result in results:
        outcomes[result.outcome] += 1
        kinds.setdefault(result.case.kind, Counter())[result.outcome] += 1
        if result.found:
            alike.setdefault(signature(result), []).append(result)
        elif result.outcome == "skipped":
            skipped[f"{result.case.kind}: {result.detail}"] = None
    order = list(BAD)
    findings = sorted(map(_finding, alike.values()), key=lambda one: (order.index(one.outcome), -one.count))
    return Report(
        part,
        round(seconds, 1),
        seed,
        dict(outcomes),
        {name: dict(counted) for name, counted in sorted(kinds.items())},
        tuple(findings),
        tuple(skipped),
        figures,
    )


def signature(result: Result) -> str:
    """Return what findings of one cause have in common: the outcome, and the words without numbers and names."""
    first = result.detail.split("\n[")[0]
    lines = first.splitlines() or [""]
    places = re.findall(r'defiance_qt/([\w/]+\.py)", line \d+, in (\w+)', first)
    own = [f"{file} {name}" for file, name in places if "torture" not in file]
    if own:
        return f"{result.outcome} {own[-1]} {_plain(lines[-1])[:40]}"
    words = _plain(re.sub(r"^\[[\w ]+\] \w+: ", "", first))
    if result.outcome == SENTENCE:
        # What is wrong with it, not what it says.
        words = words.partition(":")[0]
    return f"{result.outcome} {result.case.kind if result.outcome in ONE_EACH else ''} {words[:160]}"


ONE_EACH = (HANGS, DIED)
"""Outcomes without words of their own: each kind is a finding."""


def _plain(text: str) -> str:
    return re.sub(r"[0-9a-f]{64}|\d+|'[^']*'|\"[^\"]*\"|/\S*|0x\w+|[\w-]+\.toml", "#", text)


def _finding(alike: Sequence[Result]) -> Finding:
    first = min(alike, key=lambda one: (len(one.detail), one.case.seed))
    cases = sorted({str(one.case) for one in alike}, key=lambda one: (one.partition(":")[0], one))
    kinds = Counter(one.case.kind for one in alike)
    return Finding(
        first.outcome, dict(kinds), (str(first.case), *[one for one in cases if one != str(first.case)][: SHOWN - 1]),
        first.stage, first.detail, first.base,
    )  # fmt: skip


def text(one: Report) -> str:
    """Return the report as lines for a terminal."""
    lines = [f"{one.part}: {one.count} cases in {one.seconds:g} s, seed {one.seed}: {one.bad} findings"]
    lines += [f"  {count:6} {name}" for name, count in one.figures.items()]
    for outcome, count in sorted(one.outcomes.items(), key=lambda item: -item[1]):
        lines.append(f"  {count:6} {outcome}: {GOOD.get(outcome) or BAD[outcome]}")
    lines += [f"  skipped {reason}" for reason in one.skipped]
    for finding in one.findings:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(finding.kinds.items(), key=lambda one: -one[1]))
        lines.append(f"\n{finding.outcome.upper()} {finding.count} times ({kinds})")
        lines.append(f"  again: --case {' '.join(finding.cases)}")
        lines.append(f"  {finding.base or finding.stage}")
        lines += [f"    {line}" for line in finding.detail.splitlines()[:14]]
    return "\n".join(lines)


# ---- docs/reliability.md --------------------------------------------------------------------------------------------

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reliability.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def write_page(reports: Sequence[Report], page: Path = PAGE) -> None:
    """Write the figures into the page on reliability, between its markers."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{markdown(reports)}{END}{after}", encoding="utf-8")


def markdown(reports: Sequence[Report]) -> str:
    """Return the figures as Markdown: a line per part, then what came of the cases, then the kinds."""
    python, machine = platform.python_version(), f"{platform.system()} on {platform.machine()}"
    lines = [
        f"Version {__version__}, Python {python}, {machine}, SQLite {sqlite3.sqlite_version}.",
        "",
        "| part | cases | kinds | seconds | findings |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in reports:
        played = "".join(f", {count:,} {name}" for name, count in one.figures.items())
        count = f"{one.count:,}{played}"
        lines.append(f"| {PARTS[one.part]} | {count} | {len(one.kinds)} | {one.seconds:,.0f} | {one.bad} |")
    lines += ["", "| came to | cases | |", "|---|---:|---|"]
    outcomes: Counter[str] = Counter()
    for one in reports:
        outcomes.update(one.outcomes)
    for outcome, told in {**GOOD, **BAD}.items():
        if outcomes[outcome] or outcome in BAD:
            lines.append(f"| {outcome} | {outcomes[outcome]:,} | {told} |")
    lines += ["", "Kinds: " + "; ".join(f"{one.part}: {_kinds(one)}" for one in reports) + ".", ""]
    return "\n".join(lines)


def _kinds(one: Report) -> str:
    names = {kind: kind.partition("_")[2] if one.part in PREFIXED else kind for kind in one.kinds}
    return ", ".join(f"{name} {sum(one.kinds[kind].values())}" for kind, name in names.items())


PREFIXED = ("kills", "play", "beside", "texts", "largest", "plugins", "soak")
"""The parts whose kinds begin with the part's own word."""

PARTS = {
    "kills": "kills of a process that plays, creates, imports, exports or stores settings",
    "damage": "damaged saves and records",
    "play": "saves harmed while they are played",
    "closing": "saves harmed and closed without another step",
    "beside": "files beside a save that are not its own, at every door",
    "windows": "forged campaign saves, and saves harmed before closing, in a real window",
    "texts": "texts of others that a terminal or Qt would obey, at every command and screen",
    "largest": "games and entries as large as they can be",
    "plugins": "hostile plugin folders",
    "settings": "damaged settings",
    "soak": "random games with plugins that misbehave",
}


def plain(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Return the reports as plain values for JSON."""
    return [{**msgspec.to_builtins(one), "count": one.count, "bad": one.bad} for one in reports]


decode = msgspec.json.Decoder(list[Report]).decode
"""Reads what `plain` made."""


def summed(runs: Iterable[Sequence[Report]]) -> list[Report]:
    """Return one report for each part of several runs, in the order in which the parts come first."""
    parts: dict[str, list[Report]] = {part: [] for part in PARTS}
    for run in runs:
        for one in run:
            parts[one.part].append(one)
    return [_sum(reports) for reports in parts.values() if reports]


def _sum(reports: Sequence[Report]) -> Report:
    outcomes: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    for one in reports:
        outcomes.update(one.outcomes)
        figures.update(one.figures)
        for kind, counted in one.kinds.items():
            kinds.setdefault(kind, Counter()).update(counted)
    return Report(
        reports[0].part,
        round(sum(one.seconds for one in reports), 1),
        reports[0].seed,
        dict(outcomes),
        {name: dict(counted) for name, counted in sorted(kinds.items())},
        tuple(finding for one in reports for finding in one.findings),
        tuple(dict.fromkeys(reason for one in reports for reason in one.skipped)),
        dict(figures),
    )
