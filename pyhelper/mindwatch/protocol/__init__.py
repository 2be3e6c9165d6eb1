"""The wire, declared once, and its values as JSON. Knows nothing of what is behind it."""
