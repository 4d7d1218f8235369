"""Compiles the catalogues: every `.po` below a locale folder to the `.mo` next to it.

    python -m defiance_qt.words.compile [FOLDER] [--check]

With `--check` nothing is written, and the exit code is 1 if a `.mo` is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileError, read_po

from defiance_qt.core.errors import ContentError

LOCALE = Path(__file__).parent / "locale"

# A plural entry has a tuple of forms, other entries a text.
Texts = dict[str, str | tuple[str, ...]]


def read_source(path: Path) -> Catalog:
    """Read the catalogue of a `.po` file. Raises `ContentError` naming the file."""
    with path.open("rb") as source:
        try:
            return read_po(source, locale=path.parent.parent.name, abort_invalid=True)
        except PoFileError as error:
            raise ContentError("content.file", "{file}: {why}", file=path.name, why=error) from error


def texts(catalogue: Catalog) -> Texts:
    """Return the texts of a catalogue: key to text, or to its plural forms. Entries without a text are left out."""
    found: Texts = {}
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and message.string and not message.fuzzy and (isinstance(message.string, str) or any(message.string)):
            found[key] = message.string if isinstance(message.string, str) else tuple(message.string)
    return found


def stale(locale: Path) -> tuple[Path, ...]:
    """Return the `.po` files whose `.mo` is missing or out of date."""
    found = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists():
            found.append(source)
            continue
        with compiled.open("rb") as file:
            if texts(read_mo(file)) != texts(read_source(source)):
                found.append(source)
    return tuple(found)


def compile_words(locale: Path) -> int:
    """Compile every `.po` below a locale folder whose `.mo` is out of date. Return their number.

    Raises `ContentError` naming an invalid file. Up-to-date files are skipped, because Babel writes the current time
    into a `.mo`.
    """
    sources = stale(locale)
    for source in sources:
        catalogue = read_source(source)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
    return len(sources)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="compile_words", description="Compile the catalogues of words.")
    parser.add_argument("folder", nargs="?", type=Path, default=LOCALE)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a .mo is stale")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            behind = stale(options.folder)
            for source in behind:
                print(f"{source}: its .mo is stale", file=sys.stderr)
            return 1 if behind else 0
        print(f"{compile_words(options.folder)} catalogues compiled")
    except ContentError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
