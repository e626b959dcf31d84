"""What stands around texts in a request: the frames of messages and calls, tool definitions, and the request's own."""
