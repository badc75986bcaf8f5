"""preload_check: reports what forked children still import after `preload.modules()`.

    python preload_check.py [--without NAME] [--ask-cuda] [--method METHOD]

Prints one line per child that imported something (method, model, modules), that started with more
than one thread, or that cannot use CUDA because its parent asked for it; exit 1 if there is any.
`--without` drops a name from the list and `--ask-cuda` asks, to see the check fail.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import torch  # noqa: E402

from paths import preload  # noqa: E402


class _Log:
    """Takes the place of the C++ recorder."""

    def input(self, *_: object) -> None: ...
    def call(self, *_: object) -> None: ...
    def result(self, *_: object) -> None: ...


def _cases() -> list[dict]:
    """Cases that reach convolutions, normalisation, attention, recurrence and embeddings."""
    tokens = {"shape": [2, 5], "dtype": "int64", "high": 7}
    described = [
        ("Conv2d", {"in_channels": 3, "out_channels": 4, "kernel_size": 3}, {"shape": [2, 3, 8, 9]}),
        ("BatchNorm1d", {"num_features": 5}, {"shape": [4, 5], "requires_grad": True}),
        ("TransformerEncoderLayer", {"d_model": 8, "nhead": 2, "dim_feedforward": 6}, {"shape": [2, 5, 8]}),
        ("LSTM", {"input_size": 4, "hidden_size": 3}, {"shape": [2, 5, 4]}),
        ("Embedding", {"num_embeddings": 7, "embedding_dim": 3}, tokens),
    ]
    return [
        {"case": name, "factory": f"torch.nn:{name}", "kwargs": kwargs, "inputs": [entry], "folder": "."}
        for name, kwargs, entry in described
    ]


def _child(case: dict, method: str) -> None:
    """Captures in this forked process and prints what is not as it should be."""
    before = set(sys.modules)
    threads = len(os.listdir("/proc/self/task"))  # capturing may start threads, a parent must not
    modules = sys.modules
    failure = ""
    try:
        program = modules["paths.program"].Program(case, "cpu", False)
        if method == "eager":
            modules["paths.eager"].run(program)
        elif method == "dispatch":
            modules["paths.dispatch"].record(program, _Log())
        else:
            modules[f"paths.{method}"].capture(program)
    except Exception as raised:  # a model a method cannot capture is no matter here
        failure = f" after {type(raised).__name__}"
    new = sorted(set(sys.modules) - before)
    asked = torch.cuda._is_in_bad_fork()
    if new or threads != 1 or asked:
        cuda = ", its parent asked for CUDA" if asked else ""
        print(f"{method} {case['case']}{failure}: {threads} thread(s), imported {' '.join(new)}{cuda}", flush=True)
        os._exit(1)
    os._exit(0)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", default="")
    parser.add_argument("--ask-cuda", action="store_true")
    parser.add_argument("--method", action="append", choices=("eager", *preload.METHODS))
    options = parser.parse_args()
    preload.NAMES = tuple(name for name in preload.NAMES if name != options.without)
    preload.NAMES_OF = {m: tuple(n for n in names if n != options.without) for m, names in preload.NAMES_OF.items()}
    preload.modules()
    if options.ask_cuda:
        torch.cuda.is_available()
    bad = 0
    for case in _cases():
        for method in options.method or ("eager", *preload.METHODS):
            preload.for_method(method)
            child = os.fork()
            if child == 0:
                _child(case, method)
            bad += os.waitpid(child, 0)[1] != 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
