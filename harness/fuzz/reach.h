// Reach: where in a program an error of some of its statements can show.
//
// What a statement gives or writes is wrong, and all that is computed of it; a gradient is wrong where it
// comes back through any of that. Two names of one memory are not told apart, nor the elements of a memory.
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

/// Of which run: a state that the first has left wrong is wrong in all others from the start.
enum class RunOrder : std::uint8_t { kFirst, kLater };

class Reach {
 public:
  /// `at`: statements of `program`, which outlives this.
  Reach(const Program& program, const std::vector<const Statement*>& at, RunOrder order);

  bool includes(const ComparedValue& subject) const;
  /// It is one of those, or reads what is wrong.
  bool includes(const Statement& statement) const { return wrong_.contains(&statement); }
  /// A gradient that comes through `statement` comes through what is wrong.
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
  std::set<std::string> layers_;  // whose parameters' gradients come through what is wrong
  bool is_total_wrong_ = false;   // of the module that kKeepTotal calls
};

}  // namespace assay::fuzz
