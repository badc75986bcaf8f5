"""sources: which tree of a git repository the imported modules are from."""

import functools
import os
import sys


class ForeignSources(ImportError):
    """A module of the case's repository comes from another tree of it."""


@functools.cache
def _tree_around(folder: str) -> str | None:
    """The working tree that `folder` is in."""
    if os.path.exists(os.path.join(folder, ".git")):
        return folder
    above = os.path.dirname(folder)
    return None if above == folder else _tree_around(above)


@functools.cache
def _repository(tree: str) -> str:
    """What all working trees of a repository have in common: the `.git` of the first. That of a further one is a file."""
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
    """ForeignSources where a module was imported from another working tree of the repository that `folder` is in: a PYTHONPATH
    or an editable install names that one. Assay's own modules are not the case's."""
    tree = _tree_around(os.path.realpath(folder))
    for name, module in sorted(sys.modules.items()) if tree else ():
        path = os.path.realpath(getattr(module, "__file__", None) or "")
        other = _tree_around(os.path.dirname(path))
        if other in (None, tree) or name.startswith(("assay_python", "assay_capture")) or _is_installed(path):
            continue
        if _repository(other) == _repository(tree):
            raise ForeignSources(f"{name} is imported from {path}, and the case is in {tree}: put the folder there that holds it first in PYTHONPATH")
