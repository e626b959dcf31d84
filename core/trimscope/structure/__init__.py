"""How a transcript hangs together: pairing, rings, anchors, and what providers accept."""
