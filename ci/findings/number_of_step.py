"""AdamW reads its step as a number and computes with it in Python. A recorder has the number, without its origin."""
import torch
class Numbers(torch.utils._python_dispatch.TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen += [one for one in args if isinstance(one, float)]
        return func(*args, **(kwargs or {}))
def recorded(step):
    weight = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.AdamW([weight], foreach=False)
    weight.grad, optimizer.state[weight] = torch.ones(3), {"step": torch.tensor(step), "exp_avg": torch.ones(3), "exp_avg_sq": torch.ones(3)}
    with Numbers() as mode:
        mode.seen = []
        optimizer.step()
    return mode.seen
assert recorded(3.0) != recorded(7.0) and len(recorded(3.0)) == len(recorded(7.0)), recorded(3.0)
