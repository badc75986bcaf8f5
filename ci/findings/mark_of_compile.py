"""torch.compile leaves a mark on its module, visible to copies, saves and lists of its attributes."""
import torch
torch.manual_seed(0)

model = torch.nn.Linear(2, 2)
before = set(vars(model))
torch.compile(model, backend="eager")
left = set(vars(model)) - before
assert left == {"_is_torch_compile"}, left
