"""Values inside results and arguments: paths, where they stand, who used them."""
