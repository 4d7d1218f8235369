"""The forms: what is typed becomes a command and back, and what is refused names its field and its rule."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.errors import Illegal, NotationError
from defiance_qt.core.filling import corrected_forms
from defiance_qt.extend.systems import words_of
from expansions.n3.engine import commands as c
from expansions.n3.engine.content import Form
from expansions.n3.engine.forms import filled, forms
from tests.expansions.n3.tables import Table, act, bs, exchange, ready


def form(table: Table, id: str) -> Any:
    return next(one for one in forms(table.game.rules, table.state) if one.id == id)


def give(table: Table, id: str, **values: Any) -> Any:
    sheet = form(table, id)
    usual = {field.path: field.value for field in sheet.fields}
    given = {path.replace("__", "."): value for path, value in values.items()}
    return filled(table.game.rules, table.state, sheet, {**usual, **given})


@pytest.mark.parametrize(("unit", "millimetres"), [("cm", 360), ("inch", 900)])
def test_a_distance_is_typed_in_the_unit_of_the_table(unit: str, millimetres: int) -> None:
    table = act(ready(unit=unit).zone("fog"), bs("ruiz", "carbine", ("tolle", 3)))
    command = give(table, "measured", distance=36, cover=["tolle"], through=["fog"])
    assert command == c.Measured("ruiz", "tolle", millimetres, ("tolle",), ("fog",))
    table.give(command)


def test_a_burst_is_parted_and_a_path_crosses_zones() -> None:
    table = ready().zone("fog").give(c.Activate("ruiz"))
    command = give(table, "burst", dice__tolle=1, dice__nahl=2, crosses=["fog"])
    assert command == bs("ruiz", "carbine", ("tolle", 1), ("nahl", 2), crosses=("fog",))
    table.give(command)
    table = ready().zone("fog").give(c.Activate("ruiz"))
    assert table.give(give(table, "path", skill="move", crosses=["fog"])).order().acts[0].crosses == ("fog",)


def test_the_other_forms_make_commands_too() -> None:
    table = Table(zones="agreed")
    table.give(give(table, "zone", kind="furnace", name=" The yard "))
    assert table.state.zones["furnace_1"].name == "The yard"
    table.give(c.Ready(), c.Initiative(0))
    table.give(give(table, "deploy", troop="wisp", how="impersonation", zones=["furnace_1"]))
    assert table.troop("wisp").zones == ("furnace_1",)
    table.give(c.DeployRest(0), c.DeployRest(1), c.Ready())
    assert table.give(give(table, "place", troop="fen", zones=["furnace_1"])).troop("fen").zones == ("furnace_1",)
    scored = ready("causeway")
    assert scored.give(give(scored, "score", objective="case", troop="fen")).state.scores == (3, 0)
    bench = Table("bench")
    command = give(bench, "exchange", one="vex", other="fen", weapon="phero_booster.hit", answer="dodge")
    assert command == c.Exchange("vex", "bs", "fen", "phero_booster", "hit", "dodge")
    exchange(bench, command)


OWN = {
    "name": "Vex-4 Ash",
    "side": 1,
    "type": "rem",
    "order": "lieutenant",
    "mov_2": 5,
    "bs": 14,
    "wounds": 2,
    "weapon": "carbine",
    "weapon_2": "blade",
    "trait": "guard:2",
    "trait_2": "symbiont_armour",
    "trait_3": "hacking_device",
    "fireteam": "first",
    "programs": ["beacon"],
    "second_bts": 3,
}
"""A troop that is typed at the table."""


@pytest.mark.parametrize("scenario", ["free", "bench"])
def test_a_troop_of_ones_own_is_a_profile_typed_field_by_field(scenario: str) -> None:
    table = Table(scenario)
    troop = table.give(give(table, "troop", **OWN)).troop("Vex-4_Ash")
    profile = troop.profile
    assert (troop.side, troop.where) == (1, "table" if scenario == "bench" else "")
    assert (profile.type, profile.structure, profile.mov, profile.bs, profile.wounds) == ("rem", True, (10, 5), 14, 2)
    assert (profile.weapons, profile.programs) == (("carbine", "blade"), ("beacon",))
    assert profile.skills == ("guard:2", "symbiont_armour", "hacking_device")
    assert (profile.order, profile.lieutenant, profile.fireteam, profile.leader) == ("regular", True, "first", False)
    assert profile.forms == {"inactive": Form(arm=0, bts=3, wounds=1)}
    words = words_of("n3", "en")
    assert form(table, "troop") is not None
    assert table.game.label(c.AddTroop("Vex-4_Ash", 1, profile), table.state, words) == "Add Vex-4 Ash"


def test_an_embryo_of_ones_own_hatches_into_its_profile() -> None:
    table = Table()
    table.give(give(table, "troop", name=" Egg  2 ", arm=4, trait="seed_embryo", second_arm=3, second_bts=6))
    table.give(c.Ready(), c.Initiative(0), c.DeployRest(0), c.DeployRest(1), c.Ready())
    egg = table.troop("Egg_2")
    assert (egg.form, egg.value("arm"), egg.value("bts"), egg.value("silhouette")) == ("seed", 3, 6, 0)
    table.give(c.Activate("Egg_2"), c.Declare("Egg_2", "autohatch"), c.NoReactions(), c.Declare("Egg_2", "idle"))
    assert table.give(c.NoReactions()).troop("Egg_2").value("arm") == 4


def test_a_troop_that_cannot_be_is_refused_beside_its_field() -> None:
    table = Table()
    for values, expected in (
        ({}, ("troop_name", "", "name")),
        ({"name": "Ash!"}, ("troop_name", "", "name")),
        ({"name": "ruiz"}, ("troop_there", "", "name")),
        ({"name": "Ash", "trait": "doctor", "trait_2": "spec_ops"}, ("one_spec_ops", "N-046", "trait_2")),
    ):
        assert refused(table, "troop", **values) == expected
    for place in range(20):
        table.give(give(table, "troop", name=f"Ash {place}"))
    assert refused(table, "troop", name="Ash") == ("full_table", "", "name")


def test_levels_of_skills_are_told_in_the_form() -> None:
    table, words = Table(), words_of("n3", "en")
    fields = table.game.worded_form(table.state, form(table, "troop"), words).fields
    skills = next(field for field in fields if field.path == "trait")
    assert dict(skills.options)["guard:3"] == "Guard 3"
    assert dict(skills.options)["vulnerability:viral"] == "Vulnerability: Viral"
    assert not [name for _, name in skills.options if "." in name]


def refused(table: Table, id: str, **values: Any) -> tuple[str, str, object]:
    """Return why a form is refused: the code, the rule, the field."""
    with pytest.raises(Illegal) as found:
        give(table, id, **values)
    return found.value.code, found.value.rule, found.value.values.get("field")


@pytest.mark.rule("K-008")
@pytest.mark.parametrize(("unit", "first", "most"), [("cm", 10, "500 cm"), ("inch", 4, "200 in")])
def test_a_distance_begins_in_the_first_band_and_ends_at_the_table(unit: str, first: int, most: str) -> None:
    table = act(ready(unit=unit), bs("ruiz", "carbine", ("tolle", 3)))
    assert form(table, "measured").fields[0].value == first
    assert give(table, "measured") in table.game.legal(table.state)
    assert refused(table, "measured", distance=600) == ("distance", "K-008", "distance")
    words = words_of("n3", "en")
    wrong = table.refused(c.Measured("ruiz", "tolle", 6000))
    assert table.game.refusal(wrong, table.state, words) == f"Enter a distance from 0 to {most}"


@pytest.mark.rule("K-007")
def test_a_burst_that_is_not_parted_whole_is_refused_beside_its_dice() -> None:
    table = ready().give(c.Activate("ruiz"))
    assert refused(table, "burst", dice__tolle=1) == ("burst", "K-007", "dice.tolle")
    assert refused(table, "burst", dice__nahl=2, dice__tolle=2) == ("burst", "K-007", "dice.tolle")
    assert refused(table, "burst") == ("no_target", "K-006", "dice.ivo")


def test_a_refusal_of_a_form_names_its_field() -> None:
    bench = Table("bench")
    for values, expected in (
        ({"weapon": "blade"}, ("no_weapon", "K-006", "weapon")),
        ({"skill": "cc", "weapon": "carbine"}, ("no_weapon", "K-006", "weapon")),
        ({"answer": "bs"}, ("no_weapon", "K-006", "answer_weapon")),
        ({"other": "fen"}, ("own_troop", "K-006", "other")),
    ):
        assert refused(bench, "exchange", **values) == expected
    table = Table("furnace_yard").give(c.Ready(), c.Initiative(0))
    assert refused(table, "deploy", troop="fen", how="air") == ("no_way", "N-076", "how")
    scored = ready("causeway").put("fen", marker="camouflage")
    assert refused(scored, "score", troop="fen") == ("no_scorer", "K-024", "troop")


def back(table: Table, id: str, **values: Any) -> None:
    """Check that the command of a form leads back to these values in it."""
    command = give(table, id, **values)
    found = {one.id: one for one in corrected_forms(table.game, table.state, command, words_of("n3", "en"))}
    fields = {field.path: field.value for field in found[id].fields}
    assert fields.items() >= {path.replace("__", "."): value for path, value in values.items()}.items()


def test_every_form_can_be_corrected_later() -> None:
    for unit in ("cm", "inch"):
        measured = act(ready(unit=unit).zone("fog"), bs("ruiz", "carbine", ("tolle", 3)))
        back(measured, "measured", distance=36, cover=["tolle"], through=["fog"])
    order = ready().zone("fog").give(c.Activate("ruiz"))
    back(order, "burst", dice__tolle=1, dice__nahl=2, crosses=["fog"])
    back(order, "path", skill="move", crosses=["fog"])
    bench = Table("bench")
    back(bench, "exchange", one="vex", other="fen", weapon="phero_booster.hit", answer="bs", answer_weapon="carbine")
    back(bench, "exchange", skill="cc", weapon="blade")
    back(bench, "exchange", one="brandt", skill="cc.2", weapon="breaching_blade", zones="furnace")
    setup = Table("furnace_yard")
    back(setup, "troop", **OWN)
    back(setup, "zone", kind="fog", name="Mist")
    back(setup.give(c.Ready(), c.Initiative(0)), "deploy", troop="wisp", how="impersonation", zones=["furnace"])
    back(ready("causeway"), "score", objective="case", troop="fen")
    back(ready().zone("fog"), "place", troop="fen", zones=["fog"])


@pytest.mark.rule("K-001")
def test_a_die_of_21_is_refused() -> None:
    table = act(ready(), bs("ruiz", "carbine", ("tolle", 3))).give(c.Measured("ruiz", "tolle", 300))
    for faces in ((1, 2, 21), (0, 1, 2), (1, 2)):
        wrong = table.refused(c.EnterDice(faces))
        assert (wrong.code, wrong.rule, wrong.values["asked"]) == ("wrong_dice", "K-001", 3)


@pytest.mark.rule("K-007", "K-024")
def test_who_cannot_react_is_refused() -> None:
    table = ready().put("kael", states=("dead",)).put("thorn", states=("stunned",)).put("orrin", where="air")
    table.give(c.Activate("ruiz"), c.Declare("ruiz", "move"))
    for reaction, code, rule in (
        (c.React("kael", "dodge"), "null", "K-024"),
        (c.React("thorn", "bs", "viral_carbine", "", "ruiz"), "stunned", "K-018"),
        (c.React("orrin", "dodge"), "no_such_troop", "K-007"),
        (c.React("fen", "dodge"), "no_such_troop", "K-007"),
        (c.React("vex", "move"), "no_such_reaction", "K-007"),
        (c.React("vex", "dodge", target="fen"), "not_active", "K-007"),
        (c.React("nobody", "dodge"), "no_such_troop", "K-007"),
    ):
        wrong = table.refused(reaction)
        assert (wrong.code, wrong.rule) == (code, rule)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('add_troop {"id":"ash","side":0,"profile":{"type":"li","mov":[10,10]}}', "add_troop lacks the value 'cc'"),
        ('initiative {"side":"A"}', "initiative cannot hold what is given for 'side'"),
        ('initiative {"side":0,"speed":1}', "initiative cannot hold what is given for 'speed'"),
        ('place {"troop":"fen","zones":[1]}', "place cannot hold what is given for 'zones[0]'"),
    ],
)
def test_a_command_that_lacks_a_value_names_it(line: str, why: str) -> None:
    with pytest.raises(NotationError) as found:
        Table().game.parse(line)
    assert str(found.value) == why
