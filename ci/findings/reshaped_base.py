"""A compiled program fails at run time on a view whose base was unsqueezed in place and then written, if it needs a gradient."""
import torch
def reshaped(x):
    base = x * 2
    view = base.unfold(-1, 2, 2)
    base.unsqueeze_(0)
    view[0] = 9
    return base, view
def run(requires_grad):
    compiled = torch.compile(reshaped, backend="aot_eager", fullgraph=True)
    try: return [one.shape for one in compiled(torch.ones(4, 6, requires_grad=requires_grad))] == [(1, 4, 6), (4, 3, 2)]
    except AssertionError as failed: return str(failed)
assert run(False) is True
torch._dynamo.reset()
assert "incorrect out shape after application of ViewMeta" in run(True)
