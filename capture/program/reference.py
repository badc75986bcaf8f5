"""reference: resolves a REF of a case file to the object it names."""

import difflib
import functools
import importlib
import importlib.util
import os
import sys
from typing import Any


def _load(path: str) -> Any:
    """The module of a `.py` file, loaded by path once per process.

    Its folder stays the last entry of `sys.path`, because imports inside a `forward` happen late. The module has a
    prefixed name, so that a file called `types.py` shadows nothing."""
    path = os.path.realpath(path)
    folder, file = os.path.split(path)
    stem = "assay_case_" + os.path.splitext(file)[0]
    name, further = stem, 1
    while name in sys.modules:
        if getattr(sys.modules[name], "__file__", None) == path:
            return sys.modules[name]
        further += 1
        name = f"{stem}_{further}"
    if not os.path.isfile(path):
        raise FileNotFoundError(f"no such Python file: {path}")
    if folder not in sys.path:
        sys.path.append(folder)
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def resolve(ref: str, folder: str) -> Any:
    """The object that `ref` names: `package.module:callable`, or `path/file.py:callable` with a path relative to
    `folder`.

    Raises the exceptions of the import, AttributeError for an unknown name, and ValueError for another form."""
    where, colon, what = ref.rpartition(":")
    if not (where and colon and what):
        raise ValueError(f"not of the form MODULE:CALLABLE or FILE.py:CALLABLE: {ref!r}")
    if where.endswith(".py"):
        module = _load(os.path.join(folder, where))
    else:
        module = importlib.import_module(where)
    try:
        return functools.reduce(getattr, what.split("."), module)
    except AttributeError:
        near = difflib.get_close_matches(what, [name for name in vars(module) if not name.startswith("_")])
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"no {what!r} in {where}{meant}") from None
