"""The view of the game: the Order under way as a page, the two sides beside it."""
