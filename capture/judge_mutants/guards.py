"""guards: whether two graph files make the same assumptions about sizes and about the program's attributes."""

import itertools
from typing import Any

from oracle import FUNCTIONS

FARTHEST = 1 << 40  # larger bounds count as none


def _holds(expression: str, symbols: dict[str, int]) -> bool:
    try:
        return bool(eval(expression, {"__builtins__": {}, **FUNCTIONS}, symbols))
    except (NameError, ZeroDivisionError):
        return True  # a symbol of no input's shape


def _accepts(graph: dict[str, Any], symbols: dict[str, int]) -> bool:
    for symbol in graph.get("symbols", []):
        value, lower, upper = symbols.get(symbol["name"]), symbol.get("lower"), symbol.get("upper")
        if value is not None and ((lower is not None and value < lower) or (upper is not None and value > upper)):
            return False
    return all(_holds(guard, symbols) for guard in graph.get("guards", []))


def shape_symbols(graph: dict[str, Any]) -> list[str]:
    """The symbols that alone are a dimension of an input."""
    shapes = [node["outputs"][0].get("shape", []) for node in graph["nodes"] if node["kind"] == "input" and node["outputs"][0]]
    known = [symbol["name"] for symbol in graph.get("symbols", [])]
    return [name for name in known if any({"sym": name} in shape for shape in shapes)]


def _candidates(graph: dict[str, Any], name: str) -> list[int]:
    symbol = next(one for one in graph["symbols"] if one["name"] == name)
    bounds = [bound for bound in (symbol.get("lower"), symbol.get("upper")) if bound is not None and bound < FARTHEST]
    numbers = {(symbol.get("hint") or 3), *bounds, 0, 1, 2, 3, 5, 17}
    for guard in graph.get("guards", []):
        numbers |= {int(word) for word in guard.replace("(", " ").replace(")", " ").replace(",", " ").split() if word.isdigit()}
    return sorted({number + step for number in numbers for step in (-1, 0, 1) if number + step >= 0})


def _points(graph: dict[str, Any]) -> list[dict[str, int]]:
    """Values of the symbols around their bounds: first a single symbol away from its hint, then pairs of small
    values."""
    names = shape_symbols(graph)
    hints = {symbol["name"]: (symbol.get("hint") or 3) for symbol in graph.get("symbols", [])}
    values = {name: _candidates(graph, name) for name in names}
    points = [{**hints, name: value} for name in names for value in values[name]]
    for one, other in itertools.combinations(names, 2):
        points += [{**hints, one: left, other: right} for left in values[one][:12] for right in values[other][:12]]
    return points


def assume_the_same(left: dict[str, Any], right: dict[str, Any]) -> bool:
    """Whether two documents that differ only in guards, ranges and assumptions are equivalent."""
    for one, other in zip(left["graphs"], right["graphs"]):
        if one.get("assumes", {}) != other.get("assumes", {}):
            return False
        if any(_accepts(one, point) != _accepts(other, point) for point in _points(one) + _points(other)):
            return False
    return True


def other_sizes(document: dict[str, Any], most: int = 2) -> list[dict[str, int]]:
    """Sizes, other than those of the capture, that all graphs of a file accept."""
    found: list[dict[str, int]] = []
    for graph in document["graphs"]:
        hints = {symbol["name"]: (symbol.get("hint") or 3) for symbol in graph.get("symbols", [])}
        names = shape_symbols(graph)
        grown = [{**hints, **{name: hints[name] + by for name in names}} for by in (2, 1)] + [{**hints, name: hints[name] + 2} for name in names]
        found += [point for point in grown if names and _accepts(graph, point)]
    return found[:most]


def taken_by(left: dict[str, Any], right: dict[str, Any]) -> list[dict[str, int]]:
    """Sizes that `left` accepts and `right` does not."""
    return [point for point in _points(left) + _points(right) if _accepts(left, point) and not _accepts(right, point)]
