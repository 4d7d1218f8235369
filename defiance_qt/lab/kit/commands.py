"""The commands of the author's kit: `plugin list`, `plugin new`, `plugin check`, `plugin link`, `plugin pack`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.arguments import Json, Language
from defiance_qt.lab.choices import words_of
from defiance_qt.words.languages import FALLBACK

if TYPE_CHECKING:
    from defiance_qt.lab.kit.check import Report
    from defiance_qt.words.catalogue import Words


def list_plugins(lang: Language = FALLBACK, json: Json = False) -> int:
    """List all plugins, where they are from, whether their code may run, and their faults. Runs no code that you have
    not trusted. Exit 1 if there is a fault."""
    from defiance_qt.lab.kit.listing import listed_plugins

    words = words_of(lang)
    found = listed_plugins(words)
    if json:
        _print_json({"plugins": found})
    for one in () if json else found:
        print(f"{one.id}  {one.version}  {one.kind}  {one.name}".rstrip())
        if one.description:
            print(f"    {one.description}")
        code = "none" if not one.runs_code else "trusted" if one.trusted else "untrusted"
        print(f"    {words(f'cli.plugin.origin.{one.origin}')} · {words(f'cli.plugin.runs.{code}')} · {one.folder}")
        for fault in one.faults:
            print(f"    ! {fault}")
    return 1 if any(one.faults for one in found) else 0


def new_plugin(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id: small letters, digits and _.")],
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help="The kind, as in the manifest: house-rule, unit, missions, …"),
    ] = "house-rule",
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where its folder is made.")] = Path(),
    system: Annotated[str, typer.Option("--for", metavar="SYSTEM", help="The game that it extends.")] = DEFAULT,
    lang: Language = FALLBACK,
) -> int:
    """Write a working example of a plugin, with texts in three languages and tests."""
    from defiance_qt.journal.disk import printable
    from defiance_qt.lab.kit.new import write

    words = words_of(lang)
    place = printable(str(write(id, kind, into, system)))
    print(words("cli.plugin.written", file=place))
    print(words("cli.plugin.next", file=place))
    return 0


def check_plugin(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The folder of the plugin, or its pack (.zip).")],
    commands: Annotated[
        int, typer.Option("--commands", metavar="N", min=0, help="The number of commands of the random games.")
    ] = 400,
    tests: Annotated[bool, typer.Option("--tests/--no-tests", help="Run the plugin's own tests.")] = True,
    balance: Annotated[
        int, typer.Option("--balance", metavar="GAMES", min=0, help="Compare so many games with and without it.")
    ] = 0,
    saves: Annotated[
        Path | None, typer.Option("--saves", metavar="FOLDER", help="Name the saves of a folder that it changes.")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option("--cards", metavar="OUT.png", help="Draw its cards as the table shows them.")
    ] = None,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Name every fault of a plugin with its file, key and reason. Its code and its tests are run, and they are not
    sandboxed. Exit 1 if there is a fault."""
    from defiance_qt.lab.kit.check import Wanted, check
    from defiance_qt.lab.kit.findings import listed
    from defiance_qt.lab.kit.packing import unpacked

    words = words_of(lang)
    with unpacked(path) as folder:
        report = check(folder, words, Wanted(commands, tests, balance, saves), context.obj)
        if cards is not None:
            _draw_cards(folder, cards, lang, faulty=bool(report.faults))
    if json:
        _print_json(
            {
                "id": report.id,
                "ran_code": report.ran,
                "faults": [listed(one, words) for one in report.faults],
                "balance": report.balance,
                "saves": report.saves,
            }
        )
        return 1 if report.faults else 0
    _print_faults(report, path, words)
    if not report.faults:
        print(words("cli.plugin.sound", id=report.id))
    _print_compared(report, words)
    return 1 if report.faults else 0


def _print_faults(report: Report, folder: Path, words: Words) -> None:
    """Print the faults. That code was run is a warning of plugins that came from elsewhere."""
    from defiance_qt.extend.found import bundled_folders

    if report.ran and folder.resolve().parent not in bundled_folders():
        print(words("cli.plugin.ran"), file=sys.stderr)
    for one in report.faults:
        print(one.line(words))


def link_plugin(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the plugin.")],
    lang: Language = FALLBACK,
) -> int:
    """Use a plugin from the folder where you work on it. Its code may run, also once it has changed, until it is
    unlinked."""
    from defiance_qt.extend.links import link
    from defiance_qt.journal.disk import printable

    words, manifest = words_of(lang), link(folder)
    print(words("cli.plugin.linked", id=manifest.id, folder=printable(str(folder.resolve()))))
    if manifest.module:
        print(words("cli.plugin.code"))
    return 0


def unlink_plugin(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the plugin.")], lang: Language = FALLBACK
) -> int:
    """Use a plugin from its own folder no longer. The folder stays as it is."""
    from defiance_qt.extend.links import unlink

    unlink(id)
    print(words_of(lang)("cli.plugin.unlinked", id=id))
    return 0


def pack_plugin(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the plugin.")],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where the pack is written.")] = Path(),
    replace: Annotated[bool, typer.Option("--replace", help="Replace a pack of that name.")] = False,
    lang: Language = FALLBACK,
) -> int:
    """Check a plugin, then write it as one file to hand on, ID-VERSION.zip: the same files make the same pack. Its code
    and its tests are run, and they are not sandboxed. Exit 1 if there is a fault."""
    from defiance_qt.journal.disk import printable
    from defiance_qt.lab.kit.check import check
    from defiance_qt.lab.kit.packing import write_pack

    words = words_of(lang)
    report = check(folder, words, lent=context.obj)
    _print_faults(report, folder, words)
    if report.faults:
        return 1
    print(words("cli.plugin.packed", file=printable(str(write_pack(folder, into, replace=replace)))))
    return 0


def _draw_cards(path: Path, out: Path, lang: str, *, faulty: bool) -> None:
    """Draw the cards of a plugin. What hinders it is told, unless faults have told it already."""
    from defiance_qt.core.errors import DefianceError
    from defiance_qt.extend.authoring import authored
    from defiance_qt.lab import content
    from defiance_qt.words.errors import format_error

    try:
        with authored(path):
            content.draw_cards(content.check(path.resolve()), out, lang)
    except DefianceError as error:
        if not faulty:
            raise
        print(format_error(error, words_of(lang)), file=sys.stderr)


def show_api(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name of it, as events.Moved. Default: all.")] = "",
) -> int:
    """Print what plugins can import, below the module that has it: events, commands, effects, the State, what hooks
    return; with `hooks` the hooks, with `theme` the colors of a theme."""
    from defiance_qt.lab.kit.reference import THEME, entries

    for line in context.obj.looks().colour_lines() if name == THEME else entries(context.obj.api(), name):
        print(line)
    return 0


def _print_compared(report: Any, words: Any) -> None:
    """Print the games that were compared, and the saves."""
    from defiance_qt.lab.simulate import report_lines

    if report.balance is not None:
        for key, games in (("with", report.balance.with_it), ("without", report.balance.without)):
            if games is not None:
                print(words(f"cli.plugin.balance.{key}", mission=report.balance.mission))
                print("\n".join(f"  {line}" for line in report_lines(games, words)))
    for save in report.saves:
        print(f"{save.file}: {save.verdict}")
        for change in save.changes:
            print(f"  {change}")


def _print_json(value: Any) -> None:
    print(msgspec.json.encode(value).decode())
