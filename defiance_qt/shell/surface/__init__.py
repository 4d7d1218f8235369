"""Drawing tools for a table's surface: a canvas over a painted image, floating cards, cached stamps."""
