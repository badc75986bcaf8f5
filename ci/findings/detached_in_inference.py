"""Within inference mode `detach_` has no effect, but Dynamo treats the tensor as detached, on 2.14.1 and 2.15.0."""
import torch
def scaled(x):
    made = x * 2
    with torch.inference_mode():
        made.detach_()
    return made * 2 if made.requires_grad else made * 3
compiled = torch.compile(scaled, backend="eager", fullgraph=True)
x = torch.ones(2, requires_grad=True)
assert scaled(x).tolist() == [4, 4] and compiled(x).tolist() == [6, 6]
