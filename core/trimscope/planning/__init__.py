"""From a view of the transcript to a plan, at one call and along a run."""
