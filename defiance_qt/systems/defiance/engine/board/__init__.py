"""The board: hexes, tiles, line of sight, movement and deployment spaces. It knows neither Miniatures nor the rules of
a turn."""
