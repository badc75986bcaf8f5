"""Dynamo loses appends to a function's list by a method of a class defined in that function (pytorch#197896)."""
import torch
def appended(prepare):
    calls = []
    class Counter:
        def count(self): calls.append(1)
    def program(x):
        Counter().count()
        return x + 1
    run = prepare(program)
    run(torch.ones(1))
    return len(calls)
found = appended(lambda run: run), appended(lambda run: torch.compile(run, backend="eager", fullgraph=True))
assert found == (1, 0), found
