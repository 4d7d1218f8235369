"""What the mutants showed, in lines and as the table of docs/rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.workshop.coverage import TABLE
from tests.workshop.mutants.running import Outcome, Verdict


class Score(NamedTuple):
    """How many mutants there were, and how many of them a test killed."""

    mutants: int
    killed: int

    @property
    def survivors(self) -> int:
        return self.mutants - self.killed

    @property
    def rate(self) -> float:
        return self.killed / self.mutants if self.mutants else 1.0

    def __str__(self) -> str:
        return f"{self.killed} of {self.mutants} mutants killed ({self.rate:.1%})"


def score(verdicts: Iterable[Verdict]) -> Score:
    dead = [verdict.dead for verdict in verdicts]
    return Score(len(dead), sum(dead))


def by_rule(verdicts: Sequence[Verdict]) -> dict[str, Score]:
    """The score of each rule. A mutant counts for every rule of its function."""
    rules = sorted({rule for verdict in verdicts for rule in verdict.case.target.rules})
    return {rule: score(one for one in verdicts if rule in one.case.target.rules) for rule in rules}


def survivor_lines(verdicts: Iterable[Verdict], root: Path) -> Iterator[str]:
    """Every survivor: where it is, its rules, and its lines before and after."""
    for verdict in verdicts:
        if not verdict.dead:
            target, mutant, tests = verdict.case
            place = f"{target.path.relative_to(root)}:{mutant.line}"
            yield f"{place} {target.name} {' '.join(target.rules)} ({len(tests)} tests)"
            yield f"  - {mutant.before}"
            yield f"  + {mutant.after}"


def worst_lines(verdicts: Sequence[Verdict], count: int = 10) -> Iterator[str]:
    """The rules with most survivors."""
    scores = sorted(by_rule(verdicts).items(), key=lambda held: (-held[1].survivors, held[1].rate, held[0]))
    for rule, held in scores[:count]:
        if held.survivors:
            yield f"{rule}: {held}"


def summary(verdicts: Sequence[Verdict]) -> str:
    late = sum(verdict.outcome is Outcome.TIMED_OUT for verdict in verdicts)
    return f"{score(verdicts)}, {late} of them by taking too long"


def table(verdicts: Sequence[Verdict], measured: str) -> str:
    """The table for docs/rules.md with its markers. `measured` says how it was measured."""
    begin, end = TABLE
    lines = [
        begin,
        "## Mutants",
        "",
        "Small changes of the code that enforces a rule, and how many of them a test claiming the rule notices. One",
        "counts for every rule of its function, so the rows add up to more than the total. Written by `make mutate`:",
        f"{summary(verdicts)}; {measured}.",
        "",
        "| rule | mutants | killed | survivors |",
        "|---|---|---|---|",
        *(
            f"| {rule} | {held.mutants} | {held.killed} | {held.survivors} |"
            for rule, held in by_rule(verdicts).items()
        ),
        end,
    ]
    return "\n".join(lines)
