"""A run under a policy, call by call: what would have been sent, what of it the cache holds, which values were lost."""
