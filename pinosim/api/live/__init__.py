"""A hand decision by decision: whose turn it is, what that seat knows, what a policy would do, what comes of it.

The state of a hand is its record so far (`api/record/parts.HandRecord`), so a hand may be begun from any record.
"""
