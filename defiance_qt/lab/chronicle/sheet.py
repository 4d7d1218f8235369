"""A chronicle as one CSV file: a line for each value of a table and each line of the diary, with its steps."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from defiance_qt.core.port import Words
from defiance_qt.lab.chronicle import Kept

COLUMNS = ("section", "table", "row", "column", "value", "steps")
# A program for tables takes a value that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def sheet(found: Kept, words: Words) -> str:
    """Return the CSV. Its headings are in the language of the words; steps are separated by spaces."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([words(f"cli.chronicle.csv.{column}") for column in COLUMNS])
    for row in _rows(found, words):
        writer.writerow([_harmless(value) for value in row])
    return out.getvalue()


def _rows(found: Kept, words: Words) -> Iterator[tuple[str, str, str, str, str, str]]:
    diary = words("cli.chronicle.diary")
    for section in found.chronicle.sections:
        for line in section.lines:
            kind = words(f"cli.chronicle.own.{line.tone}") if line.tone in ("note", "name") else ""
            yield section.title, diary, line.place, kind, line.text, str(line.step)
        for table in (*section.tables, *section.proofs):
            for row in table.rows:
                for head, cell in zip(table.columns[1:], row.cells, strict=True):
                    if cell.text:
                        steps = " ".join(map(str, cell.steps))
                        yield section.title, table.title, row.name, head, cell.text, steps


def _harmless(value: str) -> str:
    """Return the value so that a program for tables takes it for text; numbers with a sign are not of ours."""
    return f"'{value}" if value.startswith(_FORMULA) else value
