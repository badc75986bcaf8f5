"""Reports whether its environment has the packages of the given locks, with every file in its recorded size."""

import csv
import importlib.metadata
import os
import re
import sys
import sysconfig


def normalised(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(paths):
    """{name: version} of the `name==version` lines of all locks."""
    versions = {}
    for path in paths:
        with open(path, encoding="utf-8") as lock:
            for line in lock:
                found = re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", line)
                if found:
                    versions[normalised(found[1])] = found[2]
    return versions


def damage(distribution, folder):
    """The first damage of a distribution: a missing file, or another size than in its RECORD. None if it is intact."""
    record = distribution.read_text("RECORD")
    if not record:
        return "has no RECORD"
    for path, _, size in csv.reader(record.splitlines()):
        if path.endswith(".pyc"):
            continue
        try:
            found = os.stat(os.path.join(folder, path)).st_size
        except OSError:
            return f"lacks {path}"
        if size and found != int(size):
            return f"has {path} with {found} bytes, expected {size}"
    return None


def main():
    folder = sysconfig.get_path("purelib")
    present = {normalised(d.metadata["Name"] or ""): d for d in importlib.metadata.distributions(path=[folder])}
    wanted = locked(sys.argv[1:])
    if not wanted:
        sys.exit(f"assay: no package named in {' '.join(sys.argv[1:])}")
    faults = []
    for name, version in sorted(wanted.items()):
        if name not in present:
            faults.append(f"{name}=={version} is not installed")
        elif present[name].version != version:
            faults.append(f"{name} is {present[name].version}, expected {version}")
        elif fault := damage(present[name], folder):
            faults.append(f"{name} {fault}")
    for fault in faults[:5]:
        print(f"assay: {fault}", file=sys.stderr)
    if len(faults) > 5:
        print(f"assay: and {len(faults) - 5} more", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
