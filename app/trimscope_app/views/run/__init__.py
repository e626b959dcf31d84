"""The run, call by call: where on it the page looks, and what the policy would have done along all of it."""
