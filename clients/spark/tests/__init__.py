"""The tests; they run with ``python -m unittest`` in this folder."""
