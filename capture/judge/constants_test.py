"""constants_test: a constant of a graph file is the tensor it was to the program, with its memory and its history."""

import functools
import os
import unittest

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, Nodes, X, of_target
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)


def gives_closure(part=False):
    held = torch.arange(4.0)

    class GivesClosure(nn.Module):
        """A result is a tensor that is in no graph of Dynamo's; with `part` there is one of a part of it."""

        def forward(self, x):
            return (held, x * 2, held[1:]) if part else (held, x * 2)

    return GivesClosure()


class KeepsPart(nn.Module):
    """Reads a part of its buffer before anything is traced: symbolic_trace makes that a constant, in the buffer's memory."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.arange(4.0))

    def forward(self, x):
        part = self.kept[1:]
        part.add_(x[0, 1:])
        return x * self.kept, part


def writes_closure():
    held = torch.arange(6.0)

    class WritesClosure(nn.Module):
        """Two constants of symbolic_trace in one memory: what is written to the one is in the other."""

        def forward(self, x):
            first, last = held[:4], held[2:]
            last.copy_(x[0])
            return first, x * first

    return WritesClosure()


def writes_gradient(detached=True):
    held = torch.arange(6.0)
    read = held.detach() if detached else held[:]

    class WritesGradient(nn.Module):
        """What is written to the one gives the other a gradient where autograd knows that they share memory."""

        def forward(self, x):
            one, other = held[:4], read[:4]
            one.copy_(x[0])
            return one, x * other

    return WritesGradient()


class Held(nn.Module):
    """Reads its weight through an attribute that is no parameter: a capture takes it for a constant."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.view = self.weight.detach()

    def forward(self, x):
        return x * self.view


class WritesDetached(nn.Module):
    """Autograd then makes a view anew that nobody reads; in fake tensors, of a base without values."""

    def forward(self, x):
        x.detach().clamp_(max=2.0)
        return x * 2


def part_of_result():
    return ((torch.arange(5.0).requires_grad_() * 1)[1:],)


def keep_apart(nodes: Nodes) -> None:
    """The constant that lies in other memory gets its own."""
    (value,) = [node["value"] for node in nodes if "memory_of" in node.get("value", {})]
    del value["memory_of"]


class OwnGenerator(nn.Module):
    def __init__(self, keep=False):
        super().__init__()
        self.kept = torch.Generator().manual_seed(7) if keep else None

    def forward(self, x):
        generator = self.kept or torch.Generator().manual_seed(7)
        return x * torch.rand(4, generator=generator)


def draw_of_all(nodes: Nodes) -> None:
    """The draw is of the generator of all programs."""
    of_target(nodes, "aten.rand.generator")["args"]["generator"] = None


class Constants(Judge):
    def test_a_constant_that_is_read_twice_is_one_tensor(self) -> None:
        def read_anew(nodes: Nodes) -> None:
            (constant,) = [node for node in nodes if node.get("role") == "constant"]
            output = nodes.pop()
            nodes += [{**constant, "id": output["id"]}, {**output, "id": output["id"] + 1}]
            nodes[-1]["args"]["0"] = {"%": [output["id"], 0]}

        given = case("gives_closure", X, kwargs={"part": True})
        self.assertReplays(self.replays(given, "make_fx"))
        self.edit(read_anew)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("writing into result 0 changes result 2 in eager, not in the replay", report["message"])

    def test_a_constant_in_the_memory_of_a_state_or_of_another_is_a_part_of_that(self) -> None:
        for factory in ("KeepsPart", "writes_closure"):
            with self.subTest(factory):
                given = case(factory, X)
                self.assertReplays(self.replays(given, "symbolic_trace"))
                self.edit(keep_apart)
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_constant_that_autograd_takes_for_another_tensor_gets_no_gradient_by_its_memory(self) -> None:
        def turn(nodes: Nodes) -> None:
            (memory,) = [node["value"]["memory_of"] for node in nodes if "memory_of" in node.get("value", {})]
            self.assertEqual(memory.pop("detached", False), detached)
            memory["detached"] = not detached

        for detached in (True, False):
            with self.subTest(detached=detached):
                given = case("writes_gradient", {**X, "requires_grad": True}, kwargs={"detached": detached})
                self.assertReplays(self.replays(given, "symbolic_trace"))
                self.edit(turn)
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_constant_that_the_memory_of_its_state_has_no_room_for_is_told(self) -> None:
        def move(nodes: Nodes) -> None:
            (value,) = [node["value"] for node in nodes if "memory_of" in node.get("value", {})]
            self.assertEqual(value["memory_of"], {"role": "buffer", "name": "kept", "offset": 4})
            value["memory_of"]["offset"] = 8

        report = self.replays(case("KeepsPart", X), "symbolic_trace", move)
        self.assertEqual(report["verdict"], "fails")
        expected = "in the memory of 'kept': expected an offset within its memory, found 8"
        self.assertIn(expected, report["message"])

    def test_a_constant_without_a_value_is_needed_where_more_than_dead_views_read_it(self) -> None:
        def give(nodes: Nodes) -> None:
            (constant,) = [node["id"] for node in nodes if node.get("role") == "constant"]
            view = next(node for node in nodes if node.get("args", {}).get("self") == {"%": [constant, 0]})
            nodes[-1]["args"]["0"] = {"%": [view["id"], 0]}

        given = {**case("WritesDetached"), "inputs": f"{os.path.abspath(__file__)}:part_of_result"}
        for method in ("make_fx", "make_fx_grad"):
            with self.subTest(method):
                self.assertReplays(self.replays(given, method))
                self.edit(give)
                report = self.report(given)
                self.assertEqual(report["verdict"], "fails")
                self.assertIn("(constant '_tensor_constant0'): the file does not have its value", report["message"])

    def test_a_tensor_that_a_module_keeps_is_read_anew(self) -> None:
        given = case("Held", {**X, "requires_grad": True})
        self.assertReplays(self.replays(given, "dynamo"))
        self.replays(given, "export", keep_apart)
        self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_weight_that_was_baked_in_is_found_once_it_moves(self) -> None:
        for method in ("make_fx", "make_fx_grad", "export"):
            with self.subTest(method):
                given = case("Held", {**X, "requires_grad": True})
                self.assertReplays(self.replays(given, method))  # the graph holds a view of the weight, not its values
                self.edit(keep_apart)
                verdicts = self.verdicts(self.report(given))
                self.assertEqual(verdicts, ["same inputs: replays", "fresh values: diverges"])

    def test_a_generator_is_the_programs_own_or_is_refused(self) -> None:
        for method in ("make_fx_real", "export"):
            self.assertReplays(self.replays(case("OwnGenerator", kwargs={"keep": True}), method))
        self.assertEqual(self.replays(case("OwnGenerator", kwargs={"keep": True}), "export", draw_of_all)["verdict"], "diverges")
        self.capture(case("OwnGenerator"), "make_fx_real")
        report = self.report(case("OwnGenerator"))
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("holds no such generator, and its state is not in the file", report["message"])


if __name__ == "__main__":
    unittest.main()
