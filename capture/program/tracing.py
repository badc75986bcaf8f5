"""tracing: a model's symbolic trace, with the model as it was."""

from typing import Any

import torch


def symbolic_trace(model: torch.nn.Module) -> torch.fx.GraphModule:
    """What `torch.fx.symbolic_trace` gives of `model`. Where `forward` rebinds a state (`self.count = self.count + 1`)
    PyTorch leaves a proxy of the trace in the model, and gives the traced module that proxy as its state; here both
    have the tensor that the trace began with. That it is rebound is not in the graph."""
    slots = [held for module in model.modules() for held in (module._parameters, module._buffers, vars(module))]
    before = [dict(held) for held in slots]
    tracer = torch.fx.Tracer()
    try:
        graph = tracer.trace(model)
    finally:
        for held, values in zip(slots, before):
            held.update({name: values[name] for name in values if isinstance(held.get(name), torch.fx.Proxy)})
    return torch.fx.GraphModule(tracer.root, graph, type(model).__name__)
