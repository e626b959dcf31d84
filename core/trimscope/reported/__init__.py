"""What the provider said: usage beside the estimate, the present size that stands on it, and the scale it gives."""
