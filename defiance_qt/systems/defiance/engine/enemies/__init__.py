"""The Enemy's turn: Initiative, AI cards, Instructions, targets, Evil AI, reinforcements (R-164…R-213, R-243…R-258)."""
