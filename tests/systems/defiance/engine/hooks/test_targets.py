"""`check_target`: who may be a target, for the team and for the Enemy, with the reason.

Spans `hooks`, `rules.targets` and `enemies.targeting`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.hooks import CheckTarget, PlayContext, Veto
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.outlook import dangers
from tests.systems.defiance.engine.enemies.test_targeting import CARDS
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.test_hacking import CARDS as HACKING
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn
from tests.texts import defiance_words


def hidden(*figures: str, beyond: int = 0) -> CheckTarget:
    """A house rule that hides these figures from Ranges above `beyond`."""

    def check(context: PlayContext, attacker: str, target: str, distance: int) -> Veto | None:
        return Veto("in_fog", "fog-1", "The fog hides it") if target in figures and distance > beyond else None

    return check


def table(text: str, *functions: CheckTarget) -> Play:
    return position(text, hooks=rules(check_target=functions))


SHOOTING = "U . 1 .\n . . . 2\n\numa carries=stun_pistol\ndummy 1 2"


def test_the_team_cannot_choose_it_and_is_told_why() -> None:
    game = table(SHOOTING, hidden("dummy.1")).do("activate uma")
    assert game.options("attack") == ["attack uma stun_pistol.shot dummy.2"]
    assert game.refused("attack uma stun_pistol.shot dummy.1") == "in_fog fog-1"
    reason = game.game.why_not(game.state, parse_command("attack uma stun_pistol.shot dummy.1"), defiance_words("es"))
    assert (reason.rules, reason.words) == (("fog-1",), ("The fog hides it",))


def test_the_range_counts() -> None:
    game = table(SHOOTING, hidden("dummy.1", "dummy.2", beyond=2)).do("activate uma")
    assert game.options("attack") == ["attack uma stun_pistol.shot dummy.1"]


BEACON = """
    [[equipment]]
    id = "beacon"

      [[equipment.actions]]
      id = "mark"
      target = "enemy"
      range = [1, 4]
      sight = true
      effects = [{ do = "impose", state = "suppressed" }]
    """


def test_a_program_and_a_card_cannot_be_aimed_at_it() -> None:
    text = "U . 1\n J . .\n\numa carries=beacon\njazz carries=deck\ndrone 1 -"
    for who, start in (("uma", "use_card uma beacon"), ("jazz", "hack jazz bite")):
        aimed = position(text, HACKING + BEACON).do(f"activate {who}").options(start)
        assert len(aimed) == 1
        game = position(text, HACKING + BEACON, rules(check_target=(hidden("drone.1"),))).do(f"activate {who}")
        assert game.refused(aimed[0]) == "in_fog fog-1"


def orders(order: str, *functions: CheckTarget) -> Play:
    """The Enemy's turn: Uma is the nearer one, the judge sees both."""
    text = "U . 1 . . J\n\njudge 1 ai=orders\ninitiative judge\numa\njazz"
    return foes_turn(text, CARDS.format(order), hooks=rules(check_target=functions))


@pytest.mark.rule("R-186", "R-212")
def test_the_enemy_passes_it_over_and_says_why() -> None:
    order = "attack least_distance"
    assert chosen(orders(order).do("proceed", team="-", enemy="-"))[0].endswith(" uma")
    game = orders(order, hidden("uma")).do("proceed", team="-", enemy="-")
    assert chosen(game)[0].endswith(" jazz")
    event = next(one for one in game.events if isinstance(one, e.InstructionChosen))
    assert {one.figure: one.because for one in event.candidates} == {"uma": "refusal.in_fog", "jazz": ""}


@pytest.mark.rule("R-193", "R-212")
def test_with_all_of_them_hidden_it_skips() -> None:
    game = orders("attack least_distance", hidden("uma", "jazz")).do("proceed")
    assert not game.told("attack_declared")
    assert game.told("instruction_skipped")


def test_the_outlook_knows_it() -> None:
    game, other = orders("attack least_distance", hidden("uma")), orders("attack least_distance")
    assert dangers(game.game.rules, game.state, "uma") == ()
    assert dangers(other.game.rules, other.state, "uma")
