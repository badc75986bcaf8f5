// Places in PyTorch, found in tracebacks and told again.
#include "harness/results/raised_at.h"

#include <catch2/catch.hpp>

namespace assay::operators {
namespace {

constexpr const char* kTraceback =
    "capture/methods/export.py:20 in capture\n"
    "    torch.export.export(model, args)\n"
    "venv/site-packages/torch/export/_trace.py:500 in _export\n"
    "    raise wrapped\n"
    "venv/site-packages/torch/_subclasses/fake_tensor.py:77 in dispatch\n"
    "    return func(*args)\n"
    "<samples of add in float32>:2 in forward\n"
    "    y0 = f0(x0)\n"
    "caused by NotImplementedError: no kernel\n"
    "venv/site-packages/torch/_ops.py:1 in __call__\n";

TEST_CASE("a failure's place is the innermost frame in PyTorch, not that of what caused it") {
  CHECK(raised_at(kTraceback) == "torch/_subclasses/fake_tensor.py:77 in dispatch");
}

TEST_CASE("a failure that passes no frame of PyTorch has no place") {
  CHECK(raised_at("").empty());
  CHECK(raised_at("torch/mine.py:1 in f\n    raise ValueError\n").empty());
  CHECK(raised_at("    open(\"venv/site-packages/torch/a.py:1 in f\")\n").empty());
  CHECK(raised_at("venv/site-packages/torch/broken.py\n").empty());
  CHECK(raised_at("venv/site-packages/torch/a.py:122: UserWarning: tensors are in beta state\n").empty());
}

}  // namespace
}  // namespace assay::operators
