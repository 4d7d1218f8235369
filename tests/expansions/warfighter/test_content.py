"""What content files may hold, and what packs add: cards, numbers, vetoes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import ContentError, Illegal
from expansions.warfighter import hookspecs
from expansions.warfighter.engine import content as cards
from expansions.warfighter.engine import events as e
from expansions.warfighter.engine import totals
from expansions.warfighter.engine.evolve.table import without
from expansions.warfighter.engine.notation import parse
from expansions.warfighter.system import WarfighterSystem
from tests.expansions.warfighter.table import TEAM, Unhooked, at, content, with_pack


def test_content_of_a_pack_adds_and_replaces_cards_and_faults_are_named() -> None:
    source = b'[soldiers]\nnew = {nation="keld", type="p", rp=9, health=5, load=9, move=1, cover=4, hth=0}\n'
    source += b"[locations]\nfield = {entry=1, hth=1, reinforce=[1,4], table=[1,1,1,1]}\n"
    pack = {"pack/more.toml": source}
    catalog = cards.read({**content(), **pack}, content())
    assert (catalog.soldiers["new"].rp, catalog.locations["field"].entry) == (9, 1)
    assert len(catalog.locations) == 20
    for wrong, named in (
        (b"[events]\nrain = {effect='rain'}", "rain"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[0,1], att=[[6,1]], trait='odd'}", "odd"),
        (b"[skills]\nx = {rp=1, gives=[{number='luck', amount=1}]}", "luck"),
        (b"[missions]\nx = {rp=50, space=4, time=9, load=0, objectives=['none']}", "none"),
        (b"[missions]\nx = {rp=9, space=4, time=9, load=0, objectives=['toll']}", "9 RP buy no Player Soldier"),
        (b"[teams]\nx = [['nobody', [], []]]", "nobody"),
        (b"[front]\nx = {fig=1}", "`front.x`"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[0,1], att=[]}", "`front.x.att`"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[2,1], att=[[6,1]]}", "front.x: range: 2 is above 1"),
        (b"[actions]\nx = {n=1, effect='blast', range=[0,1]}", "no modes"),
        (b"[actions]\nx = {n=1, effect='dive'}", "wounds"),
        (b"[actions]\nx = {n=1, effect='draw', on='later'}", "`actions.x.on`"),
        (b"[equipment]\nx = {rp=1, use='attack'}", "no modes"),
        (b"[supports]\nx = {call=1, keep=1, effect='strike_any'}", "no modes"),
        (b"[supports]\nx = {call=1, keep=1, once=true, effect='jam'}", "once"),
        (b"[teams]\nx = [['vey', ['pouch', 'smg'], []]]", "vey"),
        (b"[front", "Expected"),
    ):
        with pytest.raises(ContentError, match=named) as error:
            cards.read({**content(), "pack/wrong.toml": wrong}, content())
        assert str(error.value).startswith("pack/wrong.toml: ")


def test_a_replaced_file_without_an_ammo_batch_is_refused() -> None:
    source = content()["equipment.toml"].replace(b"batch=true", b"batch=false")
    assert source != content()["equipment.toml"]
    with pytest.raises(ContentError, match="no ammo batch"):
        cards.read({**content(), "equipment.toml": source}, content())


@pytest.mark.rule("W-066")
def test_hooks_of_packs_change_numbers_and_veto_commands() -> None:
    class Pack(Unhooked):
        def calls(self, hook: str) -> tuple[Any, ...]:
            if hook == "modify_number":
                return (
                    lambda context, number, subject: (
                        hookspecs.NumberChange("pack.fog", 2) if number == "entry" else None
                    ),
                )
            if hook == "check_command":
                return (
                    lambda context, command: (
                        hookspecs.Veto("no_rally", "pack-1", "No rally") if type(command).__name__ == "Rally" else None
                    ),
                )
            return ()

    base = at(TEAM.replace("roa @2", "roa @2 supp=1"))
    made = WarfighterSystem().bind(content(), base.game.setup, Pack())
    roa = base.state.team["1"]
    assert (
        totals.entry(made.rules, base.state, roa, 3).value
        == totals.entry(base.game.rules, base.state, roa, 3).value + 2
    )
    with pytest.raises(Illegal) as refused:
        made.decide(base.state, parse("rally 1"))
    assert (refused.value.code, refused.value.rule) == ("no_rally", "pack-1")
    assert not any(type(one).__name__ == "Rally" for one in made.legal(base.state))


TOP = (("locations", "marsh"), ("hostiles", "boar"))
MORE = """
[soldiers]
ada = {nation="keld", type="p", rp=11, health=5, load=9, move=3, cover=6, hth=0}
[locations]
marsh = {entry=1, hth=2, reinforce=[9,9], table=[1,1,1,1], trait="reeds"}
[traits]
reeds = {gives=[{number="cover", amount=2, side="both"}, {number="hit", amount=1, side="team"}], rule="W-149"}
[front]
boar = {fig=1, cover=2, xp=1, value=1, range=[0,0], att=[[2,3]], trait="shy"}
"""


@pytest.mark.rule("W-102", "W-112", "W-119", "W-142")
def test_a_pack_with_one_more_soldier_location_and_hostile_is_played() -> None:
    play = with_pack(MORE.replace('"shy"', '"again"'), objective="toll")
    play.do("nation keld", "buy ada", "arm 1 smg", "buy k_line", "go")
    assert (play.state.team["1"].health, len(play.state.team["1"].hand)) == (5, 5)
    assert "marsh" in play.state.decks["locations"].left
    state, decks = play.state, play.state.decks
    marsh, boar = (replace(decks[deck], left=without(decks[deck].left, [id]), top=(id,)) for deck, id in TOP)
    play.state = replace(state, decks={**decks, "locations": marsh, "hostiles": boar})
    play.do("place 1")
    assert (play.state.row, play.state.hostiles["boar.1"].space) == (("marsh",), 1)
    ada, rules = play.state.team["1"], play.game.rules
    assert totals.entry(rules, play.state, ada, 1).value == 0
    play.do("move 1 right")
    assert totals.soldier_cover(rules, play.state, play.state.team["1"]).value == 6
    play.do("fire 1 smg.1 boar.1", team="6 9 4")
    (resolved,) = (event for event in play.events if isinstance(event, e.ShotsResolved))
    assert (resolved.hit, resolved.cover, resolved.killed) == (7, 4, 1)
    assert "W-149" in next(event for event in play.events if isinstance(event, e.Fired)).rules
    play.do("end")
    assert play.state.turn == 2 or play.can("proceed")


def test_a_trait_that_is_not_there_is_refused() -> None:
    with pytest.raises(ContentError, match=r"front\.boar: no trait .shy."):
        with_pack(MORE)


def test_a_mission_with_a_longer_way_than_there_are_locations_is_refused() -> None:
    rows = [
        line for line in content()["locations.toml"].decode().splitlines() if line.startswith(("[", "field", "farm"))
    ]
    files = {**content(), "locations.toml": "\n".join(rows).encode()}
    with pytest.raises(ContentError, match=r"missions\.\w+: \d Locations lead to the Objective, and there are 2"):
        cards.read(files, files)
