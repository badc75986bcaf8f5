"""time_limit: stops a run that does not end, such as a loop until a value is small where the value is inf."""

import contextlib
import signal
from types import FrameType
from typing import Iterator

SHORTEST = 10.0  # seconds that every run may take
MOST = 30  # times the longest run so far


class DidNotEnd(BaseException):
    """Not an Exception, because programs catch those."""


@contextlib.contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raises DidNotEnd in the body, at the first line of Python after `seconds`. None: no limit. Main thread only."""
    if seconds is None:
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise DidNotEnd(f"the run did not end in {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
