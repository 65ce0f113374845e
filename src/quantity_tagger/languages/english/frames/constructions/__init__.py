"""Ways of telling that need a reader of their own: comparisons, conditions, lists, recounts …"""
