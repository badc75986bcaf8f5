"""torch_private_test: the table has each private name of PyTorch used in `capture`. Losing a name costs only its
users.
"""

import ast
import importlib
import inspect
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

import torch

import assay_capture
from assay_python import torch_private as private
from assay_python.captured.captured import Unsupported
from assay_python.zygote import preload

CAPTURE = pathlib.Path(__file__).resolve().parent
METHODS = assay_capture.METHODS
# Python's own names, and names in modules of models.
OF_PYTHON = {"_exit", "_replace", "_fields", "_lru_cache_wrapper", "_operator", "_asdict"}
# A list of optional imports, and files that only tests use.
ELSEWHERE = ("zygote/preload.py", "judge_mutants/", "random_programs/", "walker/fx_multisets.py", "torch_private.py")


def sources(suffix):
    files = [file for file in sorted(CAPTURE.rglob(f"*{suffix}")) if not file.stem.endswith(("_test", "_bench"))]
    return {str(file.relative_to(CAPTURE)): file.read_text() for file in files}


def is_private(dotted):
    """Whether a name below torch is private. Names of operators are not."""
    steps = dotted.split(".")
    return steps[0] == "torch" and steps[1:2] != ["ops"] and any(re.match("_(?!_)", step) for step in steps[1:])


def own_names(tree):
    """Attributes that the file itself defines."""
    made = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    made |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return made | {node.attr for node in stored if isinstance(node.value, ast.Name) and node.value.id == "self"}


def dotted(node):
    """`torch.x.y` of an attribute of torch, else None."""
    steps = []
    while isinstance(node, ast.Attribute):
        steps.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(steps)]) if isinstance(node, ast.Name) else None


def outside(source):
    """(line, name) of each private name of PyTorch in `source` that the table lacks."""
    tree = ast.parse(source)
    rows = {row.name.rpartition(".")[2]: row.called for row in private.TABLE}
    known = {name for name, called in rows.items() if not called} | OF_PYTHON | own_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names if is_private(each.name))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").endswith("torch_private"):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from ((node.lineno, each) for each in (f"{node.module}.{one.name}" for one in node.names) if is_private(each))
        elif isinstance(node, ast.Attribute):
            name = dotted(node) or node.attr
            of_torch = name.startswith("torch.")
            if is_private(name) or not of_torch and re.match("_(?!_)", node.attr) and node.attr not in known:
                yield node.lineno, name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_name = re.fullmatch(r"torch(\.\w+)+", node.value) and is_private(node.value)
            if is_name or re.fullmatch(r"_[a-z]\w*[a-z0-9]", node.value) and node.value not in known | set(rows):
                yield node.lineno, node.value


def used(text):
    return set(re.findall(r"\bprivate\.(?:put\(\"|replaced\(\")?(\w+)", text))


def probe():
    return {"case": "probe", "factory": "torch.nn:Linear", "kwargs": {"in_features": 3, "out_features": 2},
            "inputs": [{"shape": [4, 3]}], "folder": "."}


def end_of(method):
    """The ending of a pair of `method` in this process: "replays", or the exception."""
    from assay_python.program.program import Program

    program = Program(probe(), "cpu", False)
    module = __import__(f"assay_python.methods.{method}", fromlist=["capture"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.json")
        assay_capture.write_graph_file(module.capture(program), program, probe(), method, "cpu", path)
        return json.loads(assay_capture.replay_file(path, probe()))["verdict"]


def in_child(ask):
    """The result of `ask` in a child process, as a text."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = ask()
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(writing, text.encode()[:60000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


def needed_by(method):
    """The names that a pair of `method` looks up."""
    asked = set()
    look_up = private._looked_up

    def noted(row):
        asked.add(row.name)
        return look_up(row)

    private._looked_up = noted
    verdict = end_of(method)
    return " ".join([verdict, *sorted(asked)])


def lacking(name):
    """Hides `name` from lookups, for the rest of this process."""
    find = private._found

    def found(row):
        if row.name == name:
            raise AttributeError(name)
        return find(row)

    private._found = found


def lost(name):
    """The methods that are unsupported without `name`, and the ending of another method's pair."""
    lacking(name)
    ends = {}
    for method in METHODS:
        try:
            private.require(method, phantom=False)
        except Unsupported as reason:
            assert str(reason).startswith(f"needs {name}, which PyTorch {torch.__version__} lacks: "), reason
            ends[method] = "unsupported"
    preload._import_ours()
    other = next((method for method in OTHERS if method not in ends), None)
    return " ".join([*ends, end_of(other) if other else "none"])


def imported_without(row):
    """The ending of the import of each method, of replays and of lowering if PyTorch itself lacks the name."""
    owner, last = private._owner(row.name)
    delattr(owner, last)
    try:
        for name in ("program.eager", "side_by_side.program_run", "pair.lower", *(f"methods.{method}" for method in METHODS)):
            importlib.import_module(f"assay_python.{name}")
    except Unsupported as reason:
        return str(reason).partition(",")[0]
    return "imported"


# The quickest first. One of them runs without a name that it does not need.
OTHERS = ("make_fx", "native", "symbolic_trace", "aot", "dynamo", *METHODS)


class TorchPrivate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        preload._import(preload.NAMES)
        preload._import(preload.COMPILERS)

    def test_no_private_name_of_pytorch_stands_outside_the_table(self):
        files = sources(".py")
        self.assertGreater(len(files), 60)
        for file, source in files.items():
            if not file.startswith(ELSEWHERE):
                with self.subTest(file):
                    self.assertEqual(list(outside(source)), [])

    def test_a_private_name_is_found_however_it_is_spelled(self):
        for line, name in {
            "import torch._dynamo": "torch._dynamo",
            "from torch import _dynamo": "torch._dynamo",
            "from torch._ops import OpOverload": "torch._ops.OpOverload",
            "from torch.utils import _pytree as tree": "torch.utils._pytree",
            "torch._C._dispatch_keys(x)": "torch._C._dispatch_keys",
            "torch.nn.Module()._hooks": "_hooks",
            "view._backward_hooks": "view._backward_hooks",
            "getattr(op, '_other')": "_other",
            "importlib.import_module('torch._other')": "torch._other",
            "from ..torch_private import FakeTensor": "FakeTensor",
        }.items():
            with self.subTest(line):
                self.assertIn((1, name), list(outside(line)))
        for line in ("torch.ops.aten._unsafe_view", "view._base", "self._mine = self._mine", "private.tree_map(f, x)"):
            with self.subTest(line):
                self.assertEqual(list(outside(line)), [])

    def test_no_private_name_of_pytorch_stands_outside_the_table_of_cpp(self):
        spelled = re.compile(r'"(torch\.(?:\w+\.)*_\w+[^" ]*|_[a-z]\w*)"')
        files = sources(".cc") | sources(".h")
        self.assertGreater(len(files), 100)
        for file, source in files.items():
            known = {"_fields", "_slotnames", "_quantized", "_mkldnn", "_hooks"}  # names of Python, of operators, and endings of names
            if file != "torch_private.h" and not file.startswith(("phantom/", "callables/")):  # rules about a graph file's names
                with self.subTest(file):
                    self.assertEqual([name for name in spelled.findall(re.sub("//.*", "", source)) if name not in known], [])
        self.assertTrue(spelled.findall('imported("torch._ops", "OpOverload")'))

    def test_every_row_is_used_and_everything_used_has_a_row(self):
        asked = {name for file, source in sources(".py").items() if file != "torch_private.py" for name in used(source)}
        asked |= set(re.findall(r'Row k\w+\{"(\w+)"\}', sources(".h")["torch_private.h"]))
        rows = {row.called for row in private.TABLE if row.called}
        self.assertEqual(asked - rows - {"put", "replaced", "require", "missing"}, set())
        self.assertEqual(rows - asked, set())

    def test_pytorch_has_every_name_of_the_table(self):
        self.assertEqual(in_child(lambda: repr(private.missing())), "[]")

    def test_the_users_of_a_name_are_the_methods_that_look_it_up(self):
        looked_up = {row.name: set() for row in private.TABLE if row.called}
        for method in METHODS:
            verdict, *names = in_child(lambda: needed_by(method)).split()
            self.assertEqual(verdict, "replays", f"{method}: {names}")
            for name in names:
                looked_up[name].add(method)
        for row in private.TABLE:
            if row.called:
                users = set(METHODS) if row.users == private.ALL else set(METHODS).intersection(row.users)
                self.assertEqual(looked_up[row.name], users, row.name)

    def test_without_a_name_its_users_are_unsupported_and_others_replay(self):
        self.assertGreater(len(private.TABLE), 90)
        for row in private.TABLE:
            users = METHODS if row.users == private.ALL else [method for method in METHODS if method in row.users]
            rest = "none" if len(users) == len(METHODS) else "replays"
            self.assertEqual(in_child(lambda: lost(row.name)), " ".join([*users, rest]), row.name)

    def test_no_module_needs_a_name_when_it_is_imported_but_what_its_classes_are_made_of(self):
        bases = {"torch.utils._python_dispatch.TorchDispatchMode"}
        there = lambda row: inspect.getattr_static(*private._owner(row.name), None) is not None
        rows = [row for row in private.TABLE if row.called and row.users != private.OP_DB and there(row)]
        self.assertGreater(len(rows), 80)
        for row in rows:
            ends = f"needs {row.name}" if row.name in bases else "imported"
            self.assertEqual(in_child(lambda: imported_without(row)), ends, row.name)

    def test_a_name_that_has_moved_has_a_row_for_each_version(self):
        old, new = (private.Private("tree_map", f"torch.utils.{place}.tree_map", private.ALL, "", **versions)
                    for place, versions in (("_pytree", {"until": "2.16"}), ("pytree", {"since": "2.16"})))
        for table in ([old, new], [new, old]):
            self.assertIs(private.rows_of(table, "2.15.0+cu132")["tree_map"], old)
            self.assertIs(private.rows_of(table, "2.16.1")["tree_map"], new)

    def test_a_patch_says_that_what_it_replaces_is_another(self):
        def patched():
            torch._subclasses.fake_tensor.run_fallback_kernel = lambda mode, func: None
            private.put("run_fallback_kernel", print)

        self.assertRegex(
            in_child(patched),
            r"^Unsupported: needs torch\._subclasses\.fake_tensor\.run_fallback_kernel\(fake_mode, func, flat_args, args_spec, "
            r"orig_not_implemented_exception\), PyTorch 2\.\S+ has \(mode, func\): operators without a fake kernel$")

    def test_a_guard_that_is_written_otherwise_is_no_broken_python(self):
        def told():
            from assay_python.native import aside

            torch._dynamo.guards.build_guard_function = lambda code_parts, closure_args: ("", "def guard(L): pass")
            aside.tell()

        self.assertEqual(in_child(told), "Unsupported: torch._dynamo.guards.build_guard_function no longer writes 'return guard'")


if __name__ == "__main__":
    unittest.main()
