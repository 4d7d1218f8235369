"""View models: plain values for the widgets, computed from a State. Imports no Qt and contains no game logic."""
