"""Sharing what is on the page: links of three sizes, files, and opening what others shared."""
