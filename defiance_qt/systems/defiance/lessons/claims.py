"""The book's claims about a position: whether each holds, and both sides in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import Finding
from defiance_qt.systems.defiance.engine.content import lessons as of
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.notation import format_event, parse_command
from defiance_qt.systems.defiance.engine.overrule import value_at
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.tell.names import Names


class Reached(NamedTuple):
    """A position reached in a lesson, with the events since the step's command, each with the state after it."""

    game: DefianceGame
    state: State
    events: Sequence[tuple[Event, State]] = ()


class Verdict(NamedTuple):
    """What came out, and whether it is what the book says."""

    came: str
    agrees: bool
    rules: tuple[str, ...] = ()


def said(claim: of.Claim, game: DefianceGame, state: State, words: Words) -> str:
    """Return the claim in one sentence. `state` names the figures."""
    return _SAID[type(claim)](claim, _Speaker(game, state, words))


def compared(claim: of.Claim, reached: Reached, words: Words) -> Finding:
    """Return the claim beside what came out at the position reached."""
    speaker = _Speaker(reached.game, reached.state, words)
    verdict = _FOUND[type(claim)](claim, reached, speaker)
    return Finding(_SAID[type(claim)](claim, speaker), verdict.came, verdict.agrees, claim.rules or verdict.rules)


class _Speaker:
    """Words a position."""

    def __init__(self, game: DefianceGame, state: State, words: Words) -> None:
        self.game, self.state, self.words = game, state, words
        self.names = Names(state, words, game.wounds)

    def value(self, field: str, value: Any) -> str:
        """Return a value of the State in words: a number, a space, or a list of names."""
        if isinstance(value, str | int):
            return str(value) or self.words("claim.nowhere")
        named = self.names.unit if field == "available" else self.names.thing
        return self.names.joined(map(named, value)) or self.words("claim.none")

    def of(self, path: str, value: Any) -> str:
        owner, _, field = path.rpartition(".")
        who = self.names.figure(owner.partition(".")[2]) if owner else ""
        return self.words(f"claim.{field}", who=who, value=self.value(field, value))

    def figures(self, ids: Sequence[str]) -> str:
        return self.names.joined(map(self.names.figure, ids)) or self.words("claim.nobody")

    def act(self, command: str) -> str:
        return self.game.label(parse_command(command), self.state, self.words)


# ---- what the book says ----


def _said_left(claim: of.Left, speaker: _Speaker) -> str:
    parts = [
        speaker.words.count(f"claim.left.{name}", amount)
        for name, amount in (("actions", claim.actions), ("points", claim.points))
        if amount is not None
    ]
    return speaker.names.joined(parts)


_SAID: dict[type, Callable[[Any, _Speaker], str]] = {
    of.Equals: lambda claim, to: to.of(claim.path, claim.equals),
    of.Gone: lambda claim, to: to.words("claim.gone", who=to.names.figure(claim.enemy)),
    of.Possible: lambda claim, to: to.words("claim.possible", act=to.act(claim.command)),
    of.Impossible: lambda claim, to: to.words("claim.impossible", act=to.act(claim.command)),
    of.Happened: lambda claim, to: to.words(f"claim.event.{claim.name}"),
    of.Touching: lambda claim, to: to.words(
        "claim.contact", who=to.names.figure(claim.figure), others=to.figures(claim.others)
    ),
    of.Targets: lambda claim, to: to.words(
        "claim.targets", who=to.names.figure(claim.enemy), others=to.figures(claim.others)
    ),
    of.Left: _said_left,
}


# ---- what came out ----


def _value(claim: of.Equals, reached: Reached, to: _Speaker) -> Verdict:
    try:
        found = value_at(reached.state, claim.path)
    except Illegal:
        return Verdict(
            to.words("claim.gone", who=to.names.figure(claim.path.partition(".")[2].rpartition(".")[0])), False
        )
    same = list(found) == claim.equals if isinstance(found, tuple) else found == claim.equals
    return Verdict(to.of(claim.path, found), same)


def _gone(claim: of.Gone, reached: Reached, to: _Speaker) -> Verdict:
    gone = claim.enemy not in reached.state.enemies
    return Verdict(to.words("claim.gone" if gone else "claim.stays", who=to.names.figure(claim.enemy)), gone)


def _possible(claim: of.Possible | of.Impossible, reached: Reached, to: _Speaker) -> Verdict:
    reason = reached.game.why_not(reached.state, parse_command(claim.command), to.words)
    wanted = isinstance(claim, of.Possible)
    return Verdict(
        reason.words[0] if reason.words else to.words("claim.legal"), wanted == (not reason.words), reason.rules
    )


def _happened(claim: of.Happened, reached: Reached, to: _Speaker) -> Verdict:
    found = [one for one in reached.events if (format_event(one[0]) + " ").startswith(claim.event + " ")]
    told = [reached.game.narrate(event, state, to.words) for event, state in found]
    came = " ".join(dict.fromkeys(filter(None, told))) or to.words("claim.happened" if found else "claim.nothing")
    rules = tuple(dict.fromkeys(rule for event, _ in found for rule in getattr(event, "rules", ())))
    return Verdict(came, len(found) == claim.times, rules)


def _contact(claim: of.Touching, reached: Reached, to: _Speaker) -> Verdict:
    state, rules = reached.state, reached.game.rules
    cells = rules.view(state).cells
    placed = (id for id in (*state.team, *state.enemies) if id in cells and id != claim.figure)
    found = [id for id in placed if rules.in_contact(state, claim.figure, id)]
    came = to.words("claim.contact", who=to.names.figure(claim.figure), others=to.figures(found))
    return Verdict(came, set(found) == set(claim.others))


def _targets(claim: of.Targets, reached: Reached, to: _Speaker) -> Verdict:
    state, rules = reached.state, reached.game.rules
    view = rules.view(state)
    one = state.enemies[claim.enemy]
    attack = next(attack for attack in state.units[one.unit].profile.attacks if attack.id == claim.attack)
    low, high = attack.range
    found = [
        id
        for id, character in state.team.items()
        if character.space
        and character.conscious
        and low <= rules.board.distance(view.cells[claim.enemy], view.cells[id]) <= high
        and rules.sees(state, view, claim.enemy, id)
    ]
    came = to.words("claim.targets", who=to.names.figure(claim.enemy), others=to.figures(found))
    return Verdict(came, set(found) == set(claim.others))


def _left(claim: of.Left, reached: Reached, to: _Speaker) -> Verdict:
    acting = next((frame for frame in reached.state.agenda if isinstance(frame, Activation)), None)
    if acting is None:
        return Verdict(to.words("claim.over"), False)
    actions = None if claim.actions is None else acting.actions
    points = None if claim.points is None else acting.points
    came = _said_left(of.Left(actions=actions, points=points), to)
    return Verdict(came, (actions, points) == (claim.actions, claim.points))


_FOUND: dict[type, Callable[[Any, Reached, _Speaker], Verdict]] = {
    of.Equals: _value,
    of.Gone: _gone,
    of.Possible: _possible,
    of.Impossible: _possible,
    of.Happened: _happened,
    of.Touching: _contact,
    of.Targets: _targets,
    of.Left: _left,
}
