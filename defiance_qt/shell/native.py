"""Qt's own words in the language of the window: names of keys, menus of text fields, the file dialog."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator
from PySide6.QtGui import QKeySequence

SOURCE = "en"  # the language that Qt's texts are written in
_NAME = "qt's own words"


def install_translator(language: str) -> bool:
    """Make Qt speak this language. Returns False when Qt has no texts in it; then it stays with English."""
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
    """A key, by its portable name, as it is called on this system and in the language that Qt speaks."""
    return sequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def sequence(key: str) -> QKeySequence:
    """A key by its portable name ("Ctrl+Z"), whatever language Qt speaks."""
    return QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)
