"""What a piece of history is worth: by value, or nothing but courtesy."""
