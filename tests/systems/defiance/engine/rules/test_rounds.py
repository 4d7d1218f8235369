"""The structure of a Round (R-039 … R-045)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition, RaiseAlert, Reinforce, Trigger
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position, start

WHISTLE = """
    [[equipment]]
    id = "whistle"
    actions = [{ id = "blow", use = "tap", effects = [{ do = "calm", amount = -1 }] }]
    """

AIM = """
    [[ai_cards]]
    id = "take_aim_too"
    blue = ["focused"]
    red = ["focused"]
    """


CARDS = """
    [[characters]]
    id = "twin"
    ally = true
    automedikit = false
    synchronized = true
    controller = "uma"
    speed = 4
    wounds = 4
    """


SATIN = (
    pack("dancer")
    + """
    [[equipment]]
    id = "satin"
    actions = [{ id = "wave", use = "tap", effects = [{ do = "calm", amount = 1 }] }]
    """
)


@pytest.mark.rule("R-039", "R-045")
def test_a_round_has_three_phases_and_another_follows() -> None:
    game = position("C\n\n")
    for number in (2, 3):
        game.do("activate cadin", "end_activation cadin")
        assert [" ".join(line.split()[:2]) for line in game.told("phase_began", "round_began")] == [
            "phase_began end",
            f"round_began {number}",
            "phase_began start",
            "phase_began activations",
        ]
        assert game.state.round == number


@pytest.mark.rule("R-040")
def test_the_start_phase_applies_what_happens_at_the_start_of_the_round() -> None:
    """The Initiative deck is built, AI cards are dealt, the mission's effects happen: all before anybody acts."""
    game = position(
        """
        C . . . 1 . 2

        nox_leader 1
        gwailos 2
        """,
        triggers=(Trigger("round_began 2", (Reinforce(4),)),),
    ).do("activate cadin", "end_activation cadin")
    told = game.told("phase_began", "initiative_shuffled", "ai_card_dealt", "reserve_changed", "turn_passed")
    assert [line.split()[0] for line in told[-6:]] == [
        "phase_began",
        "initiative_shuffled",
        "reserve_changed",
        "ai_card_dealt",
        "ai_card_dealt",
        "phase_began",
    ]
    assert sorted(game.state.initiative) == ["gwailos", "nox_leader"]


@pytest.mark.rule("R-041")
def test_team_and_enemy_are_activated_in_turn() -> None:
    game = position(
        """
        C U Q . . 1 . 2

        nox_leader 1 ai=take_aim
        gwailos 2 ai=take_aim_too
        initiative gwailos nox_leader
        """,
        AIM,
    )
    game.do("activate uma", "end_activation uma", initiative="gwailos").pass_on()
    assert game.options() == ["activate cadin", "activate qiang"]
    game.do("activate qiang", "end_activation qiang")
    assert game.told("unit_activated") == ["unit_activated nox_leader [R-172]"]
    game.pass_on()
    assert game.options() == ["activate cadin"]
    assert game.state.round == 1


@pytest.mark.rule("R-041", "R-043", "R-044", "R-174", "R-268")
@pytest.mark.parametrize(
    ("alert", "asks", "cited"),
    [
        (1, "round", "R-041"),
        (3, "round", "R-041"),
        (4, "enemy_activation", "R-041 R-268"),
        (5, "enemy_activation", "R-041 R-268"),
    ],
)
def test_a_round_goes_on_where_no_card_reacts_to_anything(alert: int, asks: str, cited: str) -> None:
    """There are no abilities at all. The side that has the first turn acts, then the other, then the Round ends."""
    text = f"U . . . . . 1\n\ndummy 1 - ai=take_aim\nalert {alert}\ninitiative dummy"
    game = position(text, AIM, Hooks()).pass_round()
    assert game.state.round == 2
    phases = [line.split()[1] for line in game.told("phase_began")]
    assert phases == ["end", "start", "activations"]
    assert game.asks() == f"team {asks}"
    assert game.told("phase_began")[-1].endswith(f"[{cited}]")


@pytest.mark.rule("R-041", "R-174")
def test_a_side_with_nothing_left_lets_the_other_go_on() -> None:
    alone = position("C U Q\n\n")
    alone.do("activate cadin", "end_activation cadin", "activate uma", "end_activation uma")
    assert (alone.asks(), alone.state.round) == ("team round", 1)
    crowd = position(
        """
        C . . . 1 . 2 3

        nox_leader 1 ai=take_aim
        gwailos 2 ai=take_aim_too
        dummy 3 - ai=attack_twice
        initiative gwailos nox_leader dummy
        """,
        AIM,
    ).do("activate cadin", "end_activation cadin", initiative=["gwailos"])
    crowd.do("proceed", initiative=["nox_leader"])
    assert crowd.told("unit_activated") == ["unit_activated nox_leader [R-172]"]
    crowd.do("proceed")
    assert crowd.told("unit_activated") == ["unit_activated dummy [R-172]"]
    assert crowd.state.round == 1


@pytest.mark.rule("R-042")
def test_each_character_is_activated_once_a_round() -> None:
    game = position("C U B\n\njazz").do("activate cadin", "end_activation cadin")
    assert game.refused("activate cadin") == "already_activated R-042"
    assert game.options("activate") == ["activate uma", "activate billie", "activate jazz"]
    game.do("activate uma", "end_activation uma")
    assert "activate uma" not in game.options()
    game.do("activate jazz", "end_activation jazz", "activate billie", "end_activation billie")
    assert game.state.round == 2
    assert game.can("activate cadin")


@pytest.mark.rule("R-043", "R-044", "R-254", "R-176")
def test_the_order_of_the_end_phase() -> None:
    game = position(
        """
        C . . . 1 . 2 . R

        cadin carries=whistle
        cadmus 1 - activated ai=rush
        dummy - 2 activated ai=waver
        available nox_hacker
        respawn R
        reserve 4
        alert 2
        """,
        WHISTLE,
        triggers=(Trigger("round_ended 1", (Reinforce(3),)),),
    ).do("activate cadin", "use_card cadin whistle.blow cadin", "end_activation cadin")
    words = [
        line.split()[0]
        for line in game.told(
            "trigger_fired", "reserve_changed", "ai_cards_discarded", "cards_straightened", "unit_deployed",
            "enemy_deployed", "round_began",
        )
    ]  # fmt: skip
    assert words == [
        "trigger_fired",  # what happens at the end of the Round
        "reserve_changed",
        "ai_cards_discarded",
        "cards_straightened",
        "reserve_changed",  # no Unit was activated
        "reserve_changed",  # Alert 2
        "reserve_changed",  # Respawn
        "unit_deployed",
        "enemy_deployed",
        "enemy_deployed",
        "reserve_changed",  # Replacements
        "enemy_deployed",
        "round_began",
    ]
    causes = [line.split()[3] for line in game.told("reserve_changed")]
    assert causes[1:] == ["quiet_round", "alert", "respawn", "replacement"]


@pytest.mark.rule("R-043", "R-274")
def test_the_end_phase_catches_a_maximum_alert_that_was_set_by_hand() -> None:
    """It comes after the cards are straightened and before the tokens."""
    game = position(
        """
        C . . 1 2

        cadin carries=whistle
        dummy 1 2 activated
        """,
        WHISTLE,
    ).do("overrule alert 5")
    assert game.unit("dummy").profile.colour == "blue"
    game.do("activate cadin", "use_card cadin whistle.blow cadin", "end_activation cadin")
    told = game.told("cards_straightened", "high_face_set", "unit_flipped", "reserve_changed")
    assert [line.split()[0] for line in told] == [
        "cards_straightened",
        "high_face_set",
        "unit_flipped",
        "reserve_changed",
        "reserve_changed",
    ]


@pytest.mark.rule("R-043")
def test_turned_cards_are_straightened_and_flipped_ones_are_not() -> None:
    more = WHISTLE + '\n    [[equipment]]\n    id = "flare"\n'
    more += '    actions = [{ id = "burn", use = "flip", effects = [{ do = "calm", amount = -1 }] }]\n'
    game = position("C\n\ncadin carries=whistle,flare", more)
    game.do("activate cadin", "use_card cadin whistle.blow cadin", "use_card cadin flare.burn cadin")
    assert game.options("use_card") == []
    game.do("end_activation cadin", "activate cadin")
    assert game.options("use_card") == ["use_card cadin whistle.blow cadin"]


@pytest.mark.rule("R-045")
def test_defeat_when_every_character_is_down_and_none_can_recover() -> None:
    text = """
        C U 1
         Q B .

        cadin damage=10 unconscious carries={}
        uma damage=9 carries=club
        qiang damage=10 unconscious carries=
        jazz damage=10 unconscious carries=
        dummy 1 -
        """
    over = position(text.format("")).do("activate uma", "attack uma club.hit dummy.1", team="-", enemy="S")
    assert (over.state.result, over.state.because) == ("defeat", "team_down")
    hope = position(text.format("automedikit")).do("activate uma", "attack uma club.hit dummy.1", team="-", enemy="S")
    assert hope.state.result is None


@pytest.mark.rule("R-045")
def test_the_missions_own_defeat_comes_as_the_round_ends() -> None:
    late = Condition(id="late", after_round=2, when="round")
    game = position("C\n\n", defeat=(late,), triggers=(Trigger("round_ended 2", (RaiseAlert(),)),))
    game.do("activate cadin", "end_activation cadin")
    assert game.options() == ["activate cadin"]
    game.do("activate cadin", "end_activation cadin")
    assert (game.state.result, game.state.because) == ("defeat", "late")
    assert game.options() == []


@pytest.mark.rule("R-152")
def test_only_its_own_synchronized_ally_follows_a_controller() -> None:
    """Billie is Jazz's, the twin Uma's."""
    game = position("U J B T . .\n\ntwin T", CARDS).do("activate uma", "end_activation uma")
    assert game.options("activate") == ["activate twin"]
    game = position("U J B T . .\n\ntwin T", CARDS).do("activate jazz", "end_activation jazz")
    assert game.options("activate") == ["activate billie"]


@pytest.mark.rule("R-152")
@pytest.mark.parametrize(("synchronized", "options"), [("yes", ["twin"]), ("no", ["jazz", "twin"])])
def test_an_ally_that_is_not_synchronized_waits_for_its_own_turn(synchronized: str, options: list[str]) -> None:
    cards = CARDS.replace("synchronized = true", "synchronized = " + {"yes": "true", "no": "false"}[synchronized])
    game = position("U J T .\n\ntwin T", cards).do("activate uma", "end_activation uma")
    assert game.options("activate") == [f"activate {id}" for id in options]


@pytest.mark.rule("R-152", "R-154")
@pytest.mark.parametrize(
    ("billie", "options"),
    [
        ("billie A2", ["activate billie"]),
        ("billie", ["activate uma", "activate jazz"]),
        ("billie A2 activated", ["activate uma", "activate jazz"]),
    ],
    ids=["there", "off the board", "activated"],
)
def test_a_partner_that_cannot_be_activated_keeps_nobody_waiting(billie: str, options: list[str]) -> None:
    assert position(f"U J .\n . . .\n\n{billie}\nblock billie").options("activate") == options


@pytest.mark.rule("R-003", "R-144")
def test_the_team_is_asked_for_whatever_is_to_be_decided_next() -> None:
    game = position("U J\n\ngoldstein")
    assert game.asks() == "team round"
    assert game.do("activate uma").asks() == "team activation"
    assert game.do("equip uma").asks() == "team equipping"
    assert game.do("finish_equip", "end_activation uma", "activate goldstein").asks() == "team activation"


@pytest.mark.rule("R-021", "R-039", "R-045")
def test_the_first_round_is_set_up_and_the_others_follow() -> None:
    game = start("U . .")
    game.do("deploy uma A1")
    assert game.told("round_began") == ["round_began 1 [R-039 R-021]"]
    game.do("activate uma", "end_activation uma")
    assert game.told("round_began") == ["round_began 2 [R-039 R-045]"]


@pytest.mark.rule("R-043", "R-314")
@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("uma carries=stimulant,satin tapped=satin", 1),
        ("cadin carries=satin activated tapped=satin", 1),
        ("dancer activated tapped=dancer", 1),
        ("uma carries=satin flipped=satin", 0),
        ("uma carries=satin", 0),
    ],
    ids=["one of two cards", "another's card", "a card of its own", "face down", "none"],
)
def test_turned_cards_are_straightened_whoever_has_them(figures: str, told: int) -> None:
    game = position(f"U . C\n\ncadin activated\n{figures}", SATIN).do("activate uma", "end_activation uma")
    assert len(game.told("cards_straightened")) == told
    assert all(one.tapped == () for one in game.state.team.values())


@pytest.mark.rule("R-043", "R-314")
@pytest.mark.parametrize("carries", ["satin", "pistol,satin"])
def test_a_card_turned_in_play_is_straightened_as_the_round_ends(carries: str) -> None:
    game = position(f"C U\n\ncadin activated\numa carries={carries}", SATIN).do("activate uma")
    game.do("use_card uma satin.wave uma")
    assert game.one("uma").carried[-1].turned == "tap"
    game.do("end_activation uma")
    assert game.one("uma").carried[-1].turned == ""
    assert len(game.told("cards_straightened")) == 1
