"""paths: the Python that asks PyTorch for graphs and hands them to C++.

One module per capture method, each with `capture(program) -> list[Captured]`;
nothing here compares, normalises or decides.
"""
