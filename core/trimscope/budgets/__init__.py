"""The window, its buckets, the limits of a run, and what to do when they do not suffice."""
