// Executable: a runner, and the state it shares with the runners of its sub-graphs.
#include "capture/execute/executable.h"

#include "capture/execute/runner.h"

namespace assay::replay {

struct Executable::Impl {
  Impl(const GraphFile& file, const Graph& graph, PythonWorld world, Substitution substitution)
      : program{file, std::move(world), std::move(substitution)}, runner(program, graph) {}

  Program program;
  Runner runner;
};

Executable::Executable(const GraphFile& file, const Graph& graph, PythonWorld world,
                       Substitution substitution)
    : impl_(std::make_unique<Impl>(file, graph, std::move(world), std::move(substitution))) {}
Executable::~Executable() = default;
Executable::Executable(Executable&&) noexcept = default;

std::vector<c10::IValue> Executable::run(std::vector<c10::IValue> inputs, const Watch& watch) {
  return impl_->runner.run(std::move(inputs), watch);
}

Executable::Half Executable::run_forward(std::vector<c10::IValue> inputs, std::size_t results,
                                         const Watch& watch) {
  auto half = std::make_shared<Runner::Half>(impl_->runner.run_forward(std::move(inputs), results, watch));
  Half made{half->results};
  made.rest = std::move(half);
  return made;
}

std::vector<c10::IValue> Executable::run_backward(const Half& half, const std::vector<c10::IValue>& tangents,
                                                  const Watch& watch) {
  return impl_->runner.run_backward(*static_cast<const Runner::Half*>(half.rest.get()), tangents, watch);
}

std::size_t Executable::operators() const {
  std::size_t count = impl_->runner.operators();
  for (const auto& [name, runner] : impl_->program.sub_graphs) count += runner->operators();
  return count;
}

}  // namespace assay::replay
