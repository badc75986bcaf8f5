"""bytecode: compiles a worker's imports once, for all later processes."""

import importlib.machinery
import os
import sys
import sysconfig
from typing import Any


def keep() -> None:
    """Makes imports keep bytecode of installed packages and of Assay in the worker's own folder.

    Models are excluded, because they may be edited twice in a second. Call it before torch is imported: compiling
    its thousand modules takes longer than the rest of a start."""
    if sys.pycache_prefix is None or not sys.dont_write_bytecode:  # not a worker, or done
        return
    installed = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    ours = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    kept = tuple(f"{sys.pycache_prefix}{folder}{os.sep}" for folder in (*installed, ours))
    loader = importlib.machinery.SourceFileLoader
    write = loader.set_data

    def set_data(self: Any, path: str, data: bytes, **options: Any) -> None:
        if path.startswith(kept):
            write(self, path, data, **options)

    loader.set_data = set_data
    sys.dont_write_bytecode = False
