"""Scripts that serve dashboards in a Python of the user's choice; nothing of MindWatch imports them."""
