"""Metrics of plans, and their text for Prometheus."""
