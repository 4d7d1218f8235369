"""Why things happened, asked of a game: the lines of an event, of an Enemy's turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from defiance_qt.core.port import EventContext
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.reasons import explain, explain_activation
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position
from tests.texts import defiance_words

SPOKEN = {language: defiance_words(language) for language in LANGUAGES}
EN = SPOKEN["en"]
EXPLAINED = Path(__file__).parent / "explained"


def told(play: Play, before: State) -> list[EventContext]:
    """The events of the last `do`, with the states around them."""
    found: list[EventContext] = []
    for event in play.events:
        after = play.game.evolve(before, event)
        found.append(EventContext(0, len(found), event, before, after))
        before = after
    return found


def why(play: Play, before: State, kind: type, language: str = "en", place: int = 0) -> list[str]:
    """The lines for an event of that kind among the events of the last `do`, without what happened."""
    one = [one for one in told(play, before) if isinstance(one.event, kind)][place]
    lines = explain(one.event, one.before, one.after, SPOKEN[language], play.game.rules)
    sentence = narrate(one.event, one.after, SPOKEN[language], play.game.wounds)
    assert not sentence or lines[0] == sentence
    return list(lines[1:] if sentence else lines)


def activation(text: str, language: str = "en", **answers: Any) -> list[str]:
    """Cadin does nothing, and then the Enemy's turn is told as a whole."""
    game = position(text).do("activate cadin")
    before = game.state
    game.do("end_activation cadin")
    events = told(game, before)
    before = game.state
    game.pass_on(**answers)
    return list(explain_activation([*events, *told(game, before)], SPOKEN[language], game.game.rules))


def done(text: str, *lines: str, more: str = "", **answers: Any) -> tuple[Play, State]:
    """The last of the commands is what is told."""
    game = position(text, more).do(*lines[:-1])
    before = game.state
    return game.do(lines[-1], **answers), before
