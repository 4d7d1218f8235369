"""Equip: redistributing, exchanging, installing, and what is left over (R-114, R-116 … R-119, R-146)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.frames import Equipping
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.positions import Play, position

CARDS = """
    [[equipment]]
    id = "pike"
    tabs = [["hand", "hand"]]

    [[equipment]]
    id = "charm"

    [[characters]]
    id = "porter"
    ally = true
    automedikit = false
    speed = 4
    wounds = 4
    defense = ["any"]
    tabs = ["backpack", "backpack"]

    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 4
    defense = ["any"]
    """


def places(game: Play, id: str) -> dict[str, str]:
    return {held.item: held.place for held in game.one(id).carried}


@pytest.mark.rule("R-116")
def test_one_redistributes_ones_own_equipment() -> None:
    game = position(
        """
        U

        uma carries=pistol,knife@backpack,helmet
        """
    ).do("activate uma", "equip uma")
    game.do('place uma pistol ""', "place uma knife 0", "place uma pistol backpack", "finish_equip")
    assert places(game, "uma") == {"pistol": "backpack", "knife": "0", "helmet": "0"}
    assert game.asks() == "team activation"
    assert game.actions() == 1


@pytest.mark.rule("R-117", "R-123")
def test_one_exchanges_with_everybody_in_contact_and_nobody_else() -> None:
    game = position(
        """
        C U Q . J

        cadin carries=club
        uma carries=charm,helmet
        qiang carries=pistol
        jazz carries=knife
        """,
        CARDS,
    ).do("activate uma", "equip uma")
    assert {tuple(line.split()[1:3]) for line in game.options("give")} == {
        ("cadin", "uma"),
        ("uma", "cadin"),
        ("qiang", "uma"),
        ("uma", "qiang"),
    }
    game.do("give cadin uma club", "give qiang uma pistol", "give uma cadin charm", "place uma club 0")
    game.do("place uma pistol 0", "finish_equip")
    assert places(game, "uma") == {"helmet": "0", "club": "0", "pistol": "0"}
    assert places(game, "cadin") == {"charm": "light"}
    assert game.actions() == 1


@pytest.mark.rule("R-117", "R-034")
def test_what_was_given_is_the_receivers_to_give() -> None:
    game = position("C U\n\ncadin carries=club,automedikit\numa carries=pistol,automedikit").do(
        "activate uma", "equip uma"
    )
    assert game.options("give") == ["give uma cadin pistol", "give cadin uma club"]
    game.do("give uma cadin pistol")
    assert game.options("give") == ["give cadin uma club", "give cadin uma pistol"]
    game.do("give cadin uma pistol", "give cadin uma club")
    assert game.options("give") == ["give uma cadin pistol", "give uma cadin club"]


@pytest.mark.rule("R-117", "R-037")
def test_no_exchange_through_a_wall() -> None:
    game = position(
        """
        C U

        wall A1:e
        """
    ).do("activate uma", "equip uma")
    assert game.options("give") == []


@pytest.mark.rule("R-117")
def test_the_unconscious_are_exchanged_with_too() -> None:
    game = position(
        """
        C U

        cadin carries=club damage=10 unconscious
        uma carries=pistol
        """
    ).do("activate uma", "equip uma", "give cadin uma club", "give uma cadin pistol", "place cadin pistol 0")
    game.do("place uma club 0", "finish_equip")
    assert (places(game, "cadin"), places(game, "uma")) == ({"pistol": "0"}, {"club": "0"})


@pytest.mark.rule("R-118")
def test_who_receives_something_may_redistribute_and_nobody_else() -> None:
    game = position(
        """
        C U Q

        cadin carries=club
        uma carries=pistol
        qiang carries=knife,helmet@-
        """
    ).do("activate uma", "equip uma")
    assert {line.split()[1] for line in game.options("place")} == {"uma"}
    game.do("give uma cadin pistol")
    assert {line.split()[1] for line in game.options("place")} == {"cadin"}
    game.do("place cadin club backpack", "place cadin pistol 0", "finish_equip")
    assert places(game, "cadin") == {"club": "backpack", "pistol": "0"}
    assert places(game, "qiang") == {"knife": "0", "helmet": ""}


@pytest.mark.rule("R-119", "R-033")
def test_what_finds_no_place_leaves_the_game() -> None:
    game = position(
        """
        C U

        cadin tabs=hand,backpack carries=club,knife@backpack
        uma carries=pike
        """,
        CARDS,
    ).do("activate uma", "equip uma", "give uma cadin pike")
    assert game.options("place cadin pike") == []
    game.do("finish_equip")
    assert places(game, "cadin") == {"club": "0", "knife": "backpack"}
    assert next(line for line in game.told("carried_changed") if " dropped " in line).endswith("pike [R-033 R-119]")
    assert places(game, "uma") == {}


@pytest.mark.rule("R-033", "R-119")
def test_nothing_that_fits_leaves_the_game() -> None:
    """Equip is not finished before it is placed, whoever holds it."""
    game = position("C U\n\ncadin tabs=hand,backpack carries=club\numa carries=pistol,knife").do("activate uma")
    game.do("equip uma", "give uma cadin pistol", 'place uma knife ""')
    assert not game.can("finish_equip")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    game.do("place uma knife backpack")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    game.do("place cadin pistol backpack", "finish_equip")
    assert places(game, "cadin") == {"club": "0", "pistol": "backpack"}
    assert places(game, "uma") == {"knife": "backpack"}


@pytest.mark.rule("R-033", "R-124")
def test_what_a_container_held_is_placed_where_it_fits() -> None:
    game = position("U X\n\ncontainer crate X\numa carries=club").do("activate uma")
    game.do("interact uma crate", loot="knife")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    game.do("place uma club backpack", "place uma knife 0", "finish_equip")
    assert places(game, "uma") == {"club": "backpack", "knife": "0"}


@pytest.mark.rule("R-033", "R-116")
def test_what_was_taken_off_may_leave_for_what_took_its_place() -> None:
    game = position("C U\n\ncadin tabs=hand carries=club\numa carries=knife").do("activate uma", "equip uma")
    game.do("give uma cadin knife", 'place cadin club ""', "place cadin knife 0", "finish_equip")
    assert places(game, "cadin") == {"knife": "0"}


@pytest.mark.rule("R-026", "R-116")
def test_of_two_copies_the_one_in_hand_is_placed() -> None:
    """The worn one did move, and the one in hand was left over for ever."""
    game = position("U\n\numa tabs=hand,backpack carries=knife@0,knife@-").do("activate uma", "equip uma")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    game.do("place uma knife backpack", "finish_equip")
    assert [(held.item, held.place) for held in game.one("uma").carried] == [("knife", "0"), ("knife", "backpack")]


@pytest.mark.rule("R-116", "R-117")
def test_of_two_copies_each_way_is_offered_once() -> None:
    game = position("C U\n\ncadin carries=club\numa tabs=hand,hand,backpack carries=knife@0,knife@0")
    offered = game.do("activate uma", "equip uma").options()
    assert len(offered) == len(set(offered))
    assert game.options("give uma") == ["give uma cadin knife"]
    assert "place uma knife backpack" in game.options("place uma")


@pytest.mark.rule("R-117", "R-033")
def test_a_card_of_somebody_who_was_moved_away_by_hand_goes_where_it_fits() -> None:
    game = position("C U . .\n\numa carries=knife").do("activate uma", "equip uma", "give uma cadin knife")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    state = game.state
    far = replace(state.team["cadin"], space="D1")
    game.state = replace(state, team={**state.team, "cadin": far})
    game.do("finish_equip")
    assert places(game, "cadin")["knife"] in ("0", "backpack")


@pytest.mark.rule("R-119", "R-034")
def test_the_automedikit_is_never_exchanged() -> None:
    game = position("C U").do("activate uma", "equip uma")
    assert not [line for line in game.options("give") if "automedikit" in line]
    assert game.refused("give uma cadin automedikit") == "personal R-034"


@pytest.mark.rule("R-033", "R-119")
def test_each_who_received_something_has_to_place_it_before_equip_is_finished() -> None:
    game = position("C U Q\n\ncadin tabs=hand\nqiang tabs=hand\numa carries=pistol,knife")
    game.do("activate uma", "equip uma", "give uma cadin pistol", "give uma qiang knife", "place cadin pistol 0")
    assert not game.can("finish_equip")
    assert game.refused("finish_equip") == "fits_somewhere R-033"
    with pytest.raises(Illegal, match="knife fits a free location of qiang"):
        game.do("finish_equip")
    assert game.do("place qiang knife 0").can("finish_equip")


@pytest.mark.rule("R-116", "R-046")
def test_equip_costs_an_action_however_much_is_done() -> None:
    game = position("C U").do("activate uma", "equip uma", "finish_equip", "equip uma", "finish_equip")
    assert game.refused("equip uma") == "no_actions R-046"


@pytest.mark.rule("R-114")
def test_programs_go_from_device_to_device_within_an_equip_action_only() -> None:
    more = """
    [[equipment]]
    id = "spare"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    """
    game = position(
        """
        J

        jazz tabs=head,hand carries=hacking_device,spare
        """,
        more,
    ).do("activate jazz")
    assert game.options("install") == []
    game.do("equip jazz", "install jazz picklock jazz/hacking_device spare", "finish_equip")
    assert {held.item: held.software for held in game.one("jazz").carried} == {
        "hacking_device": ("geist_aid", "skullbuster"),
        "spare": ("picklock",),
    }


@pytest.mark.rule("R-146")
def test_an_ally_without_tabs_carries_only_what_needs_none() -> None:
    game = position(
        """
        U A

        uma carries=charm,pistol
        guest A
        """,
        CARDS,
    ).do("activate uma", "equip uma")
    assert game.options("give") == ["give uma guest charm"]


@pytest.mark.rule("R-146")
@pytest.mark.parametrize(("gear", "given"), [("light", ["charm", "pistol"]), ("no_location", ["charm"])])
def test_an_ally_with_nothing_but_a_backpack(gear: str, given: list[str]) -> None:
    """One reading counts the Backpack as a place to carry things, the other wants a location."""
    game = position(
        f"""
        U A

        uma carries=charm,pistol
        porter A
        switch ally_gear={gear}
        """,
        CARDS,
    ).do("activate uma", "equip uma")
    assert [line.split()[3] for line in game.options("give uma")] == given
    if gear == "light":
        game.do("give uma porter pistol")
        assert game.options("place porter pistol") == ["place porter pistol backpack"]


@pytest.mark.rule("R-146", "R-033")
def test_what_such_an_ally_finds_itself_is_lost_in_the_narrow_reading() -> None:
    for gear, kept in (("light", [("knife", "backpack")]), ("no_location", [])):
        game = position(f"A X\n\nporter A\ncontainer crate X\nswitch ally_gear={gear}", CARDS)
        game.do("activate porter", "interact porter crate", loot="knife")
        game.do(*game.options("place porter knife backpack"), "finish_equip")
        assert [(held.item, held.place) for held in game.one("porter").carried] == kept


@pytest.mark.rule("R-124", "R-159", "R-033")
@pytest.mark.parametrize(
    ("carries", "kept"),
    [("pistol", {"pistol": "0", "knife": "0"}), ("club,pistol,helmet@backpack", None)],
    ids=["there is room", "there is none"],
)
def test_who_falls_by_what_was_in_the_container_does_not_equip(carries: str, kept: dict[str, str] | None) -> None:
    """What was found lies where it fits; an Unconscious Character performs no Equip, not even a free one."""
    game = position(f"U X C\n\ncontainer crate X 2\numa carries={carries} damage=9")
    game.do("activate uma", "interact uma crate", loot=["knife", "booby_trap"])
    assert game.asks() == "team activation"
    assert game.options() == ["end_activation uma"]
    assert places(game, "uma") == (kept or {"club": "0", "pistol": "0", "helmet": "backpack"})


@pytest.mark.rule("R-114", "R-108")
def test_a_device_takes_no_second_copy_of_a_program() -> None:
    more = """
    [[equipment]]
    id = "twin"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 3 }
    software = ["picklock", "geist_aid"]

    [[equipment]]
    id = "other_twin"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 3 }
    software = ["picklock"]
    """
    game = position("J\n\njazz carries=twin,other_twin", more).do("activate jazz", "equip jazz")
    assert game.options("install") == ["install jazz geist_aid jazz/twin other_twin"]
    game.do("install jazz geist_aid jazz/twin other_twin")
    assert [held.software for held in game.one("jazz").carried] == [("picklock",), ("picklock", "geist_aid")]


@pytest.mark.rule("R-108", "R-114")
def test_of_two_copies_one_with_the_program_gives_it_and_one_with_a_free_slot_takes_it() -> None:
    more = """
    [[equipment]]
    id = "sender"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }
    software = ["picklock", "geist_aid"]

    [[equipment]]
    id = "receiver"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    """

    def software(id: str) -> list[tuple[str, ...]]:
        return [held.software for held in game.one(id).carried]

    game = position("J U\n\njazz carries=sender,sender\numa carries=receiver,receiver", more)
    game.do("activate jazz", "equip jazz", "install uma picklock jazz/sender receiver")
    assert (software("jazz"), software("uma")) == ([("geist_aid",), ("picklock", "geist_aid")], [("picklock",), ()])
    game.do("install uma picklock jazz/sender receiver")
    assert (software("jazz"), software("uma")) == ([("geist_aid",), ("geist_aid",)], [("picklock",), ("picklock",)])
    game = position("J U\n\njazz carries=sender,sender\numa carries=receiver,receiver", more)
    game.do("activate jazz", "equip jazz", "install uma picklock jazz/sender receiver")
    game.do("install uma geist_aid jazz/sender receiver")
    assert software("uma") == [("picklock",), ("geist_aid",)]
    game = position("J U\n\njazz carries=hacking_device,sender\numa carries=receiver", more)
    game.do("activate jazz", "equip jazz", "install uma picklock jazz/sender receiver")
    assert ("picklock" in software("jazz")[0], software("jazz")[1]) == (True, ("geist_aid",))


TWINS = """
    [[equipment]]
    id = "twin"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }

    [[equipment]]
    id = "spare"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }
    software = ["picklock"]
    """


def twins(*software: tuple[str, ...], hand: int = -1, more: tuple[str, ...] = ()) -> Play:
    """Jazz equips beside Uma. Her devices alike hold these programs, and the one with the number `hand` is unplaced.
    `more` is what she carries besides."""
    items = (*("twin" for _ in software), *more)
    tabs = ",".join("hand" for _ in items)
    game = position(f"J U\n\njazz carries={','.join(items)} tabs={tabs}\numa", TWINS).do("activate jazz", "equip jazz")
    jazz = game.one("jazz")
    alike = [replace(held, software=ids) for held, ids in zip(jazz.carried, software, strict=False)]
    carried = [replace(held, place="") if at == hand else held for at, held in enumerate(alike)]
    carried += jazz.carried[len(software) :]
    game.state = replace(game.state, team={**game.state.team, "jazz": replace(jazz, carried=tuple(carried))})
    return game


@pytest.mark.rule("R-114", "R-117")
def test_of_devices_alike_the_one_that_is_meant_is_given() -> None:
    """Those that hold other programs are other cards to choose from; the order of the programs makes no difference."""
    game = twins(("picklock", "geist_aid"), (), ("geist_aid", "picklock"), ("veil",))
    assert game.options("give jazz") == [f"give jazz uma twin{which}" for which in ("", " copy=1", " copy=2")]
    for which, software in (("", ("picklock", "geist_aid")), (" copy=1", ()), (" copy=2", ("veil",))):
        game = twins(("picklock", "geist_aid"), (), ("geist_aid", "picklock"), ("veil",))
        left = game.do(f"give jazz uma twin{which}").one("jazz").carried
        assert [held.software for held in game.one("uma").carried if held.item == "twin"] == [software]
        assert len(left) == 3


@pytest.mark.rule("R-117")
@pytest.mark.parametrize("number", [-1, 2])
def test_a_copy_that_is_not_there_is_not_given(number: int) -> None:
    assert twins((), ("veil",)).refused(f"give jazz uma twin copy={number}") == "not_held R-116"


@pytest.mark.rule("R-117")
def test_of_two_copies_the_one_in_hand_is_given() -> None:
    """The other stays where it is."""
    game = twins((), (), hand=1)
    assert game.options("give jazz") == ["give jazz uma twin"]
    assert game.do("give jazz uma twin").one("jazz").carried == (Carried("twin", "0"),)


@pytest.mark.rule("R-114")
def test_of_two_devices_alike_the_one_without_the_program_takes_it() -> None:
    game = twins(("picklock",), (), more=("spare",))
    assert game.options("install") == ["install jazz picklock jazz/spare twin"]
    game.do("install jazz picklock jazz/spare twin")
    assert [held.software for held in game.one("jazz").carried] == [("picklock",), ("picklock",), ()]


@pytest.mark.rule("R-117", "R-118")
def test_who_has_received_anything_rearranges_once_and_the_giver_does_not() -> None:
    game = position("U J Q\n\numa carries=pistol,knife\njazz carries=club").do("activate uma", "equip uma")

    def partners() -> tuple[str, ...]:
        frame = game.state.agenda[-1]
        assert isinstance(frame, Equipping)
        return frame.partners

    game.do("give jazz uma club")
    assert partners() == ()
    game.do("give uma jazz pistol", "give uma jazz knife")
    assert partners() == ("jazz",)
    assert game.options("place jazz pistol") == ["place jazz pistol 0", "place jazz pistol backpack"]


@pytest.mark.rule("R-146", "R-117")
@pytest.mark.parametrize(
    ("tabs", "switch", "items"),
    [
        ("", "light", ["stimulant"]),
        ("tabs=hand", "light", ["pistol", "stimulant"]),
        ("tabs=backpack", "light", ["pistol", "stimulant"]),
        ("tabs=backpack", "no_location", ["stimulant"]),
        ("tabs=backpack,hand", "no_location", ["pistol", "stimulant"]),
        ("tabs=hand,backpack", "no_location", ["pistol", "stimulant"]),
    ],
)
def test_what_an_ally_can_be_given(tabs: str, switch: str, items: list[str]) -> None:
    text = f"U G\n\ngoldstein G {tabs}\numa carries=pistol,stimulant\nswitch ally_gear={switch}"
    game = position(text).do("activate uma", "equip uma")
    assert [line.split()[3] for line in game.options("give uma goldstein")] == items


@pytest.mark.rule("R-025", "R-026")
def test_every_card_that_is_matched_takes_its_tab() -> None:
    game = position("U J\n\numa tabs=hand,hand,hand carries=pistol,knife,club@-").do("activate uma", "equip uma")
    assert "place uma club 0" in game.options()
    game = position("U J\n\numa tabs=hand,hand carries=pistol,knife,club@-").do("activate uma", "equip uma")
    assert game.options("place uma club") == []


@pytest.mark.rule("R-116")
def test_equip_goes_on_until_it_is_finished() -> None:
    game = position("U J\n\numa carries=pistol").do("activate uma", "equip uma")
    game.do("place uma pistol backpack", "place uma pistol 0")
    assert game.asks() == "team equipping"
    assert game.do("finish_equip").asks() == "team activation"


@pytest.mark.rule("R-031", "R-026")
@pytest.mark.parametrize(
    ("reading", "tabs", "fits"),
    [
        ("tab", "backpack", True),
        ("icon", "backpack", False),
        ("icon", "backpack,backpack", True),
        ("tab", "backpack,backpack", True),
    ],
)
def test_a_card_of_two_icons_takes_one_place_of_the_backpack_or_two(reading: str, tabs: str, fits: bool) -> None:
    text = f"U J\n\numa tabs={tabs} carries=stick@-,knife@-\nswitch backpack={reading}"
    game = position(text).do("activate uma", "equip uma")
    assert ("place uma stick backpack" in game.options()) == fits
    if fits:
        game.do("place uma stick backpack")
        left = tabs.count("backpack") - (1 if reading == "tab" else 2)
        assert bool(game.options("place uma knife")) == bool(left)


@pytest.mark.rule("R-117", "R-034")
def test_a_card_that_bears_a_name_may_be_handed_on_in_a_mission() -> None:
    """Nothing but what is personal stays with its owner; between missions it goes back (R-307)."""
    game = position("U J\n\numa tabs=hand\njazz carries=hacking_device,automedikit").do("activate uma", "equip uma")
    assert game.can("give jazz uma hacking_device")
    assert game.refused("give jazz uma automedikit") == "personal R-034"


@pytest.mark.rule("R-146")
def test_what_an_ally_cannot_carry_it_cannot_place() -> None:
    game = position("U X G\n\ngoldstein G\ncontainer crate X\ndeck loot knife")
    game.do("activate goldstein", "interact goldstein crate")
    assert game.refused("place goldstein knife backpack") == "cannot_carry R-146"
