"""The story as linear statements over unknown amounts, solved exactly; knows no language.

A language hands over a `Story` (facts.py); `understand` tries its open decisions, builds the
statements of each reading, solves them and ranks the equations that come out.
"""
