"""sources: which working tree of a git repository imported modules come from."""

import functools
import os
import sys


class ForeignSources(ImportError):
    """A module of the case's repository comes from another working tree of it."""


@functools.cache
def _tree_around(folder: str) -> str | None:
    """The working tree around `folder`, or None."""
    if os.path.exists(os.path.join(folder, ".git")):
        return folder
    above = os.path.dirname(folder)
    return None if above == folder else _tree_around(above)


@functools.cache
def _repository(tree: str) -> str:
    """The `.git` folder that all working trees of a repository share. In further trees `.git` is a file."""
    entry = os.path.join(tree, ".git")
    if os.path.isdir(entry):
        return os.path.realpath(entry)
    with open(entry, encoding="utf-8") as file:
        folder = os.path.realpath(os.path.join(tree, file.read().partition("gitdir:")[2].strip()))
    trees, _ = os.path.split(folder)
    return os.path.dirname(trees) if os.path.basename(trees) == "worktrees" else folder


def _is_installed(path: str) -> bool:
    return "site-packages" in path.split(os.sep)


def require_own(folder: str) -> None:
    """Raises ForeignSources if a module was imported from another working tree of the repository around `folder`.

    The usual cause is a PYTHONPATH or an editable install. Assay's own modules are ignored."""
    tree = _tree_around(os.path.realpath(folder))
    for name, module in sorted(sys.modules.items()) if tree else ():
        path = os.path.realpath(getattr(module, "__file__", None) or "")
        other = _tree_around(os.path.dirname(path))
        if other in (None, tree) or name.startswith(("assay_python", "assay_capture")) or _is_installed(path):
            continue
        if _repository(other) == _repository(tree):
            raise ForeignSources(f"{name} is imported from {path}, and the case is in {tree}: put the folder there that holds it first in PYTHONPATH")
