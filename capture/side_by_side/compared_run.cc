// ComparedRun: findings and texts.
#include "capture/side_by_side/compared_run.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/words/utf8.h"

namespace assay::replay {

void add_finding(Finding finding, ComparedRun& compared) {
  if (std::ranges::find(compared.findings, finding.kind, &Finding::kind) == compared.findings.end())
    compared.findings.push_back(std::move(finding));
}

std::string first_line(const std::string& text) {
  return std::string(beginning(std::string_view(text).substr(0, text.find('\n')), 400));
}

std::string raised_text(const pybind11::error_already_set& error) {
  return pybind11::str(error.type().attr("__name__")).cast<std::string>() + ": " +
         first_line(pybind11::str(error.value()).cast<std::string>());
}

}  // namespace assay::replay
