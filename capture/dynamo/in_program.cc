// InProgram: binds regions to Dynamo's values, executes them, and checks the names of the first run.
#include "capture/dynamo/in_program.h"

#include <algorithm>
#include <numeric>
#include <span>

#include <ATen/ATen.h>
#include <c10/util/ScopeExit.h>
#include <pybind11/stl.h>

#include "capture/execute/handover.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/native/interception.h"
#include "capture/native/recorded_run.h"
#include "capture/walker/graph_builder.h"
#include "capture/walker/python_name.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

std::string text_of(Role role, const std::string& name) {
  return std::string(to_string(role)) + " '" + name + "'";
}

std::string text_of(ResultRole role, const std::string& name) {
  return std::string(to_string(role)) + " '" + name + "'";
}

std::string name_in(py::handle one) { return to_string(value_name_of(one.attr("name"))); }

// Values of other regions have complete names only after the program has run.
bool is_named_later(Role role) { return role == Role::kSaved || role == Role::kTangent; }

std::string text_of(py::handle one) { return text_of(role_of(one.attr("role")), name_in(one)); }

// Whether `given`, a captured.Input, is the input `node`, as far as known when Dynamo compiles the region.
bool names(py::handle given, const Node& node) {
  const Role role = role_of(given.attr("role"));
  return role == node.role && (is_named_later(role) || name_in(given) == node.name.view());
}

// Values a region reads off its module: (attribute, captured.Input, or None if its name is not known yet).
// Values without a name are taken in reading order, except constants of the file.
class ReadOffModule {
 public:
  ReadOffModule(const Graph& graph, const py::list& held) : held_(held) {
    for (const Node& node : graph.nodes) {
      if (node.kind == NodeKind::kInput && node.role == Role::kConstant) constants_.insert(node.name.str());
    }
  }

  // The index of the input `node`, which is no placeholder.
  std::optional<std::size_t> find(const Node& node) {
    for (std::size_t at = 0; at < held_.size(); ++at) {
      const auto [attribute, given] = held_[at].cast<std::pair<std::string, py::object>>();
      const bool named = !given.is_none() && !is_named_later(role_of(given.attr("role")));
      if (named && names(given, node)) return at;
      const bool next = !named && node.role == Role::kSaved && !constants_.contains(attribute);
      if (next && taken_.insert(at).second) return at;
    }
    return std::nullopt;
  }

 private:
  const py::list& held_;
  std::set<std::string> constants_;
  std::set<std::size_t> taken_;
};

// Whether a region that returns `count` values has these results. Further results must repeat an earlier
// value in another role.
bool gives(const std::vector<Result>& results, std::size_t count) {
  if (count > results.size()) return false;
  const std::span all(results);
  return std::ranges::all_of(all.subspan(count), [&](const Result& more) {
    const auto is_it = [&](const Result& own) { return own.value == more.value; };
    return more.role == ResultRole::kReplacement && std::ranges::any_of(all.first(count), is_it);
  });
}

// Operator graphs run with grad mode on and detached inputs (executable.h). This runs no operator.
c10::IValue without_history(const c10::IValue& value) {
  return value.isTensor() && value.toTensor().defined() ? c10::IValue(value.toTensor().tensor_data()) : value;
}

}  // namespace

bool InProgram::is_needed(const std::vector<const Graph*>& graphs) {
  const auto says_all = [](const Graph& graph) {
    const bool first = graph.name.view().find('_') == std::string_view::npos;
    const auto from_python = [](const Node& node) {
      return node.kind == NodeKind::kInput && node.role == Role::kSaved;
    };
    const auto to_python = [](const Result& one) { return one.role == ResultRole::kSaved; };
    return first && !graph.stopped && graph.resumes.view().empty() &&
           std::ranges::none_of(graph.nodes, from_python) &&
           std::ranges::none_of(results_of(graph), to_python);
  };
  return graphs.size() > 1 || !says_all(*graphs.front());
}

InProgram::InProgram(const std::vector<const Graph*>& graphs, std::vector<Executable>& executables,
                     const py::object& program_run) {
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Region& one = regions_[graphs[i]->name.str()];
    one.graph = graphs[i];
    one.executable = &executables[i];
    for (NodeId id = 0; id < graphs[i]->nodes.size(); ++id) {
      if (graphs[i]->nodes[id].kind == NodeKind::kInput) one.inputs.push_back(id);
    }
    for (std::size_t at = 0; at < one.inputs.size(); ++at) {
      const Name name = graphs[i]->nodes[one.inputs[at]].name;
      const auto writes = [&](const Result& result) {
        return result.role == ResultRole::kMutation && result.name == name;
      };
      if (std::ranges::any_of(results_of(*graphs[i]), writes)) one.written.insert(at);
    }
  }
  program_ = python_side(program_run);
}

py::object InProgram::python_side(const py::object& program_run) {
  const bool joint = regions_.begin()->first.starts_with("joint");
  const auto has = [this](const std::string& name) { return regions_.contains(name); };
  const auto all = [this](const std::string& name, const py::list& inputs, const py::list& held,
                          std::size_t results) { return whole(name, inputs, held, results); };
  const auto forward = [this](const std::string& name, const py::list& inputs, std::size_t first,
                              std::size_t results) { return forward_half(name, inputs, first, results); };
  const auto backward = [this](const std::string& name) { return backward_half(name); };
  const py::module_ module = py::module_::import("assay_python.dynamo.in_program");
  const py::object file = module.attr("File")(py::cpp_function(has), py::cpp_function(all),
                                              py::cpp_function(forward), py::cpp_function(backward));
  return module.attr("InProgram")(program_run, file, joint);
}

// Binds the region as Dynamo presents it now. Throws CannotReplay if it differs from the file.
InProgram::Region& InProgram::region(const std::string& name, const py::list& inputs, const py::list& held,
                                     std::size_t results) {
  Region& one = regions_.at(name);
  const Graph& graph = *one.graph;
  one.from.clear();
  one.placeholders = inputs.size();
  std::vector<std::size_t> left(inputs.size());  // placeholders not yet matched with an input of the file
  std::iota(left.begin(), left.end(), std::size_t{0});
  ReadOffModule others(graph, held);
  for (const NodeId id : one.inputs) {
    const Node& node = graph.nodes[id];
    const auto same = std::ranges::find_if(left, [&](std::size_t at) { return names(inputs[at], node); });
    const auto read = same == left.end() ? others.find(node) : std::nullopt;
    if (same == left.end() && !read && !(node.role == Role::kConstant && node.constant))
      throw CannotReplay(input_text(graph, id) + ": there the program has " +
                         (left.empty() ? std::string("no input") : text_of(inputs[left.front()])));
    one.from.push_back(read ? std::optional(inputs.size() + *read) : std::nullopt);
    if (same == left.end()) continue;
    one.from.back() = *same;
    left.erase(same);
  }
  if (!left.empty() || !gives(results_of(graph), results))
    throw CannotReplay(name + ": it has " + std::to_string(inputs.size() - left.size()) + " inputs and " +
                       std::to_string(results_of(graph).size()) + " results, the program's region " +
                       std::to_string(inputs.size()) + " and " + std::to_string(results));
  one.results = results;
  return one;
}

std::vector<c10::IValue> InProgram::inputs_of(const Region& region, const py::tuple& given) const {
  std::vector<c10::IValue> values;
  for (std::size_t i = 0; i < region.from.size(); ++i) {
    const auto& from = region.from[i];
    const bool later = from && *from >= given.size();  // a tangent
    values.push_back(from && !later ? from_python(given[*from]) : c10::IValue());
    // AOTAutograd's runtime passes None for a token. The file has its value.
    const bool of_file =
        values.back().isNone() && region.graph->nodes[region.inputs[i]].role == Role::kConstant;
    const bool checked = running_ != nullptr && running_->check_inputs && from && !later && !of_file;
    if (checked) check_input(*region.graph, region.inputs[i], values.back());
  }
  return values;
}

Watch InProgram::watch_of(const Region& region) const {
  if (running_ == nullptr) return {};
  if (running_->trace != nullptr) running_->trace->pass_over();
  return running_->watch ? running_->watch(*region.graph) : Watch();
}

// The program writes its inputs after the forward half; the backward half needs the values from before.
void InProgram::keep_from_writes(const Region& region, std::vector<c10::IValue>& values) {
  const native::Aside aside;
  for (const std::size_t at : region.written) {
    if (values[at].isTensor()) values[at] = values[at].toTensor().clone();
  }
}

py::object InProgram::whole(const std::string& name, const py::list& inputs, const py::list& held,
                            std::size_t results) {
  const Region& one = region(name, inputs, held, results);
  return py::cpp_function([this, name, &one](const py::tuple& given) {
    ran_.insert(name);
    const native::GraphRun running(recorder());
    std::vector<c10::IValue> values = one.executable->run(inputs_of(one, given), watch_of(one));
    values.resize(one.results);
    py::list made;
    for (const c10::IValue& value : values) made.append(to_python(value));
    return made;
  });
}

py::object InProgram::forward_half(const std::string& name, const py::list& inputs, std::size_t forward,
                                   std::size_t results) {
  const Region& one = region(name, inputs, py::list(), results);
  return py::cpp_function([this, name, forward, &one](const py::tuple& given) {
    ran_.insert(name);
    std::vector<c10::IValue> values = inputs_of(one, given);
    std::ranges::transform(values, values.begin(), without_history);
    keep_from_writes(one, values);
    const at::AutoGradMode grad_mode(true);
    const native::GraphRun running(recorder());
    halves_.push_back(one.executable->run_forward(std::move(values), forward, watch_of(one)));
    py::list made;
    for (const c10::IValue& value : halves_.back().results) made.append(to_python(without_history(value)));
    return py::make_tuple(halves_.size() - 1, made);
  });
}

py::object InProgram::backward_half(const std::string& name) {
  const Region& one = regions_.at(name);
  return py::cpp_function([this, &one](std::size_t ticket, const py::tuple& given) {
    std::vector<c10::IValue> tangents;
    for (const py::handle tangent : given) tangents.push_back(without_history(from_python(tangent)));
    const at::AutoGradMode grad_mode(true);
    const native::GraphRun running(recorder());
    const std::size_t left = one.results - halves_.at(ticket).results.size();
    std::vector<c10::IValue> gradients =
        one.executable->run_backward(halves_.at(ticket), tangents, watch_of(one));
    gradients.resize(left);
    py::list made;
    for (const c10::IValue& value : gradients) made.append(to_python(without_history(value)));
    return made;
  });
}

// Requires that the inputs and results of each region in the first run have the names of the file.
void InProgram::require_named(const py::list& rows) const {
  for (const py::handle row : rows) {
    const auto [name, inputs, results] = row.cast<std::tuple<std::string, py::list, py::list>>();
    const Region& one = regions_.at(name);
    for (std::size_t i = 0; i < one.from.size(); ++i) {
      if (!one.from[i]) continue;
      const Node& node = one.graph->nodes[one.inputs[i]];
      const py::object there = inputs[*one.from[i]];
      if (there.is_none() || name_in(there) != node.name.view())
        throw CannotReplay(input_text(*one.graph, one.inputs[i]) + ": there the program has " +
                           (there.is_none() ? "a constant" : text_of(there)));
    }
    for (std::size_t at = one.placeholders; at < inputs.size(); ++at) {
      const auto is_it = [&](NodeId id) {
        const Node& node = one.graph->nodes[id];
        return names(inputs[at], node) && name_in(inputs[at]) == node.name.view();
      };
      if (!inputs[at].is_none() && std::ranges::none_of(one.inputs, is_it))
        throw CannotReplay(name + ": the program reads " + text_of(inputs[at]) + ", the file does not");
    }
    if (results.size() != results_of(*one.graph).size())
      throw CannotReplay(name + ": it has " + std::to_string(results_of(*one.graph).size()) +
                         " results, the program's region " + std::to_string(results.size()));
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Result& own = results_of(*one.graph)[i];
      const ResultRole role = result_role_of(results[i].attr("role"));
      if (role != own.role || name_in(results[i]) != own.name.view())
        throw CannotReplay(name + ": result " + std::to_string(i) + " (" + text_of(own.role, own.name.str()) +
                           "): there the program has " + text_of(role, name_in(results[i])));
    }
  }
}

void InProgram::require_all_ran() const {
  for (const auto& [name, region] : regions_) {
    if (!ran_.contains(name)) throw CannotReplay(name + ": the program has no such region");
  }
}

bool InProgram::is_displaced() const { return runs_ > 0 && !program_.attr("is_held")().cast<bool>(); }

py::object InProgram::attempt(const Run& how) {
  const py::object ran =
      program_.attr("run")(how.seed, how.asked, python_reference(how.trace), python_reference(how.recorder));
  if (runs_ == 0) require_named(program_.attr("named")(ran));
  return ran;
}

py::object InProgram::run(const Run& how) {
  running_ = &how;
  ran_.clear();
  outside_.reset();
  const auto clear = c10::make_scope_exit([this] {  // state of this run
    running_ = nullptr;
    halves_.clear();
    ++runs_;
  });
  py::object ran;
  std::exception_ptr raised;
  try {
    ran = attempt(how);
  } catch (const py::error_already_set& error) {
    raised = std::current_exception();
    const py::object refused = py::module_::import("assay_capture").attr("CannotReplay");
    if (error.matches(refused))
      raised = std::make_exception_ptr(CannotReplay(py::str(error.value()).cast<std::string>()));
  }
  const auto stopped = program_.attr("stopped").cast<std::string>();
  const auto why = program_.attr("why").cast<std::string>();
  if (runs_ > 0 && !why.empty()) outside_ = why;
  if (!stopped.empty()) throw CannotReplay(stopped);
  if (raised) std::rethrow_exception(raised);
  if (runs_ == 0) require_all_ran();
  if (runs_ > 0 && ran_.empty()) outside_ = "Dynamo leaves the program to Python";
  return ran;
}

}  // namespace assay::replay
