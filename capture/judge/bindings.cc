// assay_capture.replay_file: reports and tallies as JSON.
#include "capture/judge/bindings.h"

#include "capture/judge/replay_file.h"
#include "capture/side_by_side/likeness.h"
#include "capture/side_by_side/record_runs.h"
#include "harness/protocol/tallies.h"
#include "harness/zoo/replay_json.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

std::string report_on(const std::string& path, const py::dict& test, const std::string& device, bool phantom,
                      std::uint64_t seed, const py::object& enter, const py::object& refusal) {
  const ReplayRequest request{
      .path = path, .test = test, .device = device, .phantom = phantom, .seed = seed, .refusal = refusal};
  const ReplayReport report = replay_file(request, [&](Stage stage) {
    if (!enter.is_none()) enter(std::string(to_string(stage)));
  });
  return json_of(report).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

py::object tallies_of(const std::string& path, const py::dict& test, const std::string& device,
                      std::uint64_t seed) {
  const auto tallies =
      record_runs({.path = path, .test = test, .device = device, .seed = seed}, [](Stage) {});
  return tallies ? py::object(py::str(json_of(*tallies).dump())) : py::object(py::none());
}

}  // namespace

void bind_judge(py::module_& module) {
  module.def("same", &same, py::arg("first"), py::arg("second"),
             "Whether two trees of values agree bit by bit.");
  module.def("replay_file", &report_on, py::arg("path"), py::arg("case"), py::arg("device") = "cpu",
             py::arg("phantom") = false, py::arg("seed") = 0, py::arg("enter") = py::none(),
             py::arg("refusal") = py::none(),
             "Replays a graph file against its case and gives the report as JSON.");
  module.def("record_runs", &tallies_of, py::arg("path"), py::arg("case"), py::arg("device") = "cpu",
             py::arg("seed") = 0, "Counts what the dispatcher ran for eager and for the file, as JSON.");
}

}  // namespace assay::replay
