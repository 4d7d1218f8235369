"""The game at a glance: in two lines, on the timeline, at its end, and as the pending question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defiance_qt.core.port import Ending, Mark, Outcome, Summary, SummaryFigure, SummaryLine, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content.missions import Condition, Mission
from defiance_qt.systems.defiance.engine.frames import Activation, Campaign, Deployment, Readying, Roll
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.tell.campaign import ahead, step_of
from defiance_qt.systems.defiance.tell.names import Names


def summary(state: State, last: int, figures: tuple[SummaryFigure, ...]) -> Summary:
    """Return mission and Round, the Alert Level and the Enemies. `last` is the last Round, 0 if there is none."""
    began = state.round > 0
    if state.between:
        return _between(state, figures)
    return Summary(
        f"mission.{state.mission_id}.name",
        "round.number" if began else "round.setup",
        {"n": state.round} if began else {},
        state.round,
        state.result or "",
        last,
        (
            SummaryLine("summary.alert", {"n": state.alert}, tone="gold" if state.alert else ""),
            SummaryLine("summary.enemies", count=len(state.enemies)),
        ),
        figures,
        bool(state.agenda) and isinstance(state.agenda[-1], Deployment),
        f"campaign.{state.campaign.id}.name" if state.campaign else "",
    )


def _between(state: State, figures: tuple[SummaryFigure, ...]) -> Summary:
    """Return the campaign with its present step, and how many missions are behind it."""
    assert state.campaign
    step = step_of(state)
    return Summary(
        f"campaign.{state.campaign.id}.name",
        f"campaign.step.{step}" if step else "campaign.over",
        {},
        0,
        state.result or "",
        0,
        (SummaryLine("summary.missions", {"n": state.campaign.number, "all": len(state.campaign.missions)}),),
        figures,
        False,
    )


def figure(one: Character, wounds: int, out: bool = False) -> SummaryFigure:
    """Return a Character or Ally with its remaining Wounds, none if it is Unconscious or `out` of action. Of its full
    strength are those that Consequences take, too."""
    names = (f"character.{one.id}.short", f"character.{one.id}.name")
    left = max(0, wounds - one.damage) if one.conscious and not out else 0
    return SummaryFigure(names, left, max(wounds, one.wounds), f"character.{one.id}.initials", one.id)


def last_round(mission: Mission) -> int:
    """Return the Round after which a condition on Rounds alone ends the mission, 0 if there is none."""
    rounds = [one.after_round for one in (*mission.victory, *mission.defeat) if _is_of_rounds(one)]
    return min((one for one in rounds if one is not None), default=0)


def _is_of_rounds(one: Condition) -> bool:
    return not (one.standing or one.flags or one.eliminated or one.unconscious)


def outcome(state: State) -> Outcome:
    """Return the present or final outcome of the mission, or of the campaign: its Rounds are those of all attempts. The
    fallen are the Unconscious Characters and Allies, in a campaign those of its last mission."""
    fallen = tuple(id for id, one in state.team.items() if not one.conscious)
    before = sum(one.round for one in state.campaign.played) if state.campaign else 0
    return Outcome(state.result or "", state.because, before + state.round, fallen)


def because(mission: str, id: str, words: Words) -> str:
    """Return the condition that ended a mission, in words."""
    names = (f"mission.{mission}.end.{id}", f"reason.end.{id}")
    return next((text for key in names if (text := words(key)) != key), id)


def ending(state: State, words: Words) -> Ending | None:
    """Return the end of the mission and its results; None while the game is in progress."""
    if state.result is None:
        return None
    if state.campaign:
        played = [one for one in state.campaign.played if one.accepted]
        won = sum(one.result == "victory" for one in played)
        told = (words("ending.missions"), str(len(played))), (words("ending.won"), str(won))
        return Ending(words(f"ending.{state.result}"), because(state.mission_id, state.because, words), told, "")
    standing = sum(one.conscious and bool(one.space) for one in state.team.values() if not one.ally)
    numbers = ((words("ending.rounds"), str(state.round)), (words("ending.standing"), str(standing)))
    reason = because(state.mission_id, state.because, words)
    return Ending(words(f"ending.{state.result}"), reason, numbers, words("ending.enemies"))


def marks(
    before: State | None, after: State, events: Callable[[], Sequence[e.Event]], words: Words
) -> tuple[Mark, ...]:
    """Return marks for a new Round, dead Miniatures, and Characters and Allies that fell Unconscious."""
    if before is None:
        return (_part(after, words) if after.between else Mark("chapter", words("round.setup")),)
    settled = after.round == before.round and after.enemies is before.enemies and after.team is before.team
    if settled and after.between == before.between:
        return ()
    found: list[Mark] = []
    if after.between or before.between:
        return _course(before, after, words)
    if after.round != before.round:
        found.append(Mark("chapter", words("round.number", n=after.round)))
    if dead := _dead(before, after, events):
        found.append(Mark("gain", _named(dead, before, words), len(dead)))
    if fallen := _fallen(before, after):
        found.append(Mark("loss", _named(fallen, before, words), len(fallen)))
    return tuple(found)


def _course(before: State, after: State, words: Words) -> tuple[Mark, ...]:
    """Return a part of the campaign where a mission begins, and where it is over."""
    return () if before.between == after.between else (_part(after, words),)


def _part(state: State, words: Words) -> Mark:
    if state.between or not state.campaign:
        return Mark("part", words("mark.aboard"))
    number = state.campaign.missions.index(state.mission_id) + 1
    return Mark("part", words(f"mission.{state.mission_id}.name"), short=str(number))


def _named(figures: Sequence[str], state: State, words: Words) -> str:
    return ", ".join(map(Names(state, words).figure, figures))


def _fallen(before: State, after: State) -> list[str]:
    """Return the Characters and Allies that fell Unconscious."""
    if after.team is before.team:
        return []
    changed = [(id, one) for id, one in after.team.items() if one is not before.team.get(id, one)]
    return [id for id, one in changed if before.team[id].conscious and not one.conscious]


def _dead(before: State, after: State, events: Callable[[], Sequence[e.Event]]) -> list[str]:
    """Return the dead Miniatures, without those that retreated."""
    if after.enemies is before.enemies:
        return []
    gone = [id for id in before.enemies if id not in after.enemies]
    left = {event.enemy for event in events() if isinstance(event, e.MiniatureRetreated)} if gone else ()
    return [id for id in gone if id not in left]


def question(state: State, words: Words) -> str:
    """Return the pending question as a sentence; "" when the game is over."""
    if not state.agenda:
        return ""
    frame = state.agenda[-1]
    values: dict[str, object] = {}
    who = getattr(frame, "character", "")
    if who:
        values["name"] = words(f"character.{who}.name")
    if isinstance(frame, Activation):
        values |= {"actions": frame.actions, "points": frame.points}
    if isinstance(frame, Roll):
        sides = [side.symbols.text if side is not None else "-" for side in (frame.team, frame.enemy)]
        values |= {"own": sides[0], "rival": sides[1]}
    if isinstance(frame, Campaign):
        return words(f"question.campaign.{frame.todo[0]}", mission=words(f"mission.{ahead(state)}.name"))
    if isinstance(frame, Readying):
        return words.count("question.readying", frame.left)
    return words(f"question.{type(frame).__struct_config__.tag}", **values)
