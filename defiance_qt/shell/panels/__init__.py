"""The parts of the table around the board. Each shows a value of ui.present and emits what a person meant by it."""
