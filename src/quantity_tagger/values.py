"""The base of values that are made by the thousand: cheap to make and to read, compiled or not.

A named tuple or a frozen dataclass sets its fields the long way round, so that these have a
constructor of their own that sets them once; they are not to be set again, though Python would
allow it. Equality, hash, text and pickling are here. All other values are frozen dataclasses.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self


class Value:
    """``FIELDS`` are the fields in the order in which the constructor takes them."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.FIELDS])

    def _replace(self, **changes: Any) -> Self:
        """The same with other values for some fields."""
        return type(self)(**(dict(zip(self.FIELDS, self._values(), strict=True)) | changes))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return self._shown(self.FIELDS)

    def _shown(self, names: tuple[str, ...]) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in names]
        return f"{type(self).__name__}({', '.join(fields)})"

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), self._values()
