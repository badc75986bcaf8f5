"""AOTAutograd drops an unused dropout although it draws. Later draws use other generator states."""
import torch
from torch.nn.functional import dropout
def program(x):
    dropout(x.sin())
    return dropout(x)
x = torch.ones(64, requires_grad=True)
def run(what):
    torch.manual_seed(0)
    return what(x)
eager, dynamo, aot = (run(what) for what in (program, *(torch.compile(program, backend=name) for name in ("eager", "aot_eager"))))
assert torch.equal(dynamo, eager) and not torch.equal(aot, eager), (eager, dynamo, aot)
