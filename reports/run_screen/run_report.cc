// print_run: a text that fits the screen. tell_elsewhere: files, annotations and the step's summary.
#include "reports/run_screen/run_report.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include "harness/results/clusters.h"
#include "harness/results/summary.h"
#include "harness/results/write_file.h"
#include "reports/console/terminal.h"
#include "reports/github/annotations.h"
#include "reports/github/step_summary.h"
#include "reports/junit/junit.h"
#include "reports/sarif/sarif.h"

namespace assay {
namespace {

void append_summary(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << text << std::flush;
  if (!out) std::cerr << "assay: the step's summary was not written: cannot write " << file << "\n";
}

}  // namespace

void print_run(const std::vector<PairResult>& records, const RunShown& shown, Detail detail, Color color) {
  std::cout << run_text(records, {.width = terminal_width(),
                                  .height = terminal_height(),
                                  .color = color,
                                  .detail = detail,
                                  .also = shown.also,
                                  .results = shown.results,
                                  .everything = shown.everything});
}

void tell_elsewhere(const std::vector<PairResult>& records, const RunHead& head, const RunShown& shown,
                    const RunReports& reports, const std::string& version) {
  if (!reports.junit.empty()) {
    std::ostringstream junit;
    write_junit(records, junit);
    write_file(reports.junit, junit.str());
  }
  if (!reports.sarif.empty()) {
    std::ostringstream sarif;
    write_sarif(records, {.version = version, .torch = head.torch, .places = head.places}, sarif);
    write_file(reports.sarif, sarif.str());
  }
  const bool annotated = reports.annotations == "always" || reports.on_github;
  if (reports.annotations == "never" || (!annotated && reports.step_summary.empty())) return;
  const std::vector<Cluster> clusters = clusters_of(records, shown.results);
  if (annotated)
    std::cout << annotations(clusters, {head.places, shown.results, shown.everything}) << std::flush;
  if (!reports.step_summary.empty())
    append_summary(reports.step_summary,
                   step_summary(summarize(records), clusters, {head.torch, shown.results, shown.everything}));
}

}  // namespace assay
