"""graphnet: a sample of PaddlePaddle's GraphNet as a model with inputs.

A sample is a folder. `model.py` has a GraphModule, printed from a graph of Dynamo, whose forward takes every
weight and input. `weight_meta.py` and `input_meta.py` have a class for each of these (name, shape, dtype, device,
and mean and std or data). https://github.com/PaddlePaddle/GraphNet
"""

import ast
import inspect
import os
import re
from typing import Any

import torch
from torch import nn

from ..program import making

_SPREAD = 0.2  # of the recorded standard deviation, like in GraphNet's own runs
_DEVICE = re.compile(r"(?P<type>cuda|cpu)(:\d+)?")


def _metas(folder: str) -> dict[str, dict[str, Any]]:
    """The sample's description of each weight and input, by name."""
    found: dict[str, dict[str, Any]] = {}
    for file in ("input_meta.py", "weight_meta.py"):
        path = os.path.join(folder, file)
        if not os.path.exists(path):
            continue
        names: dict[str, Any] = {}
        with open(path, encoding="utf-8") as text:
            exec(compile(text.read(), path, "exec"), names)  # noqa: S102
        for meta in filter(inspect.isclass, names.values()):
            found[meta.name] = {key: value for key, value in vars(meta).items() if not key.startswith("__")}
    return found


def _tensor(meta: dict[str, Any]) -> torch.Tensor:
    """The recorded data, or random values around the recorded mean, within the recorded range."""
    shape, dtype = meta["shape"], getattr(torch, meta["dtype"].removeprefix("torch."))
    low, high = meta.get("min_val"), meta.get("max_val")
    if meta.get("data") is not None:
        return torch.tensor(meta["data"], dtype=dtype).reshape(shape)
    if dtype == torch.bool:
        return torch.randn(shape) > 0.5
    if not dtype.is_floating_point and not dtype.is_complex and low is not None and high is not None:
        return torch.randint(low, high + 1, shape, dtype=dtype)
    made = torch.randn(shape) * (0.1 if meta.get("std") is None else meta["std"]) * _SPREAD + (meta.get("mean") or 0)
    return (made if low is None and high is None else made.clamp(low, high)).to(dtype)


class _Moved(ast.NodeTransformer):
    """Replaces the device of the recording by `device`."""

    def __init__(self, recorded: str, device: str) -> None:
        self.recorded, self.device = recorded, device

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        named = _DEVICE.fullmatch(node.value) if isinstance(node.value, str) else None
        return ast.copy_location(ast.Constant(self.device), node) if named and named["type"] == self.recorded else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, (ast.Name, ast.Attribute)) and ast.unparse(node.func).rpartition(".")[2] == "device":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "index"]
        return self.generic_visit(node)


def _graph(folder: str, recorded: str, device: str) -> nn.Module:
    path = os.path.join(folder, "model.py")
    with open(path, encoding="utf-8") as text:
        tree = _Moved(recorded, device).visit(ast.parse(text.read(), path))
    names: dict[str, Any] = {"__name__": "graphnet_sample", "__file__": path}
    exec(compile(tree, path, "exec"), names)  # noqa: S102
    return names["GraphModule"]()


def _is_weight(name: str, annotation: Any) -> bool:
    return annotation is nn.Parameter or "_parameters_" in name or "_buffers_" in name


def sample(folder: str) -> tuple[nn.Module, tuple[Any, ...]]:
    """The sample's graph with its weights as parameters and buffers, and its other arguments as inputs.

    Inputs are tensors, or numbers for symbolic sizes. Raises the exceptions of the sample's code, and ValueError for
    arguments without a description."""
    metas = _metas(folder)
    recorded = "cuda" if any(meta.get("device", "").startswith("cuda") for meta in metas.values()) else "cpu"
    model = nn.Module()
    model.graph = _graph(folder, recorded, making.target())
    arguments = list(inspect.signature(model.graph.forward).parameters.items())
    unknown = [name for name, _ in arguments if name not in metas]
    if unknown:
        raise ValueError(f"neither input_meta.py nor weight_meta.py in {folder} describes {', '.join(unknown)}")
    users: dict[str, Any] = {}
    for name, argument in arguments:
        value = _tensor(metas[name])
        if not _is_weight(name, argument.annotation):
            users[name] = int(value) if argument.annotation is torch.SymInt else value
        elif "_buffers_" in name or not value.is_floating_point():
            model.register_buffer(name, value)
        else:
            model.register_parameter(name, nn.Parameter(value))
    given = ", ".join(name if name in users else f"self.{name}" for name, _ in arguments)
    names: dict[str, Any] = {}
    exec(f"def forward(self, {', '.join(users)}):\n    return self.graph({given})", names)  # noqa: S102
    model.__class__ = type("Sample", (nn.Module,), {"forward": names["forward"], "__module__": __name__})
    return model, tuple(users.values())
