"""The beginning of a translation into Esperanto. What is missing here is shown in English."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.api import ContributeContext, Language

TEXTS = {
    "ui.cancel": "Nuligi",
    "ui.close": "Fermi",
    "ui.done": "Preta",
    "ui.language": "Lingvo",
    "ui.new.begin": "Komenci",
    "ui.new.mission": "Misio",
    "ui.new.rules": "Reguloj",
    "ui.new.title": "Nova ludo",
    "ui.ok": "Bone",
    "ui.settings.language": "Lingvo",
    "ui.settings.motion": "Moviĝo",
    "ui.settings.scale": "Grandeco",
    "ui.settings.speed": "Rapido",
    "ui.settings.theme": "Etoso",
    "ui.settings.theme.dark": "Malhela",
    "ui.settings.theme.light": "Hela",
    "ui.settings.title": "Agordoj",
    "ui.saves.title": "Konservitaj ludoj",
    "ui.start.begin": "Prepari la ludon",
    "ui.start.changes[0]": "{n} ŝanĝo",
    "ui.start.changes[1]": "{n} ŝanĝoj",
    "ui.start.continue": "Daŭrigi",
    "ui.start.dice": "Ĵetkuboj",
    "ui.start.keys": "Klavoj",
    "ui.start.learn": "Lerni",
    "ui.start.more": "Pli",
    "ui.start.open": "Malfermi konservitan ludon",
    "ui.start.play": "Ludu nun",
    "ui.start.plugins[0]": "{n} instalita",
    "ui.start.plugins[1]": "{n} instalitaj",
    "ui.start.plugins.none_on": "neniu ŝaltita",
    "ui.start.plugins.on[0]": "{n} ŝaltita",
    "ui.start.plugins.on[1]": "{n} ŝaltitaj",
    "ui.start.plugins.title": "Kromaĵoj",
    "ui.start.promise.rolls": "la programo ĵetas la kubojn kaj ludas la alian flankon",
    "ui.start.promise.rules": "pri ĉiu regulo oni povas demandi",
    "ui.start.promise.undo": "ĉiu paŝo povas esti malfarita",
    "ui.start.quick": "Rapida komenco",
    "ui.start.quick.text": "La unua misio. Unu klako pretigas la tablon.",
    "ui.start.replays.title": "Finitaj ludoj",
    "ui.start.saved": "Ĉiu ludo konserviĝas aŭtomate, paŝon post paŝo.",
    "ui.start.settings": "Agordoj",
    "ui.subtitle": "Komunaj misioj por unu ĝis kvar. Ĉiu paŝo konservita, ĉiu regulo klarigita.",
}


def contribute_language(context: ContributeContext) -> Mapping[str, Language]:
    return {"eo": Language("Esperanto", TEXTS)}
