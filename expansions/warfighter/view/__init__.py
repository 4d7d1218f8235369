"""The view of the game: `present` makes values of a state without Qt, the other modules paint them."""
