"""Questions in a window of their own."""
