"""The Trimscope page: a Panel app over the core, served or run in the browser."""
