"""Runs whose requests follow from one another in a few steps: planned in time that grows with the run's length."""
