"""`defiance-qt odds`: prints a game's exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from defiance_qt.core.errors import DefianceError, Illegal, Message
from defiance_qt.core.port import Odds, Words
from defiance_qt.extend.opening import open_save
from defiance_qt.lab.checking import forgery_is_named
from defiance_qt.words.languages import FALLBACK


def save_odds(file: Path, command: str = "", language: str = FALLBACK) -> tuple[list[Odds], Words]:
    """Return the odds in the current state of a save, and the texts of its game: of the command given in text form, or
    of all legal commands that involve chance.

    Raises `SaveError`, `NotationError`, `Illegal`, `PluginError` if the save's system is missing, and
    `DefianceError` if no command involves chance.
    """
    with open_save(file, read_only=True) as session, forgery_is_named(session, file):
        if session.readable_only:
            raise session.host.missing[0]
        game, state = session.game, session.state
        if command:
            wanted = game.parse(command)
            try:
                game.decide(state, wanted)
            except Illegal as error:
                why = game.refusal(error, state, session.host.own_words())
                raise Illegal(error.code, error.rule, why, **error.values) from error
            commands = [wanted]
        else:
            commands = list(session.legal())
        found = [odds for one in commands if (odds := game.odds(state, one)) is not None]
        if not found:
            nothing = Message("command.no_chance", "no legal command involves chance")
            raise DefianceError("command.no_odds", "There are no odds to compute: {why}.", why=command or nothing)
        return found, session.words(language)


def help_lines(samples: Sequence[tuple[str, str]], words: Words) -> Iterator[str]:
    """Format how a game writes dice: each sample with what it is."""
    wide = max(len(sample) for sample, _ in samples)
    for sample, key in samples:
        yield f"{sample:<{wide}}  {words(key)}"


def odds_lines(odds: Odds, words: Words) -> Iterator[str]:
    """Format the odds as a few lines."""
    yield odds.subject
    names = {one.name: words(f"odds.{one.name}") for one in odds.distributions}
    wide = max(map(len, names.values()), default=0)
    for one in odds.distributions:
        mean = words("cli.odds.mean", n=f"{one.mean:.2f}")
        yield f"  {names[one.name]:<{wide}}  {_row(one.shares)}  {mean}"
    if odds.chances:
        yield "  " + ", ".join(f"{words(f'odds.{name}')} {chance:.1%}" for name, chance in odds.chances.items())


def _row(shares: Mapping[int, float]) -> str:
    return "  ".join(f"{amount}: {share:.1%}" for amount, share in shares.items())
