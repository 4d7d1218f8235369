"""The hover card of everything on the board: what it is, what a click does and costs, or what has to come first; for a
space in reach, what the active Character could do and would risk there. The screen reader is told the same."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import HoverRow, HoverView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.outlook import Outlook, outlook
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.tell.zones import zone_lines
from defiance_qt.systems.defiance.view.present.clicks import Clicks, Meaning
from defiance_qt.systems.defiance.view.present.costs import cost, cost_line
from defiance_qt.systems.defiance.view.present.enemies import consoles
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.person import person
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from defiance_qt.systems.defiance.view.preview import Line, PreviewService

MOST = 4
"""The rows of a list: the other choices of a click, whom one could attack, who threatens."""
TERRAIN = frozenset({"blocked", "low_visibility", "difficult"})

Part = tuple[HoverRow, ...]


class About:
    """The hover cards of a session. `doors` maps each door to the spaces on both sides."""

    def __init__(
        self,
        session: Session,
        names: Names,
        preview: PreviewService,
        why_not: WhyNot,
        doors: dict[str, tuple[str, ...]],
    ) -> None:
        self.session, self.names, self._preview, self._why_not = session, names, preview, why_not
        self._doors = doors
        self._planned: tuple[State, str, str, Outlook] | None = None

    @property
    def _state(self) -> State:
        state: State = self.session.state
        return state

    def card(self, space: str, id: str, offers: Offers, clicks: Clicks, picked: str) -> HoverView | None:
        """Return the card for a place: a space, and the figure or thing on it that is pointed at (""). None if there is
        nothing to say of the space but its name."""
        id = id or self._why_not.standing(space)
        if not id and not space:
            return None
        meant = clicks.on_figure(id) if id else clicks.on_space(space)
        where = " | ".join(self._doors.get(id, (space,))) if space or id in self._doors else ""
        facts = (*self._facts(id), *self._ground(space))
        walk = self.walk(space, id, clicks)
        if walk is not None:
            return walk
        aimed, _ = self._preview.figure(id, offers, picked) if id in self._state.enemies else (None, None)
        parts: list[Part] = [facts] if facts else []
        if aimed is not None and (meant.commands or meant.choices):
            best = (HoverRow(aimed.title, tone="plain"),) if meant.choices else ()
            parts.append(
                (HoverRow(self._does(meant), "interact", "strong"), *self._costs(meant), *best, *aimed.parts[0])
            )
            return HoverView(id, self._title(id), where, tuple(parts), aimed.bars)
        why = self._refused(meant, id)
        if why and aimed is not None:
            # What the refusal has said is not said again: the allowed Range, or else what is in the way.
            rows, far = aimed.parts[0], "R-069" in meant.refused.rules
            why += (*rows[:1], *rows[2:]) if far else rows[:1]
        parts += [part for part in (self._offered(meant), why) if part]
        if not parts:
            return None
        return HoverView(id or space, self._title(id, space), where if id else "", tuple(parts))

    def said(self, space: str, id: str, offers: Offers, clicks: Clicks, picked: str) -> str:
        """Return the card in words, with the name of the space and the cards of the doors beside it."""
        beside = [door for door, spaces in self._doors.items() if space in spaces and door != id]
        found = [self.card(space, id, offers, clicks, picked)]
        found += [self.card("", door, offers, clicks, picked) for door in beside]
        told = [card.spoken for card in found if card is not None]
        if found[0] is None or found[0].anchor != space:
            told.insert(0, self.names.words("view.board.space", space=space))
        return ". ".join(told)

    # -- what it is

    def _title(self, id: str, space: str = "") -> str:
        state, words = self._state, self.names.words
        if id in state.team or id in state.enemies:
            return self.names.figure(id)
        if id in state.doors:
            door = state.doors[id]
            kind = "security_door" if door.security else "door"
            name = words(f"view.board.{kind}.{'open' if door.open else 'closed'}")
            return name[:1].upper() + name[1:]
        if id:
            return self.names.element(state.mission_id, id, state)
        return words("view.board.space", space=space)

    def _facts(self, id: str) -> Part:
        state, words = self._state, self.names.words
        if id in state.team:
            return tuple(self._of_character(state.team[id]))
        if id in state.enemies:
            return tuple(self._of_enemy(state.enemies[id]))
        if id in state.doors:
            door = state.doors[id]
            kind = "open" if door.open else "security" if door.security else "closed"
            return (HoverRow(words(f"view.about.door.{kind}"), "door_open" if door.open else "door"),)
        if id in state.containers:
            box = state.containers[id]
            text = words("view.about.empty") if box.empty else words.count("view.about.loot", box.loot, n=box.loot)
            return (HoverRow(text, "container_open" if box.empty else "container"),)
        if id in state.consoles:
            return tuple(self._of_console(id))
        if id in state.neutrals:
            return (HoverRow(words("view.about.neutral"), "ally"),)
        return ()

    def _of_character(self, one: Character) -> Iterator[HoverRow]:
        words, rules = self.names.words, rules_of(self.session)
        of = rules.loadout(one).wounds
        if role := self.names.text(f"character.{one.id}.role"):
            yield HoverRow(role, "person", "team")
        yield HoverRow(words("view.about.health", left=max(0, of - one.damage), of=of), "heart", "plain")
        dice = self.names.dice(one.defense or ())
        yield HoverRow(words("view.about.person", speed=rules.speed(self._state, one), dice=dice), "move")
        for weapon in person(one.id, self._state, rules, self.names).weapons:
            dice = self.names.dice(die for part in weapon.dice for die in part.dice)
            yield HoverRow(words("view.about.weapon", name=weapon.name, range=weapon.range, dice=dice), "attack")
        most = rules.loadout(one).max_aggro
        if most is not None:
            yield HoverRow(words("view.about.aggro", n=one.aggro, most=most), "aggro")
        yield from self._of_states(one.states)

    def _of_enemy(self, enemy: Enemy) -> Iterator[HoverRow]:
        words, unit = self.names.words, self._state.units[enemy.unit]
        profile = unit.profile
        left = max(0, profile.wounds - enemy.damage)
        yield HoverRow(words("view.about.health", left=left, of=profile.wounds), "heart", "plain")
        dice = self.names.dice(profile.defense or ())
        yield HoverRow(words("view.about.unit", speed=profile.speed, dice=dice), "enemy")
        yield from self._of_states(enemy.states)

    def _of_states(self, states: tuple[str, ...]) -> Iterator[HoverRow]:
        for id in states:
            name, text = self.names.state(id), self.names.text(f"state.{id}.text")
            yield HoverRow(f"{name}: {text}" if text else name, "info", "gold")

    def _of_console(self, id: str) -> Iterator[HoverRow]:
        words = self.names.words
        found = next(one for one in consoles(self._state, self.names) if one.id == id)
        for one in found.inputs:
            done = words("view.about.done") if one.done else ""
            named = self.names.symbols(one.wants)
            yield HoverRow(one.tip, "", "" if one.done else "plain", one.wants, done, named)

    def _ground(self, space: str) -> Part:
        """Return what a space is: its terrain, what its zones do, the end of the mission, where Enemies enter."""
        rules, words = rules_of(self.session), self.names.words
        board = rules.board
        if space not in board.by_name:
            return ()
        rows = self._terrain(board.kind(board.by_name[space]))
        rows += [HoverRow(text, "info") for text in zone_lines(Known(self._state, words), rules, self._state, space)]
        view = rules.view(self._state)
        if view.obstructed >> board.by_name[space] & 1:
            rows.append(HoverRow(words("view.about.obstructed"), "move"))
        goals = {one.zone for one in rules.mission.victory}
        if any(rules.zones[zone] >> board.by_name[space] & 1 for zone in goals if zone in rules.zones):
            rows.append(HoverRow(words("view.about.goal"), "extraction", "gold"))
        if any(board.space(place) == board.by_name[space] for place in rules.mission.respawn):
            rows.append(HoverRow(words("view.about.respawn"), "enemy"))
        if not rows and board.kind(board.by_name[space]) == "mission":
            rows.append(HoverRow(words("view.about.terrain.mission"), "info"))
        return tuple(rows)

    def _terrain(self, kind: str) -> list[HoverRow]:
        """Return what a terrain does. What a space of the mission does, its zones say."""
        if kind not in TERRAIN:
            return []
        words = self.names.words
        text = f"{words(f'view.board.terrain.{kind}')}: {words(f'view.about.terrain.{kind}')}"
        return [HoverRow(text[:1].upper() + text[1:], "info")]

    # -- what a click does

    def _does(self, meant: Meaning) -> str:
        words = self.names.words
        if meant.chosen:
            return words("view.about.deploys", name=self.names.short(meant.chosen))
        if meant.commands:
            *_, last = meant.commands
            return words("view.about.click", what=label(last, self._state, words, actor=False))
        return words.count("view.about.choose", len(meant.choices), n=len(meant.choices))

    def _costs(self, meant: Meaning) -> Part:
        line = cost_line(self.names, cost(self.session, meant.commands)) if meant.commands else ""
        return (HoverRow(line),) if line else ()

    def _offered(self, meant: Meaning) -> Part:
        if not (meant.commands or meant.choices or meant.chosen):
            return ()
        words = self.names.words
        rows = [HoverRow(self._does(meant), "interact", "strong"), *self._costs(meant)]
        for command in meant.choices[:MOST]:
            price = cost_line(self.names, cost(self.session, (command,)))
            what = label(command, self._state, words, actor=False)
            rows.append(HoverRow(f"{what} ({price})" if price else what))
        if len(meant.choices) > MOST:
            rows.append(
                HoverRow(words.count("view.about.more", len(meant.choices) - MOST, n=len(meant.choices) - MOST))
            )
        return tuple(rows)

    def _refused(self, meant: Meaning, id: str) -> Part:
        """Return why a click does nothing yet. A bare space says nothing while another decision is pending."""
        words, agenda = self.names.words, self._state.agenda
        if meant.refused.text:
            return (HoverRow(meant.refused.text, "lock", "plain", end=" ".join(meant.refused.rules[:1])),)
        if id and agenda and isinstance(agenda[-1], Roll):
            return (HoverRow(words("view.about.roll_first"), "lock", "plain"),)
        return ()

    # -- what it would be like there

    def walk(self, space: str, id: str, clicks: Clicks) -> HoverView | None:
        """Return the card of a bare space that a click walks to: the cost, whom the Character could attack from there,
        who could attack it there, and the Damage to expect. None for other places."""
        bare = space and not id and not self._why_not.standing(space)
        meant = clicks.on_space(space) if bare else Meaning()
        walker, way = _walker(meant), self._preview.way(space)
        if not walker or way is None:
            return None
        words = self.names.words
        name = self.names.short(walker)
        # A Move gains points before they are spent: the way's own cost is told.
        price = cost_line(self.names, replace(cost(self.session, meant.commands), points=way.walk.cost))
        frame = activation(self._state)
        spent = frame is not None and way.moves >= frame.actions
        no_more = (HoverRow(words("view.plan.no_actions"), "attack", "gold"),) if spent else ()
        ahead = self._outlook(walker, space)
        first = (
            HoverRow(words("view.about.walk", space=space), "move", "strong"),
            HoverRow(price),
            *self._ground(space),
        )
        return HoverView(
            space,
            words("view.plan.title", name=name, space=space),
            "",
            (first, (*no_more, *self._aims(ahead)), tuple(self._threats(ahead, name))),
        )

    def _outlook(self, character: str, space: str) -> Outlook:
        known = self._planned
        if known is None or known[0] is not self._state or known[1:3] != (character, space):
            found = outlook(rules_of(self.session), self._state, character, space)
            known = self._planned = (self._state, character, space, found)
        return known[3]

    def lines(self, space: str, clicks: Clicks) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """Return the lines out of a space that a click walks to and those into it: whom the Character could attack from
        there, and who could attack it there; () for other spaces."""
        walker = _walker(clicks.on_space(space)) if space else ""
        if not walker:
            return (), ()
        ahead, enemies = self._outlook(walker, space), self._state.enemies
        out = tuple((space, enemies[aim.command.target].space, True, ()) for aim in ahead.aims)
        return out, tuple((threat.space, space, True, ()) for threat in ahead.threats if not threat.moves)

    def _aims(self, ahead: Outlook) -> Iterator[HoverRow]:
        words, tenths = self.names.words, self.names.tenths
        if not ahead.aims:
            yield HoverRow(words("view.plan.no_aims"), "attack")
        for one in sorted(ahead.aims, key=lambda aim: -aim.odds.expected_dealt)[:MOST]:
            dealt, suffered = tenths(one.odds.expected_dealt), tenths(one.odds.expected_suffered)
            weapon = self.names.card(one.command.weapon)
            target = self.names.figure(one.command.target)
            text = words("view.plan.aim", target=target, weapon=weapon, dealt=dealt, suffered=suffered)
            yield HoverRow(text, "attack", "team")

    def _threats(self, ahead: Outlook, name: str) -> Iterator[HoverRow]:
        words, tenths = self.names.words, self.names.tenths
        if not ahead.threats:
            yield HoverRow(words("view.plan.no_threats"), "eye")
            return
        own = self._state.team[ahead.character]
        of = rules_of(self.session).loadout(own).wounds
        text = words("view.plan.all", name=name, damage=tenths(ahead.damage), left=of - own.damage, of=of)
        yield HoverRow(text, "heart", "danger")
        for threat in ahead.threats[:MOST]:
            key = "view.plan.reaches" if threat.moves else "view.plan.sees"
            text = words(key, enemy=self.names.figure(threat.enemy), damage=tenths(threat.damage))
            yield HoverRow(text, "alert", "plain")
        if len(ahead.threats) > MOST:
            more = len(ahead.threats) - MOST
            yield HoverRow(words.count("view.about.more", more, n=more))


def _walker(meant: Meaning) -> str:
    """Return the Character that a click lets walk, or ""."""
    return next((command.character for command in meant.commands if isinstance(command, c.StepTo)), "")
