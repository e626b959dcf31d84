"""The context contract: the fourteen points that the third source article wants every model call to meet (13).

Each point is decided from one plan alone, with the messages it rests on: met, not met, or not decidable from a
transcript, and then why. Nothing here changes a plan.
"""

from trimscope.contract_checks.check import Check, Verdict
from trimscope.contract_checks.points import contract

__all__ = ["Check", "Verdict", "contract"]
