"""Arguments that several groups of commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from defiance_qt.lab.choices import chosen_language

Language = Annotated[
    str,
    typer.Option("--lang", metavar="L", callback=chosen_language, help="The language: en, es, ru, or one of a plugin."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
