"""What every table needs and no game knows: steps, the timeline, chance, sessions, and the port a game fills."""
