"""A compile that AOTAutograd refuses within inference_mode breaks the process: no operator runs after it."""
import contextlib, torch
def overlapping(x):
    windows = x.unfold(-1, 2, 1)
    with torch.inference_mode():
        windows.cumsum_(0)
    return x
with contextlib.suppress(Exception):
    torch.compile(overlapping, backend="aot_eager")(torch.ones(4, 6))
try:
    found = torch.ones(3).tolist()
except RuntimeError as broken:
    found = str(broken)
assert "PythonDispatcherTLS was not set" in found, found
