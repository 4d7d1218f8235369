"""The commands of `defiance-qt`, one function per command. The work is done in the modules they call."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from typer.core import TyperCommand, TyperGroup

from defiance_qt import __version__
from defiance_qt.core.errors import ContentError, DefianceError, PluginError
from defiance_qt.core.port import Words
from defiance_qt.extend.found import Found
from defiance_qt.extend.guard import unusable
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT, found_systems, load_system, system_words
from defiance_qt.lab.arguments import NOTHING_LENT, Json, Language, Lent
from defiance_qt.lab.choices import Choices, language_of, words_of
from defiance_qt.lab.kit.commands import (
    check_plugin,
    link_plugin,
    list_plugins,
    new_plugin,
    pack_plugin,
    show_api,
    unlink_plugin,
)
from defiance_qt.words.languages import FALLBACK

# The largest seed that a save can store.
MOST_SEED = 2**63 - 1


class _Group(TyperGroup):
    """A command group that refuses an unknown command itself, because the parser's own error has no values."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = ", ".join(self.list_commands(ctx))
            raise DefianceError("usage.command", "No such command {name!r}: {known}.", name=args[0], known=known)
        return super().resolve_command(ctx, args)


class _Command(TyperCommand):
    """A command that refuses extra arguments itself, for the same reason."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise DefianceError("usage.extras", "Got unexpected extra arguments ({names})", names=" ".join(left))
        return left


app = typer.Typer(
    cls=_Group,
    name="defiance-qt",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    help="A table for co-operative tactical games. Without a command, opens the window, with the save FILE if given.",
)
plugins_app = typer.Typer(cls=_Group, help="List, install and remove plugins.", no_args_is_help=True)
app.add_typer(plugins_app, name="plugin")
content_app = typer.Typer(cls=_Group, help="Check content, draw its maps, list what it can name.", no_args_is_help=True)
app.add_typer(content_app, name="content")

MissionName = Annotated[str, typer.Argument(metavar="MISSION", help="The id of the mission.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="The seed of the app's dice and cards."),
]
BotName = Annotated[
    str,
    typer.Option("--bot", metavar="BOT", help="A bot of the system, or random. Default: its best bot."),
]
System = Annotated[str, typer.Option("--system", metavar="ID", help="The game system.")]
Edition = Annotated[
    str, typer.Option("--edition", metavar="E", help="The edition of the rules. Default: the first one of the system.")
]
Plugins = Annotated[list[str] | None, typer.Option("--plugin", metavar="ID", help="A plugin to use; repeatable.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option, an edition option, or plugins.ID.OPTION; repeatable."),
]
Ask = Annotated[str, typer.Option("--ask", metavar="WHAT", help="Enter dice, cards or all by hand.")]
Cluster = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="Play on the machines of this Dask cluster instead.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A save, or its text form.")]


def run(arguments: Sequence[str], lent: Lent = NOTHING_LENT) -> int:
    """Run a command. Prints the parser's errors. Raises the errors of commands (`DefianceError`, `OSError`)."""
    command = typer.main.get_command(app)
    usage = _usage_errors()
    try:
        code = command.main(list(arguments), prog_name="defiance-qt", standalone_mode=False, obj=lent)
    except usage as error:
        from defiance_qt.words.errors import format_error

        print(format_error(error, language_of(arguments)), file=sys.stderr)
        return 2
    except typer.Abort:
        return 130
    return code if isinstance(code, int) else 0


def _usage_errors() -> Any:
    """Return the base class of the parser's errors, independent of where typer defines it."""
    return next(one for one in typer.BadParameter.__mro__ if one.__name__ == "ClickException")


def _print_json(value: Any) -> None:
    print(msgspec.json.encode(value).decode())


def _version(wanted: bool) -> None:
    if wanted:
        from defiance_qt.lab.compiled import compiled_modules

        print(f"{__version__} compiled" if compiled_modules() else __version__)
        raise typer.Exit


def _safe(wanted: bool) -> None:
    if wanted:
        from defiance_qt.extend.found import set_safe

        set_safe()


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    safe: Annotated[
        bool, typer.Option("--safe", callback=_safe, help="Use no plugins but those that came with the program.")
    ] = False,
) -> None:
    """A table for co-operative tactical games. Without a command, opens the window, with the save FILE if given."""


# ---- playing ----


@app.command(cls=_Command)
def auto(
    mission: MissionName,
    seed: Seed = None,
    bot: BotName = "",
    system: System = DEFAULT,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The save to write.")] = None,
    plugin: Plugins = None,
    edition: Edition = "",
    option: Options = None,
    ask: Ask = "",
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Let a bot play a mission to its end. Dice and cards can be entered by hand."""
    from defiance_qt.lab.auto import auto as play_auto
    from defiance_qt.lab.auto import report_line

    chosen = Choices(mission, _seed(seed), edition, tuple(plugin or ()), tuple(option or ()), ask, system)
    words = words_of(lang, system)
    report = play_auto(chosen, bot, out, words)
    if json:
        _print_json(report)
    else:
        print(report_line(report, words))
    return 0


def _seed(seed: int | None) -> int:
    return secrets.randbelow(1 << 31) if seed is None else seed


@app.command(cls=_Command)
def play(
    game: Annotated[str, typer.Argument(metavar="FILE|MISSION", help="A save to continue, or a mission to start.")],
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The save of a new game.")] = None,
    plugin: Plugins = None,
    edition: Edition = "",
    option: Options = None,
    ask: Ask = "",
    system: System = DEFAULT,
    lang: Language = FALLBACK,
) -> int:
    """Play in the terminal, with numbered answers."""
    from defiance_qt.lab.text_play import play_text

    chosen = Choices(game, _seed(seed), edition, tuple(plugin or ()), tuple(option or ()), ask, system)
    return play_text(chosen, out, words_of(lang))


@app.command(cls=_Command)
def simulate(
    mission: MissionName,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="The number of games.")] = 100,
    bot: BotName = "",
    system: System = DEFAULT,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="The number of games at a time.")] = 1,
    cluster: Cluster = "",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="The seed of the first game.")
    ] = 1,
    plugin: Plugins = None,
    edition: Edition = "",
    option: Options = None,
    each: Annotated[
        str, typer.Option("--each", metavar="OPTION", help="Play every value of this option, a row for each.")
    ] = "",
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Let a bot play many games, and show how often it wins, how long games take and what ends the others."""
    from defiance_qt.lab import simulate as lab

    words = words_of(lang, system)
    chosen = Choices(mission, seed, edition, tuple(plugin or ()), tuple(option or ()), system=system)
    values = chosen.values_of(each) if each else {}
    plans = [lab.planned(chosen, bot, f"{each}={value}") for value in values] or [lab.planned(chosen, bot)]
    if json:
        results = [lab.simulate(plan, games, jobs, cluster=cluster) for plan in plans]
        rows = [{"value": value, **msgspec.structs.asdict(one)} for value, one in zip(values, results, strict=False)]
        _print_json({"each": each, "rows": rows} if each else results[0])
        return 0
    from defiance_qt.lab.progress import progress

    with progress(games * len(plans)) as tell:
        results = [lab.simulate(plan, games, jobs, tell, cluster) for plan in plans]
    if each:
        lines = lab.row_lines(list(zip(map(words, values.values()), results, strict=True)), words)
    else:
        lines = lab.report_lines(results[0], words)
    print("\n".join(lines))
    return 0


@app.command(cls=_Command)
def campaign(
    name: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The id of the campaign. Default: the first.")] = "",
    seed: Seed = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="The number of campaigns.")] = 1,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="J", min=0, help="The number at a time. Default: one for each core.")
    ] = 0,
    cluster: Cluster = "",
    bot: BotName = "",
    system: System = DEFAULT,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The save to write.")] = None,
    plugin: Plugins = None,
    edition: Edition = "",
    option: Options = None,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Let a bot play a whole campaign, mission after mission, to victory or to an accepted defeat; or many of them."""
    from defiance_qt.lab.choices import campaign_of

    id = campaign_of(system, name, plugin or ())
    if games > 1 or cluster:
        if out is not None:
            raise DefianceError(
                "command.one_save",
                "{file} can hold one campaign only: leave out --games and --cluster.",
                file=out.name,
            )
        at_once = jobs or os.cpu_count() or 1
        return simulate(
            id, games, bot, system, at_once, cluster, seed or 1, plugin, edition, option, lang=lang, json=json
        )
    return auto(id, seed, bot, system, out, plugin, edition, option, "", lang, json)


# ---- saves ----


def _warn(session: Session, language: str) -> None:
    """Say on stderr what is missing or has changed since the game was saved."""
    from defiance_qt.lab.checking import warnings

    if found := warnings(session, words_of(language)):
        print(" ".join(found), file=sys.stderr)


def _warn_of_plugins(session: Session, language: str) -> None:
    """Say on stderr which plugins have failed, also in a text that was shown."""
    from defiance_qt.words.errors import format_error

    for failure in session.host.failures:
        print(format_error(failure, words_of(language)), file=sys.stderr)


@app.command(cls=_Command)
def log(
    file: File,
    to: Annotated[int | None, typer.Option("--to", metavar="STEP", help="The last step to show.")] = None,
    lang: Language = FALLBACK,
    why: Annotated[bool, typer.Option("--why", help="Show the rules behind each line.")] = False,
    told: Annotated[bool, typer.Option("--told", help="Tell the story instead of every event.")] = False,
) -> int:
    """Print the log of a game."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab.checking import forgery_is_named
    from defiance_qt.lab.story import story, tale

    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        _warn(session, lang)
        words = session.words(lang)
        for line in tale(session, words, to=to) if told else story(session, words, to=to, why=why):
            print(line)
        _warn_of_plugins(session, lang)
    return 0


@app.command(cls=_Command)
def chronicle(
    context: typer.Context,
    file: File,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it to this file: .html, .csv or .pdf.")
    ] = None,
    lang: Language = FALLBACK,
) -> int:
    """Print the chronicle of a game or a campaign: diary, who did what, dice against expectation."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import chronicle as lab
    from defiance_qt.lab.checking import forgery_is_named
    from defiance_qt.lab.chronicle import text

    if out is not None:
        lab.check_form(out)
    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        _warn(session, lang)
        words = session.words(lang)
        found = lab.kept(session, words, file.name)
        if out is None:
            print("\n".join(text.lines(found, words)))
        else:
            lab.write(found, out, words, context.obj.printer)
        _warn_of_plugins(session, lang)
    return 0


@app.command(cls=_Command)
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Saves, or text forms.")],
    lang: Language = FALLBACK,
) -> int:
    """Replay every step under the current rules: ok, differs at step N, needs a plugin. Exit 1 unless all are ok."""
    from defiance_qt.journal.disk import printable
    from defiance_qt.lab.checking import OK, shortened, verdict
    from defiance_qt.words.errors import format_error, format_message

    words, worst = words_of(lang), 0
    for file in files:
        try:
            found = verdict(file)
        except DefianceError as error:
            print(f"{printable(str(file))}: {format_error(error, words)}", file=sys.stderr)
            worst = 2
            continue
        print(f"{printable(str(file))}: {shortened(format_message(found, words))}", flush=True)
        if found.key != OK:
            worst = max(worst, 1)
    return worst


@app.command("correct", cls=_Command)
def correct_step(
    file: File,
    step: Annotated[int | None, typer.Argument(metavar="STEP", help="The step to correct. Default: the list.")] = None,
    meant: Annotated[
        list[str] | None,
        typer.Argument(metavar="MEANT…", help="A command, dice or cards as they fell. Default: what is possible."),
    ] = None,
    part: Annotated[
        int | None, typer.Option("--part", metavar="N", min=1, help="What it replaces, where a step holds several.")
    ] = None,
    leave_out: Annotated[
        list[int] | None, typer.Option("--leave-out", metavar="STEP", help="Do not bridge this step; repeatable.")
    ] = None,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="A note on the corrected step.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do it. Without, nothing is changed.")] = False,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Correct an earlier step: show what becomes of the later ones and, with --yes, make it a branch of the game."""
    from defiance_qt.core.correction import correct
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import correcting as lab
    from defiance_qt.lab.checking import forgery_is_named

    with open_save(file, read_only=not yes) as session, forgery_is_named(session, file):
        if session.readable_only:
            raise session.host.missing[0]
        _warn(session, lang)
        words = session.words(lang)
        if step is None or not meant:
            told = lab.listed_steps(session, words) if step is None else lab.listed_parts(session, step, words)
            lines = lab.listed_lines(told, words)
        else:
            place = None if part is None else part - 1
            found = lab.asked(session, step, " ".join(meant), words, place, leave_out or ())
            told, lines = (
                lab.report(session, found, words, done=yes),
                lab.correction_lines(session, found, words, done=yes),
            )
            if yes:
                correct(session, found, words("ui.correct.branch"), note)
        if json:
            _print_json(told)
        else:
            print("\n".join(lines))
        _warn_of_plugins(session, lang)
    return 0


@app.command("what-if", cls=_Command)
def what_if(
    file: File,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", help="The step to ask at. Default: the last.")
    ] = None,
    plan: Annotated[
        list[str] | None,
        typer.Option(
            "--plan", metavar="COMMANDS", help="A plan of your own: commands separated by semicolons. Repeatable."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="The most games to the end, for each plan.")
    ] = 200,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", min=0, max=MOST_SEED, help="The seed of the first game.")
    ] = 1,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="The number of games at a time.")] = 1,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Compare plans: what this Round comes to, and how often each wins, played on many times with other dice."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import what_if as lab
    from defiance_qt.lab.checking import forgery_is_named
    from defiance_qt.lab.progress import progress
    from defiance_qt.lab.turning.line import played
    from defiance_qt.lab.what_if import telling
    from defiance_qt.lab.what_if.comparison import Comparison
    from defiance_qt.lab.what_if.rollouts import Question

    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        if session.readable_only:
            raise session.host.missing[0]
        _warn(session, lang)
        words = session.words(lang)
        if step is not None:
            session.look(step)
        game, state = session.game, session.state
        plans = lab.candidates(session, game, state, words, plan or (), played(session, session.head, words))
        question = Question(state, tuple(one.commands for one in plans), seed)
        comparison = Comparison(len(plans), lab.CHAPTERS, games)
        if json:
            found = lab.compare(session, question, comparison, jobs)
            _print_json({"step": session.head, "seed": seed, **telling.report(plans, found, game, words)})
        else:
            with progress(comparison.tasks) as tell:
                found = lab.compare(session, question, comparison, jobs, tell)
            names = telling.figure_names(game, state, words)
            print("\n".join(telling.report_lines(plans, names, found, words)))
        _warn_of_plugins(session, lang)
    return 0


@app.command("turning-points", cls=_Command)
def turning_points(
    file: File,
    part: Annotated[
        int | None,
        typer.Option("--part", metavar="N", min=1, help="The mission of a campaign. Default: the last played."),
    ] = None,
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=1, help="The games that a change is measured with, on either side."),
    ] = 200,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", min=0, max=MOST_SEED, help="The seed of the first game.")
    ] = 1,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="The number of games at a time.")] = 1,
    bot: Annotated[bool, typer.Option("--bot", help="Tell what the bot would have done.")] = False,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Find where a game turned: how the chance to win changed, and whether a decision or the dice changed it."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import turning as lab
    from defiance_qt.lab.checking import forgery_is_named
    from defiance_qt.lab.progress import progress
    from defiance_qt.lab.turning import line, telling

    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        if session.readable_only:
            raise session.host.missing[0]
        _warn(session, lang)
        words = session.words(lang)
        chosen = line.read(session, session.game, words, part)
        search = lab.search(chosen, games)
        if json:
            found = lab.find(session, chosen, search, seed, jobs)
            _print_json({"seed": seed, **telling.report(session, chosen, found, words)})
        else:
            with progress(search.tasks) as tell:
                found = lab.find(session, chosen, search, seed, jobs, tell)
            print("\n".join(telling.report_lines(session, chosen, found, words, bot)))
        _warn_of_plugins(session, lang)
    return 0


@app.command("export", cls=_Command)
def export_save(
    file: File,
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write: OUT.html for a replay page, else the text form.")
    ],
    lang: Language = FALLBACK,
) -> int:
    """Write the text form of a save, or the whole game as one page that steps in any browser."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import replay
    from defiance_qt.lab.checking import forgery_is_named

    words_of(lang)
    with open_save(file, read_only=True) as session:
        _warn(session, lang)
        if out.suffix.lower() == replay.SUFFIX:
            with forgery_is_named(session, file):
                replay.write(session, out, session.words(lang))
            _warn_of_plugins(session, lang)
        else:
            session.export(out)
    return 0


@app.command("import", cls=_Command)
def import_save(
    source: Annotated[Path, typer.Argument(metavar="IN.jsonl", help="A text form.")],
    into: Annotated[Path, typer.Argument(metavar="FILE", help="The save to write.")],
    lang: Language = FALLBACK,
) -> int:
    """Write a save from its text form."""
    from defiance_qt.extend.opening import import_record

    words_of(lang)
    import_record(source, into)
    return 0


@app.command(cls=_Command)
def aside(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save, or the name that a new one is to have.")],
    lang: Language = FALLBACK,
) -> int:
    """Rename files that lie beside a save and do not belong to it, so that it can be opened."""
    from defiance_qt.journal.disk import shown
    from defiance_qt.journal.store import set_aside

    words = words_of(lang)
    moved = set_aside(file)
    for before, now in moved:
        print(words("cli.aside.renamed", before=shown(before), now=shown(now)))
    if not moved:
        print(words("cli.aside.nothing", file=shown(file)))
    return 0


@app.command("sheets", cls=_Command)
def write_sheets(
    context: typer.Context,
    file: File,
    out: Annotated[Path, typer.Argument(metavar="OUT.pdf", help="The file to write.")],
    lang: Language = FALLBACK,
) -> int:
    """Write sheets for a printed table: of a campaign the team, the ship and its crew, a page each."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import sheets as lab
    from defiance_qt.lab.checking import forgery_is_named

    lab.check_form(out)
    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        _warn(session, lang)
        lab.write(lab.sheets(session, session.words(lang), file.name), out, context.obj.pages)
        _warn_of_plugins(session, lang)
    return 0


@app.command("result", cls=_Command)
def show_result(
    file: File,
    bgstats: Annotated[bool, typer.Option("--bgstats", help="Print a play for the app BG Stats, as JSON.")] = False,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Who played, for --bgstats; repeatable.")
    ] = None,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Print how a game went: its result, when it was played, what is left of its figures."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.lab import result as lab
    from defiance_qt.lab.checking import forgery_is_named

    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        _warn(session, lang)
        words = session.words(lang)
        found = lab.result(session, words)
    if bgstats:
        _print_json(lab.play(found, player or (), file.name))
    elif json:
        _print_json(found)
    else:
        print("\n".join(lab.lines(found, words)))
    return 0


# ---- reports of problems ----


@app.command("report", cls=_Command)
def write_report(
    file: File,
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT.zip", help="The report to write. Default: show what it would hold.")
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option("--leave-out", metavar="NAME", help="Leave out this file; repeatable.")
    ] = None,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="What happened, in your own words.")] = "",
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Report a problem with a game: one zip with the save, the log, versions and plugins. Shows each file before."""
    from defiance_qt.journal.disk import replace_file, shown
    from defiance_qt.lab.report import parts as lab

    words = words_of(lang)
    found = [lab.Part(lab.NOTE, note.encode()), *lab.of_file(file)] if note else lab.of_file(file)
    held = lab.without(found, leave_out or ())
    if json:
        _print_json({"files": [{"name": one.name, "size": len(one.content)} for one in held]})
    else:
        print("\n".join(lab.listed(held, words)))
    if out is not None:
        source = lab.zipped(held)
        replace_file(out, (source,), replace=False)
        if not json:
            print(words.count("cli.report.written", len(held), file=shown(out), size=lab.size(len(source), words)))
    return 0


@app.command("replay-report", cls=_Command)
def replay_report(
    file: Annotated[Path, typer.Argument(metavar="REPORT.zip", help="A report of a problem.")],
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Run a report again: open its save, decide every step again, compare where the game stands. Exit 1 if it differs.
    Nothing of the report is run, and nothing of it is kept."""
    from defiance_qt.lab.report import again as lab

    words, found = words_of(lang), lab.run_again(file)
    if json:
        _print_json(lab.report(found, words))
    else:
        print("\n".join(lab.lines(found, words)))
    return 0 if found.ok else 1


# ---- documents ----


@app.command(cls=_Command)
def docs(
    word: Annotated[
        list[str] | None, typer.Argument(metavar="WORD…", help="A document, a heading, or words. Default: the list.")
    ] = None,
    lang: Language = FALLBACK,
) -> int:
    """List the documents, show one of them or a section, or find the sections with a word. They are in English."""
    from defiance_qt.lab.kit.documents import shown

    words_of(lang)
    for line in shown(" ".join(word or ())):
        print(line)
    return 0


# ---- plugins, odds, speed ----


@plugins_app.callback()
def _plugins() -> None:
    """List, install and remove plugins."""


@plugins_app.command("install", cls=_Command)
def install_plugin(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A .zip pack, or a plugin's folder.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the version that is installed.")] = False,
    downgrade: Annotated[bool, typer.Option("--downgrade", help="Replace it by an older version too.")] = False,
    lang: Language = FALLBACK,
) -> int:
    """Install a plugin for this user. Nothing of it is run."""
    from defiance_qt.extend.installing import install

    manifest = install(path, replace=replace, downgrade=downgrade)
    words = words_of(lang)
    name = manifest.name.get(words.language, manifest.id)
    print(words("cli.plugin.installed", name=name, id=manifest.id, version=manifest.version))
    if manifest.module:
        print(words("cli.plugin.code"))
    return 0


@plugins_app.command("remove", cls=_Command)
def remove_plugin(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the plugin.")], lang: Language = FALLBACK
) -> int:
    """Remove a plugin that was installed for this user. Saves that use it keep its content."""
    from defiance_qt.extend.installing import remove

    remove(id)
    print(words_of(lang)("cli.plugin.removed", id=id))
    return 0


@plugins_app.command("trust", cls=_Command)
def trust_plugin(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the plugin.")], lang: Language = FALLBACK
) -> int:
    """Let the code of a plugin run: exactly the files that are there now. It is not confined in any way."""
    from defiance_qt.extend.trust import trust

    words, found = words_of(lang), _found_plugin(id)
    if not found.runs_code or found.bundled:
        print(words("cli.plugin.no_trust", id=found.id))
        return 0
    sha256 = found.sha256
    if found.manifest is None or not sha256:
        raise unusable(found.id, found.faults)
    trust(found.id, sha256)
    print(words("cli.plugin.trusted", id=found.id, version=found.manifest.version, digest=sha256))
    print(words("cli.plugin.code"))
    return 0


@plugins_app.command("distrust", cls=_Command)
def distrust_plugin(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the plugin.")], lang: Language = FALLBACK
) -> int:
    """Let no code of a plugin run any more. Its saves stay readable."""
    from defiance_qt.extend.trust import revoke

    revoke(id)
    print(words_of(lang)("cli.plugin.distrusted", id=id))
    return 0


def _found_plugin(id: str) -> Found:
    """Return the plugin in use with this id. Raises `PluginError`."""
    from defiance_qt.extend.found import available, default_folders

    of_id = [one for one in available(default_folders()) if one.id == id]
    if not of_id:
        raise PluginError("plugin.absent", "There is no plugin {name!r}.", name=id)
    return next((one for one in of_id if one.manifest is not None), of_id[0])


plugins_app.command("list", cls=_Command)(list_plugins)
plugins_app.command("new", cls=_Command)(new_plugin)
plugins_app.command("check", cls=_Command)(check_plugin)
plugins_app.command("link", cls=_Command)(link_plugin)
plugins_app.command("unlink", cls=_Command)(unlink_plugin)
plugins_app.command("pack", cls=_Command)(pack_plugin)
plugins_app.command("api", cls=_Command)(show_api)


@content_app.callback()
def _content() -> None:
    """Check content, draw its maps, list what it can name."""


@content_app.command("list", cls=_Command)
def list_content(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="states, units, dice, … Default: all kinds.")] = "",
    plugin: Plugins = None,
    system: System = DEFAULT,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """List the ids that content can name, with their names: of one kind, or how many there are of each."""
    from defiance_qt.lab.listing import listed_ids

    found = listed_ids(kind, plugin or (), system, words_of(lang).language)
    if json:
        _print_json({one: dict(ids) for one, ids in found.items()})
    elif not kind:
        for one, ids in found.items():
            print(f"{one}  {len(ids)}")
    else:
        width = max(map(len, found[kind]), default=0)
        for id, name in found[kind].items():
            print(f"{id:{width}}  {name}".rstrip())
    return 0


@content_app.command("check", cls=_Command)
def check_content(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A TOML file, a folder of them, or a plugin's folder.")],
    out: Annotated[
        Path | None, typer.Option("--map", metavar="OUT.png", help="Draw the maps of its missions as pictures.")
    ] = None,
    mission: Annotated[str, typer.Option("--mission", metavar="ID", help="Draw only this mission.")] = "",
    cards: Annotated[
        Path | None, typer.Option("--cards", metavar="OUT.png", help="Draw its cards as the table shows them.")
    ] = None,
    system: System = DEFAULT,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Name every fault of content with its file, key and reason. Exit 1 if there is one."""
    from defiance_qt.lab import content as lab
    from defiance_qt.words.errors import format_error, format_message

    words = words_of(lang, system)
    report = lab.check(path, system)
    faults = [format_message(fault, words) for fault in report.faults]
    if not json:
        print("\n".join(faults) if faults else words.count("cli.content.ok", len(report.gathered.files)), flush=True)
    drawn: tuple[Path, ...] = ()
    shown: tuple[Path, ...] = ()
    try:
        drawn = () if out is None else lab.draw(report, out, lang, mission)
        shown = () if cards is None else (lab.draw_cards(report, cards, lang),)
    except ContentError as error:
        if not faults:
            raise
        print(format_error(error, words), file=sys.stderr)
    if json:
        files = list(report.gathered.files)
        pictures = {"maps": [str(file) for file in drawn], "cards": [str(file) for file in shown]}
        _print_json({"files": files, "faults": faults, **pictures})
    return 1 if faults else 0


@app.command(cls=_Command)
def odds(
    first: Annotated[str, typer.Argument(metavar="DICE|FILE", help="Your dice, or a save.")] = "",
    second: Annotated[
        str, typer.Argument(metavar="DICE|COMMAND", help="The opponent's dice, or a command as text.")
    ] = "",
    switch: Annotated[
        list[str] | None, typer.Option("--switch", metavar="COST=N", help="What symbols of yours are spent on.")
    ] = None,
    enemy_switch: Annotated[
        list[str] | None,
        typer.Option("--enemy-switch", metavar="COST=N", help="What symbols of the opponent are spent on."),
    ] = None,
    multiplier: Annotated[int, typer.Option("--multiplier", metavar="N", min=1, help="Multiplies what is dealt.")] = 1,
    wounds: Annotated[int, typer.Option("--wounds", metavar="N", min=0, help="What the opponent can still take.")] = 0,
    system: System = DEFAULT,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Print exact odds: of dice against dice, or of the legal commands at the end of a save. Without either, print how
    the game writes dice and which options it takes."""
    from defiance_qt.lab import odds as lab

    words: Words = words_of(lang, system)
    if not first and not second and (samples := getattr(load_system(system).rules, "dice_help", ())):
        print("\n".join(lab.help_lines(samples, words)))
        return 0
    if "." in first or os.path.exists(first):  # noqa: PTH110
        found, words = lab.save_odds(Path(first), second, words.language)
    else:
        given = {
            "switch": switch or (),
            "enemy_switch": enemy_switch or (),
            "multiplier": (str(multiplier),),
            "wounds": (str(wounds),),
        }
        found = [load_system(system).rules.dice_odds(first, second, given)]
    if json:
        _print_json({"attacks": [one if one.data is None else one.data for one in found]})
    else:
        print("\n".join(line for one in found for line in lab.odds_lines(one, words)))
    return 0


@app.command("rules", cls=_Command)
def show_rules(
    id: Annotated[str, typer.Argument(metavar="ID", help="One rule (R-087). Default: all.")] = "",
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show where each rule is enforced, cited and tested.")
    ] = False,
    plugin: Plugins = None,
    system: System = DEFAULT,
    lang: Language = FALLBACK,
    json: Json = False,
) -> int:
    """Print the rules in our own words, those of plugins too, and where each is enforced."""
    from defiance_qt.extend.loader import load
    from defiance_qt.lab import coverage as lab

    words = words_of(lang, system)
    if plugin:
        loaded = load(plugin, system=system)
        if loaded.failures:
            raise loaded.failures[0]
        words = system_words(loaded.system.found, lang, loaded.texts)
    elif not any(one.system == system for one in found_systems()):
        load_system(system)
    found = lab.rules_of(words.rules, id)
    if coverage:
        rows = lab.coverage(system)
        if json:
            _print_json(lab.report(rows, found))
        else:
            print("\n".join(lab.row_lines(rows, found, words)))
    elif json:
        _print_json({"rules": tuple(found.values())})
    else:
        for rule in found.values():
            print("\n".join(lab.rule_lines(rule)))
    return 0
