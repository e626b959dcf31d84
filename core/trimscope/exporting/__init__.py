"""What can be taken along from a plan: the policy in other notations, code, a report, tables. Text in, text out."""
