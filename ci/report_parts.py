"""report_parts: extracts the libraries of a report's page from this script's environment into a folder.

    build/report/bin/python ci/report_parts.py FOLDER

Writes each script and style sheet, and libraries.json: name, version, licence, script and style of each, in the page's loading order. The
tree contains none of them. ci/report.sh calls this script.
"""

import importlib.metadata
import importlib.resources
import json
import pathlib
import re
import sys

import vl_convert

MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished
to do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in all copies
or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT
SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT
OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
BSD = """Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following
conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of conditions and the
following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the
following disclaimer in the documentation and/or other materials provided with the distribution. 3. Neither the name of the copyright
holder nor the names of its contributors may be used to endorse or promote products derived from this software without specific prior
written permission. THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO
EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR
OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE."""


def version_in(script: str, pattern: str) -> str:
    """The version in a script's first lines. Exits with a message if there is none."""
    said = re.search(pattern, script[:600])
    if not said:
        sys.exit(f"report_parts: no version in the beginning of a script: {pattern}")
    return said[1]


def libraries() -> list[dict[str, str]]:
    """Name, version, licence, script and style, as texts."""
    folder = importlib.resources.files("great_tables") / "js"
    jquery, tables, style = ((folder / name).read_text("utf-8") for name in ("jquery.slim.min.js", "dataTables.min.js", "dataTables.min.css"))
    newest = vl_convert.get_vegalite_versions()[-1]
    parts = f"Vega {vl_convert.get_vega_version()}, Vega-Lite {newest}, Vega-Embed {vl_convert.get_vega_embed_version()}"
    return [
        {"name": "jQuery (slim)", "version": version_in(jquery, r"jQuery v([\d.]+)"), "script": jquery, "style": "",
         "licence": "Copyright OpenJS Foundation and other contributors. " + MIT},
        {"name": "DataTables", "version": version_in(tables, r"DataTables ([\d.]+)"), "script": tables, "style": style,
         "licence": "Copyright (C) 2008-2024, SpryMedia Ltd. " + MIT},
        {"name": "Vega and Vega-Lite", "version": parts, "script": vl_convert.javascript_bundle(vl_version=newest), "style": "",
         "licence": "Copyright (c) 2015-2025, University of Washington Interactive Data Lab. All rights reserved. " + BSD
         + " It is built on D3, copyright Mike Bostock (ISC licence)."
         + f" Bundled by vl-convert-python {importlib.metadata.version('vl-convert-python')}."},
    ]


def main(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for number, library in enumerate(libraries()):
        names = {kind: f"{number}.{ending}" if library[kind] else "" for kind, ending in (("script", "js"), ("style", "css"))}
        for kind, name in names.items():
            if name:
                (folder / name).write_text(library[kind], encoding="utf-8")
        listed.append({**library, **names})
    (folder / "libraries.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
