"""Where two plugins claim the same thing: which claims there are, what each side says, and which wins. And which
plugins cannot be used together.

Nobody wins by being loaded first. A game's options name the winner of a claim ("winners"); where they name none, it is
the first id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from defiance_qt.core.errors import Message, PluginError

TEXTS = "texts"
"""The claim of texts with the same key."""

SWITCH = "switches."
"""What begins the claim of an edition option, followed by its name. The game's edition options choose its winner."""

MOST_TEXTS = 3
"""The most texts that a side of a clash quotes."""

Texts = Mapping[str, Mapping[str, str]]


class Side(NamedTuple):
    """One of the plugins of a clash: the value that it gives an edition option, or some of its texts by language."""

    plugin: str
    value: str = ""
    texts: Mapping[str, str] = {}


class Clash(NamedTuple):
    """Plugins that claim the same thing. `claim` is the name of a hook with one answer, "texts", or an edition option's
    (`SWITCH`); the first of the `sides` wins. `told` says so in sentences."""

    claim: str
    sides: tuple[Side, ...]
    told: tuple[Message, ...]

    @property
    def winner(self) -> str:
        return self.sides[0].plugin


class Apart(NamedTuple):
    """Plugins that cannot be used together, or one that cannot be used at all, with the reason."""

    plugins: tuple[str, ...]
    why: PluginError


def apart(error: PluginError, ids: Collection[str]) -> Apart:
    """Return which of these plugins an error of loading is about: the one that was rejected, and those that it
    names."""
    faults = error.message.values.get("faults")
    # Faulty content is that of several plugins, named together.
    about: list[object] = [*str(error.message.values.get("name", "")).split(", ")]
    if isinstance(faults, tuple):
        about += [one.values.get("other") for one in faults if isinstance(one, Message)]
    return Apart(tuple(dict.fromkeys(one for one in about if isinstance(one, str) and one in ids)), error)


def ordered(ids: Iterable[str], winner: str = "") -> list[str]:
    """Return ids in the order in which they count: the winner first, then by id."""
    return sorted(ids, key=lambda id: (id != winner, id))


def is_claim(claim: str) -> bool:
    """Return whether a winner can be named for such a claim."""
    return claim == TEXTS or claim.startswith("choose_")


def answered_twice(hook: str, ids: Sequence[str]) -> Iterator[Clash]:
    """Yield the clash of the plugins that answer a hook with one answer, in the order in which they are asked."""
    if hook.startswith("choose_") and len(ids) > 1:
        told = Message(
            "warning.both_choose",
            "The plugins {names} all answer {hook}; the first that answers wins, in this order.",
            names=", ".join(ids),
            hook=hook,
        )
        yield Clash(hook, tuple(map(Side, ids)), (told,))


def worded_twice(words: Mapping[str, Texts]) -> Iterator[Clash]:
    """Yield the clash of the plugins that have texts with the same key; `words` are in the order in which they
    count."""
    owners: dict[str, str] = {}
    pairs: dict[tuple[str, str], list[str]] = {}
    for id, texts in words.items():
        for key in sorted({key for own in texts.values() for key in own}):
            first = owners.setdefault(key, id)
            if first != id:
                pairs.setdefault((first, id), []).append(key)
    if not pairs:
        return
    told = tuple(
        Message(
            "warning.both_texts",
            "The plugins {name!r} and {other!r} have texts of the same key, and those of {name!r} are shown: {keys}.",
            name=first,
            other=other,
            keys=", ".join(keys),
        )
        for (first, other), keys in pairs.items()
    )
    shared = {id: [key for pair, keys in pairs.items() if id in pair for key in keys] for id in words}
    sides = tuple(Side(id, texts=_quoted(words[id], keys)) for id, keys in shared.items() if keys)
    yield Clash(TEXTS, sides, told)


def _quoted(texts: Texts, keys: Sequence[str]) -> dict[str, str]:
    """Return some of the texts with these keys, by language."""
    wanted = list(dict.fromkeys(keys))
    more = " …" if len(wanted) > MOST_TEXTS else ""
    return {
        language: " · ".join(own[key] for key in wanted[:MOST_TEXTS] if key in own) + more
        for language, own in texts.items()
    }


def set_twice(values: Iterable[tuple[str, str, str]]) -> Iterator[Clash]:
    """Yield the clashes of plugins that set an edition option to different values; `values` are plugins, names and
    values in the order in which they count."""
    found: dict[str, dict[str, str]] = {}
    for id, switch, value in values:
        found.setdefault(switch, {}).setdefault(id, value)
    for switch, sides in found.items():
        (first, held), *others = sides.items()
        told = tuple(
            Message(
                "warning.both_set",
                "The plugins {name!r} and {other!r} set the edition option {switch} differently, and that of "
                "{name!r} holds: {value}.",
                name=first,
                other=other,
                switch=switch,
                value=held,
            )
            for other, value in others
            if value != held
        )
        if told:
            yield Clash(f"{SWITCH}{switch}", tuple(Side(id, value=str(value)) for id, value in sides.items()), told)
