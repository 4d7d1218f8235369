"""The worked examples of the rulebooks (EX-01 … EX-25) as games. The campaign's stand with the campaign."""

from __future__ import annotations

import pytest

from tests.engine.positions import opening, position

CONSOLE_DICE = """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 1 }
    """

# ---- A. Setup, slots, contact ------------------------------------------------------------------------------------


@pytest.mark.rule("R-007", "R-008", "R-013", "R-014", "R-015", "R-021", "R-022")
@pytest.mark.parametrize(
    ("edition", "deployed", "selected"),
    [
        ("en", {"nox_spec_ops"}, {"nox_leader", "cadmus", "gwailos"}),
        ("es", {"nox_spec_ops", "nox_leader", "cadmus"}, {"gwailos"}),
        ("en-print", {"nox_spec_ops"}, {"nox_leader", "cadmus", "gwailos"}),
    ],
)
def test_ex_01_setup_of_extraction(edition: str, deployed: set[str], selected: set[str]) -> None:
    game = opening("extraction", edition)
    mission = game.game.rules.mission
    assert [placed.tile for placed in mission.tiles] == ["A00", "A02", "A07", "A08"]
    assert [id for id, one in game.state.team.items() if not one.ally] == ["uma", "cadin", "qiang", "jazz"]
    assert set(mission.selected) == {"nox_hacker", "nox_spec_ops", "nox_leader", "cadmus", "gwailos"}
    assert set(game.state.units) == deployed
    assert set(game.state.selected) == selected
    assert game.state.available == ("nox_hacker",)
    assert game.state.alert == 1
    spaces = {game.game.rules.board.names[game.game.rules.board.space(name)] for name in mission.deployment}
    for id in tuple(game.state.team):
        (first, *_) = game.options(f"deploy {id} ")
        assert first.split()[2] in spaces
        game.do(first)
    assert game.state.round == 1
    assert {one.space for one in game.state.team.values()} <= spaces


@pytest.mark.rule("R-025", "R-026")
def test_ex_02_a_two_handed_weapon_beside_a_pistol() -> None:
    held = position(
        """
        U

        uma tabs=hand,hand,backpack carries=pistol,combi_rifle@-
        """
    ).do("activate uma", "equip uma")
    assert not held.can("place uma combi_rifle 0")
    assert held.refused("place uma combi_rifle 0") == "no_free_tab R-026"
    held.do('place uma pistol ""')
    assert held.can("place uma combi_rifle 0")


@pytest.mark.rule("R-026", "R-009")
def test_ex_03_cadin_and_the_helmet() -> None:
    game = position(
        """
        C

        cadin carries=rippers,helmet@-,pistol@-
        """
    ).do("activate cadin", "equip cadin")
    assert game.refused("place cadin pistol 0") == "no_free_tab R-026"
    assert game.do("place cadin helmet 0").told("carried_changed")


@pytest.mark.rule("R-027")
def test_ex_04_jazzs_device_on_the_head_or_in_a_hand() -> None:
    game = position(
        """
        J

        jazz tabs=head,hand carries=hacking_device@-
        """
    ).do("activate jazz", "equip jazz")
    assert game.options("place jazz hacking_device") == [
        "place jazz hacking_device 0",
        "place jazz hacking_device 1",
    ]
    game.do("place jazz hacking_device 0")
    assert game.can("place jazz hacking_device 1")
    other = position(
        """
        J

        jazz tabs=hand carries=hacking_device@-
        """
    ).do("activate jazz", "equip jazz")
    assert other.options("place jazz hacking_device") == ["place jazz hacking_device 1"]
    other.do("place jazz hacking_device 1", "finish_equip")
    assert other.game.rules.loadout(other.one("jazz")).devices


@pytest.mark.rule("R-026", "R-029", "R-031", "R-032")
def test_ex_05_qiangs_pistol_goes_into_the_backpack() -> None:
    game = position(
        """
        Q . 1

        qiang carries=heavy_machine_gun,heavy_armour,pistol@-
        dummy 1 -
        """
    ).do("activate qiang", "equip qiang")
    assert not game.can("place qiang pistol 0")
    game.do("place qiang pistol backpack", "finish_equip")
    assert [weapon for weapon, _ in game.game.rules.loadout(game.one("qiang")).weapons] == ["heavy_machine_gun"]
    assert game.refused("attack qiang pistol.shot dummy.1") == "in_backpack R-032"


@pytest.mark.rule("R-035", "R-036", "R-037")
def test_ex_06_contact() -> None:
    game = position(
        """
        1 J .
         C 2 .
        Q U .

        wall A3:e
        qiang damage=1
        cadin carries=club
        jazz carries=club
        dummy 1 2
        """
    )
    game.do("activate cadin")
    assert game.options("attack") == ["attack cadin club.hit dummy.1", "attack cadin club.hit dummy.2"]
    game.do("end_activation cadin", "activate jazz")
    assert game.options("attack") == ["attack jazz club.hit dummy.1", "attack jazz club.hit dummy.2"]


# ---- B. Movement, Range, Line of Sight ---------------------------------------------------------------------------


@pytest.mark.rule("R-051", "R-052", "R-053", "R-055", "R-057")
def test_ex_07_cadins_split_move() -> None:
    game = position(
        """
        C J . . 2 . 1

        nox_spec_ops 1 2
        """
    )
    game.do("activate cadin", "move cadin", "step_to cadin B1", "step_to cadin C1", "step_to cadin D1")
    assert game.points() == 3
    game.do("attack cadin rippers.slash nox_spec_ops.2", team="S", enemy="-")
    game.do("step_to cadin E1", "step_to cadin F1")
    assert [line.split("cost=")[1] for line in game.told("moved")] == ["2 [R-055 R-057]", "1 [R-052]"]
    assert game.points() == 0
    assert game.actions() == 0
    assert game.one("cadin").space == "F1"


@pytest.mark.rule("R-062", "R-063", "R-066", "R-069", "R-070", "R-071")
def test_ex_08_targets_of_an_enemy_in_range_and_sight() -> None:
    """Qiang and Uma can be attacked; Cadin is nine spaces away, Billie stands behind Uma, Jazz behind a wall."""
    game = position(
        """
        C . . . . . . . . 1 . . U B
         . . . . . . . . . . . . .
        . . . . . . . . . J . . .
         . . . . . . . . . . . . .
        . . . . . . Q . . . . . .

        wall J3:nw J3:ne I3:ne J3:e J3:w
        nox_spec_ops 1 - ai=hold_the_line
        initiative nox_spec_ops
        """
    )
    game.do("activate cadin", "end_activation cadin", "proceed", team="-", enemy="-")
    skipped = game.told("instruction_skipped")
    assert "acquire least_distance reason.already_in_reach" in skipped[0]
    (chosen,) = game.told("instruction_chosen")
    assert "attack least_distance uma" in chosen
    assert "{figure=cadin value=9 distance=9" in chosen
    for id, passed_over in [("cadin", True), ("billie", True), ("jazz", True), ("uma", False), ("qiang", False)]:
        part = chosen.partition(f"figure={id} ")[2].partition("}")[0]
        assert ("because=reason.out_of_reach" in part) == passed_over, id


@pytest.mark.rule("R-072", "R-109", "R-113")
def test_ex_09_hacking_needs_no_line_of_sight() -> None:
    game = position(
        """
        J . . . 1 . . 2

        wall D1:e
        cadmus 1 2
        """
    ).do("activate jazz")
    assert not game.game.rules.sees(game.state, game.game.rules.view(game.state), "jazz", "cadmus.1")
    assert game.can("hack jazz skullbuster cadmus.1")
    assert game.refused("hack jazz skullbuster cadmus.2") == "out_of_range R-109"


# ---- C. Rolls ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-083", "R-084", "R-099", "R-101", "R-112")
def test_ex_10_geist_aid() -> None:
    game = position("J . . . U Q").do("activate jazz", "hack jazz geist_aid qiang", team="S B ! !")
    assert game.can("use_switch 0 target=uma")
    game.do("use_switch 0 target=uma")
    assert game.told("switch_used") == ["switch_used team 0 software.geist_aid.name B+! target=uma [R-083 R-101]"]
    assert game.told("roll_succeeded") == ["roll_succeeded jazz yes [R-084]"]
    assert game.one("uma").states == ("focused",)
    assert game.one("qiang").states == ("focused",)


@pytest.mark.rule("R-083", "R-084", "R-106")
def test_ex_10_a_switch_paid_with_the_last_success_fails_the_program_and_still_works() -> None:
    more = """
    [[software]]
    id = "leak"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]
    switches = [{ cost = "S", effects = [{ do = "impose", state = "hidden", on = "other_character" }] }]

    [[equipment]]
    id = "leaking_device"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["leak"]
    """
    game = position(
        """
        J . U Q

        jazz carries=leaking_device
        """,
        more,
    ).do("activate jazz", "hack jazz leak qiang", "use_switch 0 target=uma", team="S")
    assert game.told("roll_succeeded") == ["roll_succeeded jazz no [R-084]"]
    assert game.one("uma").states == ("hidden",)
    assert game.one("qiang").states == ()


@pytest.mark.rule("R-074", "R-093", "R-094", "R-102")
def test_ex_11_rippers_against_nox_spec_ops() -> None:
    """Nobody else is near, so the Switch of the Rippers has no target."""
    game = position(
        """
        C 1

        nox_spec_ops 1 -
        """
    ).do("activate cadin", "attack cadin rippers.slash nox_spec_ops.1", team="S S B B ! !", enemy="S B !")
    assert game.told("switch_used", "symbols_cancelled", "damage_suffered") == [
        "symbols_cancelled S+S+B+B+!+! S+B+! 1 0 [R-093]",
        "damage_suffered nox_spec_ops.1 1 1 source=cadin [R-094]",
    ]


@pytest.mark.rule("R-099", "R-102")
def test_ex_11_the_rippers_switch_wants_another_enemy() -> None:
    game = position(
        """
        C 1
         2 .

        nox_spec_ops 1 2
        """
    ).do("activate cadin", "attack cadin rippers.slash nox_spec_ops.1", team="S S B B ! !", enemy="S B !")
    assert game.options() == ["use_switch 0 target=nox_spec_ops.2", "let_stand"]
    game.do("use_switch 0 target=nox_spec_ops.2")
    assert game.told("switch_used") == [
        "switch_used team 0 equipment.rippers.name S+! target=nox_spec_ops.2 [R-092 R-101]"
    ]
    assert game.foe("nox_spec_ops.2").damage == 1


@pytest.mark.rule("R-100")
def test_ex_12_only_the_card_in_use_offers_its_switch() -> None:
    """One "!" is too little for the Pistol, and the Stun Pistol is not the weapon of this Attack."""
    text = """
        U . 1

        uma carries=pistol,stun_pistol
        nox_spec_ops 1 -
        """
    game = position(text).do("activate uma", "attack uma pistol.shot nox_spec_ops.1", team="!", enemy="-")
    assert game.told("roll_closed")
    assert game.foe("nox_spec_ops.1").states == ()
    other = position(text).do("activate uma", "attack uma stun_pistol.shot nox_spec_ops.1", team="!", enemy="-")
    assert other.options() == ["use_switch 0", "let_stand"]
    assert other.do("use_switch 0").foe("nox_spec_ops.1").states == ("stunned",)


STUNNING = """
    [[units]]
    id = "stunner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any", "any", "any"]
      switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
    """


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("stunned", "left"), [("", "S+S+!"), ("stunned", "S+S+!+!")])
def test_ex_13_an_enemy_does_not_pay_in_vain(stunned: str, left: str) -> None:
    game = position(
        f"""
        C . 1

        cadin carries=stick {stunned}
        stunner 1
        """,
        STUNNING,
    ).do("activate cadin", "attack cadin stick.point stunner.1", team="-", enemy="S S ! !")
    assert len(game.told("switch_used")) == (not stunned)
    spared = ["switch_spared enemy 0 unit.stunner.name reason.has_state [R-104]"]
    assert game.told("switch_spared") == spared
    assert game.told("symbols_cancelled") == [f"symbols_cancelled - {left} 0 2 [R-093]"]


@pytest.mark.rule("R-107", "R-110", "R-113")
def test_ex_14_skullbuster_doubles_what_is_left() -> None:
    game = position(
        """
        J . . . 1

        cadmus 1 -
        """
    ).do("activate jazz", "hack jazz skullbuster cadmus.1", team="S S S B ! ! ! !", enemy="B")
    assert game.dice("team") == ["yellow", "yellow", "orange"]
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S+S+B+!+!+!+! B 4 0 [R-093]"]
    assert game.told("miniature_died")
    assert game.one("jazz").damage == 0


@pytest.mark.rule("R-200", "R-201", "R-202")
def test_ex_15_hack_attack_on_heavy_armour() -> None:
    text = """
        Q . 1

        qiang carries={} activated
        cadmus 1 - ai=attack_twice
        initiative cadmus
        turn enemy
        jazz
        """
    game = position(text.format("heavy_machine_gun,heavy_armour")).do("activate jazz")
    game.do("end_activation jazz", "proceed", enemy="S S ! !", team="B")
    assert "hack_attack" in game.told("attack_declared")[0]
    assert game.dice("team") == ["green", "black"]
    assert game.told("damage_suffered") == ["damage_suffered qiang 1 1 source=cadmus.1 [R-094]"]
    unarmoured = position(text.format("heavy_machine_gun")).do("activate jazz")
    unarmoured.do("end_activation jazz", "proceed", enemy="S", team="-")
    assert "cadmus.combi_rifle" in unarmoured.told("attack_declared")[0]


# ---- D. Consoles -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-133", "R-134", "R-135", "R-136", "R-137")
def test_ex_16_jazz_works_console_1() -> None:
    game = position(
        """
        J X

        console console_1 X "S B" "!" "B B"
        """
    ).do("activate jazz", "interact jazz console_1 using=hacking_device", "keep_dice", team="S B ! !")
    assert game.dice("team") == ["yellow", "yellow", "orange"]
    assert game.options() == ["assign S 0", "assign B 0", "assign B 2", "assign ! 1"]
    game.do("assign S 0", "assign ! 1")
    assert game.options() == ["assign B 0", "assign B 2"]
    game.do("assign B 2")
    assert game.told("symbols_discarded") == ["symbols_discarded console_1 ! [R-135]"]
    assert [held.text for held in game.state.consoles["console_1"].assigned] == ["S", "!", "B"]
    assert game.told("input_completed") == ["input_completed console_1 1 [R-138]"]


@pytest.mark.rule("R-136")
def test_ex_17_an_input_never_takes_more_than_it_lists() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        """,
        CONSOLE_DICE,
    ).do("activate jazz", "interact jazz one using=deck", team="S S")
    assert game.options() == ["assign S 0"]
    game.do("assign S 0")
    assert game.told("symbols_discarded") == ["symbols_discarded one S [R-135]"]
    assert game.asks() == "team activation"


@pytest.mark.rule("R-132", "R-139")
def test_ex_18_the_extra_is_a_whole_interaction() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        """,
        CONSOLE_DICE,
    )
    game.do("activate jazz", "interact jazz one using=deck", "rest jazz", team="-")
    assert game.actions() == 0
    assert (game.one("jazz").aggro, game.state.reserve) == (0, 0)
    game.do("interact jazz one using=deck extra=yes", team="-")
    assert (game.one("jazz").aggro, game.state.reserve) == (1, 2)
    assert game.options("interact") == []


@pytest.mark.rule("R-139")
def test_ex_18_the_extra_is_one_more_roll_in_the_spanish_edition() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        edition es
        """,
        CONSOLE_DICE,
    )
    game.do("activate jazz")
    assert game.options("interact") == ["interact jazz one", "interact jazz one using=deck"]
    game.do("interact jazz one using=deck", team="S")
    game.do("assign S 0")
    assert game.options() == ["console_roll_again", "leave_console"]
    game.do("console_roll_again", team="!")
    assert (game.one("jazz").aggro, game.state.reserve) == (1, 2)
    assert game.options() == ["assign ! 0"]


# ---- E. Enemy AI -------------------------------------------------------------------------------------------------

COLUMNS = """
    [[ai_cards]]
    id = "columns"
    blue = ["attack least_distance"]
    red = ["focused", "withdraw least_distance"]
    """


@pytest.mark.rule("R-172", "R-179")
@pytest.mark.parametrize("face", ["blue", "red"])
def test_ex_19_both_miniatures_use_the_column_of_the_face(face: str) -> None:
    game = position(
        f"""
        C . . 1 . .
         . . . 2 . .

        dummy 1 2 {face} ai=columns
        initiative dummy
        """,
        COLUMNS,
    ).do("activate cadin", "end_activation cadin")
    if face == "blue":
        game.pass_on(enemy=["-", "-"], team=["-", "-"])
        assert [line.split()[:3] for line in game.told("instruction_chosen")] == [
            ["instruction_chosen", "dummy.1", "attack"],
            ["instruction_chosen", "dummy.2", "attack"],
        ]
    else:
        game.pass_on()
        assert [line.split()[:3] for line in game.told("instruction_chosen")] == [
            ["instruction_chosen", "dummy.1", "focused"],
            ["instruction_chosen", "dummy.1", "withdraw"],
            ["instruction_chosen", "dummy.2", "focused"],
            ["instruction_chosen", "dummy.2", "withdraw"],
        ]


@pytest.mark.rule("R-179", "R-181", "R-186", "R-194", "R-195")
def test_ex_20_nox_spec_ops_activation() -> None:
    game = position(
        """
        C . . . . . . . . 1
         . . . . . . . 2 . .

        nox_spec_ops 1 2 ai=hold_the_line
        initiative nox_spec_ops
        """
    ).do("activate cadin", "end_activation cadin")
    game.pass_on(enemy=["-"] * 3, team=["-"] * 3)
    done = [line.split()[:3] for line in game.told("instruction_chosen", "instruction_skipped")]
    assert done == [
        ["instruction_chosen", "nox_spec_ops.1", "acquire"],
        ["instruction_chosen", "nox_spec_ops.1", "attack"],
        ["instruction_skipped", "nox_spec_ops.2", "acquire"],
        ["instruction_chosen", "nox_spec_ops.2", "attack"],
        ["instruction_skipped", "nox_spec_ops.2", "acquire"],
        ["instruction_chosen", "nox_spec_ops.2", "attack"],
    ]
    assert game.told("moved") == ["moved nox_spec_ops.1 J1>I1 cost=1 [R-061 R-195]"]


@pytest.mark.rule("R-006", "R-276", "R-278")
def test_ex_21_a_state_lies_on_one_tab_and_only_once() -> None:
    game = position(
        """
        U . 1
         . 2

        uma carries=stun_pistol
        nox_spec_ops 1 2
        """
    ).do("activate uma", "attack uma stun_pistol.shot nox_spec_ops.2", "use_switch 0", team="S S ! !", enemy="-")
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do("use_switch 0")
    assert game.told("state_gained") == []
    assert game.foe("nox_spec_ops.2").states == ("stunned",)
    assert game.foe("nox_spec_ops.1").states == ()


# ---- F. Reinforcements and Alert ---------------------------------------------------------------------------------


@pytest.mark.rule("R-248", "R-250", "R-252")
def test_ex_22_respawn() -> None:
    game = position(
        """
        C . . . R .

        respawn R
        available nox_hacker
        reserve 4
        """
    ).do("activate cadin", "end_activation cadin")
    assert game.told("reserve_changed") == [
        "reserve_changed 1 5 quiet_round [R-245 R-044]",
        "reserve_changed -2 3 respawn [R-248 R-250]",
    ]
    assert game.foe("nox_hacker.1").space == "E1"
    assert game.foe("nox_hacker.2").space in ("D1", "F1")
    assert "nox_hacker" in game.state.units
    assert game.state.available == ()


@pytest.mark.rule("R-254", "R-255", "R-256", "R-258")
def test_ex_23_replacements() -> None:
    game = position(
        """
        C . . . 1 .

        cadmus 1 -
        reserve 2
        """
    ).do("activate cadin", "end_activation cadin")
    assert game.told("reserve_changed") == [
        "reserve_changed 1 3 quiet_round [R-245 R-044]",
        "reserve_changed -1 2 replacement [R-255 R-256]",
    ]
    assert game.foe("cadmus.2").space in ("D1", "F1")


ALARM = """
    [[equipment]]
    id = "alarm"
    actions = [{ id = "ring", free = true, effects = [{ do = "alert", amount = 1 }] }]
    """


@pytest.mark.rule("R-269", "R-271", "R-272", "R-273")
def test_ex_24_maximum_alert() -> None:
    game = position(
        """
        C . . 1 . . . . 2 .
         . . . . . . . . 3 .

        cadin carries=alarm
        nox_spec_ops - 1
        cadmus 2 3
        alert 4
        """,
        ALARM,
    ).do("activate cadin", "use_card cadin alarm.ring cadin")
    assert game.state.alert == 5
    assert {unit.profile.colour for unit in game.state.units.values()} == {"red"}
    near = game.game.rules.view(game.state).passages.near
    names = game.game.rules.board.by_name
    for unit in ("nox_spec_ops", "cadmus"):
        number = game.unit(unit).profile.number
        minis = [one for one in game.state.enemies.values() if one.unit == unit]
        assert len(minis) == number
        for one in minis:
            others = [names[other.space] for other in minis if other is not one]
            assert any(near[names[one.space]] >> other & 1 for other in others), one
    assert game.unit("cadmus").profile.number == 3
    assert game.told("reserve_changed") == []


@pytest.mark.rule("R-271")
@pytest.mark.parametrize(("edition", "red_unit_heals"), [("en", True), ("es", False)])
def test_ex_25_maximum_alert_clears_tokens(edition: str, red_unit_heals: bool) -> None:
    game = position(
        f"""
        C . . 1 2 . . . 3 4 5

        cadin carries=alarm
        cadmus 1 2
        cadmus.1 damage=1 stunned
        dummy 3 4 5 red
        dummy.1 damage=2 stunned
        alert 4
        edition {edition}
        """,
        ALARM,
    ).do("activate cadin", "use_card cadin alarm.ring cadin")
    assert (game.foe("cadmus.1").damage, game.foe("cadmus.1").states) == (0, ())
    assert (game.foe("dummy.1").damage == 0) == red_unit_heals
    assert (game.foe("dummy.1").states == ()) == red_unit_heals
