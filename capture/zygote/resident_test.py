"""resident_test: a real worker whose zygote stays between commands: its leftovers, and the events that end it.

    python resident_test.py ASSAY ASSAY_CAPTURE PROJECT
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Callable

ASSAY, ASSAY_CAPTURE, PROJECT = sys.argv[1:4]
MODULE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(ASSAY_CAPTURE))), "lib")


def processes_in(folder: str) -> list[int]:
    """The residents with sockets in the folder, found by their command lines."""
    return [process for process in all_processes() if folder.encode() in words_of(process) and b"--resident" in words_of(process)]


def all_processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def words_of(process: int) -> bytes:
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def descendants(process: int) -> list[int]:
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            children = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return children + [below for child in children for below in descendants(child)]


def ends(condition: Callable[[], bool]) -> None:
    """Waits until the condition holds, without a time limit except CTest's."""
    while not condition():
        time.sleep(0.02)


class Resident(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(lambda: [os.kill(process, signal.SIGKILL) for process in self.residents()])
        kept = {name: value for name, value in os.environ.items() if name not in ("CI", "ASSAY_NO_RESIDENT")}
        self.environment = {**kept, "XDG_RUNTIME_DIR": self.folder.name}

    def residents(self) -> list[int]:
        return processes_in(self.folder.name)

    def start(self, case: str) -> subprocess.Popen:
        return subprocess.Popen([ASSAY, "--project", PROJECT, "capture", case, "--method", "make_fx", "-q"], env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def capture(self, case: str = "seed/linear_relu") -> bytes:
        """The command's whole output. Reading to the end waits for every holder of the pipe, like $(assay capture
        ..)."""
        with self.start(case) as command:
            return command.stdout.read()

    def test_a_second_capture_is_the_first_ones_and_nothing_of_a_command_stays(self) -> None:
        first = self.capture()
        residents = self.residents()
        self.assertEqual(len(residents), 1)
        self.assertEqual(self.capture(), first)
        self.assertEqual(self.residents(), residents)
        ends(lambda: descendants(residents[0]) == [])

    def test_a_command_that_is_killed_or_interrupted_leaves_no_child(self) -> None:
        for number in (signal.SIGKILL, signal.SIGINT):
            with self.subTest(number), self.start("isolation/loops_forever") as command:
                ends(lambda: any(len(descendants(process)) == 2 for process in self.residents()))  # a session and its child
                command.send_signal(number)
                ends(lambda: all(descendants(process) == [] for process in self.residents()))
        self.assertEqual(len(self.residents()), 1)
        self.assertIn(b"aten.relu.default", self.capture())

    def test_an_upgrade_of_what_was_imported_is_not_served_by_the_old_process_which_goes(self) -> None:
        first = self.capture()
        old = self.residents()
        module = next(entry.path for entry in os.scandir(MODULE) if entry.name.startswith("assay_capture."))
        status = os.stat(module)
        os.utime(module, ns=(status.st_atime_ns, status.st_mtime_ns))  # unchanged, except for the kernel's time of change
        self.assertEqual(self.capture(), first)
        ends(lambda: old[0] not in self.residents())
        self.assertEqual(len(self.residents()), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
