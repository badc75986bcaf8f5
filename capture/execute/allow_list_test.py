"""Tests of the names that a graph file may use: each entry of PyTorch's own lists is open, or refused for a stated
reason.
"""

import importlib.util
import subprocess
import sys
import types
import unittest
from typing import Any, Iterator

import torch
import torch.overrides
from assay_capture import CannotReplay, Executable, function_named, function_rule, higher_order_rule, method_rule
from torch._dynamo import trace_rules
from torch._ops import _higher_order_ops

UNKNOWN = "refused: nobody has looked through what it does"
KERNELS = ("_VariableFunctions", "_nn", "_linalg", "_special", "_fft", "_sparse", "_nested")
X = torch.arange(6.0).reshape(2, 3)


def listed() -> Iterator[str]:
    """The names in Dynamo's tables of functions that go into graphs."""
    for table in getattr(trace_rules, "torch_name_rule_map", []):
        for name, rule in table.items():
            if rule.__name__ == "TorchInGraphFunctionVariable":
                yield name


def is_kernel(found: Any) -> bool:
    spaces = [getattr(torch._C, space) for space in KERNELS if hasattr(torch._C, space)]
    return any(getattr(space, getattr(found, "__name__", ""), None) == found for space in spaces)


def overridable() -> list[Any]:
    spaces = torch.overrides.get_overridable_functions().items()
    return [one for space, all_of in spaces if isinstance(space, types.ModuleType) for one in all_of]


def state_of(name: str, overridden: set[int]) -> str:
    """"open", "refused: WHY", "absent", or another word for a name without a rule."""
    found = trace_rules.load_object(name)
    rule = function_rule(name)
    if rule:
        return f"refused: {rule}"
    if found is None:
        return "absent" if rule == "" else "absent, without a rule"
    if rule is None and not is_kernel(found) and id(found) not in overridden:
        return "no rule"
    try:
        return "open" if function_named(name) is not None else "gave nothing"
    except RuntimeError as error:
        return f"rule says open: {error}"


def brand_new(x: torch.Tensor) -> torch.Tensor:
    return x


def setUpModule() -> None:
    """Adds a function that a later PyTorch might list, before the lists are first read."""
    rule = next(rule for table in trace_rules.torch_name_rule_map for rule in table.values()
                if rule.__name__ == "TorchInGraphFunctionVariable")  # fmt: skip
    torch.brand_new = brand_new
    trace_rules.torch_name_rule_map.append({"torch.brand_new": rule})


class Lists(unittest.TestCase):
    def test_each_entry_of_dynamos_tables_is_open_or_refused_for_a_reason(self) -> None:
        overridden = {id(one) for one in overridable()}
        states = {name: state_of(name, overridden) for name in listed() if name != "torch.brand_new"}
        odd = {name: state for name, state in states.items()
               if state not in ("open", "absent") and not state.startswith("refused: it ")}  # fmt: skip
        self.assertEqual(odd, {})
        self.assertGreater(sum(state == "open" for state in states.values()), 1000)
        self.assertGreater(sum(state.startswith("refused") for state in states.values()), 500)
        self.assertEqual(state_of("torch.brand_new", overridden), "no rule")  # shows that the check can fail

    def test_an_entry_that_nobody_has_looked_through_is_refused(self) -> None:
        with self.assertRaisesRegex(RuntimeError, UNKNOWN):
            function_named("torch.brand_new")
        self.assertIs(function_named("torch._C._log_api_usage_once"), torch._C._log_api_usage_once)

    def test_what_can_be_overridden_is_open_unless_a_rule_refuses_it(self) -> None:
        refused = {}
        for function in overridable():
            if not callable(function) or not hasattr(function, "__name__") or not hasattr(function, "__module__"):
                continue
            name = torch.fx.node._get_qualified_name(function)
            try:
                function_named(name)
            except RuntimeError as error:
                refused[name] = str(error)
        self.assertEqual({name: why for name, why in refused.items() if f"refused: {function_rule(name)}" != why}, {})

    def test_who_comes_after_the_tables_were_made_makes_none(self) -> None:
        ask = "torch.overrides.get_overridable_functions = None; print(assay_capture.function_named('torch.relu') is torch.relu)"
        for made, (status, says) in (("assay_capture.make_allow_list()", (0, "True\n")), ("pass", (1, ""))):
            with self.subTest(made):
                code = f"import torch, assay_capture; {made}; {ask}"
                done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (status, says))

    def test_each_higher_order_operator_is_open_or_refused_for_a_reason(self) -> None:
        rules = {name: higher_order_rule(name) for name in _higher_order_ops}
        self.assertEqual({name for name, rule in rules.items() if rule is None}, set())
        self.assertEqual(rules["cond"], "")
        self.assertIn("callables", rules["flat_apply"])
        self.assertIsNone(higher_order_rule("brand_new"))

    def test_functions_are_found_by_the_name_that_fx_gives_them_too(self) -> None:
        for name, function in (
            ("torch._jit_internal.is_scripting", torch.jit.is_scripting),
            ("torch.nn.parameter.Parameter", torch.nn.Parameter),
            ("torch.autocast_increment_nesting", torch.autocast_increment_nesting),
            ("torch.functional.split", torch.split),
            ("torch._weight_norm", torch._weight_norm),
            ("torch._refs.tensor", torch._refs.tensor),
            ("torch._check_is_size", torch._check_is_size),
            ("torch._C._autograd._get_data_attr", torch._C._autograd._get_data_attr),
            ("torch.autograd.grad_mode._enter_inference_mode", torch.autograd.grad_mode._enter_inference_mode),
            ("math.sqrt", __import__("math").sqrt),
            ("len", len),
        ):
            with self.subTest(name):
                self.assertEqual(function_named(name), function)

    def test_what_dynamo_makes_of_numpy_is_found_by_its_class_and_what_it_was_made_of(self) -> None:
        x = torch.tensor([1.0, -2.0])
        for name, expected in (
            ("numpy_to_tensor_wrapper.abs", x.abs()),
            ("numpy_to_tensor_wrapper.linalg.norm", x.norm()),
            ("numpy_method_wrapper.sum", x.sum()),
            ("numpy_operator_wrapper.neg", -x),
        ):
            with self.subTest(name):
                self.assertTrue(torch.equal(function_named(f"torch._dynamo.utils.{name}")(x), expected))
        for name, why in (
            ("numpy_to_tensor_wrapper.from_dlpack", "it reaches memory that is not the program's"),
            ("numpy_to_tensor_wrapper.load", "not on the list"),
            ("numpy_to_tensor_wrapper.linalg.normalizer", "not on the list"),
            ("numpy_method_wrapper.__class__", "not on the list"),
            ("numpy_method_wrapper._from_tensor", "not on the list"),
            ("numpy_operator_wrapper.attrgetter", "not on the list"),
        ):
            with self.subTest(name), self.assertRaisesRegex(RuntimeError, f"^refused: {why}"):
                function_named(f"torch._dynamo.utils.{name}")

    def test_of_an_array_only_its_own_attributes_are_given(self) -> None:
        text = 'graph forward\n%0 = input user "0" : f32[2,3]\n%1 = fn:torch._dynamo.utils.numpy_attr_wrapper(obj=%0, name="{}") : f32[3,2]\noutput "0"=%1'
        self.assertTrue(torch.equal(Executable.from_text(text.format("T")).run([X])[0], X.t()))
        with self.assertRaisesRegex(CannotReplay, "refused: no attribute of an array"):
            Executable.from_text(text.format("__class__")).run([X])

    def test_a_refusal_says_why(self) -> None:
        for name, why in (
            ("torch.from_file", "it opens files"),
            ("torch._C._load_jit_module_from_file", "it opens files"),
            ("torch._C._jit_script_compile", "it compiles or runs code that is no graph"),
            ("torch.compile", "it compiles or runs code that is no graph"),
            ("torch._C._construct_storage_from_data_pointer", "it reaches memory that is not the program's"),
            ("torch._C._dispatch_call_boxed", "it reaches the dispatcher past the list of operators"),
            ("torch._C._push_on_torch_dispatch_stack", "it changes the modes that a run is traced or recorded by"),
            ("torch._C._set_qengine", "it changes the process for longer than the run"),
            ("torch._C._cuda_changeCurrentAllocator", "it drives a device: its streams, its memory, its profiler"),
            ("torch._weights_only_unpickler.load", "it pickles"),
            ("torch._C.fork", "it starts threads or processes, or waits for them"),
            ("torch.fork", "it starts threads or processes, or waits for them"),
            ("torch.cuda._memory_viz.format_flamegraph", "it talks to other processes or to the network"),
            ("torch._C._crash_if_csrc_asan", "it ends the process"),
            ("torch.autograd.functional.jacobian", "it runs callables that the file does not hold, or hands them out"),
        ):
            with self.subTest(name):
                with self.assertRaisesRegex(RuntimeError, f"^refused: {why}$"):
                    function_named(name)
        for name in ("os.system", "torch.load.__globals__", "torch.no_such", "builtins.eval", "eval", "math.no_such"):
            with self.subTest(name), self.assertRaisesRegex(RuntimeError, "^refused: not on the list"):
                function_named(name)
        self.assertEqual(method_rule("numpy"), "it reaches memory that is not the program's")
        self.assertEqual(method_rule("relu"), "")


class SubGraphs(unittest.TestCase):
    """Operators that take Python callables get the sub-graphs of the file."""

    APPLY = [
        '%0 = input user "0" : f32[2,3]',
        "%1 = higher_order.autograd_function_apply(0=graph(forward/fwd), 1=graph(forward/bwd), 2=%0,"
        " non_differentiable_idx=[], saved_for_backward_idx=[0]) unbound : f32[2,3]",
        'output "0"=%1',
        "graph forward/fwd of %1",
        '%0 = input user "0" : f32[2,3]',
        "%1 = aten.round.default(self=%0) : f32[2,3]",
        'output "0"=%1, "1"=%0',
        "graph forward/bwd of %1",
        '%0 = input user "0" : f32[2,3]',
        '%1 = input user "1" : f32[2,3]',
        "%2 = aten.mul.Tensor(self=%0, other=%1) : f32[2,3]",
        'output "0"=%2',
    ]

    def gradient(self, lines: list[str]) -> torch.Tensor:
        x = (X / 4).requires_grad_()
        executable = Executable.from_text("\n".join(("graph forward", *lines)))  # the backward pass still needs it
        result = executable.run([x])[0]
        self.assertTrue(torch.equal(result, x.round()))
        return torch.autograd.grad(result.sum(), x)[0]

    def test_an_autograd_function_has_the_gradient_of_its_backward_graph(self) -> None:
        self.assertTrue(torch.equal(self.gradient(self.APPLY), X / 4))
        other = [line.replace("mul.Tensor(self=%0, other=%1)", "mul.Tensor(self=%0, other=%0)") for line in self.APPLY]
        self.assertTrue(torch.equal(self.gradient(other), torch.ones(2, 3)))

    def test_a_hook_is_a_sub_graph(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.exp.default(self=%0) : f32[2,3]",
            "%2 = higher_order.register_hook(0=%1, 1=graph(forward/hook)) unbound : f32[2,3]",
            'output "0"=%2',
            "graph forward/hook of %2",
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.mul.Tensor(self=%0, other=3.0) : f32[2,3]",
            'output "0"=%1',
        ]
        if importlib.util.find_spec("torch._higher_order_ops.register_hook") is None:
            self.skipTest("a version without the operator")
        for factor in (3.0, 5.0):
            x = X.clone().requires_grad_()
            text = "\n".join(("graph forward", *lines)).replace("other=3.0", f"other={factor}")
            executable = Executable.from_text(text)
            result = executable.run([x])[0]
            self.assertTrue(torch.equal(torch.autograd.grad(result.sum(), x)[0], x.detach().exp() * factor))

    def test_what_the_file_does_not_hold_is_refused(self) -> None:
        hidden = [line.replace("2=%0,", "2=py(os.system),") for line in self.APPLY]
        with self.assertRaisesRegex(CannotReplay, "refused|expected an operator overload"):
            self.gradient(hidden)


if __name__ == "__main__":
    unittest.main()
