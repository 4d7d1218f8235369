"""The board: hexes, tiles, line of sight, movement and places to deploy. Knows no miniature and no rule of a turn."""
