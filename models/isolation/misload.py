"""misload: factories that misbehave while they load a case. A worker must survive them, or not share them between pairs.

Each logs its process in the file `log`, so that a test sees which process loaded it.
"""

import contextlib
import ctypes
import itertools
import mmap
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import torch

CALLS = itertools.count()
kept = []


class Noted(torch.nn.Module):
    """x + 1, by a model that logs the process that made it."""

    def __init__(self, log: str) -> None:
        super().__init__()
        with open(log, "a") as file:
            file.write(f"{os.getpid()}\n")
        self.process, self.call = os.getpid(), next(CALLS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


class Observant(Noted):
    """Checks the guarantees of a pair's process, even if another process loaded the model."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        print("a line of loading")
        random.seed(3)
        random.random()
        os.environ["ASSAY_OBSERVANT"] = "set"
        tempfile.gettempdir()
        self.weight = torch.nn.Parameter(torch.randn(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.call == 0:  # the first draws after loading
            assert random.random() == random.Random(0).random(), "Python's generator"
            again = torch.Generator().manual_seed(0)
            assert torch.equal(self.weight, torch.randn(3, generator=again)), "drawn after something else"
        assert os.environ["ASSAY_OBSERVANT"] == "set"
        assert os.path.realpath(tempfile.gettempdir()) == os.getcwd(), (tempfile.gettempdir(), os.getcwd())
        assert os.listdir() == ["output.txt"], os.listdir()
        with open("output.txt") as file:
            assert "a line of loading" in file.read()
        assert os.getsid(0) == os.getpid()
        assert len(os.listdir("/proc/self/task")) == 1
        return x * self.weight


class SlowAtFirst(Noted):
    """Takes a second for its first construction."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        if self.call == 0:
            time.sleep(1)


class NotShared(Noted):
    """Fails in every process other than the process that made it."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert self.process == os.getpid(), "made by another process"
        return x + 1


class CrashesIn(Noted):
    """Crashes in the process whose folder has this name."""

    def __init__(self, log: str, folder: str) -> None:
        super().__init__(log)
        self.folder = folder

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if os.path.basename(os.getcwd()) == self.folder:
            ctypes.string_at(0)
        return x + 1


class WaitsFor(Noted):
    """Runs until the file exists."""

    def __init__(self, log: str, file: str) -> None:
        super().__init__(log)
        self.file = file

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        while not os.path.exists(self.file):
            time.sleep(0.01)
        return x + 1


def raises(log: str) -> Noted:
    Noted(log)
    raise ValueError("no such model")


def crashes(log: str) -> Noted:
    Noted(log)
    ctypes.string_at(0)


def exits(log: str) -> Noted:
    Noted(log)
    os._exit(0)


def hangs(log: str) -> Noted:
    Noted(log)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def allocates(log: str) -> Noted:
    Noted(log)
    while True:
        kept.append(torch.ones(1 << 22))


def writes_everywhere(log: str) -> Noted:
    Noted(log)
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            os.write(int(name), b"loaded everything\nbegan 1\n")
    time.sleep(60)


def starts_thread(log: str) -> Noted:
    thread = threading.Thread(target=time.sleep, args=(600,), daemon=True)
    thread.start()
    return NotShared(log)


def starts_process(log: str) -> Noted:
    kept.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
    return NotShared(log)


def runs_backward(log: str) -> Noted:
    torch.ones(1, requires_grad=True).sum().backward()
    return Noted(log)


def asks_for_cuda(log: str) -> Noted:
    torch.cuda.device_count()
    torch.cuda.is_available()
    torch._C._cuda_getDeviceCount()
    return NotShared(log)


def opens_file(log: str) -> Noted:
    kept.append(open(__file__))
    return NotShared(log)


def leaves_file(log: str) -> Noted:
    with open("left", "w"):
        return NotShared(log)


def changes_folder(log: str) -> Noted:
    os.chdir("/")
    return NotShared(log)


def shares_memory(log: str) -> Noted:
    kept.append(mmap.mmap(-1, 4096))
    return NotShared(log)


def sets_timer(log: str) -> Noted:
    signal.setitimer(signal.ITIMER_REAL, 600)
    return NotShared(log)
