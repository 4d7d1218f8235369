"""The window: shows a State and sends Commands, and decides nothing (law 9). The only package that imports PySide6."""
