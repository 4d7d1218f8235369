"""The table of Infinity Defiance in the window."""
