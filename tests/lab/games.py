"""Games to look at, for the tests of what plays and tells them."""

from __future__ import annotations

from typing import Any

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chance_input import answerers
from defiance_qt.systems.defiance.engine.commands import Activate, Deploy
from defiance_qt.systems.defiance.system import Defiance

SPACES = {"uma": "A4", "qiang": "B5", "jazz": "B6", "billie": "A5", "cadin": "A6"}


def asked(what: str) -> dict[str, str]:
    """The option `answers` of a game whose "dice", "cards" or "all" of them a person answers."""
    system = Defiance()
    return answerers(what, system.offerings(system.content()).chance)


def begun(seed: int = 1, **choices: Any) -> Session:
    """A new game in memory, nobody placed yet."""
    return Session.new(mission="extraction", seed=seed, **choices)


def deployed(seed: int = 1, **choices: Any) -> Session:
    """The same with the team on fixed spaces, the first Round at the first choice."""
    session = begun(seed, **choices)
    for id, space in SPACES.items():
        session.submit(Deploy(id, space))
    return session


def active(character: str = "cadin", seed: int = 1, **choices: Any) -> Session:
    """The same with a Character activated."""
    session = deployed(seed, **choices)
    session.submit(Activate(character))
    return session
