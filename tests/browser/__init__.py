"""The page in a real Chromium: the same tests against the served and the static page."""
