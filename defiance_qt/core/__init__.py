"""The game-independent core: steps, the timeline, chance, sessions, and the port that a game implements."""
