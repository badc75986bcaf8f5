// For tests: the head of a run of given pairs and shards, and its records in a line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

/// Pairs are make_fx on the CPU, identified by their case.
inline PairId pair_called(const std::string& case_id) { return {case_id, MethodId::kMakeFx, Device::kCpu}; }

/// The head of shard `index` of `count`. `list`: each case with its shard.
inline RunHead head_of_shard(int index, int count,
                             const std::vector<std::pair<const char*, int>>& list = {
                                 {"a", 1}, {"b", 2}, {"c", 1}}) {
  RunHead head{.command = "assay check 'seed*'",
               .torch = "2.15.0",
               .python = "3.11.2",
               .cuda = "",
               .project = "/there",
               .results = "r",
               .digest = "d1",
               .replay = true,
               .seconds = 0,
               .memory_gb = 0,
               .shard = {index, count},
               .by = ShardBy::kHash,
               .pairs = {}};
  for (const auto& [case_id, shard] : list)
    head.pairs.push_back({pair_called(case_id), "seed", {"default"}, shard});
  return head;
}

/// "a=match b=new ".
inline std::string told(const std::vector<PairResult>& records) {
  std::string text;
  for (const PairResult& each : records)
    text += each.pair.case_id + "=" + std::string(to_string(each.verdict)) + " ";
  return text;
}

}  // namespace assay
