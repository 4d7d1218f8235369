"""The story of the log: rolls and saves with their results, each event told once, in three languages."""

from __future__ import annotations

from defiance_qt.core.port import EventContext
from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from tests.expansions.n3.tables import Table, bs, exchange, ready, shot
from tests.expansions.n3.test_words import words


class Recorded:
    """A table whose events are told: those of one stretch of steps, as the log joins them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[EventContext] = []

    def give(self, command: c.Command) -> Recorded:
        before = self.table.state
        game = self.table.game
        _, events = game.step(before, command)
        if not (self.events and game.joins([], before, events)):
            self.events = []
        for event in events:
            after = game.evolve(before, event)
            self.events.append(EventContext(0, len(self.events), event, before, after))
            before = after
        self.table.state = before
        return self

    def told(self, language: str = "en") -> list[str]:
        return [one.text for one in self.table.game.tell(self.events, words(language))]


def fired(table: Table) -> Recorded:
    """Nahl shoots at Adeyemi, who shoots back, up to the dice."""
    table.give(c.Activate("nahl"), bs("nahl", "test_normal", ("adeyemi", 3)), shot("adeyemi", "test_normal", "nahl"))
    table.give(c.NoReactions(), c.Declare("nahl", "move"), c.NoReactions())
    return Recorded(table).give(c.Measured("nahl", "adeyemi", 300, ("adeyemi",)))


def armed() -> Table:
    return ready(side=1).put("nahl", weapons=("test_normal",)).put("adeyemi", weapons=("test_normal",))


def test_a_roll_waits_for_its_result_and_is_then_one_sentence() -> None:
    table = fired(armed())
    assert table.told()[1:] == ["Nahl: 12 − 3 = 9, dice: 3", "Adeyemi: Success Value 12, dice: 2"]
    table.give(c.EnterDice((5, 13, 2)))
    assert table.told()[-1] == "Nahl rolls 5, 13, 2"
    table.give(c.EnterDice((14, 19)))
    assert table.told()[:3] == [
        "Nahl – Adeyemi: 30 cm, in cover: Adeyemi",
        "Nahl needs 9 (12 − 3), rolls 5, 13, 2 and keeps 5, 2",
        "Adeyemi needs 12, rolls 14, 19 and keeps nothing",
    ]


def test_a_save_is_one_sentence_with_what_it_costs() -> None:
    table = fired(armed()).give(c.EnterDice((5, 13, 2))).give(c.EnterDice((14, 19)))
    assert table.told()[-1] == "Adeyemi rolls ARM 5 against Damage 13, cover +3 included, rolls: 2"
    table.give(c.EnterDice((13, 3)))
    assert table.told()[-1] == (
        "Adeyemi, save: ARM 5 against Damage 13, cover +3 included, dice 13, 3; failed: 1; Wounds lost: 1; Unconscious"
    )
    assert table.told("ru")[-1].endswith("провалено: 1; потеряно ран: 1; Без сознания")
    assert table.told("es")[-1].endswith("fallos: 1; Heridas perdidas: 1; Inconsciente")


def test_a_save_that_holds_says_so() -> None:
    table = fired(armed()).give(c.EnterDice((5, 13, 19))).give(c.EnterDice((14, 19))).give(c.EnterDice((20,)))
    assert table.told()[-1].endswith("dice 20; unhurt")


def test_every_event_with_a_sentence_is_told_in_order_and_names_have_their_side() -> None:
    table = fired(armed()).give(c.EnterDice((5, 1, 2))).give(c.EnterDice((14, 19))).give(c.EnterDice((13, 3, 2)))
    told = table.table.game.tell(table.events, words("en"))
    mains = [one.main for one in told]
    assert mains == sorted(set(mains))
    assert [one.first for one in told] == [0, *(main + 1 for main in mains[:-1])]
    silent = {type(one.event) for one in table.events[mains[-1] + 1 :]}
    assert not any(
        table.table.game.narrate(one.event, one.after, words("en")) for one in table.events[mains[-1] + 1 :]
    ), silent
    assert {("Nahl", "enemy"), ("Adeyemi", "team")} <= {name for one in told for name in one.names}


def test_a_roll_below_one_is_not_told_as_kept() -> None:
    table = armed().put("adeyemi", bs=2)
    told = fired(table.zone("smoke")).told()
    assert told[-1] == "Adeyemi: Success Value 2, dice: 2"


def test_on_the_bench_too() -> None:
    table = Table("bench")
    exchange(
        table,
        c.Exchange("ruiz", "bs", "vex", "carbine", answer="bs", answer_weapon="phero_booster", answer_mode="burst"),
    )
    recorded = Recorded(table)
    assert isinstance(table.told[-1], e.DiceAsked)
    while table.state.asked:
        recorded.give(c.EnterDice((20,) * table.state.asked[0].dice))
    assert recorded.told()
