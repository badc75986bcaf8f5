"""edited_capture: a case captured to a graph file, which a test edits and replays."""

import importlib
import json
import os
import re
import sys
import tempfile
import unittest
from typing import Any, Callable
from unittest import mock

import torch

from assay_capture import replay_file, write_graph_file
from assay_python.program import seeds
from assay_python.program.program import Program

Nodes = list[dict[str, Any]]
Graphs = list[dict[str, Any]]
Edit = Callable[[list[dict[str, Any]]], None]

X = {"shape": [3, 4]}
_UNASKED = re.compile("far values|large values|other strides|inf and nan|other draws|another |sizes? ")
_THROUGH_DYNAMO = ("dynamo", "aot_joint_compile", "export_strict")
_files: dict[str, str] = {}  # the captured file of each case and method


def case(factory: str, *inputs: dict[str, Any], of: str, **keys: Any) -> dict[str, Any]:
    """A case of the callable `factory` in the file `of`."""
    here = os.path.abspath(of)
    replay = {"inputs": [], "alias": [], "flip_training": False, **keys.pop("replay", {})}
    replay["inputs"] = [f"{here}:{name}" for name in replay["inputs"]]
    if "loss" in keys:
        keys["loss"] = f"{here}:{keys['loss']}"
    return {
        "case": f"test/{factory}", "factory": f"{here}:{factory}", "inputs": list(inputs) or [X], "folder": os.path.dirname(here),
        "replay": replay, **keys,
    }  # fmt: skip


def of_target(nodes: Nodes, target: str) -> dict[str, Any]:
    return next(node for node in nodes if node.get("target") == target)


class Judge(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = os.path.join(holder.name, "graph.json")

    def capture(self, given: dict[str, Any], method: str) -> None:
        """Writes the file of `given` by `method`, which is captured once in a process."""
        if method in _THROUGH_DYNAMO:  # it measures its guards with a cold cache, which takes a quarter of a compilation
            self.enterContext(mock.patch("torch._dynamo.guards.profile_guard_manager", return_value=0.0))
        key = repr((given, method))
        if key not in _files:
            _files[key] = self._captured(given, method)
        with open(self.path, "w") as file:
            file.write(_files[key])

    def _captured(self, given: dict[str, Any], method: str) -> str:
        if "torch._dynamo" in sys.modules:
            torch._dynamo.reset()
        program = Program(given, "cpu", False)
        seeds.start_from(0)
        captured = importlib.import_module(f"assay_python.methods.{method}").capture(program)
        write_graph_file(captured, program, given, method, "cpu", self.path)
        with open(self.path) as file:
            return file.read()

    def graphs(self) -> Graphs:
        """Of the file, as they are now."""
        with open(self.path) as file:
            return json.load(file)["graphs"]

    def edit_graphs(self, change: Callable[[Graphs], None]) -> None:
        with open(self.path) as file:
            content = json.load(file)
        change(content["graphs"])
        with open(self.path, "w") as file:
            json.dump(content, file)

    def edit(self, change: Edit) -> None:
        """Changes the nodes of the first graph of the file."""
        self.edit_graphs(lambda graphs: change(graphs[0]["nodes"]))

    def report(self, given: dict[str, Any], refusal: Any = None) -> dict[str, Any]:
        return json.loads(replay_file(self.path, given, refusal=refusal))

    def replays(self, given: dict[str, Any], method: str, edit: Edit | None = None) -> dict[str, Any]:
        """The report on the file of `given` by `method`, changed by `edit`."""
        self.capture(given, method)
        if edit is not None:
            self.edit(edit)
        return self.report(given)

    def verdicts(self, report: dict[str, Any]) -> list[str]:
        """Of runs that the case did not ask for, those that do not replay."""
        asked = [run for run in report["runs"] if run["verdict"] != "replays" or not _UNASKED.match(run["name"])]
        return [f"{run['name']}: {run['verdict']}" for run in asked]

    def assertReplaysBy(self, methods: tuple[str, ...], given: dict[str, Any]) -> None:
        for method in methods:
            with self.subTest(method):
                self.assertReplays(self.replays(given, method))

    def assertReplays(self, report: dict[str, Any]) -> None:
        self.assertEqual((report["verdict"], report["message"], report["departure"]), ("replays", "", None))
