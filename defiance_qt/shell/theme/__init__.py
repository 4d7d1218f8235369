"""Visual theme of the window, independent of any game: colors, fonts, spacing, style sheet and icons."""

from defiance_qt.shell.theme.icons import icon, icon_names, paint_figure, paint_icon, paint_svg, pixmap
from defiance_qt.shell.theme.stylesheet import palette, stylesheet
from defiance_qt.shell.theme.theme import DARK, LIGHT, THEMES, Theme, font, load_fonts

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "Theme",
    "font",
    "icon",
    "icon_names",
    "load_fonts",
    "paint_figure",
    "paint_icon",
    "paint_svg",
    "palette",
    "pixmap",
    "stylesheet",
]
