"""written_arguments_test: a program that writes to what it is given, moves it, or writes to a literal of its own.

Each model is a program on its own: what it shows is true without Assay.
"""

import os
import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, of_target

FOLDER = os.path.dirname(os.path.abspath(__file__))
FUNCTIONAL = "make_fx", "aot"
RECORDERS = "dispatch", "native", "native_composite"


class Tripled(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x.mul_(3)
        return x * x


def with_history() -> Any:
    return Tripled(), (torch.arange(6.0).reshape(2, 3).requires_grad_() * 1,)


class TurnsItsArgument(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x.t_()
        return x * 2


def oblong() -> Any:
    return TurnsItsArgument(), (torch.arange(6.0).reshape(2, 3),)


class TakesTheOther(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.set_(y)
        return x + 1


def two() -> Any:
    return TakesTheOther(), (torch.arange(6.0).reshape(2, 3), torch.ones(2, 3))


class WritesItsLiteral(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale = torch.tensor([1.0, 2.0, 3.0])
        scale.add_(1)
        return x * scale


def literal() -> Any:
    return WritesItsLiteral(), (torch.arange(6.0).reshape(2, 3),)


def case(factory: str) -> dict[str, Any]:
    return {"case": f"test/{factory}", "factory": f"{os.path.abspath(__file__)}:{factory}", "folder": FOLDER}


class WrittenArguments(Judge):
    def test_a_gradient_is_that_of_the_argument_as_it_was_given(self) -> None:
        self.assertReplaysBy((*FUNCTIONAL, *RECORDERS, "make_fx_grad", "aot_joint", "symbolic_trace", "dynamo"), case("with_history"))

    def test_a_gradient_of_what_has_been_written_parts_from_the_run(self) -> None:
        def of_written(nodes: list[dict[str, Any]]) -> None:
            last = [node for node in nodes if node.get("target") == "aten.mul.Tensor"][-1]
            nodes[-1]["args"]["gradient:0"] = last["args"]["self"]

        report = self.replays(case("with_history"), "native", of_written)
        self.assertEqual((report["verdict"], report["runs"][0]["name"]), ("diverges", "same inputs"))

    def test_an_argument_lies_as_the_program_has_turned_it(self) -> None:
        self.assertReplaysBy((*FUNCTIONAL, *RECORDERS, "symbolic_trace"), case("oblong"))

    def test_an_argument_that_is_not_turned_parts_from_the_run(self) -> None:
        def leave(nodes: list[dict[str, Any]]) -> None:
            turn = of_target(nodes, "aten.t_.default")
            turn["target"] = "aten.t.default"
            turn.pop("effects", None)

        report = self.replays(case("oblong"), "native", leave)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("input 0 afterwards", report["message"])

    def test_an_argument_may_take_the_memory_of_another(self) -> None:
        self.assertReplaysBy(("make_fx", *RECORDERS), case("two"))

    def test_a_literal_is_made_anew_in_every_run(self) -> None:
        self.assertReplaysBy((*FUNCTIONAL, *RECORDERS), case("literal"))

    def test_a_constant_that_no_operator_makes_anew_keeps_what_is_written(self) -> None:
        def hold(nodes: list[dict[str, Any]]) -> None:
            lifted = of_target(nodes, "aten.lift_fresh.default")
            lifted["target"] = "aten.alias.default"

        report = self.replays(case("literal"), "native", hold)
        self.assertEqual((report["verdict"], report["runs"][0]["verdict"]), ("diverges", "replays"))


if __name__ == "__main__":
    unittest.main()
