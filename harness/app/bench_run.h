// What `assay bench` measures: cases, or models of growing size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/app/bench_taker.h"

namespace assay {

struct BenchOptions {
  std::vector<std::string> cases = {}, methods = {}, tiers = {}, slow = {};
  std::vector<std::string> compare = {};  ///< OLD, NEW
  std::vector<std::string> scaling = {};  ///< families of models/scaling.py
  std::string device = "cpu", results = {}, margin = "5%";
  std::uint64_t repetitions = 10;
  double seconds = 0;  ///< per child; 0: each case's own
  double limit = 60;   ///< --scaling: a method that took so long captures no larger model
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

/// Measures models of models/scaling.py from 10 operators to 100,000, size by size, each method until a
/// capture of it fails or takes `limit` seconds, and prints how each method's cost grows.
ExitStatus run_scaling(const Session& session, const BenchOptions& options);

/// The families that --scaling knows.
const std::vector<std::string>& scaling_families();

}  // namespace assay
