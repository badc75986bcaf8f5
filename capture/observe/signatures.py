"""signatures: binds the arguments of Python-level FX nodes to names, where exactly one way fits.

Built-in functions and tensor methods are bound through the ATen schemas of their overloads, as
PyTorch's argument parser would choose; overloads that give the same names and defaults are one.
"""

import inspect
import operator
from typing import Any, Callable

import torch
from torch.fx import operator_schemas

_ACCEPTED: dict[str, Any] = {
    "Tensor": torch.Tensor,
    "int": int,
    "SymInt": int,
    "float": (int, float),
    "number": (int, float, complex),
    "Scalar": (int, float, complex),
    "complex": complex,
    "bool": bool,
    "str": str,
    "Dimname": str,
    "ScalarType": torch.dtype,
    "Device": (torch.device, str),
    "Layout": torch.layout,
    "MemoryFormat": torch.memory_format,
    "Generator": torch.Generator,
}
_FORMATS = dict(
    enumerate((torch.contiguous_format, torch.preserve_format, torch.channels_last, torch.channels_last_3d))
)
_NO_SIGNATURE = {getattr: inspect.signature(lambda object, name, /: None)}
# Tensor methods that are neither Python functions nor ATen operators: they stand for `to`.
_CAST = inspect.signature(lambda input, memory_format=torch.preserve_format: None)
_CASTS = frozenset("float double half bfloat16 cfloat cdouble int long short char byte bool cpu".split())


def _fits(kind: str, value: Any) -> bool:
    """Whether `value` may be given for a schema argument of type `kind`."""
    if kind.startswith("Optional["):
        return value is None or _fits(kind[9:-1], value)
    if kind.startswith("List["):
        element = kind[5 : kind.rindex("]")]
        return all(_fits(element, one) for one in (value if isinstance(value, (list, tuple)) else [value]))
    if isinstance(value, bool):
        return kind in ("bool", "number", "Scalar")
    return isinstance(value, _ACCEPTED.get(kind, ()))


def _format(parameter: inspect.Parameter) -> inspect.Parameter:
    """`parameter` with a memory format of PyTorch's as default instead of its number."""
    return parameter.replace(default=_FORMATS.get(parameter.default, parameter.default))


class Form:
    """One way to call a target: a signature, and the schema types of its arguments if it has one."""

    def __init__(self, signature: inspect.Signature, schema: Any = None) -> None:
        self.signature = signature
        self.kinds = [str(argument.real_type) for argument in schema.arguments] if schema else None
        if self.kinds:  # a schema gives memory formats as numbers
            given = zip(signature.parameters.values(), self.kinds)
            named = [_format(one) if kind == "MemoryFormat" else one for one, kind in given]
            self.signature = signature.replace(parameters=named)

    def packed(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """`args` with a trailing list spelled out (`x.view(2, -1)`) as one list."""
        spread = self.kinds is not None and len(self.kinds) > 1 and self.kinds[1].startswith("List[")
        if spread and len(args) > 1 and not isinstance(args[1], (list, tuple)):
            return (args[0], list(args[1:]))
        return args

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments | None:
        try:
            return self.signature.bind(*args, **kwargs)
        except TypeError:
            return None

    def accepts(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether the values bind, and suit the schema's types where there is a schema."""
        bound = self.bind(args, kwargs)
        if bound is None or self.kinds is None:
            return bound is not None
        kinds = dict(zip(self.signature.parameters, self.kinds))
        return all(_fits(kinds[name], value) for name, value in bound.arguments.items())


def _of_python(target: Callable[..., Any]) -> list[Form]:
    """The signature Python itself knows for `target`; none for most built-in functions."""
    if target in _NO_SIGNATURE:
        return [Form(_NO_SIGNATURE[target])]
    either = torch._jit_internal.boolean_dispatched.get(target) if inspect.isfunction(target) else None
    if either is not None:  # a pair of functions of one signature, chosen by a flag
        return [Form(inspect.signature(either["if_true"]))]
    try:
        return [Form(inspect.signature(target))]
    except (TypeError, ValueError):
        return []


def _of_schemas(name: str) -> list[Form]:
    """The overloads of `aten::name`."""
    packet = getattr(torch.ops.aten, name, None)
    if packet is None:
        return []
    signatures, schemas = operator_schemas.get_signature_for_torch_op(packet, return_schemas=True)
    return [Form(signature, schema) for signature, schema in zip(signatures or [], schemas or [])]


def forms_of_function(target: Callable[..., Any]) -> list[Form]:
    """How a function may be called: Python's own signature, else ATen overloads of its name."""
    python = ("_operator", "builtins", "math")
    if inspect.isbuiltin(target) and getattr(target, "__module__", None) not in python:
        return _of_schemas(target.__name__)
    return _of_python(target)


def forms_of_method(value: Any, name: str) -> list[Form]:
    """How the method `name` of `value` may be called, `value` being the first argument."""
    method = getattr(type(value), name, None)
    if isinstance(value, torch.Tensor) and not inspect.isfunction(method):
        if name in _CASTS:
            return [Form(_CAST)]
        return _of_schemas(name)
    return _of_python(method) if method is not None else []


Bound = tuple[dict[str, Any], list[str]]


def bind(forms: list[Form], args: Any, kwargs: Any, values: Any, named: Any) -> Bound | None:
    """(argument name -> FX argument with defaults filled, names not given); None where no form
    fits, or several that differ. `values` and `named` are what `args` and `kwargs` evaluated to."""
    found: list[Bound] = []
    for form in forms:
        if not form.accepts(form.packed(values), named):
            continue
        bound = form.bind(form.packed(args), kwargs)
        given = set(bound.arguments)
        bound.apply_defaults()
        one = (dict(bound.arguments), [name for name in bound.arguments if name not in given])
        if not any(list(one[0]) == list(other[0]) and operator.eq(one, other) for other in found):
            found.append(one)
    return found[0] if len(found) == 1 else None
