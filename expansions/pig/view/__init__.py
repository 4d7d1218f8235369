"""The table of Pig in the window."""
