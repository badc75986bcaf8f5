"""misbehave: models whose forward misbehaves. A worker must survive them: only their own pair fails."""

import ctypes
import os
import resource
import signal
import sys
import time

import torch


class Healthy(torch.nn.Module):
    """x + 1. Misbehaving neighbours must not affect it."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.misbehave()
        return x + 1

    def misbehave(self) -> None:
        pass


class Segfaults(Healthy):
    def misbehave(self) -> None:
        ctypes.string_at(0)


class LoopsForever(Healthy):
    def misbehave(self) -> None:
        for ignored in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ignored, signal.SIG_IGN)
        while True:
            pass


class AllocatesTensors(Healthy):
    def misbehave(self) -> None:
        kept = []
        while True:
            kept.append(torch.ones(1 << 22))


class AllocatesObjects(Healthy):
    def misbehave(self) -> None:
        kept = []
        while True:
            kept.append([None] * 1000)


class AllocatesPastItsLimit(Healthy):
    """Lifts the kernel's limit, so that only the worker's own watch remains."""

    def misbehave(self) -> None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        kept = []
        while True:
            kept.append(bytearray(b"x" * (1 << 22)))
            time.sleep(0.001)


class AllocatesSharedMemory(Healthy):
    """Allocates shared tensors, which no kernel limit counts."""

    def misbehave(self) -> None:
        kept = []
        while True:
            kept.append(torch.ones(1 << 22).share_memory_())
            time.sleep(0.001)


class LeavesNoMemory(Healthy):
    """Is captured. Then the worker needs memory for the name of this module a second time, and has none."""

    def misbehave(self) -> None:
        if max(map(len, sys.modules)) < 700 << 20:
            sys.modules["m" * (700 << 20)] = sys


class WaitsForFile(Healthy):
    """Runs until a test creates the file."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file

    def misbehave(self) -> None:
        while not os.path.exists(self.file):
            time.sleep(0.01)


class ExitsWithZero(Healthy):
    def misbehave(self) -> None:
        os._exit(0)


class ExitsPolitely(Healthy):
    def misbehave(self) -> None:
        sys.exit(0)


class WritesGarbage(Healthy):
    """Writes megabytes to stdout and stderr in every way, and reads stdin, the channel of requests."""

    def misbehave(self) -> None:
        garbage = b'{"type":"ended","id":0}\n\xff\xfe' * 40_000
        for stream in (1, 2):
            os.write(stream, garbage)
        print("\N{SNOWMAN}" * 1_000_000)
        sys.stderr.write("x" * 1_000_000)
        assert sys.stdin.read() == ""


class WritesEverywhere(Healthy):
    """Writes a near copy of a child's last message into every descriptor, the worker's own pipe included."""

    def misbehave(self) -> None:
        for name in os.listdir("/proc/self/fd"):
            try:
                os.write(int(name), b'ended finished 0 {"id":0}\n')
            except OSError:
                pass
        time.sleep(60)


class LoopsInAKernel(Healthy):
    """2^62 additions in C++, which hold the interpreter's lock and use no memory."""

    def misbehave(self) -> None:
        torch.zeros(1).expand(1 << 62).sum()


class StopsItself(Healthy):
    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class FloodsStages(Healthy):
    """Writes a child's stage message into every descriptor, without end."""

    def misbehave(self) -> None:
        lines = b"stage eager\n" * 100
        # Not into its output, a file: that would fill the disk.
        pipes = [int(name) for name in os.listdir("/proc/self/fd") if os.path.realpath(f"/proc/self/fd/{name}").startswith("/proc")]
        while True:
            for pipe in pipes:
                try:
                    os.write(pipe, lines)
                except OSError:
                    pass


class ClosesEverything(Healthy):
    def misbehave(self) -> None:
        os.closerange(0, 1024)


class LeavesProcesses(Healthy):
    """Leaves processes that would outlive it: in its session, outside it (with a child), and a fork that returns into the worker's code.

    name: of the processes in /proc, for tests to find them.
    """

    def __init__(self, name: str = "assay_left") -> None:
        super().__init__()
        self.name = name

    def misbehave(self) -> None:
        for leaves_session in (False, True):
            if os.fork() == 0:
                if leaves_session:
                    os.setsid()
                    os.fork()  # unknown to everyone until its parent has ended
                with open("/proc/self/comm", "w") as comm:
                    comm.write(self.name)
                while True:
                    time.sleep(60)
        os.fork()


class RaisesMegabytes(Healthy):
    def misbehave(self) -> None:
        raise ValueError("\N{SNOWMAN} long " * 700_000)


class RaisesUnprintable(Healthy):
    def misbehave(self) -> None:
        class Unprintable(Exception):
            def __str__(self) -> str:
                raise RuntimeError("no text")

        raise Unprintable


class RecursesDeeply(Healthy):
    def misbehave(self) -> None:
        self.misbehave()


class FillsTheDisk(Healthy):
    """Makes a sparse file of 2 GiB in its own folder, beyond the limit at once."""

    def misbehave(self) -> None:
        with open("big", "wb") as file:
            file.truncate(1 << 31)


class IsolatedProcess(Healthy):
    """States the guarantees of a forked child: one thread in it and in its parent, usable CUDA,
    and its own folder as current and temporary folder."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        for process in ("self", os.getppid()):
            threads = os.listdir(f"/proc/{process}/task")
            assert len(threads) == 1, f"{len(threads)} threads in {process}"
        assert not torch._C._cuda_isInBadFork(), "CUDA was initialised before the fork"
        assert os.path.realpath(tempfile.gettempdir()) == os.getcwd(), (tempfile.gettempdir(), os.getcwd())
        assert os.listdir() == ["output.txt"], os.listdir()
        assert os.getsid(0) == os.getpid()
        assert torch.get_num_threads() == 1
