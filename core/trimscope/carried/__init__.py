"""What is carried along when its rings go: side effects and the memory of a run."""
