"""hooks: AOTAutograd's own hooks, at the last of which it ends: its graphs are in hand, nothing is compiled."""

from typing import Any, Callable


class _Seen(BaseException):
    """No `except Exception` on the way stops it."""


def last(take: Callable[..., Any]) -> Callable[..., Any]:
    """The hook that hands what it is given to `take`, and after which AOTAutograd goes no further."""

    def hook(*given: Any, **options: Any) -> Any:
        take(*given, **options)
        raise _Seen

    return hook


def until_last(trace: Callable[..., Any], *given: Any) -> None:
    """Runs `trace`, which has hooks of `last`."""
    try:
        trace(*given)
    except _Seen:
        pass
