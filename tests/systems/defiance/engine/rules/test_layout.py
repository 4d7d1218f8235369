"""Setting a mission up (R-007 … R-024)."""

from __future__ import annotations

from collections import Counter

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.content import (
    DeployUnits,
    MissionUnit,
    Opening,
    RaiseAlert,
    Reinforce,
    Trigger,
)
from defiance_qt.systems.defiance.engine.invariants import broken
from tests.systems.defiance.engine.positions import Play, opening, start

FIELD = """
    C U . 1 . 2
     Q J . . . .

    console one F2 "S"
    container crate D2 2
    door gate C1:e
    {}
    """


def deployed(game: Play) -> Play:
    for id in tuple(game.state.team):
        game.do(game.options(f"deploy {id}")[0])
    return game


@pytest.mark.rule("R-007")
def test_the_board_is_made_of_the_missions_tiles() -> None:
    game = opening()
    board = game.game.rules.board
    tiles = {board.origin(cell).partition("/")[0] for cell in board.cells}
    assert tiles == {"A00", "A02", "A07", "A08"}
    printed = game.game.rules.catalog.tiles
    assert len(board.cells) == sum(len("".join(printed[id].rows).replace(" ", "")) for id in tiles)


@pytest.mark.rule("R-009")
@pytest.mark.parametrize("id", ["uma", "cadin", "qiang", "jazz"])
def test_starting_equipment_lies_in_matching_slots(id: str) -> None:
    game = opening()
    card, one = game.game.rules.catalog.characters[id], game.one(id)
    assert sorted(held.item for held in one.carried) == sorted(card.equipment)
    taken: Counter[str] = Counter()
    for held in one.carried:
        tabs = game.game.rules.catalog.equipment[held.item].tabs
        assert held.place == "light" if not tabs else int(held.place) < len(tabs)
        taken.update(tabs[int(held.place)] if tabs else ())
    assert not taken - Counter(card.tabs)


@pytest.mark.rule("R-010", "R-011")
def test_every_character_has_one_automedikit_that_takes_no_slot() -> None:
    """Also one whose card does not list it; an Ally only if its card says so (R-320)."""
    more = """
    [[characters]]
    id = "recruit"
    speed = 4
    wounds = 5
    tabs = ["hand"]
    equipment = ["pistol"]
    """
    game = start("C R B J\n\nrecruit R", more)
    for id in ("cadin", "recruit"):
        kits = [held for held in game.one(id).carried if held.item == "automedikit"]
        assert [kit.place for kit in kits] == ["light"]
    assert game.game.rules.catalog.equipment["automedikit"].tabs == ()
    assert "automedikit" not in [held.item for held in game.one("billie").carried]


@pytest.mark.rule("R-012")
def test_each_character_is_placed_on_a_free_deployment_space() -> None:
    game = start("C U . Q\n . J . .\n\n")
    assert game.options("deploy cadin") == [f"deploy cadin {space}" for space in ("A1", "B1", "D1", "B2")]
    assert game.refused("deploy cadin C1") == "no_deployment_space R-012"
    game.do("deploy uma A1")
    assert game.refused("deploy cadin A1") == "deployment_taken R-012"
    assert game.options("deploy uma") == []
    game.do("deploy cadin B1", "deploy jazz D1", "deploy qiang B2")
    assert {id: one.space for id, one in game.state.team.items()} == {
        "cadin": "B1",
        "uma": "A1",
        "qiang": "B2",
        "jazz": "D1",
    }
    assert game.state.round == 1


@pytest.mark.rule("R-013", "R-014", "R-015")
def test_the_unit_cards_lie_where_the_mission_says() -> None:
    """Available in the order listed, the deployed ones beside the board, all others in the Selected deck."""
    game = start(
        FIELD.format(""),
        selected=("gwailos", "cadmus", "dummy", "nox_hacker", "nox_spec_ops"),
        available=("nox_hacker", "nox_spec_ops"),
        respawn=("F1",),
        openings={"en": Opening((MissionUnit("dummy", ("D1", "F1")),)), "es": Opening(())},
    )
    assert game.state.available == ("nox_hacker", "nox_spec_ops")
    assert tuple(game.state.units) == ("dummy",)
    assert game.state.selected == ("gwailos", "cadmus")
    assert (game.foe("dummy.1").space, game.foe("dummy.2").space) == ("D1", "F1")


@pytest.mark.rule("R-015")
@pytest.mark.parametrize(("values", "units"), [("en", {"dummy"}), ("es", {"dummy", "cadmus"})])
def test_who_starts_deployed_is_the_missions_by_switch_d01(values: str, units: set[str]) -> None:
    dummy, cadmus = MissionUnit("dummy", ("D1", "F1")), MissionUnit("cadmus", ("D2", "E2"))
    game = start(
        f"C U . . . .\n . . . . . .\n\nswitch opening={values}",
        selected=("dummy", "cadmus"),
        openings={"en": Opening((dummy,)), "es": Opening((dummy, cadmus))},
    )
    assert set(game.state.units) == units
    assert len(game.state.enemies) == 2 * len(units)


@pytest.mark.rule("R-016")
@pytest.mark.parametrize(("face", "colour", "number"), [(0, "blue", 2), (1, "red", 3)])
def test_the_mission_says_with_which_face_a_unit_is_deployed(face: int, colour: str, number: int) -> None:
    spaces = ("D1", "E1", "F1")[:number]
    game = start(
        FIELD.format(""),
        selected=("dummy",),
        openings={"en": Opening((MissionUnit("dummy", spaces, face),)), "es": Opening(())},
    )
    assert game.unit("dummy").profile.colour == colour
    assert len(game.state.enemies) == number


@pytest.mark.rule("R-016", "R-130")
@pytest.mark.parametrize(("face", "colour", "number"), [(0, "blue", 2), (1, "red", 3)])
def test_a_unit_that_comes_later_has_the_face_the_mission_says(face: int, colour: str, number: int) -> None:
    game = deployed(
        start(
            FIELD.format(""),
            selected=("dummy",),
            triggers=(Trigger("round_began 1", (DeployUnits(("dummy",), ("D1", "E1", "F1"), face),)),),
        )
    )
    assert game.unit("dummy").profile.colour == colour
    assert len(game.state.enemies) == number


@pytest.mark.parametrize(
    "effect", ['do = "deploy", units = ["cadmus"], at = ["A00/A1"], face = 2', 'do = "flip", unit = "cadmus", face = 2']
)
def test_a_face_that_a_unit_does_not_have_is_a_fault(effect: str) -> None:
    files = dict(content.files())
    trigger = f'[[missions.triggers]]\n  on = "round_began 9"\n  effects = [{{ {effect} }}]\n\n  [[missions.victory]]'
    source = files["missions/extraction.toml"].decode().replace("[[missions.victory]]", trigger, 1)
    with pytest.raises(ContentError, match="'cadmus' has no side 2"):
        read_catalog({**files, "missions/extraction.toml": source.encode()})


@pytest.mark.rule("R-017", "R-171")
def test_the_initiative_deck_holds_one_card_for_each_deployed_unit() -> None:
    game = deployed(opening(edition="es"))
    assert sorted(game.state.initiative) == ["cadmus", "nox_leader", "nox_spec_ops"]


@pytest.mark.rule("R-018")
def test_a_mission_plays_the_ai_cards_that_it_lists_and_no_others() -> None:
    game = start(FIELD.format(""), ai_deck=("waver", "rush"))
    assert game.state.decks["ai"] == ("rush", "waver")
    assert not broken(game.game.rules, deployed(game).state)


@pytest.mark.rule("R-018")
def test_ai_cards_of_another_deck_are_played_only_where_a_mission_lists_them() -> None:
    card = '[[ai_cards]]\nid = "sting"\ndeck = "wasps"\nblue = ["attack least_distance"]\nred = ["focused"]\n'
    assert "sting" not in start(FIELD.format(""), card).state.decks["ai"]
    assert start(FIELD.format(""), card, ai_deck=("sting",)).state.decks["ai"] == ("sting",)


@pytest.mark.rule("R-018", "R-020")
def test_all_ai_and_loot_cards_are_in_their_decks() -> None:
    game = opening()
    known = game.game.rules.catalog
    assert sorted(game.state.decks["ai"]) == sorted(id for id, card in known.ai_cards.items() if card.deck == "line")
    assert Counter(game.state.decks["loot"]) == {card.id: card.copies for card in known.loot.values()}
    assert not any(game.state.discards.values())


@pytest.mark.rule("R-018")
def test_any_ai_card_may_be_dealt_first() -> None:
    """The deck is shuffled: which card comes is chance, and the next one is another."""
    dealt = set()
    for seed in range(40):
        game = deployed(opening(edition="es", seed=seed))
        cards = [unit.ai_card for unit in game.state.units.values()]
        assert len(set(cards)) == len(cards)
        dealt.update(cards)
    assert dealt == set(game.game.rules.catalog.ai_deck("extraction"))


@pytest.mark.rule("R-019")
@pytest.mark.parametrize("tokens", [0, 3])
def test_the_reserve_starts_empty_unless_the_mission_says_otherwise(tokens: int) -> None:
    game = start(FIELD.format(""), reserve=tokens) if tokens else start(FIELD.format(""))
    assert game.state.reserve == tokens


@pytest.mark.rule("R-021", "R-022")
@pytest.mark.parametrize("alert", [0, 1, 3])
def test_round_1_at_the_missions_alert(alert: int) -> None:
    game = deployed(start(FIELD.format(""), alert=alert))
    assert (game.state.round, game.state.alert) == (1, alert)


@pytest.mark.rule("R-023")
def test_consoles_containers_and_doors_are_in_place() -> None:
    game = start(FIELD.format(""))
    assert (game.state.consoles["one"].space, game.state.consoles["one"].completed) == ("F2", ())
    assert (game.state.containers["crate"].space, game.state.containers["crate"].empty) == ("D2", False)
    assert not game.state.doors["gate"].open


@pytest.mark.rule("R-024")
def test_the_missions_instructions_come_before_the_first_activation() -> None:
    game = deployed(start(FIELD.format(""), triggers=(Trigger("round_began 1", (RaiseAlert(2), Reinforce(3))),)))
    assert game.asks() == "team round"
    assert (game.state.alert, game.state.reserve) == (3, 3)


@pytest.mark.rule("R-024")
def test_what_the_instructions_alter_as_the_table_is_laid_out_is_altered_once() -> None:
    triggers = (
        Trigger("round_began 1", (Reinforce(1),)),
        Trigger("set_up", (Reinforce(3),)),
        Trigger("set_up", (RaiseAlert(1),)),
    )
    game = start(FIELD.format(""), triggers=triggers)
    assert game.told("trigger_fired") == ["trigger_fired 1 set_up [R-024]", "trigger_fired 2 set_up [R-024]"]
    assert (game.state.alert, game.state.reserve, set(game.state.fired)) == (2, 3, {1, 2})


@pytest.mark.rule("R-253")
def test_a_respawn_value_on_one_face_only_is_a_fault() -> None:
    """At Maximum Alert the Unit would have to come back with a face that names no price."""
    unit = '[[units]]\nid = "x"\nfaces = [{ colour = "blue", number = 1, speed = 1, wounds = 1, respawn = 2 },'
    unit += '{ colour = "red", number = 1, speed = 1, wounds = 1 }]\n'
    with pytest.raises(ContentError, match="a Respawn value is on one side only"):
        read_catalog({**content.files(), "more.toml": unit.encode()})


@pytest.mark.rule("R-007", "R-008", "R-009", "R-013", "R-014", "R-018", "R-020", "R-022", "R-023", "R-024", "R-167")
def test_the_set_up_cites_each_of_its_steps() -> None:
    (line,) = start("U . .").told("mission_set_up")
    cited = line.rpartition("[")[2].rstrip("]").split()
    assert cited == [f"R-{number:03}" for number in (*range(7, 12), 13, 14, *range(18, 25), 167)]
