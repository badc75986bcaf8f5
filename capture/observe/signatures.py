"""signatures: binds the arguments of Python-level FX nodes to names, where exactly one binding fits.

Built-in functions and tensor methods are bound through the ATen schemas of their overloads, like in PyTorch's
argument parser (python_arg_parser.cpp). Overloads with the same names and defaults count once.
"""

import inspect
import operator
from typing import Any, Callable

import torch
from torch.fx import operator_schemas

from .. import torch_private as private

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
# Tensor methods that are neither Python functions nor ATen operators. They mean `to`.
_CAST = inspect.signature(lambda input, memory_format=torch.preserve_format: None)
_CASTS = frozenset("float double half bfloat16 cfloat cdouble int long short char byte bool cpu".split())


def _fits(kind: str, value: Any, size: int | None = None) -> bool:
    """Whether a schema argument of type `kind` accepts `value`. A list of fixed `size` also accepts a single number."""
    if kind.startswith("Optional["):
        return value is None or _fits(kind[9:-1], value, size)
    if kind.startswith("List["):
        element = kind[5 : kind.rindex("]")]
        if not isinstance(value, (list, tuple)):
            return size is not None and _fits(element, value)
        return all(_fits(element, one) for one in value)
    if isinstance(value, bool):
        return kind in ("bool", "number", "Scalar")
    return isinstance(value, _ACCEPTED.get(kind, ()))


def _is_one_list_of_numbers(arguments: list[Any]) -> bool:
    """Whether the only positional argument is a list of numbers, which a call may spell out."""
    positional = [argument for argument in arguments if not argument.kwarg_only]
    return len(positional) == 1 and str(positional[0].real_type) in ("List[int]", "List[SymInt]")


def _format(parameter: inspect.Parameter) -> inspect.Parameter:
    """`parameter` with PyTorch's memory format as default instead of its number."""
    return parameter.replace(default=_FORMATS.get(parameter.default, parameter.default))


class Form:
    """One way to call a target: a signature, with the schema of its arguments if any.

    is_method: the first argument is the object itself, which PyTorch's parser does not see."""

    def __init__(self, signature: inspect.Signature, schema: Any = None, is_method: bool = False) -> None:
        self.signature = signature
        self.kinds: list[tuple[str, int | None]] | None = None
        self._first = int(is_method)
        self._spread = schema is not None and _is_one_list_of_numbers(schema.arguments[self._first :])
        if schema is not None:  # schemas have memory formats as numbers
            self.kinds = [(str(argument.real_type), argument.N) for argument in schema.arguments]
            given = zip(signature.parameters.values(), self.kinds)
            named = [_format(one) if kind == "MemoryFormat" else one for one, (kind, _) in given]
            self.signature = signature.replace(parameters=named)

    def spreads(self, values: tuple[Any, ...]) -> bool:
        """Whether a call with these values spells out a list of numbers: `x.view(2, -1)`."""
        rest = values[self._first :]
        return self._spread and bool(rest) and all(_fits("SymInt", one) for one in rest)

    def packed(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments of such a call, with the list packed."""
        return (*args[: self._first], list(args[self._first :]))

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments | None:
        try:
            return self.signature.bind(*args, **kwargs)
        except TypeError:
            return None

    def accepts(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether the values bind and fit the schema's types, if any."""
        bound = self.bind(args, kwargs)
        if bound is None or self.kinds is None:
            return bound is not None
        kinds = dict(zip(self.signature.parameters, self.kinds))
        return all(_fits(kind, bound.arguments[name], size) for name, (kind, size) in kinds.items() if name in bound.arguments)


def _of_python(target: Callable[..., Any]) -> list[Form]:
    """Python's own signature of `target`. Most built-in functions have none."""
    if target in _NO_SIGNATURE:
        return [Form(_NO_SIGNATURE[target])]
    either = private.boolean_dispatched.get(target) if inspect.isfunction(target) else None
    if either is not None:  # two functions of one signature, chosen by a flag
        return [Form(inspect.signature(either["if_true"]))]
    try:
        return [Form(inspect.signature(target))]
    except (TypeError, ValueError):
        return []


def _of_schemas(name: str, is_method: bool = False) -> list[Form]:
    """The overloads of `aten::name`."""
    packet = getattr(torch.ops.aten, name, None)
    if packet is None:
        return []
    signatures, schemas = operator_schemas.get_signature_for_torch_op(packet, return_schemas=True)
    return [Form(signature, schema, is_method) for signature, schema in zip(signatures or [], schemas or [])]


def forms_of_function(target: Callable[..., Any]) -> list[Form]:
    """Ways to call a function: Python's signature, else the ATen overloads of its name."""
    python = ("_operator", "builtins", "math")
    if inspect.isbuiltin(target) and getattr(target, "__module__", None) not in python:
        return _of_schemas(target.__name__)
    return _of_python(target)


def forms_of_method(value: Any, name: str) -> list[Form]:
    """Ways to call the method `name` of `value`. The first argument is `value`."""
    method = getattr(type(value), name, None)
    if isinstance(value, torch.Tensor) and not inspect.isfunction(method):
        if name in _CASTS:
            return [Form(_CAST)]
        return _of_schemas(name, is_method=True)
    return _of_python(method) if method is not None else []


Bound = tuple[dict[str, Any], list[str]]


def bind(forms: list[Form], args: Any, kwargs: Any, values: Any, named: Any) -> Bound | None:
    """(argument name -> FX argument with defaults filled, names of defaulted arguments).

    None if no form fits, or if several fit differently. Forms that take the values unchanged precede forms that take
    a spelled-out list: `x.squeeze(0)` squeezes a single dimension. `values` and `named` are the evaluated `args` and
    `kwargs`."""
    fitting = [form for form in forms if form.accepts(values, named)]
    found = [_bound(form, args, kwargs) for form in fitting]
    if not fitting:
        spread = [form for form in forms if form.spreads(values) and form.accepts(form.packed(values), named)]
        found = [_bound(form, form.packed(args), kwargs) for form in spread]
    distinct: list[Bound] = []
    for one in found:
        if not any(list(one[0]) == list(other[0]) and operator.eq(one, other) for other in distinct):
            distinct.append(one)
    return distinct[0] if len(distinct) == 1 else None


def _bound(form: Form, args: Any, kwargs: Any) -> Bound:
    """The arguments of a fitting form, with defaults, and the names of the defaulted arguments."""
    bound = form.bind(args, kwargs)
    given = set(bound.arguments)
    bound.apply_defaults()
    return dict(bound.arguments), [name for name in bound.arguments if name not in given]
