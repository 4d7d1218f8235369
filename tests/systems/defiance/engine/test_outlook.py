"""What a Character could do and would risk on another space, checked against the rules themselves."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.outlook import dangers, outlook, threat_areas
from defiance_qt.systems.defiance.engine.rules import attacking
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.view.positions import activated, can_attack, deployed, until


def acting(state: State) -> str:
    frame = state.agenda[-1]
    assert isinstance(frame, Activation)
    return frame.character


def moved(state: State, id: str, space: str) -> State:
    return replace(state, team={**state.team, id: replace(state.team[id], space=space)})


def test_whom_one_could_attack_is_what_the_rules_offer_there() -> None:
    session = until(deployed(), can_attack)
    rules, state = rules_of(session), session.state
    who = acting(state)
    for space in list(preview.potential_moves(rules, state, 8))[:40]:
        there = moved(state, who, space)
        legal = attacking.attacks(rules, there, rules.view(there), there.team[who])
        found = outlook(rules, state, who, space)
        assert {aim.command.target for aim in found.aims} == {one.target for one in legal}
        assert all(aim.command in legal for aim in found.aims)
        assert all(aim.odds == preview.attack(rules, there, aim.command) for aim in found.aims)
        assert found.damage == sum(one.damage for one in found.threats)


def test_the_best_attack_on_each_enemy_is_shown() -> None:
    session = until(deployed(), can_attack)
    rules, state = rules_of(session), session.state
    who = acting(state)
    here = state.team[who].space
    for aim in outlook(rules, state, who, here).aims:
        others = attacking.attacks(rules, state, rules.view(state), state.team[who])
        for other in others:
            if other.target == aim.command.target:
                odds = preview.attack(rules, state, other)
                best = aim.odds.expected_dealt - aim.odds.expected_suffered
                assert best >= odds.expected_dealt - odds.expected_suffered - 1e-9


def test_who_sees_the_space_need_not_move() -> None:
    session = until(deployed(), can_attack)
    rules, state = rules_of(session), session.state
    who = acting(state)
    for threat in dangers(rules, state, who):
        enemy = state.enemies[threat.enemy]
        assert threat.moves == (threat.space != enemy.space)
        profile = state.units[enemy.unit].profile
        attack = next((one for one in profile.attacks if one.id == threat.attack), None)
        if attack is not None:
            low, high = attack.range
            cells = rules.board.by_name
            distance = rules.board.distance(cells[threat.space], cells[state.team[who].space])
            assert low <= distance <= high
        if threat.moves:
            way = rules.board.distance(rules.board.by_name[threat.space], rules.board.by_name[enemy.space])
            assert way <= profile.speed


def test_those_who_need_not_move_come_first_then_the_worst() -> None:
    session = until(deployed(), can_attack)
    found = dangers(rules_of(session), session.state, acting(session.state))
    assert list(found) == sorted(found, key=lambda one: (one.moves, -one.damage, one.enemy))


def test_nobody_threatens_who_is_far_from_every_enemy() -> None:
    session = activated("uma")
    rules, state = rules_of(session), session.state
    gone = replace(state, enemies={})
    assert dangers(rules, gone, "uma") == ()
    assert outlook(rules, gone, "uma", state.team["uma"].space).damage == 0


def test_a_threatened_space_is_one_that_a_figure_would_be_attacked_on() -> None:
    """The area is drawn for any figure: wherever Uma could stand, she is threatened if and only if it says so."""
    session = until(deployed(), can_attack)
    rules, state = rules_of(session), session.state
    who = acting(state)
    areas = {area.enemy: area for area in threat_areas(rules, state)}
    differ = total = 0
    for space in preview.potential_moves(rules, state, 10):
        found = {one.enemy for one in dangers(rules, moved(state, who, space), who)}
        for id, area in areas.items():
            total += 1
            # Her own figure blocks lines and paths where she stands now, so a few spaces differ.
            differ += (space in area.close or space in area.far) != (id in found)
    assert total > 50
    assert differ <= total * 0.1
