"""examples_test: NetworkX reads every edge of a graph, and the restored file is equal at level exact.

usage: examples_test.py ASSAY GOLDENS, a folder of graphs. The twin, with a changed operator, must differ.
"""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import from_networkx
import walk_networkx


def is_equal(assay: str, golden: pathlib.Path, pair: str, again: pathlib.Path) -> bool:
    done = subprocess.run([assay, "diff", "--level", "exact", golden, again, "--pair", pair], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


def change(document: dict) -> None:
    """Changes the operator of the last operator node."""
    node = [node for graph in document["graphs"] for node in graph["nodes"] if node["kind"] == "op"][-1]
    node["target"] += "_changed"


def check(assay: str, golden: pathlib.Path, pair: str, folder: pathlib.Path) -> None:
    linked, again = folder / "linked.json", folder / "again.json"
    subprocess.run([assay, "export", golden, "--pair", pair, "--to", "networkx", "-o", linked], check=True)
    graph = walk_networkx.load(str(linked))
    document = from_networkx.graph_file(graph)
    again.write_text(json.dumps(document), encoding="utf-8")
    assert is_equal(assay, golden, pair, again), golden
    references = again.read_text(encoding="utf-8").count('{"%":')
    assert graph.number_of_edges() == references, (golden, graph.number_of_edges(), references)
    with contextlib.redirect_stdout(io.StringIO()) as walked:
        walk_networkx.walk(graph)
    assert " -> " in walked.getvalue(), golden
    change(document)
    again.write_text(json.dumps(document), encoding="utf-8")
    assert not is_equal(assay, golden, pair, again), golden


def main(assay: str, goldens: str) -> None:
    files = sorted(pathlib.Path(goldens).glob("*.txt"))
    lines = [(file, line.split()[1]) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("graphs ")]
    found = [(file, pair) for file, pair in lines if pair.endswith("@cpu")]
    assert len(found) > 20, goldens
    with tempfile.TemporaryDirectory() as folder:
        for golden, pair in found[::3]:
            check(assay, golden, pair, pathlib.Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
