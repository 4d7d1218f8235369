"""The worked examples of the rulebooks as games, EX-01 to EX-09: setup, slots, contact; movement, Range, sight.

Spans `rules.layout`, `rules.activation` and `rules.equip`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import opening, position

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
    passed_over = {"cadin": "range", "billie": "sight", "jazz": "sight", "uma": "", "qiang": ""}
    for id, because in passed_over.items():
        part = chosen.partition(f"figure={id} ")[2].partition("}")[0]
        assert ("because=reason.out_of_" in part) == bool(because), id
        assert f"because=reason.out_of_{because}" in part or not because, id


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
