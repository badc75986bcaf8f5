"""Prints the download size of a pylock.toml on x86-64 Linux with Python 3.11, by querying each file's size."""

import concurrent.futures
import re
import sys
import tomllib
import urllib.request

FITTING = re.compile(r"-(?:cp311-cp311|cp3\d+-abi3|(?:py2\.)?py3\d*-none|cp311-none)-(?:any|[\w.]*linux\w*x86_64[\w.]*)\.whl$")


def file_to_fetch(package):
    """The address of the fitting wheel, else of the source archive."""
    addresses = [wheel["url"] for wheel in package.get("wheels", []) if FITTING.search(wheel["url"])]
    addresses = [a for a in addresses if "musllinux" not in a] or [package.get("sdist", {}).get("url")]
    if addresses[0] is None:
        sys.exit(f"assay: {package['name']} has no file that fits")
    return addresses[0]


def size(address):
    with urllib.request.urlopen(urllib.request.Request(address, method="HEAD"), timeout=60) as answer:
        return int(answer.headers["Content-Length"])


def main():
    with open(sys.argv[1], "rb") as file:
        packages = tomllib.load(file)["packages"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        total = sum(pool.map(size, map(file_to_fetch, packages)))
    print(f"{len(packages)} packages, {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
