"""Playing and measuring without a window: bots, batches of games, recordings, benchmarks."""
