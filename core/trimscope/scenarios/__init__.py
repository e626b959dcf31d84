"""Scenarios: a transcript (or what stands for it), a policy, and what came out, in one document that can be checked."""
