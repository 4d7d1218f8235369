"""Every kind of command at every wrong moment: the refusal names what has to come first, and is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, get_args

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.tell import refused
from tests.bounds import repeat
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.voyages import voyage
from tests.texts import defiance_words

ENGLISH = defiance_words("en")
# Cadin stands beside all that there is.
TABLE = """
    . U 1
     X C Y
    . J .

    cadin carries=stick,automedikit
    container crate X
    console one Y "!"
    dummy 1 ai=attack_twice
    initiative dummy
    """
# One of every kind, by the way it is refused: Cadin is, was or will be active.
ACTS = (
    "end_activation cadin", "move cadin", "step_to cadin B2", "drag cadin B2 uma A1", "equip cadin", "rest cadin",
    "attack cadin stick.point dummy.1", "hack cadin geist_aid uma", "interact cadin crate", "use_automedikit cadin",
    "use_card cadin rippers.spin uma",
)  # fmt: skip
IN_ROLL = (
    "spend_critical block add", "keep_critical success", "use_switch 0", "let_stand", "roll_again 0", "keep_dice",
    "store_die satchel 0 S", "add_stored satchel S",
)  # fmt: skip
AT_CONSOLE = ("assign S 0", "split_critical CS", "console_roll_again", "leave_console")
EQUIPPING = (
    "place cadin stick backpack", "give cadin uma stick", "install cadin geist_aid jazz/hacking_device stick",
    "finish_equip",
)  # fmt: skip
OTHERS = ("deploy cadin A1", "activate uma", "keep torn_muscle", "proceed")
BETWEEN = (
    "enlist cadin", "begin_mission", "play_again", "accept_defeat", "ready cadin", "station cadin cabins",
    "swap cadin uma", "cure cadin deep_cut", "take_sample cadin", "craft cadin grenade", "acquire cadin steady_hand",
    "buy cadin stick", "sell cadin stick", "pool cadin fabricator 1", "stow cadin stick", "fetch cadin stick",
    "load cadin picklock stick", "scrap stick", "finish_step",
)  # fmt: skip
TYPED = ("enter_dice 1", "enter_card dummy")
EVERYTHING = (*ACTS, *IN_ROLL, *AT_CONSOLE, *EQUIPPING, *OTHERS, *BETWEEN, *TYPED)


def idle() -> Play:
    return position(TABLE)


def active() -> Play:
    return idle().do("activate cadin")


def spent() -> Play:
    return active().do("move cadin", "move cadin")


def rolling() -> Play:
    return active().do("attack cadin stick.point dummy.1", team="CB", enemy="-")


def asked() -> Play:
    game = position(TABLE + "\n    answers team.dice=person")
    return game.do("activate cadin", "attack cadin stick.point dummy.1")


def equipping() -> Play:
    return active().do("equip cadin")


def looting() -> Play:
    return active().do("interact cadin crate")


def console() -> Play:
    return active().do("interact cadin one", team="!")


def choosing() -> Play:
    game = position(TABLE + "\n    cadin damage=10 unconscious").do("activate cadin")
    return game.do("use_automedikit cadin", consequence=["torn_muscle", "deep_cut"])


def enemy() -> Play:
    return active().do("end_activation cadin")


def deployment() -> Play:
    return start(TABLE)


def aboard() -> Play:
    return voyage("crew")


class Moment(NamedTuple):
    """A situation, and the refusal of each kind of command there; "" where it is not refused for the moment."""

    begin: Callable[[], Play]
    acts: str
    in_roll: str
    at_console: str
    equipping: str
    deploy: str
    activate: str
    keep: str
    proceed: str
    between: str


NEVER, NOTHING = "set_up_over R-012", "nothing_drawn R-160"


def all_of(begin: Callable[[], Play], pending: str, keep: str = NOTHING) -> Moment:
    """A situation in which only one decision can be made."""
    return Moment(begin, pending, pending, pending, pending, NEVER, pending, keep, pending, pending)


ROLL, EQUIP = "not_asked.roll R-088", "not_asked.equipping R-116"
MOMENTS = {
    "nobody is active": Moment(
        idle, "activate_first R-050", "not_asked.round R-041", "not_asked.round R-041", "not_asked.round R-041", NEVER,
        "", NOTHING, "not_asked.round R-041", "not_asked.round R-041",
    ),
    "mid-activation": Moment(
        active, "", "begin_first.roll", "begin_first.console", "begin_first.equip", NEVER, "not_asked.activation R-041",
        NOTHING, "not_asked.activation R-041", "not_asked.activation R-041",
    ),
    "without Actions": Moment(
        spent, "", "begin_first.roll", "begin_first.console", "no_actions R-046", NEVER, "not_asked.activation R-041",
        NOTHING, "not_asked.activation R-041", "not_asked.activation R-041",
    ),
    "mid-roll": all_of(rolling, ROLL)._replace(in_roll=""),
    "dice are typed": all_of(asked, "not_asked.dice R-086"),
    "at a Console": all_of(console, "not_asked.console R-134")._replace(at_console=""),
    "Equip open": all_of(equipping, EQUIP)._replace(equipping=""),
    "a Container open": all_of(looting, EQUIP)._replace(equipping=""),
    "a Consequence drawn": all_of(choosing, "not_asked.keep_consequence R-160", ""),
    "the Enemy's turn": all_of(enemy, "not_asked.enemy_activation R-041")._replace(proceed=""),
    "set-up": all_of(deployment, "not_asked.deployment R-012")._replace(deploy=""),
    "between missions": Moment(aboard, *("not_in_step R-286",) * 8, ""),
}  # fmt: skip


def refusals(name: str) -> list[tuple[str, str]]:
    """Every command that is refused at a moment, and how."""
    moment = MOMENTS[name]
    groups = {
        ACTS: moment.acts, IN_ROLL: moment.in_roll, AT_CONSOLE: moment.at_console, EQUIPPING: moment.equipping,
        OTHERS[:1]: moment.deploy, OTHERS[1:2]: moment.activate, OTHERS[2:3]: moment.keep, OTHERS[3:]: moment.proceed,
        BETWEEN: moment.between,
    }  # fmt: skip
    found = [(line, how) for lines, how in groups.items() for line in lines if how]
    return [one for one in found if name != "set-up" or "dummy" not in one[0]]  # no Enemy is on the board yet


def error_of(play: Play, line: str) -> Illegal | None:
    """The refusal of a command, None when it is legal."""
    try:
        play.game.decide(play.state, parse_command(line))
    except Illegal as error:
        return error
    return None


def named(error: Illegal) -> str:
    asks = error.values.get("asks")
    return f"{error.code}.{asks}" if asks else error.code


def test_the_table_has_every_kind_of_command() -> None:
    kinds = {type(parse_command(line)) for line in EVERYTHING}
    assert kinds | {c.SetAnswer, c.Overrule, c.WriteDown, c.EnterCampaign} == set(get_args(c.Command))


@pytest.mark.rule("R-012", "R-041", "R-046", "R-050", "R-086", "R-088", "R-116", "R-134", "R-160")
@pytest.mark.parametrize("name", MOMENTS)
def test_what_has_to_come_first(name: str) -> None:
    play = MOMENTS[name].begin()
    for line, how in refusals(name):
        error = error_of(play, line)
        assert error is not None, f"{line} is legal"
        assert named(error) == how.partition(" ")[0], line
        assert error.rule == how.partition(" ")[2] or " " not in how, line
        assert refused(error, play.state, ENGLISH) != str(error), f"{line}: without words"


# ---- after doing what it says, the same refusal no longer arises ----


def _roll_on(play: Play) -> None:
    play.pass_on()


def _typed(play: Play) -> None:
    """A person enters dice until none are asked for."""
    while (request := play.game.request(play.state)) is not None and not request.by_app:
        play.do(f"enter_dice {','.join('2' * len(request.sizes))}", enemy="-")


def _leave(play: Play) -> None:
    play.do("finish_equip")


def _assigned(play: Play) -> None:
    play.do("assign ! 0")


def _keep(play: Play) -> None:
    play.do(play.options("keep")[0])


def _enemy_turn(play: Play) -> None:
    play.pass_on(enemy=["-"] * 2, team=["-"] * 2)


def _placed(play: Play) -> None:
    for lines in repeat(lambda: play.options("deploy"), play.question):
        play.do(lines[0])


def _activated(play: Play) -> None:
    play.do(play.options("activate")[0])


def _ended(play: Play) -> None:
    play.do(play.options("end_activation")[0])


def _attacked(play: Play) -> None:
    play.do("attack cadin stick.point dummy.1", team="CB", enemy="-")


def _equipped(play: Play) -> None:
    play.do(play.options("equip")[0])


def _at_console(play: Play) -> None:
    play.do("interact cadin one", team="!")


DOES: dict[str, Callable[[Play], None]] = {
    "not_asked.roll": _roll_on,
    "not_asked.dice": _typed,
    "not_asked.equipping": _leave,
    "not_asked.console": _assigned,
    "not_asked.keep_consequence": _keep,
    "not_asked.enemy_activation": _enemy_turn,
    "not_asked.deployment": _placed,
    "not_asked.round": _activated,
    "activate_first": _activated,
    "not_asked.activation": _ended,
    "begin_first.roll": _attacked,
    "begin_first.equip": _equipped,
    "begin_first.console": _at_console,
}


@pytest.mark.parametrize("name", [name for name in MOMENTS if name not in ("without Actions", "between missions")])
def test_after_doing_what_it_says_it_is_no_longer_refused_so(name: str) -> None:
    """Where something can be done about it: the set-up stays over."""
    by_first: dict[str, list[str]] = {}
    for line, how in refusals(name):
        by_first.setdefault(how.partition(" ")[0], []).append(line)
    assert by_first.keys() & DOES.keys()
    for first in by_first.keys() & DOES.keys():
        play = MOMENTS[name].begin()
        DOES[first](play)
        for line in by_first[first]:
            error = error_of(play, line)
            assert error is None or named(error) != first, line


@pytest.mark.rule("R-050")
def test_another_figure_waits_for_the_end_of_the_activation() -> None:
    play = active()
    error = error_of(play, "move uma")
    assert error is not None
    assert refused(error, play.state, ENGLISH) == "Cadin's Activation must end before Uma can act"
    play = position("C U\n\numa activated").do("activate cadin")
    assert play.refused("move uma") == "already_activated R-042"
    assert play.refused("activate uma") == "already_activated R-042"
    assert play.refused("activate cadin") == "already_activated R-042"


@pytest.mark.rule("R-042", "R-050")
def test_one_that_a_card_lets_act_has_not_been_activated() -> None:
    play = position("U J . 1\n\numa specialties=hold_fast\ndummy 1 -")
    play.do("activate uma", "use_card uma hold_fast.spur jazz")
    assert play.refused("activate jazz") == "not_asked R-041"
    assert play.refused("activate uma") == "already_activated R-042"
    assert play.refused("move uma") == "already_activated R-042"


@pytest.mark.rule("R-160")
def test_of_the_cards_that_are_drawn_only_consequences_are_kept() -> None:
    play = position(TABLE + "\n    answers enemy.initiative=person").do("activate cadin", "end_activation cadin")
    assert play.refused("enter_dice 1") == "no_dice_asked"
    assert play.refused("keep torn_muscle") == "nothing_drawn R-160"


@pytest.mark.rule("R-152")
def test_where_a_partner_must_follow_that_is_what_comes_first() -> None:
    play = position("J B U\n\nblock billie")
    assert play.refused("move uma") == "partner_first R-152"
    assert play.refused("move billie") == "activate_first R-050"


@pytest.mark.parametrize(
    ("begin", "line", "sentence"),
    [
        (active, "finish_equip", "Cadin has to take the Equip Action first"),
        (active, "place uma pistol backpack", "Cadin has to take the Equip Action first"),
        (active, "let_stand", "Cadin has to make a roll first: nothing is being rolled now"),
        (active, "assign S 0", "Cadin has to interact with a Console first"),
        (spent, "give cadin uma rippers", "Cadin has no Actions left"),
        (active, "deploy cadin A1", "The team is placed only before the first Round"),
        (active, "keep torn_muscle", "No Consequences have been drawn to choose from"),
        (idle, "move cadin", "Cadin has to be activated first"),
        (idle, "let_stand", "Activate a Character first"),
        (rolling, "activate uma", "Finish the roll first; now it asks about the team's Critical Blocks"),
    ],
)  # fmt: skip
def test_what_it_says(begin: Callable[[], Play], line: str, sentence: str) -> None:
    play = begin()
    error = error_of(play, line)
    assert error is not None
    assert refused(error, play.state, ENGLISH) == sentence
    assert format_command(parse_command(line)) == line


def revealing() -> Play:
    """Uma or Jazz has the token that an opened door reveals."""
    hidden = (k.HiddenSet("doubt", ("uma", "jazz"), ("false", "true")),)
    door = k.Trigger("door_opened gate", (k.Reveal("doubt", token="true"),))
    text = "U . J\n\ndoor gate A1:e\nanswers enemy.pick=person"
    return position(text, hidden=hidden, triggers=(door,)).do("activate uma", "interact uma gate")


def reviving() -> Play:
    text = "U C\n\numa damage=10 unconscious\ncadin carries=medikit\nanswers team.consequence=person"
    return position(text).do("activate cadin", "use_card cadin medikit.revive uma")


@pytest.mark.rule("R-024", "R-086", "R-232")
@pytest.mark.parametrize(
    ("begin", "line", "refusal"),
    [
        (revealing, "end_activation uma", "not_asked R-024"),
        (revealing, "enter_card cadin", "wrong_card R-024"),
        (reviving, "end_activation cadin", "not_asked R-232"),
        (reviving, "enter_card take_aim", "wrong_card R-232"),
        (asked, "end_activation cadin", "not_asked R-086"),
        (asked, "enter_dice 1,2", "wrong_dice R-086"),
    ],
)
def test_what_chance_has_to_answer_first_is_named_with_its_rule(
    begin: Callable[[], Play], line: str, refusal: str
) -> None:
    assert begin().refused(line) == refusal
