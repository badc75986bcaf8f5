"""Modules imported from the case's own working tree, and from another working tree of its repository."""

import os
import subprocess
import sys
import tempfile
import types
import unittest

from assay_python.program.sources import ForeignSources, require_own


class Sources(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = os.path.realpath(scratch.name)
        self.write("repo/src/tiny.py")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "tiny")
        self.git("worktree", "add", "-q", "--detach", f"{self.root}/agreed")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", f"{self.root}/repo", *arguments], check=True, capture_output=True)

    def write(self, file: str) -> None:
        os.makedirs(os.path.dirname(f"{self.root}/{file}"), exist_ok=True)
        with open(f"{self.root}/{file}", "w", encoding="utf-8") as out:
            out.write("")

    def imported_from(self, file: str, name: str = "tiny") -> None:
        module = types.ModuleType(name)
        module.__file__ = f"{self.root}/{file}"
        sys.modules[name] = module
        self.addCleanup(sys.modules.pop, name)

    def test_a_module_of_the_repository_itself_is_refused_in_its_worktree(self) -> None:
        self.imported_from("repo/src/tiny.py")
        with self.assertRaises(ForeignSources) as caught:
            require_own(f"{self.root}/agreed/src")
        self.assertIn(f"tiny is imported from {self.root}/repo/src/tiny.py, and the case is in {self.root}/agreed: ", str(caught.exception))

    def test_a_module_of_a_worktree_is_refused_in_the_repository_and_in_another_worktree(self) -> None:
        self.git("worktree", "add", "-q", "--detach", f"{self.root}/third")
        self.imported_from("agreed/src/tiny.py")
        for tree in ("repo", "third"):
            with self.subTest(tree), self.assertRaises(ForeignSources):
                require_own(f"{self.root}/{tree}")

    def test_its_own_modules_installed_ones_and_those_of_no_repository_are_taken(self) -> None:
        self.imported_from("agreed/src/tiny.py")
        self.imported_from("repo/.venv/lib/site-packages/other.py", "other")
        self.imported_from("elsewhere/free.py", "free")
        require_own(f"{self.root}/agreed/src")
        require_own(f"{self.root}/elsewhere")


if __name__ == "__main__":
    unittest.main()
