// Reach: the places in a program where an error of given statements can show.
//
// Results and writes of those statements are wrong, and everything computed from them. A gradient is wrong if
// it flows back through a wrong value. Does not distinguish names of one memory, or elements of a memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/fuzz/program.h"
#include "harness/zoo/observation.h"

namespace assay::fuzz {

/// The run to consider. A state that the first run left wrong is wrong from the start in later runs.
enum class RunOrder : std::uint8_t { kFirst, kLater };

class Reach {
 public:
  /// `at`: statements of `program`, which must outlive this.
  Reach(const Program& program, const std::vector<const Statement*>& at, RunOrder order);

  bool includes(const ComparedValue& subject) const;
  /// Whether the statement is in `at` or reads a wrong value.
  bool includes(const Statement& statement) const { return wrong_.contains(&statement); }
  /// Whether a gradient through `statement` passes through a wrong value.
  bool leads_to(const Statement& statement) const { return leading_.contains(&statement); }

 private:
  using Memories = std::set<std::size_t>;
  void walk(const std::vector<Statement>& statements, Memories& wrong, bool all);
  bool walk_function(const Statement& statement, bool is_target_wrong, bool all);
  void add_leading(const std::vector<Statement>& statements, Memories& leading);
  void mark_leading(const std::vector<Statement>& statements, bool all);
  bool is_result_wrong(const std::string& name) const;
  bool is_base_wrong() const;
  bool is_gradient_wrong(const std::string& name) const;

  const Program& program_;
  const std::set<const Statement*> at_;
  Memories wrong_memories_, leading_memories_;  // of forward's own scope
  std::set<const Statement*> wrong_, leading_;
  std::set<std::string> layers_;  // layers whose parameters get wrong gradients
  bool is_total_wrong_ = false;   // of the module that kKeepTotal calls
};

}  // namespace assay::fuzz
