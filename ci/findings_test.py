"""findings_test: each program of `findings` shows, without Assay, why a capture of a model is expected to diverge.

A failing program means that PyTorch has changed. Its expectations need a review.
"""

import concurrent.futures
import os
import pathlib
import runpy
import sys
import tempfile
import traceback
import unittest
from typing import NoReturn

import torch._dynamo  # noqa: F401 - torch and its slowest parts, loaded once for all programs
import torch._functorch.aot_autograd  # noqa: F401
import torch._functorch.partitioners  # noqa: F401
import torch.export._trace  # noqa: F401

FOLDER = pathlib.Path(__file__).parent / "findings"
LINES = 15


def shown(program: pathlib.Path) -> str:
    """The output of a program that fails; "" if it passes. Runs in a forked child, which already has torch."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            run(program, said.fileno())
        _, status = os.waitpid(child, 0)
        said.seek(0)
        return said.read().decode(errors="replace")[-2000:] if status else ""


def generator_state() -> bytes:
    """Read in another thread, because a program may leave its thread unable to run operators."""
    with concurrent.futures.ThreadPoolExecutor() as other:
        return other.submit(lambda: torch.default_generator.get_state().numpy().tobytes()).result()


def run(program: pathlib.Path, said: int) -> NoReturn:
    os.dup2(said, 1)
    os.dup2(said, 2)
    status = 1
    seed, state = torch.initial_seed(), generator_state()
    try:
        runpy.run_path(str(program), run_name="__main__")
        if torch.initial_seed() == seed and generator_state() != state:
            raise AssertionError("it draws, and sets no seed")  # PyTorch's own seed changes from process to process
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


class Findings(unittest.TestCase):
    def test_each_program_shows_what_it_says_in_few_lines(self) -> None:
        programs = sorted(FOLDER.glob("*.py"))
        self.assertGreater(len(programs), 5)
        for program in programs:
            with self.subTest(program.name):
                source = program.read_text(encoding="utf-8")
                self.assertNotIn("assay", source)
                self.assertIn("\nassert ", source)
                self.assertLessEqual(len(source.splitlines()), LINES)
                self.assertEqual(shown(program), "")

    def test_a_program_that_shows_nothing_is_told(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            twin = pathlib.Path(folder) / "twin.py"
            twin.write_text("found = 2, 2\nassert found == (2, 1), found\n", encoding="utf-8")
            self.assertIn("AssertionError: (2, 2)", shown(twin))

    def test_a_program_that_draws_without_a_seed_is_told(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            twin = pathlib.Path(folder) / "twin.py"
            twin.write_text("import torch\ntorch.rand(2)\n", encoding="utf-8")
            self.assertIn("it draws, and sets no seed", shown(twin))
            twin.write_text("import torch\ntorch.manual_seed(1)\ntorch.rand(2)\n", encoding="utf-8")
            self.assertEqual(shown(twin), "")


if __name__ == "__main__":
    unittest.main()
