"""The summary in the middle's place: how it is read, checked, drafted, asked for."""
