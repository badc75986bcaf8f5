"""The Python side of the worker: gets graphs from PyTorch and hands them to C++.

`methods` has one module per capture method, each with only `capture(program) -> list[Captured]`. docs/architecture.md
draws the folders and their allowed imports. Python lies beside the C++ that calls it. This package does not compare,
normalise or decide.

The build links this folder as `assay_python` into the worker's lib/ (capture/pair/python_distribution.cmake), so
that none of its folders can shadow a user's module.
"""
