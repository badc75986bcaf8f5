"""Checks PyTorch's behaviour on a GPU under the preloaded phantom device. One line per probe, exit status 1 on a
failure.

    LD_PRELOAD=.../libassay_phantom.so LD_LIBRARY_PATH=.../phantom python phantom_test.py
"""
import ctypes
import os
import sys
import traceback

import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.utils._python_dispatch import TorchDispatchMode

from assay_python.program.device_constants import forget_values_on_device

PROBES = []


def probe(function):
    PROBES.append(function)
    return function


def fake_gpu():
    """The mode for fake models and inputs of a case. Callers add `cuda` as the default device."""
    return FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)


def operators(function, *args):
    """The operators that make_fx finds in function(*args), with fake arguments."""
    graph = make_fx(function, _allow_non_fake_inputs=True)(*args).graph
    return [str(node.target) for node in graph.nodes if node.op == "call_function"]


class Recorder(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.operators = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.operators.append(str(func))
        return func(*args, **(kwargs or {}))


def require(condition, found):
    if not condition:
        raise AssertionError(f"found {found}")


def require_operator(name, found):
    if not any(name in operator for operator in found):
        raise AssertionError(f"expected {name}, found {', '.join(found)}")


def require_refusal(action):
    """The action must fail with an error that names the phantom."""
    try:
        action()
    except RuntimeError as error:
        require("phantom" in str(error), f"an error that does not say phantom: {error}")
    else:
        raise AssertionError("expected an error that says phantom, found none")


@probe
def zygote_may_fork():
    """Must run first, before any use of CUDA, like in the zygote. A forked child must be able to use the device."""
    pid = os.fork()
    if pid == 0:
        try:
            usable = not torch._C._cuda_isInBadFork() and torch.ones(2).to("cuda").device.type == "cuda"
            os._exit(0 if usable else 1)
        finally:
            os._exit(2)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    require(status == 0, f"exit status {status} of the child (1: in a bad fork, 2: raised)")


@probe
def declared_device():
    require(hasattr(ctypes.CDLL(None), "assay_phantom_device"), "no phantom: libassay_phantom.so is not preloaded")
    name = ctypes.CDLL(None).assay_phantom_device
    name.restype = ctypes.c_char_p
    require(name() == b"sm_90", name())


@probe
def is_available():
    require(torch.cuda.is_available() and torch.cuda.device_count() == 1, torch.cuda.device_count())


@probe
def capability():
    require(torch.cuda.get_device_capability() == (9, 0), torch.cuda.get_device_capability())
    require("phantom" in torch.cuda.get_device_name(), torch.cuda.get_device_name())


@probe
def branch_on_is_available():
    with fake_gpu(), torch.device("cuda"):
        found = operators(lambda x: x.sin() if torch.cuda.is_available() else x.cos(), torch.randn(3))
    require_operator("aten.sin", found)


@probe
def autocast():
    for dtype in (torch.float16, torch.bfloat16):
        def cast(x, w):
            with torch.autocast("cuda", dtype=dtype):
                return F.linear(x, w)

        with fake_gpu(), torch.device("cuda"):
            x, w = torch.randn(2, 3), torch.randn(4, 3)
            found = operators(cast, x, w)
            require_operator("aten._to_copy", found)
            require(cast(x, w).dtype == dtype, cast(x, w).dtype)


def attention(dtype):
    with fake_gpu(), torch.device("cuda"):
        q, k, v = (torch.randn(2, 4, 16, 32, dtype=dtype, requires_grad=True) for _ in range(3))
        return operators(lambda q, k, v: F.scaled_dot_product_attention(q, k, v), q, k, v)


@probe
def attention_half():
    require_operator("aten._scaled_dot_product_cudnn_attention", attention(torch.float16))
    require_operator("aten._scaled_dot_product_cudnn_attention", attention(torch.bfloat16))


@probe
def attention_float():
    require_operator("aten._scaled_dot_product_efficient_attention", attention(torch.float32))


@probe
def batch_norm():
    with fake_gpu(), torch.device("cuda"):
        model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4))
        x = torch.randn(2, 3, 8, 8)
        state = {**dict(model.named_parameters()), **dict(model.named_buffers())}
        found = operators(lambda s, x: torch.func.functional_call(model, s, (x,)), state, x)
    require_operator("aten.cudnn_batch_norm", found)


@probe
def lstm():
    """cuDNN's layer and cuDNN's backward. PyTorch cannot run that backward on fake tensors on any device."""
    with fake_gpu(), torch.device("cuda"), Recorder() as recorder:
        result = torch.nn.LSTM(5, 6, num_layers=2)(torch.randn(4, 2, 5))[0]
    require_operator("aten._cudnn_rnn.default", recorder.operators)
    require("CudnnRnnBackward" in result.grad_fn.name(), result.grad_fn.name())


@probe
def generator():
    generator = torch.Generator(device="cuda").manual_seed(7)
    require(generator.device.type == "cuda", generator.device)
    with fake_gpu():
        require(torch.rand(3, generator=generator, device="cuda").device.type == "cuda", "another device")


@probe
def constant_on_device():
    with fake_gpu(), torch.device("cuda"):
        found = operators(lambda x: x + torch.ones(3, device="cuda"), torch.randn(3))
    require_operator("aten.ones", found)
    require_operator("aten.add", found)


@probe
def constants_meet():
    """Two single-element constants, which the tracers would compute without device_constants."""
    with fake_gpu():
        found = operators(lambda x: x * (torch.tensor(2.0, device="cuda") + 1).sqrt(), torch.randn(3, device="cuda"))
    require_operator("aten.sqrt", found)


@probe
def streams_and_events():
    stream, event = torch.cuda.Stream(), torch.cuda.Event()
    with torch.cuda.stream(stream):
        event.record()
    torch.cuda.current_stream().wait_event(event)
    torch.cuda.synchronize()
    require(stream != torch.cuda.current_stream() and event.query(), stream)


@probe
def copies():
    numbers = torch.arange(6.0)
    there = numbers.to("cuda")
    require(there.device.type == "cuda" and torch.equal(there.cpu(), numbers), there.device)
    require(torch.equal(there.clone().cpu(), numbers), "another copy")
    require(not numbers.is_pinned() and numbers.pin_memory().is_pinned(), "pinned memory not told from other memory")


@probe
def a_kernel_is_refused():
    there = torch.arange(6.0).to("cuda")
    require_refusal(lambda: there + 1)
    require_refusal(lambda: torch.randn(3, device="cuda"))
    require(torch.equal(there.cpu(), torch.arange(6.0)), "a copy that a refused kernel has spoilt")


@probe
def cudnn_is_refused():
    x, w = torch.randn(1, 3, 8, 8).to("cuda"), torch.randn(4, 3, 3, 3).to("cuda")
    require_refusal(lambda: F.conv2d(x, w))


@probe
def more_memory_than_declared_is_refused():
    try:
        torch.empty(1 << 40, dtype=torch.uint8, device="cuda")
    except torch.OutOfMemoryError:
        return
    raise AssertionError("expected OutOfMemoryError for 1 TiB, found none")


def main():
    forget_values_on_device()
    failures = 0
    for function in PROBES:
        try:
            function()
            print(f"ok {function.__name__}", flush=True)
        except Exception as error:
            failures += 1
            reason = str(error).strip().split("\n")[0] or traceback.format_exc().splitlines()[-1]
            print(f"FAILED {function.__name__}: {type(error).__name__}: {reason}", flush=True)
    print(f"{len(PROBES) - failures} of {len(PROBES)} probes ok, torch {torch.__version__}")
    return 1 if failures or not PROBES else 0


if __name__ == "__main__":
    sys.exit(main())
