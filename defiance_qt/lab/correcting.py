"""Corrects an earlier step in the terminal: what the step holds, the parser of what was meant, and what a correction
would make of the steps after it, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from defiance_qt.core import correction
from defiance_qt.core.carrying import Line
from defiance_qt.core.correction import Correction, parts
from defiance_qt.core.errors import DefianceError, Illegal, NotationError
from defiance_qt.core.filling import corrected_forms, filled
from defiance_qt.core.port import Command, EventContext, FieldsForm, Game, State, Words
from defiance_qt.core.session import Session
from defiance_qt.lab.chance_input import read_entry
from defiance_qt.lab.form_input import form_of_line, read_fields

MARKS = {"bridged": "≈", "lost": "×", "drops": "–", "added": "+"}


class Uncorrectable(DefianceError):
    """A correction that is refused. `step` is the step, `rule` the rule that it would break, "" for none."""

    def __init__(self, step: int, why: str, rule: str) -> None:
        super().__init__(
            "command.uncorrectable",
            "Step {step} cannot be corrected so: {why}",
            step=step,
            why=f"{why} [{rule}]" if rule else why,
        )
        self.step = step
        self.rule = rule


def preview(
    session: Session, step: int, command: Command, part: int | None, words: Words, left_out: Collection[int] = ()
) -> Correction:
    """Return what a correction makes of a step and of those after it. Raises `Illegal`."""
    reason = words("ui.correct.reason")
    return correction.preview(session, step, command, words, part=part, reason=reason, left_out=left_out)


def asked(
    session: Session, step: int, text: str, words: Words, part: int | None, left_out: Collection[int]
) -> Correction:
    """Return the correction that a text asks for, see `meant`. Raises `Uncorrectable` and `NotationError`."""
    try:
        command, place = meant(session, step, text, words, part)
        return preview(session, step, command, place if part is None else part, words, left_out)
    except Illegal as error:
        found = session.timeline.parent(step) if session.timeline.holds(step) else None
        why = session.game.refusal(error, session.timeline.state_at(found or 0), words)
        raise Uncorrectable(step, why, error.rule) from error


# ---- what can be corrected, and what was meant ----


def listed_steps(session: Session, words: Words) -> dict[str, Any]:
    """Return the steps of the current line in which something was decided, rolled or drawn."""
    timeline, game = session.timeline, session.game
    found = []
    for step in timeline.line[1:]:
        commands = timeline.step(step).commands
        if not (len(commands) == 1 and game.automatic(commands[0])):
            found.append({"step": step, "text": session.label(step, words)})
    return {"steps": found}


def listed_parts(session: Session, step: int, words: Words) -> dict[str, Any]:
    """Return what a step holds, and the commands that could have been given in it. Raises `Uncorrectable`."""
    game = session.game
    try:
        found = parts(session, step)
    except Illegal as error:
        raise Uncorrectable(step, game.refusal(error, session.state, words), error.rule) from error
    held = [
        {"part": place, "command": game.format(one.command), "text": game.label(one.command, one.before, words)}
        for place, one in enumerate(found, 1)
    ]
    others = [
        {"command": game.format(one), "text": game.label(one, found[0].before, words)}
        for one in game.legal(found[0].before)
        if one != found[0].command and not game.automatic(one)
    ]
    return {"step": step, "parts": held, "possible": others}


def listed_lines(listed: dict[str, Any], words: Words) -> Iterator[str]:
    """Yield the lines of what `listed_steps` or `listed_parts` returns."""
    if "steps" in listed:
        yield from (f"{one['step']:>5}  {one['text']}" for one in listed["steps"])
        return
    wide = max(len(one["command"]) for one in (*listed["parts"], *listed["possible"]))
    yield from (f"{one['part']:>5}  {one['command']:<{wide}}  {one['text']}" for one in listed["parts"])
    if listed["possible"]:
        yield words("cli.correct.possible")
        yield from (f"       {one['command']:<{wide}}  {one['text']}" for one in listed["possible"])


def corrected_fields(session: Session, step: int, words: Words) -> tuple[FieldsForm, ...]:
    """Return the forms that the command of a step was made by. Raises `Illegal` ("no_such_step")."""
    first = parts(session, step)[0]
    return corrected_forms(session.game, first.before, first.command, words)


def meant(session: Session, step: int, text: str, words: Words, part: int | None = None) -> tuple[Command, int | None]:
    """Return the command that a step was meant to hold, and the index of the one that it replaces, None for the one
    that it fits. `text` is a command, other values for the form that made it, or dice and cards as they are entered:
    those of `part` if it is chance, else the first. Raises `Illegal` and `NotationError`."""
    game, found = session.game, parts(session, step)
    form = form_of_line(text, corrected_fields(session, step, words))
    if form is not None:
        read = read_fields(text, form, words)
        if read.refused is not None:
            raise read.refused
        values = {field.path: field.value for field in form.fields} | read.values
        return filled(game, found[0].before, form.id, values, words), 0
    try:
        return game.parse(text), None
    except NotationError:
        chance = [place for place, one in enumerate(found) if game.request(one.before) is not None]
        if not chance:
            raise
    place = part if part in chance else chance[0]
    before = found[place].before
    entry = game.entry(before, words)
    assert entry is not None
    return game.answer(before, session.rolled(read_entry(text, entry, words), before)), place


# ---- what becomes of the later steps ----


def correction_lines(session: Session, found: Correction, words: Words, done: bool | None = None) -> Iterator[str]:
    """Yield the account of a correction: its counts, every step that does not simply stay, and at last whether it is
    `done`, None to leave that to the caller."""
    game, before = session.game, found.first.before
    was, now = (game.label(one, before, words) for one in (found.was, found.now))
    yield words("ui.correct.change", step=found.step, was=was, now=now)
    yield count_line(found, words)
    if found.differing:
        yield words.count("ui.correct.differing", found.differing)
    if found.rolled:
        yield words.count("ui.correct.rolled", found.rolled)
    yield " → ".join(outcomes(session, found, words))
    for line in found.lines:
        if line.fate in MARKS:
            number = str(line.step) if line.step >= 0 else ""
            yield f"  {MARKS[line.fate]} {number:>5}  {label(session, line, words)}"
            yield from (f"           {text}" for text in details(session, line, words))
    if done is not None:
        yield words("ui.correct.done" if done else "cli.correct.not_yet")


def count_line(found: Correction, words: Words) -> str:
    """Return what becomes of the later steps, in numbers."""
    counts = found.counts
    return words(
        "ui.correct.counts",
        stays=counts["stays"],
        later=found.later,
        bridged=counts["bridged"],
        lost=counts["lost"],
        drops=counts["drops"],
        added=counts["added"],
    )


def label(session: Session, line: Line, words: Words) -> str:
    """Return what is done in a step: as it was entered, or as it is added."""
    if line.step >= 0:
        return session.label(line.step, words)
    return session.game.label(line.commands[0], line.before, words)


def details(session: Session, line: Line, words: Words) -> Iterator[str]:
    """Yield what is set by hand for a bridged step, and why a step could not simply stay."""
    game = session.game
    if line.bridge is not None:
        events = tuple(_events(game, line.before, line.bridge.commands))
        yield from (one.text for one in game.tell(events, words))
    if line.why is not None:
        why = game.refusal(line.why, line.before, words)
        rule = f" [{line.why.rule}]" if line.why.rule else ""
        yield words("ui.correct.otherwise", why=why) + rule if line.bridge else f"{why}{rule}"


def _events(game: Game, state: State, commands: tuple[Command, ...]) -> Iterator[EventContext]:
    for command in commands:
        for place, event in enumerate(game.step(state, command)[1]):
            after = game.evolve(state, event)
            yield EventContext(0, place, event, state, after)
            state = after


def outcomes(session: Session, found: Correction, words: Words) -> tuple[str, str]:
    """Return how the old line ends, or how far it has come, and the corrected one."""
    old = [one.step for one in found.lines if one.step >= 0]
    last = session.timeline.state_at(max(old, default=found.step))
    first, second = (outcome(session.game, state, words) for state in (last, found.state))
    return first, second


def outcome(game: Game, state: State, words: Words) -> str:
    """Return how a game has ended, or how far it has come."""
    summary = game.summary(state)
    ending = game.ending(state, words)
    progress = words(summary.progress, **summary.values) if summary.progress else words(summary.title)
    return f"{ending.title} · {progress}" if ending is not None else words("ui.correct.running", progress=progress)


def report(session: Session, found: Correction, words: Words, done: bool) -> dict[str, Any]:
    """Return the account of a correction as plain values. `done`: it has been carried out."""
    game, counts = session.game, found.counts
    was, now = outcomes(session, found, words)
    return {
        "step": found.step,
        "was": game.format(found.was),
        "now": game.format(found.now),
        "untouched": found.untouched,
        "later": found.later,
        **{fate: counts[fate] for fate in ("stays", "bridged", "lost", "drops", "added")},
        "differing": found.differing,
        "rolled": found.rolled,
        "outcome": {"was": was, "now": now},
        "done": done,
        "lines": [_reported(session, line, words) for line in found.lines if line.fate != "stays"],
    }


def _reported(session: Session, line: Line, words: Words) -> dict[str, Any]:
    return {
        "step": line.step if line.step >= 0 else None,
        "fate": line.fate,
        "text": label(session, line, words),
        "commands": [session.game.format(one) for one in line.commands],
        "set": dict(line.bridge.values) if line.bridge is not None else {},
        "code": line.why.code if line.why is not None else "",
        "rule": line.why.rule if line.why is not None else "",
        "details": list(details(session, line, words)),
    }
