"""The policy: its settings, their kinds, notes on what may not be meant, files of others."""
