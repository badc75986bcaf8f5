"""as_it_was_test: a capture's side effects are reported, and only those. Then the capture is repeated.

    python as_it_was_test.py ASSAY_CAPTURE
"""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zygote"))
from driven_zygote import Zygote

# While it is traced, the program itself makes the side effects that a capture method must not have.
MODELS = """
import torch
from torch.utils._python_dispatch import _disable_current_modes

def hooks_of_saved_tensors():
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        yield

def fails_in_two_modes():
    outer = modes_of_thread(torch.float64)
    next(outer)
    fails_in_one(torch.float16)

def fails_in_one(dtype):
    inner = modes_of_thread(dtype)
    next(inner)
    raise ValueError("no")

def modes_of_thread(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)

def fails_holding_hooks():
    held = hooks_of_saved_tensors()
    next(held)
    raise KeyError("held")

class Leaves(torch.nn.Module):
    def __init__(self, what):
        super().__init__()
        self.what = what
        self.register_buffer("seen", torch.zeros(3))
        self.aside = [self.seen]

    def forward(self, x):
        getattr(self, self.what)(x)
        return x * 2

    def nothing(self, x): pass
    def grad_mode(self, x): torch.set_grad_enabled(False)
    def dtype(self, x): torch.set_default_dtype(torch.float64)
    def autocast(self, x): torch.autocast("cpu", dtype=torch.bfloat16).__enter__()
    def function_mode(self, x): torch.set_default_device("cpu")
    def saved_hooks(self, x): torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__()
    def patch(self, x):
        kept = torch.nn.Module.__setattr__
        torch.nn.Module.__setattr__ = lambda self, name, value: kept(self, name, value)
    def global_hook(self, x): torch.nn.modules.module.register_module_forward_hook(lambda *_: None)
    def hook(self, x): self.register_forward_hook(lambda *_: None)
    def evaluates(self, x): self.eval()
    def attribute(self, x): self.later = 1
    def mark(self, x): self._is_torch_compile = True
    def constant(self, x): self._tensor_constant0 = 1
    def almost_a_constant(self, x): self.a_tensor_constant0 = 1
    def buffer_written(self, x):
        with _disable_current_modes():
            self.aside[0].add_(1)
    def buffer_that_requires_a_gradient(self, x):
        with _disable_current_modes():
            self.aside[0].requires_grad_()
    def raises_in_two_modes(self, x):
        torch.set_grad_enabled(False); torch.set_default_dtype(torch.float64)
        raise ValueError("no")
    def raises_holding_hooks(self, x):
        try:
            fails_holding_hooks()
        except KeyError as earlier:
            raise ValueError("no") from earlier
    def raises_holding_modes(self, x): fails_in_two_modes()
    def raises_in_hooks(self, x):
        self.saved_hooks(x)
        raise ValueError("no")
    def raises_having_hooked(self, x):
        self.register_forward_hook(lambda *_: None)
        raise ValueError("no")

times = 0

class Second(torch.nn.Module):
    def __init__(self, raises):
        super().__init__()
        self.raises = raises

    def forward(self, x):
        global times
        times += 1
        if times > 1 and self.raises:
            raise ValueError("once is enough")
        return x.relu() if times == 1 else x.tanh()
"""


class AsItWas(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.models = tempfile.TemporaryDirectory()
        pathlib.Path(cls.models.name, "leaves.py").write_text(MODELS)
        cls.zygote = Zygote(sys.argv[1], ["make_fx", "native"])

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()
        cls.models.cleanup()

    def run_twice(self, method: str, factory: str, **kwargs: object) -> dict:
        case = {"case": f"leaves/{factory}", "factory": f"leaves.py:{factory}", "kwargs": kwargs, "folder": self.models.name,
                "inputs": [{"shape": [3], "dtype": "float32"}], "train": True, "loss": "sum"}
        ended = self.zygote.run(case, method, again=True)
        ended["captured_again"] = os.path.exists(self.zygote.again_path(ended["id"]))
        return ended

    def left(self, method: str, what: str) -> list[str]:
        return self.run_twice(method, "Leaves", what=what)["left_behind"]

    def test_modes_and_patches_of_the_process_are_told_whatever_the_method(self) -> None:
        found = {what: self.left("native", what)[:1] for what in
                 ("nothing", "grad_mode", "dtype", "autocast", "function_mode", "saved_hooks", "global_hook")}  # fmt: skip
        self.assertEqual(found, {
            "nothing": [],
            "grad_mode": ["grad mode was on, is off"],
            "dtype": ["default dtype was Float, is Double"],
            "autocast": ["autocast on cpu was off, is BFloat16"],
            "function_mode": ["function modes was 0, is 1"],
            "saved_hooks": ["hooks of saved tensors was 0, is 1"],
            "global_hook": ["_global_forward_hooks was 0, is 1"],
        })  # fmt: skip
        self.assertRegex(self.left("native", "patch")[0], r"^torch\.nn\.Module\.__setattr__ was <.*__setattr__ at .*>, is <.*lambda.*>$")

    def test_what_modules_are_beside_their_values_is_told_whatever_the_method(self) -> None:
        found = {what: self.left("native", what) for what in ("hook", "evaluates", "attribute", "almost_a_constant")}
        self.assertEqual(found, {
            "hook": ["_forward_hooks of the model was 0, is 1"],
            "evaluates": ["training of the model was True, is False"],
            "attribute": ["attribute later of the model is new"],
            "almost_a_constant": ["attribute a_tensor_constant0 of the model is new"],
        })  # fmt: skip

    def test_what_pytorch_leaves_on_any_module_is_not_told(self) -> None:
        self.assertEqual([self.left("native", what) for what in ("mark", "constant")], [[], []])

    def test_values_are_told_of_a_capture_that_does_not_run_the_model(self) -> None:
        found = {(method, what): self.left(method, what) for method in ("make_fx", "native")
                 for what in ("buffer_written", "buffer_that_requires_a_gradient")}  # fmt: skip
        self.assertEqual(found, {
            ("make_fx", "buffer_written"): ["writes into buffer seen was 0, is 1"],
            ("make_fx", "buffer_that_requires_a_gradient"): ["buffer seen was Float[3], is Float[3] that requires a gradient"],
            ("native", "buffer_written"): [],
            ("native", "buffer_that_requires_a_gradient"): [],
        })  # fmt: skip

    def test_what_ends_with_the_frames_of_an_exception_is_not_left_behind(self) -> None:
        told = ["hooks of saved tensors was 0, is 1"]
        for what, left in ("raises_holding_hooks", []), ("raises_holding_modes", []), ("raises_in_hooks", told):
            raised = self.run_twice("native", "Leaves", what=what)
            self.assertEqual((raised["ending"], raised["message"], raised["left_behind"]), ("raised", "no", left))

    def test_a_capture_that_raises_must_leave_its_process_alone_but_not_the_model(self) -> None:
        raised = self.run_twice("native", "Leaves", what="raises_in_two_modes")
        self.assertEqual((raised["ending"], raised["left_behind"]),
                         ("raised", ["grad mode was on, is off", "default dtype was Float, is Double"]))  # fmt: skip
        raised = self.run_twice("native", "Leaves", what="raises_having_hooked")
        self.assertEqual((raised["ending"], raised["left_behind"], raised["captured_again"]), ("raised", [], False))

    def test_the_second_capture_is_a_file_of_its_own_or_why_there_is_none(self) -> None:
        ended = self.run_twice("make_fx", "Second", raises=False)
        self.assertEqual((ended["ending"], ended["again_failure"], ended["captured_again"]), ("finished", "", True))
        graphs = [pathlib.Path(path(ended["id"])).read_text() for path in (self.zygote.graph_path, self.zygote.again_path)]
        self.assertEqual([[name in graph for name in ("aten.relu.default", "aten.tanh.default")] for graph in graphs],
                         [[True, False], [False, True]])  # fmt: skip
        ended = self.run_twice("make_fx", "Second", raises=True)
        self.assertEqual((ended["ending"], ended["again_failure"], ended["captured_again"]), ("finished", "once is enough", False))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
