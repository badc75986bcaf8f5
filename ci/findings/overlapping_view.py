"""AOTAutograd turns a write to a view that contains an element twice into a scatter, which adds there once (pytorch#174371)."""
import torch
def program(x):
    y = x.clone().as_strided((2, 2), (1, 1), 0)
    return y.add_(1.0)
x = torch.zeros(3)
eager, dynamo, aot = (run(x).tolist() for run in (program, *(torch.compile(program, backend=name) for name in ("eager", "aot_eager"))))
assert eager == dynamo == [[1, 2], [2, 1]] and aot == [[1, 1], [1, 1]], (eager, dynamo, aot)
