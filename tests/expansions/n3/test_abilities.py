"""The skills, the equipment and the weapons of the supplement: a class for each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.abilities import close, has
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.state import Target
from expansions.n3.engine.zones import saturation
from tests.expansions.n3.tables import Table, act, bs, cc, exchange, ready, shot


def deploying(**options: Any) -> Table:
    return Table(**options).give(c.Ready(), c.Initiative(0))


@pytest.mark.rule("N-037")
def test_a_level_includes_all_lower_ones() -> None:
    table = Table()
    assert close.owned(table.troop("brandt")) == (1, 2, 3)
    assert close.owned(table.troop("kael")) == (1, 2, 3, 4)
    assert close.owned(table.troop("fen")) == ()


class TestStrategicDeployment:
    @pytest.mark.rule("N-038", "N-039")
    def test_the_owner_first_and_then_the_rest_deploy_forward(self) -> None:
        table = deploying()
        assert table.give(c.Deploy("adeyemi")).of(e.Deployed)[0].forward == 1
        assert table.give(c.Deploy("ruiz")).of(e.Deployed)[0].forward == 1
        assert table.cites("N-039")
        assert table.give(c.Deploy("fen")).of(e.Deployed)[0].forward == 0

    @pytest.mark.rule("N-038")
    def test_an_owner_that_is_not_the_first_gives_nothing(self) -> None:
        table = deploying().give(c.Deploy("ruiz"))
        assert table.give(c.Deploy("adeyemi")).of(e.Deployed)[0].forward == 0
        assert table.give(c.Deploy("okafor")).of(e.Deployed)[0].forward == 0

    @pytest.mark.rule("N-038")
    def test_nor_does_one_that_does_not_lead(self) -> None:
        table = deploying().put("adeyemi", leader=False)
        assert table.give(c.Deploy("adeyemi")).of(e.Deployed)[0].forward == 0

    @pytest.mark.rule("N-040")
    def test_where_the_scenario_grants_the_first_level_the_owner_has_the_second(self) -> None:
        from expansions.n3.engine.abilities.deployment import forward, forward_rules

        troops = deploying().state.troops
        assert forward(troops["adeyemi"], troops, 1) == 2
        assert forward_rules(troops["adeyemi"], 2, 1) == ("N-038", "N-040")
        assert forward(troops["fen"], troops, 1) == 1
        assert forward_rules(troops["fen"], 1, 1) == ()


class TestGuard:
    @pytest.mark.rule("N-041")
    def test_it_gives_courage(self) -> None:
        assert has(Table().troop("brandt"), "courage")

    @pytest.mark.rule("N-043", "N-044", "N-045")
    @pytest.mark.parametrize(
        ("level", "own", "other", "damage", "dice"),
        [(0, 20, 16, 15, 1), (1, 20, 13, 17, 1), (2, 23, 13, 17, 1), (3, 20, 13, 17, 2), (4, 23, 16, 18, 2)],
    )
    def test_the_table(self, level: int, own: int, other: int, damage: int, dice: int) -> None:
        table = ready(side=1)
        act(table, cc("kael", "claws", "fen", level), c.React("fen", "cc", "blade", "", "kael"))
        mine, its = table.rolls()
        assert (mine.sv, mine.dice, its.sv) == (own, dice, other)
        table.dice(*(10,) * dice).dice(20)
        assert {save[3] for save in table.saves()} == {damage}

    @pytest.mark.rule("N-042", "N-044")
    def test_a_reaction_has_the_burst_of_levels_3_and_4_too(self) -> None:
        table = ready(side=0)
        act(table, cc("fen", "blade", "kael"), c.React("kael", "cc", "claws", "", "fen", 3))
        assert [roll.dice for roll in table.rolls()] == [1, 2]

    @pytest.mark.rule("N-041", "N-044", "N-045")
    def test_one_owned_level_is_chosen_in_a_cc_attack(self) -> None:
        table = ready().give(c.Activate("brandt"))
        assert table.refused(cc("brandt", "breaching_blade", "kael", 4)).rule == "N-045"
        shooting = c.Declare("brandt", "bs", "scattergun", targets=(Target("kael", 2),), guard=1)
        assert table.refused(shooting).rule == "N-045"
        table.give(cc("brandt", "breaching_blade", "kael", 2))
        assert table.order().acts[0].guard == 2
        assert table.cites("N-041", "N-045")


class TestSpecOps:
    @pytest.mark.rule("N-046", "N-047")
    def test_a_force_has_one_at_most_whose_purchases_are_typed(self) -> None:
        table = Table()
        bought = table.troop("fen").profile
        assert table.refused(c.AddTroop("second", 0, bought)).rule == "N-046"

        for wrong in (replace(bought, weapons=("spoon",)), replace(bought, skills=("guard:all",))):
            assert table.refused(c.AddTroop("hers", 1, wrong)).code == "no_such_entry"
        for id, code in (("a b", "troop_name"), ("", "troop_name"), ("ruiz", "troop_there")):
            assert table.refused(c.AddTroop(id, 1, bought)).code == code
        better = replace(bought, bs=14, skills=("spec_ops", "dazer:1"))
        table.give(c.AddTroop("hers", 1, better))
        assert table.troop("hers").value("bs") == 14

    @pytest.mark.rule("N-048")
    def test_it_is_a_specialist_where_the_scenario_wants_one(self) -> None:
        table = ready("spore_season").give(c.Activate("ruiz"))
        assert table.refused(c.Declare("ruiz", "open")).rule == "N-048"
        table.give(c.Declare("ruiz", "idle"), c.NoReactions(), c.Declare("ruiz", "idle"), c.NoReactions())
        act(table, c.Declare("fen", "open")).dice(3)
        assert table.state.scores == (2, 0)
        assert table.refused(c.Score("vault_south", 0, "fen")).rule == "N-048"

    @pytest.mark.rule("N-048")
    @pytest.mark.parametrize("scenario", ["furnace_yard", "spore_season"])
    def test_it_opens_nothing_where_there_is_nothing_to_open(self, scenario: str) -> None:
        table = ready(scenario)
        table.state = replace(table.state, scored={"vault_north": 0, "vault_south": 1})
        table.give(c.Activate("fen"))
        assert table.refused(c.Declare("fen", "open")).code == "nothing_to_open"


class TestImmunity:
    @pytest.mark.rule("N-049", "N-050", "N-055")
    def test_the_better_attribute_comes_first_and_cover_counts_for_arm(self) -> None:
        table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "kael", "test_ap"), cover=("kael",)).dice(2, 20, 20)
        assert table.order().saves[0].choices == (("arm", 5), ("bts", 0))
        assert table.refused(c.ChooseSave("ph")).code == "no_attribute"
        table.give(c.ChooseSave("bts"))
        assert table.order().saves[0].value == 0

    @pytest.mark.rule("N-051")
    def test_what_is_non_lethal_does_nothing_and_asks_no_guts(self) -> None:
        table = ready().put("fen", weapons=("test_stun",)).put("kael", skills=("immunity:total",))
        act(table, bs("fen", "test_stun", ("kael", 3))).give(c.Measured("fen", "kael", 300))
        table.dice(2, 3, 20)
        assert table.of(e.HitIgnored)
        assert table.saves() == []
        assert table.state.order is None

    @pytest.mark.rule("N-052")
    def test_hacking_meets_the_bts_of_the_profile(self) -> None:
        table = exchange(Table("bench"), c.Exchange("okafor", "hack", "kael", "stinger")).dice(5)
        assert table.saves() == [("kael", "bts", 0, 14, 1, 0)]

    @pytest.mark.rule("N-053")
    def test_a_critical_of_da_has_no_second_roll(self) -> None:
        table = exchange(Table("bench"), c.Exchange("ruiz", "bs", "kael", "test_da")).dice(13, 20, 20)
        assert table.saves() == [("kael", "arm", 2, 13, 0, 1)]

    @pytest.mark.rule("N-049", "N-024")
    def test_a_zone_is_such_a_rule(self) -> None:
        table = ready(side=1).zone("vault", Hostile(17, "bts", 12, 0, 2)).put("kael", zones=("vault",))
        act(table, cc("kael", "claws", "fen")).dice(17)
        zone = table.of(e.SaveAsked)[-1].save
        assert (zone.rolls, zone.choices) == (1, (("arm", 2), ("bts", 0)))


class TestMorphoScan:
    @pytest.mark.rule("N-056", "N-058", "N-060")
    def test_it_copies_without_a_roll_and_once(self) -> None:
        table = scanning("brandt")
        assert [table.troop("wisp").value(one) for one in ("cc", "bs", "ph")] == [19, 11, 14]
        assert table.troop("wisp").copied["mov_1"] == 5
        assert table.troop("wisp").value("wip") == 14
        table.give(c.Activate("wisp"))
        assert table.refused(scan("ruiz")).code == "used_up"

    @pytest.mark.rule("N-057")
    def test_it_needs_a_figure_with_wounds(self) -> None:
        table = ready(side=1).put("ruiz", marker="camouflage").give(c.Activate("wisp"))
        assert table.refused(scan("mule")).rule == "N-057"
        assert table.refused(scan("ruiz")).rule == "N-057"

    @pytest.mark.rule("N-059", "N-060", "N-213", "N-214")
    @pytest.mark.parametrize(("die", "copied"), [(3, False), (4, True)])
    def test_a_reset_at_minus_nine_avoids_it(self, die: int, copied: bool) -> None:
        table = ready(side=1)
        act(table, scan("brandt"), c.React("brandt", "reset"))
        assert table.rolls()[0].sv == 12 - 9
        table.dice(die)
        assert bool(table.troop("wisp").copied) is copied
        assert table.troop("wisp").used.get("morpho_scan", 0) == copied


def scan(target: str) -> c.Declare:
    return c.Declare("wisp", "morpho_scan", targets=(Target(target),))


def scanning(target: str) -> Table:
    return act(ready(side=1), scan(target))


class TestReporter:
    @pytest.mark.rule("N-061", "N-062", "N-063", "N-064", "N-065")
    @pytest.mark.parametrize(
        ("levels", "bonus"), [((), (0, 0)), ((1,), (3, 3)), ((2,), (3, 6)), ((3,), (3, 9)), ((1, 3), (3, 9))]
    )
    def test_the_best_counts_once_for_both_rolls(self, levels: tuple[int, ...], bonus: tuple[int, int]) -> None:
        table = ready(rounds=1, campaign=True).put("silva", skills=()).put("fen", skills=())
        for id, level in zip(("silva", "fen"), levels, strict=False):
            table.put(id, skills=(f"reporter:{level}",))
        table.give(c.EndTurn(), c.EndTurn())
        own = table.of(e.CampaignCounted)[0]
        assert (own.cubevac, own.promotion) == bonus

    @pytest.mark.rule("N-061")
    def test_who_is_null_or_off_the_table_does_not_count_nor_does_a_game_without_a_campaign(self) -> None:
        table = ready(rounds=1, campaign=True).put("silva", states=("unconscious",), lost=1).put("fen", skills=())
        table.give(c.EndTurn(), c.EndTurn())
        assert table.of(e.CampaignCounted)[0].promotion == 0
        assert not ready(rounds=1).give(c.EndTurn(), c.EndTurn()).of(e.CampaignCounted)


class TestSeedEmbryo:
    @pytest.mark.rule("N-066")
    def test_it_is_deployed_as_an_embryo(self) -> None:
        table = deploying()
        assert table.refused(c.Deploy("sedge")).rule == "N-066"
        sedge = table.give(c.Deploy("sedge", "embryo")).troop("sedge")
        assert (sedge.marker, sedge.form, sedge.value("arm"), sedge.value("bts")) == ("embryo", "seed", 3, 6)

    @pytest.mark.rule("N-067", "N-074")
    def test_it_may_hatch_in_the_count_from_the_second_own_turn_on(self) -> None:
        table = ready(side=1)
        assert table.refused(c.CancelState("sedge", "embryo")).code == "wrong_phase"
        table.give(c.EndTurn(), c.EndTurn())
        assert table.state.phase == "count"
        assert table.refused(c.CancelState("orrin", "embryo")).rule == "N-067"
        assert table.refused(c.Proceed()).rule == "N-067"
        table.give(c.CancelState("sedge", "embryo"))
        assert (table.troop("sedge").form, table.troop("sedge").marker) == ("", "")
        assert table.game.prompt(table.state).asks == "turn"
        assert table.troop("orrin").form == "seed"

    @pytest.mark.rule("N-068")
    def test_it_has_no_silhouette_and_may_use_a_weapon(self) -> None:
        table = ready(side=1)
        assert table.troop("sedge").value("silhouette") == 0
        table.give(c.Activate("sedge"), bs("sedge", "pulse_thrower", ("fen", 2)))
        assert table.troop("sedge").form == "seed"

    @pytest.mark.rule("N-069", "N-073", "N-074")
    def test_a_discovered_camouflage_marker_is_an_embryo(self) -> None:
        table = deploying().give(c.Deploy("sedge", "camouflage"), c.DeployRest(0), c.DeployRest(1), c.Ready())
        act(table, c.Declare("fen", "discover", targets=(Target("sedge"),)))
        table.give(c.Measured("fen", "sedge", 300)).dice(3)
        assert (table.troop("sedge").marker, table.troop("sedge").form) == ("embryo", "seed")
        table.give(c.EndTurn(), c.Activate("sedge"), c.Declare("sedge", "autohatch"))
        assert table.troop("sedge").form == ""

    @pytest.mark.rule("N-070")
    def test_with_combat_jump_it_lands_as_an_embryo(self) -> None:
        table = ready(side=1)
        assert table.troop("orrin").where == "air"
        table.give(c.Activate("orrin"))
        assert table.refused(c.Declare("orrin", "move")).rule == "N-070"
        table.give(c.Declare("orrin", "combat_jump"), c.NoReactions()).dice(3)
        orrin = table.give(c.Place("orrin")).troop("orrin")
        assert (orrin.where, orrin.marker, orrin.form) == ("table", "embryo", "seed")

    @pytest.mark.rule("N-071")
    def test_autohatch_comes_first_and_counts_for_the_whole_order(self) -> None:
        table = ready(side=1).give(c.Activate("sedge"))
        table.give(c.Declare("sedge", "move"), c.NoReactions())
        assert table.refused(c.Declare("sedge", "autohatch")).rule == "N-071"
        table.give(c.Declare("sedge", "idle"), c.NoReactions())
        act(table, c.Declare("sedge", "autohatch"), second=bs("sedge", "pulse_thrower", ("fen", 2)))
        assert table.troop("sedge").form == ""
        assert not table.order().rolls

    @pytest.mark.rule("N-072", "N-074", "N-215")
    @pytest.mark.parametrize(("die", "form", "saved"), [(12, "", True), (5, "", False), (14, "seed", False)])
    def test_hatch_evades_like_a_dodge_and_takes_effect_at_the_conclusion(
        self, die: int, form: str, saved: bool
    ) -> None:
        table = ready()
        act(table, bs("fen", "marksman_rifle", ("sedge", 2)), c.React("sedge", "hatch"))
        table.give(c.Measured("fen", "sedge", 500)).dice(9, 20).dice(die)
        if saved:
            assert table.saves() == []
        else:
            assert table.saves()[0][:3] == ("sedge", "arm", 2)
            table.dice(20)
            while table.state.asked:
                table.dice(*(1,) * table.state.asked[0].dice)
        assert table.troop("sedge").form == ("seed" if not saved else form)

    @pytest.mark.rule("N-072")
    def test_only_an_embryo_hatches(self) -> None:
        table = ready().give(c.Activate("fen"), c.Declare("fen", "move"))
        assert table.refused(c.React("tolle", "hatch")).rule == "N-072"


class TestImpersonation:
    @pytest.mark.rule("N-075")
    def test_it_gives_surprise_and_stealth(self) -> None:
        wisp = Table().troop("wisp")
        assert all(has(wisp, skill) for skill in ("surprise_attack", "surprise_shot", "stealth"))

    @pytest.mark.rule("N-075")
    @pytest.mark.parametrize(("skill", "mod"), [("bs", -3), ("cc", -6)])
    def test_an_attack_out_of_the_marker_surprises(self, skill: str, mod: int) -> None:
        table = ready(side=1)
        attack = bs("wisp", "needle_pistol", ("fen", 1)) if skill == "bs" else cc("wisp", "blade", "fen")
        act(table, attack, c.React("fen", "cc", "blade", "", "wisp"))
        if table.state.step == "measure":
            table.give(c.Measured("wisp", "fen", 100))
        assert table.rolls()[1].sv == 16 + mod

    @pytest.mark.rule("N-075")
    def test_it_surprises_who_is_aimed_at_alone(self) -> None:
        table = act(
            ready(side=1),
            bs("wisp", "needle_pistol", ("fen", 1)),
            c.React("fen", "dodge"),
            shot("dray", "support_gun", "wisp"),
        )
        table.give(c.Measured("wisp", "fen", 100), c.Measured("dray", "wisp", 500))
        assert [step.why for step in table.rolls()[2].steps] == ["attribute.bs", "band"]

    @pytest.mark.rule("N-076", "N-078")
    def test_it_is_deployed_as_a_marker_in_the_open(self) -> None:
        table = deploying().give(c.Deploy("wisp", "impersonation"))
        assert table.troop("wisp").marker == "impersonation_2"
        assert table.refused(c.Deploy("fen", "impersonation")).rule == "N-076"

    @pytest.mark.rule("K-023", "N-077", "N-079", "N-080", "N-216")
    @pytest.mark.parametrize(("die", "marker", "dazers"), [(14, "impersonation_2", 0), (15, "", 1)])
    def test_in_the_enemy_zone_it_rolls_and_a_failure_costs_the_marker_and_its_deployables(
        self, die: int, marker: str, dazers: int
    ) -> None:
        table = deploying().give(c.Deploy("wisp", "enemy_zone")).dice(die)
        assert table.troop("wisp").marker == marker
        assert table.troop("wisp").used.get("dazer", 0) == dazers

    @pytest.mark.rule("N-081")
    def test_once_cancelled_it_never_comes_back(self) -> None:
        table = ready(side=1).give(c.CancelState("wisp", "impersonation"))
        assert table.troop("wisp").marker == ""
        again = [one for one in table.game.legal(table.state) if "impersonation" in str(one)]
        assert again == []
        assert table.refused(c.CancelState("wisp", "impersonation")).rule == "N-081"


class TestTriCore:
    @pytest.mark.rule("N-082")
    def test_it_needs_a_triad_of_three_with_its_owner(self) -> None:
        table = ready().put("tanaka", skills=()).give(c.Activate("tanaka", ("dray", "marsh")))
        assert table.bonuses() == (3,)
        assert ready().refused(c.MoveMarker("first")).rule == "N-082"

    @pytest.mark.rule("N-083")
    def test_the_bonuses_say_that_they_are_those_of_tri_core(self) -> None:
        table = ready()
        act(table, bs("tanaka", "carbine", ("tolle", 4)), together=("dray", "marsh"))
        table.give(c.Measured("tanaka", "tolle", 300))
        assert [step.rule for step in table.rolls()[0].steps if step.why == "fireteam_5"] == ["N-083"]

    @pytest.mark.rule("N-085")
    def test_an_isolated_owner_ends_it_with_the_order(self) -> None:
        table = ready().give(c.Activate("tanaka", ("dray", "marsh"))).put("tanaka", states=("isolated",))
        assert table.state.tri_core == ("triad", "")
        table.give(c.Declare("tanaka", "idle"), c.NoReactions(), c.Declare("tanaka", "idle"), c.NoReactions())
        assert table.state.tri_core == ("", "")

    @pytest.mark.rule("N-086", "N-217")
    def test_each_side_has_a_marker_that_moves_in_either_turn(self) -> None:
        table = ready()
        for id in ("vex", "tolle", "nahl"):
            table.put(id, fireteam="triad_east", leader=id == "vex")
        table.put("vex", skills=("tri_core",))
        table.give(c.MoveMarker("triad"), c.MoveMarker("triad_east", 1))
        assert table.state.tri_core == ("triad", "triad_east")
        assert table.refused(c.MoveMarker("triad_east", 2)).code == "no_such_side"


class TestVulnerability:
    @pytest.mark.rule("N-087")
    def test_no_immunity_counts_against_it(self) -> None:
        table = Table("bench").put("thorn", mate="ivo", skills=("symbiont_armour", "vulnerability:fire"))
        exchange(table, c.Exchange("ruiz", "bs", "thorn", "test_fire")).dice(2, 20, 20)
        assert table.saves() == [("thorn", "arm", 3, 13, 1, 0)]
        assert table.order().saves[0].again


class TestDazer:
    @pytest.mark.rule("N-088", "N-089", "N-090", "N-115", "N-218")
    def test_it_is_placed_at_the_conclusion_and_works_from_the_next_order_on(self) -> None:
        table = ready(side=1)
        act(table, c.Declare("tolle", "dazer"))
        zone = table.state.zones["dazer_1"]
        assert (zone.movement, zone.saturation, zone.since) == ("very_difficult", True, table.state.orders + 1)
        assert table.troop("tolle").used["dazer"] == 1
        fen, vex = table.troop("fen"), table.troop("vex")
        assert saturation(table.state, fen, vex, ("dazer_1",)) is None
        table.give(c.EndTurn(), c.Activate("fen"))
        found = saturation(table.state, fen, vex, ("dazer_1",))
        assert found is not None
        assert found.amount == -1

    @pytest.mark.rule("N-088", "N-115")
    def test_there_are_as_many_as_its_level(self) -> None:
        table = ready(side=1).put("tolle", used={"dazer": 3}).give(c.Activate("tolle"))
        assert table.refused(c.Declare("tolle", "dazer")).rule == "N-088"
        table = ready().give(c.Activate("fen"), c.Declare("fen", "move"), c.React("tolle", "dazer"))
        assert table.troop("tolle").used["dazer"] == 1
        assert table.refused(c.React("vex", "dazer")).rule == "N-088"

    @pytest.mark.rule("N-091")
    def test_it_stays_until_it_is_destroyed(self) -> None:
        table = act(ready(side=1), c.Declare("tolle", "dazer"))
        table.give(c.EndTurn(), c.EndTurn(), c.Ready())
        assert "dazer_1" in table.state.zones
        table.give(c.RemoveZone("dazer_1"))
        assert table.state.zones == {}
        assert table.cites("N-091")

    @pytest.mark.rule("N-092", "K-016")
    def test_multiterrain_is_not_slowed_but_still_saturated(self) -> None:
        table = act(ready(side=1), c.Declare("tolle", "dazer"))
        for id, slowed in (("vex", True), ("tolle", False)):
            table.give(c.Activate(id), c.Declare(id, "move", crosses=("dazer_1",)))
            (halved,) = table.of(e.MovementHalved)
            assert halved.slowed is slowed
            table.give(c.NoReactions(), c.Declare(id, "idle"), c.NoReactions())
        found = saturation(table.state, table.troop("tolle"), table.troop("fen"), ("dazer_1",))
        assert found is not None

    @pytest.mark.rule("K-016")
    def test_the_skill_of_its_terrain_frees_too(self) -> None:
        table = ready().zone("bog", movement="very_difficult").put("fen", skills=("desert",))
        for id, slowed in (("fen", False), ("ruiz", True)):
            table.give(c.Activate(id), c.Declare(id, "move", crosses=("bog",)))
            assert [event.slowed for event in table.of(e.MovementHalved)] == [slowed]
            table.give(c.NoReactions(), c.Declare(id, "idle"), c.NoReactions())


class TestStratusCloud:
    @pytest.mark.rule("N-093", "N-097", "N-098")
    def test_it_works_for_the_whole_order_and_through_the_next_player_turn(self) -> None:
        table = ready(side=1)
        act(table, c.Declare("nahl", "cloud"), shot("fen", "marksman_rifle", "nahl"))
        table.give(c.Measured("fen", "nahl", 500))
        assert [step.amount for step in table.rolls()[0].steps if step.why == "low_visibility"] == [-3]
        table.dice(20)
        assert table.troop("nahl").cloud == 2
        table.give(c.EndTurn())
        assert table.troop("nahl").cloud == 2
        table.give(c.EndTurn())
        assert table.troop("nahl").cloud == 0
        table.give(c.Ready(), c.Activate("nahl"))
        assert table.refused(c.Declare("nahl", "cloud")).rule == "N-093"

    @pytest.mark.rule("N-098")
    def test_it_is_cancelled_freely_and_not_used_again(self) -> None:
        table = act(ready(side=1), c.Declare("nahl", "cloud"))
        table.give(c.CancelState("nahl", "cloud"))
        assert table.troop("nahl").cloud == 0
        table.give(c.Activate("nahl"))
        assert table.refused(c.Declare("nahl", "cloud")).code == "used_up"

    @pytest.mark.rule("N-093")
    def test_it_is_a_reaction_too(self) -> None:
        table = ready().give(c.Activate("fen"), c.Declare("fen", "move"), c.React("nahl", "cloud"))
        assert table.troop("nahl").cloud == 2

    @pytest.mark.rule("N-219")
    def test_what_else_has_negative_feedback_is_left_to_the_players(self) -> None:
        skills = (*ready().troop("wisp").profile.skills, "stratuscloud")
        table = ready(side=1).put("wisp", skills=skills).give(c.Activate("wisp"), c.Declare("wisp", "cloud"))
        assert table.troop("wisp").cloud == 2

    @pytest.mark.rule("N-096")
    def test_who_has_cancelled_suffers_the_next_cloud(self) -> None:
        table = ready(side=1).put("vex", cloud=9)
        act(table, bs("nahl", "carbine", ("fen", 3)))
        table.give(c.Measured("nahl", "fen", 300, (), ("vex",)))
        assert (table.rolls()[0].sv, table.rolls()[0].dice) == (12 + 3 - 3, 2)


class TestSymbioMate:
    @pytest.mark.rule("N-099", "N-100")
    def test_it_goes_to_another_troop_with_symbiont_armour_on_the_table(self) -> None:
        table = deploying().give(c.Deploy("ivo"), c.Deploy("vex"))
        assert table.refused(c.AssignMate("ivo", "ivo")).rule == "N-099"
        assert table.refused(c.AssignMate("ivo", "thorn")).rule == "N-099"
        table.give(c.AssignMate("ivo", "vex"))
        assert table.refused(c.AssignMate("ivo", "vex")).rule == "N-100"
        table.give(c.Deploy("thorn"), c.AssignMate("ivo", "thorn"))
        assert table.refused(c.AssignMate("ivo", "nahl")).rule == "N-099"

    @pytest.mark.rule("N-100", "N-104")
    def test_it_is_lost_with_the_armour(self) -> None:
        table = Table("bench").put("thorn", mate="ivo", lost=1)
        exchange(table, c.Exchange("ruiz", "hack", "thorn", "stinger"))
        table.put("thorn", lost=1).dice(2).dice(1)
        assert table.troop("thorn").form == "inactive"
        assert table.troop("thorn").mate == ""

    @pytest.mark.rule("N-101")
    def test_it_is_a_marker_and_no_troop(self) -> None:
        table = ready()
        assert table.troop("vex").mate == "ivo"
        assert len(table.state.troops) == 20

    @pytest.mark.rule("N-102", "N-107")
    @pytest.mark.parametrize(("cover", "value"), [((), 9), (("thorn",), 12)])
    def test_nine_and_cover(self, cover: tuple[str, ...], value: int) -> None:
        table = Table("bench").put("thorn", mate="ivo")
        exchange(table, c.Exchange("ruiz", "bs", "thorn", "viral_carbine"), cover=cover).dice(2, 20, 20)
        assert table.saves() == [("thorn", "arm", value, 13, 1, 0)]

    @pytest.mark.rule("N-103", "N-104", "N-108")
    def test_a_zone_uses_it_up(self) -> None:
        table = ready(side=1).zone("waste", Hostile(17, "bts", 12, 0, 2)).put("thorn", zones=("waste",))
        act(table, c.Declare("thorn", "dodge")).dice(18)
        assert table.saves() == [("thorn", "arm", 9, 12, 1, 0)]
        table.dice(20)
        assert table.troop("thorn").mate == ""

    @pytest.mark.rule("N-105", "N-212")
    def test_hacking_passes_it_by(self) -> None:
        table = Table("bench").put("thorn", mate="ivo")
        exchange(table, c.Exchange("okafor", "hack", "thorn", "lockdown")).dice(2)
        assert table.saves() == [("thorn", "bts", 6, 13, 2, 0)]
        table.dice(20, 20)
        assert table.troop("thorn").mate == "ivo"


class TestPheroBooster:
    @pytest.mark.rule("N-109")
    def test_a_mode_is_chosen_at_each_use(self) -> None:
        table = ready(side=1).give(c.Activate("vex"))
        assert table.refused(bs("vex", "phero_booster", ("fen", 2))).rule == "N-109"
        table.give(bs("vex", "phero_booster", ("fen", 1), mode="hit"))
        assert table.order().acts[0].mode == "hit"

    @pytest.mark.rule("N-110", "N-220")
    @pytest.mark.parametrize(
        ("distance", "sv"), [(400, 11), (401, 14), (600, 14), (601, 8), (1000, 8), (1001, 5), (1200, 5), (1201, 0)]
    )
    def test_its_bands(self, distance: int, sv: int) -> None:
        table = Table("bench")
        exchange(table, c.Exchange("vex", "bs", "fen", "phero_booster", "hit"), distance)
        assert table.rolls()[0].sv == sv

    @pytest.mark.rule("N-111", "N-112", "N-113")
    @pytest.mark.parametrize(
        ("mode", "dice", "damage", "ammunition"),
        [("burst", 2, 14, "pheromonic"), ("hit", 1, 16, "pheromonic"), ("stun", 2, 14, "stun")],
    )
    def test_its_modes(self, mode: str, dice: int, damage: int, ammunition: str) -> None:
        table = Table("bench")
        exchange(table, c.Exchange("vex", "bs", "fen", "phero_booster", mode), 300)
        table.dice(*(2,) * dice)
        (save,) = [event.save for event in table.of(e.SaveAsked)]
        assert (save.rolls, save.damage, save.ammunition, save.attribute) == (dice, damage, ammunition, "bts")

    @pytest.mark.rule("N-049", "N-114")
    def test_it_does_not_mark_who_is_immune(self) -> None:
        table = Table("bench")
        exchange(table, c.Exchange("fen", "bs", "kael", "phero_booster", "hit"), 300).dice(2)
        assert table.of(e.StateSet) == []

    @pytest.mark.rule("N-114", "K-013")
    def test_a_pheromonic_hit_marks_saved_or_not(self) -> None:
        table = Table("bench")
        exchange(table, c.Exchange("vex", "bs", "fen", "phero_booster", "hit"), 300).dice(2).dice(20)
        assert table.troop("fen").states == ("targeted",)
        assert table.troop("fen").lost == 0
