"""fx_round_trip_test: captured again, an exported module equals the graph of its file at level exact. Run, it gives eager's values.

usage: fx_round_trip_test.py ASSAY PROJECT, with the worker's lib/ on PYTHONPATH. Each module is built and traced in a forked child.
Twins, modules with two operands exchanged or a constant changed, must differ in both checks.
"""

import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback
import types
from typing import Any, Callable

import assay_capture
import torch
from assay_python.captured.captured import Captured, Input, Result
from assay_python.methods import make_fx_symbolic
from assay_python.observe.interpret import Watching
from assay_python.program.program import Program
from assay_python.zygote import preload
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental import proxy_tensor
from torch.fx.experimental.symbolic_shapes import ShapeEnv

OF_PYTHON = ("symbolic_trace", "dynamo")  # methods whose graphs are interpreted instead of traced
# Losses of capturing a module again, not of the export. An entry that is no longer true fails the test.
LOST = {
    "data/made_in_forward native_composite@cpu": "make_fx takes a constant by lift_fresh_copy where the program ran lift_fresh",
    "modes/no_grad_part export@cpu": "make_fx runs wrap_with_set_grad_enabled and records what is in it",
    "recurrent/lstm make_fx_plain@cpu": "the fake kernel of mkldnn_rnn_layer gives an empty workspace",
}
SUB_GRAPHS = tuple(f"higher_order/{golden}" for golden in ("cond make_fx@cpu", "cond aot_joint@cpu", "nested_cond export@cpu", "map export@cpu", "scan aot@cpu"))
REAL = (("torchvision/resnet18", "aot_joint"), ("torchvision/resnet18", "symbolic_trace"), ("transformers/bert", "make_fx"))


def exported(assay: str, file: pathlib.Path, form: str, path: pathlib.Path, pair: str = "") -> None:
    subprocess.run([assay, "export", file, "--to", form, "-o", path, *(("--pair", pair) if pair else ())], check=True)


def goldens_in(folder: pathlib.Path) -> list[str]:
    """"seed/mlp make_fx@cpu": for each case of a family, a CPU pair per distinct graph."""
    files = sorted(folder.glob("*.txt"))
    lines = [(file, line.split()) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("graphs ")]
    return [f"{folder.name}/{file.stem} {name}" for file, (_, name) in lines if "@cpu" in name]


def built(path: pathlib.Path, constants: pathlib.Path) -> dict[str, torch.fx.GraphModule]:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.build(constants)


def value_like(told: Any, hints: dict[str, int]) -> Any:
    """A value with the metadata of a placeholder. Symbolic sizes take their hints."""
    if not isinstance(told, tuple):
        return hints.get(told[4:-1], 1) if told.startswith("int(") else torch.Generator() if "Generator" in told else None
    dtype, shape, stride, _ = told
    element, sizes = getattr(torch, dtype), [hints.get(size, size) for size in shape]
    plain = stride is None or any(isinstance(step, str) for step in stride)
    value = torch.empty(sizes, dtype=element) if plain else torch.empty_strided(sizes, stride, dtype=element)
    return value.uniform_() if element.is_floating_point else value.zero_()


def interpreted(graph: torch.fx.GraphModule, values: list[Any]) -> types.SimpleNamespace:
    """Runs the graph and records each node's effects. Returns a program in which the walker finds the states."""
    parameters, buffers = dict(graph.named_parameters()), dict(graph.named_buffers())
    states = [Input("parameter", name, [], value) for name, value in parameters.items()]
    states += [Input("buffer", name, [], value) for name, value in buffers.items()]
    program = types.SimpleNamespace(inputs=lambda: states, parameters=parameters, buffers=buffers)
    placeholders = [node.target for node in list(graph.graph.nodes) if node.op == "placeholder"]
    Watching(program, graph, dict(zip(placeholders, values))).run()
    return program


def captured_again(
    name: str, graph: torch.fx.GraphModule, method: str, symbols: list[dict[str, Any]], before: bool
) -> tuple[Captured, Any]:
    """The captured graph of a module, and its program. before: make_fx traces before the dispatcher decomposes operators."""
    told = [node.meta["assay"] for node in list(graph.graph.nodes) if node.op == "placeholder"]
    hints = {symbol["name"]: symbol.get("hint", 3) for symbol in symbols}
    inputs = [Input(one["role"], one["name"], one.get("also", []), value_like(one["value"], hints)) for one in told]
    values = [one.value for one in inputs]
    results = [Result(*one) for one in graph.meta["assay"]["results"]]
    program: Any = types.SimpleNamespace(inputs=list)
    if method in OF_PYTHON:
        program = interpreted(graph, values)
        return Captured(name, graph, inputs, results), program
    mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
    with torch.no_grad():
        if not symbols:
            trace = proxy_tensor.make_fx(graph, tracing_mode="fake", pre_dispatch=before, _allow_non_fake_inputs=True)
            return Captured(name, trace(*values), inputs, results), program
        values = make_fx_symbolic._fakes(mode, inputs)
        trace = proxy_tensor.make_fx(graph, tracing_mode="symbolic", pre_dispatch=before, _allow_non_fake_inputs=True)
        with mode:
            traced = trace(*values)
    return Captured(name, traced, inputs, results, mode.shape_env, [guard.expr for guard in mode.shape_env.guards]), program


def again(assay: str, module: pathlib.Path, before: pathlib.Path, constants: pathlib.Path, as_given: bool) -> str:
    """The output of `assay diff` between a graph file and its module captured again; "" if equal."""
    document = json.loads(before.read_text(encoding="utf-8"))
    symbols = {graph["name"]: graph.get("symbols", []) for graph in document["graphs"]}
    made = built(module, constants).items()
    pairs = [captured_again(name, graph, document["method"], symbols[name], as_given) for name, graph in made]
    after = before.with_name("after.json")
    about = {"case": "again", "factory": "torch:again"}
    assay_capture.write_graph_file([one for one, _ in pairs], pairs[0][1], about, "make_fx", "cpu", str(after))
    for beside in constants.glob("*.bin"):
        (before.parent / beside.name).write_bytes(beside.read_bytes())
    done = subprocess.run([assay, "diff", "--level", "exact", before, after], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def lost(assay: str, module: pathlib.Path, before: pathlib.Path, constants: pathlib.Path) -> str:
    """The difference if neither way of tracing gives the file's graph; "" if either does."""
    said = [in_child(lambda: again(assay, module, before, constants, as_given)) for as_given in (True, False)]
    return "" if "" in said else said[0]


def in_child(work: Callable[[], str]) -> str:
    """The result of `work` in a forked child, which keeps the side effects of graphs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # warnings of PyTorch about twins
        try:
            text = work()
        except BaseException:
            text = "raised " + traceback.format_exc(limit=-2)
        os.write(write, b"." + text.encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        said = stream.read()
    os.waitpid(child, 0)
    return said[1:] if said else "the child died"


def seeded(text: str) -> str | None:
    """The module with the operands of its last binary operator exchanged, else with a constant changed; None if it has neither."""
    operands = r'"(?:self|input|a)"(?::|,) n(\d+)(?:, True\), \()?(?:, )?"(?:other|mat2|b)"(?::|,) n(\d+)'
    pairs = [one for one in re.finditer(operands, text) if one[1] != one[2]]
    if pairs:
        at = pairs[-1]
        return text[: at.start(1)] + at[2] + text[at.end(1) : at.start(2)] + at[1] + text[at.end(2) :]
    constants = list(re.finditer(r'make\.op\("aten\.[^\n]*"(?:dim|alpha|threshold|eps|momentum|keepdim|stride)": \[?(True|False|-?[\d.e-]+)', text))
    if not constants:
        return None
    at = constants[-1]
    other = {"True": "False", "False": "True"}.get(at[1]) or str(float(at[1]) + 1 if "." in at[1] or "e" in at[1] else int(at[1]) - 1)
    return text[: at.start(1)] + other + text[at.end(1) :]


def check_again(assay: str, file: pathlib.Path, name: str, folder: pathlib.Path, pair: str = "") -> bool:
    """Checks a module and its twin. Returns whether there was a twin."""
    before, module = folder / "before.json", folder / "exported.py"
    exported(assay, file, "json", before, pair)
    exported(assay, file, "fx", module, pair)
    said = lost(assay, module, before, file.parent)
    if name in LOST:
        assert said, f"{name}: nothing is lost any more: {LOST[name]}"
        return False
    assert not said, f"{name}: {said}"
    twin = seeded(module.read_text(encoding="utf-8"))
    if twin is None:
        return False
    module.write_text(twin, encoding="utf-8")
    assert lost(assay, module, before, file.parent), f"{name}: the twin is equal"
    return True


def run(graph: torch.fx.GraphModule, program: Program) -> list[torch.Tensor]:
    """The results of a forward graph on the states and inputs of `program`."""
    held = {(one.role, one.name): one.value for one in program.inputs()}
    missing, _ = graph.load_state_dict({**program.parameters, **program.buffers}, strict=False)
    assert all("constant" in name for name in missing), missing
    given = [node.meta["assay"] for node in list(graph.graph.nodes) if node.op == "placeholder"]
    torch.manual_seed(0)
    return list(graph(*[held[one["role"], one["name"]] for one in given]))


def against_eager(case: dict[str, Any], module: pathlib.Path, constants: pathlib.Path) -> str:
    """"" if a forward module equals eager bit by bit, else both results."""
    program = Program(case, "cpu", False)
    with torch.no_grad():
        found = run(built(module, constants)["forward"], program)
        again_made = Program(case, "cpu", False)
        torch.manual_seed(0)
        expected = again_made.model(*again_made.args, **again_made.kwargs)
    leaves = torch.utils._pytree.tree_leaves(expected)
    same = len(found) >= len(leaves) and all(torch.equal(left, right) for left, right in zip(found, leaves))
    return "" if same else f"{found} is not {leaves}"


def check_values(assay: str, project: pathlib.Path, folder: pathlib.Path) -> tuple[int, int]:
    """Numbers of modules run and of twins with other values. Exchanged operands of a sum give equal values."""
    listing = subprocess.run([assay, "--project", project, "list", "cases", "seed/*", "--json"], check=True, capture_output=True, text=True)
    ran = noticed = 0
    for row in json.loads(listing.stdout):
        for method in ("make_fx", "symbolic_trace", "export"):
            file = project / "golden" / f"{row['id']}.txt"
            if method not in row["methods"]:
                continue
            module = folder / "values.py"
            exported(assay, file, "fx", module, f"{method}@cpu")
            said = in_child(lambda: against_eager(row["expanded"], module, file.parent))
            assert not said, f"{file}: {said}"
            twin = seeded(module.read_text(encoding="utf-8"))
            if twin is not None:
                module.write_text(twin, encoding="utf-8")
                noticed += bool(in_child(lambda: against_eager(row["expanded"], module, file.parent)))
            ran += 1
    return ran, noticed


def check_constant_beside(assay: str, folder: pathlib.Path) -> None:
    """A constant kept beside the file is read from the folder. Wrong or missing bytes are refused."""
    held = torch.arange(6.0).reshape(2, 3)
    digest = hashlib.sha256(held.numpy().tobytes()).hexdigest()
    file, module, beside = folder / "beside.json", folder / "beside.py", folder / "constants"
    tensor = {"dtype": "float32", "shape": [2, 3], "stride": [3, 1], "device": "cpu"}
    nodes = [
        {"id": 0, "kind": "input", "role": "constant", "name": "c", "value": {"sha256": digest}, "outputs": [tensor]},
        {"id": 1, "kind": "op", "target": "aten.neg.default", "args": {"self": {"%": [0, 0]}}, "outputs": [tensor]},
        {"id": 2, "kind": "output", "args": {"0": {"%": [1, 0]}}},
    ]
    file.write_text(json.dumps({"assay_graph": 1, "graphs": [{"name": "forward", "nodes": nodes}]}), encoding="utf-8")
    exported(assay, file, "fx", module)
    beside.mkdir()
    for bytes_of, refused in ((None, FileNotFoundError), (bytes(24), ValueError), (held.numpy().tobytes(), None)):
        if bytes_of is not None:
            (beside / f"{digest}.bin").write_bytes(bytes_of)
        try:
            (found,) = built(module, beside)["forward"]()
            assert refused is None and torch.equal(found, -held), found
        except (FileNotFoundError, ValueError) as error:
            assert refused is not None and isinstance(error, refused), error


def main(assay: str, project_path: str) -> None:
    project = pathlib.Path(project_path)
    goldens = goldens_in(project / "golden" / "seed")
    assert len(goldens) > 60, project
    preload.modules()
    preload.for_method("make_fx_symbolic")
    chosen = [*goldens[::3], *SUB_GRAPHS, *LOST]
    twins = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        check_constant_beside(assay, folder)
        for golden in chosen:
            case, pair = golden.split()
            twins += check_again(assay, project / "golden" / f"{case}.txt", golden, folder, pair)
        for case, method in REAL:
            file = folder / "captured" / f"{method}.json"
            file.parent.mkdir(exist_ok=True)
            subprocess.run([assay, "--project", project, "capture", case, "--method", method, "-o", file], check=True, capture_output=True)
            twins += check_again(assay, file, f"{case} {method}", folder)
        ran, noticed = check_values(assay, project, folder)
    assert twins > len(chosen) // 2 and ran > 15 and noticed > 5, (twins, ran, noticed)
    print(f"{len(chosen) + len(REAL)} modules captured again, {twins} twins found out; {ran} modules run, {noticed} twins found out")


if __name__ == "__main__":
    main(*sys.argv[1:])
