"""Makes the values that the view shows from a State, without Qt."""
