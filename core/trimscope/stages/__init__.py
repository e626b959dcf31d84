"""The stages of a trim, cheap to dear. Each is a pure function from a view to changes."""
