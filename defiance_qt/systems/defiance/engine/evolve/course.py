"""State changes by the course of the game, the agenda, the mission, the table and plugins."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.evolve.parts import Table, agenda_with, put, with_figure, with_top
from defiance_qt.systems.defiance.engine.frames import Campaign, Ending, Round
from defiance_qt.systems.defiance.engine.overrule import overruled
from defiance_qt.systems.defiance.engine.state import Character, State

# ---- the course of the game ----


def _mission_set_up(state: State, event: e.MissionSetUp) -> State:
    return event.state


def _character_deployed(state: State, event: e.CharacterDeployed) -> State:
    return with_figure(state, event.character, space=event.space)


def _round_began(state: State, event: e.RoundBegan) -> State:
    team = {id: replace(one, activated=False) for id, one in state.team.items()}
    units = {id: replace(unit, activated=False) for id, unit in state.units.items()}
    return replace(state, round=event.round, team=team, units=units)


def _phase_began(state: State, event: e.PhaseBegan) -> State:
    def change(frame: Round) -> Round:
        acted = frame.enemy_acted and event.phase != "start"
        return Round(event.phase, event.todo, event.turn, "", acted)

    return replace(state, agenda=agenda_with(state, Round, change))


def _step_done(state: State, event: e.StepDone) -> State:
    return replace(state, agenda=agenda_with(state, Round, lambda frame: replace(frame, todo=frame.todo[1:])))


def _turn_passed(state: State, event: e.TurnPassed) -> State:
    agenda = agenda_with(state, Round, lambda frame: replace(frame, turn=event.turn, block=event.block))
    return replace(state, agenda=agenda)


def _cards_straightened(state: State, event: e.CardsStraightened) -> State:
    if event.who:
        return replace(state, team=put(state.team, event.who, _straight(state.team[event.who])))
    return replace(state, team={id: _straight(one) for id, one in state.team.items()})


def _straight(one: Character) -> Character:
    if any(held.turned == "tap" for held in one.carried):
        carried = tuple(replace(held, turned="") if held.turned == "tap" else held for held in one.carried)
        one = replace(one, carried=carried)
    return replace(one, tapped=()) if one.tapped else one


def _mission_decided(state: State, event: e.MissionDecided) -> State:
    below = state.agenda[:1] if state.agenda and isinstance(state.agenda[0], Campaign) else ()
    return replace(state, agenda=(*below, Ending(event.result, event.because, event.waiting)))


def _crew_joined(state: State, event: e.CrewJoined) -> State:
    return replace(state, crew=(*state.crew, event.character))


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, result=event.result, because=event.because, agenda=())


# ---- the agenda ----


def _frame_opened(state: State, event: e.FrameOpened) -> State:
    return replace(state, agenda=(*state.agenda, event.frame))


def _frame_set(state: State, event: e.FrameSet) -> State:
    return with_top(state, event.frame)


def _frame_closed(state: State, event: e.FrameClosed) -> State:
    return replace(state, agenda=state.agenda[:-1])


# ---- mission, table, plugins ----


def _flag_set(state: State, event: e.FlagSet) -> State:
    return replace(state, flags=(*state.flags, event.flag))


def _trigger_fired(state: State, event: e.TriggerFired) -> State:
    return replace(state, fired=(*state.fired, event.trigger)) if event.once else state


def _answer_set(state: State, event: e.AnswerSet) -> State:
    return replace(state, answers=put(state.answers, f"{event.side}.{event.kind}", event.who))


def _overruled(state: State, event: e.Overruled) -> State:
    return overruled(state, event.path, event.now)


def _plugin_fact(state: State, event: e.PluginFact) -> State:
    return replace(state, facts=put(state.facts, f"{event.owner}.{event.key}", event.value))


BY_TYPE: Table = {
    e.MissionSetUp: _mission_set_up,
    e.CharacterDeployed: _character_deployed,
    e.RoundBegan: _round_began,
    e.PhaseBegan: _phase_began,
    e.StepDone: _step_done,
    e.TurnPassed: _turn_passed,
    e.CardsStraightened: _cards_straightened,
    e.MissionDecided: _mission_decided,
    e.CrewJoined: _crew_joined,
    e.GameEnded: _game_ended,
    e.FrameOpened: _frame_opened,
    e.FrameSet: _frame_set,
    e.FrameClosed: _frame_closed,
    e.FlagSet: _flag_set,
    e.TriggerFired: _trigger_fired,
    e.AnswerSet: _answer_set,
    e.Overruled: _overruled,
    e.PluginFact: _plugin_fact,
}
