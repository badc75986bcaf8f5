"""torch.compile leaves a mark on the module that it is given, for whoever copies, saves or lists its attributes."""
import torch
torch.manual_seed(0)

model = torch.nn.Linear(2, 2)
before = set(vars(model))
torch.compile(model, backend="eager")
left = set(vars(model)) - before
assert left == {"_is_torch_compile"}, left
