import base64
import builtins
import hashlib
import importlib
import inspect
import math
import operator
import pathlib
from typing import Any

import torch
from torch import fx

_ROOTS = {"torch": torch, "operator": operator, "math": math}
_OF_ONE_VALUE = ("higher_order.out_dtype", "higher_order.register_hook")  # other operators over graphs return tuples
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _function(name: str) -> Any:
    """The callable with that name in torch, operator, math or builtins. Imports nothing else."""
    parts = name.split(".")
    if len(parts) == 1:
        return getattr(builtins, name)
    found, path = _ROOTS[parts[0]], parts[0]
    for part in parts[1:]:
        path += "." + part
        found = getattr(found, part) if hasattr(found, part) else importlib.import_module(path)
    return found


def _operator(name: str) -> Any:
    """An overload of the dispatcher, "aten.relu.default", or an operator over graphs, "higher_order.cond"."""
    space, called, *overload = name.split(".")
    if space == "higher_order":
        return getattr(torch.ops.higher_order, called)
    found = getattr(getattr(getattr(torch.ops, space), called, None), overload[0], None)
    if not isinstance(found, torch._ops.OpOverload):
        raise LookupError(f"operator {name} is not registered; import what registers it before build()")
    return found


def _is_several(overload: Any) -> bool:
    """Whether an overload returns a tuple or a list, of any length."""
    returns = overload._schema.returns
    return len(returns) > 1 or (len(returns) == 1 and str(returns[0].type).startswith("List["))


def _is_list(name: str) -> bool:
    """Whether a Python function or method returns a tuple or a list, of any length. Decided by its operator."""
    schemas = torch._C._jit_get_schemas_for_operator("aten::" + name.rpartition(".")[2])
    lists = [len(one.returns) == 1 and str(one.returns[0].type).startswith("List[") for one in schemas]
    return name == "torch._functorch.eager_transforms._autograd_grad" or (bool(lists) and all(lists))


def _kinds(called: Any, name: str, names: list[str]) -> dict[str, Any]:
    """The kind of each parameter of `called`: from its signature, else from the schema with the argument `names`."""
    try:
        return {one.name: one.kind for one in inspect.signature(called).parameters.values()}
    except (TypeError, ValueError):
        pass
    for schema in torch._C._jit_get_schemas_for_operator("aten::" + name.rpartition(".")[2]):
        own = {("input" if one.name == "self" else one.name): one.kwarg_only for one in schema.arguments}
        if list(own) == names:
            only, either = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
            return {key: only if keyword else either for key, keyword in own.items()}
    return {}


def _passed(called: Any, name: str, arguments: list[tuple], is_method: bool = False) -> tuple[tuple, dict[str, Any]]:
    """(args, kwargs) for a Python call with `arguments`, each (name, value, given by the program)."""
    kinds = _kinds(called, name, [one for one, _, _ in arguments])
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    gap = False  # after an omitted or keyword argument, the rest is passed by keyword
    for place, (own, value, given) in enumerate(arguments):
        kind = kinds.get(own)
        if not given:
            gap = True
        elif kind == inspect.Parameter.VAR_POSITIONAL:
            args += value
        elif kind == inspect.Parameter.VAR_KEYWORD:
            kwargs.update(value)
        elif own.isdigit() or called is getattr or (is_method and place == 0) or (kind in _POSITIONAL and not gap):
            args.append(value)
        else:
            kwargs[own], gap = value, True
    return tuple(args), kwargs


def _made(class_name: str, config: dict[str, Any], states: dict[str, str]) -> torch.nn.Module:
    """A PyTorch module from its class and hyper-parameters. `states`: the names of its parameters and buffers."""
    made = _function(class_name)
    wanted: dict[str, Any] = {}
    for base in made.__mro__:  # a class that takes **kwargs passes them to the next class
        parameters = inspect.signature(base.__init__).parameters if base is not torch.nn.Module else {}
        if "bias" in parameters and "bias" not in config:
            config = {**config, "bias": any(name.endswith("bias") for name in states)}
        for name, parameter in parameters.items():
            if name in config and name not in ("self", "mode") and config[name] != parameter.default:
                wanted[name] = config[name]
        if not any(one.kind == inspect.Parameter.VAR_KEYWORD for one in parameters.values()):
            break
    module = made(**wanted)
    for name, value in config.items():
        if not isinstance(value, dict) and name not in ("bias", "training") and getattr(module, name, None) != value:
            setattr(module, name, value)
    return module.train(config.get("training", True))


class Maker:
    """Builds a graph. Values are nodes of torch.fx. Further facts of a node are in its meta["assay"]."""

    def __init__(self, name: str, graphs: dict[str, Any], folder: pathlib.Path, device: str | None, one: bool) -> None:
        self.root, self.graph = torch.nn.Module(), fx.Graph()
        self._name, self._graphs, self._folder, self._device, self._one = name, graphs, folder, device, one
        self._parts: dict[tuple, fx.Node] = {}
        self._states: dict[str, torch.Tensor] = {}
        self._also: dict[str, list[str]] = {}
        self._results: list[tuple[str, str]] = []

    def device(self, name: str) -> torch.device:
        return torch.device(self._device or name)

    def input(self, identifier: str, **told: Any) -> fx.Node:
        node = self.graph.placeholder(identifier)
        node.meta["assay"] = told
        return node

    def state(self, path: str, **told: Any) -> fx.Node:
        """A parameter or buffer of a module: NaN (integers and bools: 0) until load_state_dict sets it."""
        dtype, shape, _, device = told["value"]
        element = getattr(torch, dtype)
        fill = float("nan") if element.is_floating_point or element.is_complex else 0
        tensor = torch.full(shape, fill, dtype=element, device=self.device(device))
        wants = told["role"] == "parameter"
        self._states[path] = torch.nn.Parameter(tensor, element.is_floating_point or element.is_complex) if wants else tensor
        self._also[path] = told.get("also", [])
        node = self.graph.get_attr(path)
        node.meta["assay"] = told
        return node

    def constant(self, identifier: str, value: tuple, sha256: str, data: str | None, **told: Any) -> fx.Node:
        self.root.register_buffer(identifier, self._tensor(value, sha256, data))
        node = self.graph.get_attr(identifier)
        node.meta["assay"] = {**told, "value": value}
        return node

    def _tensor(self, value: tuple, sha256: str, data: str | None) -> torch.Tensor:
        dtype, shape, stride, device = value
        bytes_of = base64.b64decode(data) if data is not None else (self._folder / (sha256 + ".bin")).read_bytes()
        if hashlib.sha256(bytes_of).hexdigest() != sha256:
            raise ValueError(f"the bytes of a constant are not those with the SHA-256 {sha256}")
        element = getattr(torch, dtype)
        flat = torch.frombuffer(bytearray(bytes_of), dtype=element) if bytes_of else torch.empty(0, dtype=element)
        tensor = flat.reshape(shape)
        dense = stride is not None and 1 + sum((size - 1) * step for size, step in zip(shape, stride)) == tensor.numel()
        if dense and tensor.numel() > 0:
            tensor = torch.empty_strided(shape, stride, dtype=element).copy_(tensor)
        return tensor.to(self.device(device))

    def part(self, node: fx.Node, *path: int) -> fx.Node:
        """An output of a node with several outputs."""
        for end in range(1, len(path) + 1):
            key = (node, path[end - 1])
            if key not in self._parts:
                self._parts[key] = self.graph.call_function(operator.getitem, key)
            node = self._parts[key]
        return node

    def _kept(self, node: fx.Node, outputs: int, several: bool, at: dict[str, str] | None) -> fx.Node:
        if at:
            node.meta["assay"] = at
        return self.part(node, 0) if several and outputs == 1 else node

    def op(self, name: str, given: dict[str, Any], defaulted: dict[str, Any] = {}, outputs: int = 1, at: Any = None) -> fx.Node:
        """A call of an overload with arguments by name. `defaulted` arguments are passed if their default differs in this
        version of PyTorch."""
        overload = _operator(name)
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        known = [one.name for one in overload._schema.arguments]
        if not set(given) <= set(known):
            raise LookupError(f"{name} takes {', '.join(known)} in this version of PyTorch, not {', '.join(set(given) - set(known))}")
        for place, one in enumerate(overload._schema.arguments):
            takes = one.name in given or (one.name in defaulted and defaulted[one.name] != one.default_value)
            if takes and not one.kwarg_only and len(args) == place:
                args.append(given.get(one.name, defaulted.get(one.name)))
            elif takes:
                kwargs[one.name] = given.get(one.name, defaulted.get(one.name))
        return self._kept(self.graph.call_function(overload, tuple(args), kwargs), outputs, _is_several(overload), at)

    def over_graphs(self, name: str, arguments: list[tuple], outputs: int = 1, at: Any = None) -> fx.Node:
        """A call of an operator over graphs. It returns a tuple, except for operators of a single value."""
        args = tuple(value for own, value, _ in arguments if own.isdigit())
        kwargs = {own: value for own, value, _ in arguments if not own.isdigit()}
        return self._kept(self.graph.call_function(_operator(name), args, kwargs), outputs, name not in _OF_ONE_VALUE, at)

    def call(self, name: str, arguments: list[tuple], outputs: int = 1, at: Any = None) -> fx.Node:
        function = _function(name)
        return self._kept(self.graph.call_function(function, *_passed(function, name, arguments)), outputs, _is_list(name), at)

    def method(self, name: str, arguments: list[tuple], outputs: int = 1, at: Any = None) -> fx.Node:
        args, kwargs = _passed(getattr(torch.Tensor, name), name, arguments, is_method=True)
        return self._kept(self.graph.call_method(name, args, kwargs), outputs, _is_list(name), at)

    def module(self, path: str, class_name: str, config: dict[str, Any], states: dict[str, str], arguments: list[tuple],
               outputs: int = 1, at: Any = None) -> fx.Node:
        module = _made(class_name, config, states)
        for name, qualified in states.items():
            owner, _, last = name.rpartition(".")
            slots = module.get_submodule(owner)
            (slots._parameters if last in slots._parameters else slots._buffers)[last] = self._states[qualified]
        self._place(path, module)
        args, kwargs = _passed(module.forward, path, arguments)
        return self._kept(self.graph.call_module(path, args, kwargs), outputs, False, at)

    def _place(self, path: str, thing: Any) -> None:
        owner, _, last = path.rpartition(".")
        at = self.root
        for part in owner.split(".") if owner else []:
            if part not in at._modules:
                at.add_module(part, torch.nn.Module())
            at = at._modules[part]
        if isinstance(thing, torch.nn.Module):
            at.add_module(last, thing)
        elif last not in at._parameters and last not in at._buffers:
            at.register_parameter(last, thing) if isinstance(thing, torch.nn.Parameter) else at.register_buffer(last, thing)

    def graph_of(self, name: str, one: bool = False) -> fx.Node:
        """A graph of the file as an argument. `one`: it returns its only result without a tuple."""
        identifier = "".join(c if c.isalnum() and c.isascii() else "_" for c in "graph_" + name.rpartition("/")[2])
        while identifier in self.root._modules and self.root._modules[identifier].meta["assay"]["graph"] != name:
            identifier += "_"
        if identifier not in self.root._modules:
            self.root.add_module(identifier, _graph(name, self._graphs, self._folder, self._device, one))
        return self.graph.get_attr(identifier)

    def results(self, *results: tuple[str, str, Any]) -> None:
        """Sets the results, each (role, name, value). A top-level graph returns them as a tuple."""
        self._results = [(role, name) for role, name, _ in results]
        values = tuple(value for _, _, value in results)
        self.graph.output(values[0] if self._one and len(values) == 1 else values)

    def finish(self) -> fx.GraphModule:
        for path, tensor in self._states.items():
            for name in (path, *self._also.get(path, ())):
                self._place(name, tensor)
        if not self.graph._root.prev.op == "output":
            self.graph.output(())
        for node in list(self.graph.nodes):  # a state read only by modules
            if node.op == "get_attr" and node.target in self._states and not node.users:
                self.graph.erase_node(node)
        self.graph.lint()
        made = fx.GraphModule(self.root, self.graph)
        made.meta["assay"] = {"graph": self._name, "results": self._results}
        return made


def _graph(name: str, graphs: dict[str, Any], folder: pathlib.Path, device: str | None, one: bool = False) -> fx.GraphModule:
    maker = Maker(name, graphs, folder, device, one)
    graphs[name](maker)
    return maker.finish()


def build(folder: str | pathlib.Path | None = None, device: str | None = None) -> dict[str, fx.GraphModule]:
    """The graphs by name. Sub-graphs are attributes of the graphs that use them.

    folder: of constants kept beside the graph file (SHA256.bin); default: this file's folder.
    device: replaces every device in the graphs.
    """
    beside = pathlib.Path(folder) if folder is not None else pathlib.Path(__file__).parent
    return {name: _graph(name, _GRAPHS, beside, device) for name in _TOP_LEVEL}
