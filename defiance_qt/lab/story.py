"""A game as text, line by line: its events, with `why` their reasons; or the story that is told over them."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from defiance_qt.core import telling
from defiance_qt.core.accounts import account_on, path_to
from defiance_qt.core.port import Account, EventContext, Reason, Words
from defiance_qt.core.session import Session
from defiance_qt.words.errors import format_message

# The assumed width of a terminal.
WIDE = 110
MARKS = {"chosen": "> ", "passed": "- ", "weighed": "* ", "result": "= "}


def story(session: Session, words: Words, *, to: int | None = None, why: bool = False) -> Iterator[str]:
    """Yield the lines of the game up to the head, or up to a step.

    With `why` each line ends with its rule ids and is followed by its reasons; where an account opens, the whole
    account follows. Raises `Illegal` ("no_such_step").
    """
    if to is not None:
        session.label(to)
    game = session.game
    path = tuple(session.timeline.path) if to is None else tuple(path_to(session, to))
    inside = False
    step, seat = path[0] if path else 0, ""
    for one in session.event_contexts(path):
        if one.step != step:
            yield from _announced(session, step, words)
            step = one.step
            seat, acting = telling.seat(session, step, words) or seat, seat
            if seat != acting:
                yield f"{seat}:"
        opens = bool(game.opens_account(one.event))
        inside = opens or (inside and not game.closes_account(one.event))
        yield from lines(session, one, words, why, inside and not opens)
        if why and opens:
            account = account_on(session, path, one.step, words, one.index)
            if account is not None:
                yield from ("", *account_lines(account, words, "    "), "")
    yield from _announced(session, step, words)


def _announced(session: Session, step: int, words: Words) -> Iterator[str]:
    for message in session.host.announcements(step):
        yield f"  * {format_message(message, words)}"


def tale(session: Session, words: Words, *, to: int | None = None) -> Iterator[str]:
    """Yield the sentences of the game's story up to the head, or up to a step. A chapter begins after an empty line.
    Raises `Illegal` ("no_such_step")."""
    if to is not None:
        session.label(to)
    steps: tuple[int, ...] = ()
    seat = ""
    for step in session.timeline.path if to is None else path_to(session, to):
        if steps and not telling.joins(session, step):
            yield from _told(session, steps, words)
            steps = ()
        if (acting := telling.seat(session, step, words)) and acting != seat:
            yield from _told(session, steps, words)
            steps, seat = (), acting
            yield f"{seat}:"
        steps = (*steps, step)
    yield from _told(session, steps, words)


def _told(session: Session, steps: tuple[int, ...], words: Words) -> Iterator[str]:
    for one, _ in telling.told(session, steps, words):
        if one.tone == "chapter":
            yield ""
        yield one.text if one.tone in ("chapter", "gold") else f"  {one.text}"
    for step in steps:
        yield from _announced(session, step, words)


def lines(session: Session, one: EventContext, words: Words, why: bool = False, brief: bool = False) -> Iterator[str]:
    """Yield the lines of one event; none if it is not shown. A new chapter begins after an empty line.

    With `brief` the reasons are omitted, because an account contains them.
    """
    game = session.game_at(one.step)
    sentence = game.narrate(one.event, one.after, words)
    if not sentence:
        return
    heading = game.summary(one.before).chapter != game.summary(one.after).chapter
    if heading:
        yield ""
    reason = game.why(one.event, one.before, words) if why else Reason((), ())
    text = f"{sentence}  [{' '.join(reason.rules)}]" if reason.rules else sentence
    outer = heading or (one.step == 0 and one.index == 0) or game.result(one.before) != game.result(one.after)
    yield text if outer else f"  {text}"
    for line in () if brief else reason.words:
        if line != sentence:
            yield f"      {line}"


def account_lines(account: Account, words: Words, indent: str = "  ") -> Iterator[str]:
    """Format an account for a terminal: each decision with its alternatives, weighed values, results and rules."""
    key = "cli.account.over" if account.over else "cli.account.so_far"
    yield from _wrapped(words(key, name=account.name, chapter=account.chapter), indent)
    for one in account.passages:
        if one.heading:
            yield ""
        rules = f"[{' '.join(one.rules)}]" if one.heading else ""
        yield from _wrapped(" ".join(part for part in (one.heading, one.text, rules) if part), indent)
        for detail in one.details:
            yield from _wrapped(detail.text, f"{indent}    ", MARKS[detail.kind])


def _wrapped(text: str, indent: str, mark: str = "") -> list[str]:
    return wrap(text, WIDE, initial_indent=indent + mark, subsequent_indent=indent + " " * len(mark))
