// Pair: a case and a method in Python's form.
#include "capture/pair/pair.h"

#include <utility>

#include "capture/cost/stopwatch.h"
#include "capture/pair/capture_pair.h"
#include "harness/zoo/method.h"

namespace assay {

namespace {

namespace py = pybind11;

py::object python_of(const OrderedJson& json) {
  if (json.is_object()) {
    py::dict dict;
    for (const auto& [key, value] : json.items()) dict[py::str(key)] = python_of(value);
    return dict;
  }
  if (json.is_array()) {
    py::list list;
    for (const OrderedJson& value : json) list.append(python_of(value));
    return list;
  }
  if (json.is_string()) return py::str(json.get_ref<const std::string&>());
  if (json.is_boolean()) return py::bool_(json.get<bool>());
  if (json.is_number_unsigned()) return py::int_(json.get<std::uint64_t>());
  if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
  if (json.is_number_float()) return py::float_(json.get<double>());
  return py::none();
}

}  // namespace

Pair::Pair(const protocol::Subject& subject, PairRun& run)
    : test(python_of(subject.test)),
      method(to_string(subject.method)),
      device(to_string(subject.device)),
      phantom(subject.device == Device::kCuda && !phantom_device().empty()),
      loaded(py::reinterpret_steal<py::object>(std::exchange(run.program, nullptr))),
      cost(run.ended.cost) {}

py::object Pair::load() {
  if (loaded) return std::move(loaded);
  const Stopwatch watch;
  py::object made =
      py::module_::import("assay_python.program.program").attr("Program")(test, device, phantom);
  cost.load_seconds += watch.spent().wall_seconds;
  return made;
}

py::list Pair::captured(const py::object& program) const {
  py::module_::import("assay_python.program.seeds").attr("start_from")(0);
  return py::module_::import(("assay_python.methods." + method).c_str()).attr("capture")(program);
}

Walked Pair::walked(const py::list& captured, const py::object& program) const {
  return walk_captured(captured, program, test, method, device);
}

GraphSize Pair::write(const py::list& captured, const py::object& program,
                      const std::filesystem::path& path) const {
  return write_walked(walked(captured, program), path);
}

}  // namespace assay
