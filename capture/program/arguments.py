"""arguments: the arguments of a model's `forward` as Python-level graphs have them, and their dynamic dimensions."""

import inspect

from ..captured.captured import Input
from .program import Program

_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def arguments(program: Program) -> dict[str, Input]:
    """Placeholder target -> Input.

    An omitted argument has its default as value, and the name of a keyword argument. `*rest` and `**rest` are each a
    single placeholder, under that name."""
    signature = inspect.signature(program.model.forward)
    bound = signature.bind(*program.args, **program.kwargs)
    bound.apply_defaults()
    found: dict[str, Input] = {}
    for position, (name, parameter) in enumerate(signature.parameters.items()):
        target = _STARS.get(parameter.kind, "") + name
        positional = position < len(program.args) and parameter.kind != parameter.KEYWORD_ONLY
        path = str(position) if positional else f"kw.{name}"
        found[target] = Input("user", target if target != name else path, [], bound.arguments[name])
    return found


def dynamic_dimensions(program: Program) -> dict[int, list[int]]:
    """Identity of a user's tensor -> its dynamic dimensions, from the case's `dynamic`."""
    asked = {}
    for given in program.inputs():
        name = given.name.removeprefix("kw.")
        if given.role == "user" and name in program.dynamic:
            asked[id(given.value)] = list(program.dynamic[name])
    return asked
