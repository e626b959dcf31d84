"""Logs, traces and containers: each module turns the conversations of a file into requests of a dialect."""
