"""AOTAutograd drops a dropout that nobody reads, though it draws: what is drawn after it is drawn from another place of the generator."""
import torch
from torch.nn.functional import dropout
def program(x):
    dropout(x.sin())
    return dropout(x)
x = torch.ones(64, requires_grad=True)
torch.manual_seed(0)
eager = program(x)
for backend, same in (("eager", True), ("aot_eager", False)):
    torch.manual_seed(0)
    assert torch.equal(torch.compile(program, backend=backend)(x), eager) is same, backend
