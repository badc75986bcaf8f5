"""Prints the facts about this Python and its torch for a worker's build, as a JSON object. Standard library only."""

import importlib.metadata
import importlib.util
import json
import pathlib
import sys
import sysconfig


def libpython() -> str:
    """The shared libpython, else the static one, from the interpreter's folders."""
    names = [sysconfig.get_config_var("INSTSONAME"), sysconfig.get_config_var("LDLIBRARY"), sysconfig.get_config_var("LIBRARY")]
    folders = [sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("LIBPL"), sys.base_prefix + "/lib"]
    multiarch = sysconfig.get_config_var("MULTIARCH")
    if multiarch:
        folders.insert(0, f"{sys.base_prefix}/lib/{multiarch}")
    for name in filter(None, names):
        for folder in filter(None, folders):
            if (pathlib.Path(folder) / name).is_file():
                return str(pathlib.Path(folder) / name)
    sys.exit(f"{sys.executable}: no libpython (looked for {names} in {folders}); install python3-dev")


def main() -> None:
    include = sysconfig.get_paths()["include"]
    if not (pathlib.Path(include) / "Python.h").is_file():
        sys.exit(f"{sys.executable}: no Python.h in {include}; install python3-dev")
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.origin:
        sys.exit(f"{sys.executable}: has no torch; next: {sys.executable} -m pip install torch")
    torch_dir = pathlib.Path(spec.origin).parent
    print(json.dumps({
        "python_version": sysconfig.get_python_version(),
        "python_include": include,
        "python_library": libpython(),
        "site_packages": str(torch_dir.parent),
        "ext_suffix": sysconfig.get_config_var("EXT_SUFFIX"),
        "torch_version": importlib.metadata.version("torch"),
        "torch_dir": str(torch_dir),
    }))


main()
