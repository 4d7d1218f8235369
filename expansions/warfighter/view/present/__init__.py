"""What the view shows, as values with final texts: made of a state and the rules, without Qt."""
