"""What is no text: what a block holds, how many pixels a picture has, and what providers charge for it."""
