"""methods_test: the captures of each method, each with a twin whose seeded defect shows.

Run with the Python of a worker, its lib/ on PYTHONPATH: `python methods_test.py`. It loads the models below by path.
"""

import os
import random
import tempfile
import unittest

import torch

import assay_capture
from torch import nn

from assay_python.captured.captured import NothingCaptured, Unsupported
from assay_python.methods import aot, aot_joint, aot_joint_compile, aot_min_cut, dispatch, dynamo, export
from assay_python.methods import export_strict, make_fx, make_fx_core_aten, make_fx_grad, make_fx_plain, make_fx_real, precompile
from assay_python.methods import make_fx_symbolic, native, native_composite, symbolic_trace
from assay_python.observe import record, signatures
from assay_python.program import eager, naming, reference
from assay_python.program.program import Program
from assay_python.walker import modules

FOLDER = os.path.dirname(os.path.abspath(__file__))


def conv_bn_silu():
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.SiLU())


class Tied(nn.Module):
    def __init__(self, tied=True):
        super().__init__()
        self.embed, self.head = nn.Embedding(9, 4), nn.Linear(4, 9, bias=False)
        if tied:
            self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.embed(tokens))


class Twice(nn.Module):
    def forward(self, left, right):
        return torch.mul(left, right)


class Written(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, left, right):
        return left.add_(1) * right * self.weight


def views():
    base = torch.zeros(2, 3)  # views without overlap would stay two inputs
    return base[0], base[:1]


def expanded():
    return torch.randn(1, 3).expand(2, 3), torch.randn(2, 3)


class WritesRow(nn.Module):
    """Writes through another view of its expanded input, where PyTorch allows it."""

    def forward(self, left, right):
        left[:1].add_(1.0)
        return left * right


class Steps(nn.Module):
    """Every effect of a Python-level node."""

    def __init__(self):
        super().__init__()
        self.norm, self.drop = nn.BatchNorm1d(6), nn.Dropout(0.5)

    def forward(self, x):
        y = self.drop(self.norm(x))
        y.relu_()
        z = y.view(-1, 2).clone()
        return {"out": z, "none": None, "pair": (z.sum(), y)}


class AddsToOnes(nn.Module):
    """Writes into a tensor that a trace turns into a constant."""

    def forward(self, x):
        return torch.ones(3).add_(x)


class Unsteady(nn.Module):
    """Draws from a generator that torch's seed does not control."""

    def forward(self, x):
        return x + random.SystemRandom().random()


class Counting(nn.Module):
    """Replaces a buffer instead of writing it."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x):
        self.count = self.count + 1
        return x * self.count


class Shifted(nn.Module):
    """Reads a plain attribute, replaces a buffer, writes its input. One layer is unused."""

    def __init__(self):
        super().__init__()
        self.linear, self.unused = nn.Linear(3, 3), nn.Linear(3, 3)
        self.shift = torch.full((3,), 0.5)
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x):
        self.count = self.count + 1
        return self.linear(x.add_(1)) * self.count + self.shift


def closing():
    held = torch.ones(2, 3)

    class Closing(nn.Module):
        """Views a closed-over tensor without using the view. Dynamo restarts the first graph."""

        def forward(self, x):
            held.flatten()
            return x * 2

    return Closing()


class Halves(nn.Module):
    """Two layers. `broken`: with a graph break between them. `hidden`: with an operator outside any graph."""

    def __init__(self, broken=True, hidden=False):
        super().__init__()
        self.first, self.second = nn.Linear(3, 4), nn.Linear(4, 5)
        self.broken, self.hidden = broken, hidden

    def forward(self, x):
        y = self.first(x)
        if self.broken:
            torch._dynamo.graph_break()
        if self.hidden:
            y = outside(y)
        return {"second": self.second(y), "first": y}


class Reseeded(nn.Module):
    """Seeds the generator with a number from the system."""

    def forward(self, x):
        torch.seed()
        return x + torch.rand(2)


@torch._dynamo.disable
def outside(x):
    return x.cumsum(0)


class Hidden(nn.Module):
    def forward(self, x):
        return outside(x)


class Chain(nn.Module):
    """Cheap operators in a row. Each needs its own input in the backward pass."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return (x * self.weight).sin().cos().exp()


class Marked(nn.Module):
    """Like an optimizer step: between marks for the profiler."""

    def __init__(self, marked=True):
        super().__init__()
        self.marked = marked

    def forward(self, x):
        if not self.marked:
            return x.sin()
        with torch.profiler.record_function("step"):
            return x.sin()


class HalvesInInference(nn.Module):
    """Composite operators with their own kernels for views."""

    def forward(self, x):
        with torch.inference_mode():
            first, second = x.chunk(2, -1)
            third = x.narrow(0, 1, 1)
        return x * 2, first, second, third


class OptimizerInside(nn.Module):
    """A step of an optimizer that lives as long as the call, with a buffer as state, on a copy of the weight."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.register_buffer("momentum", torch.full((3,), 0.5))

    def forward(self, x):
        weight = self.weight.detach().clone().requires_grad_()
        optimizer = torch.optim.SGD([weight], lr=0.5, momentum=0.5)
        optimizer.state[weight] = {"momentum_buffer": self.momentum}
        (weight * x).sum().backward()
        optimizer.step()
        return weight.detach()


class Cache:
    """Made by each run. Compares by identity, and contains itself."""

    def __init__(self, *layers):
        self.layers, self.seen, self.own, self.made_by = list(layers), len(layers), self, lambda: None


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class Caching(nn.Module):
    """Returns a result and an object."""

    def __init__(self, steady=True):
        super().__init__()
        self.steady = steady

    def forward(self, x):
        return x.sin(), Cache(x.cos() if self.steady else x + random.SystemRandom().random())


class Keywords(nn.Module):
    def forward(self, x, *, scale, flag=True):
        return {"scaled": x * scale, "same": x, "none": None}


IMAGE = {"shape": [2, 3, 5, 7]}
TOKENS = {"shape": [2, 5], "dtype": "int64", "high": 9}


def program(factory, inputs, phantom=False, **keys):
    ref = f"{os.path.abspath(__file__)}:{factory}"
    return Program({"factory": ref, "inputs": inputs, "folder": FOLDER, **keys}, "cpu", phantom)


def roles(entries):
    return [f"{entry.role} {assay_capture.name_text(entry.name)}" for entry in entries]


def misplaced(captured, inputs):
    """Names of inputs whose placeholder has another shape."""
    nodes = [node for node in list(captured.graph.graph.nodes) if node.op == "placeholder"]
    pairs = zip(nodes, inputs, strict=True)
    return [given.name for node, given in pairs if given.value is not None and node.meta["val"].shape != given.value.shape]


class Recorder:
    """Replaces the C++ recorder."""

    def __init__(self):
        self.lines = []

    def input(self, role, name, also, value):
        self.lines.append(" ".join(["input", role, name, *also]))

    def before_write(self, tensors):
        pass

    def call(self, func, args, kwargs, out):
        self.lines.append(str(func))

    def result(self, role, name, value):
        self.lines.append(f"result {role} {name}")


class Programs(unittest.TestCase):
    def test_a_tied_weight_is_one_parameter_with_two_names(self):
        tied = program("Tied", [TOKENS])
        self.assertEqual(list(tied.parameters), ["embed.weight"])
        self.assertEqual(tied.also, {"embed.weight": ["head.weight"]})
        untied = program("Tied", [TOKENS], kwargs={"tied": False})
        self.assertEqual(list(untied.parameters), ["embed.weight", "head.weight"])

    def test_building_twice_gives_the_same_values_and_another_seed_does_not(self):
        first, second = program("conv_bn_silu", [IMAGE]), program("conv_bn_silu", [IMAGE])
        self.assertTrue(assay_capture.same(list(first.parameters.values()), list(second.parameters.values())))
        self.assertTrue(torch.equal(first.args[0], second.args[0]))
        torch.manual_seed(1)
        self.assertFalse(torch.equal(first.args[0], torch.randn(IMAGE["shape"])))

    def test_same_as_is_the_very_object_and_an_equal_entry_is_not(self):
        entry = {"shape": [2, 3]}
        left, right = program("Twice", [entry, {"same_as": 0}]).args
        self.assertIs(left, right)
        left, right = program("Twice", [entry, entry]).args
        self.assertIsNot(left, right)

    def test_inputs_and_results_are_named_by_path(self):
        tree = ({"mask": 1}, [2, None])
        self.assertEqual([name for name, _ in naming.leaves(tree)], ["0.mask", "1.0", "1.1"])
        self.assertEqual(naming.leaves(7, "kw."), [("kw.0", 7)])
        self.assertNotEqual(naming.leaves(tree), naming.leaves(tree[::-1]))

    def test_an_object_in_a_result_is_opened_to_its_tensors(self):
        class Cache:
            def __init__(self, *held):
                self.held, self.length, self.own = list(held), 3, self

        x, y = torch.ones(2), torch.zeros(3)
        self.assertEqual([name for name, _ in naming.leaves(naming.opened((x, Cache(x, Cache(y)))))], ["0", "1.held.0", "1.held.1.held.0", "1.held.1.length", "1.length"])
        empty = Cache()
        for alone in (empty, x, 7, None, torch.nn.Linear(2, 2), torch.float32):
            self.assertIs(naming.opened([alone])[0], alone)

    def test_a_case_file_called_types_shadows_nothing_and_a_missing_one_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "types.py"), "w") as file:
                file.write("import types\nclass Holder:\n    made = staticmethod(lambda: types.FunctionType)\n")
            self.assertIs(reference.resolve("types.py:Holder.made", folder)(), type(roles))
            with self.assertRaisesRegex(FileNotFoundError, "absent.py"):
                reference.resolve("absent.py:build", folder)
            with self.assertRaisesRegex(ValueError, "MODULE:CALLABLE"):
                reference.resolve("types.py", folder)


class AtenGraphs(unittest.TestCase):
    def test_placeholders_align_with_the_inputs_and_shifted_ones_do_not(self):
        for method in (make_fx, make_fx_real, make_fx_grad):
            (captured,) = method.capture(program("conv_bn_silu", [IMAGE]))
            self.assertEqual(misplaced(captured, captured.inputs), [])
            self.assertNotEqual(misplaced(captured, captured.inputs[1:] + captured.inputs[:1]), [])

    def test_tracing_leaves_running_statistics_alone_and_running_does_not(self):
        built = program("conv_bn_silu", [IMAGE])
        make_fx_real.capture(built)
        self.assertEqual(int(built.buffers["1.num_batches_tracked"]), 0)
        record.record(built, Recorder())
        self.assertEqual(int(built.buffers["1.num_batches_tracked"]), 1)

    def test_symbolic_sizes_are_on_user_inputs_only_and_absent_without_the_method(self):
        for phantom in (False, True):
            (symbolic,) = make_fx_symbolic.capture(program("conv_bn_silu", [IMAGE], phantom))
            (fixed,) = make_fx.capture(program("conv_bn_silu", [IMAGE], phantom))
            self.assertEqual(self.with_symbols(symbolic), ["0"])
            self.assertEqual(self.with_symbols(fixed), [])
            self.assertTrue(symbolic.guards)
            self.assertIsNone(fixed.shape_env)

    def with_symbols(self, captured):
        nodes = [node for node in list(captured.graph.graph.nodes) if node.op == "placeholder"]
        sizes = zip(captured.inputs, (node.meta["val"].shape for node in nodes), strict=True)
        return [given.name for given, shape in sizes if any(isinstance(size, torch.SymInt) for size in shape)]

    def test_a_gradient_follows_the_user_results_and_none_to_take_is_unsupported(self):
        (captured,) = make_fx_grad.capture(program("Tied", [TOKENS]))
        self.assertEqual(roles(captured.results), ["user 0", "gradient embed.weight"])
        for method in (make_fx_grad, aot_joint):
            with self.assertRaises(Unsupported):
                method.capture(program("Twice", [{"shape": [2, 3]}, {"shape": [2, 3]}]))

    def test_real_tracing_sees_an_expanded_input_as_it_lies_and_a_dense_one_dense(self):
        def strides(inputs):
            (captured,) = make_fx_real.capture(program("Twice", inputs))
            nodes = [node for node in list(captured.graph.graph.nodes) if node.op == "placeholder"]
            return [node.meta["val"].stride() for node in nodes]

        self.assertEqual(strides(f"{os.path.abspath(__file__)}:expanded"), [(0, 1), (3, 1)])
        self.assertEqual(strides([{"shape": [2, 3]}, {"shape": [2, 3]}]), [(3, 1), (3, 1)])

    def test_the_phantom_has_no_values_for_real_tracing(self):
        with self.assertRaisesRegex(Unsupported, "the phantom has none"):
            make_fx_real.capture(program("conv_bn_silu", [IMAGE], phantom=True))

    @unittest.skipUnless(hasattr(torch.compiler, "precompile"), "precompile is in PyTorch 2.15")
    def test_precompile_takes_a_step_and_leaves_no_gradient_behind_and_has_no_place_for_that_of_an_input(self):
        built = program("Tied", [TOKENS])
        (captured,) = precompile.capture(built)
        self.assertEqual(roles(captured.results), ["user 0", "gradient embed.weight"])
        self.assertIsNone(built.model.embed.weight.grad)
        with self.assertRaisesRegex(torch.compiler.PrecompileError, "a user input received a gradient"):
            precompile.capture(program("Twice", [{"shape": [2, 3], "requires_grad": True}, {"shape": [2, 3]}]))
        with self.assertRaisesRegex(Unsupported, "the phantom has none"):
            precompile.capture(program("conv_bn_silu", [IMAGE], phantom=True))

    def test_the_joint_graph_names_mutations_and_gradients_and_eval_mutates_nothing(self):
        states = ["0.weight", "0.bias", "1.weight", "1.bias"]
        buffers = ["1.running_mean", "1.running_var", "1.num_batches_tracked"]
        (joint,) = aot_joint.capture(program("conv_bn_silu", [IMAGE]))
        expected = [f"parameter {name}" for name in states] + [f"buffer {name}" for name in buffers]
        self.assertEqual(roles(joint.inputs), [*expected, "user 0", "tangent 0"])
        gradients = [f"gradient {name}" for name in [*states, *buffers, "0"]]
        self.assertEqual(roles(joint.results), [f"mutation {name}" for name in buffers] + ["user 0"] + gradients)
        (joint,) = aot_joint.capture(program("conv_bn_silu", [IMAGE], train=False))
        self.assertEqual(roles(joint.results), ["user 0"] + gradients)

    def users(self, inputs):
        (joint,) = aot_joint.capture(program("Written", inputs))
        return [[given.name, *given.also] for given in joint.inputs if given.role == "user"]

    def test_a_written_tensor_passed_twice_is_one_input_of_the_joint_graph_and_equal_ones_are_two(self):
        entry = {"shape": [3]}
        self.assertEqual(self.users([entry, {"same_as": 0}]), [["0", "1"]])
        self.assertEqual(self.users([entry, entry]), [["0"], ["1"]])

    def test_written_views_of_one_tensor_are_replaced_by_their_base_and_other_tensors_are_not(self):
        ((name, *also),) = self.users(f"{os.path.abspath(__file__)}:views")
        self.assertEqual((name.base, also), (True, ["0", "1"]))
        self.assertEqual(self.users([{"shape": [3]}, {"shape": [1, 3]}]), [["0"], ["1"]])

    def test_the_backward_reads_what_the_forward_saved_and_not_something_else(self):
        forward, backward = aot.capture(program("conv_bn_silu", [IMAGE]))
        leaves = list(forward.graph.graph.nodes)[-1].args[0]
        names = {result.name: leaf.name for result, leaf in zip(forward.results, leaves) if result.role == "saved"}
        nodes = [node for node in list(backward.graph.graph.nodes) if node.op == "placeholder"]
        read = [(node.name, names[given.name]) for node, given in zip(nodes, backward.inputs) if given.role == "saved"]
        self.assertTrue(read)
        self.assertEqual([node for node, _ in read], [saved for _, saved in read])
        self.assertNotEqual([node for node, _ in read], [saved for _, saved in read[1:] + read[:1]])
        self.assertEqual(len(aot.capture(program("Twice", [{"shape": [2]}, {"shape": [2]}]))), 1)

    def test_marks_for_the_profiler_are_not_recorded_and_are_no_part_of_a_program(self):
        def text(**keys):
            (captured,) = method.capture(program("Marked", [{"shape": [3]}], **keys))
            return captured.graph.text()

        for method in (dispatch, native, native_composite):
            self.assertEqual(text(), text(kwargs={"marked": False}))
        method, unrecorded = dispatch, record.UNRECORDED
        try:
            record.UNRECORDED = record.QUERIES
            self.assertIn("profiler._record_function_exit", text())
        finally:
            record.UNRECORDED = unrecorded

    def test_parts_of_a_composite_operator_make_no_views_where_it_makes_them_itself(self):
        for method in (dispatch, native):
            (captured,) = method.capture(program("HalvesInInference", [{"shape": [3, 4]}]))
            text = captured.graph.text()
            self.assertIn("aten.split.Tensor", text)
            self.assertIn("aten.slice.Tensor", text)

    def test_dispatch_sees_each_operator_once_on_real_and_on_fake_tensors(self):
        seen = []
        for phantom in (False, True):
            recorder = Recorder()
            record.record(program("Tied", [TOKENS], phantom), recorder)
            self.assertEqual(recorder.lines[0], "input parameter embed.weight head.weight")
            self.assertEqual(recorder.lines[-1], "result gradient embed.weight")
            seen.append([line for line in recorder.lines if line.startswith(("aten", "prim"))])
        self.assertEqual(seen[0].count("aten.embedding.default"), 1)
        self.assertEqual(seen[0], seen[1])
        self.assertFalse([line for line in seen[1] if line.startswith("prim")])


def operators(captured):
    return [str(node.target) for node in list(captured.graph.graph.nodes) if node.op == "call_function"]


class FurtherAtenGraphs(unittest.TestCase):
    def test_plain_tracing_names_what_is_read_by_identity_and_leaves_other_tensors_constants(self):
        built = program("Shifted", [{"shape": [2, 3]}])
        given = built.args[0].clone()
        (captured,) = make_fx_plain.capture(built)
        expected = ["parameter linear.weight", "parameter linear.bias", "buffer count", "user 0"]
        self.assertEqual(roles(captured.inputs), expected)
        self.assertEqual(misplaced(captured, captured.inputs), [])
        constants = [node.target for node in list(captured.graph.graph.nodes) if node.op == "get_attr"]
        self.assertEqual([getattr(captured.graph, name).tolist() for name in constants], [[0.5] * 3])
        self.assertTrue(torch.equal(built.args[0], given))
        self.assertEqual(float(built.model.count), 0)

    def test_core_operators_stand_in_for_others_and_plain_tracing_keeps_those(self):
        inputs = [TOKENS]
        (core,) = make_fx_core_aten.capture(program("Tied", inputs))
        (plain,) = make_fx.capture(program("Tied", inputs))
        self.assertIn("aten.t.default", operators(plain))
        self.assertNotIn("aten.t.default", operators(core))
        self.assertEqual(roles(core.inputs), roles(plain.inputs))

    def test_the_min_cut_saves_less_than_the_default_and_computes_more(self):
        saved, computed = [], []
        for method in (aot, aot_min_cut):
            forward, backward = method.capture(program("Chain", [{"shape": [2, 3]}]))
            saved.append(len([result for result in forward.results if result.role == "saved"]))
            computed.append(len(operators(backward)))
            read = [given.name for given in backward.inputs if given.role == "saved"]
            self.assertEqual(len(read), saved[-1])
        self.assertLess(saved[1], saved[0])
        self.assertGreater(computed[1], computed[0])

    def test_an_exported_program_has_one_input_per_tied_weight_and_two_for_others(self):
        for method in (export, export_strict):
            (tied,) = method.capture(program("Tied", [TOKENS]))
            self.assertEqual(roles(tied.inputs), ["parameter embed.weight", "user 0"])
            self.assertEqual(tied.inputs[0].also, ["head.weight"])
            self.assertEqual(misplaced(tied, tied.inputs), [])
            (untied,) = method.capture(program("Tied", [TOKENS], kwargs={"tied": False}))
            self.assertEqual(len(untied.inputs), 3)

    def test_an_exported_program_names_keywords_results_and_constants(self):
        inputs = {"x": {"shape": [2, 3]}, "scale": {"shape": [3]}}
        (captured,) = export.capture(program("Keywords", inputs))
        self.assertEqual(roles(captured.inputs), ["user kw.x", "user kw.scale"])
        self.assertEqual(roles(captured.results), ["user scaled", "user same", "user none"])
        (captured,) = export.capture(program("Shifted", [{"shape": [2, 3]}]))
        (constant,) = [given for given in captured.inputs if given.role == "constant"]
        self.assertEqual((constant.name, constant.value.tolist()), ("shift", [0.5] * 3))

    def test_only_dynamic_dimensions_are_symbols_of_an_exported_program(self):
        for dynamic, sizes in (({"0": [0]}, [True, False]), ({}, [False, False])):
            (captured,) = export.capture(program("Halves", [{"shape": [5, 3]}], dynamic=dynamic))
            shape = [node for node in list(captured.graph.graph.nodes) if node.op == "placeholder"][-1].meta["val"].shape
            self.assertEqual([isinstance(size, torch.SymInt) for size in shape], sizes)
        with self.assertRaisesRegex(Exception, "specialized|[Cc]onstraint"):
            export.capture(program("Halves", [{"shape": [5, 3]}], dynamic={"0": [1]}))


class DynamoGraphs(unittest.TestCase):
    INPUTS = [{"shape": [2, 3]}]
    INPUTS_OF_THREE = [{"shape": [3]}]

    def setUp(self):
        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()

    def test_a_break_makes_two_graphs_that_are_linked_and_without_it_there_is_one(self):
        before, after = dynamo.capture(program("Halves", self.INPUTS))
        self.assertEqual(roles(before.inputs), ["parameter first.weight", "parameter first.bias", "user 0"])
        self.assertEqual(roles(before.results), ["user first"])
        expected = ["parameter second.weight", "parameter second.bias", "saved forward:first"]
        self.assertEqual(roles(after.inputs), expected)
        self.assertEqual(roles(after.results), ["user second"])
        self.assertIn("graph_break", before.stopped.reason)
        with open(__file__) as file:
            line = next(n for n, text in enumerate(file, 1) if "torch._dynamo.graph_break()" in text)
        self.assertEqual(before.stopped.source, f"{os.path.abspath(__file__)}:{line}")
        self.assertEqual((before.resumes, after.resumes, after.stopped), ("", "forward", None))
        torch._dynamo.reset()
        (whole,) = dynamo.capture(program("Halves", self.INPUTS, kwargs={"broken": False}))
        self.assertEqual((whole.stopped, whole.resumes), (None, ""))

    def test_what_runs_between_graphs_is_no_result_of_one(self):
        before, after = dynamo.capture(program("Halves", self.INPUTS, kwargs={"broken": False, "hidden": True}))
        self.assertEqual(roles(before.results), ["saved 0"])
        self.assertEqual(roles(after.inputs)[-1], "saved eager:0")
        with self.assertRaisesRegex(NothingCaptured, "Dynamo made no graph: Skip"):
            dynamo.capture(program("Hidden", self.INPUTS))

    def test_a_graph_that_dynamo_makes_anew_is_named_as_if_it_were_the_first(self):
        built = program("closing", [{"shape": [], "dtype": "float64", "requires_grad": True}])
        for _ in range(2):
            (captured,) = aot_joint_compile.capture(built)
            self.assertEqual(roles(captured.inputs)[0], "saved eager:0")

    def test_calls_are_described_as_those_of_a_symbolic_trace(self):
        built = program("Shifted", self.INPUTS)
        given = built.args[0].clone()
        (captured,) = dynamo.capture(built)
        nodes = {str(node.target): node.meta for node in list(captured.graph.graph.nodes)}
        self.assertEqual(nodes["add_"]["assay_effects"], ["mutates:0"])
        self.assertIn("constant shift", roles(captured.inputs))
        self.assertEqual(sorted(roles(captured.results)), ["replacement count", "user 0"])
        self.assertTrue(torch.equal(built.args[0], given))
        self.assertEqual(float(built.model.count), 0)

    def test_what_an_optimizer_that_is_gone_has_left_in_a_graph_is_an_input_of_that_graph(self):
        built = program("OptimizerInside", self.INPUTS_OF_THREE)
        made = dynamo.capture(built)
        held = [f"{entry.role} {assay_capture.name_text(entry.name)}" for one in made for entry in one.held.values()]
        self.assertIn("buffer momentum", held)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.json")
            case = {"case": "a/b", **built.case}
            assay_capture.write_graph_file(made, built, case, "dynamo", "cpu", path)
            with open(path, encoding="utf-8") as file:
                written = file.read()
            self.assertIn('"momentum"', written)
            self.assertNotIn("self___param_groups", written)
            for one in made:
                one.held.clear()
            with self.assertRaisesRegex(Exception, "self___"):
                assay_capture.write_graph_file(made, built, case, "dynamo", "cpu", path)

    def test_a_seed_that_the_system_gives_is_a_draw_and_its_number_is_no_part_of_the_graph(self):
        for _ in range(4):  # half of the seeds are too large for a number in the graph
            torch._dynamo.reset()
            built = program("Reseeded", [{"shape": [2]}])
            made = dynamo.capture(built)
            (seed,) = [node for one in made for node in list(one.graph.graph.nodes) if node.target is torch.random.seed]
            self.assertEqual(seed.meta["assay_effects"], ["rng", "state"])
            self.assertGreater(seed.meta["val"], 0)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "graph.json")
                assay_capture.write_graph_file(made, built, {"case": "a/b", **built.case}, "dynamo", "cpu", path)
                with open(path, encoding="utf-8") as file:
                    written = file.read()
            self.assertIn('"fn:torch.random.seed"', written)
            self.assertNotIn('"sym"', written)

    def test_a_dynamic_dimension_is_a_symbol_and_another_is_none(self):
        for dynamic, symbols in (({"0": [0]}, ["0"]), ({}, [])):
            torch._dynamo.reset()
            built = program("Halves", [{"shape": [5, 3]}], kwargs={"broken": False}, dynamic=dynamic)
            (captured,) = dynamo.capture(built)
            nodes = [node for node in list(captured.graph.graph.nodes) if node.op == "placeholder"]
            tensors = [(g, n) for g, n in zip(captured.inputs, nodes) if isinstance(n.meta["val"], torch.Tensor)]
            self.assertEqual([g.name for g, n in tensors if isinstance(n.meta["val"].shape[0], torch.SymInt)], symbols)
            self.assertEqual("user 0.size(0)" in roles(captured.inputs), bool(symbols))
            self.assertEqual(captured.shape_env is not None, bool(symbols))

    def test_each_graph_has_a_joint_graph_and_one_without_gradients_has_none(self):
        before, after = aot_joint_compile.capture(program("Halves", self.INPUTS))
        self.assertEqual([before.name, after.name, after.resumes], ["joint", "joint_1", "joint"])
        self.assertEqual(roles(before.inputs)[-1], "tangent first")
        self.assertIn("saved joint:first", roles(after.inputs))
        self.assertEqual(roles(after.results)[-1], "gradient joint:first")
        torch._dynamo.reset()
        with self.assertRaises(Unsupported):
            aot_joint_compile.capture(program("Twice", [{"shape": [2]}, {"shape": [2]}]))


class PythonGraphs(unittest.TestCase):
    def trace(self, **keys):
        (captured,) = symbolic_trace.capture(program("Steps", [{"shape": [4, 6]}], **keys))
        return captured, {str(node.target): node.meta for node in list(captured.graph.graph.nodes)}

    def test_effects_are_those_of_training_and_eval_has_fewer(self):
        _, training = self.trace()
        statistics = ["num_batches_tracked", "running_mean", "running_var"]
        self.assertEqual(sorted(training["norm"]["assay_effects"]), [f"mutates:{name}" for name in statistics])
        self.assertEqual(training["drop"]["assay_effects"], ["rng"])
        self.assertEqual(training["relu_"]["assay_effects"], ["mutates:0"])
        _, evaluated = self.trace(train=False)
        self.assertEqual(evaluated["norm"]["assay_effects"], [])
        self.assertEqual(evaluated["drop"]["assay_effects"], [])

    def test_a_view_is_an_alias_and_a_copy_is_none(self):
        _, nodes = self.trace()
        self.assertEqual(nodes["view"]["assay_alias"], [[0, 0]])
        self.assertEqual(nodes["clone"]["assay_alias"], [])

    def test_results_are_named_and_states_are_read_by_modules(self):
        captured, nodes = self.trace()
        self.assertEqual(roles(captured.results), ["user out", "user none", "user pair.0", "user pair.1"])
        self.assertEqual(roles(captured.inputs), ["user 0"])
        self.assertEqual(nodes["norm"]["assay_reads"][:2], ["norm.weight", "norm.bias"])
        self.assertEqual(nodes["drop"]["assay_reads"], [])

    def test_a_call_binds_where_one_way_fits_and_not_otherwise(self):
        x, y = torch.zeros(2, 3), torch.zeros(2, 3)

        def bound(forms, *values):
            return signatures.bind(forms, values, {}, values, {})

        largest = signatures.forms_of_function(torch.max)
        self.assertEqual(bound(largest, x, 1), ({"input": x, "dim": 1, "keepdim": False}, ["keepdim"]))
        self.assertEqual(list(bound(largest, x, y)[0]), ["input", "other"])
        view = signatures.forms_of_method(x, "view")
        self.assertEqual(bound(view, x, 3, -1)[0]["size"], [3, -1])
        self.assertEqual(list(bound(view, x, torch.int32)[0]), ["input", "dtype"])
        self.assertIsNone(bound(largest, x, "nonsense", 3))
        self.assertIsNone(bound(signatures.forms_of_method(x, "tolist"), x))

    def test_modules_of_another_class_or_setting_are_described_differently(self):
        self.assertEqual(modules.describe(nn.LayerNorm(3)), modules.describe(nn.LayerNorm(3)))
        self.assertNotEqual(modules.describe(nn.LayerNorm(3)), modules.describe(nn.LayerNorm(3, eps=1e-6)))
        self.assertNotEqual(modules.describe(nn.SiLU()), modules.describe(nn.ReLU()))
        relu, gelu = (nn.TransformerEncoderLayer(4, 2, 8, activation=name) for name in ("relu", "gelu"))
        self.assertNotEqual(modules.describe(relu), modules.describe(gelu))
        self.assertNotIn(" at 0x", str(modules.describe(relu)))


    def test_a_constant_is_handed_over_as_traced_though_running_the_graph_writes_it(self):
        given = program("AddsToOnes", [{"shape": [3]}])
        (captured,) = symbolic_trace.capture(given)
        constant = captured.graph._tensor_constant0
        self.assertEqual(constant.tolist(), [1, 1, 1])
        captured.graph(*given.args)
        self.assertNotEqual(constant.tolist(), [1, 1, 1])


class Eager(unittest.TestCase):
    def test_two_runs_agree_for_dropout_and_counters_and_disagree_for_foreign_randomness(self):
        for factory in ("Steps", "Counting"):
            steady = program(factory, [{"shape": [4, 6]}])
            self.assertTrue(assay_capture.same(eager.run(steady), eager.run(steady)))
        unsteady = program("Unsteady", [{"shape": [4, 6]}])
        self.assertFalse(assay_capture.same(eager.run(unsteady), eager.run(unsteady)))

    def test_an_object_in_the_output_is_compared_by_its_tensors(self):
        for steady in (True, False):
            first, second = (program("Caching", [{"shape": [4]}], kwargs={"steady": steady}) for _ in range(2))
            self.assertEqual(assay_capture.same(eager.run(first), eager.run(second)), steady)

    def test_objects_are_alike_by_type_and_by_what_they_hold(self):
        one = torch.ones(2)
        long, longer, shorter = (Slotted(None) for _ in range(3))
        for last, length in ((long, 5000), (longer, 5000), (shorter, 5)):
            for _ in range(length):
                last.value = last = Slotted(None)
            last.value = one
        for left, right, expected in (
            (Cache(one), Cache(one.clone()), True),
            (Cache(one), Cache(one + 1), False),
            (Cache(one), Cache(one, one), False),
            (Cache({"a": [one]}), Cache({"a": [one.clone()]}), True),
            (Cache({"a": [one]}), Cache({"b": [one.clone()]}), False),
            (Slotted(one), Slotted(one.clone()), True),
            (Slotted(one), Slotted(-one), False),
            (Slotted(one), Cache(one), False),
            (Slotted(float("nan")), Slotted(float("nan")), True),
            (Cache(one).__init__, Cache(one).__init__, True),
            (Cache(one).__init__, Cache(-one).__init__, False),
            (long, longer, True),
            (long, shorter, False),
            ("text", "text", True),
            ("text", "other", False),
            (torch.float32, torch.float64, False),
        ):
            self.assertEqual(assay_capture.same([left], [right]), expected, (left, right))

    def test_a_forward_run_takes_no_gradients_and_a_full_one_does(self):
        built = program("Tied", [TOKENS])
        self.assertEqual(eager.timed(built, False)[1], [])
        self.assertEqual([gradient.shape for gradient in eager.timed(built)[1]], [(9, 4)])

    def test_an_expanded_input_is_put_back_and_the_next_run_agrees(self):
        inputs = f"{os.path.abspath(__file__)}:expanded"
        for factory in ("Twice", "WritesRow"):
            built = program(factory, inputs)
            before = built.args[0].clone()
            first = eager.run(built)
            self.assertTrue(torch.equal(built.args[0], before))
            self.assertTrue(assay_capture.same(first, eager.run(built)))
        built.model(*built.args)  # nothing is restored
        self.assertFalse(torch.equal(built.args[0], before))

    def test_bits_decide_except_between_nans(self):
        nan, zero = torch.tensor([float("nan")]), torch.zeros(1)
        self.assertTrue(assay_capture.same([nan], [nan.clone()]))
        self.assertFalse(assay_capture.same([zero], [-zero]))
        self.assertFalse(assay_capture.same([zero], [zero.double()]))
        self.assertFalse(assay_capture.same([zero], [zero, zero]))
        self.assertFalse(assay_capture.same([zero], [None]))


if __name__ == "__main__":
    unittest.main()
