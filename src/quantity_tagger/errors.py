"""The package's own errors: each is one sentence that says what is wrong, where, and what to do."""

LONGEST = 1_000
"""Characters of an error's sentence."""


def _printable(character: str) -> str:
    if character.isprintable() or character == "\u3000":  # the blank of Chinese texts
        return character
    return character.encode("unicode_escape").decode("ascii")


class QuantityTaggerError(ValueError):
    """Base of every error that a user's input can cause.

    What it quotes of that input can neither break the line nor speak to the terminal, and of a long
    quotation the middle is left out.
    """

    def __str__(self) -> str:
        told = super().__str__()
        if len(told) > LONGEST:
            told = f"{told[: LONGEST // 2]} … {told[-LONGEST // 2 :]}"
        return told if told.isprintable() else "".join(map(_printable, told))


class ReadingError(QuantityTaggerError):
    """A text cannot be read as a word problem; ``code`` is a word for programs that says why,
    ``quoted`` the part of the text that the message names.
    """

    def __init__(self, message: str, code: str = "unreadable", quoted: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.quoted = quoted


class DataError(QuantityTaggerError):
    """A data file is not what it should be."""


class ModelFileError(QuantityTaggerError):
    """A model file is foreign, old, cut or tampered with."""


class MissingExtraError(QuantityTaggerError, ImportError):
    """An optional dependency is needed and not installed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(
            f"{purpose} needs the extra [{extra}]: pip install 'quantity-tagger[{extra}]'"
        )
        self.extra = extra
