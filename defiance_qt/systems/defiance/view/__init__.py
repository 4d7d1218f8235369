"""The view of Infinity Defiance in the window."""
