"""Translates Qt's own texts: names of keys, menus of text fields, the file dialog."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator
from PySide6.QtGui import QKeySequence

SOURCE = "en"  # the language of Qt's source texts
_NAME = "qt's own words"


def install_translator(language: str) -> bool:
    """Set the language of Qt's own texts. Returns False if Qt has no translation; the texts are then English."""
    app = QCoreApplication.instance()
    assert app is not None
    for old in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(old)
        old.deleteLater()
    if language == SOURCE:
        return True
    texts = QTranslator(app)
    texts.setObjectName(_NAME)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return texts.load(f"qtbase_{language}", folder) and app.installTranslator(texts)


def key_text(key: str) -> str:
    """Return the display name of a key, given by its portable name, for this system and Qt's language. Return and Enter
    do the same everywhere, so both have one name."""
    return sequence(key.replace("Return", "Enter")).toString(QKeySequence.SequenceFormat.NativeText)


def sequence(key: str) -> QKeySequence:
    """Return a key by its portable name ("Ctrl+Z"), independent of Qt's language."""
    return QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)
