"""Qt window that shows a State and submits Commands. It contains no game logic. Only this package imports
PySide6."""
