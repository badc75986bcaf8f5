"""refused: compares graph and program at sizes that the original file refuses and a mutant accepts.

A lost guard matters only if the program's result differs there. An assumption about an attribute matters only if the
program writes that attribute.
"""

import pathlib
from typing import Any

import torch
from torch.utils import _pytree

from assay_python.program import naming, seeds
from assay_python.program.program import Program

import guards
from oracle import Known, Run, Values, built

MOST_POINTS = 8
LARGEST = 64


def what_shows(case: dict[str, Any], module: pathlib.Path, known: Known, right: dict[str, Any], wrong: dict[str, Any]) -> str:
    """The first visible difference, in words; "" for none."""
    for one, other in zip(right["graphs"], wrong["graphs"]):
        for path in sorted(one.get("assumes", {}).keys() - other.get("assumes", {}).keys()):
            if _is_written(case, path):
                return f"{path}: the program changes it"
        for point in guards.taken_by(other, one)[:MOST_POINTS]:
            if max(point.values()) <= LARGEST and (found := _differs_at(case, module, known, right, point)):
                return f"{_words(point)}: {found}"
    return ""


def _words(point: dict[str, int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def _is_written(case: dict[str, Any], path: str) -> bool:
    if path.startswith("input:"):
        return False
    program = Program(case, "cpu", False)
    before = _at(program.model, path)
    for _ in range(2):
        program.model(*program.args, **program.kwargs)
    return bool(repr(before) != repr(_at(program.model, path)))


def _at(owner: Any, path: str) -> Any:
    for step in path.split("."):
        owner = owner.get(step) if isinstance(owner, dict) else getattr(owner, step, None)
    return owner


def _differs_at(case: dict[str, Any], module: pathlib.Path, known: Known, document: dict[str, Any], point: dict[str, int]) -> str:
    """How the program's results at these sizes differ from the graph's; "" if the program raises, or if both agree."""
    program = Program(case, "cpu", False)
    shapes = {
        node["name"]: node["outputs"][0]["shape"]
        for graph in document["graphs"]
        for node in graph["nodes"]
        if node["kind"] == "input" and node["role"] == "user" and "shape" in (node["outputs"][0] or {})
    }
    _resize(program, shapes, point)
    values = {**known.values, **{(one.role, one.name): one.value for one in program.inputs() if one.role == "user"}}
    copies = _pytree.tree_map_only(torch.Tensor, lambda one: one.detach().clone(), (program.args, program.kwargs))
    try:
        seeds.start_from(0)
        with torch.no_grad():
            results = dict(naming.leaves(naming.opened(program.model(*copies[0], **copies[1]))))
    except Exception:
        return ""
    try:
        found = Run(built(module, False), Values(Known(values, set(), False, point), "own", 0, False, 0.0)).outcome().values
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:120]}"
    for name, value in results.items():
        own = next((given for label, given in found.items() if label.endswith(f": user {name}")), None)
        if isinstance(value, torch.Tensor) and isinstance(own, torch.Tensor) and not _is_close(value, own):
            return f"result {name} is another"
    return ""


def _is_close(left: torch.Tensor, right: torch.Tensor) -> bool:
    return left.shape == right.shape and torch.allclose(left.double(), right.double(), rtol=1e-3, atol=1e-4, equal_nan=True)


def _resize(program: Program, shapes: dict[str, list[Any]], point: dict[str, int]) -> None:
    """Gives each user input the sizes of `point`, repeating rows if there are too few."""
    wanted = {
        id(one.value): [eval(size["sym"], {"__builtins__": {}, **guards.FUNCTIONS}, point) if isinstance(size, dict) else size for size in shapes[one.name]]
        for one in program.inputs()
        if one.role == "user" and one.name in shapes and isinstance(one.value, torch.Tensor)
    }

    def resized(leaf: torch.Tensor) -> torch.Tensor:
        value = leaf.detach()
        for dim, size in enumerate(wanted.get(id(leaf), [])):
            if value.shape[dim] != size:
                value = value.index_select(dim, torch.arange(size) % max(value.shape[dim], 1))
        return leaf if value.shape == leaf.shape else value.requires_grad_(leaf.requires_grad)

    program.args, program.kwargs = _pytree.tree_map_only(torch.Tensor, resized, (program.args, program.kwargs))
