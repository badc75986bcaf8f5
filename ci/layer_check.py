"""Checks rules of the tree that a compiler does not: includes and imports between folders, names, CMake habits, paths of machines.

    layer_check.py ROOT [--rules RULE ..]      exit 0: all kept; 1: broken, one line per place; 2: nothing to check

The arrows and names are data, in `ci/layers.json` under ROOT. The check reads the working tree, so it also judges uncommitted files. It
skips build folders, and hidden folders except .ci.
"""

import argparse
import ast
import graphlib
import json
import os
import re
import sys
from typing import Iterator, NamedTuple

CPP = (".h", ".cc", ".cpp", ".cu", ".hpp", ".inc")
TEST = re.compile(r"_(test|bench|fuzz)\.(cc|py)$")
MODULE_NAMED = re.compile(r'"((?:\w+\.)+\w*)"')
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
GLOB = re.compile(r"^[^#]*\bfile\s*\(\s*GLOB(_RECURSE)?\b", re.IGNORECASE)
MACHINE_PATH = re.compile(
    rb"(?<![\w.~}$/-])/(?:(?:work|root)/[\w.]|(?:home|Users)/\w{2,})"
    rb"|(?<![\w.~}$-])/(?:\.?[\w-][\w.-]*/)*(?:site|dist)-packages\b"
)
INDEX_HOST = re.compile(
    rb"\b(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|download\.pytorch\.org|pkg\.dev)\b|--(?:extra-)?index-url[ =]+https?:"
)


class Finding(NamedTuple):
    path: str
    line: int
    rule: str
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message} [{self.rule}]"


class Tree:
    """The files under a root, by path relative to it, and their rules."""

    def __init__(self, root: str):
        self.root = root
        with open(os.path.join(root, "ci", "layers.json"), encoding="utf-8") as file:
            self.rules = json.load(file)
        self.files = sorted(self._walk())
        self.known = set(self.files)

    def _walk(self) -> Iterator[str]:
        for folder, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if not self._passed_over(folder, f)]
            for name in names:
                yield os.path.relpath(os.path.join(folder, name), self.root)

    def _passed_over(self, folder: str, name: str) -> bool:
        top = folder == self.root
        hidden = name.startswith(".") and not (top and name == ".ci")
        built = (top and name == "build") or os.path.exists(os.path.join(folder, name, "CMakeCache.txt"))
        return hidden or built or name == "__pycache__"

    def text(self, path: str) -> list[str]:
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()

    def bytes(self, path: str) -> bytes:
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()

    def folder_of(self, path: str) -> str | None:
        """The declared folder that contains a path. The longest match wins."""
        fitting = [f for f in self.rules["folders"] if path.startswith(f + "/")]
        return max(fitting, key=len, default=None)

    def may_include(self, path: str, folder: str) -> list[str]:
        """The folders, with all below them, and the files that `path` in `folder` may include."""
        may = list(self.rules["folders"][folder])
        for above, files in self.rules["for_rooms_below"].items():
            if folder.startswith(f"{above}/") and folder not in self.rules["folders"][above]:
                may += files
        if TEST.search(path):
            may += self.rules["tests_may_also_include"] + self.rules["tests_of_folder_may_also_include"].get(folder, [])
        return may

    def module(self, path: str) -> str | None:
        """The file or folder of the Python module at `path`, given without its ending; None for modules outside the tree."""
        if f"{path}.py" in self.known:
            return f"{path}.py"
        return f"{path}/" if any(file.startswith(f"{path}/") for file in self.files) else None

    def sources(self) -> list[str]:
        return [f for f in self.files if f.endswith(CPP)]


def includes(tree: Tree) -> Iterator[Finding]:
    """Includes between our folders follow the arrows, to a folder or anything below it. Only capture/ includes torch and Python."""
    for path in tree.sources():
        folder = tree.folder_of(path)
        if folder is None:
            yield Finding(path, 1, "includes", f"lies in no folder that ci/layers.json declares; add {os.path.dirname(path)}")
            continue
        for number, line in enumerate(tree.text(path), 1):
            if found := INCLUDE.match(line):
                yield from judge_include(tree, path, folder, number, found[1], found[2])


def judge_include(tree: Tree, path: str, folder: str, number: int, bracket: str, header: str) -> Iterator[Finding]:
    rules = tree.rules
    if header.startswith(tuple(rules["torch_headers"])):
        if not path.startswith(tuple(f + "/" for f in rules["torch_only_under"])):
            yield Finding(path, number, "includes", f"{folder} -> {header}: only {', '.join(rules['torch_only_under'])} may")
        return
    target = tree.folder_of(header)
    if target is None:
        if bracket == '"':
            yield Finding(path, number, "includes", f'"{header}" is not relative to the root of the repository')
        return
    yield from judge_arrow(tree, path, folder, number, "includes", header)


def judge_arrow(tree: Tree, path: str, folder: str, number: int, rule: str, to: str) -> Iterator[Finding]:
    target, may = tree.folder_of(to), tree.may_include(path, folder)
    if target != folder and not any(f"{to}/".startswith(f"{m}/") for m in may):
        allowed = ", ".join(may) or "nothing of ours"
        yield Finding(path, number, rule, f"{folder} -> {target} ({to}): may include {allowed}")


def imports(tree: Tree) -> Iterator[Finding]:
    """Our Python imports along the same arrows, inside functions too, and so does C++ that names a Python module. Tests are exempt."""
    for package, root in tree.rules["python_packages"].items():
        for path in (file for file in tree.files if file.startswith(f"{root}/") and not TEST.search(file)):
            folder = tree.folder_of(path)
            if folder is None:
                yield Finding(path, 1, "imports", f"lies in no folder that ci/layers.json declares; add {os.path.dirname(path)}")
                continue
            named = imported(tree, path, package) if path.endswith(".py") else named_in_cpp(tree, path) if path.endswith(CPP) else ()
            for number, name in named:
                if name != package and not name.startswith(f"{package}."):
                    continue
                to = tree.module(place_of(name, package, root))
                if to is None:
                    yield Finding(path, number, "imports", f"{name} is no module of ours")
                else:
                    yield from judge_arrow(tree, path, folder, number, "imports", to)


def imported(tree: Tree, path: str, package: str) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of each module that a file of `package` imports."""
    around = [package, *os.path.dirname(path).split("/")[1:]]
    for node in ast.walk(ast.parse("\n".join(tree.text(path)))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        if not isinstance(node, ast.ImportFrom):
            continue
        steps = around[: len(around) + 1 - node.level] if node.level else []
        module = ".".join([*steps, *([node.module] if node.module else [])])
        is_file = module.startswith(package) and not (tree.module(place_of(module, package, path.split("/")[0])) or "").endswith("/")
        yield from ((node.lineno, module if is_file else f"{module}.{alias.name}") for alias in node.names)


def place_of(name: str, package: str, root: str) -> str:
    """The path of the module of a dotted name, without its ending."""
    return name.replace(package, root, 1).strip(".").replace(".", "/")


def named_in_cpp(tree: Tree, path: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(tree.text(path), 1):
        yield from ((number, found[1].rstrip(".")) for found in MODULE_NAMED.finditer(line))


def loops(tree: Tree) -> Iterator[Finding]:
    """The arrows between folders form no cycle."""
    folders = tree.rules["folders"]
    arrows = {room: {target for target in may if target in folders} for room, may in folders.items()}
    for above in tree.rules["for_rooms_below"]:
        for room in folders:
            if room.startswith(f"{above}/") and room not in arrows[above]:
                arrows[room].add(above)
    try:
        graphlib.TopologicalSorter(arrows).prepare()
    except graphlib.CycleError as error:
        yield Finding("ci/layers.json", 1, "loops", " -> ".join(reversed(error.args[1])))


def names(tree: Tree) -> Iterator[Finding]:
    """No file or folder has a meaningless name."""
    forbidden, exempt = set(tree.rules["forbidden_words_in_names"]), tree.rules["names_not_judged_under"]
    for path in tree.files:
        if path.split("/")[0] in exempt:
            continue
        for word in re.split(r"[/._-]+", path):
            if word.lower() in forbidden:
                yield Finding(path, 1, "names", f"a name says what the thing is; '{word}' does not")


def cmake(tree: Tree) -> Iterator[Finding]:
    """Sources are listed, never globbed. A folder's CMakeLists.txt is a short list of names."""
    limit, exempt = tree.rules["cmake_line_limit"], tree.rules["cmake_lines_not_limited"]
    for path in tree.files:
        if os.path.basename(path) != "CMakeLists.txt" and not path.endswith(".cmake"):
            continue
        lines = tree.text(path)
        for number, line in enumerate(lines, 1):
            if GLOB.search(line):
                yield Finding(path, number, "cmake", "file(GLOB) hides what is built; list the files")
        if path.endswith("CMakeLists.txt") and path not in exempt and len(lines) > limit:
            yield Finding(path, limit + 1, "cmake", f"{len(lines)} lines, at most {limit}; move code to ci/cmake/")


NAMESPACE = re.compile(r"namespace ([\w:]*) ?\{$")
DEFINITION = re.compile(r"(?:(?:struct|class|enum class|enum) (\w+)\b(?!::|<)[^;(]*\{|using (\w+) =)")


def types(tree: Tree) -> Iterator[Finding]:
    """A type has a single definition. The linker would merge two types with the same name in a namespace."""
    first: dict[str, str] = {}
    for path in tree.sources():
        namespaces: list[str] = []
        for number, line in enumerate(tree.text(path), 1):
            if opened := NAMESPACE.match(line):
                namespaces.append(opened[1])
            elif line.startswith("}  // namespace"):
                namespaces.pop()
            elif "" not in namespaces and (found := DEFINITION.match(line)):
                name = "::".join([*namespaces, found[1] or found[2]])
                if name in first:
                    yield Finding(path, number, "types", f"{name} is also defined in {first[name]}")
                first.setdefault(name, f"{path}:{number}")


COMMENT = re.compile(r"//(.*)")
MENTION = re.compile(r'(?<![\w/.@*<>"-])((?:[\w-]+/)*[\w-]+\.(?:h|cc|py))\b(?![\w:*])')


def mentions(tree: Tree) -> Iterator[Finding]:
    """A file named by a comment exists. Names in quotes are examples."""
    endings = {path[start:] for path in tree.files for start in [0, *(m.end() for m in re.finditer("/", path))]}
    for path in tree.sources():
        for number, line in enumerate(tree.text(path), 1):
            comment = COMMENT.search(line)
            for found in MENTION.finditer(comment[1]) if comment else ():
                if found[1] not in endings:
                    yield Finding(path, number, "mentions", f"{found[1]} is no file of ours")


DRAWN = re.compile(r"\| `([^`]+)` \| (.*\S) \| (.*\S) \|$")


def drawing(tree: Tree) -> Iterator[Finding]:
    """docs/architecture.md draws each declared and existing folder, with its arrows and a description."""
    path = "docs/architecture.md"
    drawn = {found[1]: (number, found[3]) for number, line in enumerate(tree.text(path), 1) if (found := DRAWN.match(line))}
    for room, may in tree.rules["folders"].items():
        arrows = ", ".join(target.removeprefix("harness/") for target in may) or "nothing"
        there = any(file.startswith(room + "/") for file in tree.files)
        number, found = drawn.pop(room, (1, None))
        if there and found != arrows:
            yield Finding(path, number, "drawing", f"{room} <- {found or 'not drawn'}; ci/layers.json: <- {arrows}")
        if not there and found is not None:
            yield Finding(path, number, "drawing", f"{room} is drawn and not there")
    for room, (number, _) in drawn.items():
        yield Finding(path, number, "drawing", f"{room} is no folder of ci/layers.json")


def machine_paths(tree: Tree) -> Iterator[Finding]:
    """No file contains a path of a particular machine or the host of a package index."""
    for path in tree.files:
        content = tree.bytes(path)
        for pattern, what in ((MACHINE_PATH, "a path of one machine"), (INDEX_HOST, "the host of a package index")):
            for found in pattern.finditer(content):
                line = content.count(b"\n", 0, found.start()) + 1
                yield Finding(path, line, "machine_paths", f"{what}: {found[0].decode(errors='replace')}")


RULES = {
    rule.__name__: rule for rule in (includes, imports, loops, names, types, mentions, cmake, drawing, machine_paths)
}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root")
    arguments.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    options = arguments.parse_args()
    tree = Tree(os.path.abspath(options.root))
    if not tree.sources():
        print(f"layer_check: no C++ file under {options.root}", file=sys.stderr)
        return 2
    findings = [finding for rule in options.rules for finding in RULES[rule](tree)]
    for finding in findings:
        print(finding)
    print(f"layer_check: {len(tree.files)} files, {len(tree.sources())} of them C++: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
