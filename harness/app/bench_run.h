// run_bench: what each capture method costs on cases, measured sample by sample.
#pragma once

#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/spec/method.h"

namespace assay {

/// --slow METHOD=SHARE: captures of a method made longer by a share of themselves, to see whether a
/// comparison finds it.
struct SlowDown {
  MethodId method = MethodId::kMakeFx;
  double share = 0;
};

struct BenchOptions {
  std::vector<std::string> cases = {}, methods = {}, tiers = {}, slow = {};
  std::vector<std::string> compare = {};  ///< OLD, NEW
  std::string device = "cpu", results = {}, margin = "5%";
  std::uint64_t repetitions = 10;
  double seconds = 0;  ///< per child; 0: each case's own
  bool resume = false;
};

/// "10%" as 0.1; InputError, which names `flag`, for anything else.
double share_from(const std::string& text, const std::string& flag);
/// Of each "METHOD=10%".
std::vector<SlowDown> slow_downs_from(const std::vector<std::string>& texts);

/// Measures, one child at a time, and prints. First one sample of memory of every pair, which also tells what
/// cannot be captured; then, case by case, the methods in turn as often as there are repetitions (A B C A B
/// C), each sample in a child of its own. What was measured when a signal comes is kept.
ExitStatus run_bench(const Session& session, const BenchOptions& options);

}  // namespace assay
