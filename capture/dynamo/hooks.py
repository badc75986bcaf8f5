"""hooks: hooks of AOTAutograd that end it once its graphs are captured, before it compiles anything."""

from typing import Any, Callable


class _Seen(BaseException):
    """A BaseException, so that no `except Exception` stops it."""


def last(take: Callable[..., Any]) -> Callable[..., Any]:
    """A hook that passes its arguments to `take` and then ends AOTAutograd."""

    def hook(*given: Any, **options: Any) -> Any:
        take(*given, **options)
        raise _Seen

    return hook


def until_last(trace: Callable[..., Any], *given: Any) -> None:
    """Runs `trace` until a hook of `last` ends it."""
    try:
        trace(*given)
    except _Seen:
        pass
