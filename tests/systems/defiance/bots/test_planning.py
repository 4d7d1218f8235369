"""What the heuristic bot does with an Activation: the objective, the fight, its health."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.bots.distances import DistanceMap
from defiance_qt.systems.defiance.bots.goals import find_goals
from defiance_qt.systems.defiance.bots.heuristic import MOST_ANSWERS, HeuristicBot
from defiance_qt.systems.defiance.bots.planning import Planner
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.events import AllyJoined, DoorOpened
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.engine.state import State
from tests.bounds import repeat
from tests.conftest import ROOT
from tests.lab.games import active
from tests.systems.defiance.content.missions.at_the_gate import Table, mission


def placed(session: Session, actions: int = 2, enemies: bool = False, **figures: dict[str, Any]) -> State:
    """The active state with figures changed: Characters by id, Enemies gone unless wanted."""
    state: State = session.state
    team = {id: replace(one, **figures.get(id, {})) for id, one in state.team.items()}
    foes = state.enemies if enemies else {}
    frame = state.agenda[-1]
    assert isinstance(frame, Activation)
    agenda = (*state.agenda[:-1], replace(frame, actions=actions))
    return replace(state, team=team, enemies=foes, agenda=agenda)


def choose(session: Session, state: State) -> Command:
    legal = session.game.legal(state)
    found = HeuristicBot().choose(session.game, state, legal)  # type: ignore[arg-type]
    assert found in legal
    return found


def with_agent(session: Session) -> State:
    neutral = session.state.neutrals["goldstein"]
    return session.game.evolve(session.state, AllyJoined("goldstein", replace(neutral.ally, space=neutral.space)))  # type: ignore[no-any-return]


def test_the_hacker_works_on_the_console_beside_her_with_the_better_dice() -> None:
    session = active("jazz")
    assert choose(session, placed(session, jazz={"space": "J6"})) == c.Interact("jazz", "console_1", "hacking_device")


def test_whoever_stands_beside_the_agent_meets_them() -> None:
    session = active("cadin")
    opened = session.game.evolve(placed(session, cadin={"space": "P2"}), DoorOpened("lab_door", "jazz"))
    assert choose(session, opened) == c.Interact("cadin", "goldstein")


def test_a_door_on_the_way_is_opened() -> None:
    session = active("cadin")
    shut_in = placed(session, cadin={"space": "E9"})
    found = choose(session, shut_in)
    assert found == c.Interact("cadin", "workshop_door") or isinstance(found, c.Move)


def test_nobody_lies_about_with_an_automedikit() -> None:
    session = active("cadin")
    state = placed(session, cadin={"states": ("unconscious",), "damage": 9})
    assert choose(session, state) == c.UseAutoMediKit("cadin")


def test_whoever_would_only_keep_the_others_from_winning_stays_down() -> None:
    session = active("qiang")
    session.timeline._states[session.head] = with_agent(session)
    out = {"space": "A4"}
    state = placed(
        session,
        goldstein={"space": "A5"},
        uma={"space": "A6"},
        cadin={"space": "A7"},
        jazz=out,
        billie={"space": "A8"},
        qiang={"space": "M5", "states": ("unconscious",), "damage": 9},
    )
    assert choose(session, state) == c.EndActivation("qiang")


def test_the_medic_revives_who_lies_beside_her() -> None:
    session = active("uma")
    state = placed(session, qiang={"states": ("unconscious",), "damage": 9})
    assert choose(session, state) == c.UseCard("uma", "medikit", "revive", "qiang")


def test_with_time_to_spare_an_enemy_close_to_death_in_front_of_a_blade_is_cut_down() -> None:
    session = active("cadin")
    rules = session.game.rules  # type: ignore[attr-defined]
    rules.mission = replace(rules.mission, defeat=())
    state = placed(session, enemies=True, cadin={"space": "G5"})
    enemy = state.enemies["nox_spec_ops.1"]
    wounds = state.units[enemy.unit].profile.wounds
    weak = replace(enemy, space="H5", damage=wounds - 1)
    state = replace(state, enemies={**state.enemies, enemy.id: weak})
    assert choose(session, state) == c.Attack("cadin", "rippers", "slash", "nox_spec_ops.1")


def test_who_stands_in_the_zone_with_the_agent_stays_there() -> None:
    session = active("cadin")
    session.timeline._states[session.head] = with_agent(session)
    state = placed(session, goldstein={"space": "A9"})
    assert choose(session, state) == c.EndActivation("cadin")


def test_an_activation_has_an_end_whatever_happens() -> None:
    """A session that never moves on: the bot is asked the same thing again and again."""
    session, bot = active("cadin"), HeuristicBot()
    state, legal = session.state, session.legal()
    answers = [bot.choose(session.game, state, legal) for _ in range(MOST_ANSWERS + 1)]  # type: ignore[arg-type]
    assert answers[-1] == c.EndActivation("cadin")
    assert answers[0] != answers[-1]


def test_a_plan_is_dropped_when_the_table_has_changed() -> None:
    session, bot = active("cadin"), HeuristicBot()
    first = bot.choose(session.game, session.state, session.legal())  # type: ignore[arg-type]
    session.submit(first)
    moved = placed(session, actions=0, cadin={"space": "A9"})
    legal = session.game.legal(moved)
    assert bot.choose(session.game, moved, legal) in legal  # type: ignore[arg-type]


def at_the_shore(**spaces: str) -> Table:
    """Far Shore in Round 1 without Enemies, the Mule on T05/C3, the team on these spaces."""
    return mission("far_shore").put(**spaces)


def chosen(table: Table) -> Command:
    return HeuristicBot().choose(table.game, table.state, table.game.legal(table.state))


def turn(table: Table, figure: str) -> Table:
    """The bot plays the Activation of a figure."""
    table.do(f"activate {figure}")
    bot, number = HeuristicBot(), table.state.round
    for _ in repeat(lambda: table.state.round == number and _active(table) == figure, table.question):
        table.do(format_command(bot.choose(table.game, table.state, table.game.legal(table.state))))
    return table


def _active(table: Table) -> str:
    return next((frame.character for frame in table.state.agenda if isinstance(frame, Activation)), "")


def test_the_closest_stays_beside_one_who_moves_only_in_company() -> None:
    table = at_the_shore(uma="T05/C5", cadin="T16/E4", qiang="T16/E5", jazz="T16/D5", billie="T16/D6")
    turn(table, "uma")
    assert table.game.rules.in_contact(table.state, "mule", "uma")
    turn(table, "cadin")
    assert not table.game.rules.in_contact(table.state, "mule", "cadin")


def test_whoever_has_what_victory_needs_gets_up_however_far_behind() -> None:
    table = mission("undertow").put(cadin="T17/H4", qiang="T17/H5", jazz="T17/G6", billie="T17/G5")
    table.set(team__uma__damage=99, team__uma__states=["unconscious"]).do("activate uma")
    assert chosen(table) == c.UseAutoMediKit("uma")
    table.set(team__uma__carried=[])
    assert chosen(table) == c.EndActivation("uma")


def step_out(table: Table, figure: str) -> float:
    """What a point of the way out is worth to a figure."""
    rules = table.game.rules
    distances = DistanceMap(rules)
    wants = find_goals(rules, distances, table.state)
    return Planner(rules, distances, table.state, wants, 12).pull(table.one(figure)).step


def test_whoever_has_what_victory_needs_does_not_dawdle() -> None:
    table = mission("undertow").put(uma="T19/B3")
    laden = step_out(table, "uma")
    table.set(team__uma__carried=[])
    assert laden > step_out(table, "uma")


def test_a_slow_one_leaves_sooner() -> None:
    table = mission("undertow").put(cadin="T20/A5").set(team__cadin__speed=6)
    fast = step_out(table, "cadin")
    table.set(team__cadin__speed=2)
    assert step_out(table, "cadin") > fast


def recorded(step: int) -> tuple[Session, State]:
    """The recorded defeat after a step: all but a few stand in the Extraction zone, which is all that is left to do."""
    with open_save(ROOT / "saves" / "extraction-en-defeat.defiance", read_only=True) as session:
        return session, session.timeline.state_at(step)


@pytest.mark.parametrize(("step", "figure"), [(600, "qiang"), (633, "goldstein")])
def test_in_the_last_round_everybody_goes_where_victory_wants_them(step: int, figure: str) -> None:
    """They stood a space outside of the zone, rested there, and the mission was lost."""
    session, state = recorded(step)
    assert state.round == 12
    planner = planned(session, state)
    best = planner.choices(Activation(figure))[0]
    assert planner.pull(state.team[figure]).field[planner.view.cells[figure]], "they stand outside"
    assert planner.pull(state.team[figure]).field[best.cell] == 0


def test_in_the_round_before_nobody_leaves_the_zone_to_be_safer() -> None:
    session, state = recorded(595)
    assert (state.round, state.team["goldstein"].space) == (11, "A4")
    planner, frame = planned(session, state), state.agenda[-1]
    assert isinstance(frame, Activation)
    best = planner.choices(frame)[0]
    assert planner.pull(state.team["goldstein"]).field[best.cell] == 0


def planned(session: Session, state: State) -> Planner:
    rules = session.game.rules_for(state)  # type: ignore[attr-defined]
    distances = DistanceMap(rules)
    return Planner(rules, distances, state, find_goals(rules, distances, state), 12)
