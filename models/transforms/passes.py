"""Passes over a traced model: from the FX documentation, from the guide to torch.fx, and defective passes."""

import operator

import torch
import torch.nn.functional as F
from torch import fx, nn
from torch.fx.passes.shape_prop import ShapeProp
from torch.fx.proxy import GraphAppendingTracer


def add_to_mul(traced):
    """Replaces add by mul, under either name."""
    for add, mul in ((torch.add, torch.mul), (operator.add, operator.mul)):
        for node in traced.graph.find_nodes(op="call_function", target=add):
            node.target = mul


def relu_after_relu(traced):
    """Every user of a relu reads a second relu instead. The second relu still reads the first."""
    for node in traced.graph.find_nodes(op="call_function", target=F.relu):
        with traced.graph.inserting_after(node):
            second = traced.graph.call_function(torch.relu, (node,))
        node.replace_all_uses_with(second, delete_user_cb=lambda user: user is not second)


def relu_after_relu_as_documented(traced):
    """As printed in the FX documentation: the new node uses the old node, and thus becomes its own argument."""
    for node in traced.graph.find_nodes(op="call_function", target=F.relu):
        with traced.graph.inserting_after(node):
            second = traced.graph.call_function(torch.relu, (node,))
            node.replace_all_uses_with(second)


def _conv_relu_pairs(traced):
    for node in traced.graph.find_nodes(op="call_module"):
        user = next(iter(node.users), None)
        if user is None or len(node.users) > 1 or user.op != "call_module":
            continue
        conv, relu = traced.get_submodule(node.target), traced.get_submodule(user.target)
        if isinstance(conv, nn.Conv2d) and isinstance(relu, nn.ReLU):
            yield node, user, conv


def fuse_conv_relu_as_printed(traced):
    """As printed in the guide: readers of the relu read the convolution, and the relu is erased."""
    for conv_node, relu_node, _ in _conv_relu_pairs(traced):
        relu_node.replace_all_uses_with(conv_node)
        traced.graph.erase_node(relu_node)


class FusedConvRelu(nn.Conv2d):
    def forward(self, x):
        return F.relu(super().forward(x))


def fuse_conv_relu(traced):
    """Replaces the convolution by a module with the same states that also applies the relu."""
    for conv_node, relu_node, conv in _conv_relu_pairs(traced):
        fused = FusedConvRelu(
            conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, conv.dilation,
            conv.groups, conv.bias is not None, conv.padding_mode,
        )
        fused.weight, fused.bias = conv.weight, conv.bias
        traced.set_submodule(conv_node.target, fused)
        relu_node.replace_all_uses_with(conv_node)
        traced.graph.erase_node(relu_node)
    traced.delete_all_unused_submodules()


def sigmoid_times_to_silu(traced):
    fx.replace_pattern(traced, lambda x: x * torch.sigmoid(x), lambda x: F.silu(x))


def decompose_relu(traced):
    """Runs the graph with proxies, so that the calls of relu's decomposition are recorded in its place."""
    graph = fx.Graph()
    tracer = GraphAppendingTracer(graph)
    known = {}
    for node in traced.graph.nodes:
        if node.op == "call_function" and node.target is F.relu:
            x = fx.Proxy(known[node.args[0]], tracer)
            known[node] = ((x > 0) * x).node
        else:
            known[node] = graph.node_copy(node, known.__getitem__)
    return fx.GraphModule(traced, graph)


def transformer_round_trip(traced):
    return fx.Transformer(traced).transform()


class _Interpreted(nn.Module):
    """The computation of `traced`, by an Interpreter, with the same state names."""

    def __init__(self, traced):
        super().__init__()
        self.traced_graph = traced.graph
        for name, child in traced.named_children():
            setattr(self, name, child)

    def forward(self, x):
        return fx.Interpreter(self, graph=self.traced_graph).run(x)


def interpreter_round_trip(traced):
    return fx.symbolic_trace(_Interpreted(traced))


def propagate_shapes(traced):
    """An Interpreter that records shapes and dtypes on the nodes, and changes nothing else."""
    ShapeProp(traced).propagate(torch.ones(3, 4, device=traced.linear.weight.device))


class _Swapping(fx.Transformer):
    def call_function(self, target, args, kwargs):
        swapped = {torch.neg: torch.sigmoid, torch.sigmoid: torch.neg}
        return super().call_function(swapped.get(target, target), args, kwargs)


def swap_neg_and_sigmoid(traced):
    return _Swapping(traced).transform()


def eliminate_dead_code(traced):
    traced.graph.eliminate_dead_code()


def raise_at_length(traced):
    raise ValueError("no such pattern: " + "x" * 100_000)


def give_code(traced):
    return traced.code


def double_the_weight(traced):
    """Changes a state outside of the graph: the graph does not show it."""
    traced.linear.weight.data.mul_(2.0)


def read_a_node_of_another_graph(traced):
    """Gives the output an argument from another graph."""
    traced.graph.find_nodes(op="output")[0].args = (fx.Graph().placeholder("x"),)
