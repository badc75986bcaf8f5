// write_junit: fills a pugixml document.
#include "reports/junit/junit.h"

#include <limits>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "reports/console/failure_text.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

using Suite = std::map<std::string, const PairResult*>;
using Suites = std::map<std::pair<Device, MethodId>, Suite>;

struct Counts {
  std::size_t tests = 0, failures = 0, skipped = 0;
  double seconds = 0;

  void add(const PairResult& result) {
    ++tests;
    failures += is_green(result.verdict) ? 0 : 1;
    skipped += result.verdict == Verdict::kSkipped ? 1 : 0;
    seconds += result.cost.child_seconds;
  }
};

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(printable(value).c_str());
}

void set_counts(pugi::xml_node node, const Counts& counts) {
  set(node, "tests", std::to_string(counts.tests));
  set(node, "failures", std::to_string(counts.failures));
  set(node, "errors", "0");
  set(node, "skipped", std::to_string(counts.skipped));
  set(node, "time", fmt::format("{:.3f}", counts.seconds));
}

/// The line shown in lists of failures.
std::string message_of(const PairResult& result) {
  if (result.replay && has_graph(result.outcome) && result.verdict == Verdict::kUnexpectedFailure)
    return describe(*result.replay);
  const std::string& most = result.explanation.empty() ? result.message : result.explanation;
  return most.substr(0, most.find('\n'));
}

void set_verdict(pugi::xml_node node, const PairResult& result) {
  if (result.verdict == Verdict::kSkipped) {
    set(node.append_child("skipped"), "message",
        fmt::format("{}: {}", to_string(result.outcome), result.reason));
  } else if (!is_green(result.verdict)) {
    pugi::xml_node failure = node.append_child("failure");
    set(failure, "type", std::string(to_string(result.verdict)));
    set(failure, "message", message_of(result));
    failure.text().set(failure_text(result, std::numeric_limits<std::size_t>::max()).c_str());
  } else if (result.verdict == Verdict::kExpectedFailure) {
    node.append_child("system-out").text().set(printable("expected failure: " + result.reason).c_str());
  }
}

/// The replay as a property: JUnit readers show it beside the verdict.
void set_replay(pugi::xml_node node, const PairResult& result) {
  if (!result.replay) return;
  pugi::xml_node property = node.append_child("properties").append_child("property");
  set(property, "name", "replay");
  set(property, "value", describe(*result.replay));
}

void append_suite(pugi::xml_node root, const std::string& name, const Suite& suite) {
  pugi::xml_node node = root.append_child("testsuite");
  set(node, "name", name);
  Counts counts;
  for (const auto& [id, result] : suite) counts.add(*result);
  set_counts(node, counts);
  for (const auto& [id, result] : suite) {
    pugi::xml_node test = node.append_child("testcase");
    set(test, "classname", "check." + name);
    set(test, "name", id);
    set(test, "time", fmt::format("{:.3f}", result->cost.child_seconds));
    set_replay(test, *result);
    set_verdict(test, *result);
  }
}

}  // namespace

void write_junit(const std::vector<PairResult>& results, std::ostream& out) {
  Suites suites;
  Counts all;
  for (const PairResult& result : results) {
    suites[{result.pair.device, result.pair.method}][result.pair.case_id] = &result;
  }
  for (const auto& [key, suite] : suites) {
    for (const auto& [id, result] : suite) all.add(*result);
  }
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "assay");
  set_counts(root, all);
  for (const auto& [key, suite] : suites) {
    append_suite(root, fmt::format("{}.{}", to_string(key.first), to_string(key.second)), suite);
  }
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
}

}  // namespace assay
