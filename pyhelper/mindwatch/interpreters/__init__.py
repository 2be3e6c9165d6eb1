"""Find the Pythons of this machine and ask each what it has, without importing anything heavy in it.

Every question is a short subprocess with a time limit. This room never installs and never changes anything.
"""
