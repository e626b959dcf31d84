"""Views: pure functions from the core's result to the JSON a component draws, in one language."""
