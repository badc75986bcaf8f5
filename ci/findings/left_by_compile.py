"""A compile refused by AOTAutograd within inference_mode leaks the modes of the surrounding regions: autocast on, gradients off."""
import contextlib, torch
def refused(x):
    windows = x.unfold(-1, 2, 1)
    with torch.autocast("cpu", torch.bfloat16), torch.inference_mode(), torch.inference_mode():
        windows.cumsum_(0)
    return x
with contextlib.suppress(Exception):
    torch.compile(refused, backend="aot_eager")(torch.ones(4, 6))
assert torch.is_autocast_enabled("cpu") and not torch.is_grad_enabled()
kept = torch._C._dispatch_tls_local_include_set()
assert str(kept) == "DispatchKeySet(BackendSelect, Python, PythonTLSSnapshot, PythonDispatcher)", kept
