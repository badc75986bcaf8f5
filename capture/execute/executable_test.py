"""Tests of assay_capture.Executable: text graphs in, values out. Each has a twin that is refused or differs."""

import base64
import hashlib
import json
import math
import os
import sys
import tempfile
import types
import unittest
import weakref
from typing import Any

import torch
from assay_capture import CannotReplay, Executable


def graph(*lines: str, head: str = "graph forward") -> Executable:
    """The graph of `lines`, ready to run without a model."""
    return Executable.from_text("\n".join((head, *lines)))


def run(lines: list[str], inputs: list[Any], model: Any = None) -> list[Any]:
    return Executable.from_text("\n".join(("graph forward", *lines)), "forward", model).run(inputs)


class Base(unittest.TestCase):
    def same(self, found: Any, expected: torch.Tensor) -> None:
        self.assertTrue(torch.equal(found, expected), f"{found} is not {expected}")

    def refused(self, message: str, lines: list[str], inputs: list[Any], model: Any = None) -> None:
        """Making or running `lines` raises CannotReplay with exactly `message`."""
        with self.assertRaises(CannotReplay) as raised:
            run(lines, inputs, model)
        self.assertEqual(str(raised.exception), message)


IN = ['%0 = input user "0" : f32[2,3]', '%1 = input user "1" : f32[2,3]']
X, Y = torch.arange(6.0).reshape(2, 3), torch.full((2, 3), 2.0)


class Operators(Base):
    def test_operands_are_bound_by_name(self) -> None:
        lines = [*IN, "%2 = aten.sub.Tensor(self=%0, other=%1, alpha?=1) : f32[2,3]", 'output "0"=%2']
        self.same(run(lines, [X, Y])[0], X - Y)
        swapped = [line.replace("self=%0, other=%1", "self=%1, other=%0") for line in lines]
        self.same(run(swapped, [X, Y])[0], Y - X)

    def test_a_default_that_the_file_lacks_is_this_versions(self) -> None:
        lines = [*IN, "%2 = aten.add.Tensor(self=%0, other=%1) : f32[2,3]", 'output "0"=%2']
        self.same(run(lines, [X, Y])[0], X + Y)
        gone = "%2 = aten.add.Tensor(self=%0, other=%1, alpha=1, {}=3) : f32[2,3]"
        self.same(run([*IN, gone.format("beta?"), 'output "0"=%2'], [X, Y])[0], X + Y)
        self.refused(
            "forward: node 2 (aten.add.Tensor), argument beta: the operator has no such argument",
            [*IN, gone.format("beta"), 'output "0"=%2'],
            [X, Y],
        )

    def test_numbers_stand_for_tensors_and_give_way_to_their_dtype(self) -> None:
        lines = ['%0 = input user "0" : i64[2]', "%1 = aten.mul.Tensor(self=%0, other=3) : i64[2]", 'output "0"=%1']
        found = run(lines, [torch.tensor([1, 2])])[0]
        self.assertEqual((found.dtype, found.tolist()), (torch.int64, [3, 6]))
        half = [line.replace("other=3", "other=0.5") for line in lines]
        self.assertEqual(run(half, [torch.tensor([1, 2])])[0].dtype, torch.float32)
        prim = ['%0 = input user "0" : f32[2]', "%1 = prims.mul.default(self=%0, other=-1) : f32[2]", 'output "0"=%1']
        self.assertEqual(run(prim, [torch.tensor([1.0, 2.0])])[0].tolist(), [-1, -2])

    def test_every_kind_of_constant_reaches_its_operator(self) -> None:
        made = (
            "aten.full.default(size=[2], fill_value={}, dtype={}, layout=torch.strided, device=device(cpu),"
            " pin_memory=False)"
        )
        for value, dtype, expected in (
            ("1.5", "torch.float64", torch.full([2], 1.5, dtype=torch.float64)),
            ("nan", "torch.float32", None),
            ("-inf", "torch.float32", torch.full([2], -math.inf)),
            ("complex(1.0, -2.0)", "torch.complex64", torch.full([2], 1 - 2j, dtype=torch.complex64)),
            ("True", "torch.bool", torch.tensor([True, True])),
            ("7", "None", torch.tensor([7, 7])),
        ):
            with self.subTest(value=value):
                found = run([f"%0 = {made.format(value, dtype)} : f32[2]", 'output "0"=%0'], [])[0]
                self.same(
                    found.isnan() if expected is None else found,
                    torch.ones(2, dtype=torch.bool) if expected is None else expected,
                )
        self.refused(
            "forward: node 0 (aten.full.default), argument fill_value: expected Scalar, found str",
            [f'%0 = {made.format(chr(34) + "x" + chr(34), "None")} : f32[2]', 'output "0"=%0'],
            [],
        )

    def test_one_number_stands_for_a_list_of_fixed_size_only(self) -> None:
        pool = [
            '%0 = input user "0" : f32[1,1,4,4]',
            "%1 = aten.avg_pool2d.default(self=%0, kernel_size=2) : f32[1,1,2,2]",
            'output "0"=%1',
        ]
        x = torch.arange(16.0).reshape(1, 1, 4, 4)
        self.same(run(pool, [x])[0], torch.nn.functional.avg_pool2d(x, 2))
        view = ['%0 = input user "0" : f32[4]', "%1 = aten.view.default(self=%0, size=4) : f32[4]", 'output "0"=%1']
        self.refused(
            "forward: node 1 (aten.view.default), argument size: expected SymInt[], found int", view, [x[0, 0, 0]]
        )

    def test_lists_hold_tensors_and_none(self) -> None:
        lines = [*IN, "%2 = aten.cat.default(tensors=[%0, %1, %0], dim=1) : f32[2,9]", 'output "0"=%2']
        self.same(run(lines, [X, Y])[0], torch.cat([X, Y, X], 1))
        index = [
            '%0 = input user "0" : f32[2,3]',
            '%1 = input user "1" : i64[2]',
            "%2 = aten.index.Tensor(self=%0, indices=[None, %1]) : f32[2,2]",
            'output "0"=%2',
        ]
        self.same(run(index, [X, torch.tensor([2, 0])])[0], X[:, [2, 0]])
        self.refused(
            "forward: node 2 (aten.cat.default), argument tensors: expected Tensor, found str",
            [line.replace("[%0, %1, %0]", '[%0, "x"]') for line in lines],
            [X, Y],
        )

    def test_several_outputs_lists_and_none(self) -> None:
        split = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.split.Tensor(self=%0, split_size=1, dim=1) : (f32[2,1], f32[2,1], f32[2,1])",
            'output "0"=%1.2, "1"=%1.0',
        ]
        found = run(split, [X])
        self.same(found[0], X[:, 2:])
        self.same(found[1], X[:, :1])
        self.refused("forward: node 1 (aten.split.Tensor): gave 2 outputs, the graph has 3", split, [X[:, :2]])
        masked = [
            '%0 = input user "0" : f32[1,1,3,3]',
            (
                "%1 = aten.convolution_backward.default(grad_output=%0, input=%0, weight=%0, bias_sizes=[0],"
                " stride=[1, 1], padding=[1, 1], dilation=[1, 1], transposed=False, output_padding=[0, 0], groups=1,"
                " output_mask=[True, False, False]) : (f32[1,1,3,3], None, None)"
            ),
            'output "0"=%1.0, "1"=%1.1, "2"=None',
        ]
        found = run(masked, [torch.ones(1, 1, 3, 3)])
        self.assertEqual((found[0].sum().item(), found[1], found[2]), (49.0, None, None))

    def test_in_place_operators_write_inputs_and_views(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.select.int(self=%0, dim=0, index=1) alias(0:self) : f32[3]",
            "%2 = aten.mul_.Tensor(self=%1, other=10.0) mutates(self) alias(0:self) : f32[3]",
            'output "0"=%0',
        ]
        x = X.clone()
        self.same(run(lines, [x])[0], torch.cat([X[:1], X[1:] * 10]))
        self.assertEqual(x[1].tolist(), [30.0, 40.0, 50.0])
        self.same(run([line.replace("mul_", "mul") for line in lines], [X])[0], X)

    def test_random_operators_draw_from_the_state_of_eager(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.bernoulli.p(self=%0, p=0.5) rng : f32[2,3]",
            'output "0"=%1',
        ]
        torch.manual_seed(5)
        expected = torch.bernoulli(X, 0.5)
        torch.manual_seed(5)
        self.same(run(lines, [X])[0], expected)
        own = [
            '%0 = input generator "0" : opaque(Generator)',
            "%1 = aten.rand.generator(size=[4], generator=%0) rng : f32[4]",
            'output "0"=%1',
        ]
        generator = torch.Generator().manual_seed(3)
        self.same(run(own, [torch.Generator().manual_seed(3)])[0], torch.rand(4, generator=generator))
        self.assertFalse(
            torch.equal(
                run(own, [torch.Generator().manual_seed(4)])[0], run(own, [torch.Generator().manual_seed(3)])[0]
            )
        )


class Sizes(Base):
    LINES = [
        "symbol s0 hint=2 lower=2",
        "guard s0 < 5",
        '%0 = input user "0" : f32[s0,3]',
        "%1 = aten.view.default(self=%0, size=[sym(3*s0)]) : f32[3*s0]",
        'output "0"=%1, "1"=sym(2*s0 + 1)',
    ]

    def test_symbolic_sizes_are_those_of_the_inputs(self) -> None:
        for rows in (2, 4):
            found = run(self.LINES, [torch.ones(rows, 3)])
            self.assertEqual((list(found[0].shape), found[1]), ([3 * rows], 2 * rows + 1))

    def test_a_symbol_that_only_a_product_shows_is_solved(self) -> None:
        lines = [
            "symbol s0",
            '%0 = input user "0" : f32[2*s0]',
            "%1 = aten.view.default(self=%0, size=[2, sym(s0)]) : f32[2,s0]",
            'output "0"=%1',
        ]
        self.assertEqual(list(run(lines, [torch.ones(6)])[0].shape), [2, 3])
        self.refused(
            "forward: node 1 (aten.view.default), argument size: expected a value for s0: a symbol has no value (s0)",
            lines,
            [torch.ones(7)],
        )

    def test_a_symbol_with_a_negative_or_no_solution(self) -> None:
        lines = ["symbol s0", '%0 = input user "0" : f32[{}]', 'output "0"=sym(s0)']
        for size, expression, found in ((3, "-s0 + 5", 2), (4, "s0//2 + 3", None), (4, "7", None)):
            with self.subTest(expression=expression):
                text = [line.format(expression) for line in lines]
                if found is not None:
                    self.assertEqual(run(text, [torch.ones(size)]), [found])
                    continue
                with self.assertRaisesRegex(
                    CannotReplay, r"^forward: node 1 \(output\), argument 0: expected a value for s0"
                ):
                    run(text, [torch.ones(size)])

    def test_a_symbol_out_of_data_is_bound_where_it_appears(self) -> None:
        lines = [
            "symbol u0",
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.nonzero.default(self=%0) : i64[u0,2]",
            "%2 = aten.full.default(size=[sym(u0 + 1)], fill_value=1.0) : f32[u0 + 1]",
            'output "0"=%2',
        ]
        self.assertEqual(list(run(lines, [X])[0].shape), [6])

    def test_guards_and_sizes_that_a_run_breaks_are_named(self) -> None:
        loaded = graph(*self.LINES)
        for tensor, broken in (
            (torch.ones(4, 3), None),
            (torch.ones(5, 3), "guard s0 < 5: s0 is 5"),
            (torch.ones(1, 3), "guard 2 <= s0: s0 is 1"),
            (torch.ones(4, 2), "input 0: size 1 is 2, the capture has 3"),
            (torch.ones(4), "input 0: has 1 dimensions, the capture has 2"),
            (torch.ones(4, 3).double(), "input 0: is float64, the capture has float32"),
        ):
            with self.subTest(broken=broken):
                self.assertEqual(loaded.first_guard_broken([tensor]), broken)


class Constants(Base):
    def file(self, folder: str, raw: bytes, **constant: Any) -> Executable:
        count = len(raw) // 4
        meta = {"dtype": "float32", "shape": [count], "stride": [1], "device": "cpu"}
        nodes = [
            {
                "id": 0,
                "kind": "input",
                "role": "constant",
                "name": "c",
                "value": {"sha256": hashlib.sha256(raw).hexdigest(), **constant},
                "outputs": [meta],
            },
            {"id": 1, "kind": "op", "target": "aten.neg.default", "args": {"self": {"%": [0, 0]}}, "outputs": [meta]},
            {"id": 2, "kind": "output", "args": {"0": {"%": [1, 0]}}},
        ]
        path = os.path.join(folder, "graph.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"assay_graph": 1, "graphs": [{"name": "forward", "nodes": nodes}]}, out)
        return Executable(path, "forward")

    def test_a_constant_is_in_the_file_or_beside_it(self) -> None:
        small, large = torch.arange(4.0), torch.arange(2000.0)
        with tempfile.TemporaryDirectory() as folder:
            data = small.numpy().tobytes()
            self.same(self.file(folder, data, data=base64.b64encode(data).decode()).run([None])[0], -small)
            data = large.numpy().tobytes()
            beside = os.path.join(folder, hashlib.sha256(data).hexdigest() + ".bin")
            with open(beside, "wb") as out:
                out.write(data)
            self.same(self.file(folder, data).run([None])[0], -large)
            with open(beside, "wb") as out:
                out.write(bytes(len(data)))
            with self.assertRaisesRegex(CannotReplay, "expected bytes with the digest [0-9a-f]{64}, found others"):
                self.file(folder, data)

    def test_a_given_value_stands_for_the_constant(self) -> None:
        lines = [
            '%0 = input constant "c" data("AACAPw==") : f32[]',
            "%1 = aten.neg.default(self=%0) : f32[]",
            'output "0"=%1',
        ]
        self.assertEqual(run(lines, [None])[0].item(), -1.0)
        self.assertEqual(run(lines, [torch.tensor(3.0)])[0].item(), -3.0)
        self.refused(
            "forward: node 0 (input constant c): expected the bytes of f32[2], found 4 bytes",
            [line.replace("f32[]", "f32[2]") for line in lines],
            [None],
        )

    def test_constants_of_one_memory_are_put_together(self) -> None:
        data = base64.b64encode(torch.arange(4.0).numpy().tobytes()).decode()
        part = base64.b64encode(torch.arange(1.0, 3.0).numpy().tobytes()).decode()
        lines = [
            f'%0 = input constant "c" data("{data}") : f32[4]',
            f'%1 = input constant "d" data("{part}") memory_of(constant "c" 4) : f32[2]',
            "%2 = aten.add_.Tensor(self=%1, other=10) mutates(self) alias(0:self) : f32[2]",
            'output "0"=%0',
        ]
        self.assertEqual(run(lines, [None, None])[0].tolist(), [0, 11, 12, 3])
        apart = [line.replace(' memory_of(constant "c" 4)', "") for line in lines]
        self.assertEqual(run(apart, [None, None])[0].tolist(), [0, 1, 2, 3])
        other = [line.replace(' "c"', ' "x"', 1) if "input" in line else line for line in lines]
        self.assertEqual(run(other, [None, None])[0].tolist(), [0, 11, 12, 3], "by any name")
        gone = [lines[0].replace(") :", ') memory_of(constant "gone" 0) :'), lines[1].replace('"c" 4', '"gone" 4'), *lines[2:]]
        self.assertEqual(run(gone, [None, None])[0].tolist(), [0, 11, 12, 3], "named by what is not in the graph")
        self.refused(
            "forward: node 0 (input constant c): expected an offset of whole elements, found 2",
            [line.replace("4) :", "2) :") for line in lines],
            [None, None],
        )

    def test_constants_of_one_memory_may_be_of_other_types_and_begin_before_the_first(self) -> None:
        half = base64.b64encode(torch.tensor([1.5]).numpy().tobytes()).decode()
        bits = base64.b64encode(torch.tensor([2.5, 1.5]).view(torch.int32).numpy().tobytes()).decode()
        lines = [
            f'%0 = input constant "c" data("{half}") : f32[1]',
            f'%1 = input constant "d" data("{bits}") memory_of(constant "c" -4) : i32[2]',
            "%2 = aten.zero_.default(self=%0) mutates(self) alias(0:self) : f32[1]",
            'output "0"=%1',
        ]
        self.assertEqual(run(lines, [None, None])[0].view(torch.float32).tolist(), [2.5, 0])
        far = [line.replace("-4", str(2**62)) for line in lines]
        with self.assertRaisesRegex(CannotReplay, "an offset within one memory|allocate"):
            run(far, [None, None])


class Errors(Base):
    """Each message is a single line: graph, node, target, argument, expected and found."""

    def test_what_is_not_known_is_said(self) -> None:
        relu = "%2 = aten.{}.default(self=%0) : f32[2,3]"
        self.same(run([*IN, relu.format("relu"), 'output "0"=%2'], [X, Y])[0], X.relu())
        self.refused(
            "forward: node 2 (aten.rleu.default): unknown operator",
            [*IN, relu.format("rleu"), 'output "0"=%2'],
            [X, Y],
        )
        self.refused(
            "forward: node 2 (aten.relu.out2): unknown operator",
            [*IN, "%2 = aten.relu.out2(self=%0) : f32[2,3]"],
            [X, Y],
        )

    def test_an_argument_that_does_not_fit(self) -> None:
        self.refused(
            "forward: node 2 (aten.relu.default), argument self: missing, and the operator has no default for it",
            [*IN, "%2 = aten.relu.default() : f32[2,3]"],
            [X, Y],
        )
        self.refused(
            "forward: node 2 (aten.relu.default), argument self: expected Tensor, found str",
            [*IN, '%2 = aten.relu.default(self="x") : f32[2,3]'],
            [X, Y],
        )
        self.refused(
            "forward: node 2 (aten.sum.dim_IntList), argument dim: expected int, found float",
            [*IN, "%2 = aten.sum.dim_IntList(self=%0, dim=[0.5]) : f32[3]"],
            [X, Y],
        )
        item = [*IN, "%2 = aten.softmax.int(self=%0, dim={}) : f32[2,3]"]
        self.assertEqual(run([line.format("1") for line in item], [X, Y]), [])
        self.refused(
            "forward: node 2 (aten.softmax.int), argument dim: expected int, found Tensor",
            [line.format("%1") for line in item],
            [X, Y],
        )

    def test_an_impossible_shape_is_told_by_the_operator(self) -> None:
        lines = [*IN, "%2 = aten.mm.default(self=%0, mat2=%1) : f32[2,2]", 'output "0"=%2']
        with self.assertRaisesRegex(CannotReplay, r"^forward: node 2 \(aten.mm.default\): .*\(2x3 and 2x3\)$"):
            run(lines, [X, Y])
        self.same(run(lines, [X, Y.T])[0], X @ Y.T)

    def test_a_missing_weight(self) -> None:
        lines = [
            '%0 = input parameter "0.weight" : f32[2,3]',
            "%1 = aten.relu.default(self=%0) : f32[2,3]",
            'output "0"=%1',
        ]
        self.refused(
            "forward: node 0 (input parameter 0.weight): missing: expected Tensor, found None", lines, [None]
        )
        self.refused("forward: node 0 (input parameter 0.weight): missing: expected Tensor, found int", lines, [3])
        self.refused("forward: expected 1 inputs, found 2", lines, [X, Y])

    def test_long_messages_are_cut(self) -> None:
        with self.assertRaises(CannotReplay) as raised:
            run(
                [
                    '%0 = input user "0" : f32[1]',
                    f"%1 = aten.einsum.default(equation=\"{'a' * 9000}\", tensors=[%0]) : f32[1]",
                ],
                [torch.ones(1)],
            )
        self.assertLess(len(str(raised.exception)), 4300)
        self.assertNotIn("\n", str(raised.exception))


class Lifetimes(Base):
    def alive(self, lines: list[str]) -> int:
        """The largest number of intermediate tensors alive right after a node."""
        seen: list[Any] = []
        most = 0

        def watch(node: int, outputs: list[Any]) -> None:
            nonlocal most
            seen.extend(weakref.ref(one) for one in outputs if isinstance(one, torch.Tensor))
            del outputs
            most = max(most, sum(one() is not None for one in seen))

        loaded = graph(*lines)
        loaded.run([torch.ones(4)], watch)
        return most

    def test_a_value_is_freed_after_its_last_use(self) -> None:
        chain = [
            '%0 = input user "0" : f32[4]',
            *(f"%{i} = aten.add.Tensor(self=%{i - 1}, other=1.0) : f32[4]" for i in range(1, 9)),
        ]
        self.assertEqual(self.alive([*chain, 'output "0"=%8']), 1)
        kept = [line.replace("other=1.0", "other=%1") if line.startswith("%8") else line for line in chain]
        self.assertEqual(self.alive([*kept, 'output "0"=%8']), 2)
        self.assertEqual(self.alive([*chain, 'output "0"=%8, "1"=%1, "2"=%2']), 3)

    def test_outputs_that_nobody_uses_do_not_stay(self) -> None:
        lines = [
            '%0 = input user "0" : f32[4]',
            *(f"%{i} = aten.max.dim(self=%0, dim=0) : (f32[], i64[])" for i in range(1, 5)),
            'output "0"=%4.0',
        ]
        self.assertEqual(self.alive(lines), 2)

    def test_what_an_operator_writes_is_held_until_it_has_run(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,2]',
            "%1 = aten.empty.memory_format(size=[0]) : f32[0]",
            "%2 = aten.empty.memory_format(size=[0], dtype=torch.int32) : i32[0]",
            "%3 = aten.linalg_inv_ex.inverse(A=%0, inverse=%1, info=%2) : (f32[2,2], i32[])",
            "%4 = aten._linalg_check_errors.default(info=%3.1, api_name=\"linalg.inv\", is_matrix=True) : None",
            'output "0"=%3.0',
        ]
        self.same(run(lines, [torch.eye(2) * 2])[0], torch.eye(2) / 2)
        library = torch.library.Library("assay_references", "DEF")
        library.define("count(Tensor read, Tensor(a!) written) -> Tensor")
        library.impl("count", lambda read, written: torch.tensor([read._use_count(), written._use_count()]), "CPU")
        holding = types.ModuleType("assay_case_references")
        holding.count = torch.ops.assay_references.count
        sys.modules["assay_case_references"] = holding
        model = type("Model", (torch.nn.Module,), {"__module__": "assay_case_references"})()
        lines = [
            *IN,
            "%2 = aten.neg.default(self=%0) : f32[2,3]",
            "%3 = aten.neg.default(self=%1) : f32[2,3]",
            "%4 = assay_references.count.default(read=%2, written=%3) : i64[2]",
            'output "0"=%4',
        ]
        read, written = run(lines, [X, Y], model)[0].tolist()
        self.assertEqual(written, read + 1)


class Affine(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU())
        self.recurrent = torch.nn.LSTM(3, 4, batch_first=True)


LINEAR = (
    '%2 = module:layers.0(input=%1, self.weight=%0) module torch.nn.modules.linear.Linear {"in_features": 3} :'
    " f32[2,2]"
)


class PythonLevel(Base):
    IN = ['%0 = input parameter "layers.0.weight" : f32[2,3]', '%1 = input user "0" : f32[2,3]']

    def test_functions_methods_and_attributes(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,3]',
            '%1 = fn:getattr(object=%0, name="shape") : (int(2), int(3))',
            "%2 = fn:operator.mul(a=%1.0, b=%1.1) : int(6)",
            "%3 = method:view(input=%0, size=[%2, -1]) : f32[6,1]",
            "%4 = fn:torch.nn.functional.relu(input=%3, inplace?=False) : f32[6,1]",
            "%5 = fn:torch.flatten(input=%4, start_dim=0, end_dim?=-1) : f32[6]",
            "%6 = fn:operator.getitem(a=%5, b=slice(1, None, 2)) : f32[3]",
            "%7 = method:to(0=%6, dtype=torch.float64) unbound : f64[3]",
            'output "0"=%7',
        ]
        self.same(run(lines, [X])[0], torch.tensor([1.0, 3.0, 5.0], dtype=torch.float64))
        self.same(
            run([line.replace("slice(1", "slice(0") for line in lines], [X])[0],
            torch.tensor([0.0, 2.0, 4.0], dtype=torch.float64),
        )

    def test_a_tuple_stays_a_tuple(self) -> None:
        lines = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = method:size(0=%0) unbound : (int(2), int(3))",
            "%2 = fn:operator.add(a=[%1.0, %1.1], b=(1,)) : (int(2), int(3), int(1))",
            'output "0"=%2.2',
        ]
        self.assertEqual(run(lines, [X]), [1])
        self.refused(
            'forward: node 2 (fn:operator.add): TypeError: can only concatenate list (not "tuple") to list',
            [line.replace("[%1.0, %1.1]", "[%1.0]") for line in lines],
            [X],
        )

    def test_a_module_reads_the_values_the_file_names(self) -> None:
        model = Affine()
        own = model.layers[0].weight
        lines = [*self.IN, LINEAR, 'output "0"=%2']
        self.same(run(lines, [own, X], model)[0], model.layers[0](X))
        other = torch.ones(2, 3)
        self.same(run(lines, [other, X], model)[0], torch.nn.functional.linear(X, other, model.layers[0].bias))
        self.assertIs(model.layers[0].weight, own)

    def test_nested_outputs_of_a_module(self) -> None:
        model = Affine()
        lines = [
            '%0 = input user "0" : f32[1,2,3]',
            (
                "%1 = module:recurrent(input=%0) module torch.nn.modules.rnn.LSTM {} : (f32[1,2,4], [f32[1,1,4],"
                " f32[1,1,4]])"
            ),
            'output "0"=%1.1.1',
        ]
        x = torch.ones(1, 2, 3)
        self.same(run(lines, [x], model)[0], model.recurrent(x)[1][1])
        self.assertFalse(
            torch.equal(
                run([line.replace("%1.1.1", "%1.1.0") for line in lines], [x], model)[0], model.recurrent(x)[1][1]
            )
        )

    def test_a_module_of_another_class_or_with_other_hyper_parameters(self) -> None:
        model = Affine()
        given = [model.layers[0].weight, X]
        place = "forward: node 2 (module:layers.0): "
        self.refused(
            place
            + "expected class torch.nn.modules.linear.Bilinear, found torch.nn.modules.linear.Linear in the model",
            [*self.IN, LINEAR.replace(".Linear", ".Bilinear")],
            given,
            model,
        )
        self.refused(
            place + "expected hyper-parameter in_features = 4, found 3 in the model",
            [*self.IN, LINEAR.replace(": 3", ": 4")],
            given,
            model,
        )
        self.refused(
            place + "the module has no state scale",
            [*self.IN, LINEAR.replace("self.weight", "self.scale")],
            given,
            model,
        )
        self.refused(
            "forward: node 2 (module:layers.7): refused: the model has no such sub-module",
            [*self.IN, LINEAR.replace("layers.0", "layers.7")],
            given,
            model,
        )
        self.refused(place + "expected a model to look it up in, found none", [*self.IN, LINEAR], given)

    def test_what_python_raises_is_one_line(self) -> None:
        self.refused(
            "forward: node 1 (fn:torch.relu): TypeError: relu() got an unexpected keyword argument 'colour'",
            ['%0 = input user "0" : f32[2,3]', '%1 = fn:torch.relu(0=%0, colour="red") unbound : f32[2,3]'],
            [X],
        )

    def test_sub_graphs_run_for_higher_order_operators(self) -> None:
        text = "\n".join(
            [
                "graph forward",
                '%0 = input user "0" : b8[]',
                '%1 = input user "1" : f32[2,3]',
                "%2 = higher_order.cond(0=%0, 1=graph(forward/yes), 2=graph(forward/no), 3=(%1,)) unbound : f32[2,3]",
                'output "0"=%2',
                "graph forward/yes of %2",
                '%0 = input user "0" : f32[2,3]',
                "%1 = aten.neg.default(self=%0) : f32[2,3]",
                'output "0"=%1',
                "graph forward/no of %2",
                '%0 = input user "0" : f32[2,3]',
                "%1 = aten.exp.default(self=%0) : f32[2,3]",
                'output "0"=%1',
            ]
        )
        loaded = Executable.from_text(text)
        self.assertEqual(loaded.operators, 3)
        self.same(loaded.run([torch.tensor(True), X])[0], -X)
        self.same(loaded.run([torch.tensor(False), X])[0], X.exp())
        with self.assertRaisesRegex(CannotReplay, r"node 1 \(aten.rleu.default\): unknown operator"):
            Executable.from_text(text.replace("aten.exp", "aten.rleu"))
        with self.assertRaisesRegex(
            RuntimeError, "reference to a sub-graph that does not exist"
        ):  # no sub-graph calls itself
            Executable.from_text(
                text.replace("aten.neg.default(self=%0)", "higher_order.wrap(0=graph(forward/yes), 1=%0) unbound")
            )

    def test_a_condition_gives_its_value_by_itself_and_a_body_gives_a_tuple(self) -> None:
        text = "\n".join(
            [
                "graph forward",
                '%0 = input user "0" : i64[]',
                '%1 = input user "1" : f32[2,3]',
                "%2 = higher_order.while_loop(0=graph(forward/more), 1=graph(forward/step), 2=(%0, %1), 3=()) unbound"
                " : (i64[], f32[2,3])",
                'output "0"=%2.1',
                "graph forward/more of %2",
                '%0 = input user "0" : i64[]',
                '%1 = input user "1" : f32[2,3]',
                "%2 = aten.gt.Scalar(self=%0, other=0) : b8[]",
                'output "0"=%2',
                "graph forward/step of %2",
                '%0 = input user "0" : i64[]',
                '%1 = input user "1" : f32[2,3]',
                "%2 = aten.sub.Tensor(self=%0, other=1) : i64[]",
                "%3 = aten.mul.Tensor(self=%1, other=2.0) : f32[2,3]",
                'output "0"=%2, "1"=%3',
            ]
        )
        loaded = Executable.from_text(text)
        self.same(loaded.run([torch.tensor(3), X])[0], X * 8)
        self.same(loaded.run([torch.tensor(0), X])[0], X)
        condition = "aten.gt.Scalar(self=%0, other=0) : b8[]"
        endless = Executable.from_text(text.replace(condition, "aten.neg.default(self=%0) : i64[]"))
        with self.assertRaisesRegex(CannotReplay, "cond_fn must return a boolean scalar tensor"):
            endless.run([torch.tensor(3), X])


def hostile(target: str, arguments: str = "0=%0") -> list[str]:
    return ['%0 = input user "0" : f32[2,3]', f"%1 = {target}({arguments}) unbound : f32[2,3]"]


class Hostile(Base):
    """A graph file is data: no name in it imports, opens or runs anything."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.mark = os.path.join(self.folder.name, "mark")
        self.before = set(sys.modules)

    def tearDown(self) -> None:
        self.folder.cleanup()

    def untouched(self, lines: list[str], inputs: list[Any], model: Any = None) -> None:
        with self.assertRaises(CannotReplay) as raised:
            run(lines, inputs, model)
        self.assertRegex(str(raised.exception), "refused|unknown operator|expected an operator overload")
        self.assertFalse(os.path.exists(self.mark), f"{lines[1]} was run")
        self.assertNotIn("antigravity", sys.modules)

    def test_functions_outside_the_list(self) -> None:
        run(hostile("fn:torch.relu"), [X])  # listed functions run
        code = f"open({self.mark!r}, 'w')"
        for target, arguments in (
            ("fn:os.system", f'0="touch {self.mark}"'),
            ("fn:posix.system", f'0="touch {self.mark}"'),
            ("fn:subprocess.run", f'0="touch {self.mark}", shell=True'),
            ("fn:eval", f'0="{code}"'),
            ("fn:exec", f'0="{code}"'),
            ("fn:builtins.eval", f'0="{code}"'),
            ("fn:open", f'0="{self.mark}", 1="w"'),
            ("fn:__import__", '0="antigravity"'),
            ("fn:importlib.import_module", '0="antigravity"'),
            ("fn:antigravity.fly", "0=%0"),
            ("fn:torch.load", f'0="{self.mark}"'),
            ("fn:torch.save", f'0=%0, 1="{self.mark}"'),
            ("fn:torch.serialization.save", f'0=%0, 1="{self.mark}"'),
            ("fn:torch.from_file", f'filename="{self.mark}", shared=True, size=6'),
            ("fn:torch.hub.load", '0="x/y", 1="z"'),
            ("fn:torch.ops.load_library", f'0="{self.mark}"'),
            ("fn:torch.classes.load_library", f'0="{self.mark}"'),
            ("fn:torch.compile", "0=%0"),
            ("fn:torch.os.system", f'0="touch {self.mark}"'),
            ("fn:torch.nn.functional.torch.os.system", f'0="touch {self.mark}"'),
            ("fn:torch.nn.functional.importlib.import_module", '0="antigravity"'),
            ("fn:operator.attrgetter", '0="__class__"'),
            ("fn:operator.methodcaller", '0="numpy"'),
            ("fn:operator.call", "0=%0"),
            ("fn:functools.partial", "0=%0"),
            ("fn:torch.relu.__globals__", "0=%0"),
            ("fn:torch.Tensor.apply_", "0=%0"),
            ("fn:setattr", '0=%0, 1="x", 2=1'),
        ):
            with self.subTest(target=target):
                self.untouched(hostile(target, arguments), [X])

    def test_names_among_arguments(self) -> None:
        for lines in (
            hostile("fn:torch.relu", "0=py(os.system)"),
            hostile("fn:torch.where", "0=%0, 1=py(builtins.eval)"),
            hostile("higher_order.cond", f'0=True, 1=py(os.system), 2=py(os.system), 3=("touch {self.mark}",)'),
        ):
            with self.subTest(lines=lines[1]):
                self.untouched(lines, [X])

    def test_attributes_and_methods(self) -> None:
        self.assertEqual(run([*hostile("fn:getattr", '0=%0, 1="ndim"'), 'output "0"=%1'], [X]), [2])
        for name in (
            "__class__",
            "__init__",
            "__dict__",
            "numpy",
            "storage",
            "_backward_hooks",
            "shape.__class__",
            "",
        ):
            with self.subTest(name=name):
                self.untouched(hostile("fn:getattr", f'0=%0, 1="{name}"'), [X])
        for name in ("relu", "__abs__", "__neg__"):
            run(hostile(f"method:{name}"), [X])
        for name in (
            "__reduce_ex__",
            "__setstate__",
            "__class__",
            "__getattribute__",
            "__init_subclass__",
            "__deepcopy__",
            "apply_",
            "map_",
            "register_hook",
            "numpy",
            "storage",
            "untyped_storage",
            "set_",
            "backward",
            "share_memory_",
            "module_load",
            "__torch_function__",
            "as_subclass",
            "relu.__call__",
            "no_such",
        ):
            with self.subTest(name=name):
                self.untouched(hostile(f"method:{name}"), [X])
        for value, name in (
            ('"{0.__class__}"', "relu"),
            ('"x"', "to"),
            ("[1]", "sum"),
            ("{1: 2}", "clone"),
            ("{1: 2}", "type"),
        ):
            with self.subTest(value=value, name=name):
                self.untouched(hostile(f"method:{name}", f"0={value}"), [X])

    def test_modules_are_registered_sub_modules(self) -> None:
        model = Affine()
        model.layers.extra = types.SimpleNamespace(forward=lambda *_: open(self.mark, "w"))
        for name in (
            "layers.__class__",
            "__class__",
            "layers.extra",
            "layers.0.__call__",
            "layers..0",
            "forward",
            "layers.0.weight",
            "_modules",
        ):
            with self.subTest(name=name):
                self.untouched(hostile(f"module:{name}"), [X], model)

    def test_operators_that_open_files_or_that_nobody_looked_through(self) -> None:
        with open(os.path.join(self.folder.name, "data"), "wb") as out:
            out.write(bytes(24))
        path = os.path.join(self.folder.name, "data")
        self.assertEqual(list(torch.from_file(path, False, 6).shape), [6])  # the call would have worked
        for target, arguments in (
            ("aten.from_file.default", f'filename="{path}", shared=False, size=6'),
            ("aten.from_file.out", f'filename="{path}", shared=False, size=6, out=%0'),
            ("aten.save.default", f'item=%0, filename="{self.mark}"'),
            (
                "debugprims.load_tensor.default",
                f'name="{path}", size=[6], stride=[1], dtype=torch.float32, device=device(cpu)',
            ),
            ("c10d.barrier.default", "0=%0"),
            ("prim.PythonOp.default", "0=%0"),
            ("aten.relu", "self=%0"),
            ('"aten.re lu.default"', "self=%0"),
            ('"aten.relu::x.default"', "self=%0"),
            ('"aten::relu.default.x"', "self=%0"),
            ('"aten..default"', "self=%0"),
            ('"aten.relu/../../x.default"', "self=%0"),
            ("higher_order.call_torchbind", "0=%0"),
            ("higher_order.flat_apply", "0=py(os.system)"),
        ):
            with self.subTest(target=target):
                self.untouched(hostile(target, arguments), [X])

    def test_functions_of_the_case_that_it_gave_to_fx_wrap(self) -> None:
        def module(name: str) -> Any:
            made = types.ModuleType(name)
            source = (
                "import torch\ndef twice(x): return x * 2\ndef secret(x): return x * 3\ntorch.fx.wrap('twice')\nclass"
                " Model(torch.nn.Module): pass\n"
            )
            exec(compile(source, name, "exec"), made.__dict__)
            return made

        ours, theirs = module("assay_case_ours"), module("assay_case_theirs")
        lines = [*hostile("fn:assay_case_ours.twice"), 'output "0"=%1']
        self.same(run(lines, [X], ours.Model())[0], X * 2)
        self.untouched(lines, [X], theirs.Model())
        self.untouched(lines, [X])
        self.untouched(hostile("fn:assay_case_ours.secret"), [X], ours.Model())

    def test_operators_below_torch_ops_and_those_that_the_case_made(self) -> None:
        self.same(run([*hostile("fn:torch.ops.aten.neg"), 'output "0"=%1'], [X])[0], -X)
        self.same(run([*hostile("fn:torch.ops.aten.neg.default"), 'output "0"=%1'], [X])[0], -X)
        for name in (
            "aten.from_file",
            "aten.__class__",
            "aten.neg.__class__",
            "aten.neg.no_such",
            "c10d.barrier",
            "aten",
            "import_module",
        ):
            with self.subTest(name=name):
                self.untouched(hostile(f"fn:torch.ops.{name}"), [X])

        def scale(x: torch.Tensor) -> torch.Tensor:
            return x * 4

        scale.__module__ = "assay_case_scaled"
        torch.library.custom_op("assay_scaled::scale", scale, mutates_args=())
        ours = type("Model", (torch.nn.Module,), {"__module__": "assay_case_scaled"})
        theirs = type("Model", (torch.nn.Module,), {"__module__": "assay_case_other"})
        lines = [
            '%0 = input user "0" : f32[2,3]',
            "%1 = assay_scaled.scale.default(x=%0) : f32[2,3]",
            'output "0"=%1',
        ]
        self.same(run(lines, [X], ours())[0], X * 4)
        self.untouched(lines, [X], theirs())
        self.untouched(lines, [X])

    def test_operators_that_a_module_of_the_case_holds(self) -> None:
        library = torch.library.Library("assay_held", "DEF")
        for name in ("shift", "load", "secret"):
            library.define(f"{name}(Tensor x) -> Tensor")
            library.impl(name, lambda x: x + 2, "CPU")
        holding = types.ModuleType("assay_case_holding")
        holding.shift, holding.loaded = torch.ops.assay_held.shift, torch.ops.assay_held.load.default
        bare = types.ModuleType("assay_case_bare")
        sys.modules.update(assay_case_holding=holding, assay_case_bare=bare)
        ours = type("Model", (torch.nn.Module,), {"__module__": "assay_case_holding"})
        theirs = type("Model", (torch.nn.Module,), {"__module__": "assay_case_bare"})
        result = ['output "0"=%1']
        for target in ("assay_held.shift.default(x=%0)", "fn:torch.ops.assay_held.shift(0=%0) unbound"):
            with self.subTest(target=target):
                lines = ['%0 = input user "0" : f32[2,3]', f"%1 = {target} : f32[2,3]", *result]
                self.same(run(lines, [X], ours())[0], X + 2)
                self.untouched(lines, [X], theirs())
                self.untouched(lines, [X])
                for other in ("load", "secret", "no_such"):
                    self.untouched([line.replace("shift", other) for line in lines], [X], ours())

    def test_functionalised_operators_are_named_by_the_same_rules(self) -> None:
        def line(op: str) -> list[str]:
            call = f"higher_order.auto_functionalized_v2(0=py({op}), _x_base_index=0, _all_bases=[%0]) unbound"
            return ['%0 = input user "0" : f32[2,3]', f"%1 = {call} : (None, f32[2,3])", 'output "0"=%1.1']

        def double(x: torch.Tensor) -> None:
            x.mul_(2)

        double.__module__ = "assay_case_doubles"
        torch.library.custom_op("assay_doubled::double", double, mutates_args=("x",))
        ours = type("Model", (torch.nn.Module,), {"__module__": "assay_case_doubles"})
        before = X.clone()
        self.same(run(line("assay_doubled.double.default"), [X], ours())[0], before * 2)
        self.same(X, before)
        self.untouched(line("assay_doubled.double.default"), [X])
        for name in ("torch.ops.assay_doubled.double", "os.system", "assay_doubled.double", "aten.from_file.default"):
            self.untouched(line(name), [X], ours())


class Gradients(Base):
    def test_autograd_goes_through_what_ran(self) -> None:
        model = Affine()
        lines = [
            *PythonLevel.IN,
            LINEAR,
            "%3 = fn:torch.relu(input=%2) : f32[2,2]",
            "%4 = method:sum(0=%3) unbound : f32[]",
            'output "0"=%4',
        ]
        weight = model.layers[0].weight
        run(lines, [weight, X], model)[0].backward()
        found = weight.grad
        expected = torch.autograd.grad(model.layers(X).sum(), weight)[0]
        self.same(found, expected)
        with torch.no_grad():
            self.assertFalse(run(lines, [weight, X], model)[0].requires_grad)


if __name__ == "__main__":
    unittest.main()
