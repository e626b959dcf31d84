"""From bytes to a JSON document and back: reading, the canonical text, edits."""
