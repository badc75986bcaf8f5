"""The Python of the worker: it asks PyTorch for graphs and hands them to C++.

`methods` holds one module per capture method, each with `capture(program) -> list[Captured]`, and nothing else.
`captured` is what a method hands over, `program` what it captures, `observe` what watches a run; other modules lie
beside the C++ that calls them. Nothing here compares, normalises or decides.

The build links this folder as `assay_python` into the worker's lib/ (capture/pair/python_distribution.cmake), so that
no room of it can shadow a module of a user's.
"""
