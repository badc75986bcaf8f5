"""tracing: a model's symbolic trace, without side effects on the model."""

from typing import Any

import torch


def symbolic_trace(model: torch.nn.Module) -> torch.fx.GraphModule:
    """The result of `torch.fx.symbolic_trace` on `model`.

    If `forward` rebinds a state (`self.count = self.count + 1`), PyTorch leaves a proxy of the trace in the model
    and in the traced module. Here both keep the original tensor. The graph does not contain the rebinding."""
    slots = [held for module in model.modules() for held in (module._parameters, module._buffers, vars(module))]
    before = [dict(held) for held in slots]
    tracer = torch.fx.Tracer()
    try:
        graph = tracer.trace(model)
    finally:
        for held, values in zip(slots, before):
            held.update({name: values[name] for name in values if isinstance(held.get(name), torch.fx.Proxy)})
    return torch.fx.GraphModule(tracer.root, graph, type(model).__name__)
