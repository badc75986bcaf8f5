// gather_report: records, graphs, pending causes, benches and drifts.
#include "reports/gathering/gather_report.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/methods/capture_facts.h"
#include "harness/methods/lowered_programs.h"
#include "harness/methods/own_capabilities.h"
#include "harness/results/results_folder.h"
#include "harness/run/gpu.h"
#include "harness/words/shell_command.h"
#include "reports/gathering/cause_examples.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

/// Versions with results in a matrix folder, ascending. Empty for other folders.
std::vector<Version> versions_in(const fs::path& folder) {
  std::vector<Version> versions;
  if (!fs::is_directory(folder) || has_records(folder)) return versions;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto version = version_from_string(entry.path().filename().string());
    if (version && has_records(entry.path())) versions.push_back(*version);
  }
  std::ranges::sort(versions);
  return versions;
}

/// Records of the run, plus a missing record per planned pair that did not run.
std::vector<PairResult> records_of(const std::string& results, const std::optional<RunHead>& head) {
  std::vector<PairResult> records = read_records(results);
  std::set<PairId> known;
  for (const PairResult& record : records) known.insert(record.pair);
  if (head) {
    const std::string next =
        shard_command(*head, head->shard.index) + shell_command(" --resume --results {}", results);
    for (const ListedPair& listed : head->pairs)
      if (listed.shard == head->shard.index && !known.contains(listed.pair))
        records.push_back(missing_record(listed, "was to run and did not", next));
  }
  std::ranges::sort(records, {}, &PairResult::pair);
  return records;
}

std::string why_of(const PairResult& record) {
  if (agrees(record.outcome)) return "";
  const std::string& what = record.message.empty() ? record.reason : record.message;
  return record.exception.empty() ? what : record.exception + ": " + what;
}

/// The record, with facts from its graphs.
MethodResult result_with_graphs(const fs::path& results, const PairResult& record,
                                std::vector<LoweredFile>& lowered) {
  MethodResult result = method_result(record, why_of(record));
  if (!has_graph(record.outcome) || record.graph.empty() || !fs::exists(results / record.graph))
    return result;
  result.facts = facts_of(load_graph(results, record), method(record.pair.method));
  const fs::path file = results / lowered_path(record.pair);
  if (!fs::exists(file)) {
    if (fs::exists(results / "lowered"))
      result.not_lowered =
          "no lowered graph; " + shell_command("assay lower {} says why", results / record.graph);
    return result;
  }
  result.not_lowered = add_comparable(record.pair.method, load_graph_file(file), lowered);
  return result;
}

/// Recommendations without a need, then per declared need that some graphs show. Also for kOneGraph if some
/// captures have breaks.
std::vector<Recommendation> recommendations_of(const Comparison& comparison) {
  std::vector<Recommendation> all{recommend({comparison}, {})};
  for (const Need need : kNeedNames.values()) {
    const auto shows = [&](const MethodResult& result) {
      if (!result.facts) return false;
      if (need == Need::kOneGraph) return !result.facts->breaks.empty();
      return is_declared(need) && result.facts->needs.at(need) == Shown::kFound;
    };
    if (std::ranges::any_of(comparison.methods, shows)) all.push_back(recommend({comparison}, {need}));
  }
  return all;
}

std::vector<CaseReport> cases_of(const fs::path& results, const std::vector<PairResult>& records) {
  std::map<std::pair<std::string, Device>, std::vector<const PairResult*>> groups;
  for (const PairResult& record : records)
    groups[{record.pair.case_id, record.pair.device}].push_back(&record);
  std::vector<CaseReport> cases;
  for (const auto& [key, group] : groups) {
    CaseReport report;
    report.comparison.case_id = key.first;
    report.comparison.device = key.second;
    std::vector<LoweredFile> lowered;
    for (const PairResult* record : group) {
      if (!record->torch.empty()) report.comparison.torch = record->torch;
      if (!record->phantom.empty()) report.comparison.phantom = record->phantom;
      report.comparison.methods.push_back(result_with_graphs(results, *record, lowered));
    }
    report.comparison.lowered = compare_lowered(lowered);
    report.recommendations = recommendations_of(report.comparison);
    cases.push_back(std::move(report));
  }
  return cases;
}

void gather_benches(const std::vector<std::string>& folders, ReportData& data) {
  for (const std::string& folder : folders) {
    const std::vector<bench::Sample> samples = bench::read_samples(folder);
    std::vector<bench::Growth> growth = bench::growth_of(samples);
    if (growth.empty()) {
      data.samples.insert(data.samples.end(), samples.begin(), samples.end());
    } else {
      std::ranges::move(growth, std::back_inserter(data.growth));
    }
  }
}

MatrixRow row_of(const Version& torch, const std::vector<PairResult>& records) {
  MatrixRow row{.torch = torch, .stage = MatrixStage::kDone, .reason = {}, .verdicts = {}, .green = true};
  for (const PairResult& record : records) {
    ++row.verdicts[record.verdict];
    row.green = row.green && is_green(record.verdict);
  }
  return row;
}

void gather_matrix(const fs::path& folder, const std::vector<Version>& versions, ReportData& data) {
  std::optional<Run> before;
  for (const Version& torch : versions) {
    Run after = read_run(to_string(torch), folder / to_string(torch));
    data.versions.push_back(row_of(torch, after.records));
    if (before) data.drifts.push_back({drift(*before, after), before->folder, after.folder});
    before = std::move(after);
  }
}

Setting setting_of(const ReportData& data) {
  Setting setting{kLaterThanAny, find_gpu() == Gpu::kAbsent};
  for (const PairResult& record : data.records) {
    if (const auto version = version_from_string(record.torch)) setting.torch = *version;
    if (record.pair.device == Device::kCuda && !record.torch.empty())
      setting.phantom = !record.phantom.empty();
  }
  return setting;
}

}  // namespace

ReportData gather_report(const ReportSources& sources, const ProjectAtHand& at_hand,
                         const fs::path& own_tree) {
  ReportData data;
  const std::vector<Version> versions = versions_in(sources.results);
  data.results =
      versions.empty() ? sources.results : (fs::path(sources.results) / to_string(versions.back())).string();
  data.head = read_head(data.results);
  data.records = records_of(data.results, data.head);
  data.cases = cases_of(data.results, data.records);
  data.pending = judged(at_hand, {.results = data.results, .cases = {}, .methods = {}, .devices = {}});
  data.examples = examples_of(data.pending, policies_of(at_hand.project));
  gather_matrix(sources.results, versions, data);
  if (!sources.baseline.empty()) {
    const Run before = read_run(sources.baseline, sources.baseline),
              after = read_run(data.results, data.results);
    data.drifts.push_back({drift(before, after), sources.baseline, data.results});
  }
  gather_benches(sources.benches, data);
  const Setting setting = setting_of(data);
  data.capabilities = {setting, select_methods({}), own_capabilities(own_tree, setting)};
  return data;
}

}  // namespace assay
