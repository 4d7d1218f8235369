"""What plays and measures without a window: bots, batches of games, recordings, the benchmark."""
