"""The command line and what it says."""
