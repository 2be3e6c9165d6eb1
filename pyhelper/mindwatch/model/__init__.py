"""The floor of the house: frozen values and the error tree. Imports nothing of ours and does nothing."""
