"""What several groups of commands share: arguments, and what their caller lends them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from defiance_qt.lab.choices import chosen_language

if TYPE_CHECKING:
    from defiance_qt.lab.chronicle import Printer
    from defiance_qt.lab.sheets import PagePrinter

Language = Annotated[
    str,
    typer.Option("--lang", metavar="L", callback=chosen_language, help="The language: en, es, ru, or one of a plugin."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Lent(NamedTuple):
    """What the caller of a command has and this room may not import: makers of PDFs, what plugins import, and what
    judges and lists the colors of themes."""

    printer: Printer | None = None
    pages: PagePrinter | None = None
    api: Callable[[], ModuleType] | None = None
    looks: Callable[[], ModuleType] | None = None


NOTHING_LENT = Lent()
