"""rebinding_test: what a run leaves in a program's states is in the graph, and a replay leaves the same.

Each model is a program on its own: what it shows is true without Assay, as `eager` here runs it.
"""

import os
import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge

FOLDER = os.path.dirname(os.path.abspath(__file__))
RECORDERS = ("dispatch", "native", "native_composite")


class Rebinds(nn.Module):
    """A buffer that is replaced, and the old one returned: writing the new values into it would show."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> Any:
        before = self.seen
        self.seen = self.seen + x.sum(0)
        return x * self.seen, before


class Steps(nn.Module):
    """A buffer that is replaced beside what requires a gradient, the old one returned: written before, if `writes`."""

    def __init__(self, writes: bool) -> None:
        super().__init__()
        self.linear, self.writes = nn.Linear(4, 4), writes
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> Any:
        before = self.seen.add_(2) if self.writes else self.seen
        self.seen = before + 1
        return self.linear(x) * before, before


class Swaps(nn.Module):
    """Two buffers in each other's place: no operator runs at all."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("left", torch.zeros(4))
        self.register_buffer("right", torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.left, self.right = self.right, self.left
        return x * self.left


class Keeps(nn.Module):
    """A plain attribute that the next run reads, one in a list, and a buffer that the first run makes."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.ones(4)
        self.kept = [torch.ones(4), "text"]
        self.register_buffer("last", None)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale + self.kept[0]
        self.scale = self.scale * 2
        self.kept[0] = y.sum(0)
        self.last = y
        return y


class OtherData(nn.Module):
    """The same tensor object with other memory: again no operator that writes."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.seen
        self.seen.data = x.sum(0)
        return y


class Grows(nn.Module):
    """A buffer that each run gives a further dimension."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.arange(6.0).reshape(2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen = self.seen + 1
        first = self.seen.unbind(0)[0]
        self.seen.unsqueeze_(0)
        return first + x.sum()


class NamedFields(nn.Module):
    """Results by their names."""

    def forward(self, x: torch.Tensor) -> Any:
        top = x.topk(2)
        return top.values + x.max(dim=1, keepdim=True).values, top.indices, torch.sort(x).values


def case(factory: str) -> dict[str, Any]:
    here = os.path.abspath(__file__)
    return {"case": f"test/{factory}", "factory": f"{here}:{factory}", "inputs": [{"shape": [3, 4]}], "folder": FOLDER}


class Rebinding(Judge):
    def results(self, nodes: list[dict[str, Any]], role: str) -> list[str]:
        return [name for name in nodes[-1]["args"] if name.startswith(role)]

    def test_a_state_that_a_run_rebinds_is_a_result_and_a_replay_rebinds_it(self) -> None:
        expected = {
            "Rebinds": ["replacement:seen"],
            "Swaps": ["replacement:left", "replacement:right"],
            "Keeps": ["replacement:kept.0", "replacement:last", "replacement:scale"],
            "OtherData": ["replacement:seen"],
        }
        for factory, names in expected.items():
            for method in RECORDERS:
                with self.subTest(f"{factory} {method}"):
                    self.assertReplays(self.replays(case(factory), method))
                    self.edit(lambda nodes: self.assertEqual(sorted(self.results(nodes, "replacement")), names))

    def test_a_graph_that_does_not_say_so_parts_from_the_run(self) -> None:
        def forget(nodes: list[dict[str, Any]]) -> None:
            for name in self.results(nodes, "replacement"):
                del nodes[-1]["args"][name], nodes[-1]["results"][name]

        for factory in ("Rebinds", "Swaps", "Keeps", "OtherData"):
            with self.subTest(factory):
                report = self.replays(case(factory), "native", forget)
                self.assertEqual(report["verdict"], "diverges")

    def test_a_recording_and_a_graph_of_dynamos_hold_for_states_of_the_shapes_that_they_saw(self) -> None:
        for method in (*RECORDERS, "dynamo"):
            with self.subTest(method):
                report = self.replays(case("Grows"), method)
                self.assertEqual([run["verdict"] for run in report["runs"]][:2], ["replays", "guarded"])
                asked = "rank mismatch. expected 2, actual 3" if method == "dynamo" else "has 3 dimensions, the capture has 2"
                self.assertIn(asked, report["runs"][1]["message"])

        def forget(nodes: list[dict[str, Any]]) -> None:
            for name in self.results(nodes, "replacement"):
                del nodes[-1]["args"][name], nodes[-1]["results"][name]

        self.assertEqual(self.replays(case("Grows"), "native", forget)["verdict"], "diverges")

    def test_a_state_that_is_only_written_is_no_result(self) -> None:
        for method in RECORDERS:
            given = {**case("Rebinds"), "factory": "torch.nn:BatchNorm1d", "kwargs": {"num_features": 4}}
            self.assertReplays(self.replays(given, method))
            self.edit(lambda nodes: self.assertEqual(self.results(nodes, "replacement"), []))

    def test_a_place_that_the_program_does_not_have_is_named(self) -> None:
        def misname(nodes: list[dict[str, Any]]) -> None:
            for labels in (nodes[-1]["args"], nodes[-1]["results"]):
                labels["replacement:no.such"] = labels.pop("replacement:seen")
            nodes[-1]["results"]["replacement:no.such"]["of"] = "no.such"

        report = self.replays(case("Rebinds"), "native", misname)
        self.assertIn("the result 'replacement:no.such' is no parameter, buffer or input of the case", report["message"])

    def test_dynamo_rebinds_rather_than_writes(self) -> None:
        self.assertReplays(self.replays(case("Rebinds"), "dynamo"))

    def test_a_joint_graph_says_what_is_written_into_a_state_and_what_replaces_it(self) -> None:
        def write_instead(nodes: list[dict[str, Any]]) -> None:
            for labels in (nodes[-1]["args"], nodes[-1]["results"]):
                labels["mutation:seen"] = labels.pop("replacement:seen")
            nodes[-1]["results"]["mutation:seen"]["role"] = "mutation"

        for writes, names in (False, ["replacement:seen"]), (True, ["mutation:seen", "replacement:seen"]):
            with self.subTest(writes=writes):
                given = {**case("Steps"), "kwargs": {"writes": writes}}
                self.assertReplays(self.replays(given, "aot_joint_compile"))
                told = ("mutation", "replacement")
                self.edit(lambda nodes: self.assertEqual(sorted(sum((self.results(nodes, role) for role in told), [])), names))
        report = self.replays({**case("Steps"), "kwargs": {"writes": False}}, "aot_joint_compile", write_instead)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("result 1", report["message"])


class Traces(Judge):
    def test_a_trace_of_a_model_that_rebinds_a_state_leaves_the_model_as_it_was(self) -> None:
        plain = Rebinds()
        torch.fx.symbolic_trace(plain)
        self.assertIsInstance(plain.seen, torch.fx.Proxy)  # what PyTorch leaves
        report = self.replays(case("Rebinds"), "symbolic_trace")
        self.assertEqual(report["verdict"], "diverges")  # true: the trace rebinds nothing
        self.assertIn("writing into result 1 changes buffer seen in the replay, not in eager", report["message"])

    def test_a_field_of_a_named_tuple_is_an_output_of_the_operator(self) -> None:
        def swap(nodes: list[dict[str, Any]]) -> None:
            top = next(node for node in nodes if node.get("target") == "method:topk")
            reader = next(node for node in nodes if node.get("target") == "fn:operator.add")
            self.assertEqual(reader["args"]["a"], {"%": [top["id"], 0]})
            reader["args"]["a"] = {"%": [top["id"], 1]}

        self.assertReplays(self.replays(case("NamedFields"), "symbolic_trace"))
        self.edit(lambda nodes: self.assertNotIn("fn:getattr", [node.get("target") for node in nodes]))
        self.edit(swap)
        self.assertEqual(self.report(case("NamedFields"))["verdict"], "diverges")


if __name__ == "__main__":
    unittest.main()
