"""Explaining an estimate: the pieces a text was cut into, what each costs, and why."""
