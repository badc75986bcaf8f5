"""table: prints rows of the mutation suite by kind, with the score, and compares them with the list of survivors.

A row has case, method, kind, graph, node and change of a mutant, the oracle's verdict in `is`, the judge's in
`replay`.
"""

import collections
from typing import Any

OTHER, EQUIVALENT = ("other", "aliasing"), ("same",)


def is_found(row: dict[str, Any]) -> bool:
    """Diverges or undecided. Both fail a check."""
    return row["replay"] in ("diverges", "undecided")


def is_missed(row: dict[str, Any]) -> bool:
    return row["replay"] in ("replays", "guarded")


def survivors_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row.get("is") in OTHER and is_missed(row)]


def accused_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row.get("is") in EQUIVALENT and is_found(row)]


KEY = ("case", "method", "kind", "graph", "node", "change")


def key_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in KEY)


def complaints(rows: list[dict[str, Any]], listed: list[dict[str, Any]]) -> list[str]:
    """Unlisted survivors, listed mutants that no longer survive or are no longer drawn, and accused right graphs.

    Considers only judged pairs."""
    judged = {(row["case"], row["method"]) for row in rows if row.get("pair") == "judged"}
    survived = {key_of(row) for row in survivors_of(rows)}
    known = {key_of(entry) for entry in listed}
    found = [f"survives, and is not listed: {_words(key)}" for key in sorted(survived - known, key=str)]
    found += [f"is listed, and does not survive: {_words(key)}" for key in sorted(known - survived, key=str) if key[:2] in judged]
    found += [f"accused, and the same program: {_words(key_of(row))}: {row['message']}" for row in accused_of(rows)]
    found += [f"no reason: {_words(key_of(entry))}" for entry in listed if not entry.get("reason")]
    return found


def _words(key: tuple[Any, ...]) -> str:
    case, method, kind, graph, node, change = key
    return f"{case} {method} {kind} at {graph}/%{node}: {change}"


def print_table(rows: list[dict[str, Any]], by: str = "kind") -> None:
    mutants = [row for row in rows if "kind" in row]
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for row in mutants:
        for name in (row[by], "all"):
            counts[name].update(_marks(row))
    columns = ("mutants", "other", "found", "refused", "missed", "equivalent", "accused", "rounding", "r.found", "marginal", "invalid", "i.missed",
               "nonfinite", "contradicts", "unseen", "undecided")
    print(f"{by:24}" + "".join(f"{column:>12}" for column in columns) + "      score")
    for name in [*sorted(one for one in counts if one != "all"), "all"]:
        held = counts[name]
        decided = held["found"] + held["missed"]
        score = f"{held['found'] / decided:9.1%}" if decided else ""
        print(f"{name:24}" + "".join(f"{held[column] or '.':>12}" for column in columns) + f"  {score}")


def _marks(row: dict[str, Any]) -> list[str]:
    marks = ["mutants"]
    if row["is"] in OTHER:
        marks += ["other", "found" if is_found(row) else "missed" if is_missed(row) else "refused"]
    elif row["is"] in EQUIVALENT:
        marks += ["equivalent", *(["accused"] if is_found(row) else [])]
    elif row["is"] == "invalid":
        marks += ["invalid", *(["i.missed"] if is_missed(row) else [])]
    elif row["is"] == "rounding":
        marks += ["rounding", *(["r.found"] if not is_missed(row) else [])]
    else:
        marks.append(row["is"])
    return marks
