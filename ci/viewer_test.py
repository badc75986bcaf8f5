"""viewer_test: Model Explorer's package reads our graph collections, and each of their edges starts at an existing output.

    viewer_test.py --environment DIR --assay PROGRAM --goldens FOLDER      ci/viewer.sh makes DIR; exit 77, skipped, without DIR

In DIR's Python the file runs again, as `viewer_test.py --take FILE ..`. There it requests each file from the package's server, like the
package's page, and reads the answers into the package's own types.
"""

import argparse
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

SKIPPED = 77


def server_of(paths: list[str]) -> Any:
    """A client of the package's server, with `paths` as its models. The server itself does not listen."""
    import flask
    from model_explorer import apis, server

    made: list[flask.Flask] = []
    flask.Flask.run = lambda app, **_: made.append(app)  # instead of serving
    server._check_new_version = lambda *_: {}  # it would query the package index
    config = apis.config()
    for path in paths:
        config.add_model_from_path(path)
        config.graphs_list.append(pathlib.Path(path).read_text(encoding="utf-8"))
    server.start(config=config, port=0, no_open_in_browser=True, skip_health_check=True)
    return made[0].test_client()


def breach_of(graph: dict[str, Any]) -> str:
    """The first edge or layer with a missing target; "" for none."""
    outputs = {(node["id"], output["id"]) for node in graph["nodes"] for output in node["outputsMetadata"]}
    if len({node["id"] for node in graph["nodes"]}) != len(graph["nodes"]):
        return "two nodes of one id"
    for node in graph["nodes"]:
        for edge in node["incomingEdges"]:
            if (edge["sourceNodeId"], edge["sourceNodeOutputId"]) not in outputs:
                return f"{node['id']} reads {edge['sourceNodeId']} output {edge['sourceNodeOutputId']}"
        for output in node["outputsMetadata"]:
            if not {"value"} & (keys := {one["key"] for one in output["attrs"]}) and not {"shape", "dtype"} <= keys:
                return f"{node['id']} output {output['id']} has neither shape and dtype nor a value"
    return ""


def take(paths: list[str]) -> None:
    """Prints the number of nodes that the package has read."""
    import dacite
    from model_explorer import graph_builder

    client, nodes = server_of(paths), 0
    for index, path in enumerate(paths):
        written = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        read = json.loads(client.get("/api/v1/read_text_file", query_string={"path": path}).json["content"])
        loaded = client.get("/api/v1/load_graphs_json", query_string={"graph_index": index}).json
        assert read == written == loaded, path
        assert set(loaded) == {"label", "graphs"}, path  # the page's criterion for a graph collection
        for graph in loaded["graphs"]:
            typed = dacite.from_dict(graph_builder.Graph, graph, dacite.Config(strict=True))
            assert [node.id for node in typed.nodes] == [node["id"] for node in graph["nodes"]], path
            assert breach_of(graph) == "", (path, breach_of(graph))
            nodes += len(typed.nodes)
    twin_is_found_out(loaded["graphs"][0])
    print(nodes)


def twin_is_found_out(graph: dict[str, Any]) -> None:
    """Rejects a graph with an edge from nowhere, and a graph with a member unknown to the package."""
    import dacite
    from model_explorer import graph_builder

    rewired, unknown = copy.deepcopy(graph), copy.deepcopy(graph)
    next(node for node in rewired["nodes"] if node["incomingEdges"])["incomingEdges"][0]["sourceNodeOutputId"] = "99"
    assert breach_of(rewired) != ""
    unknown["nodes"][0]["name_space"] = "a"
    try:
        dacite.from_dict(graph_builder.Graph, unknown, dacite.Config(strict=True))
    except dacite.UnexpectedDataError:
        return
    raise AssertionError("an unknown member of a node was taken")


def check_mapping(folder: pathlib.Path) -> None:
    """Each mapped node is in its graph, and the unmapped nodes are those that differ."""
    mapping = json.loads((folder / "mapping.json").read_text(encoding="utf-8"))
    assert mapping["type"] == "sync_navigation" and mapping["mappingEntries"], folder
    for side in ("left", "right"):
        document = json.loads((folder / f"{side}.json").read_text(encoding="utf-8"))
        ids = {node["id"] for graph in document["graphs"] for node in graph["nodes"]}
        mapped = [one for entry in mapping["mappingEntries"] for one in entry[f"{side}NodeIds"] if not one.endswith("___group___")]
        assert len(mapped) == len(set(mapped)) and set(mapped) <= ids, (folder, side)
        lone = {node["id"] for graph in document["graphs"] for node in graph["nodes"]
                if any(one == {"key": "difference", "value": {"left": "missing", "right": "extra"}[side]} for one in node["attrs"])}
        assert lone == ids - set(mapped), (folder, side, lone)


def goldens_in(file: pathlib.Path) -> list[tuple[pathlib.Path, str]]:
    """One (file, graph) per different graph on the CPU."""
    names = [line.split()[1] for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("graphs ")]
    return [(file, name) for name in names if name.endswith("@cpu")]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--environment"), parser.add_argument("--assay"), parser.add_argument("--goldens")
    given = parser.parse_args()
    python = pathlib.Path(given.environment, "bin", "python")
    if not python.exists():
        print(f"{python} is not there; next: ci/viewer.sh")
        sys.exit(SKIPPED)
    seeds = sorted(pathlib.Path(given.goldens).glob("seed/*.txt"))
    goldens = [golden for file in seeds for golden in goldens_in(file)][::5] + goldens_in(pathlib.Path(given.goldens, "higher_order", "cond.txt"))[:4]
    assert len(goldens) > 15, given.goldens
    with tempfile.TemporaryDirectory() as scratch:
        folder, files = pathlib.Path(scratch), []
        for number, (golden, pair) in enumerate(goldens):
            files.append(str(folder / f"{number}.json"))
            subprocess.run([given.assay, "export", golden, "--pair", pair, "--to", "model-explorer", "-o", files[-1]], check=True)
        golden = pathlib.Path(given.goldens, "seed", "conv_relu.txt")
        both = [given.assay, "diff", golden, golden, "--pair", "aot_joint@cpu", "--pair", "dispatch@cpu", "--format", "model-explorer", "-o", folder / "both"]
        assert subprocess.run(both, stdout=subprocess.DEVNULL, check=False).returncode == 1
        check_mapping(folder / "both")
        files += [str(folder / "both" / "left.json"), str(folder / "both" / "right.json")]
        read = subprocess.run([python, "-B", __file__, "--take", *files], check=True, capture_output=True, text=True).stdout
    assert int(read.split()[-1]) > 150, read
    print(f"{len(files)} files, {read.split()[-1]} nodes")


if __name__ == "__main__":
    take(sys.argv[2:]) if sys.argv[1:2] == ["--take"] else main()
