"""The view models of compared plans: each with its figures, and what can be said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from defiance_qt.core.port import Candidate, Words
from defiance_qt.lab.what_if import telling
from defiance_qt.lab.what_if.comparison import Report
from defiance_qt.lab.what_if.figures import LOST, Number
from defiance_qt.shell.present.plans import TONES, Bar, PlanView, RowView, WhatIfView


def plan_views(plans: Sequence[Candidate]) -> tuple[PlanView, ...]:
    """Return the plans before anything is known of them."""
    return tuple(
        PlanView(number, TONES[(number - 1) % len(TONES)], plan.text, plan.note, plan.about)
        for number, plan in enumerate(plans, 1)
    )


def waiting_view(plans: Sequence[Candidate], words: Words) -> WhatIfView:
    """Return the view while the processes get ready."""
    return WhatIfView(plan_views(plans), words("ui.what_if.waiting"), "", 0.0, (), True)


def what_if_view(plans: Sequence[Candidate], names: Mapping[str, str], found: Report, words: Words) -> WhatIfView:
    """Return what is known now."""
    shown = tuple(
        msgspec.structs.replace(plan, rows=tuple(_rows(place, names, found, words)))
        for place, plan in enumerate(plan_views(plans))
    )
    counted = words("ui.what_if.counted", n=found.chapters, until=words("forecast.until"))
    games = words("ui.what_if.games", n=found.games, most=found.most) if found.games or not found.done else ""
    verdict = tuple(telling.verdict(found, words))
    return WhatIfView(shown, counted, games, found.games / found.most, verdict, not found.done)


def _rows(place: int, names: Mapping[str, str], found: Report, words: Words) -> list[RowView]:
    own = found.plans[place]
    rows = [_number(number, [plan.numbers[at] for plan in found.plans], words) for at, number in enumerate(own.numbers)]
    lost = telling.losses(own, found.chapters, names, words)
    rows.insert(1, RowView(LOST, words("ui.what_if.lost"), "", lost, lost))
    name = words("ui.what_if.wins")
    if own.wins is None:
        waits = words("ui.what_if.same_plan") if found.done else words("ui.what_if.not_yet")
        return [*rows, RowView("wins", name, "", waits, "")]
    low, high = own.wins.interval
    told = words("ui.what_if.count", count=own.wins.count, of=own.wins.of)
    span = (low, high, own.wins.count / own.wins.of)
    strong = telling.percent(own.wins, words)
    return [*rows, RowView("wins", name, strong, told, f"{name}: {telling.wins(own.wins, words)}", span=span)]


def _number(one: Number, of_all: Sequence[Number], words: Words) -> RowView:
    name = telling.number_name(one.id, words)
    short = words(f"forecast.{one.id}.short")
    strong = telling.span(one, words)
    low, high = (telling.decimal(bound, words) for bound in one.mean)
    text = "" if len(one.counts) == 1 else words("ui.what_if.mean.short", low=low, high=high)
    amounts = range(min(min(each.counts) for each in of_all), max(max(each.counts) for each in of_all) + 1)
    most = max(max(each.counts.values()) for each in of_all)
    bars = tuple(Bar(one.counts.get(amount, 0) / most, one.low <= amount <= one.high) for amount in amounts)
    tip = f"{name}: {telling.amounts(one, words)}"
    return RowView(one.id, short, strong, text, tip, bars)
