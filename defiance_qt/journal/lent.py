"""A game that is stored elsewhere: its entries as they are handed over, for a process that follows the game."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import file
from defiance_qt.journal.reading import Row, Saved, digest


class Lent:
    """A backend that holds the rows it was given, and stores none."""

    read_only = True

    def __init__(self, rows: Sequence[Row], name: str) -> None:
        self._rows, self._name = rows, name

    def read(self, format: int) -> Saved:
        return Saved(
            "", [(row.number, row.tag, row.sealed) for row in self._rows], digest(self._rows), file.UNMARKED, False
        )

    def create(self, id: str, rows: Sequence[Row], format: int, mark: int) -> None:
        self.insert(rows, format)

    def insert(self, rows: Sequence[Row], format: int) -> None:
        raise SaveError("save.read_only", "{file} is open for reading only.", file=self._name)

    def accept(self) -> None:
        """Do nothing: there is nothing to tidy up."""

    def close(self, format: int, mark: int) -> None:
        """Do nothing: the game is stored elsewhere."""
