// What replays say of metadata, as capture/replay/side.cc words it.
#include "harness/operators/broken_promises.h"

#include <algorithm>
#include <map>
#include <optional>

#include "harness/spec/operator_samples.h"

namespace assay::operators {
namespace {

struct Said {
  std::string target, broken;
};

/// Of "forward: node 4 (aten.mm.default): the file says f32[2], it gives f32[3]"; nothing for another text.
std::optional<Said> said_in(const std::string& message) {
  constexpr std::string_view kNode = ": node ", kSays = "): the file says ";
  const std::size_t node = message.find(kNode), says = message.find(kSays);
  if (node == std::string::npos || says == std::string::npos) return std::nullopt;
  const std::size_t target = message.find(" (", node + kNode.size());
  if (target == std::string::npos || target > says) return std::nullopt;
  const std::size_t begin = target + 2, broken = says + kSays.size();
  return Said{message.substr(begin, says - begin), "promised " + message.substr(broken)};
}

std::map<std::string, std::string> broken_in(const ReplayReport& report) {
  std::map<std::string, std::string> by_target;
  const auto note = [&](const std::string& message) {
    if (const auto said = said_in(message)) by_target.emplace(said->target, said->broken);
  };
  for (const ReplayRun& run : report.runs) note(run.message);
  for (const Finding& finding : report.findings)
    if (finding.kind == FindingKind::kMetadata) note(finding.message);
  return by_target;
}

}  // namespace

std::vector<BrokenPromise> broken_promises_in(const std::vector<PairResult>& records) {
  std::vector<const PairResult*> replayed;
  for (const PairResult& record : records)
    if (record.replay && names_operator(record.pair.case_id)) replayed.push_back(&record);
  std::ranges::sort(replayed, {}, [](const PairResult* record) { return record->pair; });
  std::map<std::string, BrokenPromise> by_target;
  for (const PairResult* record : replayed) {
    for (const auto& [target, broken] : broken_in(*record->replay)) {
      BrokenPromise& promise = by_target[target];
      if (promise.pairs++ == 0) promise = {target, broken, 1, record->pair};
    }
  }
  std::vector<BrokenPromise> promises;
  for (auto& [target, promise] : by_target) promises.push_back(std::move(promise));
  return promises;
}

}  // namespace assay::operators
