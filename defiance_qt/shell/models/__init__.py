"""Qt item models for the shell's list views."""
