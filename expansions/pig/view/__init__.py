"""The view of Pig in the window."""
