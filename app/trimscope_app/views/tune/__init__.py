"""Tuning by evidence: a sweep of policies over the loaded run, as heat map, plot, table and recommendation."""
