"""Full-window screens: the start screen and the new-game screen."""
