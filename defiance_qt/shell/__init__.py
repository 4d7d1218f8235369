"""Qt window that shows a State and submits Commands. It contains no game logic (law 9). Only this package imports
PySide6."""
