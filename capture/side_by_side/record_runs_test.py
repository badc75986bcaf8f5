"""record_runs_test: operator counts of eager and of a replay, and a defect in the file that shows in them.

Run with the Python of a worker: `python record_runs_test.py`. It loads the models below by path.
"""

import collections
import importlib
import json
import os
import tempfile
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import record_runs, write_graph_file
from assay_python.program.program import Program

FOLDER = os.path.dirname(os.path.abspath(__file__))

torch.set_num_threads(1)


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x)) * 2.0


class Statistics(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(x).add_(1.0)


class Tagger(nn.Module):
    """An LSTM, packed or not, between two layers. Dynamo leaves both to Python, export accepts the unpacked form."""

    packed = False

    def __init__(self) -> None:
        super().__init__()
        self.embed, self.lstm, self.tags = nn.Linear(4, 6), nn.LSTM(6, 5, batch_first=True), nn.Linear(5, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.tanh(self.embed(x)).unsqueeze(0)
        if self.packed:
            given = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([3]), batch_first=True)
            x = nn.utils.rnn.pad_packed_sequence(self.lstm(given)[0], batch_first=True)[0]
        else:
            x = self.lstm(x)[0]
        return torch.relu(self.tags(x))


class Packed(Tagger):
    packed = True


class Checkpointed(nn.Module):
    """Its middle layer runs again in the backward pass, below Python."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(4, 6), nn.Linear(6, 2)

    @torch.compiler.disable
    def between(self, x: torch.Tensor) -> torch.Tensor:
        return torch.utils.checkpoint.checkpoint(lambda given: torch.sin(torch.exp(given)), x, use_reentrant=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.last(self.between(torch.tanh(self.first(x)))))


class Recorded(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = os.path.join(holder.name, "graph.json")

    loss = None

    def case(self, model: type) -> dict[str, Any]:
        factory = f"{os.path.abspath(__file__)}:{model.__name__}"
        return {
            "case": "test/case", "factory": factory, "inputs": [{"shape": [3, 4]}], "folder": FOLDER, "loss": self.loss,
        }  # fmt: skip

    def capture(self, model: type, method: str) -> None:
        given = self.case(model)
        program = Program(given, "cpu", False)
        captured = importlib.import_module(f"assay_python.methods.{method}").capture(program)
        write_graph_file(captured, program, given, method, "cpu", self.path)

    def tallies(self, model: type) -> tuple[dict[str, Any], dict[str, Any]]:
        found = json.loads(record_runs(self.path, self.case(model)))
        return found["eager"], found["replay"]

    def operators(self, model: type, method: str) -> tuple[collections.Counter, collections.Counter]:
        self.capture(model, method)
        return tuple(collections.Counter(one["operators"]) for one in self.tallies(model))

    def test_eager_is_recorded_as_far_as_the_capture_goes(self) -> None:
        forward, _ = self.operators(Net, "make_fx")
        joint, _ = self.operators(Net, "aot_joint")
        self.assertEqual(forward["aten.threshold_backward.default"], 0)
        self.assertEqual(joint["aten.threshold_backward.default"], 1)

    def test_a_loss_is_recorded_where_the_capture_holds_it(self) -> None:
        for self.loss, method, sums in ((None, "make_fx_grad", 0), ("sum", "make_fx_grad", 1), ("sum", "aot_joint", 0)):
            with self.subTest(method, loss=self.loss):
                eager, _ = self.operators(Net, method)
                self.assertEqual(eager["aten.sum.default"], sums)

    def test_a_right_capture_runs_every_operator_of_eager(self) -> None:
        for method in ("symbolic_trace", "make_fx", "make_fx_grad", "dispatch", "aot_joint", "aot", "dynamo", "aot_joint_compile"):
            with self.subTest(method):
                eager, replay = self.operators(Net, method)
                self.assertGreater(eager["aten.addmm.default"], 0)
                self.assertEqual(eager - replay, collections.Counter())

    def test_edges_name_inputs_by_role_and_operators_by_slot(self) -> None:
        self.capture(Net, "aot_joint")
        eager, replay = self.tallies(Net)
        for side in (eager, replay):
            edges = {tuple(edge[:3]) for edge in side["edges"]}
            self.assertIn(("input user", "mat1", "aten.addmm.default"), edges)
            self.assertIn(("input parameter", "self", "aten.addmm.default"), edges)
            self.assertIn(("aten.addmm.default", "self", "aten.relu.default"), edges)
            self.assertIn(("input tangent", "self", "aten.mul.Tensor"), edges)

    def test_an_operator_exchanged_in_the_file_is_missed(self) -> None:
        self.capture(Net, "make_fx")
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("aten.relu.default", text)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text.replace("aten.relu.default", "aten.tanh.default"))
        eager, replay = (collections.Counter(one["operators"]) for one in self.tallies(Net))
        self.assertEqual(eager - replay, collections.Counter(["aten.relu.default"]))
        self.assertEqual((replay - eager)["aten.tanh.default"], 1)

    def test_functional_forms_are_recorded_as_they_run(self) -> None:
        eager, replay = self.operators(Statistics, "aot_joint")
        self.assertEqual(eager["aten.native_batch_norm.default"], 1)
        self.assertEqual(eager["aten.add_.Tensor"], 2)  # one of them counts the batches
        self.assertEqual(replay["aten.native_batch_norm.default"], 0)
        self.assertEqual(replay["aten._native_batch_norm_legit_functional.default"], 1)

    def test_an_lstm_that_is_in_the_graph_is_recalled_forward_and_backward(self) -> None:
        eager, replay = self.operators(Tagger, "export")
        self.assertEqual((eager["aten.tanh_backward.default"], eager["aten.stack.default"]), (1, 2))
        self.assertEqual(eager, replay)

    def test_an_lstm_that_python_runs_between_graphs_is_missed_forward_and_backward(self) -> None:
        in_graphs = {"aten.tanh.default", "aten.tanh_backward.default", "aten.relu.default", "aten.threshold_backward.default"}
        for method in ("dynamo", "aot_joint_compile"):
            with self.subTest(method):
                eager, replay = self.operators(Packed, method)
                self.assertEqual({name for name in in_graphs if eager[name] != 1 or replay[name] != 1}, set())
                missed = eager - replay
                self.assertEqual((missed["aten._pack_padded_sequence.default"], missed["aten.slice_backward.default"]), (1, 1))
                self.assertLess((eager & replay).total(), eager.total() / 2)
                _, of_replay = self.tallies(Packed)
                self.assertIn("input saved", {producer for producer, *_ in of_replay["edges"]})

    def test_what_the_backward_of_python_runs_again_is_not_the_graphs(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            with self.subTest(method):
                eager, replay = self.operators(Checkpointed, method)
                self.assertEqual((eager["aten.exp.default"], replay["aten.exp.default"]), (2, 0))
                self.assertEqual((eager["aten.cos.default"], replay["aten.cos.default"]), (1, 0))
                self.assertEqual(eager["aten.tanh_backward.default"], replay["aten.tanh_backward.default"])

    def test_a_file_that_cannot_run_is_not_measured(self) -> None:
        self.capture(Net, "make_fx")
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text.replace("aten.relu.default", "aten.no_such_operator.default"))
        self.assertIsNone(record_runs(self.path, self.case(Net)))


if __name__ == "__main__":
    unittest.main()
