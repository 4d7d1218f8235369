"""What the widgets show, worked out from a State as plain values. Imports no Qt and decides nothing."""
