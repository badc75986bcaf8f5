"""The Python of the worker: it asks PyTorch for graphs and hands them to C++.

`methods` holds one module per capture method, each with `capture(program) -> list[Captured]`, and nothing else.
CONTRIBUTING.md draws the rooms and which of them each may import. Python lies beside the C++ that calls it.
Nothing here compares, normalises or decides.

The build links this folder as `assay_python` into the worker's lib/ (capture/pair/python_distribution.cmake), so that
no room of it can shadow a module of a user's.
"""
