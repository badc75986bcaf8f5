"""settings_test: what a file changes beside values is as it was after the run."""

import functools
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import Executable
from assay_python.judge_mutants.edited_capture import Judge, Nodes
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)


class Doubled(nn.Module):
    def forward(self, x):
        return x * 2


class Settings(Judge):
    STATES = (
        ("fn:torch.set_default_dtype", [{"dtype": "float64"}], torch.get_default_dtype),
        ("fn:torch._C._set_grad_enabled", [False], torch.is_grad_enabled),
        ("fn:torch.autograd.grad_mode._enter_inference_mode", [True], torch.is_inference_mode_enabled),
        ("fn:torch.set_autocast_enabled", ["cpu", True], lambda: torch.is_autocast_enabled("cpu")),
        ("fn:torch._C._set_sdp_use_math", [False], torch.backends.cuda.math_sdp_enabled),
        ("fn:torch._C._functorch._grad_increment_nesting", [], torch._C._functorch.maybe_current_level),
    )

    def with_call(self, target: str, values: list[Any]) -> None:
        """`x * 2`, and after it a call of `target`."""

        def insert(nodes: Nodes) -> None:
            output = nodes.pop()
            call = {"id": output["id"], "kind": "op", "target": target, "bound": False, "outputs": [None]}
            if "increment" in target:
                call["outputs"] = [{"sym": "1", "type": "int"}]
            if "inference" in target:
                call["outputs"] = [{"opaque": "guard"}]
            nodes.append({**call, "args": {str(i): value for i, value in enumerate(values)}})
            nodes.append({**output, "id": output["id"] + 1})

        self.capture(case("Doubled"), "symbolic_trace")
        self.edit(insert)

    def test_it_is_put_back_after_a_replay(self) -> None:
        for target, values, state in self.STATES:
            with self.subTest(target):
                before = state()
                self.with_call(target, values)
                self.assertReplays(self.report(case("Doubled")))
                self.assertEqual(state(), before)

    def test_without_a_replay_around_it_stays(self) -> None:
        for target, values, state in self.STATES[:2]:  # which the line after the run puts back
            with self.subTest(target):
                before = state()
                self.with_call(target, values)
                Executable(self.path, "forward", Doubled()).run([torch.ones(3, 4)])
                changed = state() != before
                torch.set_default_dtype(torch.float32)
                torch._C._set_grad_enabled(True)
                self.assertTrue(changed)


if __name__ == "__main__":
    unittest.main()
