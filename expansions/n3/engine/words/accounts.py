"""An Order as a whole, and an Orders Count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defiance_qt.api import port

from .. import events as e
from .names import several, troop
from .reasons import reasons
from .story import narrate


def account(events: Sequence[port.EventContext], over: bool, words: port.Words) -> port.Account:
    """Return an Order as a whole: a passage for each declaration, and for what came of each roll and save."""
    if isinstance(events[0].event, e.TurnBegan):
        return _count(events, over, words)
    order: e.OrderBegan = events[0].event
    kinds = e.ActDeclared | e.Compared | e.SaveAsked
    starts = [place for place, one in enumerate(events) if isinstance(one.event, kinds)]
    passages = []
    for place, following in zip(starts, [*starts[1:], len(events)], strict=True):
        details = [*_weighed(events[place], words)]
        for after in events[place + 1 : following]:
            if sentence := narrate(after.event, after.after, words):
                details += [port.Detail("result", sentence), *_weighed(after, words)]
        passages.append(_passage(events[place], tuple(details), words))
    name = troop(order.troops[0], words)
    return port.Account("order", words("account.order", n=order.number), name, tuple(passages), over)


def _count(events: Sequence[port.EventContext], over: bool, words: port.Words) -> port.Account:
    """Return an Orders Count as a whole: the Orders of the side, and the embryos that hatch."""
    turn: e.TurnBegan = events[0].event
    side = words(f"side.{turn.side}")
    told = [narrate(one.event, one.after, words) for one in events[1:]]
    if turn.lieutenant:
        told.insert(0, words("account.lieutenant", troop=several(troop(id, words) for id in turn.lieutenant)))
    details = tuple(port.Detail("result", sentence) for sentence in told if sentence)
    heading = words("account.count")
    text = narrate(turn, events[0].after, words)
    passage = port.Passage(events[0].step, side, heading, text, details, turn.rules)
    return port.Account("count", side, words("mark.turn", n=turn.round, side=side), (passage,), over)


def _weighed(one: port.EventContext, words: port.Words) -> Iterator[port.Detail]:
    """Yield the reasons for an event as one line, if there are any."""
    if found := reasons(one.event, one.before, words):
        yield port.Detail("weighed", "; ".join(found))


def _passage(one: port.EventContext, details: tuple[port.Detail, ...], words: port.Words) -> port.Passage:
    event: e.ActDeclared | e.Compared | e.SaveAsked = one.event
    text = narrate(event, one.after, words)
    if isinstance(event, e.ActDeclared):
        actor = troop(event.act.troop, words)
        return port.Passage(one.step, actor, text, "", details, event.rules)
    id = event.troop if isinstance(event, e.Compared) else event.save.troop
    return port.Passage(one.step, troop(id, words), "", text, details, event.rules)
