// GpuMeter: through torch.cuda, because PyTorch without a CUDA toolkit builds no other access to these.
#include "capture/cost/gpu_meter.h"

namespace assay {

namespace py = pybind11;

GpuMeter::GpuMeter(Processor processor, const std::string& name) {
  if (processor == Processor::kCpu) return;
  cuda_ = py::module_::import("torch").attr("cuda");
  cuda_.attr("synchronize")();
  cuda_.attr("reset_peak_memory_stats")();
  allocated_ = cuda_.attr("memory_allocated")().cast<std::uint64_t>();
  cuda_.attr("nvtx").attr("range_push")("assay " + name);
  start_ = cuda_.attr("Event")(py::arg("enable_timing") = true);
  start_.attr("record")();
}

GpuMeter::~GpuMeter() {
  if (!cuda_) return;
  try {
    cuda_.attr("nvtx").attr("range_pop")();
  } catch (const py::error_already_set&) {
    // The failure of the work itself is reported elsewhere. An open range adds nothing to it.
  }
}

Spent GpuMeter::spent(const Stopwatch& watch) {
  if (!cuda_) return watch.spent();
  const py::object end = cuda_.attr("Event")(py::arg("enable_timing") = true);
  end.attr("record")();
  cuda_.attr("synchronize")();
  Spent spent = watch.spent();
  spent.gpu_seconds = start_.attr("elapsed_time")(end).cast<double>() / 1000;
  return spent;
}

std::uint64_t GpuMeter::added() {
  if (!cuda_) return 0;
  cuda_.attr("synchronize")();
  const auto peak = cuda_.attr("max_memory_allocated")().cast<std::uint64_t>();
  return peak > allocated_ ? peak - allocated_ : 0;
}

}  // namespace assay
