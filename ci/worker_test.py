"""ci/worker.sh refuses unusable environments with a single line, and writes nothing into an environment."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def worker(*arguments):
    """Exit status and stderr of ci/worker.sh. ASSAY_NO_INSTALL stops a run that would install anything."""
    command = ["bash", os.path.join(HERE, "worker.sh"), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "ASSAY_NO_INSTALL": "1"})
    return result.returncode, result.stderr


def listing(folder):
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names)


class Refusals(unittest.TestCase):
    usage = "usage: ci/worker.sh --python /path/to/venv/bin/python | --torch V [--name NAME]\n"

    def test_neither_or_both_of_python_and_torch(self):
        for arguments in ([], ["--python", "p", "--torch", "2.15.0"]):
            self.assertEqual(worker(*arguments), (2, "assay: error: give either --python or --torch; " + self.usage))

    def test_an_option_without_its_value(self):
        self.assertEqual(worker("--torch"), (2, "assay: error: --torch needs a value; " + self.usage))

    def test_an_unknown_argument(self):
        self.assertEqual(worker("2.15.0"), (2, "assay: error: unknown argument 2.15.0; " + self.usage))

    def test_a_version_without_a_lock_names_those_that_have_one(self):
        status, message = worker("--torch", "1.0.0")
        self.assertEqual(status, 2)
        self.assertRegex(message, r"^assay: error: no lock for torch '1\.0\.0'; there are 2\.11\.0 .*2\.15\.0; next: ci/lock\.sh 1\.0\.0\n$")

    def test_a_python_that_is_not_there(self):
        message = "assay: error: no Python at '/path/to/python'; expected an interpreter, such as /path/to/venv/bin/python\n"
        self.assertEqual(worker("--python", "/path/to/python"), (2, message))

    def test_a_name_that_is_no_name(self):
        status, message = worker("--torch", "2.15.0", "--name", "../x")
        self.assertEqual((status, message.split(";")[0]), (2, "assay: error: '../x' cannot be a worker's name"))

    def test_the_name_of_the_default_worker(self):
        status, message = worker("--torch", "2.15.0", "--name", "default")
        self.assertEqual((status, message.split(";")[0]), (2, "assay: error: the worker 'default' is the one that ci/zoo.sh builds"))


class Environments(unittest.TestCase):
    def test_an_environment_without_torch_is_refused_in_one_line_and_left_as_it_was(self):
        with tempfile.TemporaryDirectory() as scratch:
            venv = os.path.join(scratch, "venv")
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
            before = listing(venv)
            status, message = worker("--python", venv)
            self.assertEqual(status, 2)
            self.assertRegex(message, r"^assay: error: [^\n]*venv/bin/python: (has no torch|no Python\.h|no libpython)[^\n]*\n$")
            self.assertEqual(listing(venv), before)

    def test_a_python_older_than_3_10_is_refused(self):
        with tempfile.TemporaryDirectory() as scratch:
            python = os.path.join(scratch, "python")
            with open(python, "w", encoding="utf-8") as file:
                file.write('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2 && exit 0\nexit 1\n')
            os.chmod(python, 0o755)
            message = f"assay: error: {python} is Python 3.9.2; expected Python 3.10 or newer\n"
            self.assertEqual(worker("--python", python), (2, message))


if __name__ == "__main__":
    unittest.main()
