// ReplaySetup: from a request and a file.
#include "capture/side_by_side/replay_setup.h"

#include <filesystem>

#include "capture/execute/cannot_replay.h"
#include "harness/zoo/method.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// The graphs to run, in order, without the sub-graphs they use.
std::vector<const Graph*> whole_graphs(const GraphFile& file) {
  std::vector<const Graph*> graphs;
  for (const Graph& graph : file.graphs) {
    if (graph.of || graph.name.str().find('/') != std::string::npos) continue;
    if (graph.nodes.empty() || graph.nodes.back().kind != NodeKind::kOutput)
      throw CannotReplay(graph.name.str() + ": it has no output node");
    graphs.push_back(&graph);
  }
  if (graphs.empty()) throw CannotReplay("the file has no graph");
  return graphs;
}

Traits traits_of(const std::string& method) {
  return {.above_autograd = has_trait(method, Trait::kAboveAutograd),
          .in_parts = has_trait(method, Trait::kInParts),
          .records_run = has_trait(method, Trait::kRecordsRun),
          .aliasing = expresses(method, Need::kAliasing),
          .dynamic = expresses(method, Need::kDynamic),
          .has_loss = reads_option(method, "loss"),
          .takes_numbers = has_trait(method, Trait::kTakesNumbers)};
}

}  // namespace

std::set<ReplayPolicy> policies_of(const py::dict& test, const std::string& name) {
  std::set<ReplayPolicy> policies;
  if (const auto id = method_from_string(name))
    policies.insert(method(*id).policies.begin(), method(*id).policies.end());
  if (!test.contains("replay")) return policies;
  const py::dict replay(test["replay"]);
  if (!replay.contains("policy")) return policies;
  for (const py::handle one : replay["policy"]) {
    if (const auto policy = replay_policy_from_string(one.cast<std::string>())) policies.insert(*policy);
  }
  return policies;
}

ReplaySetup setup_of(const GraphFile& file, const ReplayRequest& request) {
  ReplaySetup setup;
  setup.file = &file;
  setup.traits = traits_of(file.header.method);
  setup.folder = std::filesystem::path(request.path).parent_path().string();
  if (setup.folder.empty()) setup.folder = ".";
  setup.test = request.test;
  setup.device = request.phantom ? "cpu" : request.device;
  setup.phantom = request.phantom;
  setup.any_order = policies_of(request.test, file.header.method).contains(ReplayPolicy::kDrawOrder);
  setup.graphs = whole_graphs(file);
  setup.refusal = request.refusal;
  return setup;
}

}  // namespace assay::replay
