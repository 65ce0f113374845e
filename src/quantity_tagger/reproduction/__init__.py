"""The paper re-made: its tables and its figure as data, the runs they need, and one page of both.

plan (which models are trained) → runner (trains them, keeps each result) → results (reports)
→ sections (what the page says) → page and plots (how it looks)
"""
