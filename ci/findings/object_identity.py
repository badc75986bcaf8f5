"""Dynamo does not guard the identity of an attribute's object: it keeps the first branch for good (pytorch#196173)."""
import torch
class Turns:
    def __init__(self):
        self.left, self.right = object(), object()
        self.current = self.left
def program(turns, x):
    if turns.current is turns.left:
        turns.current = turns.right
        return x + 1
    return x * 10
def results(run, turns): return [run(turns, torch.ones(1)).item() for _ in range(2)]
found = results(program, Turns()), results(torch.compile(program, backend="eager"), Turns())
assert found == ([2, 10], [2, 2]), found
