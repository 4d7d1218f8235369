"""View model of the bar at the top: the progress of the game, and the pending decision in one sentence."""

from __future__ import annotations

from defiance_qt.core.port import DiceForm, Prompt
from defiance_qt.shell.present.question import asks_chance
from defiance_qt.shell.present.values import TopView
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from defiance_qt.systems.defiance.tell.campaign import step_of
from defiance_qt.systems.defiance.tell.overview import question
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.roll_view import CURE, JUMP, cured
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.terms import term


def top(state: State, prompt: Prompt, names: Names, picked: str) -> TopView:
    """Build the view model of the bar."""
    words = names.words
    actor, ask, enemy = _ask(state, prompt, names, picked)
    if state.campaign and state.between:
        return _between(state, state.campaign, actor, ask, names)
    return TopView(
        title=names.named(f"mission.{state.mission_id}.name", state.mission_id),
        progress=words("round.number", n=state.round) if state.round else words("round.setup"),
        phase=_phase(state, names),
        actor=actor,
        ask=ask,
        side="enemy" if enemy else "team",
        progress_terms=(term(words, "round"),),
        phase_terms=(term(words, "phase"), term(words, "activation")),
    )


def _between(state: State, campaign: CampaignState, actor: str, ask: str, names: Names) -> TopView:
    """Build the same between two missions: the campaign, how far it is, and its present step."""
    words, step = names.words, step_of(state)
    # A lost mission is only counted once it is accepted.
    last = campaign.number + (step == "verdict")
    return TopView(
        title=names.named(f"campaign.{campaign.id}.name", campaign.id),
        progress=words("view.between.after", n=last) if last else words("view.between.before"),
        phase=words(f"campaign.step.{step}") if step else "",
        actor=actor,
        ask=ask,
    )


def _phase(state: State, names: Names) -> str:
    frame = next((one for one in state.agenda if isinstance(one, f.Round)), None)
    return names.words(f"view.phase.{frame.phase}") if frame is not None else ""


def _ask(state: State, prompt: Prompt, names: Names, picked: str) -> tuple[str, str, bool]:
    """Return the actor, the text of the pending decision, and whether the Enemy acts."""
    words = names.words
    if state.result is not None:
        return "", words(f"ending.{state.result}"), state.result == "defeat"
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, f.Readying):
        return "", words("view.ask.readying", n=frame.left), False
    if isinstance(frame, f.Campaign):
        return "", question(state, words), False
    if isinstance(frame, f.Deployment):
        return "", words("view.ask.deployment"), False
    if isinstance(frame, f.Roll):
        return _roll(frame, state, prompt, names)
    if isinstance(frame, f.EnemyActivation):
        return names.figure(frame.enemy), words("view.ask.enemy"), True
    if isinstance(frame, f.UnitActivation | f.SurpriseAttack):
        return names.unit(frame.unit), words("view.ask.enemy"), True
    if asks_chance(prompt):
        return "", words("ui.form.enter_card"), False
    if isinstance(frame, f.Round):
        return "", words("view.ask.round" if frame.turn == "team" else "view.ask.enemy_turn"), frame.turn == "enemy"
    # The Character that keeps a Consequence may differ from the one that acts.
    who = frame if isinstance(frame, f.KeepConsequence) else activation(state)
    name = names.short(who.character) if who is not None else ""
    if isinstance(frame, f.Activation) and picked:
        return name, words(f"view.ask.pick.{picked.split(':')[0]}"), False
    kind = prompt.asks or "plain"
    return name, names.text(f"view.ask.{kind}", words("view.ask.plain")), False


def _roll(frame: f.Roll, state: State, prompt: Prompt, names: Names) -> tuple[str, str, bool]:
    """Return the same for a roll. The actor is the side whose dice are needed, else the Character: the Enemy makes
    no decisions in a roll."""
    words = names.words
    form = next((one for one in prompt.forms if isinstance(one, DiceForm)), None)
    enemy = frame.team is None or (form is not None and form.side == "enemy")
    side, rival = (frame.enemy, frame.team) if enemy else (frame.team, frame.enemy)
    who = names.figure(side.figure if side is not None else frame.actor)
    if form is not None:
        todo = words("view.ask.roll.dice")
    elif frame.step.startswith("again"):
        todo = words("view.ask.roll.again")
    elif "block" in frame.step or "critical" in frame.step:
        todo = words("view.ask.roll.critical")
    else:
        todo = words("view.ask.roll.switches")
    target = rival.figure if rival is not None else frame.target
    if not target or target == (side.figure if side is not None else frame.actor):
        return who, words("view.ask.roll.alone", todo=todo), enemy
    return who, words("view.ask.roll", target=_against(frame, target, state, names), todo=todo), enemy


def _against(frame: f.Roll, target: str, state: State, names: Names) -> str:
    """Name what a roll is about: the ship's engines, a Consequence, a figure or a thing of the mission."""
    if frame.purpose == JUMP:
        return names.words("engines.name")
    if frame.purpose == CURE:
        return cured(frame, names)
    known = "." in target or target in state.team
    return names.figure(target) if known else names.element(state.mission_id, target, state)
