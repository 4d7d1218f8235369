"""The view of the game in the window."""
