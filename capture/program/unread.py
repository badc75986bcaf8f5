"""unread: states of a transformed model that its graph does not read, such as norms folded into convolutions."""

import torch


def unread(model: torch.fx.GraphModule) -> set[str]:
    """Names of parameters and buffers that no node reads under any name.

    A used get_attr node reads an attribute. A call of a module reads all of its states."""
    nodes = list(model.graph.nodes)
    attributes = {node.target for node in nodes if node.op == "get_attr" and node.users}
    modules = tuple(f"{node.target}." for node in nodes if node.op == "call_module")
    states = [*model.named_parameters(remove_duplicate=False), *model.named_buffers(remove_duplicate=False)]
    within = lambda name: any(name == target or name.startswith(f"{target}.") for target in attributes)
    read = {id(tensor) for name, tensor in states if within(name) or name.startswith(modules)}
    return {name for name, tensor in states if id(tensor) not in read}
