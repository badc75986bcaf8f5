// Origin of a node: the innermost module on FX's stack, and the last frame of its stack trace.
#include "capture/walker/origin.h"

namespace assay {

namespace py = pybind11;

namespace {

constexpr std::string_view kFrame = "File \"";

// Frames have the form: File "PATH", line N, in NAME
std::string last_frame(const std::string& trace) {
  const std::size_t frame = trace.rfind(kFrame);
  if (frame == std::string::npos) return {};
  const std::size_t begin = frame + kFrame.size();
  const std::size_t end = trace.find('"', begin);
  const std::size_t line = trace.find("line ", end == std::string::npos ? begin : end);
  if (end == std::string::npos || line == std::string::npos) return {};
  const std::size_t digits = line + 5;
  const std::size_t stop = trace.find_first_not_of("0123456789", digits);
  return portable_source(std::string_view(trace).substr(begin, end - begin)) + ":" +
         trace.substr(digits, stop - digits);
}

std::string innermost_module(const py::dict& meta) {
  for (const char* key : {"nn_module_stack", "fwd_nn_module_stack"}) {
    if (!meta.contains(key)) continue;
    const py::object stack = meta[key];
    if (!py::isinstance<py::dict>(stack)) continue;
    const py::list entries(stack.attr("values")());
    if (entries.empty()) continue;
    const py::object last = entries[entries.size() - 1];
    if (py::isinstance<py::tuple>(last)) return py::str(py::tuple(last)[0]).cast<std::string>();
  }
  return {};
}

}  // namespace

py::object fx_meta(py::handle fx_node, const char* key) {
  const py::dict meta = fx_node.attr("meta");
  return meta.contains(key) ? py::object(meta[key]) : py::none();
}

std::string portable_source(std::string_view path) {
  constexpr std::string_view kPackages = "site-packages/";
  if (const std::size_t at = path.rfind(kPackages); at != std::string_view::npos)
    return std::string(path.substr(at + kPackages.size()));
  return std::string(path.substr(path.rfind('/') + 1));
}

NodeMeta origin_of(py::handle fx_node) {
  const py::dict meta = fx_node.attr("meta");
  NodeMeta origin;
  origin.module = Name(innermost_module(meta));
  if (meta.contains("stack_trace") && py::isinstance<py::str>(meta["stack_trace"])) {
    origin.source = Name(last_frame(meta["stack_trace"].cast<std::string>()));
  }
  if (meta.contains("partitioner_tag")) {
    const auto tag = py::str(meta["partitioner_tag"]).cast<std::string>();
    origin.stage = Name(tag == "is_backward" ? "backward" : tag == "is_forward" ? "forward" : "");
  }
  return origin;
}

}  // namespace assay
