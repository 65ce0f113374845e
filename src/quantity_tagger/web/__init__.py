"""The web page and its API: HTTP in one process, solving in others (extra ``[web]``).

    connection → request → middleware → route → queue → pool ⇄ worker → answer

``connection`` is uvicorn's with an end to its patience, ``middleware`` lets in what may come in and
counts it, ``routes`` say what is asked, ``pool`` hands the work to ``worker`` processes, ``jobs``
does it. The problems that people send are neither logged nor kept.
"""
