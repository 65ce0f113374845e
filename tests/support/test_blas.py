"""One thread for NumPy's products, and as many as before afterwards."""

from __future__ import annotations

from quantity_tagger.support import blas


def test_one_thread_inside_and_as_before_outside(monkeypatch):
    threads = [4]
    monkeypatch.setattr(blas, "_functions", lambda: (lambda: threads[-1], threads.append))
    with blas.one_thread():
        assert threads[-1] == 1
        with blas.one_thread():
            assert threads[-1] == 1
        assert threads[-1] == 1
    assert threads[-1] == 4


def test_the_library_in_use_is_asked():
    get, set_ = blas._functions()
    before = get()
    assert before >= 1
    with blas.one_thread():
        assert get() == 1
    assert get() == before
    set_(before)


def test_a_parse_runs_on_one_thread(monkeypatch):
    from quantity_tagger.languages.english.syntax import parse_all, parser

    entered = []
    original = blas.one_thread

    def counted():
        entered.append(True)
        return original()

    monkeypatch.setattr(parser, "one_thread", counted)
    parse_all([["Ida", "sang", "."]])
    assert entered
