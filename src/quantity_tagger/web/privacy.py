"""Errors told so that no log ever quotes a problem."""

from __future__ import annotations


def place_of(error: BaseException) -> str:
    """Kind and place of an error, without its message, which may quote a problem."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"
    return f"{type(error).__module__}.{type(error).__qualname__}{where}"
