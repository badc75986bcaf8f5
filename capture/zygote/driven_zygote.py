"""driven_zygote: a worker process that a test drives through the protocol, in the role of `assay`."""

import json
import os
import pathlib
import re
import subprocess
import tempfile

# of the tree that the worker was built from
MESSAGES = pathlib.Path(__file__).resolve().parents[2] / "harness/protocol/messages.h"
PROTOCOL = int(re.search(r"kVersion = (\d+);", MESSAGES.read_text())[1])


class Zygote:
    """A worker. Its children's scratch folders are `folder`/ID, graphs are `folder`/ID.json."""

    def __init__(self, program: str, methods: list[str]) -> None:
        self.process = subprocess.Popen(
            [program, "--serve", "--device", "cpu", "--methods", ",".join(methods)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder = tempfile.TemporaryDirectory()
        self.sent = 0
        self.hello = self.receive()

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(20) == 0
        self.process.stdout.close()
        self.folder.cleanup()

    def receive(self) -> dict:
        return json.loads(self.process.stdout.readline())

    def send(self, case: dict | None, method: str = "make_fx", seconds: float = 20, further: int = 0, again: bool = False,
             replay: str = "", judged: bool = False) -> int:
        """Sends a request and returns its id.

        further: number of further requests for the case.
        again: checks the capture's side effects and repeats it into `again_path`, without an eager run first.
        replay: a graph file to replay instead of a capture.
        judged: replays the capture."""
        self.sent += 1
        limits = case.get("limits", {}) if case else {}
        subject = {"case": case, "method": method, "device": "cpu"}
        capture = {
            "type": "capture", "subject": subject, "graph_path": self.graph_path(self.sent), "untransformed_path": "", "lowered_path": "",
            "again_path": self.again_path(self.sent) if again else "", "measure": not again, "replay": judged}
        replayed = {"type": "replay", "subject": subject, "source_path": replay, "seed": 0}
        request = {
            "type": "request", "protocol": PROTOCOL, "id": self.sent, "scratch": os.path.join(self.folder.name, str(self.sent)),
            "seconds": limits.get("seconds", seconds), "memory_gb": limits.get("memory_gb", 1), "further": further,
            "task": {"type": "nothing"} if case is None else replayed if replay else capture}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.sent

    def graph_path(self, request: int) -> str:
        return os.path.join(self.folder.name, f"{request}.json")

    def again_path(self, request: int) -> str:
        return os.path.join(self.folder.name, f"{request}.again.json")

    def ended(self) -> dict:
        while True:
            message = self.receive()
            if message["type"] == "ended":
                said, watched = message["said"], message["watched"]
                return {**said, **watched, "peak_bytes": max(said["cost"]["peak_bytes"], watched["peak_bytes"])}

    def run(self, case: dict | None, method: str = "make_fx", further: int = 0, again: bool = False, replay: str = "",
            judged: bool = False) -> dict:
        request = self.send(case, method, further=further, again=again, replay=replay, judged=judged)
        ended = self.ended()
        assert ended["id"] == request, ended
        return ended

    def children(self) -> list[int]:
        """Processes of its pairs and cases."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as stat:
                    found += [int(name)] if int(stat.read().rsplit(")", 1)[1].split()[1]) == self.process.pid else []
            except OSError:
                pass
        return found
